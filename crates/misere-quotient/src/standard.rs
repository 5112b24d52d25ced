//! Standard forms of octal codes.

use misere_check::Code;

/// The most digits of a code that is brought into standard form.
const LONGEST: usize = 100;

/// The code in standard form, in which a heap of one token has a move, if it is not that already.
///
/// Where heaps of one token have no move, a heap of n + 1 tokens may be counted as one of n (*Winning
/// Ways*, chapter 4, first cousins): a heap that is left is one smaller, and of two heaps that are left
/// each may be empty, when one more token was taken.
///
/// ```
/// use misere_quotient::standard_form;
///
/// assert_eq!(standard_form(&"0.644".parse()?).map(|code| code.to_string()), Some("0.3777".to_owned()));
/// assert_eq!(standard_form(&"0.4".parse()?).map(|code| code.to_string()), Some("0.137".to_owned()));
/// # Ok::<(), misere_check::CodeError>(())
/// ```
#[must_use]
pub fn standard_form(code: &Code) -> Option<Code> {
    if code.sides() != 1 {
        return None;
    }
    let mut digits = code.digits(0)?.to_vec();
    while digits[1..].iter().any(|&digit| digit != 0) || digits[0] != 0 {
        if digits.get(1).is_some_and(|digit| digit & 1 != 0) {
            while digits.len() > 2 && digits.last() == Some(&0) {
                digits.pop();
            }
            return Code::from_digits(&digits).ok();
        }
        if digits.len() > LONGEST {
            return None;
        }
        let mut cousin = vec![0; digits.len() + 2];
        for (place, &digit) in digits.iter().enumerate() {
            if digit & 1 != 0 && place > 0 {
                cousin[place - 1] |= 1;
            }
            // A move that leaves at most m heaps has the bits up to 2^m.
            cousin[place] |= if digit & 2 == 0 { 0 } else { 3 };
            cousin[place + 1] |= if digit & 4 == 0 { 0 } else { 7 };
            if digit & 8 != 0 {
                cousin.resize(cousin.len().max(place + 3), 0);
                cousin[place + 2] |= 15;
            }
        }
        while cousin.len() > 2 && cousin.last() == Some(&0) {
            cousin.pop();
        }
        digits = cousin;
    }
    None
}
