//! Antichains of a finite order, which is given by what is below each element.

use super::order::Row;

/// A largest antichain, ascending.
///
/// By Dilworth's theorem it has as many elements as a least number of chains that
/// cover the order. Those are found as a largest matching between two copies of the
/// order, G in the first with H in the second when G > H. The antichain is what neither
/// copy contributes to the vertex cover that Kőnig's theorem makes of the matching.
pub(super) fn largest(below: &[Row]) -> Vec<usize> {
    let size = below.len();
    let mut matching = Matching { above: vec![None; size], below: vec![None; size] };
    // A phase looks at each element of the second copy once; when it finds no path,
    // there is none.
    loop {
        let mut unseen = Row::full(size);
        let mut has_grown = false;
        for start in 0..size {
            if matching.below[start].is_none() {
                has_grown |= matching.grow(below, start, &mut unseen);
            }
        }
        if !has_grown {
            break;
        }
    }
    let mut unseen = Row::full(size);
    let mut reached = Row::empty(size);
    let mut pending: Vec<usize> = (0..size).filter(|&g| matching.below[g].is_none()).collect();
    while let Some(g) = pending.pop() {
        reached.insert(g);
        while let Some(h) = below[g].first_common(&unseen) {
            unseen.remove(h);
            // Were it not matched, the matching could grow.
            pending.extend(matching.above[h]);
        }
    }
    (0..size).filter(|&g| reached.has(g) && unseen.has(g)).collect()
}

struct Matching {
    /// The partner in the first copy of each element of the second.
    above: Vec<Option<usize>>,
    /// The partner in the second copy of each element of the first.
    below: Vec<Option<usize>>,
}

impl Matching {
    /// Looks for an alternating path from an unmatched element of the first copy to an
    /// unmatched one of the second, and if there is one adds it.
    fn grow(&mut self, below: &[Row], start: usize, unseen: &mut Row) -> bool {
        // Elements of the first copy, each with the one of the second that led to it.
        let mut path: Vec<(usize, Option<usize>)> = vec![(start, None)];
        while let Some(&(g, _)) = path.last() {
            let Some(h) = below[g].first_common(unseen) else {
                path.pop();
                continue;
            };
            unseen.remove(h);
            match self.above[h] {
                Some(partner) => path.push((partner, Some(h))),
                None => {
                    let mut end = h;
                    for &(g, came_by) in path.iter().rev() {
                        self.below[g] = Some(end);
                        self.above[end] = Some(g);
                        match came_by {
                            Some(h) => end = h,
                            None => return true,
                        }
                    }
                }
            }
        }
        false
    }
}

/// How many antichains there are, the empty one included, unless more than `most`.
pub(super) fn count(below: &[Row], most: u64) -> Option<u64> {
    let size = below.len();
    let mut comparable = below.to_vec();
    for (g, row) in below.iter().enumerate() {
        row.places().for_each(|h| comparable[h].insert(g));
    }
    let mut count = 1;
    // For each beginning of an antichain, what may still be added and was not tried.
    let mut pending = vec![Row::full(size)];
    while let Some(free) = pending.last_mut()
        && count <= most
    {
        let Some(g) = free.first() else {
            pending.pop();
            continue;
        };
        free.remove(g);
        let mut rest = free.clone();
        rest.remove_all(&comparable[g]);
        pending.push(rest);
        count += 1;
    }
    (count <= most).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An order on 10 elements: G > H only if G comes later.
    fn order(mut seed: u64) -> Vec<Row> {
        const SIZE: usize = 10;
        let mut below: Vec<Row> = vec![Row::empty(SIZE); SIZE];
        for g in 0..SIZE {
            for h in 0..g {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                if seed.is_multiple_of(4) {
                    below[g].insert(h);
                    let further: Vec<usize> = below[h].places().collect();
                    further.into_iter().for_each(|f| below[g].insert(f));
                }
            }
        }
        below
    }

    #[test]
    fn antichains_are_those_among_all_subsets() {
        for seed in 1..200 {
            let below = order(seed);
            let is_antichain = |set: &[usize]| set.iter().all(|&g| set.iter().all(|&h| !below[g].has(h)));
            let mut sizes = Vec::new();
            for mask in 0..1 << below.len() {
                let set: Vec<usize> = (0..below.len()).filter(|g| mask >> g & 1 == 1).collect();
                if is_antichain(&set) {
                    sizes.push(set.len());
                }
            }
            let largest = largest(&below);
            assert!(is_antichain(&largest));
            assert_eq!(Some(largest.len()), sizes.iter().copied().max());
            let number = sizes.len() as u64;
            assert_eq!([number, number - 1, 0].map(|most| count(&below, most)), [Some(number), None, None]);
        }
    }
}
