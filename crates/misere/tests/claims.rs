//! What proofs claim: what was asked and answered, and nothing else.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere::{Answer, Error, Game, Invertibility, Modulus, Outcome, Question, Relation, Workspace};

const MODULI: [&str; 8] = ["M", "D", "E", "B", "N", "I", "D(-1)", "D(-2,{.|-1,0})"];

fn question(name: &str, g: &Game) -> Question {
    Question::new(name).unwrap().with("g", g).unwrap()
}

/// Whether the proof of the right answer is accepted as one of this answer.
fn proves(modulus: &Modulus, question: &Question, answer: Answer) -> bool {
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
                    // Modulo I there is no order, and all that is not equal is told alike.
                    let is_same = other == answer
                        || !modulus.has_order() && (other == Relation::Equal) == (answer == Relation::Equal);
                    // Of a game and itself one direction says it all.
                    let is_same = is_same || g == h && other == Relation::Greater && modulus.has_order();
                    assert_eq!(proves(&modulus, &asked, Answer::Relation(other)), is_same, "{g} {h} {name}");
                }
                assert!(!proves(&modulus, &asked, Answer::Boolean(true)));
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
            let other = Some(work.game("{2|-2}").unwrap());
            for cancels in [true, false] {
                for element in [None, Some(g.clone()), other.clone()] {
                    for inverse in
                        [None, Some(g.conjugate().unwrap()), invertible.inverse.clone(), other.clone()]
                    {
                        for none_up_to in [None, Some(2)] {
                            let answer = Invertibility {
                                cancels,
                                element: element.clone(),
                                inverse: inverse.clone(),
                                none_up_to,
                                ..invertible.clone()
                            };
                            let right = answer == invertible;
                            let asked = question("invertible", &g);
                            let answer = Answer::Invertibility(Box::new(answer));
                            assert_eq!(proves(&modulus, &asked, answer), right, "{g} modulo {name}");
                        }
                    }
                }
            }
            let simplest = modulus.simplest(&g).unwrap();
            let other = work.game("{2|-2}").unwrap();
            for (answer, right) in [(simplest, true), (other, false)] {
                assert_eq!(proves(&modulus, &question("simplest", &g), Answer::Game(Some(answer))), right);
            }
            let strong = modulus.strong(&g).unwrap();
            for answer in [[false, false], [false, true], [true, false], [true, true]] {
                assert_eq!(
                    proves(&modulus, &question("strong", &g), Answer::Players(answer)),
                    answer == strong
                );
            }
        }
    }
    let star = question("outcome", &work.game("*").unwrap());
    assert!(work.prove_answer(&star, &Answer::Outcome(Some(Outcome::P))).is_ok());
    let wrong = work.prove_answer(&star, &Answer::Outcome(Some(Outcome::N)));
    assert!(matches!(wrong, Err(Error::Rejected(_))));
}
