//! Ordinals below ε₀.

mod read;
mod write;

use std::ops::{Add, Mul};

use num_bigint::BigUint;

pub(crate) use read::read_list;

/// An ordinal below ε₀, in Cantor normal form.
///
/// `<`, `+` and `*` (by a number, from the right) are those of the ordinals: 1 + ω is ω.
/// Exponents are nested at most [`Ordinal::MAX_HEIGHT`] deep, so that functions that follow
/// the nesting may recurse.
///
/// ```
/// use misere_impartial::Ordinal;
/// let read = Ordinal::read;
/// assert!(read("w^w")? > read("w^2*7+w*100")?);
/// assert_eq!(read("1+w")?, read("w")?);
/// assert_eq!(read("w*3+5")?.nim_sum(&read("w*2+1")?), read("w+4")?);
/// # Ok::<(), misere_notation::ParseError>(())
/// ```
// The derived order, which compares terms first to last and exponents before
// coefficients, is the order of the ordinals.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal {
    /// The terms in the order of falling exponents, no coefficient being 0.
    terms: Vec<Term>,
}

/// ω to the exponent, times the coefficient.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Term {
    exponent: Ordinal,
    coefficient: BigUint,
}

impl Ordinal {
    /// The ordinal 0.
    pub const ZERO: Ordinal = Ordinal { terms: Vec::new() };

    /// The greatest height, which is how often exponents have exponents: ω^ω^2 has height 3,
    /// a number has height 1, and 0 has height 0.
    pub const MAX_HEIGHT: usize = 64;

    /// The power of ω with this exponent; `None` if exponents are nested too deeply.
    #[must_use]
    pub fn omega_to(exponent: Ordinal) -> Option<Ordinal> {
        if exponent.height() >= Ordinal::MAX_HEIGHT {
            return None;
        }
        Some(Ordinal { terms: vec![Term { exponent, coefficient: BigUint::from(1_u32) }] })
    }

    /// The height. A larger ordinal is at least as high, so the first exponent is the highest.
    fn height(&self) -> usize {
        let mut height = 0;
        let mut ordinal = self;
        while let Some(first) = ordinal.terms.first() {
            height += 1;
            ordinal = &first.exponent;
        }
        height
    }

    /// Whether the ordinal is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The ordinal as a number, if it is finite and fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        match &*self.terms {
            [] => Some(0),
            [only] if only.exponent.is_zero() => u64::try_from(&only.coefficient).ok(),
            _ => None,
        }
    }

    /// Whether k is odd in λ + k, where λ is a limit or 0 and k is finite.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        self.terms.last().is_some_and(|term| term.exponent.is_zero() && term.coefficient.bit(0))
    }

    /// The predecessor of an odd ordinal, or the successor of an even one (\[nim\] Theorem 5).
    #[must_use]
    pub fn nim_successor(&self) -> Ordinal {
        self.nim_sum(&Ordinal::from(1))
    }

    /// The nim-sum, which adds in base 2 without carrying: ω^e·c has the powers 2^(ω·e + k) for
    /// the bits k of c, so coefficients of the same exponent are added as numbers are in Nim
    /// (\[nim\] section 6).
    #[must_use]
    pub fn nim_sum(&self, other: &Ordinal) -> Ordinal {
        let mut terms = Vec::new();
        let (mut ours, mut theirs) = (&*self.terms, &*other.terms);
        while let Some(exponent) = ours.first().into_iter().chain(theirs.first()).map(|t| &t.exponent).max() {
            let mut coefficient = BigUint::ZERO;
            for side in [&mut ours, &mut theirs] {
                if let Some((first, rest)) = side.split_first()
                    && first.exponent == *exponent
                {
                    coefficient ^= &first.coefficient;
                    *side = rest;
                }
            }
            if coefficient != BigUint::ZERO {
                terms.push(Term { exponent: exponent.clone(), coefficient });
            }
        }
        Ordinal { terms }
    }
}

impl From<u64> for Ordinal {
    fn from(number: u64) -> Ordinal {
        Ordinal::from(BigUint::from(number))
    }
}

impl From<BigUint> for Ordinal {
    fn from(number: BigUint) -> Ordinal {
        if number == BigUint::ZERO {
            return Ordinal::ZERO;
        }
        Ordinal { terms: vec![Term { exponent: Ordinal::ZERO, coefficient: number }] }
    }
}

impl Add for Ordinal {
    type Output = Ordinal;

    /// The sum of ordinals: terms before a larger one vanish.
    fn add(mut self, mut other: Ordinal) -> Ordinal {
        let Some(first) = other.terms.first_mut() else { return self };
        while self.terms.last().is_some_and(|last| last.exponent < first.exponent) {
            self.terms.pop();
        }
        if let Some(last) = self.terms.pop_if(|last| last.exponent == first.exponent) {
            first.coefficient += last.coefficient;
        }
        self.terms.append(&mut other.terms);
        self
    }
}

impl Mul<BigUint> for Ordinal {
    type Output = Ordinal;

    /// The multiple: all but the first term of each copy but the last vanish.
    fn mul(mut self, number: BigUint) -> Ordinal {
        if number == BigUint::ZERO {
            return Ordinal::ZERO;
        }
        if let Some(first) = self.terms.first_mut() {
            first.coefficient *= number;
        }
        self
    }
}
