//! A form with all its followers as bytes that are read in one go.

use misere_core::{Exhausted, Form, Forms, Player, Tombstones};
use misere_notation::for_each_follower;

use super::numbers::{push_number, take_number};
use super::{Digest, FormNode};

/// A form with all its followers, as bytes.
///
/// They begin with the number of forms. The forms follow in structural order, so that options come
/// first and the form itself is the last: the printer sorts them, and finds them sorted. A form is
/// a number whose two lowest bits are the tombstones of Left and of Right and whose rest is the
/// number of Left options, the number of Right options, and the places of the options of Left and
/// of Right in ascending order. The first place of a list is written as the difference to the place
/// of the form, the others as differences to the place before. All numbers are LEB128.
#[derive(Clone, PartialEq, Eq)]
pub struct FormGraph(Vec<u8>);

impl std::fmt::Debug for FormGraph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FormGraph({} bytes)", self.0.len())
    }
}

impl FormGraph {
    /// The least number of forms that are worth a graph: fewer are read one by one in the time that
    /// it takes to open a file.
    pub const FEWEST_FORMS: usize = 1_000;

    /// The most bytes of a graph: SQLite takes no row above a gigabyte, and what is larger is not
    /// read in one go anyway.
    pub const MOST_BYTES: usize = 1 << 28;

    /// The graph in these bytes, which are looked at when the graph is used.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> FormGraph {
        FormGraph(bytes)
    }

    /// The bytes of the graph.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The graph of a form, if the form is worth one.
    pub(crate) fn of(forms: &Forms, form: Form) -> Result<Option<FormGraph>, Exhausted> {
        let count = forms.followers_within(&[form])?.len();
        match count >= FormGraph::FEWEST_FORMS {
            true => FormGraph::with_count(forms, form, count),
            false => Ok(None),
        }
    }

    fn with_count(forms: &Forms, form: Form, count: usize) -> Result<Option<FormGraph>, Exhausted> {
        let mut bytes = Vec::new();
        push_number(&mut bytes, count as u64);
        let mut place = 0;
        for_each_follower(forms, form, |tombstones, options| {
            if bytes.len() > FormGraph::MOST_BYTES {
                return Ok(());
            }
            let stones = Player::BOTH.map(|player| u64::from(tombstones.has(player)));
            let numbers = options.iter().map(|list| list.len()).sum::<usize>() + 2;
            forms.budget().reserve(&mut bytes, numbers * LONGEST_NUMBER)?;
            push_number(&mut bytes, 4 * options[0].len() as u64 + 2 * stones[1] + stones[0]);
            push_number(&mut bytes, options[1].len() as u64);
            for list in options {
                let mut before = place;
                for &option in list {
                    push_number(&mut bytes, u64::from(option.abs_diff(before)));
                    before = option;
                }
            }
            place += 1;
            Ok(())
        })?;
        Ok((bytes.len() <= FormGraph::MOST_BYTES).then_some(FormGraph(bytes)))
    }

    /// Makes the form; `None` if the bytes are no graph.
    pub(crate) fn make(&self, forms: &Forms) -> Result<Option<Form>, Exhausted> {
        let Some((count, mut nodes)) = Nodes::of(&self.0) else { return Ok(None) };
        let mut made: Vec<Form> = Vec::new();
        forms.budget().reserve(&mut made, count)?;
        forms.reserve(count)?;
        let mut options: [Vec<Form>; 2] = Default::default();
        for _ in 0..count {
            let Some(tombstones) = nodes.next(&made, &mut options) else { return Ok(None) };
            made.push(forms.make(&options[0], &options[1], tombstones)?);
        }
        Ok(made.last().copied().filter(|_| nodes.bytes.is_empty()))
    }

    /// The digest of the form; `None` if the bytes are no graph.
    #[must_use]
    pub fn digest(&self) -> Option<Digest> {
        let (count, mut nodes) = Nodes::of(&self.0)?;
        let mut digests: Vec<Digest> = Vec::new();
        digests.try_reserve(count).ok()?;
        let mut options: [Vec<Digest>; 2] = Default::default();
        for _ in 0..count {
            let tombstones = nodes.next(&digests, &mut options)?;
            digests.push(FormNode::digest_of(&mut options, tombstones));
        }
        digests.last().copied().filter(|_| nodes.bytes.is_empty())
    }
}

/// The bytes of the largest number that is a place.
const LONGEST_NUMBER: usize = 5;

/// The forms of a graph, read one after the other.
struct Nodes<'a> {
    bytes: &'a [u8],
}

impl<'a> Nodes<'a> {
    /// The forms, and how many there are said to be: at most as many as the bytes have room for.
    fn of(mut bytes: &'a [u8]) -> Option<(usize, Nodes<'a>)> {
        let count = usize::try_from(take_number(&mut bytes)?).ok()?;
        (count <= bytes.len() / 2).then_some((count, Nodes { bytes }))
    }

    /// Reads the next form and returns its tombstones. What is known of its options, by their places
    /// and in ascending order, is put into `options`; `known` is that of all forms before it.
    // A function of its own has its numbers in registers.
    #[inline(never)]
    fn next<T: Copy>(&mut self, known: &[T], options: &mut [Vec<T>; 2]) -> Option<Tombstones> {
        let first = take_number(&mut self.bytes)?;
        let lengths = [first / 4, take_number(&mut self.bytes)?];
        for (list, length) in options.iter_mut().zip(lengths) {
            list.clear();
            // An absurd number must not make room for itself.
            let length = usize::try_from(length).ok().filter(|&length| length <= self.bytes.len())?;
            if length > 0 {
                self.take_places(known, length, list)?;
            }
        }
        Some(Tombstones::new(first & 1 == 1, first & 2 == 2))
    }

    fn take_places<T: Copy>(&mut self, known: &[T], length: usize, list: &mut Vec<T>) -> Option<()> {
        let mut bytes = self.bytes;
        let mut take = || usize::try_from(take_number(&mut bytes)?).ok().filter(|&number| number > 0);
        let mut place = known.len().checked_sub(take()?)?;
        list.resize(length, known[place]);
        for option in &mut list[1..] {
            place = place.checked_add(take()?)?;
            *option = *known.get(place)?;
        }
        self.bytes = bytes;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stored::Digests;

    /// The graph of a form of any size.
    fn graph(forms: &Forms, form: Form) -> FormGraph {
        let count = forms.followers(form).len();
        FormGraph::with_count(forms, form, count).unwrap().unwrap()
    }

    /// Forms with options among the thirty before them.
    fn made_of_earlier(forms: &Forms, many: usize) -> Vec<Form> {
        let mut random = fastrand::Rng::with_seed(3);
        let mut all = vec![Form::ZERO];
        while all.len() < many {
            let recent = &all[all.len().saturating_sub(30)..];
            all.push(misere_twin::form_over(forms, &mut random, recent, 8));
        }
        all
    }

    #[test]
    fn a_graph_gives_back_its_form_in_any_store_and_has_the_digest_of_its_rows() {
        let (forms, other) = (Forms::new(), Forms::new());
        let all = made_of_earlier(&forms, 400);
        // The other store has some of the forms, in another order.
        other.import_all(&forms, &[all[399], all[200]]).unwrap();
        for &form in all.iter().rev() {
            let graph = graph(&forms, form);
            assert_eq!(graph.make(&forms), Ok(Some(form)));
            assert_eq!(graph.make(&other), Ok(Some(other.import(&forms, form).unwrap())));
            assert_eq!(graph.digest(), Some(Digests::default().of(&forms, form, &mut Vec::new())));
            assert_eq!(FormGraph::from_bytes(graph.as_bytes().to_vec()), graph);
        }
    }

    #[test]
    fn a_graph_does_not_depend_on_the_order_in_which_forms_were_made() {
        let (forms, other) = (Forms::new(), Forms::new());
        let all = made_of_earlier(&forms, 200);
        other.import_all(&forms, &[all[100], all[30], all[150]]).unwrap();
        let last = other.import(&forms, all[199]).unwrap();
        assert_eq!(graph(&forms, all[199]), graph(&other, last));
    }

    #[test]
    fn bytes_that_are_no_graph_are_refused() {
        let forms = Forms::new();
        let whole = graph(&forms, made_of_earlier(&forms, 60)[59]);
        let bytes = whole.as_bytes();
        for length in 0..bytes.len() {
            let cut = FormGraph::from_bytes(bytes[..length].to_vec());
            assert_eq!((cut.make(&forms), cut.digest()), (Ok(None), None), "{length} bytes");
        }
        let longer = FormGraph::from_bytes([bytes, &[0]].concat());
        assert_eq!((longer.make(&forms), longer.digest()), (Ok(None), None));
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.to_vec();
                changed[at] ^= 1 << bit;
                // Another form may come of it, which its digest shows; nothing worse.
                let changed = FormGraph::from_bytes(changed);
                assert_eq!(changed.make(&forms).unwrap().is_some(), changed.digest().is_some());
            }
        }
        let mut absurd = vec![1];
        push_number(&mut absurd, u64::MAX);
        push_number(&mut absurd, u64::MAX);
        assert_eq!(FormGraph::from_bytes(absurd).make(&forms), Ok(None));
        assert_eq!(FormGraph::from_bytes([0xff; 9].to_vec()).make(&forms), Ok(None));
        let none = FormGraph::from_bytes(vec![0]);
        assert_eq!((none.make(&forms), none.digest()), (Ok(None), None));
    }

    #[test]
    fn small_forms_have_no_graph() {
        let forms = Forms::new();
        let most = FormGraph::FEWEST_FORMS as i64;
        assert_eq!(FormGraph::of(&forms, forms.integer(most - 2).unwrap()), Ok(None));
        assert!(FormGraph::of(&forms, forms.integer(most - 1).unwrap()).unwrap().is_some());
    }
}
