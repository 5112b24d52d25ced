//! Classes of games born by a day: listed, ordered, counted.

use misere::Workspace;

#[test]
fn a_census_of_one_universe_modulo_another() {
    let work = Workspace::new();
    let read = |name: &str| work.modulo(name).unwrap();
    for (day, modulus, of, classes) in [
        (2, "E", "E", 196),
        (2, "D({|-1,0})", "D({|-1,0})", 196),
        (2, "D(-1)", "D(-1)", 194),
        (2, "D", "D", 9),
        (2, "B", "B", 220),
        (2, "M", "M", 256),
        (2, "D", "M", 193),
        (2, "E", "M", 204),
        (2, "N", "M", 22),
        (4, "I", "I", 22),
        (3, "I", "I", 5),
        (2, "M", "D", 10),
    ] {
        let census = read(modulus).census(day, Some(&read(of))).unwrap();
        assert_eq!(census.classes.len(), classes, "{of} modulo {modulus}");
    }
}

#[test]
fn what_cannot_be_listed_is_refused_with_a_reason() {
    let work = Workspace::new();
    let read = |name: &str| work.modulo(name).unwrap();
    let refusal = |day: u32, modulus: &str, of: &str| match read(modulus).census(day, Some(&read(of))) {
        Ok(_) => panic!("{of} by day {day} should be refused"),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        refusal(3, "E", "E"),
        "E has more than 2^463 games born by day 3; a census of E goes to day 2"
    );
    assert!(refusal(4, "D", "D").starts_with("D has more than 2^2093059 games born by day 4"));
    assert!(refusal(5, "I", "I").starts_with("I has more than 2^65535 games"));
    assert_eq!(
        refusal(1, "N", "N"),
        "no games for N: normal play is about all games: ask for the games of M"
    );
    assert!(refusal(1, "I", "M").starts_with("modulo I only impartial games are compared"));
    assert!(read("I").census(1, None).unwrap().order().is_err());
}

#[test]
fn the_hasse_diagram_of_day_two() {
    let work = Workspace::new();
    let e = work.modulo("E").unwrap();
    let census = e.census(2, None).unwrap();
    let order = census.order().unwrap();
    let hasse = census.hasse(&order).unwrap();
    assert_eq!((hasse.labels().len(), hasse.order().covers().len()), (196, 672));
    for (above, below) in hasse.order().covers() {
        let [g, h] = [above, below].map(|place| &census.classes[place].form);
        assert_eq!(e.compare(g, h).unwrap(), misere::Relation::Greater);
    }
}

#[test]
fn counts_by_day_3_that_are_known() {
    let work = Workspace::new();
    let read = |name: &str| work.modulo(name).unwrap();
    let count =
        |day, modulus: &str, of: &str| read(modulus).count(day, Some(&read(of)), &|_| ()).unwrap().classes;
    for (day, modulus, of, classes) in [
        (3, "D", "D", 1268_u32),
        (3, "M", "D", 7541),
        (2, "E", "E", 196),
        (2, "D", "M", 193),
        (5, "I", "I", 4_171_780),
    ] {
        assert_eq!(count(day, modulus, of), classes.into(), "{day} {modulus} {of}");
    }
}

#[test]
fn what_cannot_be_counted_is_refused() {
    let work = Workspace::new();
    let read = |name: &str| work.modulo(name).unwrap();
    assert!(read("E").count(4, None, &|_| ()).is_err());
    assert!(read("E").count(3, Some(&read("I")), &|_| ()).is_err());
    assert!(read("D(-1)").count_invertible(3, &|_| ()).is_err());
}
