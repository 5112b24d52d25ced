//! The forms among several that stayed undecided.

use crate::budget::Exhausted;
use crate::store::order::structural_order_within;
use crate::store::{Form, Forms};

/// The forms of which something was not decided, each with what was tried. Forms come in the order
/// of their handles, which goes by what was asked before; what is reported does not.
#[derive(Default)]
pub(super) struct Undecided(Vec<(Form, Exhausted)>);

impl Undecided {
    /// Remembers a form of which something was not decided.
    ///
    /// # Errors
    /// The error itself, if it is about the resources of this run: then going on is useless.
    pub(super) fn note(&mut self, form: Form, exhausted: Exhausted) -> Result<(), Exhausted> {
        if exhausted.limit.tried().is_none() {
            return Err(exhausted);
        }
        self.0.push((form, exhausted));
        Ok(())
    }

    /// The limits tried for the first of the forms in structural order.
    ///
    /// # Errors
    /// That, if there is one.
    pub(super) fn first(mut self, forms: &Forms) -> Result<(), Exhausted> {
        if self.0.len() > 1 {
            let undecided: Vec<Form> = self.0.iter().map(|(form, _)| *form).collect();
            let first = structural_order_within(forms, &undecided)?[0];
            self.0.retain(|(form, _)| *form == first);
        }
        self.0.into_iter().next().map_or(Ok(()), |(_, exhausted)| Err(exhausted))
    }
}
