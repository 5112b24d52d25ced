//! The order in which options are written: by structure alone, independent of handles
//! and history.

use std::ops::Range;

use misere_core::{Form, Forms, Player, Tombstones};
use rustc_hash::FxHashMap;

/// The forms sorted by their structure: by rank; within a rank a positive
/// integer, a negative integer, a nimber, then the rest by the number of Left
/// options, the number of Right options, the tombstones and the options.
///
/// Sorting takes time linear in the followers of the forms and their options, times a
/// logarithm. Nothing is added to the store.
///
/// ```
/// use misere_core::{Form, Forms};
/// use misere_notation::structural_order;
/// let forms = Forms::new();
/// let (star, one) = (forms.nimber(1)?, forms.integer(1)?);
/// assert_eq!(structural_order(&forms, &[star, one, Form::ZERO]), [Form::ZERO, one, star]);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
#[must_use]
pub fn structural_order(forms: &Forms, some: &[Form]) -> Vec<Form> {
    let order = Order::new(forms, some);
    let mut sorted = some.to_vec();
    sorted.sort_by_key(|&g| order.position(g));
    sorted
}

/// All followers of some forms in structural order. A follower is known by its
/// position; options have smaller positions than the forms they belong to.
pub(crate) struct Order {
    nodes: Vec<Node>,
    positions: FxHashMap<Form, u32>,
    /// The positions of the options of all nodes, sorted for each player.
    options: Vec<u32>,
    /// The ranges of nodes of rank 0, 1, …, none of them empty.
    levels: Vec<Range<usize>>,
}

struct Node {
    form: Form,
    class: Class,
    rank: u32,
    tombstones: Tombstones,
    /// Where Left's options, and Right's after them, begin in `Order::options`.
    start: usize,
    middle: usize,
    end: usize,
}

/// How a form is written, in the order of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// The integer of this rank, 0 included.
    Positive,
    /// The conjugate of the integer of this rank.
    Negative,
    /// The nimber of this rank.
    Nimber,
    Other,
}

impl Class {
    fn conjugate(self) -> Class {
        match self {
            Class::Positive => Class::Negative,
            Class::Negative => Class::Positive,
            Class::Nimber | Class::Other => self,
        }
    }
}

/// The key of the order within a rank. Comparing options by position is comparing them
/// by structure.
type Key<'a> = (Class, usize, usize, [bool; 2], &'a [u32], &'a [u32]);

impl Order {
    pub(crate) fn new(forms: &Forms, roots: &[Form]) -> Order {
        let mut followers = forms.followers_of_all(roots);
        followers.sort_by_key(|&f| forms.rank(f));
        let mut order = Order {
            nodes: Vec::with_capacity(followers.len()),
            positions: FxHashMap::default(),
            options: Vec::new(),
            levels: Vec::new(),
        };
        order.positions.reserve(followers.len());
        for level in followers.chunk_by(|&f, &g| forms.rank(f) == forms.rank(g)) {
            order.add_level(forms, level);
        }
        order
    }

    fn add_level(&mut self, forms: &Forms, level: &[Form]) {
        let first = self.nodes.len();
        for &form in level {
            let start = self.options.len();
            let [middle, end] = Player::BOTH.map(|player| {
                let from = self.options.len();
                self.options.extend(forms.options(form, player).iter().map(|o| self.positions[o]));
                self.options[from..].sort_unstable();
                self.options.len()
            });
            let (rank, tombstones) = (forms.rank(form), forms.tombstones(form));
            let mut node = Node { form, class: Class::Other, rank, tombstones, start, middle, end };
            node.class = self.classify(&node);
            self.nodes.push(node);
        }
        let mut new = self.nodes.split_off(first);
        new.sort_unstable_by(|a, b| self.key(a).cmp(&self.key(b)));
        self.nodes.append(&mut new);
        for (at, node) in self.nodes.iter().enumerate().skip(first) {
            // A store has fewer than 2^32 forms.
            self.positions.insert(node.form, at as u32);
        }
        self.levels.push(first..self.nodes.len());
    }

    fn classify(&self, node: &Node) -> Class {
        if node.tombstones != Tombstones::NONE {
            return Class::Other;
        }
        let class = |at: u32| self.nodes[at as usize].class;
        // Position 0 need not be the form 0: it is a lone tombstone if 0 is no follower.
        let is_zero = |at: u32| self.nodes[at as usize].form == Form::ZERO;
        let (left, right) = self.sides(node);
        match (left, right) {
            ([], []) => Class::Positive,
            (&[o], []) if class(o) == Class::Positive => Class::Positive,
            // 0 is its own conjugate.
            ([], &[o]) if is_zero(o) || class(o) == Class::Negative => Class::Negative,
            // As many options as the rank says, each 0 or a nimber: all the smaller ones.
            _ if left.len() == node.rank as usize
                && left == right
                && left.iter().all(|&o| is_zero(o) || class(o) == Class::Nimber) =>
            {
                Class::Nimber
            }
            _ => Class::Other,
        }
    }

    fn sides(&self, node: &Node) -> (&[u32], &[u32]) {
        (&self.options[node.start..node.middle], &self.options[node.middle..node.end])
    }

    fn key(&self, node: &Node) -> Key<'_> {
        let (left, right) = self.sides(node);
        (node.class, left.len(), right.len(), stone_key(node.tombstones), left, right)
    }

    /// The position of each follower's conjugate, if the conjugate is a follower too.
    pub(crate) fn conjugates(&self) -> Vec<Option<u32>> {
        let mut conjugates: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let (mut new_left, mut new_right) = (Vec::new(), Vec::new());
        for level in &self.levels {
            for node in &self.nodes[level.clone()] {
                let (left, right) = self.sides(node);
                let found =
                    images(right, &conjugates, &mut new_left) && images(left, &conjugates, &mut new_right);
                let at = found.then(|| {
                    // 0 counts as a positive integer, and is its own conjugate.
                    let class = if node.rank == 0 { node.class } else { node.class.conjugate() };
                    let stones = stone_key(node.tombstones.swapped());
                    let key: Key<'_> =
                        (class, new_left.len(), new_right.len(), stones, &new_left, &new_right);
                    self.nodes[level.clone()].binary_search_by(|other| self.key(other).cmp(&key))
                });
                conjugates.push(at.and_then(Result::ok).map(|at| (level.start + at) as u32));
            }
        }
        conjugates
    }

    pub(crate) fn position(&self, g: Form) -> u32 {
        self.positions[&g]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn class(&self, at: u32) -> Class {
        self.nodes[at as usize].class
    }

    pub(crate) fn rank(&self, at: u32) -> u32 {
        self.nodes[at as usize].rank
    }

    pub(crate) fn has_tombstone(&self, at: u32, player: Player) -> bool {
        self.nodes[at as usize].tombstones.has(player)
    }

    pub(crate) fn options(&self, at: u32, player: Player) -> &[u32] {
        let (left, right) = self.sides(&self.nodes[at as usize]);
        match player {
            Player::Left => left,
            Player::Right => right,
        }
    }
}

fn stone_key(tombstones: Tombstones) -> [bool; 2] {
    [tombstones.has(Player::Right), tombstones.has(Player::Left)]
}

/// Puts the sorted images of some positions into `into`; `false` if an image is missing.
pub(crate) fn images(some: &[u32], image: &[Option<u32>], into: &mut Vec<u32>) -> bool {
    into.clear();
    for &at in some {
        match image[at as usize] {
            Some(to) => into.push(to),
            None => return false,
        }
    }
    into.sort_unstable();
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse_form;

    const SORTED: [&str; 19] = [
        "0", "1", "-1", "*", "{#|}", "{|#}", "{#|#}", "2", "-2", "*2", "{|0,-1}", "{|0,*}", "{0|1}",
        "{0|-1}", "{1|0}", "{1|-1}", "{*|*}", "{#,0|1}", "{0,1|*}",
    ];

    #[test]
    fn forms_are_sorted_by_rank_then_kind_then_options() {
        let forms = Forms::new();
        let sorted = SORTED.map(|text| parse_form(&forms, text).unwrap());
        let mut reversed = sorted;
        reversed.reverse();
        assert_eq!(structural_order(&forms, &reversed), sorted);
    }

    #[test]
    fn the_order_does_not_depend_on_history() {
        let forms = Forms::new();
        for text in SORTED.iter().rev() {
            parse_form(&forms, text).unwrap();
        }
        let sorted = SORTED.map(|text| parse_form(&forms, text).unwrap());
        let mut shuffled = sorted;
        shuffled.rotate_left(7);
        assert_eq!(structural_order(&forms, &shuffled), sorted);
        let alone = [sorted[15], sorted[12]];
        assert_eq!(structural_order(&forms, &alone), [sorted[12], sorted[15]]);
    }

    #[test]
    fn repeated_forms_stay_repeated() {
        let forms = Forms::new();
        let one = forms.integer(1).unwrap();
        assert_eq!(structural_order(&forms, &[one, Form::ZERO, one]), [Form::ZERO, one, one]);
        assert_eq!(structural_order(&forms, &[]), []);
    }

    #[test]
    fn conjugates_are_found_among_followers_without_making_forms() {
        let forms = Forms::new();
        let g = parse_form(&forms, "{1,-1,{2|*,#},*2|{*,#|-2},{0|3},{#|}}").unwrap();
        let before = forms.len();
        let order = Order::new(&forms, &[g]);
        let conjugates = order.conjugates();
        assert_eq!(forms.len(), before);
        for f in forms.followers(g) {
            let conjugate = forms.conjugate(f).unwrap();
            let expected = order.positions.get(&conjugate).copied();
            assert_eq!(conjugates[order.position(f) as usize], expected);
        }
    }
}
