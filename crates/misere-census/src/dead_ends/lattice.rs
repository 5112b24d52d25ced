//! All dead ends born by day 5 or earlier, as sets of bits.

use misere_core::Exhausted;
use rustc_hash::FxHashMap;

use super::engine::DeadEnds;
use super::tables::DeadEnd;

/// L_n, the Left dead ends of birthday at most n, for n up to 5.
///
/// An element is known by its place. 0 is at place 0; the other elements follow by
/// birthday, a greater one always before a lesser one. Hence L_{n−1} is the beginning of
/// L_n, and places mean the same in both.
///
/// An element is kept as its up-set (see [`UpSet`]), a set of places in L_{n−1}. There are
/// 52 such places when n is 5, and a word holds them. Elements above one of an earlier day
/// are of an earlier day (\[universe\] Proposition 3.5), so that an up-set does not depend
/// on n either.
///
/// ```
/// use misere_census::dead_ends::Lattice;
/// let sizes: Vec<usize> = (0..=5).map(|n| Lattice::new(n).unwrap().len()).collect();
/// assert_eq!(sizes, [1, 2, 4, 10, 52, 21278]);
/// ```
pub struct Lattice {
    up_sets: Vec<UpSet>,
    places: FxHashMap<UpSet, u32>,
    /// For each element of L_{n−1}, the elements that are at least as great.
    above: Vec<UpSet>,
    /// The number of elements born by day 0, 1, …
    sizes: Vec<usize>,
    races: Vec<u8>,
    flexibilities: Vec<u8>,
}

/// An element of L_n^*, which is L_n with ∇ in place of 0 (\[universe\] Theorem 3.12):
/// the set \[G\] of the elements of L_{n−1} that are at least an option of G. The up-set of
/// ∇ is empty. In these terms order is inclusion, and the theorem is that meet and join are
/// union and intersection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UpSet(u64);

impl UpSet {
    /// The element ∇, which is above all others.
    pub const NABLA: UpSet = UpSet(0);

    /// Whether this element is at least the other.
    #[must_use]
    pub const fn ge(self, other: UpSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The greatest element below both.
    #[must_use]
    pub const fn meet(self, other: UpSet) -> UpSet {
        UpSet(self.0 | other.0)
    }

    /// The least element above both.
    #[must_use]
    pub const fn join(self, other: UpSet) -> UpSet {
        UpSet(self.0 & other.0)
    }

    /// The places in L_{n−1} that the up-set contains, ascending.
    pub fn places(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let place = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(place)
        })
    }

    const fn has(self, place: usize) -> bool {
        self.0 >> place & 1 != 0
    }

    const fn with(self, place: usize) -> UpSet {
        UpSet(self.0 | 1 << place)
    }
}

impl Lattice {
    /// The last day whose dead ends are listed. Day 6 has more than 2^1000: of the dead ends of
    /// day 5, 1036 have up-sets of one size and form an antichain.
    pub const LAST_DAY: u32 = 5;

    /// The lattice L_n, or `None` if n is more than [`Lattice::LAST_DAY`].
    #[must_use]
    pub fn new(n: u32) -> Option<Lattice> {
        if n > Lattice::LAST_DAY {
            return None;
        }
        // The empty set at place 0 stands for 0: no other element has it.
        let mut lattice = Lattice {
            up_sets: vec![UpSet(0)],
            places: [(UpSet(0), 0)].into_iter().collect(),
            above: Vec::new(),
            sizes: vec![1],
            races: vec![0],
            flexibilities: vec![0],
        };
        for _ in 0..n {
            lattice.add_day();
        }
        Some(lattice)
    }

    fn add_day(&mut self) {
        for place in self.above.len()..self.len() {
            let above = (0..=place).filter(|&other| self.ge(other, place));
            self.above.push(above.fold(UpSet(0), UpSet::with));
        }
        let mut new = self.all_up_sets();
        new.retain(|up_set| !self.places.contains_key(up_set));
        // Of two elements, the one with the larger up-set is not greater.
        new.sort_unstable_by_key(|up_set| (up_set.0.count_ones(), up_set.0));
        for up_set in new {
            let options = self.minimal(up_set);
            let race = options.places().map(|o| self.races[o]).min();
            let flexibility = options.places().map(|o| self.flexibilities[o]).max();
            let is_integer = options.0.count_ones() == 1 && flexibility == Some(0);
            self.races.push(1 + race.unwrap_or(0));
            self.flexibilities.push(if is_integer { 0 } else { 1 + flexibility.unwrap_or(0) });
            self.places.insert(up_set, self.up_sets.len() as u32);
            self.up_sets.push(up_set);
        }
        self.sizes.push(self.up_sets.len());
    }

    /// All sets that contain with each element the greater ones, as many as there are
    /// antichains (\[universe\] section 3). Greater elements come before lesser ones, so one
    /// passage suffices.
    fn all_up_sets(&self) -> Vec<UpSet> {
        let mut all = vec![UpSet(0)];
        for (place, &above) in self.above.iter().enumerate() {
            for at in 0..all.len() {
                if above.ge(all[at].with(place)) {
                    all.push(all[at].with(place));
                }
            }
        }
        all
    }

    fn minimal(&self, up_set: UpSet) -> UpSet {
        let others = |place: usize| self.above[place].0 & !(1 << place);
        UpSet(up_set.places().fold(up_set.0, |rest, place| rest & !others(place)))
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.up_sets.len()
    }

    /// Whether there are no elements: never, since 0 is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The up-set of an element; `None` for 0, which L_n^* lacks.
    ///
    /// # Panics
    /// If there is no such place, as in all methods that take places.
    #[must_use]
    pub fn up_set(&self, place: usize) -> Option<UpSet> {
        (place > 0).then(|| self.up_sets[place])
    }

    /// The place of the element with this up-set; `None` for ∇.
    #[must_use]
    pub fn place(&self, up_set: UpSet) -> Option<usize> {
        if up_set == UpSet::NABLA {
            return None;
        }
        self.places.get(&up_set).map(|&place| place as usize)
    }

    /// Whether G ≥ H (\[universe\] Theorem 3.1). 0 is above and below 0 only, unlike the empty
    /// up-set in its place.
    #[must_use]
    pub fn ge(&self, g: usize, h: usize) -> bool {
        (g == 0) == (h == 0) && self.up_sets[g].ge(self.up_sets[h])
    }

    /// The greatest element below both; `None` if just one of the two is 0.
    #[must_use]
    pub fn meet(&self, g: usize, h: usize) -> Option<usize> {
        self.bound(g, h, UpSet::meet)
    }

    /// The least element above both; `None` if no element is above both.
    #[must_use]
    pub fn join(&self, g: usize, h: usize) -> Option<usize> {
        self.bound(g, h, UpSet::join)
    }

    fn bound(&self, g: usize, h: usize, bound: fn(UpSet, UpSet) -> UpSet) -> Option<usize> {
        match (self.up_set(g), self.up_set(h)) {
            (Some(a), Some(b)) => self.place(bound(a, b)),
            (None, None) => Some(0),
            _ => None,
        }
    }

    /// The Right options of the simplest form, ascending.
    #[must_use]
    pub fn options(&self, g: usize) -> Vec<usize> {
        self.minimal(self.up_sets[g]).places().collect()
    }

    /// The elements that G covers, ascending: the edges of the Hasse diagram downward from G.
    /// Their up-sets have one place more than that of G.
    #[must_use]
    pub fn covers(&self, g: usize) -> Vec<usize> {
        let Some(up_set) = self.up_set(g) else { return Vec::new() };
        let larger = (0..u64::BITS as usize).filter(|&place| !up_set.has(place));
        let mut covered: Vec<usize> = larger.filter_map(|p| self.place(up_set.with(p))).collect();
        covered.sort_unstable();
        covered
    }

    /// The day on which the element is born.
    #[must_use]
    pub fn birthday(&self, g: usize) -> u32 {
        self.sizes.partition_point(|&size| size <= g) as u32
    }

    /// The race: the length of the shortest run to 0 (see [`DeadEnds::race`]).
    #[must_use]
    pub fn race(&self, g: usize) -> u32 {
        u32::from(self.races[g])
    }

    /// The number of moves before all choice is gone (see [`DeadEnds::flexibility`]).
    #[must_use]
    pub fn flexibility(&self, g: usize) -> u32 {
        u32::from(self.flexibilities[g])
    }

    /// Whether 0 is an option (\[universe\] Definition 3.13).
    #[must_use]
    pub fn is_terminable(&self, g: usize) -> bool {
        self.up_sets[g].has(0)
    }

    /// How many ordered pairs (G, H) have G ≥ H. The 453 million pairs of day 5 take
    /// some hundredths of a second.
    ///
    /// 0 is comparable to nothing else, so 0 may be added to a set of other options or not.
    /// Hence it is enough to count the pairs U ⊆ V of up-sets without 0, the empty one
    /// included: each pair stands for three, but ∇ is not an element and 0 is.
    #[must_use]
    pub fn ordered_pairs(&self) -> u64 {
        if self.len() == 1 {
            return 1;
        }
        let without_zero: Vec<u64> = self.up_sets.iter().map(|u| u.0).filter(|u| u & 1 == 0).collect();
        let mut included = 0;
        for (at, &smaller) in without_zero.iter().enumerate() {
            // A set that includes another does not come before it.
            included +=
                without_zero[at..].iter().map(|&larger| u64::from(smaller & !larger == 0)).sum::<u64>();
        }
        let below_nabla = 2 * without_zero.len() as u64;
        3 * included - below_nabla + 1
    }

    /// All elements, by place, in an engine.
    pub fn dead_ends(&self, ends: &DeadEnds) -> Result<Vec<DeadEnd>, Exhausted> {
        let mut made: Vec<DeadEnd> = Vec::with_capacity(self.len());
        for place in 0..self.len() {
            let options: Vec<DeadEnd> = self.options(place).into_iter().map(|o| made[o]).collect();
            made.push(ends.make(&options)?);
        }
        Ok(made)
    }

    /// The place of a dead end of an engine, or `None` if it is born later.
    #[must_use]
    pub fn place_of(&self, ends: &DeadEnds, g: DeadEnd) -> Option<usize> {
        let tables = ends.tables();
        let mut places: FxHashMap<DeadEnd, usize> = FxHashMap::default();
        for f in tables.followers(&[g]) {
            let up_set = tables.node(f).options.iter().try_fold(UpSet(0), |up_set, option| {
                let above = *self.above.get(places[option])?;
                Some(up_set.meet(above))
            })?;
            places.insert(f, *self.places.get(&up_set)? as usize);
        }
        places.get(&g).copied()
    }
}
