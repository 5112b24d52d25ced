//! The games written in Rust: against their rules as they stand, against the homes they
//! claim, and against the literature.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::HashMap;
use std::sync::Arc;

use misere_core::{EndKind, Engine, Form, Forms, NormalPlay, Outcome, Player};
use misere_notation::parse_form;
use misere_rulesets::{
    BoardGame, Cutcake, Hackenbush, Heaps, Maze, Method, NoRuleset, Position, PositionGraph, RowGame,
    Ruleset, catalogue, find_ruleset,
};
use proptest::prelude::*;

/// The rulesets that take a parameter.
const FAMILIES: [&str; 2] = ["octal", "subtraction"];

fn with_parameter(family: &str, parameter: &str) -> Result<Arc<dyn Ruleset>, NoRuleset> {
    find_ruleset(&format!("{family}({parameter})"))
}

/// Every ruleset of the catalogue, with the parameter of the catalogue where it takes one.
fn all_rulesets() -> Vec<Arc<dyn Ruleset>> {
    catalogue().iter().map(|entry| find_ruleset(&entry.name).unwrap()).collect()
}

/// The game tree of a position by its rules alone: nothing is split or turned.
fn literal(
    rules: &dyn Ruleset,
    forms: &Forms,
    position: &Position,
    known: &mut HashMap<Position, Form>,
) -> Form {
    if let Some(&form) = known.get(position) {
        return form;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let options = rules.options(position, player);
        options.iter().map(|option| literal(rules, forms, option, known)).collect::<Vec<_>>()
    });
    let form = forms.ordinary(&left, &right).unwrap();
    known.insert(position.clone(), form);
    form
}

fn kind(forms: &Forms, form: Form) -> EndKind {
    if forms.is_dicot(form) {
        EndKind::Zero
    } else if forms.is_dead_ending(form) {
        EndKind::Dead
    } else if forms.is_blocking(form) {
        EndKind::Blocked
    } else {
        EndKind::Any
    }
}

fn home(rules: &dyn Ruleset) -> EndKind {
    match rules.description().home.as_ref().unwrap().universe.as_str() {
        "D" => EndKind::Zero,
        "E" => EndKind::Dead,
        "B" => EndKind::Blocked,
        "M" => EndKind::Any,
        other => panic!("{other} is none of the four"),
    }
}

/// Checks one game on many positions.
struct Trial {
    rules: Arc<dyn Ruleset>,
    forms: Arc<Forms>,
    graph: PositionGraph,
    known: HashMap<Position, Form>,
    positions: usize,
    largest_kind: EndKind,
}

impl Trial {
    fn new(rules: Arc<dyn Ruleset>) -> Trial {
        let forms = Arc::new(Forms::new());
        let graph = PositionGraph::new(Arc::clone(&rules), Arc::clone(forms.budget()));
        Trial { rules, forms, graph, known: HashMap::new(), positions: 0, largest_kind: EndKind::Zero }
    }

    fn literal(&mut self, position: &Position) -> Form {
        literal(&*self.rules, &self.forms, position, &mut self.known)
    }

    /// Texts that are no position are passed over.
    fn check(&mut self, text: &str) {
        let Ok(position) = self.rules.read(text) else { return };
        let form = self.literal(&position);
        let sum = self.graph.explore(&position).unwrap();
        assert_eq!(self.graph.form(&self.forms, sum).unwrap(), form, "components or symmetries of {text}");
        assert_eq!(form == Form::ZERO, self.graph.components(sum).is_empty(), "ended parts of {text}");

        let written = self.rules.write(&position);
        let again = self.rules.read(&written).unwrap();
        assert_eq!(self.literal(&again), form, "{text} is written as {written}");
        assert!(!self.rules.draw(&position).is_empty());
        for component in self.graph.components(sum).to_vec() {
            let part = self.graph.position(component);
            let again = self.rules.read(&self.rules.write(&part)).unwrap();
            assert_eq!(self.literal(&again), self.literal(&part), "a part of {text}");
            assert_eq!(self.rules.canonical(part.clone()), part, "a part of {text}");
        }

        if let Some(exchanged) = self.rules.exchanged(&position) {
            let conjugate = self.forms.conjugate(form).unwrap();
            assert_eq!(self.literal(&exchanged), conjugate, "{text} with the players exchanged");
            let image = self.graph.explore(&exchanged).unwrap();
            assert_eq!(self.graph.form(&self.forms, image).unwrap(), conjugate, "{text} exchanged");
        }

        let kind = kind(&self.forms, form);
        assert_eq!(self.graph.kinds().kind_of_sum(&self.graph, sum), kind, "{text}");
        assert!(kind <= home(&*self.rules), "{text} is {kind:?}");
        self.largest_kind = self.largest_kind.max(kind);
        self.positions += 1;
    }

    fn check_all(&mut self, texts: impl IntoIterator<Item = String>) {
        texts.into_iter().for_each(|text| self.check(&text));
    }

    /// Checks that no smaller universe would do, and that many positions were read.
    fn finish(mut self, least: usize) {
        assert!(self.positions >= least, "only {} positions", self.positions);
        assert_eq!(self.largest_kind, home(&*self.rules), "{}", self.rules.description().name);
        for example in self.rules.description().examples.clone() {
            let before = self.positions;
            self.check(&example);
            assert_eq!(self.positions, before + 1, "{example}");
        }
    }
}

/// All texts of `length` letters, or pieces of text.
fn words(letters: &[&str], length: usize) -> Vec<String> {
    (0..length).fold(vec![String::new()], |words, _| {
        words.iter().flat_map(|word| letters.iter().map(move |letter| format!("{word}{letter}"))).collect()
    })
}

fn words_up_to(letters: &[&str], longest: usize) -> Vec<String> {
    (1..=longest).flat_map(|length| words(letters, length)).collect()
}

/// All boards of a size.
fn boards(letters: &[&str], height: usize, width: usize) -> impl Iterator<Item = String> {
    let letters: Vec<String> = letters.iter().map(|&letter| letter.to_owned()).collect();
    let count = letters.len().pow(u32::try_from(height * width).unwrap());
    (0..count).map(move |mut code| {
        let mut text = String::new();
        for at in 0..height * width {
            if at > 0 && at % width == 0 {
                text.push('/');
            }
            text.push_str(&letters[code % letters.len()]);
            code /= letters.len();
        }
        text
    })
}

/// Sums of two of the texts.
fn pairs(texts: &[String], separator: &str) -> Vec<String> {
    let with = |a: &String| texts.iter().map(move |b| format!("{a}{separator}{b}")).collect::<Vec<_>>();
    texts.iter().flat_map(with).collect()
}

fn heap_texts() -> Vec<String> {
    let small: Vec<String> = (0..=6).map(|n| n.to_string()).collect();
    let single = (0..=8).map(|n| n.to_string());
    single.chain(pairs(&small, ",")).chain(["1,2,3".to_owned(), "1 + 1 2,3".to_owned()]).collect()
}

#[test]
fn heap_games_are_their_rules() {
    for rules in [Heaps::nim(), Heaps::kayles(), Heaps::dawsons_kayles(), Heaps::grundys_game()] {
        let mut trial = Trial::new(Arc::new(rules));
        trial.check_all(heap_texts());
        trial.finish(50);
    }
}

#[test]
fn games_of_codes_are_their_rules_and_have_their_homes() {
    for (code, universe) in [
        ("0.77", "D"),
        (".137", "D"),
        ("4.007", "D"),
        ("0.f", "D"),
        ("8.8", "D"),
        ("0.3...", "D"),
        ("0.15…", "D"),
        ("0.3|0.7", "D"),
        ("0.7|0.07", "E"),
        ("0.3|0.333...", "D"),
        ("0.03...|0.6", "D"),
        ("0.3...|0.6", "E"),
        ("0.0|4.0", "E"),
        ("0.7|0.7", "D"),
        ("0.1|0.03", "M"),
        ("0.1|0.7", "M"),
    ] {
        let rules = Heaps::octal(code).unwrap();
        assert_eq!(rules.description().home.as_ref().unwrap().universe, universe, "{code}");
        let mut trial = Trial::new(Arc::new(rules));
        trial.check_all(heap_texts());
        let sharp = code != "0.1|0.03";
        if sharp {
            trial.finish(50);
        }
    }
    for (sets, universe) in [("1,2,5", "D"), ("2", "D"), ("1,2|1,3", "D"), ("1|2", "E"), ("3,2|4,3", "E")] {
        let rules = Heaps::subtraction(sets).unwrap();
        assert_eq!(rules.description().home.as_ref().unwrap().universe, universe, "{sets}");
        let mut trial = Trial::new(Arc::new(rules));
        trial.check_all(heap_texts());
        trial.finish(50);
    }
}

#[test]
fn hackenbush_is_its_rules() {
    let mut trial = Trial::new(Arc::new(Hackenbush));
    trial.check_all(words_up_to(&["b", "r", "g"], 5));
    trial.check_all(pairs(&words_up_to(&["b", "r", "g"], 2), "/"));
    let nodes = ["0{}0", "0{}1", "1{}0", "2{}0", "1{}1", "1{}2", "2{}2"];
    let edge = |pattern: &str| ["b", "r", "g"].map(|colour| pattern.replace("{}", colour)).to_vec();
    let edges: Vec<String> = nodes.iter().flat_map(|&pattern| edge(pattern)).collect();
    let two = pairs(&edges, " ");
    trial.check_all(edges.iter().flat_map(|edge| two.iter().map(move |two| format!("{edge} {two}"))));
    // A tree with equal branches, a cycle that does not touch the ground, two cycles.
    for text in
        ["0b1 1r2 1r3 2g4 3g5", "0g1 1b2 2r3 3b1", "0b1 1r0 0g2 2b3 3b0", "0b9 9r7 7g7", "0 ", "bB/R,g"]
    {
        trial.check(text);
    }
    trial.finish(5000);
}

#[test]
fn isomorphic_trees_of_hackenbush_are_one_component() {
    let rules: Arc<dyn Ruleset> = Arc::new(Hackenbush);
    let forms = Forms::new();
    let mut graph = PositionGraph::new(Arc::clone(&rules), Arc::clone(forms.budget()));
    for [a, b] in [
        ["0b1 1r2 1b3 2g4 3g5 2b6", "5b0 5b1 5r4 4b2 4g3 1g6"],
        ["0g1 1b2 1b3 1r4 2b5 3r6", "0g1 6b3 1b3 1r2 1b4 4r5"],
        ["bbr/rg", "rg/bbr"],
        ["0b1 1g1", "bg"],
        ["0r0", "r"],
    ] {
        let [a, b] = [a, b].map(|text| graph.explore(&rules.read(text).unwrap()).unwrap());
        assert_eq!(a, b);
    }
}

#[test]
fn row_games_are_their_rules() {
    let mut dominoes = Trial::new(Arc::new(RowGame::toppling_dominoes()));
    dominoes.check_all(words_up_to(&["L", "R", "E"], 6));
    dominoes.check_all(pairs(&words_up_to(&["L", "R", "E"], 2), "/"));
    dominoes.finish(1000);
    for rules in [RowGame::shove(), RowGame::push()] {
        let mut trial = Trial::new(Arc::new(rules));
        trial.check_all(words_up_to(&["L", "R", "."], 5));
        trial.check_all(pairs(&words_up_to(&["L", "R", "."], 2), "/"));
        trial.finish(500);
    }
}

#[test]
fn cutcake_is_its_rules() {
    let mut trial = Trial::new(Arc::new(Cutcake));
    let cakes = |longest: usize| {
        let sizes = (1..=longest).flat_map(|rows| (1..=longest).map(move |columns| (rows, columns)));
        sizes.map(|(rows, columns)| format!("{rows}x{columns}")).collect::<Vec<_>>()
    };
    trial.check_all(cakes(4));
    trial.check_all(pairs(&cakes(2), ", "));
    trial.finish(30);
}

#[test]
fn konane_is_its_rules() {
    let mut trial = Trial::new(Arc::new(BoardGame::konane()));
    trial.check_all(boards(&["x", "o", ".", "#"], 2, 3));
    trial.check_all(boards(&["x", "o", ".", "#"], 1, 5));
    trial.check_all(boards(&["x", "o", "."], 1, 8));
    trial.check_all(boards(&["x", "o", "."], 3, 3));
    trial.finish(10_000);
}

#[test]
fn amazons_is_its_rules() {
    let mut trial = Trial::new(Arc::new(BoardGame::amazons()));
    trial.check_all(boards(&["x", "o", ".", "#"], 2, 3));
    trial.check_all(boards(&["x", "o", ".", "#"], 1, 5));
    trial.check("xo./oo./...");
    trial.finish(5000);
}

#[test]
fn nogo_is_its_rules() {
    let mut trial = Trial::new(Arc::new(BoardGame::nogo()));
    trial.check_all(boards(&["x", "o", ".", "#"], 2, 3));
    trial.check_all(boards(&["x", "o", ".", "#"], 1, 5));
    trial.check_all(["2x2".to_owned(), "3x2".to_owned()]);
    trial.finish(1000);
}

/// The property that the home of NoGo rests on.
#[test]
fn in_nogo_a_forbidden_cell_stays_forbidden() {
    let rules = BoardGame::nogo();
    let allowed = |position: &Position, player| -> Vec<usize> {
        let options = rules.options(position, player);
        let placed = |option: &Position| {
            let mut cells = position.bytes().iter().zip(option.bytes());
            cells.position(|(before, after)| before != after).unwrap()
        };
        options.iter().map(placed).collect()
    };
    for text in boards(&["x", "o", "."], 2, 3).chain(boards(&["x", "o", "."], 3, 3)) {
        let Ok(position) = rules.read(&text) else { continue };
        let before = Player::BOTH.map(|player| allowed(&position, player));
        for option in Player::BOTH.iter().flat_map(|&mover| rules.options(&position, mover)) {
            for player in Player::BOTH {
                let after = allowed(&option, player);
                assert!(after.iter().all(|cell| before[player.index()].contains(cell)), "{text}");
            }
        }
    }
}

#[test]
fn maze_is_its_rules() {
    let mut trial = Trial::new(Arc::new(Maze));
    trial.check_all(boards(&[".", "o", "#", "._", ".|", "._|", "o_", "o|"], 2, 2));
    trial.check_all(boards(&[".", "o", "2", "#", ".|"], 1, 4));
    trial.check_all(boards(&[".", "o", "._", ".|"], 3, 2));
    trial.check_all(["o_.|./..o_/...", "o._./.o_./.._./..."].map(str::to_owned));
    trial.finish(4000);
}

/// A board with these cells, mostly the last one.
fn random_board(cells: &'static [&'static str], side: usize) -> impl Strategy<Value = String> {
    (1..=side, 1..=side).prop_flat_map(move |(height, width)| {
        let cell = prop_oneof![prop::sample::select(cells), Just(cells[cells.len() - 1])];
        prop::collection::vec(cell, height * width)
            .prop_map(move |cells| cells.chunks(width).map(|row| row.concat()).collect::<Vec<_>>().join("/"))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn larger_boards_of_konane(text in random_board(&["x", "o", "x", "o", "."], 5)) {
        Trial::new(Arc::new(BoardGame::konane())).check(&text);
    }

    #[test]
    fn larger_boards_of_amazons(text in random_board(&["x", "o", ".", "#"], 4)) {
        Trial::new(Arc::new(BoardGame::amazons())).check(&text);
    }

    #[test]
    fn larger_boards_of_nogo(text in random_board(&[".", "x", "o", ".", "#"], 3)) {
        Trial::new(Arc::new(BoardGame::nogo())).check(&text);
    }

    #[test]
    fn larger_mazes(text in random_board(&["o_", "._", ".|", "o", "#", "."], 4)) {
        Trial::new(Arc::new(Maze)).check(&text);
    }

    #[test]
    fn no_text_brings_a_reader_down(text in "\\PC{0,12}|[0-9xobrgLRE./,+#_| \n]{0,12}") {
        for rules in all_rulesets() {
            if let Ok(position) = rules.read(&text) {
                prop_assert!(rules.read(&rules.write(&position)).is_ok());
            }
        }
        for name in FAMILIES {
            if let Ok(rules) = with_parameter(name, &text) {
                let again = find_ruleset(&rules.description().name).unwrap();
                prop_assert_eq!(again.description(), rules.description());
            }
        }
    }
}

#[test]
fn long_texts_are_refused_or_read() {
    for rules in all_rulesets() {
        for unit in ["1", "1,", "b", "b/", "L", "L/", ".", "x", "x/", "1x1,", "0b1 ", "o|", "é", " "] {
            let text = unit.repeat(1 << 18);
            assert!(rules.read(&text).is_err(), "{}: {unit}", rules.description().name);
        }
    }
    for name in FAMILIES {
        for unit in ["0.7", "7", "1,", "|", ".", "…"] {
            assert!(with_parameter(name, &format!("0.{}", unit.repeat(1 << 18))).is_err());
        }
    }
}

#[test]
fn large_positions_are_handled() {
    let heaps = Heaps::octal("0.fff...").unwrap();
    let too_large = heaps.read("10000").unwrap_err().to_string();
    assert!(too_large.contains("can be at most"), "{too_large}");
    let rules: Arc<dyn Ruleset> = Arc::new(Hackenbush);
    let forms = Forms::new();
    let mut graph = PositionGraph::new(Arc::clone(&rules), Arc::clone(forms.budget()));
    let sum = graph.explore(&rules.read(&"br".repeat(100)).unwrap()).unwrap();
    assert_eq!(graph.followers(sum).len(), 200);
}

/// Whether positions of a game equal forms under normal play: `position = form; …`.
fn check_normal_play(rules: impl Ruleset + 'static, table: &str) {
    let rules: Arc<dyn Ruleset> = Arc::new(rules);
    let forms = Arc::new(Forms::new());
    let modulo = Engine::new(Arc::clone(&forms), Arc::new(NormalPlay));
    let mut graph = PositionGraph::new(Arc::clone(&rules), Arc::clone(forms.budget()));
    for line in table.split(';') {
        let (text, expected) = line.split_once('=').unwrap();
        let sum = graph.explore(&rules.read(text).unwrap()).unwrap();
        let value = graph.value(&modulo, sum, Method::AddComponents, 1).unwrap();
        let form = match expected.split_once('/') {
            Some((n, d)) => fraction(&forms, n.trim().parse().unwrap(), d.trim().parse().unwrap()),
            None => parse_form(&forms, expected.trim()).unwrap(),
        };
        assert_eq!(value, modulo.value(form).unwrap(), "{line}");
    }
}

/// The number n/d, where d is a power of two.
fn fraction(forms: &Forms, n: i64, d: i64) -> Form {
    if n % 2 == 0 && d > 1 {
        return fraction(forms, n / 2, d / 2);
    }
    if d == 1 {
        return forms.integer(n).unwrap();
    }
    forms.ordinary(&[fraction(forms, n - 1, d)], &[fraction(forms, n + 1, d)]).unwrap()
}

#[test]
fn nim_values_of_heap_games() {
    for (rules, values) in [
        (Heaps::nim(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
        (Heaps::kayles(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]),
        (Heaps::octal("0.77").unwrap(), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]),
        (Heaps::dawsons_kayles(), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]),
        (Heaps::octal("0.137").unwrap(), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]),
        (Heaps::grundys_game(), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1]),
        (Heaps::octal("4.3...").unwrap(), [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11]),
        (Heaps::subtraction("1,2,5").unwrap(), [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]),
    ] {
        let table: Vec<String> =
            values.iter().enumerate().map(|(n, value)| format!("{n} = *{value}")).collect();
        check_normal_play(rules, &table.join(";"));
    }
}

#[test]
fn partizan_subtraction_under_normal_play() {
    check_normal_play(Heaps::subtraction("1|2").unwrap(), "1 = 1; 2 = {1|0}; 3 = 0; 1,3 = 1");
    check_normal_play(Heaps::subtraction("2|3").unwrap(), "3 = *; 4 = {1|0}; 5 = 0");
}

#[test]
fn boutons_rule_for_misere_nim() {
    let mut trial = Trial::new(Arc::new(Heaps::nim()));
    for (a, b, c) in (0..=4).flat_map(|a| (a..=4).flat_map(move |b| (b..=4).map(move |c| (a, b, c)))) {
        let position = trial.rules.read(&format!("{a},{b},{c}")).unwrap();
        let form = trial.literal(&position);
        let sum_is_zero = a ^ b ^ c == 0;
        let previous_wins = if c <= 1 { !sum_is_zero } else { sum_is_zero };
        let expected = if previous_wins { Outcome::P } else { Outcome::N };
        assert_eq!(trial.forms.outcome(form), expected, "{a},{b},{c}");
    }
}

#[test]
fn hackenbush_under_normal_play() {
    check_normal_play(
        Hackenbush,
        "bbb = 3; br = 1/2; brr = 1/4; bbr = 3/2; brb = 3/4; brbrr = 9/16; brrb = 3/8; \
         bbrrb = 11/8; rb = -1/2; gg = *2; gb = {0,*|0}; gr = {0|0,*}; bg = {1|1}; \
         br/br/r = 0; 0g1 1g2 2g0 = *1; 0g1 1g2 1g3 3g4 = *4",
    );
}

#[test]
fn row_games_under_normal_play() {
    check_normal_play(
        RowGame::toppling_dominoes(),
        "LL = 2; LR = *; EEE = *3; LRL = 1/2; LRLRL = 1/4; LRLRLRL = 1/8; LLRLL = 3/2; \
         LRLLRL = 3/4; LRRL = {0|*}; LRLR = *2; LER = {1|-1}; LRRLRRL = {0|{0|{-1|0}}}; \
         LERE = {1|0,{0|-1}}",
    );
    check_normal_play(RowGame::shove(), "..L = 3; RL = 3/2; LRL = 9/4; LLR = -7/4; L.RL = 11/4; RLRL = 23/8");
    check_normal_play(RowGame::push(), "..L = 3; RL = 3/2; LRL = 15/8; R.L = 2; .RL = 7/4; RLRL = 17/8");
}

/// [Winning Ways] chapter 2: the cake is worth what the cake of half the sides is,
/// as long as both sides are at least 2.
#[test]
fn cutcake_under_normal_play() {
    fn value(rows: i64, columns: i64) -> i64 {
        match (rows, columns) {
            (1, _) => columns - 1,
            (_, 1) => 1 - rows,
            _ => value(rows / 2, columns / 2),
        }
    }
    let sizes = (1..=8).flat_map(|rows| (1..=8).map(move |columns| (rows, columns)));
    let line = |(rows, columns)| format!("{rows}x{columns} = {}", value(rows, columns));
    check_normal_play(Cutcake, &sizes.map(line).collect::<Vec<_>>().join(";"));
}

#[test]
fn boards_under_normal_play() {
    check_normal_play(
        BoardGame::konane(),
        "xo. = 1; xo.o. = 1; .xo = -1; xo.o# = 0; ..ox = 1; .ox. = *; \
         .ox./o..x/.... = {1|-1}; .oxo. = 1; .oxoxo. = 2; .xoxo. = 0; .xoxoxo. = *",
    );
    check_normal_play(
        BoardGame::amazons(),
        "x... = 3; x.o = *; .#o = 0; x...o = {2|-2}; x./o. = 0; \
         x../o.. = {1,{2|0}|-1,{0|-2}}; x.../o... = \
         {3,{4|0,{1|0,*}},{4|{0,{{0|1}|0}|{*|0}},{1|-1},{1,{2|0}|-1,{0|-2}}}\
         |-3,{0,{0,*|-1}|-4},{{{0|*}|0,{0|{-1|0}}},{1|-1},{1,{2|0}|-1,{0|-2}}|-4}}",
    );
    check_normal_play(
        BoardGame::nogo(),
        ".x. = 1; .o. = -1; .. = *; ... = {1|-1}; 1x4 = 0; 2x2 = *; 3x3 = *; 1x1 = 0",
    );
    check_normal_play(Maze, "o/./. = 2; o.. = -2; o./.# = *; o_/. = 0; 2#/.# = 2");
}

/// A board without cells is a position without moves in every game that has boards of a size.
#[test]
fn nobody_can_move_on_a_board_without_cells() {
    let mut tried = 0;
    for game in all_rulesets() {
        for size in ["1x0", "0x3"] {
            let Ok(position) = game.read(size) else { continue };
            tried += 1;
            let name = &game.description().name;
            assert!(Player::BOTH.iter().all(|&p| game.options(&position, p).is_empty()), "{name} {size}");
            assert_eq!(game.write(&position), size, "{name}");
            let mut graph = PositionGraph::new(game.clone(), Forms::new().budget().clone());
            let sum = graph.explore(&position).unwrap();
            assert_eq!(graph.form(&Forms::new(), sum).unwrap(), Form::ZERO, "{name} {size}");
        }
    }
    assert!(tried >= 6, "{tried}");
}

#[test]
fn every_game_describes_itself() {
    let games = all_rulesets();
    assert!(matches!(with_parameter("nim", "1"), Err(NoRuleset::Unknown { .. })));
    for (name, parameter, own) in
        [("octal", " .7F… | 4.0", "octal(0.7f...|4.0)"), ("subtraction", "3,1,1 | 2", "subtraction(1,3|2)")]
    {
        assert_eq!(with_parameter(name, parameter).unwrap().description().name, own);
    }
    for game in &games {
        let description = game.description();
        assert!((2..=3).contains(&description.examples.len()));
        for text in [&description.title, &description.rules, &description.source, &description.syntax] {
            assert!(!text.is_empty());
        }
        for example in &description.examples {
            game.read(example).unwrap();
        }
        let may_lie_anywhere = ["anti-clobber", "fission", "toads-and-frogs"];
        match &description.home {
            Some(home) => assert!(!home.reason.is_empty()),
            None => assert!(may_lie_anywhere.contains(&&*description.name), "{}", description.name),
        }
    }
    let mut names: Vec<&str> = games.iter().map(|game| &game.description().name[..]).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), games.len());
}

#[test]
fn bad_input_says_where_and_what() {
    let message = |rules: &dyn Ruleset, text: &str| rules.read(text).unwrap_err().to_string();
    let nim = Heaps::nim();
    for (text, expected) in [
        ("", "at character 1: expected a heap size, found the end"),
        ("3,", "at character 3: expected a heap size, found the end"),
        ("3,x", "at character 3: expected a heap size, found `x`"),
        ("3;4", "at character 2: expected `,` or the end, found `;`"),
        ("2,10001", "at character 3: a heap size can be at most 10000"),
        ("99999999999999999999", "at character 1: a heap size can be at most 10000"),
    ] {
        assert_eq!(message(&nim, text), expected);
    }
    for (text, expected) in [
        ("", "at character 1: expected a stalk of edges `b`, `r`, `g`, found the end"),
        ("bb//r", "at character 4: expected a stalk of edges `b`, `r`, `g`, found `/`"),
        ("bxr", "at character 2: expected an edge `b`, `r`, `g`, or `/`, found `x`"),
        ("0b1 2r3", "at character 5: this edge is not connected to the ground, node 0"),
        ("0b1 1", "at character 6: expected a colour `b`, `r` or `g`, found the end"),
        ("0b 1r2", "at character 3: expected the number of a node, found ` `"),
        ("0b10000", "at character 3: the number of a node can be at most 9999"),
    ] {
        assert_eq!(message(&Hackenbush, text), expected);
    }
    for (text, expected) in [
        ("LX", "at character 2: expected `L`, `R`, `E` or `/`, found `X`"),
        ("", "at character 1: expected a row of `L`, `R`, `E`, found the end"),
    ] {
        assert_eq!(message(&RowGame::toppling_dominoes(), text), expected);
    }
    assert_eq!(message(&RowGame::shove(), "L-"), "at character 2: expected `L`, `R`, `.` or `/`, found `-`");
    for (text, expected) in [
        ("2x", "at character 3: expected a number of columns, found the end"),
        ("2,3", "at character 2: expected `x`, found `,`"),
        ("0x3", "at character 1: a cake has at least one row and one column"),
    ] {
        assert_eq!(message(&Cutcake, text), expected);
    }
    assert_eq!(message(&BoardGame::nogo(), "xo"), "at character 1: a group of stones has no liberty");
    for (text, expected) in [
        ("_o", "at character 1: expected a cell `.`, `o`, `2`, `#`, found `_`"),
        ("o./.", "at character 4: row 2 has 1 cells and the first row has 2: all rows must be equally long"),
        ("99", "at character 1: there are 18 tokens: write at most 9"),
        ("", "at character 1: expected a cell `.`, `o`, `2`, `#`, found the end"),
    ] {
        assert_eq!(message(&Maze, text), expected);
    }
}

#[test]
fn bad_parameters_say_where_and_what() {
    for (name, parameter, expected) in [
        ("octal", "77", "at character 1: an octal code has a point after its first digit"),
        ("octal", "0.7x", "at character 4: expected a digit (0 to 9, a to f), found `x`"),
        ("octal", "3.7", "at character 1: before the point there can only be 0, 4, 8 or c"),
        ("octal", "0.", "at character 3: expected a digit (0 to 9, a to f), found the end"),
        ("octal", "0.|0.3", "at character 3: expected a digit (0 to 9, a to f), found `|`"),
        ("octal", "0.3|", "at character 5: an octal code has a point after its first digit"),
        ("subtraction", "", "at character 1: expected a number to take, found the end"),
        ("subtraction", "1,0", "at character 3: a move takes at least 1"),
        ("subtraction", "1|2|3", "at character 4: expected `,` or the end, found `|`"),
        ("subtraction", "|2", "at character 1: expected a number to take, found `|`"),
    ] {
        let Err(NoRuleset::BadParameter { error, .. }) = with_parameter(name, parameter) else {
            panic!("{name}({parameter})")
        };
        assert_eq!(error.to_string(), expected);
    }
}
