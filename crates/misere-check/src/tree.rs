//! Forms up to isomorphism, and operations on them.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::limits::{BUILD, LOOKUP, Limits, Meter, Work};
use crate::player::Player;
use crate::rejection::{Checked, Rejection};

/// An isomorphism class of forms, as a number in a [`Tree`]. Options have smaller
/// numbers than the forms that have them, so that a loop over ascending numbers
/// takes the place of a recursion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Class(u32);

impl Class {
    /// The form without options.
    pub(crate) const ZERO: Class = Class(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A form: for each player the ordinary options, ascending and without
/// repetition, and whether there is a tombstone (\[universe\] Definition 5.1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    options: [Vec<Class>; 2],
    tombstone: [bool; 2],
}

impl Shape {
    pub(crate) fn new(mut options: [Vec<Class>; 2], tombstone: [bool; 2]) -> Shape {
        for list in &mut options {
            list.sort_unstable();
            list.dedup();
        }
        Shape { options, tombstone }
    }
}

/// All forms of a check, of which isomorphic ones are the same [`Class`], and the meter of
/// the work that the check may do.
pub(crate) struct Tree<'a> {
    pub(crate) work: Work<'a>,
    limit: usize,
    shapes: Vec<Rc<Shape>>,
    heights: Vec<u32>,
    classes: HashMap<Rc<Shape>, Class>,
    conjugates: HashMap<Class, Class>,
    sums: HashMap<(Class, Class), Class>,
    truncations: HashMap<(Class, u32), Class>,
}

impl<'a> Tree<'a> {
    /// The bytes of a form besides its options, with what is known of every form.
    const FORM: usize = 192;

    pub(crate) fn new(limits: &Limits, meter: &'a dyn Meter) -> Tree<'a> {
        let zero = Rc::new(Shape::default());
        Tree {
            work: Work::new(limits.work, meter),
            limit: limits.nodes,
            shapes: vec![Rc::clone(&zero)],
            heights: vec![0],
            classes: HashMap::from([(zero, Class::ZERO)]),
            conjugates: HashMap::new(),
            sums: HashMap::new(),
            truncations: HashMap::new(),
        }
    }

    /// The class of a form.
    pub(crate) fn class(&mut self, shape: Shape) -> Checked<Class> {
        self.work.spend(BUILD + shape.options.iter().map(Vec::len).sum::<usize>())?;
        if let Some(&known) = self.classes.get(&shape) {
            return Ok(known);
        }
        let next = u32::try_from(self.shapes.len()).ok().filter(|_| self.shapes.len() < self.limit);
        self.work.remember()?;
        let options = shape.options.iter().map(Vec::capacity).sum::<usize>();
        self.work.take(Self::FORM + size_of::<Class>() * options)?;
        let class = Class(next.ok_or(Rejection::TooLarge { what: "nodes", limit: self.limit })?);
        let options = shape.options.iter().flatten();
        self.heights.push(options.map(|&option| self.height(option) + 1).max().unwrap_or(0));
        let shape = Rc::new(shape);
        self.shapes.push(Rc::clone(&shape));
        self.classes.insert(shape, class);
        Ok(class)
    }

    /// The classes so far, ascending.
    pub(crate) fn classes(&self) -> impl Iterator<Item = Class> + use<> {
        (0..self.shapes.len() as u32).map(Class)
    }

    /// The ordinary options of a player, ascending.
    pub(crate) fn options(&self, g: Class, player: Player) -> &[Class] {
        &self.shapes[g.index()].options[player as usize]
    }

    pub(crate) fn has_option(&self, g: Class, player: Player, option: Class) -> bool {
        self.options(g, player).binary_search(&option).is_ok()
    }

    /// Whether the form has this player's tombstone.
    pub(crate) fn has_tombstone(&self, g: Class, player: Player) -> bool {
        self.shapes[g.index()].tombstone[player as usize]
    }

    /// Whether the player has no option at all, neither an ordinary one nor a tombstone.
    pub(crate) fn is_end(&self, g: Class, player: Player) -> bool {
        self.options(g, player).is_empty() && !self.has_tombstone(g, player)
    }

    /// Whether the form is end-like for the player (\[universe\] Definition 5.2).
    pub(crate) fn is_end_like(&self, g: Class, player: Player) -> bool {
        self.options(g, player).is_empty() || self.has_tombstone(g, player)
    }

    /// The length of the longest run of ordinary moves: the formal birthday,
    /// tombstones not counted.
    pub(crate) fn height(&self, g: Class) -> u32 {
        self.heights[g.index()]
    }

    /// The form and all that can be reached from it by ordinary moves, ascending.
    pub(crate) fn followers(&self, g: Class) -> Checked<Vec<Class>> {
        let mut seen = HashSet::from([g]);
        let mut found = vec![g];
        let mut next = 0;
        while let Some(&f) = found.get(next) {
            next += 1;
            for &option in self.shapes[f.index()].options.iter().flatten() {
                self.work.spend(LOOKUP)?;
                if seen.insert(option) {
                    found.push(option);
                }
            }
        }
        self.work.spend(found.len())?;
        found.sort_unstable();
        Ok(found)
    }

    /// The form with the players exchanged.
    pub(crate) fn conjugate(&mut self, g: Class) -> Checked<Class> {
        if let Some(&known) = self.conjugates.get(&g) {
            return Ok(known);
        }
        for f in self.followers(g)? {
            let shape = Rc::clone(&self.shapes[f.index()]);
            let image = |list: &Vec<Class>| list.iter().map(|option| self.conjugates[option]).collect();
            let [left, right] = &shape.options;
            let options = [image(right), image(left)];
            let conjugate = self.class(Shape::new(options, [shape.tombstone[1], shape.tombstone[0]]))?;
            self.work.take(Work::ENTRY)?;
            self.conjugates.insert(f, conjugate);
        }
        Ok(self.conjugates[&g])
    }

    /// The disjunctive sum (\[universe\] Definition 5.4).
    pub(crate) fn sum(&mut self, g: Class, h: Class) -> Checked<Class> {
        if let Some(&known) = self.sums.get(&(g, h)) {
            return Ok(known);
        }
        let (followers_g, followers_h) = (self.followers(g)?, self.followers(h)?);
        for &a in &followers_g {
            for &b in &followers_h {
                self.work.spend(LOOKUP)?;
                if self.sums.contains_key(&(a, b)) {
                    continue;
                }
                let side = |player| -> Vec<Class> {
                    let first = self.options(a, player).iter().map(|&option| self.sums[&(option, b)]);
                    let second = self.options(b, player).iter().map(|&option| self.sums[&(a, option)]);
                    first.chain(second).collect()
                };
                let tombstone = |player| {
                    self.is_end_like(a, player)
                        && self.is_end_like(b, player)
                        && (self.has_tombstone(a, player) || self.has_tombstone(b, player))
                };
                let shape = Shape::new(Player::BOTH.map(side), Player::BOTH.map(tombstone));
                let sum = self.class(shape)?;
                self.work.take(Work::ENTRY)?;
                self.sums.insert((a, b), sum);
            }
        }
        Ok(self.sums[&(g, h)])
    }

    /// The truncation of a form without tombstones: play stops after n moves
    /// (\[universe\] Definition 4.7).
    pub(crate) fn truncation(&mut self, g: Class, n: u32) -> Checked<Class> {
        if n >= self.height(g) {
            return Ok(g);
        }
        if let Some(&known) = self.truncations.get(&(g, n)) {
            return Ok(known);
        }
        for f in self.followers(g)? {
            for m in 0..=n.min(self.height(f)) {
                let side = |player| -> Vec<Class> {
                    let kept = self.options(f, player).iter().filter(|_| m > 0);
                    // Truncation beyond the height of a form changes nothing.
                    kept.map(|&o| self.truncations[&(o, (m - 1).min(self.height(o)))]).collect()
                };
                let truncated = self.class(Shape::new(Player::BOTH.map(side), [false; 2]))?;
                self.work.take(Work::ENTRY)?;
                self.truncations.insert((f, m), truncated);
            }
        }
        Ok(self.truncations[&(g, n)])
    }

    /// The form without the player's tombstone (\[universe\] Definition 5.15).
    pub(crate) fn erasure(&mut self, g: Class, player: Player) -> Checked<Class> {
        let mut shape = Shape::clone(&self.shapes[g.index()]);
        shape.tombstone[player as usize] = false;
        self.class(shape)
    }

    /// The waiting game W_0 = 0, W_{n+1} = {· | 0, W_n}; for Right its conjugate.
    pub(crate) fn murder(&mut self, n: u32, player: Player) -> Checked<Class> {
        let mut murder = Class::ZERO;
        for _ in 0..n {
            let (own, other) = (vec![], vec![Class::ZERO, murder]);
            let (left, right) = player.orient(own, other);
            murder = self.class(Shape::new([left, right], [false; 2]))?;
        }
        Ok(murder)
    }
}
