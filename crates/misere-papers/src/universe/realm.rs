//! The universes that the statements of the paper are tried in.

use misere::core::{Engine, Family, Form, Forms, Player};

use crate::desk::Desk;
use crate::item::Trouble;
use crate::membership::{Ends, Membership};

/// A universe, with its engine and its Left ends.
#[derive(Clone, Copy)]
pub(crate) struct Realm<'a> {
    pub(crate) name: &'static str,
    pub(crate) engine: &'a Engine,
    ends: Ends,
}

impl<'a> Realm<'a> {
    /// D(A) for the generators in notation, with its engine.
    pub(crate) fn generated(name: &'static str, engine: &'a Engine, generators: &'static str) -> Realm<'a> {
        Realm { name, engine, ends: Ends::Sums(generators) }
    }

    /// Whether the Left ends of the universe are the blocked ones.
    pub(crate) fn has_blocked_ends(&self) -> bool {
        self.ends == Ends::Blocked
    }

    /// The games of the universe, by its definition.
    pub(crate) fn membership(&self, desk: &'a Desk) -> Result<Membership<'a>, Trouble> {
        Membership::new(desk, self.ends)
    }

    pub(crate) fn m(desk: &'a Desk) -> Realm<'a> {
        Realm { name: "M", engine: &desk.m, ends: Ends::All }
    }

    pub(crate) fn b(desk: &'a Desk) -> Realm<'a> {
        Realm { name: "B", engine: &desk.b, ends: Ends::Blocked }
    }

    pub(crate) fn e(desk: &'a Desk) -> Realm<'a> {
        Realm { name: "E", engine: &desk.e, ends: Ends::Dead }
    }

    pub(crate) fn d(desk: &'a Desk) -> Realm<'a> {
        Realm { name: "D", engine: &desk.d, ends: Ends::Sums("0") }
    }

    pub(crate) fn integers(desk: &'a Desk) -> Realm<'a> {
        Realm { name: "D(1̄)", engine: &desk.integers, ends: Ends::Sums("-1") }
    }

    pub(crate) fn domineering(desk: &'a Desk) -> Realm<'a> {
        Realm { name: "D(1̄0)", engine: &desk.domineering, ends: Ends::Sums("[-1 0]") }
    }

    /// D(2̄0), whose ends of rank 2 are those of D(1̄).
    pub(crate) fn terminable(desk: &'a Desk) -> Realm<'a> {
        Realm { name: "D(2̄0)", engine: &desk.terminable, ends: Ends::Sums("[-2 0]") }
    }

    /// The five realms whose universes are inside E, larger universes first; of D(1̄0) and
    /// D(2̄0) neither is inside the other.
    pub(crate) fn dead_ending(desk: &'a Desk) -> [Realm<'a>; 5] {
        [Realm::e, Realm::domineering, Realm::terminable, Realm::integers, Realm::d].map(|realm| realm(desk))
    }

    /// All seven realms, larger universes first.
    pub(crate) fn all(desk: &'a Desk) -> Vec<Realm<'a>> {
        [vec![Realm::m(desk), Realm::b(desk)], Realm::dead_ending(desk).to_vec()].concat()
    }

    /// Left ends of the universe to play against in place of all Left ends: every end
    /// that matters in `rank` moves is in the list, or no better for Right than one in
    /// the list. No test set is used: D(A) has all sums of up to `rank` + 1 parts here.
    pub(crate) fn left_ends(&self, desk: &Desk, rank: u32) -> Result<Vec<Form>, Trouble> {
        let forms = desk.forms();
        match self.ends {
            // Left must not move, and from {·|n} Right burdens her with n moves.
            Ends::All => {
                let burden = forms.integer(i64::from(rank))?;
                let mut ends = vec![forms.ordinary(&[], &[burden])?];
                ends.extend(desk.day_2()?.iter().filter(|&&g| forms.is_end(g, Player::Left)));
                Ok(ends)
            }
            // [blocking] Theorem 3.11 has the one that is worst for Left.
            Ends::Blocked => {
                let mut ends = vec![Family::A.member(forms, u64::from(rank) + 1)?];
                let is_end = |g: &&Form| forms.is_end(**g, Player::Left) && forms.is_blocking(**g);
                ends.extend(desk.day_2()?.iter().filter(is_end));
                Ok(ends)
            }
            Ends::Dead => {
                let mut ends = super::sample::dead_ends(desk, 4)?;
                ends.push(forms.waiting_game(u64::from(rank))?);
                Ok(ends)
            }
            Ends::Sums(generators) => sums_of_parts(forms, &desk.read_list(generators)?, rank as usize + 1),
        }
    }
}

/// An end for the player, of the engine's universe, such that the player loses its sum with g
/// moving first; `None` if g is strong.
pub(crate) fn defeating_end(engine: &Engine, g: Form, player: Player) -> Result<Option<Form>, Trouble> {
    let no_universe = || engine.unsupported("defeating end", "normal play has none");
    Ok(engine.universe().ok_or_else(no_universe)?.defeating_end(engine.forms(), g, player)?)
}

/// All sums of at most `most` followers of the generators, as they stand.
pub(crate) fn sums_of_parts(forms: &Forms, generators: &[Form], most: usize) -> Result<Vec<Form>, Trouble> {
    let parts: Vec<Form> =
        forms.followers_of_all(generators).into_iter().filter(|&f| f != Form::ZERO).collect();
    let mut sums = vec![Form::ZERO];
    let mut last = vec![(Form::ZERO, 0)];
    for _ in 0..most {
        let mut next = Vec::new();
        for &(sum, from) in &last {
            for (at, &part) in parts.iter().enumerate().skip(from) {
                next.push((forms.sum(sum, part)?, at));
            }
        }
        sums.extend(next.iter().map(|&(sum, _)| sum));
        last = next;
    }
    Ok(sums)
}
