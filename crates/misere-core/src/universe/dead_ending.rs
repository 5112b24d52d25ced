//! E, the dead-ending universe.

use misere_check as check;

use super::{
    Below, EndKind, Ends, Invertibles, Play, Setting, StrengthPlay, StrengthTests, Universe, UniverseId,
    for_player,
};
use crate::Player;
use crate::budget::Exhausted;
use crate::engine::{Engine, Probes, WideProbes};
use crate::error::Refused;
use crate::store::facts::OUTWAITS_SECOND;
use crate::store::{Form, Forms};

/// E, the dead-ending universe.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeadEnding;

impl DeadEnding {
    /// Whether these options make `player` strong: \[universe\] Theorem 4.9 with
    /// T_n(E) = {0, W_n}, that is `player` wins against 0 and against every wait.
    pub(super) fn is_strong(forms: &Forms, options: &[Form], player: Player) -> bool {
        options.iter().any(|&o| !forms.wins_first(o, player.opponent()))
            && options.iter().any(|&o| forms.facts(o).has_for(OUTWAITS_SECOND, player))
    }
}

impl Setting for DeadEnding {
    fn id(&self) -> UniverseId {
        UniverseId::known("E")
    }

    fn strong(&self, forms: &Forms, _: &Play, options: &[Form], player: Player) -> Result<bool, Exhausted> {
        Ok(DeadEnding::is_strong(forms, options, player))
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../../data/probes-E.txt"))
    }

    fn wide_probes(&self) -> WideProbes {
        WideProbes::from_table(include_str!("../../data/wide-E.txt"))
    }

    fn universe(&self) -> Option<&dyn Universe> {
        Some(self)
    }

    /// The canonical form of a dead-ending form (\[day-2\] Theorem 5): its simplest form with
    /// {·|W_n}, n least such that the waiting game W_n lies below the follower, for each Left
    /// tombstone and each empty Left side of a follower that would otherwise not be
    /// dead-ending; likewise for Right.
    fn canonical(&self, engine: &Engine, g: Form) -> Result<Form, Refused> {
        engine.require_member(g)?;
        let forms = engine.forms();
        engine.fill(g, |f, filled, p, empty| {
            let is_dead = filled[p.opponent().index()].iter().all(|&o| forms.is_dead_end(o, p));
            if !forms.tombstones(f).has(p) && (!empty || is_dead) {
                return Ok(None);
            }
            let left = for_player(forms, f, p)?;
            let end = self.end_below(forms, left, &mut |end| engine.ge(left, end))?;
            let end = end.expect("a tombstone in a game of E comes from an end of E");
            let atomic = forms.ordinary(&[], &[end])?;
            for_player(forms, atomic, p).map(Some)
        })
    }

    fn certificate_name(&self) -> Option<check::UniverseName> {
        Some(check::UniverseName::E)
    }
}

impl Universe for DeadEnding {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_dead_ending(g))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        if forms.is_end_like(g, player) || DeadEnding::is_strong(forms, forms.options(g, player), player) {
            return Ok(None);
        }
        if !forms.wins_first(g, player) {
            return Ok(Some(Form::ZERO));
        }
        let murder = forms.waiting_game(u64::from(forms.rank(g)))?;
        for_player(forms, murder, player).map(Some)
    }

    /// The waiting game W_n lies below every other non-zero Left dead end of rank at most n
    /// (\[universe\] section 3). If K ≥ W_n for any n > 0 then for n = rank(K) + 1:
    /// a reply to an option of K that waits once more stays below the option.
    fn end_below(&self, forms: &Forms, k: Form, below: Below<'_>) -> Result<Option<Form>, Exhausted> {
        let mut murder = Form::ZERO;
        for _ in 0..=u64::from(forms.rank(k)) + 1 {
            forms.budget().step()?;
            if below(murder)? {
                return Ok(Some(murder));
            }
            murder = forms.ordinary(&[], &[Form::ZERO, murder])?;
        }
        Ok(None)
    }

    fn ends(&self) -> Ends {
        Ends { kind: EndKind::Dead, all: true }
    }

    /// The dead-ending games cancel modulo E (\[blocking\] section 1).
    fn cancellation(&self) -> Option<EndKind> {
        Some(EndKind::Dead)
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::PFree
    }

    fn strength_play(&self) -> Option<StrengthPlay> {
        Some(StrengthPlay::Waiting)
    }

    /// The tests are 0 and the waiting game of the form's rank.
    fn strength_tests(&self, forms: &Forms, rank: u32) -> Result<Option<StrengthTests>, Exhausted> {
        Ok(Some(StrengthTests::Ends(vec![Form::ZERO, forms.waiting_game(rank.into())?])))
    }
}
