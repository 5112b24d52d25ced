//! The forms of a certificate as they are written: sorted, with their lengths.

use crate::certificate::{Certificate, NodeNumber};
use crate::checker::Checker;
use crate::limits::{Limits, Meter};
use crate::player::Player;
use crate::rejection::Checked;
use crate::tree::{Class, Tree};

/// The longest form that is written out inside another text, in characters.
pub(crate) const ROOM: usize = 72;

/// The approximate length of a name.
const NAME: usize = 2;

/// The name of a form. Forms of one height are written in the order of their names first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Called {
    /// The integer n, 0 included.
    Integer(u32),
    /// The conjugate of the integer n.
    Negative(u32),
    Nimber(u32),
    /// A form without a name, written by its options.
    Nothing,
}

/// The forms of a certificate, in lists by class.
pub(crate) struct Shapes<'a> {
    pub(crate) checker: Checker<'a>,
    pub(crate) called: Vec<Called>,
    /// About how many characters a form takes, when the options that take more than [`ROOM`]
    /// are named.
    pub(crate) width: Vec<usize>,
    /// Whether a form is impartial, which is written with its options once.
    pub(crate) impartial: Vec<bool>,
    /// Whether a form is written without names.
    pub(crate) plain: Vec<bool>,
    /// The place of a form in an order that depends on the structure of forms alone.
    place: Vec<usize>,
}

impl<'a> Shapes<'a> {
    /// The bytes that are kept of a form.
    const FORM: usize = 64;

    pub(crate) fn new(certificate: &'a Certificate, meter: &'a dyn Meter) -> Checked<Shapes<'a>> {
        let checker = Checker::new(certificate, &Limits::default(), meter)?;
        let tree = &checker.tree;
        tree.work.take(Self::FORM * tree.classes().count())?;
        let (mut called, mut width, mut plain) = (Vec::new(), Vec::<usize>::new(), Vec::<bool>::new());
        let mut impartial = Vec::<bool>::new();
        for class in tree.classes() {
            let name = name(tree, &called, class);
            let is_impartial = is_impartial(tree, &impartial, class);
            let written = if is_impartial { &Player::BOTH[..1] } else { &Player::BOTH };
            let mut options = written.iter().flat_map(|&player| tree.options(class, player));
            let (length, is_plain) = match name {
                Called::Nothing => (
                    3 + options.clone().map(|o| in_list(width[o.index()])).sum::<usize>(),
                    options.all(|o| plain[o.index()] && width[o.index()] <= ROOM),
                ),
                _ => (NAME, true),
            };
            called.push(name);
            width.push(length);
            plain.push(is_plain);
            impartial.push(is_impartial);
        }
        let place = places(tree, &called);
        Ok(Shapes { checker, called, width, impartial, plain, place })
    }

    /// Some classes in the order in which they are written, each once.
    pub(crate) fn sorted(&self, mut classes: Vec<Class>) -> Vec<Class> {
        classes.sort_unstable_by_key(|class| self.place[class.index()]);
        classes.dedup();
        classes
    }

    /// The forms of these nodes in the order in which they are written, each once. Numbers
    /// without a node are left out.
    pub(crate) fn list(&self, nodes: &[NodeNumber]) -> Vec<Class> {
        self.sorted(nodes.iter().filter_map(|&node| self.checker.class(node).ok()).collect())
    }

    /// Whether a list of forms is long.
    pub(crate) fn is_long(&self, classes: &[Class]) -> bool {
        classes.iter().map(|class| in_list(self.width[class.index()])).sum::<usize>() > ROOM
    }

    /// A node of the form, if the form is written without names.
    pub(crate) fn node(&self, class: Class) -> Option<NodeNumber> {
        self.checker.node.get(&class).copied().filter(|_| self.plain[class.index()])
    }
}

/// How many characters a form takes in a list, the comma included.
fn in_list(width: usize) -> usize {
    1 + if width > ROOM { NAME } else { width }
}

/// The name of a form, given the names of its options.
fn name(tree: &Tree, called: &[Called], class: Class) -> Called {
    let (height, is) = (tree.height(class), |o: &Class| called[o.index()]);
    let is_nimber = |o: &Class| matches!(is(o), Called::Integer(0) | Called::Nimber(_));
    match Player::BOTH.map(|player| tree.options(class, player)) {
        _ if Player::BOTH.iter().any(|&player| tree.has_tombstone(class, player)) => Called::Nothing,
        [[], []] => Called::Integer(0),
        [[o], []] if matches!(is(o), Called::Integer(_)) => Called::Integer(height),
        [[], [o]] if matches!(is(o), Called::Integer(0) | Called::Negative(_)) => Called::Negative(height),
        // As many options as the height says, each 0 or a nimber: all the smaller ones.
        [l, r] if l == r && l.len() == height as usize && l.iter().all(is_nimber) => Called::Nimber(height),
        _ => Called::Nothing,
    }
}

fn is_impartial(tree: &Tree, impartial: &[bool], class: Class) -> bool {
    let [left, right] = Player::BOTH.map(|player| tree.options(class, player));
    let has_tombstone = Player::BOTH.iter().any(|&player| tree.has_tombstone(class, player));
    !has_tombstone && left == right && left.iter().all(|option| impartial[option.index()])
}

/// The place of each form when all are sorted by height, name, numbers of options,
/// tombstones and options.
fn places(tree: &Tree, called: &[Called]) -> Vec<usize> {
    let mut sorted: Vec<Class> = tree.classes().collect();
    sorted.sort_by_key(|&class| tree.height(class));
    let mut place = vec![0; sorted.len()];
    let mut next = 0;
    for level in sorted.chunk_by_mut(|&a, &b| tree.height(a) == tree.height(b)) {
        level.sort_by_cached_key(|&class| {
            let [left, right] = Player::BOTH.map(|player| {
                let mut options: Vec<usize> =
                    tree.options(class, player).iter().map(|option| place[option.index()]).collect();
                options.sort_unstable();
                options
            });
            let stones = [Player::Right, Player::Left].map(|player| tree.has_tombstone(class, player));
            (called[class.index()], left.len(), right.len(), stones, left, right)
        });
        for class in level {
            place[class.index()] = next;
            next += 1;
        }
    }
    place
}
