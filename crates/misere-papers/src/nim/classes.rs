//! Sections 1, 2, 4 and 5: examples, and which Nim positions are equal.

use std::collections::BTreeSet;

use misere::core::{Form, Outcome, Relation};
use misere::impartial::{NimPosition, Ordinal};

use super::{
    equal_places, equality, form, forms, misere_p_positions, options, places_of_options, positions, write,
};
use crate::desk::{Board, Desk};
use crate::item::{Finding, Tally, Trouble};
use crate::sample::{any, pairs};

pub(super) fn section_1_normal_play(desk: &Desk) -> Result<Finding, Trouble> {
    let positions = positions(3, 4);
    let forms = forms(desk, &positions)?;
    for_all_pairs(&positions, |g, h| {
        let is_equal = desk.normal.relation(forms[g], forms[h])? == Relation::Equal;
        Ok(is_equal == (positions[g].nim_sum() == positions[h].nim_sum()))
    })
}

/// Positions of heaps of size at most 3 have 4 nim-sums. Outcomes are played out.
pub(super) fn section_1_sums_of_nim_heaps(_: &Desk) -> Result<Finding, Trouble> {
    let (heaps, largest) = (3, 3);
    let all = positions(2 * heaps, largest);
    let is_p = misere_p_positions(&places_of_options(&all));
    let is_p = |position: &NimPosition| all.binary_search(position).ok().map(|at| is_p[at]);
    let some = positions(heaps, largest);
    let sums: BTreeSet<Ordinal> = some.iter().map(NimPosition::nim_sum).collect();
    let classes: BTreeSet<Vec<Option<bool>>> =
        some.iter().map(|g| some.iter().map(|x| is_p(&g.sum(x))).collect()).collect();
    let more = classes.len() - sums.len();
    Ok(Finding::new(
        "two extra classes",
        match more {
            2 => "two extra classes".to_owned(),
            more => format!("{more} extra classes"),
        },
    )
    .with_details(format!("{} nim-sums, {} classes", sums.len(), classes.len())))
}

pub(super) fn section_1_twos(desk: &Desk) -> Result<Finding, Trouble> {
    let positions: Vec<NimPosition> = (0..=8).map(|n| NimPosition::finite(&vec![2; n])).collect();
    let forms = forms(desk, &positions)?;
    for_all_pairs(&positions, |g, h| Ok(desk.i.equal(forms[g], forms[h])? == Some(g == h)))
}

pub(super) fn section_1_ones(desk: &Desk) -> Result<Finding, Trouble> {
    let ones = form(desk, &NimPosition::finite(&[1, 1]))?;
    let said = |i: Option<bool>, m: bool| {
        let sign = |equal: bool| if equal { "=" } else { "≠" };
        format!("1+1 {} 0 modulo I, 1+1 {} 0 modulo M", i.map_or("?", sign), sign(m))
    };
    let modulo_m = desk.m.relation(ones, Form::ZERO)? == Relation::Equal;
    Ok(Finding::new(said(Some(true), false), said(desk.i.equal(ones, Form::ZERO)?, modulo_m)))
}

pub(super) fn section_2_isomorphism(desk: &Desk) -> Result<Finding, Trouble> {
    let sum = |sizes: &[u64]| {
        let forms = desk.forms();
        sizes.iter().try_fold(Form::ZERO, |sum, &size| forms.sum(sum, forms.nimber(size)?))
    };
    let pins = Board::new(desk, "kayles", "2")?.form(desk)?;
    let said = |a: bool, b: bool, c: bool| {
        let sign = |same: bool| if same { "≅" } else { "≇" };
        format!("2+3+0 {} 3+2, 2+3+0 {} 2+2+1, two pins {} 2", sign(a), sign(b), sign(c))
    };
    Ok(Finding::new(
        said(true, false, true),
        said(sum(&[2, 3, 0])? == sum(&[3, 2])?, sum(&[2, 3, 0])? == sum(&[2, 2, 1])?, pins == sum(&[2])?),
    ))
}

pub(super) fn section_2_sums(desk: &Desk) -> Result<Finding, Trouble> {
    let (g, h) = (form(desk, &NimPosition::finite(&[3, 5]))?, form(desk, &NimPosition::finite(&[8]))?);
    let mut equal = Vec::new();
    if desk.i.equal(g, h)? != Some(false) {
        equal.push("modulo I");
    }
    if desk.m.relation(g, h)? == Relation::Equal {
        equal.push("modulo M");
    }
    if desk.normal.relation(g, h)? == Relation::Equal {
        equal.push("under normal play");
    }
    let computed = if equal.is_empty() { "nowhere equal".to_owned() } else { equal.join(", ") };
    Ok(Finding::new("nowhere equal", computed))
}

/// The examples of Definition 3: that 4 + 1 + 0 + 1 is (1, 1, 4), and one of the order.
pub(super) fn definition_3(_: &Desk) -> Result<Finding, Trouble> {
    let of = NimPosition::finite;
    let written = |rising: bool| format!("4+1+0+1 is {}; in order: {rising}", write(&of(&[1, 1, 4])));
    let examples = [of(&[2, 9]), of(&[2, 2, 2, 4, 5]), of(&[2, 2, 4, 4, 5])];
    let computed = format!("4+1+0+1 is {}; in order: {}", write(&of(&[4, 1, 0, 1])), examples.is_sorted());
    Ok(Finding::new(written(true), computed))
}

pub(super) fn lemma_5(_: &Desk) -> Result<Finding, Trouble> {
    Tally::all(
        all_moves(),
        |(from, to)| Ok(to < from),
        |(from, to)| format!("{} before {}", write(to), write(from)),
    )
}

pub(super) fn lemma_6(_: &Desk) -> Result<Finding, Trouble> {
    let first = |position: &NimPosition| options(position).into_iter().min();
    Tally::all(positions(4, 5), |p| Ok(first(p).map(|first| first == without_the_largest(p))), write)
}

/// The positions of at most 4 heaps of size at most 5, each with each of its options.
fn all_moves() -> impl Iterator<Item = (NimPosition, NimPosition)> {
    let all = positions(4, 5).into_iter();
    all.flat_map(|p| options(&p).into_iter().map(move |option| (p.clone(), option)))
}

fn without_the_largest(position: &NimPosition) -> NimPosition {
    let heaps = position.heaps();
    NimPosition::new(heaps[..heaps.len().saturating_sub(1)].iter().cloned())
}

/// Lemma 7 is tried by the test of Theorem 3.
pub(super) fn lemma_7(_: &Desk) -> Result<Finding, Trouble> {
    let positions = positions(3, 5);
    let equal = equality(&places_of_options(&positions), |of, other| of == other);
    for_all_pairs(&positions, |g, h| Ok(g == h || !equal_places(&equal, g, h)))
}

/// Theorem 4 is tried by the test of Theorem 3 on at most 5 heaps of size at most 5, and by the
/// engine on those of at most 4 heaps of size at most 4.
pub(super) fn theorem_4(desk: &Desk) -> Result<Finding, Trouble> {
    let positions = positions(5, 5);
    let equal = equality(&places_of_options(&positions), |of, other| of == other);
    let forms = small_forms(desk, &positions, 4, 4)?;
    for_all_pairs(&positions, |g, h| {
        let by_engine = match (forms[g], forms[h]) {
            (Some(a), Some(b)) => desk.m.relation(a, b)? == Relation::Equal,
            _ => g == h,
        };
        Ok(equal_places(&equal, g, h) == (g == h) && by_engine == (g == h))
    })
}

/// The forms of the positions with few and small heaps; `None` for the others.
fn small_forms(
    desk: &Desk,
    positions: &[NimPosition],
    heaps: usize,
    largest: u64,
) -> Result<Vec<Option<Form>>, Trouble> {
    let is_small = |p: &NimPosition| {
        p.heaps().len() <= heaps && p.heaps().iter().all(|heap| *heap <= Ordinal::from(largest))
    };
    positions.iter().map(|p| is_small(p).then(|| form(desk, p)).transpose()).collect()
}

pub(super) fn theorem_5(desk: &Desk) -> Result<Finding, Trouble> {
    let is_equal = |&n: &u64| {
        let sum = form(desk, &NimPosition::finite(&[n, 1]))?;
        let heap = form(desk, &NimPosition::finite(&[if n % 2 == 0 { n + 1 } else { n - 1 }]))?;
        Ok(desk.i.equal(sum, heap)? == Some(true))
    };
    Tally::all(0..=30, is_equal, u64::to_string)
}

/// Corollary 1 is tried by the engine, and by the outcomes of sums with Nim positions.
pub(super) fn corollary_1(desk: &Desk) -> Result<Finding, Trouble> {
    let others = forms(desk, &positions(2, 3))?;
    let is_equal = |position: &NimPosition| {
        let (g, h) = (form(desk, position)?, form(desk, &position.reduced())?);
        let is_told = any(&others, |&x| {
            let outcome = |g: Form| Ok::<Outcome, Trouble>(desk.forms().outcome(desk.forms().sum(g, x)?));
            Ok::<_, Trouble>(outcome(g)? != outcome(h)?)
        })?;
        Ok(desk.i.equal(g, h)? == Some(true) && !is_told)
    };
    Tally::all(positions(4, 5), is_equal, write)
}

pub(super) fn lemma_8(_: &Desk) -> Result<Finding, Trouble> {
    Tally::all(positions(4, 5), |position| Ok(position.reduced() <= *position), write)
}

pub(super) fn corollary_2(_: &Desk) -> Result<Finding, Trouble> {
    let precedes = |(from, to): &(NimPosition, NimPosition)| Ok(to.reduced() < *from);
    Tally::all(all_moves(), precedes, |(from, to)| format!("{} of {}", write(to), write(from)))
}

pub(super) fn lemma_9(_: &Desk) -> Result<Finding, Trouble> {
    let reduced = positions(4, 7).into_iter().filter(|p| p.reduced() == *p);
    let first = |position: &NimPosition| options(position).iter().map(NimPosition::reduced).min();
    Tally::all(reduced, |p| Ok(first(p).map(|first| first == without_the_largest(p))), write)
}

/// Lemma 10 is tried by the test of Theorem 1.
pub(super) fn lemma_10(_: &Desk) -> Result<Finding, Trouble> {
    let positions = positions(3, 5);
    let places = places_of_options(&positions);
    let is_p = misere_p_positions(&places);
    let equal = equality(&places, |_, other| !is_p[other]);
    let reduced: Vec<usize> =
        (0..positions.len()).filter(|&g| positions[g].reduced() == positions[g]).collect();
    let earlier = |&(g, h): &(usize, usize)| h < g;
    Tally::all(
        pairs(&reduced, &reduced).filter(earlier),
        |&(g, h)| Ok(!equal_places(&equal, g, h)),
        |&(g, h)| pair(&positions, g, h),
    )
}

/// Theorem 6 is tried by the test of Theorem 1 on at most 5 heaps of size at most 5, and by the
/// engine on those of at most 4 heaps.
pub(super) fn theorem_6(desk: &Desk) -> Result<Finding, Trouble> {
    let positions = positions(5, 5);
    let places = places_of_options(&positions);
    let is_p = misere_p_positions(&places);
    let equal = equality(&places, |_, other| !is_p[other]);
    let forms = small_forms(desk, &positions, 4, 5)?;
    for_all_pairs(&positions, |g, h| {
        let same = positions[g].reduced() == positions[h].reduced();
        let by_engine = match (forms[g], forms[h]) {
            (Some(a), Some(b)) => desk.i.equal(a, b)?,
            _ => Some(same),
        };
        Ok(equal_places(&equal, g, h) == same && by_engine == Some(same))
    })
}

/// Tries a statement on all pairs of positions, each pair once.
pub(super) fn for_all_pairs(
    positions: &[NimPosition],
    holds: impl Fn(usize, usize) -> Result<bool, Trouble>,
) -> Result<Finding, Trouble> {
    let pairs = (0..positions.len()).flat_map(|g| (0..=g).map(move |h| (g, h)));
    Tally::all(pairs, |&(g, h)| holds(g, h), |&(g, h)| pair(positions, g, h))
}

fn pair(positions: &[NimPosition], g: usize, h: usize) -> String {
    format!("{} and {}", write(&positions[g]), write(&positions[h]))
}
