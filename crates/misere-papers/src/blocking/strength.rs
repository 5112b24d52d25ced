//! Section 3 up to 3.1: who is Left B-strong.

use std::collections::HashMap;

use fastrand::Rng;
use misere::core::{Blocking, Family, Form, Outcome, Player, Universe};

use super::definitions::{Ends, passing_outcomes, theorem_3_1};
use super::samples::all_small_and_samples;
use crate::desk::Desk;
use crate::item::{Finding, Item, Tally, Trouble, items};
use crate::play::Play;
use crate::sample::dead_end_trees;

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Theorem 3.1" => theorem_3_1_item,
        "G is Left B-strong iff a Left end, or some Left-win G^L and all its G^LR are"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .play("with blocked ends of rank at most 2 and S_3, or with the end of the proof")
        .recursion("the condition as it is worded")
        .shown("strong '{{0|1},-1|0}' -m B");
    "Section 3, second wording" => second_wording,
        "in Theorem 3.1, Left-win may be replaced by: not a Right end"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .play("with blocked ends of rank at most 2 and S_3, or with the end of the proof")
        .shown("strong '{0,-1|0}' -m B");
    "Section 3, example" => example_after_3_1,
        "a form with a non-zero Left dead end among its Left options is Left B-strong"
        .sample("600 forms with a dead end among their Left options")
        .play("with blocked ends of rank at most 2 and S_3")
        .shown("strong '{-2|0}' -m B");
    "Theorem 3.2" => theorem_3_2, "G is Left B-strong iff Left wins moving first when Right may pass"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .play("with blocked ends of rank at most 2 and S_3, or with the end of the proof")
        .recursion("who wins when Right may pass")
        .shown("strong '*2' -m B");
};

/// Whether Left wins, moving first, the sums of each form with all Left ends of B, shown
/// by play; `None` if neither answer could be shown.
///
/// "No" is shown by a blocked Left end against which Left loses, built as in the proof of
/// Theorem 3.1. "Yes" is shown by winning against all blocked Left ends of rank
/// at most 2, and against S_3, which has all Right options that any of rank 3 may have.
pub(super) fn left_strong(desk: &Desk, some: &[Form]) -> Result<HashMap<Form, Option<bool>>, Trouble> {
    let forms = desk.forms();
    let mut ends = blocked_left_ends_by_day_2(desk)?;
    ends.push(Family::S.member(forms, 3)?);
    let play = Play::new(forms);
    let mut known = HashMap::new();
    for &g in some {
        let shown = match Blocking.defeating_end(forms, g, Player::Left)? {
            None => ends.iter().all(|&x| play.wins_first(g, x, Player::Left)).then_some(true),
            Some(x) => {
                let all = Ends::new(forms, &[x]);
                let is_game = all.is_blocked(x, Player::Left) && all.is_blocking(forms, x);
                (is_game && !play.wins_first(g, x, Player::Left)).then_some(false)
            }
        };
        known.insert(g, shown);
    }
    Ok(known)
}

/// The blocked Left ends of rank at most 2.
pub(super) fn blocked_left_ends_by_day_2(desk: &Desk) -> Result<Vec<Form>, Trouble> {
    let day_2 = desk.day_2()?;
    let ends = Ends::new(desk.forms(), day_2);
    let is_one = |&x: &Form| ends.is_blocked(x, Player::Left) && ends.is_blocking(desk.forms(), x);
    Ok(day_2.iter().copied().filter(is_one).collect())
}

/// Claims that a condition holds of exactly the forms that are Left B-strong.
pub(super) fn tally_strength(
    desk: &Desk,
    tally: &mut Tally,
    some: &[Form],
    condition: impl Fn(Form) -> bool,
) -> Result<(), Trouble> {
    let strong = left_strong(desk, some)?;
    for &g in some {
        tally.case(strong[&g] == Some(condition(g)), || desk.show(g));
    }
    Ok(())
}

fn theorem_3_1_item(desk: &Desk) -> Result<Finding, Trouble> {
    by_theorem_3_1(desk, false)
}

fn second_wording(desk: &Desk) -> Result<Finding, Trouble> {
    by_theorem_3_1(desk, true)
}

fn by_theorem_3_1(desk: &Desk, not_right_end: bool) -> Result<Finding, Trouble> {
    let some = all_small_and_samples(desk)?;
    let condition = theorem_3_1(desk.forms(), &some, not_right_end);
    let mut tally = Tally::new();
    tally_strength(desk, &mut tally, &some, |g| condition[&g])?;
    Ok(tally.finding())
}

fn example_after_3_1(desk: &Desk) -> Result<Finding, Trouble> {
    const SAMPLES: usize = 300;
    let forms = desk.forms();
    let dead = dead_end_trees(desk.forms(), 3, Player::Left)?;
    let mut others = desk.day_2()?.to_vec();
    others.extend(desk.forms().born_by(1)?);
    let mut random = Rng::with_seed(31);
    let mut some = Vec::new();
    for _ in 0..SAMPLES {
        // The first one is zero.
        let end = dead[1 + random.usize(..dead.len() - 1)];
        let mut draw = || others[random.usize(..others.len())];
        let (left, right) = ([end, draw(), draw()], [draw(), draw()]);
        some.push(forms.ordinary(&left, &right)?);
        some.push(forms.ordinary(&left[..1], &[])?);
    }
    let mut tally = Tally::new();
    tally_strength(desk, &mut tally, &some, |_| true)?;
    Ok(tally.finding())
}

fn theorem_3_2(desk: &Desk) -> Result<Finding, Trouble> {
    let some = all_small_and_samples(desk)?;
    let passing = passing_outcomes(desk.forms(), &some);
    let mut tally = Tally::new();
    tally_strength(desk, &mut tally, &some, |g| matches!(passing[&g], Outcome::L | Outcome::N))?;
    Ok(tally.finding())
}

#[cfg(test)]
mod tests {
    use misere::Workspace;

    use super::*;

    #[test]
    fn samples_have_strong_forms_and_weak_ones_that_win_alone() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let some = all_small_and_samples(&desk).unwrap();
        let strong = left_strong(&desk, &some).unwrap();
        let no_end = |g: &&Form| !desk.forms().is_end(**g, Player::Left);
        let counts = [Some(true), Some(false)].map(|wanted| {
            let wins = |g: &&Form| desk.forms().wins_first(**g, Player::Left);
            some.iter().filter(no_end).filter(wins).filter(|g| strong[g] == wanted).count()
        });
        assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
    }

    #[test]
    fn a_wrong_condition_is_noticed() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let mut tally = Tally::new();
        let wins = |g: Form| desk.forms().wins_first(g, Player::Left);
        tally_strength(&desk, &mut tally, desk.day_2().unwrap(), wins).unwrap();
        assert!(!tally.finding().agrees);
    }
}
