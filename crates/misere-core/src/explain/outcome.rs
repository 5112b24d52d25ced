//! Certificates of outcomes: winning strategies.

use misere_check as check;
use misere_check::{Evidence, Statement, StepNumber};
use rustc_hash::FxHashSet;

use crate::Player;
use crate::store::{Form, Forms};

use super::table::Table;

/// A certificate of the misère outcome of a form: the winner's strategy for either
/// start. The certificate relies on no theorem.
#[must_use]
pub fn certify_outcome(forms: &Forms, g: Form) -> check::Certificate {
    let mut table = Table::new(forms);
    let step = outcome_step(&mut table, g);
    table.conclude(step);
    // The statement does not refer to a universe; M is the one of all games.
    table.finish(check::Universe { name: check::UniverseName::M, generators: Vec::new() })
}

/// The step that says who wins a form alone.
pub(super) fn outcome_step(table: &mut Table<'_>, g: Form) -> StepNumber {
    let forms = table.forms();
    let strategies = check::Strategies {
        left_starts: strategy(forms, table, g, Player::Left),
        right_starts: strategy(forms, table, g, Player::Right),
    };
    let claim = Statement::Outcome(table.node(g), forms.outcome(g));
    table.step(claim, Evidence::Strategies(strategies))
}

/// The winner's strategy: a winning move for every position that the winner can be
/// brought into and has to move in.
fn strategy(forms: &Forms, table: &mut Table<'_>, g: Form, starter: Player) -> Vec<(u32, u32)> {
    let winner = forms.outcome(g).winner(starter);
    let mut replies = Vec::new();
    let mut seen: FxHashSet<Form> = FxHashSet::default();
    let mut pending: Vec<Form> = if winner == starter { vec![g] } else { forms.options(g, starter).to_vec() };
    while let Some(f) = pending.pop() {
        if !seen.insert(f) || forms.is_end_like(f, winner) {
            continue;
        }
        let mut options = forms.options(f, winner).iter();
        let reply = *options
            .find(|&&o| !forms.wins_first(o, winner.opponent()))
            .expect("the winner has a winning move, or none to make");
        replies.push((table.node(f), table.node(reply)));
        pending.extend_from_slice(forms.options(reply, winner.opponent()));
    }
    replies
}
