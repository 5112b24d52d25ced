//! One engine per universe, chosen at run time.

use std::sync::Arc;

use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, FiniteGenerators, Forms, Generated, Impartial, Modulo,
    NormalPlay, Statistics,
};
use misere_notation::UniverseName;

use crate::error::Error;

/// What comparisons are made modulo.
pub(crate) enum Engine {
    M(Modulo<AllGames>),
    D(Modulo<Dicots>),
    E(Modulo<DeadEnding>),
    B(Modulo<Blocking>),
    Generated(Box<Modulo<Generated<FiniteGenerators>>>),
    N(Modulo<NormalPlay>),
    I(Impartial),
}

impl Engine {
    /// `written` is how the generators of the universe are shown.
    pub(crate) fn new(forms: &Arc<Forms>, name: &UniverseName, written: &str) -> Result<Engine, Error> {
        let forms = forms.clone();
        Ok(match name {
            UniverseName::M => Engine::M(Modulo::new(forms, AllGames)),
            UniverseName::D => Engine::D(Modulo::new(forms, Dicots)),
            UniverseName::E => Engine::E(Modulo::new(forms, DeadEnding)),
            UniverseName::B => Engine::B(Modulo::new(forms, Blocking)),
            UniverseName::N => Engine::N(Modulo::new(forms, NormalPlay)),
            UniverseName::I => Engine::I(Impartial::new(forms)),
            UniverseName::Generated(ends) => {
                let generators = FiniteGenerators::new(&forms, ends, written)?;
                let universe = Generated::new(&forms, generators);
                Engine::Generated(Box::new(Modulo::new(forms, universe)))
            }
        })
    }
}

/// Runs an expression with the engine of a parental universe, whichever it is;
/// the other two settings get what follows.
macro_rules! with_universe {
    ($engine:expr, $modulo:ident => $answer:expr, otherwise => $otherwise:expr) => {
        match $engine {
            Engine::M($modulo) => $answer,
            Engine::D($modulo) => $answer,
            Engine::E($modulo) => $answer,
            Engine::B($modulo) => $answer,
            Engine::Generated($modulo) => $answer,
            Engine::N(_) | Engine::I(_) => $otherwise,
        }
    };
}
pub(crate) use with_universe;

impl Engine {
    /// What the engine has done so far; nothing is counted modulo I.
    pub(crate) fn statistics(&self) -> Statistics {
        with_universe!(self, modulo => modulo.statistics(), otherwise => match self {
            Engine::N(normal) => normal.statistics(),
            _ => Statistics::default(),
        })
    }
}
