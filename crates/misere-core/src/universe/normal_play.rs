//! N, normal play.

use misere_check as check;

use super::{Play, Setting, Universe, UniverseId};
use crate::Player;
use crate::budget::Exhausted;
use crate::engine::{Engine, Probes};
use crate::error::Refused;
use crate::store::{Form, Forms};

/// Normal play, which is not a universe but has the same maintenance property
/// with no proviso, so that the same machinery computes its order and its
/// canonical forms. Normal play is a theory of ordinary forms: tombstones are ignored.
#[derive(Clone, Copy, Debug, Default)]
pub struct NormalPlay;

impl Setting for NormalPlay {
    fn id(&self) -> UniverseId {
        UniverseId::known("N")
    }

    /// Always true: normal play has no proviso, and every tombstone is erased.
    fn strong(&self, _: &Forms, _: &Play, _: &[Form], _: Player) -> Result<bool, Exhausted> {
        Ok(true)
    }

    fn is_misere(&self) -> bool {
        false
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../../data/probes-N.txt"))
    }

    fn universe(&self) -> Option<&dyn Universe> {
        None
    }

    /// The canonical form of an ordinary form under normal play.
    fn canonical(&self, engine: &Engine, g: Form) -> Result<Form, Refused> {
        engine.simplest_of_ordinary(g)
    }

    fn certificate_name(&self) -> Option<check::UniverseName> {
        Some(check::UniverseName::N)
    }
}
