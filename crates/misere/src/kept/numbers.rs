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
    // Most numbers are short.
    match **bytes {
        [low @ ..0x80, ref rest @ ..] => {
            *bytes = rest;
            Some(u64::from(low))
        }
        [low, high @ ..0x80, ref rest @ ..] => {
            *bytes = rest;
            Some(u64::from(low & 0x7f) | u64::from(high) << 7)
        }
        _ => take_long_number(bytes),
    }
}

fn take_long_number(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0u64, 0u32);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        let bits = u64::from(byte & 0x7f);
        if shift > 63 || (shift == 63 && bits > 1) {
            return None;
        }
        *bytes = rest;
        number |= bits << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back_and_other_bytes_are_refused() {
        let all = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        all.iter().for_each(|&number| push_number(&mut bytes, number));
        let mut rest = &bytes[..];
        assert_eq!(all.map(|_| take_number(&mut rest)), all.map(Some));
        assert!(rest.is_empty());
        for wrong in [&[][..], &[0x80], &[0xff; 11]] {
            assert_eq!(take_number(&mut { wrong }), None);
        }
    }
}
