//! Appendix A: the outcome when Right may pass.

use misere::core::Player;

use super::definitions::passing_outcomes;
use super::samples::all_small_and_samples;
use crate::desk::Desk;
use crate::item::{Finding, Item, Trouble, items};

pub(super) const ITEMS: &[Item] = items! { Blocking;
    "Definition A.1" => definition_a_1,
        "the recursion for p(G) gives what the engine keeps as the passing outcome, for both players"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .recursion("the definition, for both players")
        .shown("strong '*2' -m B");
    "Proposition A.2" => proposition_a_2, "o(G) ≥ p(G)"
        .all("the games of rank at most 2")
        .sample("1,100 games of rank 3, 350 of rank 4")
        .recursion("Definition A.1")
        .shown("outcome '*2'");
};

fn definition_a_1(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let some = all_small_and_samples(desk)?;
    let recursion = passing_outcomes(forms, &some);
    desk.for_all(some, |g| {
        let of_conjugate = forms.outcome_against_passing(forms.conjugate(g)?, Player::Right);
        // The conjugate's outcome with the players exchanged.
        let exchanged = |starter: Player| of_conjugate.winner(starter.opponent()).opponent();
        Ok(forms.outcome_against_passing(g, Player::Left) == recursion[&g]
            && Player::BOTH.iter().all(|&p| exchanged(p) == recursion[&g].winner(p)))
    })
}

fn proposition_a_2(desk: &Desk) -> Result<Finding, Trouble> {
    let forms = desk.forms();
    let some = all_small_and_samples(desk)?;
    let passing = passing_outcomes(forms, &some);
    desk.for_all(some, |g| Ok(forms.outcome(g) >= passing[&g]))
}
