//! Finite commutative monoids whose elements have outcomes.

use super::bits;
use crate::limits::Work;
use crate::player::{Outcome, Player};
use crate::rejection::{Checked, Rejection};

/// The largest order of a monoid: the product of all pairs then has 128 MiB.
pub const MAX_ORDER: usize = 1 << 13;

/// An element of a [`Monoid`], of which 0 is the identity.
pub type Element = u16;

/// A finite commutative monoid whose elements have outcomes: what a quotient is.
///
/// With one side, play is impartial, and outcomes are N and P; with two, side 0 is Left.
#[derive(Clone, Debug)]
pub struct Monoid {
    sides: usize,
    stride: usize,
    outcomes: Vec<Outcome>,
    product: Vec<Element>,
    /// For each side and element y the set of z with a win for the side that starts in z·y.
    wins: Vec<u64>,
    /// For each element but the identity the element and the generator that first made it.
    origin: Vec<(Element, u32)>,
}

impl Monoid {
    /// The monoid with these generators, each given by the product of every element with it.
    ///
    /// # Errors
    /// [`Rejection::BadTable`] when sizes, elements or outcomes do not fit,
    /// [`Rejection::NotCommuting`] or [`Rejection::NotReached`] when the actions are not those of
    /// generators of a commutative monoid; and when a limit is reached.
    pub fn new(
        actions: &[Vec<Element>],
        outcomes: &[Outcome],
        sides: usize,
        work: &Work<'_>,
    ) -> Result<Monoid, Rejection> {
        let order = outcomes.len();
        if order > MAX_ORDER {
            return Err(Rejection::TooLarge { what: "elements", limit: MAX_ORDER });
        }
        let fits = |row: &Vec<Element>| row.len() == order && row.iter().all(|&x| (x as usize) < order);
        work.spend(1 + actions.iter().map(|row| 1 + row.len() / 16).sum::<usize>())?;
        let known = |&outcome: &Outcome| sides == 2 || matches!(outcome, Outcome::N | Outcome::P);
        if order == 0 || !actions.iter().all(fits) || !outcomes.iter().all(known) {
            return Err(Rejection::BadTable);
        }
        for (g, by_g) in actions.iter().enumerate() {
            for (h, by_h) in actions.iter().enumerate().take(g) {
                work.spend(1 + order / 16)?;
                let both = by_g.iter().zip(by_h);
                if let Some(x) =
                    both.enumerate().position(|(_, (&xg, &xh))| by_h[xg as usize] != by_g[xh as usize])
                {
                    return Err(Rejection::NotCommuting { element: x as Element, generators: [h, g] });
                }
            }
        }
        let stride = bits::words(order);
        work.take(2 * order * order + 8 * sides * stride * order + 8 * order)?;
        let mut monoid = Monoid {
            sides,
            stride,
            outcomes: outcomes.to_vec(),
            product: vec![0; order * order],
            wins: vec![0; sides * stride * order],
            origin: vec![(0, u32::MAX); order],
        };
        monoid.multiply(actions, work)?;
        monoid.find_wins(work)?;
        Ok(monoid)
    }

    /// Fills in the products. As the actions commute and all elements are reached from the identity,
    /// all words of an element act alike.
    fn multiply(&mut self, actions: &[Vec<Element>], work: &Work<'_>) -> Checked {
        let order = self.order();
        let mut reached = vec![false; order];
        let mut queue = Vec::with_capacity(order);
        reached[0] = true;
        queue.push(0);
        for z in 0..order {
            self.product[z] = z as Element;
        }
        let mut next = 0;
        while let Some(&x) = queue.get(next) {
            next += 1;
            for (g, action) in actions.iter().enumerate() {
                let y = action[x as usize];
                if std::mem::replace(&mut reached[y as usize], true) {
                    continue;
                }
                work.spend(1 + order / 16)?;
                queue.push(y);
                self.origin[y as usize] = (x, g as u32);
                for z in 0..order {
                    self.product[y as usize * order + z] =
                        action[self.product[x as usize * order + z] as usize];
                }
            }
        }
        match reached.iter().position(|&reached| !reached) {
            Some(x) => Err(Rejection::NotReached { element: x as Element }),
            None => Ok(()),
        }
    }

    fn find_wins(&mut self, work: &Work<'_>) -> Checked {
        let order = self.order();
        for side in 0..self.sides {
            let wins: Vec<bool> = (0..order).map(|x| self.wins(side, x as Element)).collect();
            for y in 0..order {
                work.spend(1 + order / 16)?;
                let row = &self.product[y * order..][..order];
                let at = (side * order + y) * self.stride;
                for (word, products) in self.wins[at..at + self.stride].iter_mut().zip(row.chunks(64)) {
                    *word = products.iter().rev().fold(0, |word, &x| word << 1 | u64::from(wins[x as usize]));
                }
            }
        }
        Ok(())
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> usize {
        self.outcomes.len()
    }

    /// 1 if play is impartial, and 2 otherwise.
    #[must_use]
    pub fn sides(&self) -> usize {
        self.sides
    }

    /// The outcome of every element.
    #[must_use]
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The product of two elements.
    #[must_use]
    pub fn product(&self, x: Element, y: Element) -> Element {
        self.product[x as usize * self.order() + y as usize]
    }

    /// The products of an element with all elements.
    #[must_use]
    pub fn multiples(&self, x: Element) -> &[Element] {
        &self.product[x as usize * self.order()..][..self.order()]
    }

    /// The generators whose product is the element, in a fixed order, as few as possible.
    #[must_use]
    pub fn word(&self, mut x: Element) -> Vec<u32> {
        let mut word = Vec::new();
        while x != 0 {
            let (parent, generator) = self.origin[x as usize];
            word.push(generator);
            x = parent;
        }
        word.reverse();
        word
    }

    /// Whether the side wins when it starts in the element.
    #[must_use]
    pub fn wins(&self, side: usize, x: Element) -> bool {
        let player = Player::BOTH[side];
        self.outcomes[x as usize].winner(player) == player
    }

    /// The elements z such that the side wins when it starts in z·y, as a row of bits.
    #[must_use]
    pub fn winning(&self, side: usize, y: Element) -> &[u64] {
        &self.wins[(side * self.order() + y as usize) * self.stride..][..self.stride]
    }

    /// The words in a row of bits.
    pub(super) fn stride(&self) -> usize {
        self.stride
    }

    /// The element z for which x·z and y·z have different outcomes.
    #[must_use]
    pub fn separator(&self, x: Element, y: Element) -> Option<Element> {
        let (of_x, of_y) = (self.multiples(x), self.multiples(y));
        let outcome = |z: Element| self.outcomes[z as usize];
        of_x.iter().zip(of_y).position(|(&a, &b)| outcome(a) != outcome(b)).map(|z| z as Element)
    }

    /// Two elements that no element separates, if there are any.
    pub(super) fn unseparated(&self, work: &Work<'_>) -> Checked<Option<[Element; 2]>> {
        let mut order: Vec<Element> = (0..self.order()).map(|x| x as Element).collect();
        let rows = |x: Element| (0..self.sides).map(move |side| self.winning(side, x));
        work.spend(self.order() * (1 + self.stride))?;
        order.sort_by(|&x, &y| rows(x).cmp(rows(y)));
        Ok(order.windows(2).find(|pair| rows(pair[0]).eq(rows(pair[1]))).map(|pair| [pair[0], pair[1]]))
    }
}
