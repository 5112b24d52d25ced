//! Inverses by their definition: some game H *of the universe* has G + H ≡ 0.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may panic and print")]

use std::collections::HashMap;
use std::sync::Arc;

use fastrand::Rng;
use misere_core::{Engine, Explainer, Form, Forms, Inverse, Player, Relation, Settings};

use misere_twin::{Asked, Kind, Name, Play, Twin, accept, random_form, store};

/// The games of a universe of rank at most 2.
fn games_of(name: Name, forms: &Arc<Forms>) -> Vec<Form> {
    let engine = name.engine(forms, Settings::default());
    forms.born_by(2).unwrap().into_iter().filter(|&g| engine.contains(g)).collect()
}

/// Who wins when either player starts, by play and by nothing else.
fn winners(play: &mut Play, forms: &Forms, g: Form, x: Form) -> [bool; 2] {
    Player::BOTH.map(|p| play.wins_first(forms, g, x, p))
}

/// A judge of G + H ≡ 0 that plays and compares literally, with no value of the engine; but modulo
/// B the twin plays with ends that are known for forms of rank at most 4, and the engine compares
/// larger ones.
struct Judge {
    forms: Arc<Forms>,
    engine: Asked,
    twin: Twin,
    play: Play,
    games: Vec<Form>,
}

impl Judge {
    fn new(name: Name, forms: &Arc<Forms>) -> Judge {
        let games = games_of(name, forms);
        let engine = name.engine(forms, Settings::default());
        Judge { forms: forms.clone(), engine, twin: Twin::new(name, forms), play: Play::default(), games }
    }

    /// Whether G + H ≡ 0, by the comparison of literal forms.
    fn is_zero(&mut self, g: Form, h: Form) -> bool {
        // Whoever is strong wins moving first.
        let wins = winners(&mut self.play, &self.forms, g, h);
        if wins != [true, true] {
            return false;
        }
        let sum = self.forms.sum(g, h).unwrap();
        if self.twin.name == Name::B && self.forms.rank(sum) > 4 {
            return self.engine.relation(sum, Form::ZERO) == Relation::Equal;
        }
        self.twin.ge(sum, Form::ZERO) && self.twin.ge(Form::ZERO, sum)
    }

    /// Whether no game X of rank at most 2 of the universe separates G + H from 0.
    fn is_zero_in_play(&mut self, g: Form, h: Form) -> bool {
        let sum = self.forms.sum(g, h).unwrap();
        let (forms, play) = (&self.forms, &mut self.play);
        self.games.iter().all(|&x| winners(play, forms, sum, x) == winners(play, forms, Form::ZERO, x))
    }
}

/// How many of the forms have an inverse, have none, and are not decided, among those that equal a
/// game of the universe and among the others.
type Counts = [[usize; 3]; 2];

/// Asks about forms, and looks for another answer among the games of rank at most 2 and others.
fn asked_and_judged(name: Name, forms: &Arc<Forms>, some: &[Form], others: &[Form]) -> Counts {
    let engine = Arc::new(Engine::new(forms.clone(), name.universe(forms)));
    let explainer = Explainer::new(engine.clone()).unwrap();
    let mut judge = Judge::new(name, forms);
    let games = judge.games.clone();
    let mut counts = Counts::default();
    for &g in some {
        let found = engine.inversion(g).unwrap();
        let outside = usize::from(found.element.is_none());
        if let Inverse::Is(h) = found.inverse {
            counts[outside][0] += 1;
            assert!(engine.contains(h).unwrap(), "{name:?} {g:?} {h:?}");
            assert!(judge.is_zero(g, h), "{name:?} {g:?} {h:?}");
            assert!(judge.is_zero_in_play(g, h), "{name:?} {g:?} {h:?}");
            if found.element.is_none() {
                accept(&explainer.inverse(g, h).unwrap());
            }
            continue;
        }
        let rank = match found.inverse {
            Inverse::NoneUpTo(rank) => rank,
            _ => u32::MAX,
        };
        counts[outside][if rank == u32::MAX { 1 } else { 2 }] += 1;
        for &h in games.iter().chain(others).filter(|&&h| forms.rank(h) <= rank) {
            assert!(!judge.is_zero(g, h), "{name:?} {g:?} has the inverse {h:?}");
        }
    }
    counts
}

/// Random games of a universe, larger than those that are examined one by one.
fn larger_games(name: Name, forms: &Arc<Forms>, number: usize) -> Vec<Form> {
    let engine = name.engine(forms, Settings::default());
    let kind = match name {
        Name::M => Kind::Arbitrary,
        Name::B => Kind::Blocking,
        Name::D => Kind::Dicot,
        _ => Kind::DeadEnding,
    };
    let mut random = Rng::with_seed(29);
    let games = std::iter::repeat_with(|| random_form(forms, &mut random, kind, 3));
    games.filter(|&h| forms.rank(h) == 3 && engine.contains(h)).take(number).collect()
}

/// All 256 forms of rank at most 2. An answer that is not known: modulo the universes of dead ends
/// there are games that make 0 with {·|1̄,*} modulo D, and also beside integers, but none was found
/// that does modulo the universe.
#[test]
fn inverses_are_found_exactly_where_there_are_some() {
    let forms = store();
    let all = forms.born_by(2).unwrap();
    let expected: [(Name, Counts); 8] = [
        (Name::M, [[1, 255, 0], [0, 0, 0]]),
        (Name::B, [[72, 184, 0], [0, 0, 0]]),
        (Name::E, [[64, 174, 0], [0, 18, 0]]),
        (Name::D, [[27, 1, 0], [11, 217, 0]]),
        (Name::Integers, [[65, 171, 0], [0, 18, 2]]),
        (Name::Domineering, [[64, 174, 0], [0, 16, 2]]),
        (Name::Terminable, [[65, 171, 0], [0, 18, 2]]),
        (Name::Mixed, [[64, 174, 0], [0, 16, 2]]),
    ];
    for (name, expected) in expected {
        let others = larger_games(name, &forms, 100);
        assert_eq!(asked_and_judged(name, &forms, &all, &others), expected, "{name:?}");
    }
}

/// Random forms of rank 3, tombstones among them.
#[test]
fn inverses_of_larger_forms_are_judged_too() {
    let forms = store();
    for name in Name::ALL {
        let mut random = Rng::with_seed(7);
        let mut some = Vec::new();
        for kind in [Kind::Arbitrary, Kind::Augmented, Kind::Blocking] {
            some.extend((0..12).map(|_| random_form(&forms, &mut random, kind, 3)));
        }
        let others = larger_games(name, &forms, 30);
        let counts = asked_and_judged(name, &forms, &some, &others);
        println!("{name:?}: inverse, none, not decided: {counts:?}");
    }
}

/// Of the dicots of rank 3, all that have at most two options a side, made of the dicots of rank 2:
/// none is an inverse of a form that is said to have none.
#[test]
fn no_dicot_of_rank_3_is_an_inverse_where_there_is_none() {
    let forms = store();
    let dicots = games_of(Name::D, &forms);
    let mut sides: Vec<Vec<Form>> = dicots.iter().map(|&a| vec![a]).collect();
    for (at, &a) in dicots.iter().enumerate() {
        sides.extend(dicots[..at].iter().map(|&b| vec![a, b]));
    }
    let mut others = Vec::new();
    for left in &sides {
        others.extend(sides.iter().map(|right| forms.ordinary(left, right).unwrap()));
    }
    let engine = Engine::new(forms.clone(), Name::D.universe(&forms));
    let all = forms.born_by(2).unwrap();
    let some: Vec<Form> =
        all.into_iter().filter(|&g| engine.inversion(g).unwrap().element.is_none()).collect();
    assert_eq!(others.len(), 3025);
    assert_eq!(asked_and_judged(Name::D, &forms, &some, &others)[1], [11, 217, 0]);
}

/// {*,1̄|0} equals no dicot, and has the inverse {0|*}. Modulo E the forms of the first table of
/// [blocking] section 4 that equal no dead-ending form have no inverse of any rank.
#[test]
fn forms_outside_the_universe_are_answered_by_the_definition() {
    let forms = store();
    let integer = |n| forms.integer(n).unwrap();
    let star = forms.nimber(1).unwrap();
    let d = Engine::new(forms.clone(), Name::D.universe(&forms));
    let g = forms.ordinary(&[star, integer(-1)], &[Form::ZERO]).unwrap();
    let found = d.inversion(g).unwrap();
    assert_eq!(found.element, None);
    assert_eq!(found.inverse, Inverse::Is(forms.ordinary(&[Form::ZERO], &[star]).unwrap()));
    // 1 + 1̄ ≡ 0 modulo D, and 1̄ is not a dicot.
    assert!(d.cancels_with_conjugate(integer(1)).unwrap());
    assert_eq!(d.inversion(integer(1)).unwrap().inverse, Inverse::None);
    let e = Engine::new(forms.clone(), Name::E.universe(&forms));
    let (one, minus) = (integer(1), integer(-1));
    for right in [vec![Form::ZERO, one], vec![one, minus], vec![Form::ZERO, one, minus]] {
        let g = forms.ordinary(&[], &right).unwrap();
        assert_eq!(e.inversion(g).unwrap().inverse, Inverse::None, "{g:?}");
        assert!(e.cancels_with_conjugate(g).unwrap(), "{g:?}");
    }
}

/// The answers do not depend on what was asked before, nor on the order of handles.
#[test]
fn inverses_do_not_depend_on_history() {
    let plain = store();
    let all = plain.born_by(2).unwrap();
    for name in [Name::D, Name::E, Name::Integers] {
        let mut answers = HashMap::new();
        for &g in &all {
            let engine = Engine::new(plain.clone(), name.universe(&plain));
            answers.insert(g, engine.inversion(g).unwrap());
        }
        let other = store();
        let mut random = Rng::with_seed(5);
        for _ in 0..500 {
            random_form(&other, &mut random, Kind::Arbitrary, 3);
        }
        let mut shuffled = all.clone();
        random.shuffle(&mut shuffled);
        let engine = Engine::new(other.clone(), name.universe(&other));
        for g in shuffled {
            let found = engine.inversion(other.import(&plain, g).unwrap()).unwrap();
            let inverse = match answers[&g].inverse {
                Inverse::Is(h) => Inverse::Is(other.import(&plain, h).unwrap()),
                none => none,
            };
            assert_eq!(found.inverse, inverse, "{name:?} {g:?}");
            assert_eq!(found.element.is_some(), answers[&g].element.is_some(), "{name:?} {g:?}");
        }
    }
}
