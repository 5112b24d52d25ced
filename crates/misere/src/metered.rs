//! The checker within the limits of a budget.

use std::cell::OnceCell;
use std::sync::Arc;

use misere_check::{Accepted, Certificate, Limits, Meter, Rejection, check_within};
use misere_core::{Account, Budget, Exhausted};

use crate::error::Error;

/// A meter for the checker of certificates, which knows no budgets: its memory is charged to a
/// budget until the meter is dropped, and its time is that of the budget.
///
/// ```
/// use misere::check::{Meter, Rejection};
/// use misere::core::{Budget, Limits};
/// let budget = std::sync::Arc::new(Budget::new(Limits { memory_bytes: 1_000, time: None }));
/// let meter = misere::BudgetMeter::new(&budget);
/// assert!(meter.may_go_on(800) && !meter.may_go_on(800));
/// assert!(matches!(meter.explain(Rejection::NotFinished), misere::Error::Exhausted(_)));
/// ```
pub struct BudgetMeter {
    account: Account,
    reached: OnceCell<Exhausted>,
}

impl BudgetMeter {
    /// A meter that has charged nothing.
    #[must_use]
    pub fn new(budget: &Arc<Budget>) -> BudgetMeter {
        BudgetMeter { account: Account::new(budget.clone()), reached: OnceCell::new() }
    }

    /// The error that a rejection is: the limit that was reached, if a check was not finished for
    /// want of time or memory.
    #[must_use]
    pub fn explain(&self, rejection: Rejection) -> Error {
        match self.reached.get() {
            Some(reached) if rejection == Rejection::NotFinished => Error::Exhausted(reached.clone()),
            _ => rejection.into(),
        }
    }
}

impl Meter for BudgetMeter {
    fn may_go_on(&self, bytes: usize) -> bool {
        let asked = self.account.charge(bytes).and_then(|()| self.account.budget().check_now());
        asked.map_err(|exhausted| drop(self.reached.set(exhausted))).is_ok()
    }
}

/// Checks a certificate within the limits of a budget.
///
/// # Errors
/// [`Error::Exhausted`] when a limit was reached, which says nothing about the certificate; otherwise
/// the error of the [`Rejection`].
pub fn check_within_budget(certificate: &Certificate, budget: &Arc<Budget>) -> Result<Accepted, Error> {
    let meter = BudgetMeter::new(budget);
    check_within(certificate, &Limits::default(), &meter).map_err(|rejection| meter.explain(rejection))
}
