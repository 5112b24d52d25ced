//! M, the universe of all games.

use misere_check as check;

use super::{
    Below, EndKind, Ends, Invertibles, Play, Setting, StrengthPlay, StrengthTests, Universe, UniverseId,
    for_player,
};
use crate::Player;
use crate::budget::Exhausted;
use crate::engine::{Engine, Probes, WideProbes};
use crate::error::Refused;
use crate::store::{Form, Forms};

/// M, the universe of all games.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllGames;

impl Setting for AllGames {
    fn id(&self) -> UniverseId {
        UniverseId::known("M")
    }

    /// Only end-like forms are strong: against {·|n} with n large enough a
    /// player with a move loses.
    fn strong(&self, _: &Forms, _: &Play, _: &[Form], _: Player) -> Result<bool, Exhausted> {
        Ok(false)
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../../data/probes-M.txt"))
    }

    fn wide_probes(&self) -> WideProbes {
        WideProbes::from_table(include_str!("../../data/wide-M.txt"))
    }

    fn universe(&self) -> Option<&dyn Universe> {
        Some(self)
    }

    /// The simplest form of an ordinary form, which has no tombstone, since nothing is
    /// reversible through an end modulo M.
    fn canonical(&self, engine: &Engine, g: Form) -> Result<Form, Refused> {
        engine.simplest_of_ordinary(g)
    }

    fn certificate_name(&self) -> Option<check::UniverseName> {
        Some(check::UniverseName::M)
    }
}

impl Universe for AllGames {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_ordinary(g))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        if forms.is_end_like(g, player) {
            return Ok(None);
        }
        for_player(forms, burden(forms, forms.rank(g))?, player).map(Some)
    }

    /// Always `None`: nothing is reversible through an end modulo M, so that the ends below
    /// a form do not matter.
    fn end_below(&self, _: &Forms, _: Form, _: Below<'_>) -> Result<Option<Form>, Exhausted> {
        Ok(None)
    }

    fn ends(&self) -> Ends {
        Ends { kind: EndKind::Any, all: true }
    }

    /// The blocking games cancel modulo M (\[blocking\] section 1).
    fn cancellation(&self) -> Option<EndKind> {
        Some(EndKind::Blocked)
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::OnlyZero
    }

    /// A simplest form without tombstones is its own expansion, and nothing equal to it
    /// is smaller.
    fn expansions_are_least(&self) -> bool {
        true
    }

    fn strength_play(&self) -> Option<StrengthPlay> {
        Some(StrengthPlay::EndLike)
    }

    /// A form with options is never strong: see \[universe\] Theorem 2.1.
    fn strength_tests(&self, _: &Forms, _: u32) -> Result<Option<StrengthTests>, Exhausted> {
        Ok(Some(StrengthTests::OneOption))
    }

    fn strength_in_words(&self) -> Option<&'static str> {
        Some("only forms that are Left end-like ([universe] Theorem 2.1)")
    }

    /// One end, which defeats every form of this rank that has a Left option.
    fn deciding_ends(&self, forms: &Forms, rank: u32) -> Result<Option<Vec<Form>>, Exhausted> {
        Ok(Some(vec![burden(forms, rank)?]))
    }
}

/// The Left end {·|n}: Right's only move leaves Left more moves to make than Right can have left
/// in a form of rank n in which Left has moved.
fn burden(forms: &Forms, n: u32) -> Result<Form, Exhausted> {
    forms.ordinary(&[], &[forms.integer(i64::from(n))?])
}
