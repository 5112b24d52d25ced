//! Games to try statements on.

use misere::core::{Form, Forms, Player};
use misere::counting::dead_ends::{DeadEnds, Lattice};

use crate::desk::Desk;
use crate::item::Trouble;

/// The Left dead ends of birthday at most n, for n up to 5, in simplest form.
pub(super) fn dead_ends(desk: &Desk, n: u32) -> Result<Vec<Form>, Trouble> {
    let lattice = Lattice::new(n).ok_or_else(|| Trouble::Refused(format!("day {n} is too late")))?;
    let ends = DeadEnds::with_budget(desk.forms().budget().clone());
    let all = lattice.dead_ends(&ends)?;
    Ok(all.iter().map(|&g| ends.form(desk.forms(), g, Player::Left)).collect::<Result<_, _>>()?)
}

/// G ≥ H by \[universe\] Theorem 3.1.
pub(super) fn dead_end_ge(forms: &Forms, g: Form, h: Form) -> bool {
    let right = |f| forms.options(f, Player::Right);
    right(g).iter().all(|&a| right(h).iter().any(|&b| dead_end_ge(forms, a, b)))
        && (g != Form::ZERO || h == Form::ZERO)
}
