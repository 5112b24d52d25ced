//! D, the universe of dicots.

use misere_check as check;

use super::{
    Below, EndKind, Ends, Invertibles, Play, Setting, StrengthPlay, StrengthTests, Universe, UniverseId,
};
use crate::Player;
use crate::budget::Exhausted;
use crate::engine::Engine;
use crate::error::Refused;
use crate::store::{Form, Forms};

/// D, the universe of dicots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dicots;

impl Setting for Dicots {
    fn id(&self) -> UniverseId {
        UniverseId::known("D")
    }

    /// 0 is the only end of D.
    fn strong(&self, forms: &Forms, _: &Play, options: &[Form], player: Player) -> Result<bool, Exhausted> {
        Ok(options.iter().any(|&o| !forms.wins_first(o, player.opponent())))
    }

    fn universe(&self) -> Option<&dyn Universe> {
        Some(self)
    }

    /// The canonical form of a dicot (\[dicots\] Definition 3.3): its simplest form
    /// with * for each tombstone, and for each empty side of a non-zero form.
    fn canonical(&self, engine: &Engine, g: Form) -> Result<Form, Refused> {
        engine.require_member(g)?;
        let star = engine.forms().nimber(1)?;
        engine.fill(g, |f, _, p, empty| Ok((empty || engine.forms().tombstones(f).has(p)).then_some(star)))
    }

    fn certificate_name(&self) -> Option<check::UniverseName> {
        Some(check::UniverseName::D)
    }
}

impl Universe for Dicots {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_dicot(g))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        Ok((!forms.wins_first(g, player)).then_some(Form::ZERO))
    }

    fn end_below(&self, _: &Forms, _: Form, below: Below<'_>) -> Result<Option<Form>, Exhausted> {
        Ok(below(Form::ZERO)?.then_some(Form::ZERO))
    }

    fn ends(&self) -> Ends {
        Ends { kind: EndKind::Zero, all: true }
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::PFreeAndOthers
    }

    fn finite_generators(&self, _: &Forms) -> Result<Option<Vec<Form>>, Exhausted> {
        Ok(Some(Vec::new()))
    }

    fn strength_play(&self) -> Option<StrengthPlay> {
        Some(StrengthPlay::Alone)
    }

    fn strength_tests(&self, _: &Forms, _: u32) -> Result<Option<StrengthTests>, Exhausted> {
        Ok(Some(StrengthTests::Ends(vec![Form::ZERO])))
    }
}
