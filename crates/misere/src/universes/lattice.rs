//! The inclusions and the orders of many universes.

use misere_draw::{Hasse, Label};
use misere_notation::Style;

use crate::error::Error;
use crate::modulus::Modulus;
use crate::universes::{Inclusion, OrderOfTwo};
use crate::workspace::Workspace;

/// Universes by inclusion, and which of them have the same order.
#[derive(Clone, Debug)]
pub struct UniverseLattice {
    /// The universes; equal ones, up to equality of ends modulo M, stand together.
    pub members: Vec<Vec<Modulus>>,
    /// The inclusions: a universe is above those inside it.
    pub inclusions: Hasse,
    /// The pairs of places in `members` whose inclusion was tested and not proved: the first is
    /// drawn inside the second.
    pub tested_inclusions: Vec<(usize, usize)>,
    /// The places in `members` of universes with provably the same order, together.
    pub orders: Vec<Vec<usize>>,
    /// The pairs of places in `orders` between which no difference was found.
    pub undistinguished: Vec<(usize, usize)>,
}

impl Workspace {
    /// The inclusions and the orders of some universes.
    ///
    /// ```
    /// let work = misere::Workspace::new();
    /// let of = |name| work.modulo(name).unwrap();
    /// let lattice = work.universe_lattice(&[of("D"), of("D({|*})"), of("D(-1)")])?;
    /// assert_eq!(lattice.inclusions.order().covers(), [(1, 0), (2, 0)]);
    /// assert_eq!(lattice.orders, [vec![0, 1], vec![2]]);
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`] if one of the moduli is not a universe, or when a limit was reached;
    /// [`Error::Undecided`] if the inclusions that were found are no order, which can happen
    /// where they were only tested.
    pub fn universe_lattice(&self, universes: &[Modulus]) -> Result<UniverseLattice, Error> {
        let mut members: Vec<Vec<Modulus>> = Vec::new();
        for universe in universes {
            let mut found = None;
            for (at, others) in members.iter().enumerate() {
                let both = [universe.inclusion(&others[0])?, others[0].inclusion(universe)?];
                if both == [Inclusion::Proved, Inclusion::Proved] {
                    found = Some(at);
                    break;
                }
            }
            match found {
                Some(at) if members[at].contains(universe) => {}
                Some(at) => members[at].push(universe.clone()),
                None => members.push(vec![universe.clone()]),
            }
        }
        let first = |at: usize| &members[at][0];
        let mut inside = vec![vec![false; members.len()]; members.len()];
        let mut tested_inclusions = Vec::new();
        let mut orders: Vec<Vec<usize>> = Vec::new();
        let mut undistinguished = Vec::new();
        for (i, row) in inside.iter_mut().enumerate() {
            for (j, is_inside) in row.iter_mut().enumerate().filter(|&(j, _)| j != i) {
                let inclusion = first(i).inclusion(first(j))?;
                *is_inside = !matches!(inclusion, Inclusion::Refuted(_));
                if let Inclusion::Tested { .. } = inclusion {
                    tested_inclusions.push((i, j));
                }
            }
            let mut same = None;
            for (at, others) in orders.iter().enumerate() {
                match first(i).compare_orders(first(others[0]))? {
                    OrderOfTwo::Same => {
                        same = Some(at);
                        break;
                    }
                    OrderOfTwo::Undistinguished(_) => undistinguished.push((at, orders.len())),
                    OrderOfTwo::Different(_) => {}
                }
            }
            match same {
                Some(at) => orders[at].push(i),
                None => orders.push(vec![i]),
            }
        }
        undistinguished.retain(|&(_, later)| later < orders.len());
        let label = |others: &Vec<Modulus>| {
            Ok(Label::new(others[0].write(Style::Unicode)?, others[0].write(Style::Latex)?))
        };
        let labels = members.iter().map(label).collect::<Result<Vec<Label>, Error>>()?;
        let inclusions = Hasse::new(labels, |i, j| inside[j][i]).map_err(|_| {
            let tried = "ends of small birthday, which tell no order of these universes".to_owned();
            Error::Undecided { tried }
        })?;
        Ok(UniverseLattice { members, inclusions, tested_inclusions, orders, undistinguished })
    }
}
