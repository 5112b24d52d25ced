//! The dead ends that a set of dead ends generates.

use misere_core::Exhausted;
use rustc_hash::FxHashSet;

use super::engine::DeadEnds;
use super::tables::{DeadEnd, Tables};

/// cl(A), the closure of a set A of dead ends under options and sums: all sums of
/// followers of A, up to equality (\[universe\] section 2). A closure belongs to the engine
/// that made it.
///
/// ```
/// use misere_census::dead_ends::DeadEnds;
/// let ends = DeadEnds::new();
/// let domineering = ends.closure(&[ends.parse_shorthand("1̄0").unwrap()]);
/// let g = ends.parse_shorthand("2̄(1̄0)").unwrap();
/// assert_eq!(ends.as_sum(&domineering, g)?.unwrap().len(), 2);
/// let h = ends.parse_shorthand("2̄1̄0").unwrap();
/// assert_eq!(ends.as_sum(&domineering, h)?, None);
/// assert_eq!(ends.sum_below(&domineering, h)?, None);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Closure {
    /// The followers of A except 0, in structural order.
    parts: Vec<DeadEnd>,
}

impl Closure {
    /// The dead ends except 0 that everything in the closure is a sum of: the
    /// followers of the generators.
    #[must_use]
    pub fn parts(&self) -> &[DeadEnd] {
        &self.parts
    }
}

impl DeadEnds {
    /// The closure cl(A) of a set A of generators.
    #[must_use]
    pub fn closure(&self, generators: &[DeadEnd]) -> Closure {
        let mut parts = self.tables().followers(generators);
        parts.retain(|&part| part != DeadEnd::ZERO);
        Closure { parts: self.in_structural_order(&parts) }
    }

    /// Parts whose sum is the dead end, or `None` if the dead end is not in cl(A).
    pub fn as_sum(&self, closure: &Closure, g: DeadEnd) -> Result<Option<Vec<DeadEnd>>, Exhausted> {
        let mut tables = self.tables();
        if g == DeadEnd::ZERO {
            return Ok(Some(Vec::new()));
        }
        if closure.parts.is_empty() {
            return Ok(None);
        }
        // 1̄ is a follower of every dead end but 0, and prime. If 1̄ divides a sum of parts
        // then it divides one of the parts, and leaves an option of that part: the quotient
        // is a sum of parts as well.
        let (core, ones) = tables.without_ones(g)?;
        let mut seen = FxHashSet::default();
        let mut pending = vec![(core, 0, ones)];
        while let Some((rest, from, summands)) = pending.pop() {
            tables.step()?;
            if rest == DeadEnd::ZERO {
                return Ok(Some(summands));
            }
            for (at, &part) in closure.parts.iter().enumerate().skip(from) {
                if let Some(quotient) = tables.quotient(rest, part)?
                    && seen.insert((quotient, at))
                {
                    pending.push((quotient, at, [&summands[..], &[part]].concat()));
                }
            }
        }
        Ok(None)
    }

    /// Parts whose sum, an element of cl(A), is below the dead end, or `None` if the dead end
    /// is not in up(A), the upward closure of A (\[universe\] section 4).
    pub fn sum_below(&self, closure: &Closure, g: DeadEnd) -> Result<Option<Vec<DeadEnd>>, Exhausted> {
        let mut tables = self.tables();
        // G ≥ X exactly when G ≥ τ_n(X), if n is more than the birthday of G: a run of
        // G then ends before X is cut off.
        let (n, race) = (tables.node(g).birthday + 1, tables.node(g).race);
        let mut parts: Vec<(DeadEnd, DeadEnd)> = Vec::new();
        for &part in &closure.parts {
            let truncation = tables.truncate(part, n)?;
            add_if_minimal(&mut tables, &mut parts, (truncation, part))?;
        }
        // Truncating and adding keep order, so only minimal sums need be added to.
        let mut minimal = vec![(DeadEnd::ZERO, Vec::new())];
        let mut pending = minimal.clone();
        while let Some((sum, summands)) = pending.pop() {
            if tables.ge(g, sum)? {
                return Ok(Some(summands));
            }
            if !minimal.iter().any(|(known, _)| *known == sum) {
                continue; // A smaller sum has taken its place.
            }
            for &(truncation, part) in &parts {
                tables.step()?;
                let longer = tables.sum(sum, truncation)?;
                let longer = tables.truncate(longer, n)?;
                if tables.node(longer).race > race {
                    continue; // No sum with this part is below G.
                }
                let new = (longer, [&summands[..], &[part]].concat());
                if add_if_minimal(&mut tables, &mut minimal, new.clone())? {
                    pending.push(new);
                }
            }
        }
        Ok(None)
    }
}

/// Adds a dead end to an antichain, if it is above no element, and takes out the elements
/// that are above it.
fn add_if_minimal<T>(
    tables: &mut Tables,
    minimal: &mut Vec<(DeadEnd, T)>,
    new: (DeadEnd, T),
) -> Result<bool, Exhausted> {
    let mut at = 0;
    while at < minimal.len() {
        let known = minimal[at].0;
        if tables.ge(new.0, known)? {
            return Ok(false);
        }
        if tables.ge(known, new.0)? {
            minimal.remove(at);
        } else {
            at += 1;
        }
    }
    minimal.push(new);
    Ok(true)
}
