//! The universes that engine and twin are compared in.

use std::sync::Arc;

use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, Setting,
    Settings,
};

use crate::Asked;

/// The universes every law is tried in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    M,
    B,
    E,
    /// D({·|1̄,0}).
    Domineering,
    /// D(1̄).
    Integers,
    D,
    /// D({·|0,2̄}), whose test sets are truncated.
    Terminable,
    /// D({·|0,2̄}, {·|{·|0,1̄}}).
    Mixed,
}

impl Name {
    pub const ALL: [Name; 8] = [
        Name::M,
        Name::B,
        Name::E,
        Name::Domineering,
        Name::Integers,
        Name::D,
        Name::Terminable,
        Name::Mixed,
    ];
    /// The universes from the largest to the smallest.
    pub const CHAIN: [Name; 6] = [Name::M, Name::B, Name::E, Name::Domineering, Name::Integers, Name::D];

    pub fn generators(self, forms: &Forms) -> Vec<Form> {
        let integer = |n| forms.integer(n).unwrap();
        match self {
            Name::Domineering => vec![forms.ordinary(&[], &[integer(-1), Form::ZERO]).unwrap()],
            Name::Integers => vec![integer(-1)],
            Name::Terminable => vec![forms.ordinary(&[], &[integer(-2), Form::ZERO]).unwrap()],
            Name::Mixed => {
                let inner = forms.ordinary(&[], &[integer(-1), Form::ZERO]).unwrap();
                let mut ends = Name::Terminable.generators(forms);
                ends.push(forms.ordinary(&[], &[inner]).unwrap());
                ends
            }
            _ => vec![],
        }
    }

    pub fn engine(self, forms: &Arc<Forms>, settings: Settings) -> Asked {
        Asked::new(Engine::with_settings(forms.clone(), self.universe(forms), settings))
    }

    pub fn universe(self, forms: &Forms) -> Arc<dyn Setting> {
        match self {
            Name::M => Arc::new(AllGames),
            Name::B => Arc::new(Blocking),
            Name::E => Arc::new(DeadEnding),
            Name::D => Arc::new(Dicots),
            _ => Arc::new(self.generated(forms)),
        }
    }

    pub fn generated(self, forms: &Forms) -> Generated<FiniteGenerators> {
        let generators =
            FiniteGenerators::new(forms, &self.generators(forms), &format!("D({self:?})")).unwrap();
        Generated::new(forms, generators)
    }
}
