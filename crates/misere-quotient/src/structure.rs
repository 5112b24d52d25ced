//! The structure of quotients: idempotents, kernel, divisibility, presentation, tameness.

use std::collections::BTreeMap;
use std::fmt;

use misere_check::{Element, Letter, Monoid, Outcome};

use crate::quotient::Quotient;

/// An idempotent, with the size of the maximal subgroup whose identity it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idempotent {
    /// The idempotent.
    pub element: Element,
    /// The number of elements of the largest group among the elements that has it as its identity.
    pub group: usize,
}

/// A presentation of a monoid: generators, relations, and the elements of each outcome but N.
///
/// Words are ordered by length and then alphabetically. Every element has its first word, and the
/// relations are those whose left side is not a first word although all its parts are, so that they
/// depend on nothing but the monoid and its generators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// The letters that the generators are images of.
    pub generators: Vec<Letter>,
    /// Pairs of equal words, by places in the list of generators.
    pub relations: Vec<(Vec<u16>, Vec<u16>)>,
    /// The first words of the elements with each outcome but N.
    pub outcomes: Vec<(Outcome, Vec<Vec<u16>>)>,
}

impl Quotient {
    /// The idempotents in the order of their numbers.
    #[must_use]
    pub fn idempotents(&self) -> Vec<Idempotent> {
        let monoid = self.monoid();
        let all = || (0..monoid.order()).map(|x| x as Element);
        let group = |e: Element| {
            let in_group =
                |&x: &Element| monoid.product(x, e) == x && all().any(|y| monoid.product(x, y) == e);
            all().filter(in_group).count()
        };
        let idempotents = all().filter(|&e| monoid.product(e, e) == e);
        idempotents.map(|element| Idempotent { element, group: group(element) }).collect()
    }

    /// The least ideal, which is a group: the multiples of the product of all elements.
    #[must_use]
    pub fn kernel(&self) -> Vec<Element> {
        kernel(self.monoid())
    }

    /// The last letter, of those that are verified, whose image is not in the kernel; 0 if all are.
    #[must_use]
    pub fn last_outside_kernel(&self) -> Letter {
        let kernel = self.kernel();
        let outside = |image: &Element| kernel.binary_search(image).is_err();
        self.images().iter().rposition(outside).unwrap_or(0) as Letter
    }

    /// Whether the quotient is that of Nim with heaps of less than some size, in which case the letters
    /// are *tame* (Plambeck and Siegel). Partizan quotients are not called so.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let monoid = self.monoid();
        let order = monoid.order();
        let losses = || (0..order).filter(|&x| monoid.outcomes()[x] == Outcome::P).map(|x| x as Element);
        if monoid.sides() != 1 {
            return false;
        }
        if order <= 2 {
            return true;
        }
        // The quotient of Nim with heaps up to 2^(n-1) has 1, *, and a group of 2^n elements whose
        // identity z is the only 𝓟-position beside *.
        let kernel = self.kernel();
        let Some(&z) = kernel.iter().find(|&&x| monoid.product(x, x) == x) else { return false };
        let outside: Vec<Element> = losses().filter(|x| kernel.binary_search(x).is_err()).collect();
        order == kernel.len() + 2
            && kernel.len().is_power_of_two()
            && kernel.iter().all(|&x| monoid.product(x, x) == z)
            && losses().count() == 2
            && monoid.outcomes()[z as usize] == Outcome::P
            && matches!(outside[..], [a] if monoid.product(a, a) == 0)
    }

    /// The order of divisibility: the classes of elements that divide each other, and the pairs of
    /// classes of which the second divides the first, with none between them. Class 0 has the units.
    #[must_use]
    pub fn divisibility(&self) -> (Vec<Vec<Element>>, Vec<(usize, usize)>) {
        let monoid = self.monoid();
        let order = monoid.order();
        let divides: Vec<Vec<bool>> = (0..order)
            .map(|x| {
                let mut row = vec![false; order];
                monoid.multiples(x as Element).iter().for_each(|&y| row[y as usize] = true);
                row
            })
            .collect();
        let mut class = vec![usize::MAX; order];
        let mut classes: Vec<Vec<Element>> = Vec::new();
        for x in 0..order {
            if class[x] == usize::MAX {
                let same = (x..order).filter(|&y| divides[x][y] && divides[y][x]);
                classes.push(same.map(|y| y as Element).collect());
                classes[classes.len() - 1].iter().for_each(|&y| class[y as usize] = classes.len() - 1);
            }
        }
        let below = |a: usize, b: usize| a != b && divides[classes[b][0] as usize][classes[a][0] as usize];
        let mut covers = Vec::new();
        for a in 0..classes.len() {
            let above: Vec<usize> = (0..classes.len()).filter(|&b| below(a, b)).collect();
            covers.extend(above.iter().filter(|&&b| !above.iter().any(|&c| below(c, b))).map(|&b| (a, b)));
        }
        (classes, covers)
    }

    /// The presentation by the letters that generate the quotient.
    #[must_use]
    pub fn presentation(&self) -> Presentation {
        let monoid = self.monoid();
        let generators = self.generators().to_vec();
        let images: Vec<Element> = generators.iter().map(|&letter| self.images()[letter as usize]).collect();
        let mut first: BTreeMap<Element, Vec<u16>> = BTreeMap::from([(0, Vec::new())]);
        let mut layer = vec![Vec::new()];
        let mut relations = Vec::new();
        while !layer.is_empty() {
            let mut next = Vec::new();
            for word in &layer {
                let last: u16 = word.last().copied().unwrap_or(0);
                next.extend((last..images.len() as u16).map(|generator| [&word[..], &[generator]].concat()));
            }
            next.sort_unstable();
            layer.clear();
            for word in next {
                let product =
                    |word: &[u16]| word.iter().fold(0, |x, &g| monoid.product(x, images[g as usize]));
                let is_first = |part: Vec<u16>| first.get(&product(&part)) == Some(&part);
                let part = |at| [&word[..at], &word[at + 1..]].concat();
                if !(0..word.len()).all(|at| is_first(part(at))) {
                    continue;
                }
                match first.get(&product(&word)) {
                    Some(equal) => relations.push((word, equal.clone())),
                    None => {
                        first.insert(product(&word), word.clone());
                        layer.push(word);
                    }
                }
            }
        }
        let with = |outcome: Outcome| {
            let mut words: Vec<Vec<u16>> = first
                .iter()
                .filter(|(x, _)| monoid.outcomes()[**x as usize] == outcome)
                .map(|(_, word)| word.clone())
                .collect();
            words.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
            (outcome, words)
        };
        let outcomes = [Outcome::L, Outcome::P, Outcome::R].map(with);
        let outcomes =
            outcomes.into_iter().filter(|(outcome, _)| monoid.sides() == 2 || *outcome == Outcome::P);
        Presentation { generators, relations, outcomes: outcomes.collect() }
    }
}

fn kernel(monoid: &Monoid) -> Vec<Element> {
    let least = (0..monoid.order()).fold(0, |x, y| monoid.product(x, y as Element));
    let mut kernel = monoid.multiples(least).to_vec();
    kernel.sort_unstable();
    kernel.dedup();
    kernel
}

/// The presentation with generators a, b, …, as in `⟨a,b | a²=1, b³=b⟩; P = {a, b²}`.
impl fmt::Display for Presentation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<Vec<u16>> =
            (0..self.generators.len() as u16).map(|generator| vec![generator]).collect();
        write!(f, "⟨{} | ", self.joined(&names))?;
        for (number, (left, right)) in self.relations.iter().enumerate() {
            f.write_str(if number == 0 { "" } else { ", " })?;
            write!(f, "{}={}", self.word(left), self.word(right))?;
        }
        f.write_str("⟩")?;
        for (outcome, words) in &self.outcomes {
            write!(f, "; {outcome} = {{{}}}", self.joined(words))?;
        }
        Ok(())
    }
}

impl Presentation {
    fn joined(&self, words: &[Vec<u16>]) -> String {
        words.iter().map(|word| self.word(word)).collect::<Vec<_>>().join(",")
    }

    /// A word with powers; generators beyond z are called by their numbers.
    fn word(&self, word: &[u16]) -> String {
        if word.is_empty() {
            return "1".to_owned();
        }
        let mut written = String::new();
        for run in word.chunk_by(|x, y| x == y) {
            match char::from_u32(u32::from(b'a') + u32::from(run[0])) {
                Some(name) if self.generators.len() <= 26 => written.push(name),
                _ => written.push_str(&format!("x{}", run[0])),
            }
            if run.len() > 1 {
                let digit = |digit: char| match digit {
                    '1' => '¹',
                    '2' => '²',
                    '3' => '³',
                    _ => char::from_u32('⁰' as u32 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
                };
                written.extend(run.len().to_string().chars().map(digit));
            }
        }
        written
    }
}
