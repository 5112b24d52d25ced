//! The paper's definitions and conditions, written down once more: no fact that the
//! store keeps of a form is used here but its outcome.

use std::collections::HashMap;

use misere::core::{Form, Forms, Outcome, Player};

use crate::sample::pairs;

/// Something of every follower of some forms, computed from that of its options.
fn bottom_up<T>(
    forms: &Forms,
    roots: &[Form],
    mut step: impl FnMut(Form, &HashMap<Form, T>) -> T,
) -> HashMap<Form, T> {
    let mut done = HashMap::new();
    for f in forms.followers_of_all(roots) {
        let new = step(f, &done);
        done.insert(f, new);
    }
    done
}

/// Which followers of some forms are ends for a player, and dead or blocked as such.
pub(super) struct Ends {
    dead: HashMap<Form, [bool; 2]>,
    blocked: HashMap<Form, [bool; 2]>,
}

impl Ends {
    pub(super) fn new(forms: &Forms, roots: &[Form]) -> Ends {
        let dead = bottom_up(forms, roots, |f, dead: &HashMap<Form, [bool; 2]>| {
            Player::BOTH.map(|p| {
                let replies = forms.options(f, p.opponent());
                forms.options(f, p).is_empty() && replies.iter().all(|r| dead[r][p.index()])
            })
        });
        let blocked = bottom_up(forms, roots, |f, blocked: &HashMap<Form, [bool; 2]>| {
            Player::BOTH.map(|p| {
                let is_blocked = |g: &Form| blocked[g][p.index()];
                forms.options(f, p).is_empty()
                    && forms
                        .options(f, p.opponent())
                        .iter()
                        .all(|r| is_blocked(r) || forms.options(*r, p).iter().any(is_blocked))
            })
        });
        Ends { dead, blocked }
    }

    /// Whether the form is an end for the player, and blocked.
    pub(super) fn is_blocked(&self, f: Form, player: Player) -> bool {
        self.blocked[&f][player.index()]
    }

    /// Whether zero is the only end among the followers.
    pub(super) fn is_dicot(&self, forms: &Forms, g: Form) -> bool {
        all_ends(forms, g, |f, _| f == Form::ZERO)
    }

    /// Whether all ends among the followers are dead.
    pub(super) fn is_dead_ending(&self, forms: &Forms, g: Form) -> bool {
        all_ends(forms, g, |f, p| self.dead[&f][p.index()])
    }

    /// Whether all ends among the followers are blocked.
    pub(super) fn is_blocking(&self, forms: &Forms, g: Form) -> bool {
        all_ends(forms, g, |f, p| self.blocked[&f][p.index()])
    }
}

fn all_ends(forms: &Forms, g: Form, holds: impl Fn(Form, Player) -> bool) -> bool {
    forms
        .followers(g)
        .into_iter()
        .all(|f| Player::BOTH.iter().all(|&p| !forms.options(f, p).is_empty() || holds(f, p)))
}

/// Theorem 3.1's condition for being Left B-strong, for every follower of the roots. With
/// `not_right_end` the condition is the one below the proof of the theorem: G^L is no Right
/// end, instead of Left-win.
pub(super) fn theorem_3_1(forms: &Forms, roots: &[Form], not_right_end: bool) -> HashMap<Form, bool> {
    bottom_up(forms, roots, |g, strong| {
        let options = forms.options(g, Player::Left);
        options.is_empty()
            || options.iter().any(|l| {
                let replies = forms.options(*l, Player::Right);
                let good = if not_right_end { !replies.is_empty() } else { forms.outcome(*l) == Outcome::L };
                good && strong[l] && replies.iter().all(|r| strong[r])
            })
    })
}

/// The Right-passing outcome of every follower of the roots (Definition A.1).
pub(super) fn passing_outcomes(forms: &Forms, roots: &[Form]) -> HashMap<Form, Outcome> {
    bottom_up(forms, roots, |g, known: &HashMap<Form, Outcome>| {
        let wins = |o: &Form, starter: Player| known[o].winner(starter) == Player::Left;
        let [left, right] = Player::BOTH.map(|p| forms.options(g, p));
        let first = left.is_empty() || left.iter().any(|o| wins(o, Player::Right));
        let second = !right.is_empty() && first && right.iter().all(|o| wins(o, Player::Left));
        let winner = |left_wins: bool| if left_wins { Player::Left } else { Player::Right };
        Outcome::from_winners(winner(first), winner(second))
    })
}

/// The conditions of Theorem 2.1 for all pairs of followers of some ordinary forms.
pub(super) struct Order {
    place: HashMap<Form, usize>,
    ge: Vec<bool>,
}

impl Order {
    /// `strong` says who is strong in the universe.
    pub(super) fn new(forms: &Forms, roots: &[Form], strong: impl Fn(Form, Player) -> bool) -> Order {
        let followers = forms.followers_of_all(roots);
        let place: HashMap<Form, usize> = followers.iter().enumerate().map(|(i, &f)| (f, i)).collect();
        let mut ge: Vec<bool> = Vec::with_capacity(followers.len() * followers.len());
        for (g, h) in pairs(&followers, &followers) {
            // Every pair asked about comes before this one.
            let is_ge = |a: Form, b: Form| ge[place[&a] * followers.len() + place[&b]];
            let right_answered = forms.options(g, Player::Right).iter().all(|&r| {
                forms.options(r, Player::Left).iter().any(|&l| is_ge(l, h))
                    || forms.options(h, Player::Right).iter().any(|&s| is_ge(r, s))
            });
            let left_answered = forms.options(h, Player::Left).iter().all(|&l| {
                forms.options(l, Player::Right).iter().any(|&r| is_ge(g, r))
                    || forms.options(g, Player::Left).iter().any(|&k| is_ge(k, l))
            });
            let proviso = (!forms.is_end(h, Player::Left) || strong(g, Player::Left))
                && (!forms.is_end(g, Player::Right) || strong(h, Player::Right));
            ge.push(right_answered && left_answered && proviso);
        }
        Order { place, ge }
    }

    /// Whether the conditions hold for g ≥ h.
    pub(super) fn ge(&self, g: Form, h: Form) -> bool {
        self.ge[self.place[&g] * self.place.len() + self.place[&h]]
    }
}
