//! Proofs claim what was asked and answered, and nothing else.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere::data::Datum;
use misere::{Error, Game, Modulus, Outcome, Question, Relation, Workspace};

const MODULI: [&str; 8] = ["M", "D", "E", "B", "N", "I", "D(-1)", "D(-2,{.|-1,0})"];

fn question(name: &str, g: &Game) -> Question {
    Question::new(name).unwrap().with("g", g).unwrap()
}

/// Whether the proof of the right answer is accepted as one of this answer.
fn proves(modulus: &Modulus, question: &Question, answer: &[Datum]) -> bool {
    let answer = question.answer(answer.to_vec()).expect("an answer of the right kinds");
    match modulus.prove_answer(question, &answer) {
        Ok(_) => true,
        Err(Error::Rejected(_)) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn relations_claim_what_was_asked_and_answered_and_nothing_else() {
    let work = Workspace::new();
    let games = ["0", "1", "-1", "*"].map(|text| work.game(text).unwrap());
    for name in MODULI {
        let modulus = work.modulo(name).unwrap();
        for g in &games {
            for h in &games {
                let Ok(answer) = modulus.compare(g, h) else {
                    assert_eq!(name, "I");
                    continue;
                };
                let asked = question("compare", g).with("h", h).unwrap();
                for other in [Relation::Less, Relation::Equal, Relation::Greater, Relation::Incomparable] {
                    // Modulo I there is no order, and everything unequal is shown alike.
                    let is_same = other == answer
                        || !modulus.has_order() && (other == Relation::Equal) == (answer == Relation::Equal);
                    // Of a game and itself one direction says it all.
                    let is_same = is_same || g == h && other == Relation::Greater && modulus.has_order();
                    assert_eq!(proves(&modulus, &asked, &[other.into()]), is_same, "{g} {h} {name}");
                }
                assert!(asked.answer(vec![true.into()]).is_none());
                let another = question("dicot", g).answer(vec![true.into()]).unwrap();
                assert!(matches!(modulus.prove_answer(&asked, &another), Err(Error::Rejected(_))));
            }
        }
    }
}

#[test]
fn other_proofs_claim_what_was_asked_and_answered() {
    let work = Workspace::new();
    for text in ["0", "1", "-1", "*", "{0,*|*}", "{.|0,1}", "*2", "{*,-1|0}"] {
        let g = work.game(text).unwrap();
        for name in ["M", "D", "E", "B", "D(-1)"] {
            let modulus = work.modulo(name).unwrap();
            let invertible = modulus.invertibility(&g).unwrap();
            let asked = question("invertible", &g);
            let own = modulus.ask(&asked).unwrap();
            let games =
                [Some(g.conjugate().unwrap()), invertible.inverse, Some(work.game("{2|-2}").unwrap())];
            let inverses = games.into_iter().flatten().map(Datum::from).chain([Datum::Nothing]);
            let ranks = [Datum::Nothing, work.ask(&question("rank", &g)).unwrap().fields()[0].clone()];
            for inverse in inverses {
                for (bits, rank) in (0..12).flat_map(|bits| ranks.clone().map(|rank| (bits, rank))) {
                    let holds = [Datum::Nothing, true.into(), false.into()][bits / 4].clone();
                    let [in_monoid, cancels] = [bits & 1 > 0, bits & 2 > 0].map(Datum::from);
                    let answer = [holds, inverse.clone(), in_monoid, cancels, rank];
                    let is_right = answer == own.fields();
                    assert_eq!(proves(&modulus, &asked, &answer), is_right, "{g} modulo {name}");
                }
            }
            let simplest = modulus.simplest(&g).unwrap();
            let other = work.game("{2|-2}").unwrap();
            for (answer, right) in [(simplest, true), (other, false)] {
                assert_eq!(proves(&modulus, &question("simplest", &g), &[answer.into()]), right);
            }
            let strong = modulus.strong(&g).unwrap();
            for answer in [[false, false], [false, true], [true, false], [true, true]] {
                assert_eq!(
                    proves(&modulus, &question("strong", &g), &answer.map(Datum::from)),
                    answer == strong
                );
            }
        }
    }
    let star = question("outcome", &work.game("*").unwrap());
    let [right, wrong] = [Outcome::P, Outcome::N].map(|outcome| star.answer(vec![outcome.into()]).unwrap());
    assert!(work.prove_answer(&star, &right).is_ok());
    let wrong = work.prove_answer(&star, &wrong);
    assert!(matches!(wrong, Err(Error::Rejected(_))));
}
