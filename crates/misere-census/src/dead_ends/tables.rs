//! The dead ends an engine has met, and the answers it remembers.
//!
//! No function of this file recurses: dead ends may be as deep as memory allows.

use std::hash::Hash;
use std::sync::Arc;

use misere_core::{Account, Exhausted, Limit};
use rustc_hash::{FxHashMap, FxHashSet};

/// A Left dead end up to equality, of the engine that gave it out.
///
/// Two handles are the same exactly when the dead ends are equal as games, in whatever
/// universe: simplest forms are unique (\[universe\] Theorem 3.8). There is no order on
/// handles: see [`DeadEnds::ge`](super::DeadEnds::ge).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeadEnd(pub(super) u32);

impl DeadEnd {
    /// The dead end 0, which has this handle in every engine.
    pub const ZERO: DeadEnd = DeadEnd(0);
}

/// A dead end in simplest form: its options are an antichain.
#[derive(Clone)]
pub(super) struct Node {
    /// The options, sorted by handle. An option has a smaller handle than the dead end.
    pub(super) options: Arc<[DeadEnd]>,
    pub(super) birthday: u32,
    pub(super) race: u32,
    pub(super) flexibility: u32,
}

pub(super) type Pair = (DeadEnd, DeadEnd);

/// All dead ends met so far and the answers about them, which never change.
pub(super) struct Tables {
    nodes: Vec<Node>,
    by_options: FxHashMap<Arc<[DeadEnd]>, DeadEnd>,
    order: FxHashMap<Pair, bool>,
    joins: FxHashMap<Pair, Option<DeadEnd>>,
    sums: FxHashMap<Pair, DeadEnd>,
    truncations: FxHashMap<(DeadEnd, u32), DeadEnd>,
    pub(super) quotients: FxHashMap<Pair, Option<DeadEnd>>,
    pub(super) divisors: FxHashMap<DeadEnd, Arc<[DeadEnd]>>,
    account: Account,
}

/// The result of a step: an answer, or a smaller question to be answered first.
pub(super) enum Step<K, V> {
    Answer(V),
    Need(K),
}

type Recursion<K, V> = fn(&mut Tables, K) -> Result<Step<K, V>, Exhausted>;

impl Tables {
    pub(super) fn new(account: Account) -> Tables {
        let zero = Node { options: Arc::new([]), birthday: 0, race: 0, flexibility: 0 };
        Tables {
            by_options: [(zero.options.clone(), DeadEnd::ZERO)].into_iter().collect(),
            nodes: vec![zero],
            order: FxHashMap::default(),
            joins: FxHashMap::default(),
            sums: FxHashMap::default(),
            truncations: FxHashMap::default(),
            quotients: FxHashMap::default(),
            divisors: FxHashMap::default(),
            account,
        }
    }

    pub(super) fn node(&self, g: DeadEnd) -> &Node {
        &self.nodes[g.0 as usize]
    }

    pub(super) fn options(&self, g: DeadEnd) -> Arc<[DeadEnd]> {
        self.node(g).options.clone()
    }

    pub(super) fn step(&self) -> Result<(), Exhausted> {
        self.account.budget().step()
    }

    pub(super) fn exhausted(&self, limit: Limit) -> Exhausted {
        self.account.budget().exhausted(limit)
    }

    /// Answers a question by `step`, which may ask for the answers to smaller questions, and
    /// is then called again with those answers in the table `memo`.
    pub(super) fn solve<K: Copy + Eq + Hash, V: Clone>(
        &mut self,
        root: K,
        memo: fn(&mut Tables) -> &mut FxHashMap<K, V>,
        step: Recursion<K, V>,
    ) -> Result<V, Exhausted> {
        if let Some(known) = memo(self).get(&root) {
            return Ok(known.clone());
        }
        let mut pending = vec![root];
        loop {
            let key = *pending.last().expect("the root is the last to go");
            self.step()?;
            match step(self, key)? {
                Step::Need(smaller) => pending.push(smaller),
                Step::Answer(answer) => {
                    self.account.charge(2 * size_of::<(K, V)>())?;
                    memo(self).insert(key, answer.clone());
                    pending.pop();
                    if pending.is_empty() {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// The dead end with these options.
    ///
    /// Dominated options, those above another option, are dropped: the options are Right's,
    /// who prefers lesser games (\[universe\] Lemma 3.7). Since all options are in simplest
    /// form, so is the dead end that is left (Theorem 3.8).
    pub(super) fn make(&mut self, mut options: Vec<DeadEnd>) -> Result<DeadEnd, Exhausted> {
        options.sort_unstable_by_key(|o| o.0);
        options.dedup();
        let mut minimal = Vec::with_capacity(options.len());
        for &option in &options {
            let mut is_minimal = true;
            for &sibling in &options {
                if sibling != option && self.ge(option, sibling)? {
                    is_minimal = false;
                    break;
                }
            }
            if is_minimal {
                minimal.push(option);
            }
        }
        self.intern(minimal)
    }

    fn intern(&mut self, options: Vec<DeadEnd>) -> Result<DeadEnd, Exhausted> {
        if let Some(&known) = self.by_options.get(&options[..]) {
            return Ok(known);
        }
        let nodes = || options.iter().map(|&o| self.node(o));
        let birthday = 1 + nodes().map(|o| o.birthday).max().expect("0 is known");
        let race = 1 + nodes().map(|o| o.race).min().expect("0 is known");
        let is_integer = options.len() == 1 && self.node(options[0]).flexibility == 0;
        let flexible = 1 + nodes().map(|o| o.flexibility).max().expect("0 is known");
        let flexibility = if is_integer { 0 } else { flexible };
        let handle = u32::try_from(self.nodes.len()).map_err(|_| self.exhausted(Limit::Handles))?;
        // The table by options takes as much again as the node.
        self.account.charge(2 * size_of::<Node>() + size_of::<DeadEnd>() * (options.len() + 4))?;
        let options: Arc<[DeadEnd]> = options.into();
        self.nodes.push(Node { options: options.clone(), birthday, race, flexibility });
        self.by_options.insert(options, DeadEnd(handle));
        Ok(DeadEnd(handle))
    }

    /// The integer n̄, of which every Left dead end of birthday n without a choice is a form.
    pub(super) fn integer(&mut self, n: u32) -> Result<DeadEnd, Exhausted> {
        self.account.budget().check_size("the integer n", n.into(), 1_000_000)?;
        (0..n).try_fold(DeadEnd::ZERO, |smaller, _| self.intern(vec![smaller]))
    }

    pub(super) fn is_integer(&self, g: DeadEnd) -> bool {
        self.node(g).flexibility == 0
    }

    /// The single option of a dead end that has just one, which is the quotient by 1̄, since
    /// {·|G} = G + 1̄. (An option G^R + 1̄ of the sum is above the option G: by induction
    /// G^{RR} + 1̄ is above G^R, and so is G^R.)
    pub(super) fn without_one(&self, g: DeadEnd) -> Option<DeadEnd> {
        match self.node(g).options[..] {
            [option] => Some(option),
            _ => None,
        }
    }

    /// All followers, each once, options before the dead ends they belong to.
    pub(super) fn followers(&self, roots: &[DeadEnd]) -> Vec<DeadEnd> {
        let mut seen: FxHashSet<DeadEnd> = roots.iter().copied().collect();
        let mut found: Vec<DeadEnd> = seen.iter().copied().collect();
        let mut next = 0;
        while let Some(&g) = found.get(next) {
            next += 1;
            found.extend(self.node(g).options.iter().filter(|&&o| seen.insert(o)));
        }
        found.sort_unstable_by_key(|f| f.0);
        found
    }

    /// The places of all followers in an order that depends on structure alone: by
    /// birthday, integers first, by the number of options, by the options.
    pub(super) fn structure(&self, roots: &[DeadEnd]) -> FxHashMap<DeadEnd, u32> {
        let mut followers = self.followers(roots);
        followers.sort_by_key(|&f| self.node(f).birthday);
        let mut places: FxHashMap<DeadEnd, u32> = FxHashMap::default();
        for level in followers.chunk_by(|&f, &g| self.node(f).birthday == self.node(g).birthday) {
            let key = |&f: &DeadEnd| {
                let mut options: Vec<u32> = self.node(f).options.iter().map(|o| places[o]).collect();
                options.sort_unstable_by(|a, b| b.cmp(a));
                (!self.is_integer(f), options.len(), options)
            };
            let mut sorted = level.to_vec();
            sorted.sort_by_cached_key(key);
            for f in sorted {
                // An engine has fewer than 2^32 dead ends.
                places.insert(f, places.len() as u32);
            }
        }
        places
    }

    pub(super) fn ge(&mut self, g: DeadEnd, h: DeadEnd) -> Result<bool, Exhausted> {
        match self.known_ge(g, h) {
            Some(known) => Ok(known),
            None => self.solve((g, h), |t| &mut t.order, Tables::ge_step),
        }
    }

    /// Compares two non-zero dead ends by \[universe\] Theorem 3.1.
    fn ge_step(&mut self, (g, h): Pair) -> Result<Step<Pair, bool>, Exhausted> {
        for &option in &*self.node(g).options {
            let mut is_matched = false;
            for &reply in &*self.node(h).options {
                match self.known_ge(option, reply) {
                    None => return Ok(Step::Need((option, reply))),
                    Some(false) => {}
                    Some(true) => {
                        is_matched = true;
                        break;
                    }
                }
            }
            if !is_matched {
                return Ok(Step::Answer(false));
            }
        }
        Ok(Step::Answer(true))
    }

    /// The answer, if it is remembered or settled without a search. If G ≥ H then every run of
    /// G, stopped at any point, is matched by a run of H that ends at the same time and meets
    /// no integer (integers are maximal) earlier. Hence birthday, race and flexibility can
    /// refute G ≥ H.
    fn known_ge(&self, g: DeadEnd, h: DeadEnd) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if g == DeadEnd::ZERO || h == DeadEnd::ZERO {
            return Some(false);
        }
        let (above, below) = (self.node(g), self.node(h));
        if above.birthday > below.birthday || above.race < below.race || above.flexibility > below.flexibility
        {
            return Some(false);
        }
        self.order.get(&(g, h)).copied()
    }

    pub(super) fn meet(&mut self, g: DeadEnd, h: DeadEnd) -> Result<Option<DeadEnd>, Exhausted> {
        if g == DeadEnd::ZERO || h == DeadEnd::ZERO {
            return Ok((g == h).then_some(g));
        }
        let options = [&*self.node(g).options, &*self.node(h).options].concat();
        self.make(options).map(Some)
    }

    pub(super) fn join(&mut self, g: DeadEnd, h: DeadEnd) -> Result<Option<DeadEnd>, Exhausted> {
        match self.known_join(g, h)? {
            Some(known) => Ok(known),
            None => self.solve(unordered(g, h), |t| &mut t.joins, Tables::join_step),
        }
    }

    /// The join of G and H. A dead end above an option of G and above an option of H is above
    /// the join of the two options, so the intersection in the proof of \[universe\] Theorem
    /// 3.12 is generated by the joins of options.
    fn join_step(&mut self, (g, h): Pair) -> Result<Step<Pair, Option<DeadEnd>>, Exhausted> {
        let mut joins = Vec::new();
        for &a in &*self.options(g) {
            for &b in &*self.options(h) {
                match self.known_join(a, b)? {
                    None => return Ok(Step::Need(unordered(a, b))),
                    Some(join) => joins.extend(join),
                }
            }
        }
        let join = if joins.is_empty() { None } else { Some(self.make(joins)?) };
        Ok(Step::Answer(join))
    }

    fn known_join(&mut self, g: DeadEnd, h: DeadEnd) -> Result<Option<Option<DeadEnd>>, Exhausted> {
        if g == DeadEnd::ZERO || h == DeadEnd::ZERO {
            return Ok(Some((g == h).then_some(g)));
        }
        if self.ge(g, h)? {
            return Ok(Some(Some(g)));
        }
        if self.ge(h, g)? {
            return Ok(Some(Some(h)));
        }
        Ok(self.joins.get(&unordered(g, h)).copied())
    }

    pub(super) fn sum(&mut self, g: DeadEnd, h: DeadEnd) -> Result<DeadEnd, Exhausted> {
        match self.known_sum(g, h) {
            Some(known) => Ok(known),
            None => self.solve(unordered(g, h), |t| &mut t.sums, Tables::sum_step),
        }
    }

    fn sum_step(&mut self, (g, h): Pair) -> Result<Step<Pair, DeadEnd>, Exhausted> {
        let summands = match (self.without_one(g), self.without_one(h)) {
            (Some(rest), _) => vec![(rest, h)],
            (None, Some(rest)) => vec![(g, rest)],
            (None, None) => {
                let from_g = self.node(g).options.iter().map(|&o| (o, h));
                from_g.chain(self.node(h).options.iter().map(|&o| (g, o))).collect()
            }
        };
        let mut options = Vec::with_capacity(summands.len());
        for (a, b) in summands {
            match self.known_sum(a, b) {
                None => return Ok(Step::Need(unordered(a, b))),
                Some(sum) => options.push(sum),
            }
        }
        self.make(options).map(Step::Answer)
    }

    fn known_sum(&self, g: DeadEnd, h: DeadEnd) -> Option<DeadEnd> {
        if g == DeadEnd::ZERO {
            return Some(h);
        }
        if h == DeadEnd::ZERO {
            return Some(g);
        }
        self.sums.get(&unordered(g, h)).copied()
    }

    pub(super) fn truncate(&mut self, g: DeadEnd, n: u32) -> Result<DeadEnd, Exhausted> {
        match self.known_truncation(g, n) {
            Some(known) => Ok(known),
            None => self.solve((g, n), |t| &mut t.truncations, Tables::truncate_step),
        }
    }

    fn truncate_step(&mut self, (g, n): (DeadEnd, u32)) -> Result<Step<(DeadEnd, u32), DeadEnd>, Exhausted> {
        let mut options = Vec::new();
        for &option in &*self.node(g).options {
            match self.known_truncation(option, n - 1) {
                None => return Ok(Step::Need((option, n - 1))),
                Some(truncation) => options.push(truncation),
            }
        }
        self.make(options).map(Step::Answer)
    }

    fn known_truncation(&self, g: DeadEnd, n: u32) -> Option<DeadEnd> {
        if self.node(g).birthday <= n {
            return Some(g);
        }
        if n == 0 {
            return Some(DeadEnd::ZERO);
        }
        self.truncations.get(&(g, n)).copied()
    }
}

fn unordered(g: DeadEnd, h: DeadEnd) -> Pair {
    if g.0 <= h.0 { (g, h) } else { (h, g) }
}
