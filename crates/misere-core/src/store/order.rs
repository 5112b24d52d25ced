//! The order of forms by their structure alone, independent of handles and history: the one in
//! which options are written, and in which is chosen wherever a choice could be seen.

use std::ops::Range;
use std::sync::Arc;

use crate::Player;
use crate::budget::{Account, Budget, Exhausted, Limit, Limits};
use crate::store::{Form, FormPositions, Forms, Tombstones};

/// The forms sorted by their structure: by rank; within a rank a positive
/// integer, a negative integer, a nimber, then the rest by the number of Left
/// options, the number of Right options, the tombstones and the options.
///
/// Sorting takes time linear in the followers of the forms and their options, times a
/// logarithm. Nothing is added to the store. Neither time nor memory is limited;
/// [`structural_order_within`] limits both.
///
/// ```
/// use misere_core::order::structural_order;
/// use misere_core::{Form, Forms};
/// let forms = Forms::new();
/// let (star, one) = (forms.nimber(1)?, forms.integer(1)?);
/// assert_eq!(structural_order(&forms, &[star, one, Form::ZERO]), [Form::ZERO, one, star]);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
#[must_use]
pub fn structural_order(forms: &Forms, some: &[Form]) -> Vec<Form> {
    let limitless = Arc::new(Budget::new(Limits { memory_bytes: u64::MAX, time: None }));
    let order = Order::build(forms, &mut forms.followers_of_all(some), limitless);
    order.expect("the budget has no limits").sorted(some)
}

/// The forms in [`structural_order`], within the budget of their store.
///
/// # Errors
/// [`Exhausted`] when the table of the followers takes too much memory or time.
pub fn structural_order_within(forms: &Forms, some: &[Form]) -> Result<Vec<Form>, Exhausted> {
    Ok(Order::new(forms, some)?.sorted(some))
}

/// Calls a function for each follower of a form, the form itself included, in
/// [`structural_order`]: with its tombstones, and the positions of the options of Left and of Right
/// among the followers, each list in ascending order.
///
/// # Errors
/// [`Exhausted`] when the table of the followers takes too much memory or time, or when the
/// function returns it.
///
/// ```
/// use misere_core::order::for_each_follower;
/// use misere_core::{Form, Forms};
/// let forms = Forms::new();
/// let star = forms.nimber(1)?;
/// let g = forms.ordinary(&[Form::ZERO, star], &[star])?;
/// let mut options = Vec::new();
/// for_each_follower(&forms, g, |_, [left, right]| {
///     options.push((left.to_vec(), right.to_vec()));
///     Ok(())
/// })?;
/// assert_eq!(options, [(vec![], vec![]), (vec![0], vec![0]), (vec![0, 1], vec![1])]);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
pub fn for_each_follower(
    forms: &Forms,
    form: Form,
    mut each: impl FnMut(Tombstones, [&[u32]; 2]) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let order = Order::new(forms, &[form])?;
    let sides = |node: &Node| node.sides.map(|side| &order.options[side.range()]);
    order.nodes.iter().try_for_each(|node| each(node.tombstones, sides(node)))
}

/// All followers of some forms in structural order. A follower is known by its
/// position; options have smaller positions than the forms they belong to.
pub struct Order {
    nodes: Vec<Node>,
    positions: FormPositions<Arc<Budget>>,
    /// The positions of the options of all nodes, sorted for each player. Lists that begin alike
    /// share their places: *n takes one place more than *(n−1).
    options: Vec<u32>,
    /// The options that were put down last.
    last: Run,
    /// The ranges of nodes of rank 0, 1, …, none of them empty.
    levels: Vec<Range<usize>>,
    account: Account,
}

struct Node {
    form: Form,
    class: Class,
    rank: u32,
    tombstones: Tombstones,
    /// The options of Left and of Right in `Order::options`.
    sides: [Run; 2],
}

impl Node {
    fn key<'a>(&self, options: &'a [u32]) -> Key<'a> {
        let [left, right] = self.sides.map(|side| &options[side.range()]);
        (self.class, left.len(), right.len(), stone_key(self.tombstones), left, right)
    }
}

/// A part of a list.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Run {
    start: u32,
    length: u32,
}

impl Run {
    fn range(self) -> Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// How a form is written, in the order of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The integer of this rank, 0 included.
    Positive,
    /// The conjugate of the integer of this rank.
    Negative,
    /// The nimber of this rank.
    Nimber,
    /// Any other form.
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

/// The options of a form that there is room for from the beginning, so that the list need not grow
/// many times.
const USUAL_OPTIONS: usize = 8;

/// The key of the order within a rank. Comparing options by position is comparing them
/// by structure.
type Key<'a> = (Class, usize, usize, [bool; 2], &'a [u32], &'a [u32]);

impl Order {
    /// The order of the followers of some forms, charged to the budget of their store as long
    /// as it lives.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes too much memory or time.
    pub fn new(forms: &Forms, roots: &[Form]) -> Result<Order, Exhausted> {
        Order::build(forms, &mut forms.followers_within(roots)?, forms.budget().clone())
    }

    fn build(forms: &Forms, followers: &mut [Form], budget: Arc<Budget>) -> Result<Order, Exhausted> {
        let account = Account::new(budget);
        let count = followers.len();
        account.charge(count * size_of::<Node>())?;
        followers.sort_by_key(|&f| forms.rank(f));
        let mut nodes = Vec::new();
        account.budget().reserve(&mut nodes, count)?;
        let positions = FormPositions::new(account.budget().clone());
        let mut order = Order {
            nodes,
            positions,
            options: Vec::new(),
            last: Run::default(),
            levels: Vec::new(),
            account,
        };
        order.make_room(count.saturating_mul(USUAL_OPTIONS).min(u32::MAX as usize))?;
        // The options that were put down last, as the store has them.
        let mut last: &[Form] = &[];
        for level in followers.chunk_by(|&f, &g| forms.rank(f) == forms.rank(g)) {
            order.add_level(forms, level, &mut last)?;
        }
        Ok(order)
    }

    /// The forms in this order.
    fn sorted(&self, some: &[Form]) -> Vec<Form> {
        let mut sorted = some.to_vec();
        sorted.sort_by_key(|&g| self.position(g));
        sorted
    }

    fn add_level<'f>(
        &mut self,
        forms: &'f Forms,
        level: &[Form],
        last: &mut &'f [Form],
    ) -> Result<(), Exhausted> {
        let first = self.nodes.len();
        for &form in level {
            let mut sides = [Run::default(); 2];
            for (side, options) in sides.iter_mut().zip(forms.sides(form)) {
                // Options that the store has at one place need not be looked up again.
                let known = options.get(..last.len()).filter(|&known| std::ptr::eq(known, *last));
                self.last = self.add_options(options, known.map_or(0, <[Form]>::len))?;
                *last = options;
                *side = self.last;
            }
            let (rank, tombstones) = (forms.rank(form), forms.tombstones(form));
            let mut node = Node { form, class: Class::Other, rank, tombstones, sides };
            self.budget().steps(sides[0].length as usize)?;
            node.class = self.classify(&node);
            self.nodes.push(node);
        }
        let (nodes, options) = (&mut self.nodes[first..], &self.options[..]);
        nodes.sort_unstable_by(|a, b| a.key(options).cmp(&b.key(options)));
        for node in &self.nodes[first..] {
            self.positions.push(node.form)?;
        }
        self.levels.push(first..self.nodes.len());
        Ok(())
    }

    /// Puts down the positions of some options, or finds them among those that were put down
    /// last, which are the first `known` ones.
    fn add_options(&mut self, options: &[Form], known: usize) -> Result<Run, Exhausted> {
        let (start, end, length) = (self.last.start, self.options.len(), options.len() as u32);
        if known > 0 && known == options.len() {
            return Ok(self.last);
        }
        if known > 0 && self.last.range().end == end {
            self.look_up(&options[known..])?;
            if self.options[end - 1] < self.options[end] {
                return Ok(Run { start, length });
            }
            self.options.truncate(end);
        }
        self.look_up(options)?;
        let (before, new) = self.options.split_at(end);
        let last = &before[self.last.range()];
        if !new.is_empty() && last.starts_with(new) {
            self.options.truncate(end);
            return Ok(Run { start, length });
        }
        // There is room for fewer than 2^32 options.
        Ok(Run { start: end as u32, length })
    }

    /// Puts the positions of some options, sorted, after all others.
    fn look_up(&mut self, options: &[Form]) -> Result<(), Exhausted> {
        self.budget().steps(options.len())?;
        let end = self.options.len();
        self.make_room(options.len())?;
        // Options come first.
        self.positions.get_all(options, &mut self.options);
        let new = &mut self.options[end..];
        if !new.is_sorted() {
            new.sort_unstable();
        }
        Ok(())
    }

    /// Makes room for this many more options, and at least for as many as there are.
    fn make_room(&mut self, wanted: usize) -> Result<(), Exhausted> {
        let end = self.options.len();
        if end.saturating_add(wanted) > u32::MAX as usize {
            return Err(self.budget().exhausted(Limit::Handles));
        }
        if self.options.capacity() - end < wanted {
            let more = wanted.max(end);
            // The old list lives until its items are in the new one.
            self.account.charge((more + end) * size_of::<u32>())?;
            self.account.budget().reserve(&mut self.options, more)?;
            self.account.refund(end * size_of::<u32>());
        }
        Ok(())
    }

    fn classify(&self, node: &Node) -> Class {
        if node.tombstones != Tombstones::NONE {
            return Class::Other;
        }
        let class = |at: u32| self.nodes[at as usize].class;
        // Position 0 need not be the form 0: it is a lone tombstone if 0 is not a follower.
        let is_zero = |at: u32| self.nodes[at as usize].form == Form::ZERO;
        let (left, right) = self.sides(node);
        match (left, right) {
            ([], []) => Class::Positive,
            (&[o], []) if class(o) == Class::Positive => Class::Positive,
            // 0 is its own conjugate.
            ([], &[o]) if is_zero(o) || class(o) == Class::Negative => Class::Negative,
            // As many options as the rank says, each 0 or a nimber: all the smaller ones.
            _ if left.len() == node.rank as usize
                && (node.sides[0] == node.sides[1] || left == right)
                && left.iter().all(|&o| is_zero(o) || class(o) == Class::Nimber) =>
            {
                Class::Nimber
            }
            _ => Class::Other,
        }
    }

    fn sides(&self, node: &Node) -> (&[u32], &[u32]) {
        (&self.options[node.sides[0].range()], &self.options[node.sides[1].range()])
    }

    /// The position of each follower's conjugate, if the conjugate is a follower too.
    ///
    /// # Errors
    /// [`Exhausted`] when there is no room for them.
    pub fn conjugates(&self) -> Result<Vec<Option<u32>>, Exhausted> {
        self.account.charge(self.count() * size_of::<Option<u32>>())?;
        let mut conjugates: Vec<Option<u32>> = Vec::with_capacity(self.nodes.len());
        let (mut new_left, mut new_right) = (Vec::new(), Vec::new());
        for level in &self.levels {
            for node in &self.nodes[level.clone()] {
                let (left, right) = self.sides(node);
                if node.class == Class::Nimber {
                    conjugates.push(Some(conjugates.len() as u32));
                    continue;
                }
                self.budget().steps(left.len() + right.len())?;
                let found =
                    images(right, &conjugates, &mut new_left) && images(left, &conjugates, &mut new_right);
                let at = found.then(|| {
                    // 0 counts as a positive integer, and is its own conjugate.
                    let class = if node.rank == 0 { node.class } else { node.class.conjugate() };
                    let stones = stone_key(node.tombstones.swapped());
                    let key: Key<'_> =
                        (class, new_left.len(), new_right.len(), stones, &new_left, &new_right);
                    self.nodes[level.clone()].binary_search_by(|other| other.key(&self.options).cmp(&key))
                });
                conjugates.push(at.and_then(Result::ok).map(|at| (level.start + at) as u32));
            }
        }
        Ok(conjugates)
    }

    /// The budget that the order is charged to, and that watches the clock.
    #[must_use]
    #[inline]
    pub fn budget(&self) -> &Budget {
        self.account.budget()
    }

    /// Accounts for what is kept beside the order, as long as the order lives.
    ///
    /// # Errors
    /// [`Exhausted`] when there is no room for them.
    pub fn charge(&self, bytes: usize) -> Result<(), Exhausted> {
        self.account.charge(bytes)
    }

    /// Gives back what was accounted for beside the order.
    pub fn refund(&self, bytes: usize) {
        self.account.refund(bytes);
    }

    /// The position of a follower.
    #[must_use]
    #[inline]
    pub fn position(&self, g: Form) -> u32 {
        self.positions.get(g).expect("only followers are asked about")
    }

    /// How many followers there are.
    #[must_use]
    #[inline]
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// How the follower at a position is written.
    #[must_use]
    #[inline]
    pub fn class(&self, at: u32) -> Class {
        self.nodes[at as usize].class
    }

    /// The rank of the follower at a position.
    #[must_use]
    #[inline]
    pub fn rank(&self, at: u32) -> u32 {
        self.nodes[at as usize].rank
    }

    /// The tombstones of the follower at a position.
    #[must_use]
    #[inline]
    pub fn tombstones(&self, at: u32) -> Tombstones {
        self.nodes[at as usize].tombstones
    }

    /// Whether the follower at a position has the tombstone of a player.
    #[must_use]
    #[inline]
    pub fn has_tombstone(&self, at: u32, player: Player) -> bool {
        self.nodes[at as usize].tombstones.has(player)
    }

    /// The positions of the options of a player, in ascending order.
    #[must_use]
    #[inline]
    pub fn options(&self, at: u32, player: Player) -> &[u32] {
        &self.options[self.nodes[at as usize].sides[player.index()].range()]
    }
}

fn stone_key(tombstones: Tombstones) -> [bool; 2] {
    [tombstones.has(Player::Right), tombstones.has(Player::Left)]
}

/// Puts the sorted images of some positions into `into`; `false` if an image is missing.
#[inline]
pub fn images(some: &[u32], image: &[Option<u32>], into: &mut Vec<u32>) -> bool {
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

    #[test]
    fn the_options_of_nimbers_share_their_places() {
        let forms = Forms::new();
        let star = forms.nimber(200).unwrap();
        let order = Order::new(&forms, &[star]).unwrap();
        assert!(order.options.len() <= 200, "{}", order.options.len());
        for (at, f) in forms.followers(star).into_iter().enumerate() {
            assert_eq!(order.class(order.position(f)), if at == 0 { Class::Positive } else { Class::Nimber });
            let all: Vec<u32> = (0..at as u32).collect();
            assert_eq!(Player::BOTH.map(|p| order.options(at as u32, p)), [&all[..]; 2]);
        }
    }

    #[test]
    fn an_order_that_does_not_fit_says_so() {
        let forms = Forms::new();
        let n = forms.integer(50_000).unwrap();
        forms.budget().limit_memory(forms.budget().spent().memory_bytes + (1 << 20));
        assert!(structural_order_within(&forms, &[n]).is_err());
        assert_eq!(structural_order(&forms, &[n, Form::ZERO]), [Form::ZERO, n]);
    }

    #[test]
    fn repeated_forms_stay_repeated() {
        let forms = Forms::new();
        let one = forms.integer(1).unwrap();
        assert_eq!(structural_order(&forms, &[one, Form::ZERO, one]), [Form::ZERO, one, one]);
        assert_eq!(structural_order(&forms, &[]), []);
    }
}
