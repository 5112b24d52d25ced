//! Finite orders: other relations are refused; antichains against lists of all subsets.
#![allow(clippy::unwrap_used, reason = "tests")]

use misere_order::{Elements, FiniteOrder, NotAnOrder};

#[test]
fn a_relation_that_is_no_order_is_refused() {
    let order = |pairs: &[(usize, usize)]| {
        FiniteOrder::new(3, |a, b| pairs.contains(&(a, b))).map(|order| order.len())
    };
    assert_eq!(order(&[]), Ok(3));
    assert_eq!(order(&[(0, 1), (1, 2), (0, 2)]), Ok(3));
    assert_eq!(order(&[(1, 1)]), Err(NotAnOrder::AboveItself(1)));
    assert_eq!(order(&[(0, 1), (1, 0)]), Err(NotAnOrder::AboveEachOther(0, 1)));
    assert_eq!(order(&[(0, 1), (1, 2)]), Err(NotAnOrder::NotTransitive(0, 1, 2)));
    assert_eq!(order(&[(0, 1), (1, 2), (2, 0)]), Err(NotAnOrder::NotTransitive(0, 1, 2)));
}

/// The subsets of a set of four, as bits.
#[test]
fn the_order_turned_round_has_the_same_covers_turned_round() {
    let cube = FiniteOrder::new(16, |a, b| a != b && a & b == b).unwrap();
    let mut turned: Vec<(usize, usize)> = cube.dual().covers().iter().map(|&(a, b)| (b, a)).collect();
    turned.sort_unstable();
    assert_eq!((cube.covers(), cube.covers().len()), (turned, 32));
    let ranks: Vec<usize> = (0..16_usize).map(|a| a.count_ones() as usize).collect();
    assert_eq!(cube.heights(), ranks);
    assert!(cube.dual().heights().iter().zip(&ranks).all(|(depth, rank)| depth + rank == 4));
}

/// An order on 10 elements: G > H only if G comes later.
fn order(mut seed: u64) -> FiniteOrder {
    const SIZE: usize = 10;
    let mut below: Vec<Elements> = vec![Elements::none(SIZE); SIZE];
    for g in 0..SIZE {
        for h in 0..g {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            if seed.is_multiple_of(4) {
                below[g] = below[g].or(&below[h]).with(h);
            }
        }
    }
    FiniteOrder::new(SIZE, |g, h| below[g].contains(h)).unwrap()
}

#[test]
fn antichains_are_those_among_all_subsets() {
    for seed in 1..200 {
        let order = order(seed);
        let is_antichain = |set: &[usize]| set.iter().all(|&g| set.iter().all(|&h| !order.gt(g, h)));
        let mut sizes = Vec::new();
        for mask in 0..1 << order.len() {
            let set: Vec<usize> = (0..order.len()).filter(|g| mask >> g & 1 == 1).collect();
            if is_antichain(&set) {
                sizes.push(set.len());
            }
        }
        let largest = order.largest_antichain();
        assert!(is_antichain(&largest));
        assert_eq!(Some(largest.len()), sizes.iter().copied().max());
        let number = sizes.len() as u64;
        let counted = [number, number - 1, 0].map(|most| order.antichains(most));
        assert_eq!(counted, [Some(number), None, None]);
    }
}
