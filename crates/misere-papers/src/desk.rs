//! What all items work with: a store, an engine for each universe, and the games born
//! by day 2.

use std::sync::{Arc, OnceLock};

use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Exhausted, FiniteGenerators, Form, Forms, Generated, Impartial,
    Modulo, NormalPlay, Player,
};
use misere_notation::{Notation, parse_form};

use crate::item::Trouble;

/// A store of forms with engines that share it. Items may use it from several threads.
pub struct Desk {
    forms: Arc<Forms>,
    /// Modulo M.
    pub m: Modulo<AllGames>,
    /// Modulo D.
    pub d: Modulo<Dicots>,
    /// Modulo E.
    pub e: Modulo<DeadEnding>,
    /// Modulo B.
    pub b: Modulo<Blocking>,
    /// Modulo I, the impartial games.
    pub i: Impartial,
    /// Normal play.
    pub normal: Modulo<NormalPlay>,
    day_2: OnceLock<Vec<Form>>,
}

impl Desk {
    /// A desk of its own.
    pub fn new() -> Desk {
        Desk::over(Arc::new(Forms::new()))
    }

    /// A desk over a store, whose budget it spends.
    pub fn over(forms: Arc<Forms>) -> Desk {
        Desk {
            m: Modulo::new(forms.clone(), AllGames),
            d: Modulo::new(forms.clone(), Dicots),
            e: Modulo::new(forms.clone(), DeadEnding),
            b: Modulo::new(forms.clone(), Blocking),
            i: Impartial::new(forms.clone()),
            normal: Modulo::new(forms.clone(), NormalPlay),
            day_2: OnceLock::new(),
            forms,
        }
    }

    /// The store of forms.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The 256 forms of rank at most 2.
    pub fn day_2(&self) -> Result<&[Form], Exhausted> {
        if let Some(forms) = self.day_2.get() {
            return Ok(forms);
        }
        let forms = self.forms.born_by(2)?;
        Ok(self.day_2.get_or_init(|| forms))
    }

    /// An engine modulo D(A), the ends of A in notation, commas between them.
    pub fn generated(&self, ends: &str) -> Result<Modulo<Generated<FiniteGenerators>>, Trouble> {
        let list = self.read(&format!("{{{ends}|}}"))?;
        let ends_read = self.forms.options(list, Player::Left).to_vec();
        let generators = FiniteGenerators::new(&self.forms, &ends_read, ends)?;
        let universe = Generated::new(&self.forms, generators);
        Ok(Modulo::new(self.forms.clone(), universe))
    }

    /// Reads a form in notation.
    pub fn read(&self, text: &str) -> Result<Form, Trouble> {
        parse_form(&self.forms, text).map_err(|error| Trouble::Refused(format!("{text}: {error}")))
    }

    /// Writes a form in the papers' notation.
    pub fn write(&self, g: Form) -> Result<String, Exhausted> {
        Notation::default().write(&self.forms, g)
    }
}

impl Default for Desk {
    fn default() -> Desk {
        Desk::new()
    }
}
