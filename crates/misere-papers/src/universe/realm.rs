//! The universes that the statements of the paper are tried in.

use std::sync::Arc;

use misere::core::{Engine, Family, Form, Forms, Player};

use crate::desk::Desk;
use crate::item::Trouble;

/// A universe, with its engine and its Left ends.
#[derive(Clone, Copy)]
pub(super) struct Realm<'a> {
    pub(super) name: &'static str,
    pub(super) engine: &'a Engine,
    ends: Ends<'a>,
}

#[derive(Clone, Copy)]
enum Ends<'a> {
    All,
    Blocked,
    Dead,
    /// Sums of followers of these generators.
    Sums(&'a [Form]),
}

impl<'a> Realm<'a> {
    /// A realm without Left ends, for statements about ≥ that need no strength.
    pub(super) fn without_ends(name: &'static str, engine: &'a Engine) -> Realm<'a> {
        Realm { name, engine, ends: Ends::Sums(&[]) }
    }

    /// Left ends of the universe to play against in place of all Left ends: every end
    /// that matters in `rank` moves is in the list, or no better for Right than one in
    /// the list. No test set is used: D(A) has all sums of up to `rank` + 1 parts here.
    pub(super) fn left_ends(&self, desk: &Desk, rank: u32) -> Result<Vec<Form>, Trouble> {
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
            Ends::Sums(generators) => sums_of_parts(forms, generators, rank as usize + 1),
        }
    }
}

/// An end for the player, of the engine's universe, such that the player loses its sum with g
/// moving first; `None` if g is strong.
pub(super) fn defeating_end(engine: &Engine, g: Form, player: Player) -> Result<Option<Form>, Trouble> {
    let no_universe = || engine.unsupported("defeating end", "normal play has none");
    Ok(engine.universe().ok_or_else(no_universe)?.defeating_end(engine.forms(), g, player)?)
}

/// All sums of at most `most` followers of the generators, as they stand.
pub(super) fn sums_of_parts(forms: &Forms, generators: &[Form], most: usize) -> Result<Vec<Form>, Trouble> {
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

/// The universes of the desk's engines, and three universes between D and E.
pub(super) struct Realms<'d> {
    desk: &'d Desk,
    integers: Arc<Engine>,
    domineering: Arc<Engine>,
    terminable: Arc<Engine>,
    /// 1̄, 1̄0 and 2̄0.
    generators: [Form; 3],
}

impl<'d> Realms<'d> {
    pub(super) fn new(desk: &'d Desk) -> Result<Realms<'d>, Trouble> {
        Ok(Realms {
            desk,
            integers: desk.modulo("D(-1)")?,
            domineering: desk.modulo("D([-1 0])")?,
            terminable: desk.modulo("D([-2 0])")?,
            generators: [desk.read("-1")?, desk.read("[-1 0]")?, desk.read("[-2 0]")?],
        })
    }

    pub(super) fn m(&self) -> Realm<'_> {
        Realm { name: "M", engine: &self.desk.m, ends: Ends::All }
    }

    pub(super) fn b(&self) -> Realm<'_> {
        Realm { name: "B", engine: &self.desk.b, ends: Ends::Blocked }
    }

    pub(super) fn e(&self) -> Realm<'_> {
        Realm { name: "E", engine: &self.desk.e, ends: Ends::Dead }
    }

    pub(super) fn d(&self) -> Realm<'_> {
        Realm { name: "D", engine: &self.desk.d, ends: Ends::Sums(&[]) }
    }

    /// D(1̄).
    pub(super) fn integers(&self) -> Realm<'_> {
        Realm { name: "D(1̄)", engine: &self.integers, ends: Ends::Sums(&self.generators[..1]) }
    }

    /// D(1̄0).
    pub(super) fn domineering(&self) -> Realm<'_> {
        Realm { name: "D(1̄0)", engine: &self.domineering, ends: Ends::Sums(&self.generators[1..2]) }
    }

    /// D(2̄0), whose ends of rank 2 are those of D(1̄).
    pub(super) fn terminable(&self) -> Realm<'_> {
        Realm { name: "D(2̄0)", engine: &self.terminable, ends: Ends::Sums(&self.generators[2..]) }
    }

    /// All seven realms, larger universes first; of D(1̄0) and D(2̄0) neither is inside the
    /// other.
    pub(super) fn all(&self) -> [Realm<'_>; 7] {
        [self.m(), self.b(), self.e(), self.domineering(), self.terminable(), self.integers(), self.d()]
    }

    /// The five realms whose universes are inside E.
    pub(super) fn dead_ending(&self) -> [Realm<'_>; 5] {
        [self.e(), self.domineering(), self.terminable(), self.integers(), self.d()]
    }
}
