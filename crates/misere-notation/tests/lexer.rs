//! The tokens of games, and of expressions in which games stand.

use misere_core::{Forms, Player};
use misere_notation::lexer::{Kind, Lexer};
use misere_notation::{ParseError, Problem, ReadError, parse_form};

fn kinds(mut lexer: Lexer<'_>) -> Vec<Kind> {
    let tokens = std::iter::from_fn(|| Some(lexer.token().kind));
    tokens.take_while(|&kind| kind != Kind::End).collect()
}

const fn positive(size: u64) -> Kind {
    Kind::Integer { size, negative: false }
}

const fn negative(size: u64) -> Kind {
    Kind::Integer { size, negative: true }
}

#[test]
fn every_kind_of_token_is_recognised() {
    let table: &[(&str, &[Kind])] = &[
        ("12", &[positive(12)]),
        ("-12 −12 1\u{304}2\u{305}", &[negative(12); 3]),
        ("- 1", &[Kind::Minus, positive(1)]),
        ("3.(4)", &[Kind::Copies(3), Kind::OpenParen, positive(4), Kind::CloseParen]),
        ("3.4", &[Kind::Faulty]),
        ("3..4", &[positive(3), Kind::Dot, Kind::Dot, positive(4)]),
        ("3 .4", &[positive(3), Kind::Dot, positive(4)]),
        ("-3.4", &[negative(3), Kind::Dot, positive(4)]),
        ("* *0 *12", &[Kind::Nimber(1), Kind::Nimber(0), Kind::Nimber(12)]),
        ("■#Σ", &[Kind::Tombstone(None); 3]),
        ("Σ^LΣLΣᴸ", &[Kind::Tombstone(Some(Player::Left)); 3]),
        ("Σ^RΣRΣᴿ", &[Kind::Tombstone(Some(Player::Right)); 3]),
        ("Σ^", &[Kind::Tombstone(None), Kind::Other]),
        (". · ⋅", &[Kind::Dot; 3]),
        ("~±+,", &[Kind::Tilde, Kind::PlusMinus, Kind::Plus, Kind::Comma]),
        ("{}()", &[Kind::OpenBrace, Kind::CloseBrace, Kind::OpenParen, Kind::CloseParen]),
        ("[]", &[Kind::OpenBracket, Kind::CloseBracket]),
        ("adj toads-and-frogs", &[Kind::Name; 2]),
        ("éΣ", &[Kind::Name, Kind::Tombstone(None)]),
        ("?", &[Kind::Other]),
        (" \n\t\u{a0}", &[]),
    ];
    for (text, expected) in table {
        assert_eq!(kinds(Lexer::new(text)), *expected, "{text}");
        assert_eq!(kinds(Lexer::of_expression(text)), *expected, "{text}");
    }
}

#[test]
fn games_and_expressions_differ_in_words_bars_and_numbers_that_are_none() {
    let table: &[(&str, &[Kind], &[Kind])] = &[
        ("W3", &[Kind::Name, positive(3)], &[Kind::Name]),
        ("g_1'", &[Kind::Name, Kind::Other, positive(1), Kind::Other], &[Kind::Name]),
        ("a1-b", &[Kind::Name, positive(1), Kind::Minus, Kind::Name], &[Kind::Name]),
        ("a-1", &[Kind::Name, negative(1)], &[Kind::Name, negative(1)]),
        ("|‖", &[Kind::Bar(3)], &[Kind::Bar(1), Kind::Bar(2)]),
        ("∣∥⦀", &[Kind::Bar(6)], &[Kind::Bar(1), Kind::Bar(2), Kind::Bar(3)]),
        ("1\u{304}\u{304}", &[negative(1), Kind::Other], &[negative(1)]),
        ("*1\u{304}", &[Kind::Faulty], &[Kind::Nimber(1), Kind::Other]),
        ("1\u{304}0", &[Kind::Faulty], &[Kind::Faulty]),
        ("-1\u{304}", &[Kind::Faulty], &[Kind::Faulty]),
        ("18446744073709551616.", &[Kind::Faulty], &[Kind::Faulty]),
    ];
    for (text, in_games, in_expressions) in table {
        assert_eq!(kinds(Lexer::new(text)), *in_games, "{text}");
        assert_eq!(kinds(Lexer::of_expression(text)), *in_expressions, "{text}");
    }
}

#[test]
fn numbers_that_are_none_say_why() {
    let error = |text: &str| -> ParseError {
        match parse_form(&Forms::new(), text) {
            Err(ReadError::Parse(error)) => error,
            other => panic!("{text}: {other:?}"),
        }
    };
    assert_eq!(error("1\u{304}0").problem, Problem::PartlyBarred);
    let help = "put a bar over every digit, or write the dead end with these options as `[-1 0]`";
    assert_eq!(error("1\u{304}0").help.as_deref(), Some(help));
    assert_eq!(error("1\u{304}0").span, 0..4);
    assert_eq!(error("10\u{304}").problem, Problem::PartlyBarred);
    assert_eq!(error("-1\u{304}").problem, Problem::PartlyBarred);
    assert_eq!(error("18446744073709551616").problem, Problem::NumberTooLarge);
    assert_eq!(error("18446744073709551616.*").span, 0..20);
    assert!(matches!(error("*1\u{304}").problem, Problem::Unexpected { .. }));
    assert_eq!(error("*1\u{304}").span, 1..4);
}

#[test]
fn the_end_stands_before_trailing_space() {
    let mut lexer = Lexer::new("0 \n ");
    lexer.token();
    assert_eq!(lexer.token().span, 1..1);
}

#[test]
fn groups_are_taken_whole_or_not_at_all() {
    for (text, groups, position) in [
        ("(2x4)+1", Some(vec!["2x4"]), 5),
        ("(0.77)((5)) (6)", Some(vec!["0.77", "(5)"]), 11),
        ("1", Some(vec![]), 0),
        ("(1)(2", None, 3),
    ] {
        let mut lexer = Lexer::new(text);
        let found = lexer.groups().map(|spans| spans.into_iter().map(|span| &text[span]).collect());
        assert_eq!((found, lexer.position()), (groups, position), "{text}");
    }
}
