//! Dead ends as sums of other dead ends.
//!
//! Three facts of \[factorisations\] are used, each proved in a few lines by induction:
//!
//! * *Sums cancel*, and keep order when they do: A + C ≥ B + C makes A ≥ B. Each
//!   A^R + C is above an option of B + C. If that is some B^R + C then A^R ≥ B^R. If
//!   it is B + C^R, then A^R + C^R, an option of the left side, is above an option of
//!   B + C^R, and so on; a run of C ends, and then A^R ≥ B^R for some B^R. (If A = 0,
//!   then comparing races gives B = 0.)
//! * {·|G} = G + 1̄.
//! * *1̄ is prime*: if H + K has one option, say H^R + K, then H + K = H^R + K + 1̄,
//!   and H = H^R + 1̄.

use std::sync::Arc;

use misere_core::Exhausted;

use super::engine::DeadEnds;
use super::tables::{DeadEnd, Pair, Step, Tables};

impl DeadEnds {
    /// The dead end H for which H + K = G, or `None` if there is no such H; sums of dead ends
    /// cancel, so there is at most one H.
    pub fn quotient(&self, g: DeadEnd, k: DeadEnd) -> Result<Option<DeadEnd>, Exhausted> {
        self.tables().quotient(g, k)
    }

    /// All K for which G = H + K with some H, in structural order.
    pub fn divisors(&self, g: DeadEnd) -> Result<Vec<DeadEnd>, Exhausted> {
        let divisors = self.tables().divisors(g)?;
        Ok(self.in_structural_order(&divisors))
    }

    /// Whether the dead end is an atom: not 0, and not the sum of two non-zero dead ends.
    pub fn is_atom(&self, g: DeadEnd) -> Result<bool, Exhausted> {
        self.tables().is_atom(g)
    }

    /// All ways to write a dead end as a sum of atoms, each in structural order: at least one
    /// way, and finitely many (\[factorisations\]). Uniqueness is known for families of dead
    /// ends only, and not assumed.
    pub fn factorisations(&self, g: DeadEnd) -> Result<Vec<Vec<DeadEnd>>, Exhausted> {
        let mut tables = self.tables();
        let (core, ones) = tables.without_ones(g)?;
        let mut atoms = Vec::new();
        for &divisor in &*tables.divisors(core)? {
            if tables.is_atom(divisor)? {
                atoms.push(divisor);
            }
        }
        let places = tables.structure(&atoms);
        atoms.sort_by_key(|a| places[a]);
        let mut found = Vec::new();
        // The rest to be written as a sum of atoms from `from` on. The last entry
        // pushed is tried first, so the smallest atoms are pushed last.
        let mut pending = vec![(core, 0, ones)];
        while let Some((rest, from, summands)) = pending.pop() {
            tables.step()?;
            if rest == DeadEnd::ZERO {
                found.push(summands);
                continue;
            }
            for (at, &atom) in atoms.iter().enumerate().skip(from).rev() {
                if let Some(quotient) = tables.quotient(rest, atom)? {
                    pending.push((quotient, at, [&summands[..], &[atom]].concat()));
                }
            }
        }
        Ok(found)
    }
}

impl Tables {
    /// C and the copies of 1̄ in G = C + 1̄ + … + 1̄, with as many 1̄ as possible.
    pub(super) fn without_ones(&mut self, g: DeadEnd) -> Result<(DeadEnd, Vec<DeadEnd>), Exhausted> {
        let one = self.integer(1)?;
        let (mut core, mut ones) = (g, Vec::new());
        while let Some(rest) = self.without_one(core) {
            core = rest;
            ones.push(one);
        }
        Ok((core, ones))
    }

    pub(super) fn quotient(&mut self, g: DeadEnd, k: DeadEnd) -> Result<Option<DeadEnd>, Exhausted> {
        match self.known_quotient(g, k) {
            Some(known) => Ok(known),
            None => self.solve((g, k), |t| &mut t.quotients, Tables::quotient_step),
        }
    }

    /// Suppose G = H + K. An option X of G is H + K^R for some K^R, and then dividing X by K^R
    /// gives H; or X is H^R + K for some H^R. If all options are of this second kind, H has
    /// these H^R for options: for any other H^R, H^R + K would be above some X, and H^R above
    /// one of these, since sums cancel.
    fn quotient_step(&mut self, (g, k): Pair) -> Result<Step<Pair, Option<DeadEnd>>, Exhausted> {
        if let Some(k_less) = self.without_one(k) {
            // 1̄ divides K, so it must divide G.
            let Some(g_less) = self.without_one(g) else { return Ok(Step::Answer(None)) };
            return Ok(match self.known_quotient(g_less, k_less) {
                None => Step::Need((g_less, k_less)),
                Some(quotient) => Step::Answer(quotient),
            });
        }
        if let Some(g_less) = self.without_one(g) {
            // 1̄ divides G and not K; it is prime, so it divides the quotient.
            return Ok(match self.known_quotient(g_less, k) {
                None => Step::Need((g_less, k)),
                Some(None) => Step::Answer(None),
                Some(Some(quotient)) => Step::Answer(Some(self.make(vec![quotient])?)),
            });
        }
        let mut options = Vec::new();
        for &x in &*self.options(g) {
            for &k_option in &*self.options(k) {
                match self.known_quotient(x, k_option) {
                    None => return Ok(Step::Need((x, k_option))),
                    Some(Some(h)) if self.is_sum(g, h, k)? => return Ok(Step::Answer(Some(h))),
                    Some(_) => {}
                }
            }
            match self.known_quotient(x, k) {
                None => return Ok(Step::Need((x, k))),
                Some(None) => return Ok(Step::Answer(None)),
                Some(Some(h_option)) => options.push(h_option),
            }
        }
        let h = self.make(options)?;
        Ok(Step::Answer(if self.is_sum(g, h, k)? { Some(h) } else { None }))
    }

    /// The quotient, if it is remembered, or clear from birthdays and races, both of which add.
    fn known_quotient(&self, g: DeadEnd, k: DeadEnd) -> Option<Option<DeadEnd>> {
        if k == DeadEnd::ZERO {
            return Some(Some(g));
        }
        if g == k {
            return Some(Some(DeadEnd::ZERO));
        }
        let (whole, part) = (self.node(g), self.node(k));
        if part.birthday >= whole.birthday || part.race >= whole.race {
            return Some(None);
        }
        self.quotients.get(&(g, k)).copied()
    }

    fn is_sum(&mut self, g: DeadEnd, h: DeadEnd, k: DeadEnd) -> Result<bool, Exhausted> {
        let [whole, one, other] = [g, h, k].map(|x| (self.node(x).birthday, self.node(x).race));
        Ok(whole == (one.0 + other.0, one.1 + other.1) && self.sum(h, k)? == g)
    }

    /// The divisors of a dead end, sorted by handle.
    pub(super) fn divisors(&mut self, g: DeadEnd) -> Result<Arc<[DeadEnd]>, Exhausted> {
        self.solve(g, |t| &mut t.divisors, Tables::divisors_step)
    }

    /// A step towards the divisors of G: if G = H + K, then any one option of G is H^R + K or
    /// H + K^R, so that K or H divides that option.
    fn divisors_step(&mut self, g: DeadEnd) -> Result<Step<DeadEnd, Arc<[DeadEnd]>>, Exhausted> {
        let mut divisors = vec![DeadEnd::ZERO, g];
        // A terminable dead end is an atom ([universe] Proposition 3.10).
        if self.node(g).race > 1 {
            let options = self.options(g);
            let size = |&&o: &&DeadEnd| (self.node(o).race, self.node(o).birthday);
            let &smallest = options.iter().min_by_key(size).expect("only 0 has no options");
            let Some(of_option) = self.divisors.get(&smallest).cloned() else {
                return Ok(Step::Need(smallest));
            };
            for &k in &*of_option {
                if let Some(h) = self.quotient(g, k)? {
                    divisors.extend([h, k]);
                }
            }
        }
        divisors.sort_unstable_by_key(|d| d.0);
        divisors.dedup();
        Ok(Step::Answer(divisors.into()))
    }

    fn is_atom(&mut self, g: DeadEnd) -> Result<bool, Exhausted> {
        Ok(self.divisors(g)?.len() == 2)
    }
}
