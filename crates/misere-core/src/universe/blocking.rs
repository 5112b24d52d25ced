//! B, the blocking universe.

use misere_check as check;
use rustc_hash::FxHashMap;

use super::{
    Below, EndKind, Ends, Invertibles, Play, Setting, StrengthArgument, StrengthPlay, StrengthTests,
    Universe, UniverseId, for_player,
};
use crate::Player;
use crate::budget::Exhausted;
use crate::engine::{Probes, WideProbes};
use crate::families::Family;
use crate::store::facts::{SURVIVES_PASSING, WINS_PASSING};
use crate::store::{Form, Forms};

/// B, the blocking universe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blocking;

impl Setting for Blocking {
    fn id(&self) -> UniverseId {
        UniverseId::known("B")
    }

    /// \[blocking\] Theorems 3.1 and 3.2.
    fn strong(&self, forms: &Forms, _: &Play, options: &[Form], player: Player) -> Result<bool, Exhausted> {
        Ok(options.iter().any(|&o| forms.facts(o).has_for(SURVIVES_PASSING, player)))
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../../data/probes-B.txt"))
    }

    fn wide_probes(&self) -> WideProbes {
        WideProbes::from_table(include_str!("../../data/wide-B.txt"))
    }

    fn universe(&self) -> Option<&dyn Universe> {
        Some(self)
    }

    fn certificate_name(&self) -> Option<check::UniverseName> {
        Some(check::UniverseName::B)
    }
}

impl Universe for Blocking {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_blocking(g))
    }

    /// The end built in the proof of \[blocking\] Theorem 3.1.
    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        let opponent = player.opponent();
        let is_weak = |f: Form| !forms.facts(f).has_for(WINS_PASSING, player);
        if !is_weak(g) {
            return Ok(None);
        }
        // Weak followers come in the order of handles, so that the ends against the
        // options of a form are there when its own end is built. All ends are built
        // as Left ends.
        let one = forms.integer(1)?;
        let mut against: FxHashMap<Form, Form> = FxHashMap::default();
        for &f in forms.followers_within(&[g])?.iter().filter(|&&f| is_weak(f)) {
            let mut replies = vec![one];
            forms.budget().steps(forms.options(f, player).len())?;
            for &option in forms.options(f, player) {
                if let Some(&end) = against.get(&option) {
                    replies.push(end);
                } else if !forms.wins_first(option, opponent) {
                    let weak_reply = forms.options(option, opponent).iter().find(|&&r| is_weak(r));
                    let weak_reply = weak_reply.expect("else the option would make the form strong");
                    replies.extend_from_slice(forms.options(against[weak_reply], Player::Right));
                } else {
                    let burden = forms.integer(i64::from(forms.rank(f)))?;
                    replies.push(forms.ordinary(&[Form::ZERO], &[burden])?);
                }
            }
            against.insert(f, forms.ordinary(&[], &replies)?);
        }
        for_player(forms, against[&g], player).map(Some)
    }

    /// The blocked super end S_n lies below every non-zero blocked Left end of rank at most n
    /// (\[blocking\] Lemma 3.13). S_n is huge, but {·|0,1̄,1} has the B-simplest form of S_2, and
    /// {·|C,1} the B-simplest form of S_n when C stands for S_{n−1} (\[blocking\] Theorem 3.17).
    /// As for E, n need not exceed rank(K) + 2.
    fn end_below(&self, forms: &Forms, k: Form, below: Below<'_>) -> Result<Option<Form>, Exhausted> {
        if below(Form::ZERO)? {
            return Ok(Some(Form::ZERO));
        }
        let (one, mut end) = (forms.integer(1)?, forms.integer(-1)?);
        for n in 1..=forms.rank(k).saturating_add(2) {
            forms.budget().step()?;
            if n == 2 {
                end = forms.ordinary(&[], &[Form::ZERO, end, one])?;
            } else if n > 2 {
                end = forms.ordinary(&[], &[end, one])?;
            }
            if below(end)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    fn ends(&self) -> Ends {
        Ends { kind: EndKind::Blocked, all: true }
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::PFree
    }

    fn strength_play(&self) -> Option<StrengthPlay> {
        Some(StrengthPlay::Passing)
    }

    /// \[blocking\] Theorem 3.1 asks for one option with a property.
    fn strength_tests(&self, _: &Forms, _: u32) -> Result<Option<StrengthTests>, Exhausted> {
        Ok(Some(StrengthTests::OneOption))
    }

    fn strength_in_words(&self) -> Option<&'static str> {
        Some(
            "forms that are Left end-like, and those with a Left-win option G^L such that G^L and all its Right \
             options are strong for Left ([blocking] Theorem 3.1)",
        )
    }

    /// The passing game A_{n+1} (\[blocking\] Theorem 3.11).
    fn deciding_ends(&self, forms: &Forms, rank: u32) -> Result<Option<Vec<Form>>, Exhausted> {
        // The passing games are supported up to A_5.
        forms.budget().check_size("T_n of B", u64::from(rank), 4)?;
        Ok(Some(vec![Family::A.member(forms, u64::from(rank) + 1)?]))
    }

    fn strength_argument(
        &self,
        forms: &Forms,
        _: &Play,
        g: Form,
        player: Player,
    ) -> Result<StrengthArgument, Exhausted> {
        let mut options = forms.options(g, player).iter();
        let good = options.find(|&&o| forms.facts(o).has_for(SURVIVES_PASSING, player));
        Ok(StrengthArgument::Option(*good.expect("asked only where g is strong")))
    }
}
