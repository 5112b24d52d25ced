//! Which games a universe has, by its definition and apart from the engine.

use std::cell::RefCell;

use misere::core::{Exhausted, Form, Forms, Player};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::desk::Desk;
use crate::item::Trouble;

/// The Left ends that a universe has; its Right ends are their conjugates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// All Left ends.
    All,
    /// The blocked ones.
    Blocked,
    /// The dead ones.
    Dead,
    /// The sums of followers, and of followers of conjugates, of these generators in notation.
    Sums(&'static str),
}

/// The games of a universe: a form belongs to it if each follower that is an end does. No
/// fact that the store keeps of a form is used but its options and its rank.
pub(crate) struct Membership<'a> {
    forms: &'a Forms,
    ends: Ends,
    /// The non-zero Left ends that are summands of the others.
    parts: Vec<Form>,
    /// The sums of parts, complete up to a rank.
    sums: RefCell<(u32, FxHashSet<Form>)>,
    known: RefCell<FxHashMap<Form, bool>>,
}

impl<'a> Membership<'a> {
    pub(crate) fn new(desk: &'a Desk, ends: Ends) -> Result<Membership<'a>, Trouble> {
        let parts = match ends {
            Ends::Sums(generators) => left_parts(desk.forms(), &desk.read_list(generators)?)?,
            Ends::All | Ends::Blocked | Ends::Dead => Vec::new(),
        };
        Ok(Membership::of_parts(desk.forms(), ends, parts))
    }

    /// The universe whose Left ends are the sums of these.
    pub(crate) fn of_sums(forms: &'a Forms, generators: &[Form]) -> Result<Membership<'a>, Trouble> {
        Ok(Membership::of_parts(forms, Ends::Sums(""), left_parts(forms, generators)?))
    }

    fn of_parts(forms: &'a Forms, ends: Ends, parts: Vec<Form>) -> Membership<'a> {
        let sums = RefCell::new((0, FxHashSet::from_iter([Form::ZERO])));
        Membership { forms, ends, parts, sums, known: RefCell::default() }
    }

    /// Whether the form is a game of the universe.
    pub(crate) fn contains(&self, g: Form) -> Result<bool, Exhausted> {
        if let Some(&known) = self.known.borrow().get(&g) {
            return Ok(known);
        }
        let forms = self.forms;
        let is_in = forms.is_ordinary(g) && {
            let mut all = true;
            for p in Player::BOTH {
                for &option in forms.options(g, p) {
                    all = all && self.contains(option)?;
                }
                all = all && (!forms.options(g, p).is_empty() || self.has_end(g, p)?);
            }
            all
        };
        self.known.borrow_mut().insert(g, is_in);
        Ok(is_in)
    }

    /// Whether an end for the player is an end of the universe.
    fn has_end(&self, end: Form, player: Player) -> Result<bool, Exhausted> {
        match self.ends {
            Ends::All => Ok(true),
            Ends::Blocked => Ok(is_blocked(self.forms, end, player)),
            Ends::Dead => Ok(is_dead(self.forms, end, player)),
            Ends::Sums(_) => {
                let left = if player == Player::Left { end } else { self.forms.conjugate(end)? };
                self.is_sum(left)
            }
        }
    }

    fn is_sum(&self, end: Form) -> Result<bool, Exhausted> {
        let rank = self.forms.rank(end);
        let mut sums = self.sums.borrow_mut();
        if sums.0 < rank {
            sums.1 = sums_of_rank(self.forms, &self.parts, rank)?;
            sums.0 = rank;
        }
        Ok(sums.1.contains(&end))
    }
}

/// The non-zero Left ends among the followers of these forms and of their conjugates.
pub(crate) fn left_parts(forms: &Forms, generators: &[Form]) -> Result<Vec<Form>, Exhausted> {
    let mut both = generators.to_vec();
    for &g in generators {
        both.push(forms.conjugate(g)?);
    }
    let is_part = |&f: &Form| f != Form::ZERO && forms.options(f, Player::Left).is_empty();
    Ok(forms.followers_of_all(&both).into_iter().filter(is_part).collect())
}

/// All sums of these ends, as they stand, of rank at most `rank`.
pub(crate) fn sums_of_rank(forms: &Forms, parts: &[Form], rank: u32) -> Result<FxHashSet<Form>, Exhausted> {
    let mut sums = vec![Form::ZERO];
    for &part in parts {
        // Ranks add: the list grows while further copies of the part fit.
        let mut at = 0;
        while let Some(&sum) = sums.get(at) {
            if forms.rank(sum) + forms.rank(part) <= rank {
                let more = forms.sum(sum, part)?;
                if !sums.contains(&more) {
                    sums.push(more);
                }
            }
            at += 1;
        }
    }
    Ok(sums.into_iter().collect())
}

/// Whether an end for the player is dead: every follower is an end for the player.
fn is_dead(forms: &Forms, g: Form, player: Player) -> bool {
    forms.options(g, player).is_empty()
        && forms.options(g, player.opponent()).iter().all(|&option| is_dead(forms, option, player))
}

/// Whether an end for the player is blocked (\[universe\] Definition 7.1).
pub(crate) fn is_blocked(forms: &Forms, g: Form, player: Player) -> bool {
    forms.options(g, player).is_empty()
        && forms.options(g, player.opponent()).iter().all(|&option| {
            is_blocked(forms, option, player)
                || forms.options(option, player).iter().any(|&back| is_blocked(forms, back, player))
        })
}

#[cfg(test)]
mod tests {
    use misere::Workspace;

    use super::*;

    /// The engine takes dead ends up to equality; by day 2 that is the same.
    #[test]
    fn membership_by_definition_is_the_engines_on_day_2() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        for (universe, ends) in [
            ("M", Ends::All),
            ("B", Ends::Blocked),
            ("E", Ends::Dead),
            ("D", Ends::Sums("0")),
            ("D(-1)", Ends::Sums("-1")),
            ("D([-1 0])", Ends::Sums("[-1 0]")),
            ("D([-2 0])", Ends::Sums("[-2 0]")),
            ("D({|*})", Ends::Sums("{|*}")),
            ("D({|1})", Ends::Sums("{|1}")),
        ] {
            let engine = desk.modulo(universe).unwrap();
            let membership = Membership::new(&desk, ends).unwrap();
            let mut members = 0;
            for &g in desk.day_2().unwrap() {
                let is_in = membership.contains(g).unwrap();
                members += usize::from(is_in);
                assert_eq!(is_in, engine.contains(g).unwrap(), "{} in {universe}", desk.show(g));
            }
            assert!(members >= 10, "{universe}");
        }
    }
}
