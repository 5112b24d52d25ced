//! Section 3: the order of Left dead ends, their birthdays and simplest forms.

use std::collections::BTreeMap;

use fastrand::Rng;
use misere::core::{Form, Forms, Player};

use super::definition::Court;
use super::realm::{Realm, sums_of_parts};
use super::sample::{dead_end_ge, dead_ends};
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::sample::{dead_end_trees, pairs, subsets};

pub(super) const ITEMS: &[Item] = items! { Universe;
    "Theorem 3.1" => theorem_3_1, "G ≥ H for Left dead ends: every G^R is above some H^R, and 0 above 0 only"
        .all("the 2,704 pairs of dead ends of birthday at most 4, in seven universes")
        .play("with games of the universe of rank at most 2 and 200 of rank 3, or with what the engine finds")
        .shown("compare '[-1 0]' -2 -m E");
    "Theorem 3.2" => theorem_3_2, "Left dead ends have the same order in every universe"
        .all("the 2,704 pairs of dead ends of birthday at most 4")
        .play("a dicot where G ≱ H")
        .engine("G ≥ H modulo M")
        .shown("compare '[-1 0]' -2 -m D")
        .shown("compare '[-1 0]' -2 -m M");
    "Corollary 3.3" => corollary_3_3, "0 is comparable to no other Left dead end"
        .all("the dead ends of birthday at most 4")
        .play("with dicots")
        .shown("compare '[-1 0]' 0 -m D");
    "Proposition 3.4" => proposition_3_4, "G ≥ H makes the formal birthday of G at most that of H"
        .all("the pairs of the 256 ends with options among eight of formal birthday at most 3")
        .sample("500,000 pairs of formal birthday at most 4")
        .recursion("Theorem 3.1")
        .shown("compare '[-1 0]' -2 -m E");
    "Proposition 3.5" => proposition_3_5, "G ≥ H makes the birthday of G at most that of H"
        .all("the 65,536 Left dead ends of formal birthday at most 4")
        .recursion("Theorem 3.1")
        .shown("birthday '{|-1,{|0,-1}}' -m E");
    "Lemma 3.6" => lemma_3_6, "fewer Right options, but some, make a greater dead end"
        .sample("one subset of the options of each of 65,536 ends")
        .play("255 pairs, with games of rank at most 2 and 200 of rank 3")
        .recursion("Theorem 3.1")
        .shown("compare -2 '{|-1,0}' -m E");
    "Lemma 3.7" => lemma_3_7, "eliminating a dominated Right option changes nothing"
        .all("the 65,536 Left dead ends of formal birthday at most 4")
        .recursion("Theorem 3.1")
        .shown("simplest '{|-1,{|0,-1}}' -m E");
    "Theorem 3.8" => theorem_3_8, "equal dead ends without dominated options are the same form"
        .all("the pairs of reduced forms of formal birthday at most 4")
        .play("a dicot for each pair")
        .shown("dead-ends --day 4 --count");
    "Section 3, absolute simplest forms" => absolute_simplest_forms,
        "simplest forms of dead ends are the same in every universe, and have no dominated options"
        .sample("every 61st of 65,536 ends, in seven universes")
        .recursion("Theorem 3.1")
        .engine("simplest forms")
        .shown("simplest '{|-1,{|0,-1}}' -m D");
    "Proposition 3.9" => proposition_3_9, "birthdays of dead ends add"
        .all("the pairs of birthday at most 2 among all forms, of birthday at most 3")
        .engine("simplest forms for birthday 3")
        .shown("birthday '[-1 0]+-2' -m E");
    "Proposition 3.10" => proposition_3_10, "no form of a sum of two that are not 0 has the option 0"
        .all("the pairs of birthday at most 2 among all forms, of birthday at most 3")
        .engine("simplest forms for birthday 3")
        .shown("simplest '[-1 0]+-1' -m E");
    "Section 3, terminable ends" => terminable_ends,
        "the terminable elements of the closure of {n̄0 : n in N} are these and 1̄"
        .all("N inside {1, …, 4}, sums of up to four parts")
        .engine("simplest forms modulo M")
        .shown("universe 'D([-2 0],[-3 0])'");
};

/// Theorem 3.1 is tried on the dead ends of day 4, in seven universes.
fn theorem_3_1(desk: &Desk) -> Result<Finding, Trouble> {
    let ends = dead_ends(desk, 4)?;
    let mut tally = Tally::new();
    for realm in Realm::all(desk) {
        let court = Court::new(desk, realm)?;
        for (g, h) in pairs(&ends, &ends) {
            let claimed = dead_end_ge(desk.forms(), g, h);
            let holds = court.upholds(g, h, claimed)? && realm.engine.ge(g, h)? == claimed;
            tally.case(holds, || format!("{} modulo {}", desk.show_pair(g, h), realm.name));
        }
    }
    Ok(tally.finding())
}

/// Either a dicot separates G from H, which is played out, and dicots are in every universe; or
/// G ≥ H modulo all games, and then modulo every universe.
fn theorem_3_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let ends = dead_ends(desk, 4)?;
    let court = Court::new(desk, Realm::d(desk))?;
    desk.for_all_pairs(pairs(&ends, &ends), |g, h| {
        Ok(match desk.d.separator(g, h)? {
            Some(found) => forms.is_dicot(found.game) && court.play.refutes(g, h, found.game, found.starter),
            None => desk.m.ge(g, h)?,
        })
    })
}

fn corollary_3_3(desk: &Desk) -> Result<Finding, Trouble> {
    let court = Court::new(desk, Realm::d(desk))?;
    desk.for_all(dead_ends(desk, 4)?.into_iter().filter(|&g| g != Form::ZERO), |g| {
        Ok(court.upholds(g, Form::ZERO, false)? && court.upholds(Form::ZERO, g, false)?)
    })
}

/// The 65,536 Left dead ends of formal birthday at most 4, whatever their value: sets of
/// the 16 of formal birthday at most 3.
pub(super) struct Trees {
    pub(super) small: Vec<Form>,
    /// For each end of formal birthday at most 3, the ends that are at most it, and the ends
    /// that are at least it.
    below: Vec<u16>,
    above: Vec<u16>,
    ranks: Vec<u32>,
}

impl Trees {
    pub(super) fn new(desk: &Desk) -> Result<Trees, Trouble> {
        let forms = desk.forms();
        let small = dead_end_trees(forms, 3, Player::Left)?;
        let mask = |holds: &dyn Fn(Form) -> bool| {
            (0..small.len()).filter(|&i| holds(small[i])).fold(0u16, |mask, i| mask | 1 << i)
        };
        let below = small.iter().map(|&g| mask(&|h| dead_end_ge(forms, g, h))).collect();
        let above = small.iter().map(|&g| mask(&|h| dead_end_ge(forms, h, g))).collect();
        let ranks = small.iter().map(|&g| forms.rank(g)).collect();
        Ok(Trees { small, below, above, ranks })
    }

    pub(super) fn all() -> impl Iterator<Item = u16> {
        0..=u16::MAX
    }

    fn options(g: u16) -> impl Iterator<Item = usize> {
        (0..16).filter(move |i| g >> i & 1 == 1)
    }

    /// G ≥ H by \[universe\] Theorem 3.1.
    pub(super) fn ge(&self, g: u16, h: u16) -> bool {
        Trees::options(g).all(|i| h & self.below[i] != 0) && (g != 0 || h == 0)
    }

    fn rank(&self, g: u16) -> u32 {
        Trees::options(g).map(|i| self.ranks[i] + 1).max().unwrap_or(0)
    }

    fn form(&self, forms: &Forms, g: u16) -> Result<Form, Trouble> {
        let options: Vec<Form> = Trees::options(g).map(|i| self.small[i]).collect();
        Ok(forms.ordinary(&[], &options)?)
    }

    /// The forms without a dominated option in any follower.
    pub(super) fn reduced(&self, forms: &Forms) -> Vec<u16> {
        let undominated = |g: u16| Trees::options(g).all(|i| self.above[i] & g == 1 << i);
        // The small ones as sets of themselves.
        let as_set = |f: Form| {
            let has = |o: &Form| self.small.iter().position(|s| s == o);
            forms.options(f, Player::Right).iter().filter_map(has).fold(0u16, |mask, i| mask | 1 << i)
        };
        let small_reduced: Vec<bool> = self
            .small
            .iter()
            .map(|&f| forms.followers(f).into_iter().all(|follower| undominated(as_set(follower))))
            .collect();
        Trees::all().filter(|&g| undominated(g) && Trees::options(g).all(|i| small_reduced[i])).collect()
    }

    /// The forms by value: each value with the forms that have it. A value is known by the
    /// ends that are at least one of its options.
    fn by_value(&self) -> BTreeMap<u16, Vec<u16>> {
        let mut values: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for g in Trees::all() {
            let up_set = Trees::options(g).fold(0, |set, i| set | self.above[i]);
            values.entry(up_set).or_default().push(g);
        }
        values
    }
}

fn proposition_3_4(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new(desk)?;
    let mut random = Rng::with_seed(34);
    let mut tally = Tally::new();
    let mut check = |g: u16, h: u16| {
        if trees.ge(g, h) {
            tally.case(trees.rank(g) <= trees.rank(h), || format!("the sets {g:016b} and {h:016b}"));
        }
    };
    for g in 0..256 {
        for h in 0..256 {
            check(g, h);
        }
    }
    for _ in 0..500_000 {
        check(random.usize(..1 << 16) as u16, random.usize(..1 << 16) as u16);
    }
    Ok(tally.finding())
}

/// Birthdays are sought among all forms of the value.
fn proposition_3_5(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new(desk)?;
    let mut tally = Tally::new();
    let values = trees.by_value();
    let mut known: Vec<(u16, u32)> = Vec::new();
    for members in values.values() {
        let equal = members.iter().all(|&g| trees.ge(g, members[0]) && trees.ge(members[0], g));
        let birthday = members.iter().map(|&g| trees.rank(g)).min().unwrap_or(0);
        tally.case(equal, || format!("the set {:016b} and what equals it", members[0]));
        known.push((members[0], birthday));
    }
    for &(g, of_g) in &known {
        for &(h, of_h) in &known {
            if trees.ge(g, h) {
                tally.case(of_g <= of_h, || format!("the sets {g:016b} and {h:016b}"));
            }
        }
    }
    Ok(tally.finding())
}

fn lemma_3_6(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new(desk)?;
    let mut random = Rng::with_seed(36);
    let mut tally = Tally::new();
    for h in Trees::all() {
        let g = h & random.usize(..1 << 16) as u16;
        if g != 0 {
            tally.case(trees.ge(g, h), || format!("the sets {g:016b} and {h:016b}"));
        }
    }
    // And by definition, where a sum decides.
    let court = Court::new(desk, Realm::m(desk))?;
    for h in (1u16..256).map(|h| h * 257) {
        let g = h & (h - 1);
        if g != 0 {
            let (g, h) = (trees.form(desk.forms(), g)?, trees.form(desk.forms(), h)?);
            tally.case(court.upholds(g, h, true)?, || desk.show_pair(g, h));
        }
    }
    Ok(tally.finding())
}

fn lemma_3_7(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new(desk)?;
    let mut tally = Tally::new();
    for g in Trees::all() {
        for i in Trees::options(g) {
            let rest = g & !(1 << i);
            // Right prefers the lesser: option i is dominated by one that it is at least.
            if rest & trees.below[i] != 0 {
                let equal = trees.ge(g, rest) && trees.ge(rest, g);
                tally.case(equal, || format!("the set {g:016b} without {i}"));
            }
        }
    }
    Ok(tally.finding())
}

/// Any two of the reduced forms are separated by a dicot, which is in every universe.
fn theorem_3_8(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new(desk)?;
    let court = Court::new(desk, Realm::d(desk))?;
    let mut tally = Tally::new();
    let reduced = trees.reduced(desk.forms());
    let mut forms = Vec::new();
    for &g in &reduced {
        forms.push(trees.form(desk.forms(), g)?);
    }
    for (at, &g) in reduced.iter().enumerate() {
        for (other, &h) in reduced.iter().enumerate() {
            if at < other {
                let differ = !(trees.ge(g, h) && trees.ge(h, g));
                let (g, h) = (forms[at], forms[other]);
                let shown = court.upholds(g, h, false)? || court.upholds(h, g, false)?;
                tally.case(differ && shown, || desk.show_pair(g, h));
            }
        }
    }
    Ok(tally.finding())
}

/// Absolute simplest forms are tried on one in 61 of the forms of formal birthday at most 4.
fn absolute_simplest_forms(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new(desk)?;
    let mut tally = Tally::new();
    let reduced = trees.reduced(desk.forms());
    for g in Trees::all().step_by(61) {
        let same = reduced.iter().copied().find(|&h| trees.ge(g, h) && trees.ge(h, g));
        let expected = same.map(|h| trees.form(desk.forms(), h)).transpose()?;
        let form = trees.form(desk.forms(), g)?;
        for realm in Realm::all(desk) {
            let simplest = realm.engine.simplest(form)?;
            tally.case(expected == Some(simplest), || format!("{} modulo {}", desk.show(form), realm.name));
        }
    }
    Ok(tally.finding())
}

/// Birthdays of day 2 are sought among all forms; those of day 3 are read off simplest
/// forms.
fn proposition_3_9(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let trees = Trees::new(desk)?;
    let values = trees.by_value();
    let mut tally = Tally::new();
    for g in dead_ends(desk, 2)? {
        for h in dead_ends(desk, 2)? {
            let sum = forms.sum(g, h)?;
            let equals = |t: u16| -> Result<bool, Trouble> {
                let t = trees.form(forms, t)?;
                Ok(dead_end_ge(forms, t, sum) && dead_end_ge(forms, sum, t))
            };
            let mut birthday = None;
            for members in values.values() {
                if equals(members[0])? {
                    birthday = members.iter().map(|&t| trees.rank(t)).min();
                }
            }
            let expected = Some(forms.rank(g) + forms.rank(h));
            tally.case(birthday == expected, || format!("{} + {}", desk.show(g), desk.show(h)));
        }
    }
    for g in dead_ends(desk, 3)? {
        for h in dead_ends(desk, 3)? {
            let simplest = desk.m.simplest(forms.sum(g, h)?)?;
            let adds = forms.rank(simplest) == forms.rank(g) + forms.rank(h);
            tally.case(adds, || format!("{} + {}", desk.show(g), desk.show(h)));
        }
    }
    Ok(tally.finding())
}

fn proposition_3_10(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let trees = Trees::new(desk)?;
    let mut tally = Tally::new();
    let not_zero = |day| -> Result<Vec<Form>, Trouble> {
        Ok(dead_ends(desk, day)?.into_iter().filter(|&g| g != Form::ZERO).collect())
    };
    for (g, h) in pairs(&not_zero(2)?, &not_zero(2)?) {
        let sum = forms.sum(g, h)?;
        for members in trees.by_value().values() {
            let one = trees.form(forms, members[0])?;
            if dead_end_ge(forms, one, sum) && dead_end_ge(forms, sum, one) {
                for &t in members {
                    let has_zero = Trees::options(t).any(|i| trees.small[i] == Form::ZERO);
                    tally.case(!has_zero, || format!("{} + {}", desk.show(g), desk.show(h)));
                }
            }
        }
    }
    for (g, h) in pairs(&not_zero(3)?, &not_zero(3)?) {
        let simplest = desk.m.simplest(forms.sum(g, h)?)?;
        let has_zero = forms.options(simplest, Player::Right).contains(&Form::ZERO);
        tally.case(!has_zero, || format!("{} + {}", desk.show(g), desk.show(h)));
    }
    Ok(tally.finding())
}

/// Terminable ends are sought, for all N inside {1, …, 4}, among sums of up to four parts.
fn terminable_ends(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let mut tally = Tally::new();
    for numbers in subsets(&[1_i64, 2, 3, 4]).skip(1) {
        let mut expected = vec![forms.integer(-1)?];
        let mut generators = Vec::new();
        for &n in &numbers {
            generators.push(forms.ordinary(&[], &[forms.integer(-n)?, Form::ZERO])?);
        }
        expected.extend(&generators);
        let mut found = Vec::new();
        for sum in sums_of_parts(forms, &generators, 4)? {
            let simplest = desk.m.simplest(sum)?;
            let has_zero = |f| forms.options(f, Player::Right).contains(&Form::ZERO);
            tally.case(has_zero(sum) == has_zero(simplest), || format!("the form of {}", desk.show(sum)));
            if has_zero(sum) && !found.contains(&simplest) {
                found.push(simplest);
            }
        }
        let same = found.len() == expected.len() && expected.iter().all(|g| found.contains(g));
        tally.case(same, || format!("N = {numbers:?}"));
    }
    Ok(tally.finding())
}
