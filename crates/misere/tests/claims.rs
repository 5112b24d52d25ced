//! What certificates claim: what was asked and answered, and nothing else.

use misere::check::{Certificate, Outcome, Player, Statement, check};
use misere::{Form, Relation, UniverseName, Workspace, states};

const MODULI: [&str; 8] = ["M", "D", "E", "B", "N", "I", "D(-1)", "D(-2,{.|-1,0})"];

/// What a certificate of a relation has to claim.
fn relation(g: Form, h: Form, relation: Relation, modulus: &UniverseName) -> Vec<Statement<Form>> {
    let claim = |g, h, holds| if holds { Statement::Ge(g, h) } else { Statement::NotGe(g, h) };
    let equal = relation == Relation::Equal;
    match modulus {
        UniverseName::I if equal => vec![Statement::Equal(g, h)],
        UniverseName::I => vec![Statement::NotEqual(g, h)],
        _ => vec![
            claim(g, h, equal || relation == Relation::Greater),
            claim(h, g, equal || relation == Relation::Less),
        ],
    }
}

fn accepted(certificate: Certificate) -> Certificate {
    check(&certificate).expect("the checker accepts the certificate");
    certificate
}

#[test]
fn relations_claim_what_was_asked_and_answered_and_nothing_else() {
    let work = Workspace::new();
    let forms = ["0", "1", "-1", "*"].map(|text| work.read(text).unwrap());
    for name in MODULI {
        let modulus = work.read_modulus(name).unwrap();
        for g in forms {
            for h in forms {
                let Ok(answer) = work.compare(g, h, &modulus) else {
                    assert_eq!(name, "I");
                    continue;
                };
                let certificate = accepted(work.certify_relation(g, h, &modulus).unwrap());
                let says = |modulus: &_, claims: &[_]| states(&work, &certificate, modulus, claims).unwrap();
                let expected = relation(g, h, answer, &modulus);
                assert!(says(&modulus, &expected), "{g:?} {h:?} {name}");
                for wrong in [Relation::Less, Relation::Equal, Relation::Greater, Relation::Incomparable] {
                    let claims = relation(g, h, wrong, &modulus);
                    assert_eq!(says(&modulus, &claims), claims == expected, "{g:?} {h:?} {name}");
                }
                for other in forms.into_iter().filter(|&other| other != g) {
                    assert!(!says(&modulus, &relation(other, h, answer, &modulus)));
                }
                for other in MODULI.into_iter().filter(|&other| other != name) {
                    assert!(!says(&work.read_modulus(other).unwrap(), &expected));
                }
                assert!(!says(&modulus, &[]));
                let mut more = expected.clone();
                more.push(Statement::Member(g));
                assert!(!says(&modulus, &more));
                more.pop();
                more.dedup();
                assert!(says(&modulus, &more));
                if more.len() > 1 && more[1..] != more[..1] && g != h {
                    assert!(!says(&modulus, &more[1..]));
                }
            }
        }
    }
}

#[test]
fn other_certificates_claim_what_was_asked_and_answered() {
    let work = Workspace::new();
    for text in ["0", "1", "-1", "*", "{0,*|*}", "{.|0,1}", "*2"] {
        let g = work.read(text).unwrap();
        for name in ["M", "D", "E", "B", "D(-1)"] {
            let modulus = work.read_modulus(name).unwrap();
            let says = |certificate: Certificate, claims: &[_]| {
                states(&work, &accepted(certificate), &modulus, claims).unwrap()
            };
            let invertible = work.is_invertible(g, &modulus).unwrap();
            let (claim, wrong) = (Statement::Invertible(g), Statement::NotInvertible(g));
            let (claim, wrong) = if invertible { (claim, wrong) } else { (wrong, claim) };
            assert!(says(work.certify_invertible(g, &modulus).unwrap(), &[claim]));
            assert!(!says(work.certify_invertible(g, &modulus).unwrap(), &[wrong]));

            let k = work.simplest(g, &modulus).unwrap();
            assert!(says(work.certify_simplest(g, &modulus).unwrap(), &[Statement::Simplest(g, k)]));
            let wrong = Statement::Simplest(k, g);
            assert_eq!(says(work.certify_simplest(g, &modulus).unwrap(), &[wrong]), g == k);

            let strong = work.strong(g, &modulus).unwrap();
            let claims = |strong: [bool; 2]| {
                [(Player::Left, strong[0]), (Player::Right, strong[1])].map(|(p, strong)| {
                    if strong { Statement::Strong(g, p) } else { Statement::NotStrong(g, p) }
                })
            };
            assert!(says(work.certify_strength(g, &modulus).unwrap(), &claims(strong)));
            let wrong = [!strong[0], strong[1]];
            assert!(!says(work.certify_strength(g, &modulus).unwrap(), &claims(wrong)));
        }
    }
    let (star, m) = (work.read("*").unwrap(), UniverseName::M);
    let certificate = work.certify_outcome(star);
    assert_eq!(states(&work, &certificate, &m, &[Statement::Outcome(star, Outcome::P)]), Ok(true));
    assert_eq!(states(&work, &certificate, &m, &[Statement::Outcome(star, Outcome::N)]), Ok(false));
}
