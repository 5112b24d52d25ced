//! The baseline that the benchmarks compare the engine with.
#![forbid(unsafe_code)]

use std::sync::Arc;

use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, NormalPlay,
    Setting,
};

pub mod baseline;

use baseline::BaselineUniverse;

/// The engine that is measured, for a universe that the baseline knows.
///
/// # Panics
/// When the store may not grow by the generators of the universe.
#[must_use]
pub fn engine(forms: &Arc<Forms>, universe: BaselineUniverse) -> Engine {
    let minus_one = || forms.integer(-1).expect("a small form");
    let generated = |end: Form, id: &str| {
        let generators = FiniteGenerators::new(forms, &[end], id).expect("a Left dead end");
        Arc::new(Generated::new(forms, generators))
    };
    let setting: Arc<dyn Setting> = match universe {
        BaselineUniverse::M => Arc::new(AllGames),
        BaselineUniverse::D => Arc::new(Dicots),
        BaselineUniverse::E => Arc::new(DeadEnding),
        BaselineUniverse::B => Arc::new(Blocking),
        BaselineUniverse::Integers => generated(minus_one(), "D(-1)"),
        BaselineUniverse::Domineering => {
            let end = forms.ordinary(&[], &[minus_one(), Form::ZERO]).expect("a small form");
            generated(end, "D({|-1,0})")
        }
        BaselineUniverse::Normal => Arc::new(NormalPlay),
    };
    Engine::new(forms.clone(), setting)
}
