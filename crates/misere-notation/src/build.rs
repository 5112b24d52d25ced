//! Builds the forms a text names, remembering what the text asks for again.
//!
//! Each operation of the core walks all followers of its form. A text with a
//! hundred thousand prefixes, or as many large integers, would take quadratic
//! time, so images of followers and runs of integers are kept.

use misere_core::{Exhausted, Family, Form, Forms, Limit, Player, Tombstones};
use rustc_hash::FxHashMap;

pub(crate) struct Builder<'f> {
    pub(crate) forms: &'f Forms,
    /// The runs 0, 1, 2, … and 0, -1, -2, … as far as they were needed.
    integers: [Vec<Form>; 2],
    /// The run 0, *, *2, … as far as it was needed.
    nimbers: Vec<Form>,
    members: FxHashMap<(char, u64), Form>,
    conjugates: FxHashMap<Form, Form>,
    adjoints: FxHashMap<Form, Form>,
}

/// The longest run kept; larger numbers are left to the core, which may refuse them.
const LONGEST_RUN: u64 = 10_000_000;
const LONGEST_NIMBER_RUN: u64 = 20_000;

/// The largest rank a multiple may have: the core builds multiples move by move.
const LARGEST_MULTIPLE: u64 = 10_000_000;

impl<'f> Builder<'f> {
    pub(crate) fn new(forms: &'f Forms) -> Builder<'f> {
        Builder {
            forms,
            integers: [vec![Form::ZERO], vec![Form::ZERO]],
            nimbers: vec![Form::ZERO],
            members: FxHashMap::default(),
            conjugates: FxHashMap::default(),
            adjoints: FxHashMap::default(),
        }
    }

    pub(crate) fn integer(&mut self, n: i64) -> Result<Form, Exhausted> {
        let size = n.unsigned_abs();
        if size > LONGEST_RUN {
            return self.forms.integer(n);
        }
        let run = &mut self.integers[usize::from(n < 0)];
        while run.len() as u64 <= size {
            let last = [*run.last().expect("a run starts with 0")];
            let next = if n < 0 { self.forms.ordinary(&[], &last) } else { self.forms.ordinary(&last, &[]) };
            self.forms.budget().reserve(run, 1)?;
            run.push(next?);
        }
        Ok(run[size as usize])
    }

    pub(crate) fn nimber(&mut self, n: u64) -> Result<Form, Exhausted> {
        if n > LONGEST_NIMBER_RUN {
            return self.forms.nimber(n);
        }
        while self.nimbers.len() as u64 <= n {
            self.forms.budget().reserve(&mut self.nimbers, 1)?;
            self.nimbers.push(self.forms.ordinary(&self.nimbers, &self.nimbers)?);
        }
        Ok(self.nimbers[n as usize])
    }

    pub(crate) fn member(&mut self, family: Family, n: u64) -> Result<Form, Exhausted> {
        let key = (family.letter(), n);
        if let Some(&known) = self.members.get(&key) {
            return Ok(known);
        }
        let member = family.member(self.forms, n)?;
        self.members.insert(key, member);
        Ok(member)
    }

    pub(crate) fn conjugate(&mut self, g: Form) -> Result<Form, Exhausted> {
        let forms = self.forms;
        image(forms, g, &mut self.conjugates, |left, right, tombstones| {
            forms.make(right, left, tombstones.swapped())
        })
    }

    /// The form with these Left options, and their conjugates as Right options.
    pub(crate) fn plus_minus(&mut self, left: &[Form]) -> Result<Form, Exhausted> {
        let right = left.iter().map(|&g| self.conjugate(g)).collect::<Result<Vec<_>, _>>()?;
        self.forms.ordinary(left, &right)
    }

    /// The adjoint of a form; the adjoints of followers are remembered.
    pub(crate) fn adjoint(&mut self, g: Form) -> Result<Form, Exhausted> {
        fn or_zero(options: &[Form]) -> &[Form] {
            if options.is_empty() { &[Form::ZERO] } else { options }
        }
        let forms = self.forms;
        image(forms, g, &mut self.adjoints, |left, right, _| forms.ordinary(or_zero(right), or_zero(left)))
    }

    pub(crate) fn multiple(&mut self, count: u64, g: Form) -> Result<Form, Exhausted> {
        let rank = count.saturating_mul(u64::from(self.forms.rank(g)));
        if rank > LARGEST_MULTIPLE {
            let limit = Limit::Size { of: "a multiple of rank n", asked: rank, largest: LARGEST_MULTIPLE };
            return Err(self.forms.budget().exhausted(limit));
        }
        self.forms.multiple(count, g)
    }

    /// The sum of all terms. Equal terms are counted first: a long sum is mostly a few terms
    /// repeated, and multiples are cheaper than repeated sums.
    pub(crate) fn sum(&mut self, terms: &[Form]) -> Result<Form, Exhausted> {
        if let [g, h] = *terms {
            return self.forms.sum(g, h);
        }
        let mut counts: FxHashMap<Form, u64> = FxHashMap::default();
        let mut distinct = Vec::new();
        for &g in terms {
            let count = counts.entry(g).or_insert(0);
            if *count == 0 {
                distinct.push(g);
            }
            *count += 1;
        }
        let mut sum = Form::ZERO;
        for g in distinct {
            let part = self.multiple(counts[&g], g)?;
            sum = self.forms.sum(sum, part)?;
        }
        Ok(sum)
    }
}

/// The image of `g` under a map given by the images of the options, which are
/// found in `known` or added to it.
fn image(
    forms: &Forms,
    g: Form,
    known: &mut FxHashMap<Form, Form>,
    build: impl Fn(&[Form], &[Form], Tombstones) -> Result<Form, Exhausted>,
) -> Result<Form, Exhausted> {
    let mut pending = vec![g];
    let mut images = [Vec::new(), Vec::new()];
    while let Some(&f) = pending.last() {
        if known.contains_key(&f) {
            pending.pop();
            continue;
        }
        let unknown_from = pending.len();
        for player in Player::BOTH {
            let images = &mut images[player.index()];
            images.clear();
            for option in forms.options(f, player) {
                match known.get(option) {
                    Some(&image) => images.push(image),
                    None => pending.push(*option),
                }
            }
        }
        if pending.len() == unknown_from {
            known.insert(f, build(&images[0], &images[1], forms.tombstones(f))?);
        }
    }
    Ok(known[&g])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_agrees_with_the_core() {
        let forms = Forms::new();
        let mut builder = Builder::new(&forms);
        for n in [3, -2, 0, 5, -7, 1] {
            assert_eq!(builder.integer(n), forms.integer(n));
        }
        for n in [3, 0, 5, 1] {
            assert_eq!(builder.nimber(n), forms.nimber(n));
        }
        let two = forms.integer(2).unwrap();
        let star = forms.nimber(1).unwrap();
        let g = forms.make(&[two, star], &[], Tombstones::only(Player::Right)).unwrap();
        let h = forms.ordinary(&[g], &[two, Form::ZERO]).unwrap();
        for form in [two, star, g, h, h, Form::ZERO] {
            assert_eq!(builder.conjugate(form), forms.conjugate(form));
            assert_eq!(builder.adjoint(form), forms.adjoint(form));
        }
    }

    #[test]
    fn a_long_sum_is_the_repeated_one() {
        let forms = Forms::new();
        let mut builder = Builder::new(&forms);
        let [a, b] = [forms.nimber(2).unwrap(), forms.integer(-1).unwrap()];
        let expected = [a, a, b, a].into_iter().reduce(|x, y| forms.sum(x, y).unwrap());
        assert_eq!(builder.sum(&[a, b, a, a]).ok(), expected);
        assert_eq!(builder.sum(&[a]), Ok(a));
    }
}
