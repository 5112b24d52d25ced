//! Numbers as bytes: LEB128, seven bits to a byte, the lowest first.

/// Appends a number.
pub fn push_number(out: &mut Vec<u8>, mut number: u64) {
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        out.push(if number == 0 { byte } else { byte | 0x80 });
        if number == 0 {
            return;
        }
    }
}

/// Takes a number from the beginning of some bytes; `None` if they begin with none.
#[inline(always)]
pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    // Most numbers have at most four bytes. Which is the last one is found without a branch: the
    // lengths follow no pattern, and a wrong guess takes longer than all of this.
    if let Some(four) = bytes.first_chunk() {
        let word = u32::from_le_bytes(*four);
        let ends = !word & 0x8080_8080;
        if ends != 0 {
            let word = word & (ends ^ (ends - 1));
            let sevens = word & 0x7f | word >> 1 & 0x3f80 | word >> 2 & 0x1f_c000 | word >> 3 & 0xfe0_0000;
            *bytes = &bytes[ends.trailing_zeros() as usize / 8 + 1..];
            return Some(u64::from(sevens));
        }
    }
    let (number, rest) = long_number(bytes)?;
    *bytes = rest;
    Some(number)
}

/// The number that some bytes begin with, and what follows it.
// What is handed over by value stays in registers where it is seldom handed over.
#[cold]
fn long_number(mut bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (mut number, mut shift) = (0u64, 0u32);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        let bits = u64::from(byte & 0x7f);
        if shift > 63 || (shift == 63 && bits > 1) {
            return None;
        }
        bytes = rest;
        number |= bits << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return Some((number, bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back_and_other_bytes_are_refused() {
        let edges =
            (0..9).flat_map(|sevens| [(1 << (7 * sevens)) - 1, 1 << (7 * sevens), 0x55 << (7 * sevens)]);
        let all: Vec<u64> = edges.chain([300, u64::from(u32::MAX), u64::MAX]).collect();
        let mut bytes = Vec::new();
        all.iter().for_each(|&number| push_number(&mut bytes, number));
        let mut rest = &bytes[..];
        assert!(all.iter().all(|&number| take_number(&mut rest) == Some(number)));
        assert!(rest.is_empty());
        // Each number alone, where nothing follows it.
        for &number in &all {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            assert_eq!(take_number(&mut &bytes[..]), Some(number));
        }
        for wrong in [&[][..], &[0x80], &[0x80; 4], &[0xff; 11]] {
            assert_eq!(take_number(&mut { wrong }), None);
        }
    }
}
