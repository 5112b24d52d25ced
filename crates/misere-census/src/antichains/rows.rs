//! Counting the antichains of a poset that is nearly a product.
//!
//! The elements lie in rows, one for each non-empty subset of four labels, and row A is
//! above row A' only when A ⊃ A'. A down-set of the poset is a down-set in each row such
//! that the rows fit; when all relations come from those inside rows and those between
//! rows that differ in one label, only these pairs of rows need to fit.
//!
//! Let the labels be a, b, c, d. Fix the down-sets t of row abcd and x, y of rows ab and
//! cd. The other rows of two labels stand in a cycle ac, bc, bd, ad, in which neighbours
//! share one row of three labels and one of one label:
//!
//! ```text
//!        ac ───── bc        abc (with x) above, c (with y) below
//!        │         │        bcd (with y),       b (with x)
//!        ad ───── bd        abd (with x),       d (with y)
//!                           acd (with y),       a (with x)
//! ```
//!
//! A row of three labels has to contain what t forces and to stay inside what its three
//! rows of two labels allow; a row of one label has to contain what its three rows of two
//! labels force. Hence the number of ways to fill those rows is a product over the edges of
//! the cycle, and the sum over the four rows of the cycle is the trace of a product of
//! four matrices. The entries of the matrices, and of products of two of them, are integers
//! below 2^53, which is checked: floating point is exact.
//!
//! Three more kinds of relations do no harm: from row abcd to ab or cd, which are all
//! fixed; from a row of three labels to the row of one label on the same edge; and to a
//! further row 0, of no label, if it hangs below one row of one label only.
//!
//! Permutations of the elements that keep the rows and the order make many triples
//! (t, x, y) alike; one of each orbit is worked out.

use ndarray::{Array2, Axis, Zip};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use misere_core::{Budget, Exhausted};
use misere_order::{Elements, FiniteOrder};

/// A row for each subset of four labels, as a number from 0 to 15.
pub type Row = u8;

const TOP: Row = 0b1111;

/// The most elements of a row: larger rows would need larger tables.
const MAX_ROW: usize = 18;

/// How the elements of a poset lie in rows.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The row of each element.
    pub row: Vec<Row>,
    /// Permutations of elements that keep the rows. A permutation is used for a set of
    /// elements if it keeps the set and its order, which is checked. The permutations need
    /// not be a group; the group they generate is used. An element without an image is
    /// mapped to `usize::MAX`.
    pub symmetries: Vec<Vec<usize>>,
}

/// Why a set cannot be counted by rows as it is.
pub(super) enum Unfit {
    /// These elements have relations that do not come from the rows, each named once for
    /// every such relation.
    Elements(Vec<usize>),
    /// A row or a number is too large.
    TooLarge,
}

/// The number of down-sets of the set, by rows.
pub(super) fn count(
    poset: &FiniteOrder,
    rows: &Rows,
    set: &Elements,
    budget: &Budget,
) -> Result<Result<u128, Unfit>, Exhausted> {
    let covers = poset.covers_within(set);
    let misfits = |&[x, y]: &[Row; 2]| misfits(&covers, &rows.row, x, y);
    // The three ways to choose ab and cd.
    let ways = [[0b0011, 0b1100], [0b0101, 0b1010], [0b0110, 0b1001]];
    let fewest = ways.iter().map(|way| misfits(way).len()).min().expect("there are three ways");
    let mut fitting = ways.into_iter().filter(|way| misfits(way).len() == fewest).peekable();
    if fewest > 0 {
        let way = fitting.peek().expect("one has the fewest");
        return Ok(Err(Unfit::Elements(misfits(way))));
    }
    let members = |row: Row| set.iter().filter(|&i| rows.row[i] == row).collect::<Vec<_>>();
    let fibres: Vec<Fibre> = (0..=TOP).map(|row| Fibre::new(poset, members(row))).collect();
    // Weighted counts stay below the product of two numbers of states.
    let most = fibres.iter().map(|fibre| fibre.states.len()).max().unwrap_or(0) * fibres[0].states.len();
    if fibres.iter().any(|fibre| fibre.members.len() > MAX_ROW) || most > usize::from(u16::MAX) {
        return Ok(Err(Unfit::TooLarge));
    }
    let cheapest = fitting.min_by_key(|&[x, y]| cost(&fibres, x, y)).expect("one fits");
    let cycle = Cycle::new(poset, &fibres, cheapest);
    let symmetries = Symmetries::new(poset, rows, set, &cycle);
    let count = cycle.count(&symmetries, budget)?;
    // Row 0 is counted with the row it hangs below, or by itself.
    let hangs = covers.iter().any(|&(a, b)| rows.row[a] != 0 && rows.row[b] == 0);
    let times = if hangs { 1 } else { fibres[0].states.len() as u128 };
    Ok(count.and_then(|count| count.checked_mul(times).ok_or(Unfit::TooLarge)))
}

/// The elements whose relations the plan does not see, if `x` and `y` are the rows ab and
/// cd. If there are no misfits, the relations that the plan uses generate the order, since
/// the covering pairs do.
fn misfits(covers: &[(usize, usize)], row: &[Row], x: Row, y: Row) -> Vec<usize> {
    let mut misfits = Vec::new();
    let mut host = None;
    for &(a, b) in covers {
        let (above, below) = (row[a], row[b]);
        let skipped = above & !below;
        let fits = below & !above == 0
            && match (above.count_ones(), below.count_ones()) {
                (m, n) if m <= n + 1 => true,
                (4, 2) => below == x || below == y,
                // On the edge from ac to bc, row abc lies above and row c below.
                (3, 1) => skipped == x || skipped == y,
                _ => false,
            };
        if !fits {
            misfits.extend([a, b]);
        }
        if above != 0 && below == 0 && *host.get_or_insert(above) != above {
            misfits.push(b);
        }
    }
    misfits
}

fn choose(x: Row, y: Row) -> [Row; 4] {
    let labels = |row: Row| [row & row.wrapping_neg(), row & (row - 1)];
    let ([a, b], [c, d]) = (labels(x), labels(y));
    [a | c, b | c, b | d, a | d]
}

/// About how many multiplications the plan takes with the rows ab and cd.
fn cost(fibres: &[Fibre], x: Row, y: Row) -> u128 {
    let states = |row: Row| fibres[usize::from(row)].states.len() as u128;
    let [ac, bc, bd, ad] = choose(x, y).map(states);
    states(TOP) * states(x) * states(y) * ac * bd * (bc + ad)
}

/// A row and its down-sets, as masks over its members.
struct Fibre {
    members: Vec<usize>,
    states: Vec<u32>,
}

impl Fibre {
    fn new(poset: &FiniteOrder, mut members: Vec<usize>) -> Fibre {
        // Lower elements come first, so that a down-set grows by elements all of whose
        // lower elements were decided.
        members.sort_by_key(|&i| (poset.down(i).len(), i));
        let mut states = vec![0];
        if members.len() <= MAX_ROW {
            for (at, &i) in members.iter().enumerate() {
                let needs = mask(&members[..at], |j| poset.ge(i, j));
                let grown: Vec<u32> =
                    states.iter().filter(|&state| needs & !state == 0).map(|state| state | 1 << at).collect();
                states.extend(grown);
            }
        }
        Fibre { members, states }
    }

    /// The part of a lower row that each down-set of this row forces.
    fn forced(&self, poset: &FiniteOrder, below: &Fibre) -> Vec<u32> {
        self.forced_by(|&i| mask(&below.members, |j| poset.ge(i, j)))
    }

    /// The set that each down-set forces, from the sets that its members force.
    fn forced_by(&self, member: impl Fn(&usize) -> u32) -> Vec<u32> {
        let by_member: Vec<u32> = self.members.iter().map(member).collect();
        let union = |state: &u32| {
            (0..self.members.len()).filter(|at| state >> at & 1 == 1).fold(0, |all, at| all | by_member[at])
        };
        self.states.iter().map(union).collect()
    }

    /// The part of a lower row that each down-set of this row forces other than through the rows
    /// between.
    fn forced_directly(&self, poset: &FiniteOrder, below: &Fibre, between: &[&Fibre]) -> Vec<u32> {
        let passes = |i: usize, j: usize| {
            between.iter().flat_map(|fibre| &fibre.members).any(|&k| poset.ge(i, k) && poset.ge(k, j))
        };
        self.forced_by(|&i| mask(&below.members, |j| poset.ge(i, j) && !passes(i, j)))
    }

    /// The part of an upper row that each down-set of this row allows.
    fn allowed(&self, poset: &FiniteOrder, above: &Fibre) -> Vec<u32> {
        let needs: Vec<u32> =
            above.members.iter().map(|&i| mask(&self.members, |j| poset.ge(i, j))).collect();
        let allow = |state: &u32| {
            (0..needs.len()).filter(|&at| needs[at] & !state == 0).fold(0, |all, at| all | 1u32 << at)
        };
        self.states.iter().map(allow).collect()
    }

    /// For each mask, the sum of the weights of the down-sets that contain it.
    fn containing(&self, weights: impl Iterator<Item = u16>) -> Vec<u16> {
        let mut table = vec![0; 1 << self.members.len()];
        for (&state, weight) in self.states.iter().zip(weights) {
            table[state as usize] = weight;
        }
        for at in 0..self.members.len() {
            for i in (0..table.len()).filter(|i| i >> at & 1 == 0) {
                table[i] += table[i | 1 << at];
            }
        }
        table
    }

    /// For each mask, how many of the down-sets that are chosen are inside it.
    fn inside(&self, chosen: impl Fn(usize) -> bool) -> Vec<u16> {
        let mut table = vec![0; 1 << self.members.len()];
        for at in (0..self.states.len()).filter(|&at| chosen(at)) {
            table[self.states[at] as usize] = 1;
        }
        for at in 0..self.members.len() {
            for i in (0..table.len()).filter(|i| i >> at & 1 == 1) {
                table[i] += table[i & !(1 << at)];
            }
        }
        table
    }
}

fn mask(members: &[usize], has: impl Fn(usize) -> bool) -> u32 {
    members.iter().enumerate().filter(|&(_, &i)| has(i)).fold(0, |all, (at, _)| all | 1 << at)
}

/// An edge of the cycle: two rows of two labels, and the rows of three and of one label
/// that they share.
struct Edge {
    /// The first of the two neighbours, as a place in the cycle.
    from: usize,
    to: usize,
    triple: Row,
    /// Whether the row of three labels sees x and the row of one label y, or conversely.
    triple_sees_x: bool,
    /// The part of the row of three labels that x or y, and the neighbours, allow.
    allowed: [Vec<u32>; 3],
    /// The part of the row of one label that y or x, and the neighbours, force.
    forced: [Vec<u32>; 3],
    /// The part of the row of three labels that each state of the row of four forces.
    by_top: Vec<u32>,
    /// The part of the row of one label that each state of the row of three labels forces, as the
    /// place in `skips`.
    skip_of: Vec<usize>,
    skips: Vec<u32>,
    /// For each mask of the row of one label, how many states contain it.
    containing: Vec<u16>,
}

/// The plan, for one choice of the rows ab and cd.
struct Cycle<'f> {
    fibres: &'f [Fibre],
    x: Row,
    y: Row,
    /// The rows ac, bc, bd, ad.
    places: [Row; 4],
    edges: [Edge; 4],
    /// The parts of x and y that the row of four labels forces.
    top_forces: [Vec<u32>; 2],
}

impl<'f> Cycle<'f> {
    fn new(poset: &FiniteOrder, fibres: &'f [Fibre], [x, y]: [Row; 2]) -> Cycle<'f> {
        let fibre = |row: Row| &fibres[usize::from(row)];
        let places = choose(x, y);
        let weights = fibre(0).containing(std::iter::repeat(1));
        let edges = [0, 1, 2, 3].map(|from| {
            let to = (from + 1) % 4;
            let (triple, single) = (places[from] | places[to], places[from] & places[to]);
            let triple_sees_x = triple & x == x;
            let (above, below) = if triple_sees_x { (x, y) } else { (y, x) };
            let allowed =
                [above, places[from], places[to]].map(|row| fibre(row).allowed(poset, fibre(triple)));
            let forced = [below, places[from], places[to]].map(|row| fibre(row).forced(poset, fibre(single)));
            let middle = [above, places[from], places[to]].map(fibre);
            let skip = fibre(triple).forced_directly(poset, fibre(single), &middle);
            let mut skips = skip.clone();
            skips.sort_unstable();
            skips.dedup();
            let skip_of = skip.iter().map(|s| skips.binary_search(s).expect("it is there")).collect();
            // Row 0 hangs below one row, and forces nothing in others.
            let hanging = fibre(single).forced(poset, fibre(0));
            let hosts = hanging.iter().any(|&forced| forced != 0);
            let weight = |&forced: &u32| if hosts { weights[forced as usize] } else { 1 };
            let containing = fibre(single).containing(hanging.iter().map(weight));
            let by_top = fibre(TOP).forced(poset, fibre(triple));
            Edge { from, to, triple, triple_sees_x, allowed, forced, by_top, skip_of, skips, containing }
        });
        let top_forces = [x, y].map(|row| fibre(TOP).forced(poset, fibre(row)));
        Cycle { fibres, x, y, places, edges, top_forces }
    }

    fn states(&self, row: Row) -> &[u32] {
        &self.fibres[usize::from(row)].states
    }

    fn count(&self, symmetries: &Symmetries, budget: &Budget) -> Result<Result<u128, Unfit>, Exhausted> {
        if !self.numbers_fit() {
            return Ok(Err(Unfit::TooLarge));
        }
        let lower: [Vec<Vec<Array2<u16>>>; 4] = [0, 1, 2, 3].map(|i| self.lower(&self.edges[i]));
        let mut total = 0;
        for (top, times) in symmetries.tops() {
            total += times * self.under_top(top, symmetries, &lower, budget)?;
        }
        Ok(Ok(total))
    }

    /// Whether products of two matrices are exact in floating point, and sums of products fit.
    fn numbers_fit(&self) -> bool {
        let states = |row: Row| self.states(row).len() as u128;
        // The empty mask is contained in all states.
        let largest = |edge: &Edge| states(edge.triple) * u128::from(edge.containing[0]);
        let [m1, m2, m3, m4] = [0, 1, 2, 3].map(|i| largest(&self.edges[i]));
        let [ac, bc, bd, ad] = self.places.map(states);
        let (first, second) = (m1 * m2 * bc, m3 * m4 * ad);
        let times = ac * bd * states(TOP) * states(self.x) * states(self.y);
        let sum = first.checked_mul(second).and_then(|product| product.checked_mul(times));
        first.max(second) < 1 << 53 && sum.is_some()
    }

    /// For each state of x or y and each skip: the number of fillings of the row of one
    /// label.
    fn lower(&self, edge: &Edge) -> Vec<Vec<Array2<u16>>> {
        let shape = (self.states(self.places[edge.from]).len(), self.states(self.places[edge.to]).len());
        let matrix = |fixed: u32| {
            Array2::from_shape_fn(shape, |(u, v)| {
                edge.containing[(fixed | edge.forced[1][u] | edge.forced[2][v]) as usize]
            })
        };
        edge.forced[0]
            .par_iter()
            .map(|fixed| edge.skips.iter().map(|skip| matrix(fixed | skip)).collect())
            .collect()
    }

    /// The sum over x, y and the cycle, for one state of the row of four labels.
    fn under_top(
        &self,
        top: usize,
        symmetries: &Symmetries,
        lower: &[Vec<Vec<Array2<u16>>>; 4],
        budget: &Budget,
    ) -> Result<u128, Exhausted> {
        // The states that leave the rows of three labels room for what the top forces;
        // all others give 0.
        let fits =
            |edge: &Edge, side: usize, state: usize| edge.by_top[top] & !edge.allowed[side][state] == 0;
        let fitting = |sees_x: bool| {
            let (row, forces) =
                if sees_x { (self.x, &self.top_forces[0]) } else { (self.y, &self.top_forces[1]) };
            let edges = || self.edges.iter().filter(move |edge| edge.triple_sees_x == sees_x);
            let states = self.states(row);
            let fits = |s: &usize| forces[top] & !states[*s] == 0 && edges().all(|edge| fits(edge, 0, *s));
            (0..states.len()).filter(fits).collect::<Vec<usize>>()
        };
        let (xs, ys) = (fitting(true), fitting(false));
        let kept: [Vec<usize>; 4] = [0, 1, 2, 3].map(|place| {
            let (out, into) = (&self.edges[place], &self.edges[(place + 3) % 4]);
            (0..self.states(self.places[place]).len())
                .filter(|&s| fits(out, 1, s) && fits(into, 2, s))
                .collect()
        });
        let upper = self.upper(top, &kept, &xs, &ys);
        let lower: [Vec<Vec<Array2<u16>>>; 4] = [0, 1, 2, 3].map(|i| {
            let edge = &self.edges[i];
            let (from, to) = (&kept[edge.from], &kept[edge.to]);
            let states = if edge.triple_sees_x { &ys } else { &xs };
            let part = |all: &Array2<u16>| all.select(Axis(0), from).select(Axis(1), to);
            states.par_iter().map(|&s| lower[i][s].iter().map(part).collect()).collect()
        });
        let place =
            |states: &[usize], s: usize| states.binary_search(&s).expect("orbits are of states that fit");
        symmetries
            .pairs(top, &xs, &ys)
            .par_iter()
            .map(|(x, of_x)| {
                let at_x = place(&xs, *x);
                let mut sum = 0;
                for &(y, times) in of_x {
                    budget.check_now()?;
                    let at_y = place(&ys, y);
                    let [m1, m2, m3, m4] = [0, 1, 2, 3].map(|i| {
                        let seen = if self.edges[i].triple_sees_x { (at_x, at_y) } else { (at_y, at_x) };
                        entries(&upper[i][seen.0], &lower[i][seen.1])
                    });
                    sum += times * trace(&m1.dot(&m2), &m3.dot(&m4));
                }
                Ok(sum)
            })
            .try_reduce(|| 0, |a, b| Ok(a + b))
    }

    /// For each state of x or y and each skip: the fillings of the row of three labels.
    fn upper(
        &self,
        top: usize,
        kept: &[Vec<usize>; 4],
        xs: &[usize],
        ys: &[usize],
    ) -> [Vec<Vec<Array2<u16>>>; 4] {
        [0, 1, 2, 3].map(|i| {
            let edge = &self.edges[i];
            let fibre = &self.fibres[usize::from(edge.triple)];
            let room = |skip: usize| {
                fibre.inside(|at| edge.by_top[top] & !fibre.states[at] == 0 && edge.skip_of[at] == skip)
            };
            let rooms: Vec<Vec<u16>> = (0..edge.skips.len()).map(room).collect();
            let (from, to) = (&kept[edge.from], &kept[edge.to]);
            let [fixed, left, right] = &edge.allowed;
            let matrix = |s: usize, room: &Vec<u16>| {
                Array2::from_shape_fn((from.len(), to.len()), |(u, v)| {
                    room[(fixed[s] & left[from[u]] & right[to[v]]) as usize]
                })
            };
            let states = if edge.triple_sees_x { xs } else { ys };
            states.par_iter().map(|&s| rooms.iter().map(|room| matrix(s, room)).collect()).collect()
        })
    }
}

/// The number of fillings of both rows of an edge.
fn entries(upper: &[Array2<u16>], lower: &[Array2<u16>]) -> Array2<f64> {
    let mut pairs = upper.iter().zip(lower);
    let product = |a: &u16, b: &u16| f64::from(u32::from(*a) * u32::from(*b));
    let (above, below) = pairs.next().expect("there is a skip, that forces nothing if no other");
    let mut sum = Zip::from(above).and(below).map_collect(product);
    for (above, below) in pairs {
        Zip::from(&mut sum).and(above).and(below).for_each(|sum, a, b| *sum += product(a, b));
    }
    sum
}

/// The trace of a product of matrices with entries that are natural numbers.
fn trace(first: &Array2<f64>, second: &Array2<f64>) -> u128 {
    let transposed = second.t();
    first.iter().zip(transposed.iter()).map(|(&a, &b)| u128::from(a as u64) * u128::from(b as u64)).sum()
}

/// The permutations that keep a set, its order and its rows, as they act on the states
/// of the rows that are fixed. The first is the identity.
struct Symmetries {
    /// For each permutation, where it takes the states of the top, of x and of y.
    images: Vec<[Vec<usize>; 3]>,
}

impl Symmetries {
    fn new(poset: &FiniteOrder, rows: &Rows, set: &Elements, cycle: &Cycle<'_>) -> Symmetries {
        let keeps = |sigma: &&Vec<usize>| {
            let image = |i: usize| sigma[i];
            set.iter().all(|i| {
                image(i) < poset.len() && set.contains(image(i)) && rows.row[image(i)] == rows.row[i]
            }) && set.iter().all(|i| set.iter().all(|j| poset.ge(i, j) == poset.ge(image(i), image(j))))
        };
        let act = |sigma: &dyn Fn(usize) -> usize| {
            [TOP, cycle.x, cycle.y].map(|row| {
                let fibre = &cycle.fibres[usize::from(row)];
                let place = |i: usize| fibre.members.iter().position(|&j| j == i);
                let to: Vec<usize> =
                    fibre.members.iter().map(|&i| place(sigma(i)).expect("rows are kept")).collect();
                let at = |state: u32| fibre.states.iter().position(|&s| s == state);
                let moved = |state: u32| {
                    (0..to.len()).filter(|i| state >> i & 1 == 1).fold(0, |all, i| all | 1u32 << to[i])
                };
                fibre.states.iter().map(|&s| at(moved(s)).expect("down-sets go to down-sets")).collect()
            })
        };
        let mut images: Vec<[Vec<usize>; 3]> = vec![act(&|i| i)];
        images.extend(rows.symmetries.iter().filter(keeps).map(|sigma| act(&|i| sigma[i])));
        Symmetries { images: group(images) }
    }

    /// One state of the top of each orbit, with the size of the orbit.
    fn tops(&self) -> Vec<(usize, u128)> {
        let all: Vec<usize> = (0..self.images[0][0].len()).collect();
        orbits(&all, &self.images.iter().map(|image| &image[0]).collect::<Vec<_>>())
    }

    /// One pair of states of x and y of each orbit under the permutations that keep the top,
    /// with the size of the orbit, grouped by x.
    fn pairs(&self, top: usize, xs: &[usize], ys: &[usize]) -> Vec<(usize, Vec<(usize, u128)>)> {
        let keep_top: Vec<&[Vec<usize>; 3]> =
            self.images.iter().filter(|image| image[0][top] == top).collect();
        orbits(xs, &keep_top.iter().map(|image| &image[1]).collect::<Vec<_>>())
            .into_iter()
            .map(|(x, times)| {
                let keep_x = keep_top.iter().filter(|image| image[1][x] == x);
                let of_x = orbits(ys, &keep_x.map(|image| &image[2]).collect::<Vec<_>>());
                (x, of_x.into_iter().map(|(y, more)| (y, times * more)).collect())
            })
            .collect()
    }
}

/// The group that the generators, of which the first is the identity, generate; or the
/// identity alone if the group is large.
fn group(generators: Vec<[Vec<usize>; 3]>) -> Vec<[Vec<usize>; 3]> {
    const LARGE: usize = 1000;
    let mut all = generators.clone();
    let mut known: FxHashSet<[Vec<usize>; 3]> = all.iter().cloned().collect();
    let mut at = 0;
    while at < all.len() {
        for generator in &generators {
            let product = [0, 1, 2].map(|row| generator[row].iter().map(|&s| all[at][row][s]).collect());
            if known.insert(product.clone()) {
                all.push(product);
            }
        }
        if all.len() > LARGE {
            all.truncate(1);
            break;
        }
        at += 1;
    }
    all
}

/// The least element of each orbit of a group, given by all its elements, with the size
/// of the orbit.
fn orbits(states: &[usize], group: &[&Vec<usize>]) -> Vec<(usize, u128)> {
    let orbit = |s: usize| {
        let mut orbit: Vec<usize> = group.iter().map(|image| image[s]).collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    };
    let least = |&s: &usize| {
        let orbit = orbit(s);
        (orbit[0] == s).then_some((s, orbit.len() as u128))
    };
    states.iter().filter_map(least).collect()
}
