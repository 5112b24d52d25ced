//! The definitions, without the engine: ≥ by playing sums out, and the recursion of
//! \[universe\] Theorem 5.5 on forms as they stand.
//!
//! The functions recurse, which small games allow.

use std::collections::HashMap;

use fastrand::Rng;
use misere::core::{Engine, Form, Player};

use super::realm::Realm;
use crate::desk::Desk;
use crate::item::Trouble;
use crate::membership::Membership;
use crate::panel::{Panel, Set};
use crate::play::{Play, is_end_like};
use crate::sample::{any, forms_with_options, kept, turned};

/// The meaning of "strong" in the proviso.
#[derive(Clone, Copy)]
pub(crate) enum Strength<'a> {
    /// Being an end (\[universe\] Theorem 2.1).
    End,
    /// Winning when moving first (\[universe\] Theorem 2.2).
    Winning,
    /// Winning when moving first in the presence of any end of the universe
    /// (\[universe\] Definition 2.3).
    Against(Realm<'a>),
}

/// G ≥ H by (a) to (d) of \[universe\] Theorem 5.5.
pub(crate) struct Rule<'a> {
    desk: &'a Desk,
    strength: Strength<'a>,
    play: Play<'a>,
    ge: HashMap<(Form, Form), bool>,
    strong: HashMap<(Form, Player), bool>,
    ends: HashMap<u32, [Vec<Form>; 2]>,
}

impl<'a> Rule<'a> {
    pub(crate) fn new(desk: &'a Desk, strength: Strength<'a>) -> Rule<'a> {
        Rule {
            desk,
            strength,
            play: Play::new(desk.forms()),
            ge: HashMap::new(),
            strong: HashMap::new(),
            ends: HashMap::new(),
        }
    }

    pub(crate) fn ge(&mut self, g: Form, h: Form) -> Result<bool, Trouble> {
        if let Some(&known) = self.ge.get(&(g, h)) {
            return Ok(known);
        }
        let holds = self.maintains(g, h)? && self.provides(g, h)?;
        self.ge.insert((g, h), holds);
        Ok(holds)
    }

    /// Whether the first form is at least as good as the second for the player.
    pub(crate) fn at_least(&mut self, g: Form, h: Form, player: Player) -> Result<bool, Trouble> {
        let (better, worse) = player.orient(g, h);
        self.ge(better, worse)
    }

    pub(crate) fn equal(&mut self, g: Form, h: Form) -> Result<bool, Trouble> {
        Ok(self.ge(g, h)? && self.ge(h, g)?)
    }

    /// The maintenance property, (a) and (b) of Theorem 5.5.
    pub(crate) fn maintains(&mut self, g: Form, h: Form) -> Result<bool, Trouble> {
        let forms = self.desk.forms();
        for p in Player::BOTH {
            // Left's threats are options of h, Right's are options of g.
            let (other, own) = p.orient(g, h);
            for &threat in forms.options(own, p) {
                if !any(forms.options(other, p), |&matched| self.at_least(matched, threat, p))?
                    && !any(forms.options(threat, p.opponent()), |&back| self.at_least(other, back, p))?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The proviso, (c) and (d) of Theorem 5.5.
    fn provides(&mut self, g: Form, h: Form) -> Result<bool, Trouble> {
        for p in Player::BOTH {
            let (other, own) = p.orient(g, h);
            if is_end_like(self.desk.forms(), own, p) && !self.is_strong(other, p)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub(crate) fn is_strong(&mut self, g: Form, player: Player) -> Result<bool, Trouble> {
        if let Some(&known) = self.strong.get(&(g, player)) {
            return Ok(known);
        }
        let forms = self.desk.forms();
        let strong = match self.strength {
            Strength::End => is_end_like(forms, g, player),
            Strength::Winning => self.play.wins_first(g, Form::ZERO, player),
            // The end that is worst for Left is known in small ranks only.
            Strength::Against(realm) if realm.has_blocked_ends() && forms.rank(g) > 4 => {
                self.wins_against_passing(g, player)
            }
            Strength::Against(realm) => {
                let rank = forms.rank(g);
                if !self.ends.contains_key(&rank) {
                    let left = realm.left_ends(self.desk, rank)?;
                    let right = left.iter().map(|&x| forms.conjugate(x)).collect::<Result<_, _>>()?;
                    self.ends.insert(rank, [left, right]);
                }
                let play = &self.play;
                self.ends[&rank][player.index()].iter().all(|&x| play.wins_first(g, x, player))
            }
        };
        self.strong.insert((g, player), strong);
        Ok(strong)
    }
}

impl Rule<'_> {
    /// Whether the player wins moving first when the opponent may pass, which is to be strong
    /// modulo B (\[blocking\] Theorem 3.2).
    fn wins_against_passing(&mut self, g: Form, player: Player) -> bool {
        if let Some(&known) = self.strong.get(&(g, player)) {
            return known;
        }
        let forms = self.desk.forms();
        let wins = is_end_like(forms, g, player)
            || forms.options(g, player).iter().any(|&option| {
                !is_end_like(forms, option, player.opponent())
                    && self.wins_against_passing(option, player)
                    && forms
                        .options(option, player.opponent())
                        .iter()
                        .all(|&back| self.wins_against_passing(back, player))
            });
        self.strong.insert((g, player), wins);
        wins
    }
}

/// Judges claims about ≥ by the definition: o(G + X) ≥ o(H + X) for all X of the
/// universe, as far as that is known. Whether a game belongs to the universe is decided by
/// [`Membership`], and not by the engine.
pub(crate) struct Court<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) play: Play<'a>,
    pub(crate) membership: Membership<'a>,
    /// The games of the universe of rank at most 2.
    pub(crate) members: Vec<Form>,
    /// Who wins the sums of a form with the members, and with random games of rank 3.
    panel: Panel<'a>,
    probes: Set,
}

impl<'a> Court<'a> {
    /// How many games of rank 3 the universe is represented by.
    const SAMPLES: usize = 200;

    pub(crate) fn new(desk: &'a Desk, realm: Realm<'a>) -> Result<Court<'a>, Trouble> {
        Court::with(desk, realm.engine, realm.membership(desk)?)
    }

    /// The court of a universe with this engine and these games.
    pub(crate) fn with(
        desk: &'a Desk,
        engine: &'a Engine,
        membership: Membership<'a>,
    ) -> Result<Court<'a>, Trouble> {
        let forms = desk.forms();
        let members = kept(desk.day_2()?, |g| membership.contains(g))?;
        let admits = |g: Form| forms.rank(g) == 3 && membership.contains(g).is_ok_and(|is_in| is_in);
        let mut random = Rng::with_seed(3);
        let sample = forms_with_options(forms, &mut random, &members, 3, Court::SAMPLES, admits)?;
        let panel = Panel::new(forms, &[members.as_slice(), &sample].concat());
        // Followers of games of the universe are games of the universe.
        let probes = panel.set(|_| true);
        Ok(Court { engine, play: Play::new(forms), membership, members, panel, probes })
    }

    /// Whether the claim withstands the definition. If G ≥ H is claimed, no probe may speak
    /// against the claim. If G ≱ H is claimed, some X of the universe must speak against
    /// G ≥ H: a probe, or a game that the engine constructs. Either X is played out.
    pub(crate) fn upholds(&self, g: Form, h: Form, claimed: bool) -> Result<bool, Trouble> {
        if self.panel.refutes(g, h, &self.probes) {
            return Ok(!claimed);
        }
        if claimed {
            return Ok(true);
        }
        let Some(found) = self.engine.separator(g, h)? else { return Ok(false) };
        let refutes = self.play.refutes(g, h, found.game, found.starter);
        Ok(refutes && self.membership.contains(found.game)?)
    }

    /// Whether a probe shows g ≱ h.
    pub(crate) fn refuted_by_play(&self, g: Form, h: Form) -> bool {
        self.panel.refutes(g, h, &self.probes)
    }

    /// Whether no probe separates the two forms.
    pub(crate) fn upholds_equality(&self, g: Form, h: Form) -> bool {
        self.panel.same(g, h, &self.probes)
    }

    /// Whether some X of the universe separates the two forms; X is played out.
    pub(crate) fn tells_apart(&self, g: Form, h: Form) -> Result<bool, Trouble> {
        Ok(!self.upholds_equality(g, h) || self.upholds(g, h, false)? || self.upholds(h, g, false)?)
    }

    /// A game of the universe with which Right wins g + x, and Left h + x, when `starter`
    /// moves first, given that g ≱ h.
    pub(crate) fn separator(
        &self,
        desk: &Desk,
        g: Form,
        h: Form,
        starter: Player,
    ) -> Result<Option<Form>, Trouble> {
        if let Some(&x) = self.members.iter().find(|&&x| self.play.refutes(g, h, x, starter)) {
            return Ok(Some(x));
        }
        let Some(found) = self.engine.separator(g, h)? else { return Ok(None) };
        if found.starter == starter {
            return Ok(Some(found.game));
        }
        Ok(Some(turned(desk.forms(), g, h, found.game, starter)?))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use misere::Workspace;
    use misere::core::Form;

    use super::super::realm::Realm;
    use super::{Court, Rule, Strength};
    use crate::desk::Desk;

    #[test]
    fn a_court_denies_what_is_wrong() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let (minus_one, two) = (desk.read("-1").unwrap(), desk.read("2").unwrap());
        for realm in Realm::all(&desk) {
            let court = Court::new(&desk, realm).unwrap();
            for (g, h) in [(minus_one, Form::ZERO), (Form::ZERO, minus_one), (two, minus_one)] {
                assert!(!court.upholds(g, h, true).unwrap(), "{}", realm.name);
                assert!(court.upholds(g, h, false).unwrap(), "{}", realm.name);
            }
            assert!(!court.upholds(two, two, false).unwrap(), "{}", realm.name);
        }
    }

    /// A wrong proviso is noticed: the one of D is not right modulo M.
    #[test]
    fn a_court_denies_the_order_of_another_universe() {
        let desk = Desk::new(&Workspace::new()).unwrap();
        let court = Court::new(&desk, Realm::m(&desk)).unwrap();
        let mut rule = Rule::new(&desk, Strength::Winning);
        let games = desk.day_2().unwrap();
        let denied = games.iter().flat_map(|&g| games.iter().map(move |&h| (g, h))).filter(|&(g, h)| {
            let claimed = rule.ge(g, h).unwrap();
            !court.upholds(g, h, claimed).unwrap()
        });
        assert!(denied.count() > 0);
    }
}
