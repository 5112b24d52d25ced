//! Certificates of quotients: what is accepted, and what each rejection is about.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::Cell;

use misere_check::{
    Certificate, Limits, MAX_ORDER, Meter, QuotientCertificate, QuotientStatement, QuotientWords, Rejection,
    Theorem, Unmetered, check_quotient, check_quotient_within,
};

/// Nim with heaps of 1 and 2, written down: ⟨a,b | a²=1, b³=b⟩ with elements 1, a, b, ab, b², ab².
const NIM: &str = r#"{"format":"misere-quotient","version":1,"letters":{"impartial":[[[]],[[],[1]]]},
 "quotient":{"finite":{"actions":[[1,0,3,2,5,4],[2,3,4,5,2,3]],"outcomes":"NPNNPN"}},"images":[1,2],
 "claims":[{"order":6},{"count":["P",2]},{"equal":[[2,2,2],[2]]},{"separated":[[2,2],[],[]]},{"outcome":[[1,2],"N"]},
 {"image":[[1,1],0]}]}"#;

/// The code 0.333 has this quotient too; the claim is about all heaps.
const CODE: &str = r#"{"format":"misere-quotient","version":1,"letters":{"code":"0.333"},
 "quotient":{"finite":{"actions":[[1,0,3,2,5,4],[2,3,4,5,2,3]],"outcomes":"NPNNPN"}},"images":[1,2,3,0,1,2,3],
 "whole":{"period":4,"preperiod":0},"claims":[{"order":6},{"equal":[[1000,1],[1]]}]}"#;

/// 1 and −1.
const INTEGERS: &str = r#"{"format":"misere-quotient","version":1,"letters":{"partizan":[[[[]],[]],[[],[[]]]]},
 "quotient":{"integers":{"below":"L","from":0,"middle":"N","above":"R"}},"images":[1,-1],
 "claims":["infinite",{"equal":[[1,2],[]]},{"outcome":[[1,1,2],"R"]}]}"#;

fn judged(json: &str) -> Result<Vec<Theorem>, Rejection> {
    let certificate = QuotientCertificate::from_json(json.as_bytes())?;
    check_quotient(&certificate).map(|accepted| accepted.relies_on)
}

#[test]
fn true_certificates_are_accepted() {
    assert_eq!(judged(NIM), Ok(vec![Theorem::QuietSets]));
    assert_eq!(judged(CODE), Ok(vec![Theorem::QuietSets, Theorem::PeriodicQuotient]));
    assert_eq!(judged(INTEGERS), Ok(vec![Theorem::QuietSets, Theorem::QuotientOfPart]));
}

#[test]
fn each_error_is_named() {
    type Is = fn(&Rejection) -> bool;
    let cases: [(&str, &str, &str, Is); 19] = [
        (NIM, "misere-quotient", "misere-certificate", |r| *r == Rejection::WrongFormat),
        (NIM, r#""version":1"#, r#""version":2"#, |r| matches!(r, Rejection::UnknownVersion { version: 2 })),
        (NIM, r#""images":[1,2]"#, r#""images":[1,6]"#, |r| *r == Rejection::BadTable),
        (NIM, r#""images":[1,2]"#, r#""images":[1]"#, |r| *r == Rejection::BadTable),
        (NIM, "NPNNPN", "LPNNPN", |r| *r == Rejection::BadTable),
        (NIM, "[2,3,4,5,2,3]", "[2,3,4,5,3,3]", |r| matches!(r, Rejection::NotCommuting { .. })),
        (NIM, "[2,3,4,5,2,3]", "[1,0,3,2,5,4]", |r| matches!(r, Rejection::NotReached { .. })),
        (NIM, r#""images":[1,2]"#, r#""images":[1,1]"#, |r| matches!(r, Rejection::OptionWins { letter: 2 })),
        (NIM, "NPNNPN", "PPNNPN", |r| {
            matches!(r, Rejection::NoOptionLoses { .. } | Rejection::OptionWins { .. })
        }),
        (NIM, "NPNNPN", "NNNNPN", |r| matches!(r, Rejection::NoOptionWins { .. })),
        (NIM, "[[],[1]]", "[[],[2]]", |r| matches!(r, Rejection::LetterOutOfOrder { letter: 2, named: 2 })),
        (NIM, r#"{"order":6}"#, r#"{"order":7}"#, |r| matches!(r, Rejection::FalseClaim { claim: 0 })),
        (NIM, r#"[[1,1],0]"#, r#"[[1,3],0]"#, |r| matches!(r, Rejection::NoSuchLetter { letter: 3 })),
        (CODE, "0.333", "0.3x3", |r| matches!(r, Rejection::BadCode { error } if error.place == 3)),
        (CODE, "[1,2,3,0,1,2,3]", "[1,2,3,0,1,2]", |r| matches!(r, Rejection::TooFewHeaps { wanted: 7 })),
        (CODE, r#""period":4"#, r#""period":3"#, |r| matches!(r, Rejection::NotPeriodic { .. })),
        (CODE, r#""preperiod":0"#, r#""preperiod":1"#, |r| *r == Rejection::NotLeast { what: "preperiod" }),
        (INTEGERS, r#""images":[1,-1]"#, r#""images":[1,1]"#, |r| matches!(r, Rejection::NotReached { .. })),
        (INTEGERS, r#""middle":"N""#, r#""middle":"P""#, |r| matches!(r, Rejection::OptionWins { .. })),
    ];
    for (json, from, to, is) in cases {
        let changed = json.replacen(from, to, 1);
        assert_ne!(changed, json);
        let rejection = judged(&changed).unwrap_err();
        assert!(is(&rejection), "{from} → {to}: {rejection}");
    }
    assert!(judged(&NIM[..NIM.len() - 9]).is_err());
    let twice = CODE.replace(r#""period":4"#, r#""period":8"#);
    assert!(judged(&twice).is_err());
    let none = INTEGERS.replace(r#""claims":["infinite","#, r#""claims":[{"order":3},"#);
    assert_eq!(judged(&none), Err(Rejection::FalseClaim { claim: 0 }));
}

/// All tables of at most three elements with one generator, for the letter *: a table is
/// accepted only if it is the quotient.
#[test]
fn small_tables_are_accepted_for_nim_only_where_they_are_right() {
    let mut accepted = Vec::new();
    for order in 1..=3_u16 {
        let tables = (order as u32).pow(order.into());
        for table in 0..tables {
            let row: Vec<u16> = (0..order)
                .map(|x| (table / u32::from(order).pow(x.into()) % u32::from(order)) as u16)
                .collect();
            for outcomes in 0..1 << order {
                let outcomes: String =
                    (0..order).map(|x| if outcomes >> x & 1 == 1 { 'N' } else { 'P' }).collect();
                for image in 0..order {
                    let json = format!(
                        r#"{{"format":"misere-quotient","version":1,"letters":{{"impartial":[[[]]]}},"quotient":{{"finite":{{"actions":[{row:?}],"outcomes":"{outcomes}"}}}},"images":[{image}],"claims":[{{"order":{order}}}]}}"#
                    );
                    if judged(&json).is_ok() {
                        accepted.push((row.clone(), outcomes.clone(), image));
                    }
                }
            }
        }
    }
    // Sums of * have the outcomes P and N in turn.
    assert_eq!(accepted, [(vec![1, 0], "NP".to_owned(), 1)]);
}

#[test]
fn the_checker_of_other_certificates_refuses_the_format() {
    assert_eq!(Certificate::from_json(NIM.as_bytes()), Err(Rejection::WrongFormat));
}

#[test]
fn claims_are_put_into_words() {
    let words = |json: &str| {
        let certificate = QuotientCertificate::from_json(json.as_bytes()).unwrap();
        let words = QuotientWords::new(&certificate);
        certificate.claims.iter().map(|claim| words.statement(claim)).collect::<Vec<_>>()
    };
    let nim = "1 = {0}, 2 = {0,1}";
    assert_eq!(
        words(NIM),
        [
            format!("the quotient of {nim} has order 6"),
            format!("the quotient of {nim} has 2 elements with outcome P"),
            format!("3·2 ≡ 2 modulo {nim}"),
            format!("2 + 2 ≢ 0 modulo {nim}, by 0"),
            format!("1 + 2 has outcome N in {nim}"),
            format!("1 + 1 has the image 0 in the quotient of {nim}"),
        ]
    );
    assert_eq!(words(INTEGERS)[0], "the quotient of 1 = {0|}, 2 = {|0} is infinite");
}

/// A meter that says yes a number of times.
struct Patience(Cell<usize>);

impl Meter for Patience {
    fn may_go_on(&self, _bytes: usize) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }
}

#[test]
fn a_check_that_is_ended_is_not_finished() {
    let certificate = QuotientCertificate::from_json(CODE.as_bytes()).unwrap();
    let limits = Limits { work: 100, ..Limits::default() };
    let verdict = check_quotient_within(&certificate, &limits, &Unmetered);
    assert_eq!(verdict, Err(Rejection::TooMuchWork { limit: 100 }));
    let json = CODE.as_bytes();
    let verdict = QuotientCertificate::from_json_within(json, &Patience(Cell::new(0)));
    assert_eq!(verdict, Err(Rejection::NotFinished));
    // A cyclic group is large enough for the meter to be asked.
    let large = QuotientCertificate::from_json(cyclic(600).as_bytes()).unwrap();
    let verdict = check_quotient_within(&large, &Limits::default(), &Patience(Cell::new(0)));
    assert_eq!(verdict, Err(Rejection::NotFinished));
}

/// A cyclic group with one loss, for letters of all sizes.
fn cyclic(order: usize) -> String {
    let row: Vec<usize> = (0..order).map(|x| (x + 1) % order).collect();
    let outcomes = "N".repeat(order - 1) + "P";
    let images: Vec<usize> = (1..200).map(|x| x % order).collect();
    format!(
        r#"{{"format":"misere-quotient","version":1,"letters":{{"code":"0.0000f"}},"quotient":{{"finite":{{"actions":[{row:?}],"outcomes":"{outcomes}"}}}},"images":{images:?},"claims":[{{"order":{order}}}]}}"#
    )
}

#[test]
fn hostile_certificates_are_rejected_within_the_limits() {
    assert!(judged(&cyclic(MAX_ORDER + 1)).is_err());
    assert!(judged(&cyclic(3_000)).is_err());
    let deep = NIM.replace("[[],[1]]", &("[".repeat(1 << 20) + &"]".repeat(1 << 20)));
    assert!(matches!(judged(&deep), Err(Rejection::Malformed { .. })));
    let many = vec!["0"; 1_100_000].join(",");
    let long = CODE.replace("[1,2,3,0,1,2,3]", &format!("[{many}]"));
    assert!(matches!(judged(&long), Err(Rejection::TooLarge { what: "letters", .. })));
    // Three heaps of a large one are many options.
    let many = vec!["0"; 100_000].join(",");
    let heaps = CODE.replace("0.333", "8.0").replace("[1,2,3,0,1,2,3]", &format!("[{many}]"));
    assert!(judged(&heaps).is_err());
    for huge in ["2147483647", "-2147483648"] {
        let far = INTEGERS.replace("[1,-1]", &format!("[1,{huge}]"));
        assert!(matches!(judged(&far), Err(Rejection::TooLarge { .. })), "{huge}");
        let from = INTEGERS.replace(r#""from":0"#, &format!(r#""from":{huge}"#));
        assert_eq!(judged(&from), Err(Rejection::BadTable));
    }
    let periods = INTEGERS.replace(r#""L""#, &format!(r#""{}""#, "L".repeat(997)));
    let periods = periods.replace(r#""above":"R""#, &format!(r#""above":"{}""#, "R".repeat(991)));
    assert!(matches!(judged(&periods), Err(Rejection::TooLarge { .. })));
    assert!(matches!(
        judged(&CODE.replace(r#""period":4"#, r#""period":4294967295"#)),
        Err(Rejection::NoPeriodicity)
    ));
}

#[test]
fn statements_are_read_as_written() {
    for claim in [
        QuotientStatement::Infinite,
        QuotientStatement::Order(3),
        QuotientStatement::Separated(vec![1], vec![], vec![2, 2]),
    ] {
        let certificate = QuotientCertificate::from_json(NIM.as_bytes()).unwrap();
        let certificate = QuotientCertificate { claims: vec![claim], ..certificate };
        assert_eq!(QuotientCertificate::from_json(certificate.to_json().as_bytes()).unwrap(), certificate);
    }
}
