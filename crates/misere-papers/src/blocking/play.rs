//! Sums played out.

use std::collections::HashMap;

use misere_core::{Form, Forms, Outcome, Player};

/// Who wins the sums of some forms with some others. Nothing is used but the rules of
/// misère play, and no sum is added to the store.
pub(super) struct Sums {
    rows: Side,
    columns: Side,
    /// For each row and column, who of Left and Right wins moving first.
    wins: Vec<[bool; 2]>,
}

impl Sums {
    /// Plays out g + x for all followers g of `rows` and x of `columns`.
    pub(super) fn new(forms: &Forms, rows: &[Form], columns: &[Form]) -> Sums {
        let [rows, columns] = [rows, columns].map(|roots| Side::new(forms, roots));
        let width = columns.nodes.len();
        let mut wins: Vec<[bool; 2]> = Vec::with_capacity(rows.nodes.len() * width);
        for (i, g) in rows.nodes.iter().enumerate() {
            for (j, x) in columns.nodes.iter().enumerate() {
                let winners = Player::BOTH.map(|p| {
                    let them = p.opponent().index();
                    g.stuck[p.index()] && x.stuck[p.index()]
                        || g.options[p.index()].iter().any(|&o| !wins[o * width + j][them])
                        || x.options[p.index()].iter().any(|&o| !wins[i * width + o][them])
                });
                wins.push(winners);
            }
        }
        Sums { rows, columns, wins }
    }

    /// Whether the player wins g + x moving first.
    pub(super) fn wins_first(&self, g: Form, x: Form, player: Player) -> bool {
        self.wins[self.rows.place[&g] * self.columns.nodes.len() + self.columns.place[&x]][player.index()]
    }

    /// The outcome of g + x.
    pub(super) fn outcome(&self, g: Form, x: Form) -> Outcome {
        let winner = |p: Player| if self.wins_first(g, x, p) { p } else { p.opponent() };
        Outcome::from_winners(winner(Player::Left), winner(Player::Right))
    }

    /// Whether o(g+x) ≥ o(h+x) for all of these x.
    pub(super) fn favours(&self, g: Form, h: Form, xs: &[Form]) -> bool {
        xs.iter().all(|&x| self.outcome(g, x) >= self.outcome(h, x))
    }
}

/// Whether the player wins g + x moving first.
pub(super) fn wins_first(forms: &Forms, g: Form, x: Form, player: Player) -> bool {
    Sums::new(forms, &[g], &[x]).wins_first(g, x, player)
}

/// Followers, options first, and where each stands.
struct Side {
    nodes: Vec<Node>,
    place: HashMap<Form, usize>,
}

struct Node {
    options: [Vec<usize>; 2],
    /// For whom it is end-like. A sum is when both summands are.
    stuck: [bool; 2],
}

impl Side {
    fn new(forms: &Forms, roots: &[Form]) -> Side {
        let followers = forms.followers_of_all(roots);
        let place: HashMap<Form, usize> = followers.iter().enumerate().map(|(i, &f)| (f, i)).collect();
        let node = |&f: &Form| Node {
            options: Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| place[o]).collect()),
            stuck: Player::BOTH.map(|p| forms.is_end_like(f, p)),
        };
        Side { nodes: followers.iter().map(node).collect(), place }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playing_out_agrees_with_the_outcomes_of_sums() {
        let forms = Forms::new();
        let all = forms.born_by(2).unwrap();
        let augmented = forms.make(&[all[3]], &[], misere_core::Tombstones::new(true, true)).unwrap();
        let columns = [&all[..40], &[augmented]].concat();
        let sums = Sums::new(&forms, &all, &columns);
        for &g in &all {
            for &x in &columns {
                assert_eq!(sums.outcome(g, x), forms.outcome(forms.sum(g, x).unwrap()));
            }
        }
    }
}
