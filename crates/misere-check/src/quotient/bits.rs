//! Sets of elements as rows of machine words.

/// The number of words in a row of this many bits.
pub(super) fn words(bits: usize) -> usize {
    bits.div_ceil(64)
}

pub(super) fn has(row: &[u64], bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

pub(super) fn is_empty(row: &[u64]) -> bool {
    row.iter().all(|&word| word == 0)
}

pub(super) fn is_subset(small: &[u64], large: &[u64]) -> bool {
    small.iter().zip(large).all(|(&s, &l)| s & !l == 0)
}

/// The first bit that is in one row and not in the other.
pub(super) fn first_outside(small: &[u64], large: &[u64]) -> Option<usize> {
    let outside = small.iter().zip(large).map(|(&s, &l)| s & !l);
    outside
        .enumerate()
        .find(|&(_, word)| word != 0)
        .map(|(at, word)| 64 * at + word.trailing_zeros() as usize)
}
