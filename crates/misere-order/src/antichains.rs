//! Antichains of a finite order.

use crate::elements::Elements;
use crate::order::FiniteOrder;

/// A largest antichain, ascending.
///
/// By Dilworth's theorem a largest antichain has as many elements as a least number of
/// chains that cover the order. Such chains are found as a largest matching between two
/// copies of the order, G in the first with H in the second when G > H. The antichain has
/// the elements that are in neither copy in the vertex cover of Kőnig's theorem.
pub(crate) fn largest(order: &FiniteOrder) -> Vec<usize> {
    let size = order.len();
    let itself = |g: usize| Elements::none(size).with(g);
    let below: Vec<Elements> = (0..size).map(|g| order.down(g).minus(&itself(g))).collect();
    let mut matching = Matching { above: vec![None; size], below: vec![None; size] };
    // A phase visits each element of the second copy once; a phase that finds no
    // path shows that there is none.
    loop {
        let mut unseen = order.all();
        let mut has_grown = false;
        for start in 0..size {
            if matching.below[start].is_none() {
                has_grown |= matching.grow(&below, start, &mut unseen);
            }
        }
        if !has_grown {
            break;
        }
    }
    let mut unseen = order.all();
    let mut reached = Elements::none(size);
    let mut pending: Vec<usize> = (0..size).filter(|&g| matching.below[g].is_none()).collect();
    while let Some(g) = pending.pop() {
        reached.insert(g);
        while let Some(h) = below[g].first_common(&unseen) {
            unseen.remove(h);
            // The element is matched, for otherwise the matching could grow.
            pending.extend(matching.above[h]);
        }
    }
    (0..size).filter(|&g| reached.contains(g) && unseen.contains(g)).collect()
}

struct Matching {
    /// The partner in the first copy of each element of the second.
    above: Vec<Option<usize>>,
    /// The partner in the second copy of each element of the first.
    below: Vec<Option<usize>>,
}

impl Matching {
    /// Adds an alternating path from an unmatched element of the first copy to an unmatched
    /// element of the second, and says whether there was one.
    fn grow(&mut self, below: &[Elements], start: usize, unseen: &mut Elements) -> bool {
        // Elements of the first copy, each with the element of the second that led to it.
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

/// The number of antichains, the empty one included; `None` if it is more than `most`.
pub(crate) fn count(order: &FiniteOrder, most: u64) -> Option<u64> {
    let related: Vec<Elements> = (0..order.len()).map(|g| order.up(g).or(order.down(g))).collect();
    let mut count = 1;
    // For each beginning of an antichain, the elements that may be added and were not tried.
    let mut pending = vec![order.all()];
    while let Some(free) = pending.last_mut()
        && count <= most
    {
        let Some(g) = free.first() else {
            pending.pop();
            continue;
        };
        free.remove(g);
        let rest = free.minus(&related[g]);
        pending.push(rest);
        count += 1;
    }
    (count <= most).then_some(count)
}
