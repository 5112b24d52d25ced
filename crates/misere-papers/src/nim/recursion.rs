//! Section 3: the recursive tests, decided by playing sums.

use std::collections::HashMap;

use misere::core::{Form, Outcome, Player, Relation};

use super::{equal_places, equality, misere_p_positions};
use crate::desk::Desk;
use crate::item::{Finding, Tally, Trouble};
use crate::sample::pairs;

/// The impartial trees of rank at most 3, and sums with all of rank at most 4.
///
/// Tree n has tree k as an option if bit k of n is set, which makes 2, 4, 16 and 65,536 trees
/// of rank at most 1, 2, 3 and 4.
struct Trees {
    options: Vec<Vec<usize>>,
    /// For each tree of rank at most 4, which of the 16 make a misère 𝓟-position with it.
    p_sums: Vec<u16>,
}

const TREES: usize = 16;

impl Trees {
    fn new() -> Trees {
        let options = (0..TREES).map(|n| (0..TREES).filter(|k| n >> k & 1 == 1).collect()).collect();
        let mut p_sums: Vec<u16> = Vec::with_capacity(1 << TREES);
        for t in 0..1_u32 << TREES {
            let options = (0..TREES).filter(|k| t >> k & 1 == 1);
            p_sums.push(p_sums_with(t == 0, options.fold(0, |all, k| all | p_sums[k])));
        }
        Trees { options, p_sums }
    }

    /// Whether all sums with the same game of rank at most 4 have the same outcome.
    fn are_equal(&self, g: usize, h: usize) -> bool {
        self.p_sums.iter().all(|p| p >> g & 1 == p >> h & 1)
    }

    /// Whether G and H are linked (\[nim\] Definition 1), by T of rank at most 4, or by the T of
    /// rank 5 that has all options but those with which G or H is a 𝓟-position.
    fn are_linked(&self, g: usize, h: usize) -> bool {
        let both = 1 << g | 1 << h;
        let largest = self.p_sums.iter().filter(|&p| p & both == 0).fold(0, |all, p| all | p);
        self.p_sums.iter().chain(&[p_sums_with(false, largest)]).any(|p| p & both == both)
    }

    /// The third condition of Lemma 1 and of Theorem 1.
    fn proviso(&self, g: usize, h: usize) -> bool {
        let is_n = |g: usize| self.p_sums[0] >> g & 1 == 0;
        (g != 0 || is_n(h)) && (h != 0 || is_n(g))
    }

    fn forms(&self, desk: &Desk) -> Result<Vec<Form>, Trouble> {
        let mut forms: Vec<Form> = Vec::new();
        for options in &self.options {
            let options: Vec<Form> = options.iter().map(|&o| forms[o]).collect();
            forms.push(desk.forms().ordinary(&options, &options)?);
        }
        Ok(forms)
    }

    fn tally(mut holds: impl FnMut(usize, usize) -> Result<bool, Trouble>) -> Result<Finding, Trouble> {
        let pairs = (0..TREES).flat_map(|g| (0..TREES).map(move |h| (g, h)));
        Tally::all(pairs, |&(g, h)| holds(g, h), |(g, h)| format!("trees {g} and {h}"))
    }
}

/// The trees of rank at most 3 that make a 𝓟-position with T, from the trees that do so with
/// an option of T.
fn p_sums_with(t_is_zero: bool, with_an_option: u16) -> u16 {
    let mut p = 0;
    for g in 0..TREES {
        let is_over = t_is_zero && g == 0;
        let moves_in_g = p & g as u16 != 0;
        if !is_over && !moves_in_g && with_an_option >> g & 1 == 0 {
            p |= 1 << g;
        }
    }
    p
}

pub(super) fn lemma_1(_: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new();
    let linked_to_no_option = |g: usize, h: usize| trees.options[h].iter().all(|&o| !trees.are_linked(g, o));
    Trees::tally(|g, h| {
        let claim = linked_to_no_option(g, h) && linked_to_no_option(h, g) && trees.proviso(g, h);
        Ok(trees.are_equal(g, h) == claim)
    })
}

pub(super) fn lemma_2(_: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new();
    let has_it = |g: usize, h: usize| trees.options[g].iter().any(|&o| trees.are_equal(o, h));
    Trees::tally(|g, h| Ok(trees.are_linked(g, h) == (!has_it(g, h) && !has_it(h, g))))
}

/// The test of Theorem 1 as it stands, the engine, and the outcomes of sums must agree.
pub(super) fn theorem_1(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new();
    let is_p = misere_p_positions(&trees.options);
    let test = equality(&trees.options, |_, other| !is_p[other]);
    let forms = trees.forms(desk)?;
    Trees::tally(|g, h| {
        let by_test = equal_places(&test, g, h);
        let by_engine = desk.i.equal(forms[g], forms[h])?;
        Ok(by_test == trees.are_equal(g, h) && by_engine == Some(by_test))
    })
}

/// Theorem 3 is tried on the impartial trees of rank at most 3: the test as it stands is
/// compared with the engine, and inequality by the engine with play.
pub(super) fn theorem_3(desk: &Desk) -> Result<Finding, Trouble> {
    let trees = Trees::new();
    let test = equality(&trees.options, |of, other| of == other);
    let forms = trees.forms(desk)?;
    Trees::tally(|g, h| {
        let (a, b) = (forms[g], forms[h]);
        let is_equal = desk.m.relation(a, b)? == Relation::Equal;
        let is_told = is_equal || is_told_apart(desk, a, b)? || is_told_apart(desk, b, a)?;
        Ok(is_told && is_equal == equal_places(&test, g, h))
    })
}

/// Whether the engine has an X with o(G+X) ≱ o(H+X), by the outcomes of both sums.
fn is_told_apart(desk: &Desk, g: Form, h: Form) -> Result<bool, Trouble> {
    let Some(separator) = desk.m.separator(g, h)? else { return Ok(false) };
    let forms = desk.forms();
    let outcome = |g: Form| Ok::<Outcome, Trouble>(forms.outcome(forms.sum(g, separator.game)?));
    Ok(!matches!(outcome(g)?.partial_cmp(&outcome(h)?), Some(o) if o.is_ge()))
}

/// The forms of rank at most 2 and who wins their sums, found by playing.
struct Small<'a> {
    forms: &'a [Form],
    options: [Vec<Vec<usize>>; 2],
    /// For each form and each starter, the X for which Left wins the sum with X.
    left_wins: [Vec<Set>; 2],
    /// Whether one form is at least another by \[nim\] Theorem 2.
    ge: Vec<Vec<bool>>,
}

/// A set of forms of rank at most 2.
type Set = [u64; 4];

fn is_subset(a: &Set, b: &Set) -> bool {
    a.iter().zip(b).all(|(a, b)| a & !b == 0)
}

impl Small<'_> {
    fn new(desk: &Desk) -> Result<Small<'_>, Trouble> {
        let forms = desk.day_2()?;
        let places: HashMap<Form, usize> = forms.iter().enumerate().map(|(at, &g)| (g, at)).collect();
        let options = Player::BOTH.map(|player| {
            let places = |&g: &Form| desk.forms().options(g, player).iter().map(|o| places[o]).collect();
            forms.iter().map(places).collect::<Vec<Vec<usize>>>()
        });
        let sets = || vec![[0; 4]; forms.len()];
        let mut small = Small { forms, options, left_wins: [sets(), sets()], ge: Vec::new() };
        // By rank, so that options come first.
        let mut by_rank: Vec<usize> = (0..forms.len()).collect();
        by_rank.sort_by_key(|&at| desk.forms().rank(forms[at]));
        small.play(&by_rank);
        small.ge = vec![vec![false; forms.len()]; forms.len()];
        for (g, h) in pairs(&by_rank, &by_rank) {
            small.ge[g][h] = small.theorem_2(g, h);
        }
        Ok(small)
    }

    fn play(&mut self, by_rank: &[usize]) {
        for (g, x) in pairs(by_rank, by_rank) {
            for starter in Player::BOTH {
                let after = starter.opponent();
                let wins = |winner_is_left: bool| winner_is_left == (starter == Player::Left);
                let [of_g, of_x] = [g, x].map(|form| &self.options[starter.index()][form]);
                let can_win = of_g.is_empty() && of_x.is_empty()
                    || of_g.iter().any(|&o| wins(self.left_wins_sum(o, x, after)))
                    || of_x.iter().any(|&o| wins(self.left_wins_sum(g, o, after)));
                if wins(true) == can_win {
                    self.left_wins[starter.index()][g][x / 64] |= 1 << (x % 64);
                }
            }
        }
    }

    fn left_wins_sum(&self, g: usize, x: usize, starter: Player) -> bool {
        self.left_wins[starter.index()][g][x / 64] >> (x % 64) & 1 == 1
    }

    fn options(&self, g: usize, player: Player) -> &[usize] {
        &self.options[player.index()][g]
    }

    /// The test of Theorem 2 as it stands, given its results for smaller pairs.
    fn theorem_2(&self, g: usize, h: usize) -> bool {
        let (left, right) = (Player::Left, Player::Right);
        let first = self.options(h, left).iter().all(|&o| {
            self.options(o, right).iter().any(|&back| self.ge[g][back])
                || self.options(g, left).iter().any(|&same| self.ge[same][o])
        });
        let second = || {
            self.options(g, right).iter().all(|&o| {
                self.options(o, left).iter().any(|&back| self.ge[back][h])
                    || self.options(h, right).iter().any(|&same| self.ge[o][same])
            })
        };
        first && second() && self.provisos(g, h)
    }

    /// Conditions (iii) and (iv) of Lemma 3 and of Theorem 2.
    fn provisos(&self, g: usize, h: usize) -> bool {
        let is_end = |g: usize, player: Player| self.options(g, player).is_empty();
        (!is_end(h, Player::Left) || is_end(g, Player::Left))
            && (!is_end(g, Player::Right) || is_end(h, Player::Right))
    }

    /// Whether no X of rank at most 2 shows that G is not at least H.
    fn looks_ge(&self, g: usize, h: usize) -> bool {
        self.left_wins.iter().all(|sets| is_subset(&sets[h], &sets[g]))
    }

    /// Whether G is downlinked to H (\[nim\] Definition 2), by T of rank at most 2, or by the T of
    /// rank 3 that has all options but those that lose the sum with G for Left and the sum
    /// with H for Right.
    fn is_downlinked(&self, g: usize, h: usize) -> bool {
        let [left, right] = Player::BOTH.map(Player::index);
        let (loses, wins) = (&self.left_wins[left][g], &self.left_wins[right][h]);
        if loses.iter().zip(wins).any(|(loses, wins)| !loses & wins != 0) {
            return true;
        }
        let t = [self.left_wins[right][g].map(|set| !set), self.left_wins[left][h]];
        !self.left_wins_larger(g, &t, Player::Left) && self.left_wins_larger(h, &t, Player::Right)
    }

    /// Whether Left wins the sum of a form and one with these options of rank at most 2.
    fn left_wins_larger(&self, g: usize, t: &[Set; 2], starter: Player) -> bool {
        let (options, sums) = (&t[starter.index()], &self.left_wins[starter.opponent().index()][g]);
        let is_over = self.options(g, starter).is_empty() && *options == [0; 4];
        let wins_for = |sum: u64| if starter == Player::Left { sum } else { !sum };
        let can_win = is_over
            || options.iter().zip(sums).any(|(options, &sums)| options & wins_for(sums) != 0)
            || self
                .options(g, starter)
                .iter()
                .any(|&o| self.left_wins_larger(o, t, starter.opponent()) == (starter == Player::Left));
        can_win == (starter == Player::Left)
    }

    /// The condition of Lemma 4.
    fn no_options_in_the_way(&self, g: usize, h: usize) -> bool {
        self.options(g, Player::Left).iter().all(|&o| !self.ge[o][h])
            && self.options(h, Player::Right).iter().all(|&o| !self.ge[g][o])
    }

    /// The forms of rank at most 1, for which a T of rank at most 3 suffices.
    fn first_day(&self, desk: &Desk) -> Vec<usize> {
        (0..self.forms.len()).filter(|&at| desk.forms().rank(self.forms[at]) <= 1).collect()
    }

    /// Tries a statement on all pairs but those for which it is `None`.
    fn tally(
        &self,
        desk: &Desk,
        holds: impl Fn(usize, usize) -> Result<Option<bool>, Trouble>,
    ) -> Result<Finding, Trouble> {
        let all = 0..self.forms.len();
        let pairs = all.clone().flat_map(|g| all.clone().map(move |h| (g, h)));
        Tally::all(pairs, |&(g, h)| holds(g, h), |&(g, h)| desk.show_pair(self.forms[g], self.forms[h]))
    }
}

/// Lemma 3 is tried with downlinks by the engine, and for rank at most 1 also by playing.
pub(super) fn lemma_3(desk: &Desk) -> Result<Finding, Trouble> {
    let small = Small::new(desk)?;
    let first_day = small.first_day(desk);
    small.tally(desk, |g, h| {
        let (left, right) = (small.options(h, Player::Left), small.options(g, Player::Right));
        let form = |at: usize| small.forms[at];
        let mut none = true;
        for (from, to) in left.iter().map(|&o| (g, o)).chain(right.iter().map(|&o| (o, h))) {
            none = none && !desk.m.is_downlinked(form(from), form(to))?;
        }
        let mut holds = small.ge[g][h] == (none && small.provisos(g, h));
        if first_day.contains(&g) && first_day.contains(&h) {
            let none = left.iter().all(|&o| !small.is_downlinked(g, o))
                && right.iter().all(|&o| !small.is_downlinked(o, h));
            holds = holds && small.looks_ge(g, h) == (none && small.provisos(g, h));
        }
        Ok(Some(holds))
    })
}

/// Lemma 4 is tried in both directions for rank at most 1. For rank 2 a T may need to be larger
/// than those that are tried, and only pairs for which a T was found are cases.
pub(super) fn lemma_4(desk: &Desk) -> Result<Finding, Trouble> {
    let small = Small::new(desk)?;
    let first_day = small.first_day(desk);
    small.tally(desk, |g, h| {
        let is_found = small.is_downlinked(g, h);
        let is_case = is_found || first_day.contains(&g) && first_day.contains(&h);
        Ok(is_case.then(|| is_found == small.no_options_in_the_way(g, h)))
    })
}

/// Where the test of Theorem 2 says yes, no X of rank at most 2 may contradict; where the test
/// says no, such an X must, or a larger one that the engine finds.
pub(super) fn theorem_2(desk: &Desk) -> Result<Finding, Trouble> {
    let small = Small::new(desk)?;
    small.tally(desk, |g, h| {
        let looks_ge = small.looks_ge(g, h);
        Ok(Some(match small.ge[g][h] {
            true => looks_ge,
            false => !looks_ge || is_told_apart(desk, small.forms[g], small.forms[h])?,
        }))
    })
}
