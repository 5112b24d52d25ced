//! The names of universes.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of what forms are compared modulo, as it is typed: `E`, or `D({.|0,-1})` with
/// the generators in ASCII, each once and in structural order. A name belongs to no store:
/// it can be saved, hashed, ordered, shown, and read back by a workspace.
///
/// ```
/// use misere_core::{DeadEnding, Setting, UniverseId};
/// assert_eq!(DeadEnding.id(), UniverseId::new("E"));
/// assert_eq!(DeadEnding.id().to_string(), "E");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UniverseId(Cow<'static, str>);

impl UniverseId {
    /// The name with this text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> UniverseId {
        UniverseId(Cow::Owned(text.into()))
    }

    /// The name with this text, which is known when the program is compiled.
    #[must_use]
    pub const fn known(text: &'static str) -> UniverseId {
        UniverseId(Cow::Borrowed(text))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UniverseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}
