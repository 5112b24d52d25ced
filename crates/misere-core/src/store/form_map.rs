//! Facts about some forms of a store.

use std::ops::Deref;

use rustc_hash::FxHashMap;

use crate::budget::{Budget, Exhausted};
use crate::store::Form;

/// A map whose keys are forms of one store, charged to a budget as long as it lives.
///
/// Followers of a large form have handles that lie close together. From some hundred keys on the
/// map is therefore a table by handles, in pages that are made when they are needed, and nothing is
/// hashed.
pub(crate) struct FormMap<T, B: Deref<Target = Budget>> {
    /// The first entries, until there are many.
    few: FxHashMap<Form, T>,
    /// For each page, where its entries begin in `entries`, in pages and from 1; 0 if there are
    /// none. Empty while there are few entries.
    pages: Vec<u32>,
    entries: Vec<Option<T>>,
    budget: B,
    charged: usize,
}

/// The most entries that are hashed: a table by handles begins with a place for each page of the
/// store.
const FEW: usize = 256;

/// How many handles share a page.
const PAGE: usize = 64;

/// How many pages there is room for at first.
const FIRST_PAGES: usize = 32;

impl<T: Copy, B: Deref<Target = Budget>> FormMap<T, B> {
    /// An empty map.
    pub(crate) fn new(budget: B) -> FormMap<T, B> {
        let (pages, entries) = (Vec::new(), Vec::new());
        FormMap { few: FxHashMap::default(), pages, entries, budget, charged: 0 }
    }

    /// The fact about a form, if it is known.
    #[inline]
    pub(crate) fn get(&self, form: Form) -> Option<T> {
        if self.pages.is_empty() {
            return self.few.get(&form).copied();
        }
        match self.pages.get(form.0 as usize / PAGE) {
            None | Some(0) => None,
            Some(&page) => self.entries[place(page, form)],
        }
    }

    /// Notes something of a form, and returns what was known before.
    #[inline]
    pub(crate) fn insert(&mut self, form: Form, known: T) -> Result<Option<T>, Exhausted> {
        match self.pages.get(form.0 as usize / PAGE) {
            None | Some(0) => self.insert_in_new_page(form, known),
            Some(&page) => Ok(self.entries[place(page, form)].replace(known)),
        }
    }

    #[cold]
    fn insert_in_new_page(&mut self, form: Form, known: T) -> Result<Option<T>, Exhausted> {
        if self.pages.is_empty() {
            if self.few.len() < FEW || self.few.contains_key(&form) {
                return Ok(self.few.insert(form, known));
            }
            let few = std::mem::take(&mut self.few);
            let largest = few.keys().map(|form| form.0).max().unwrap_or(0);
            self.make_pages(largest.max(form.0))?;
            for (form, known) in few {
                self.insert(form, known)?;
            }
            return self.insert(form, known);
        }
        self.make_pages(form.0)?;
        let new = self.entries.len() / PAGE + 1;
        let old = self.entries.len();
        if self.entries.capacity() - old < PAGE {
            let more = old.max(FIRST_PAGES * PAGE);
            // The old entries live until they are copied.
            self.charge((old + more) * size_of::<Option<T>>())?;
            self.budget.reserve(&mut self.entries, more)?;
            self.refund(old * size_of::<Option<T>>());
        }
        self.entries.resize(new * PAGE, None);
        // There are fewer pages than handles.
        self.pages[form.0 as usize / PAGE] = new as u32;
        self.entries[place(new as u32, form)] = Some(known);
        Ok(None)
    }

    /// Makes places for the pages of all handles up to this one.
    fn make_pages(&mut self, handle: u32) -> Result<(), Exhausted> {
        let wanted = handle as usize / PAGE + 1;
        if wanted <= self.pages.len() {
            return Ok(());
        }
        let length = wanted.max(2 * self.pages.len());
        let more = length - self.pages.len();
        self.charge(more * size_of::<u32>())?;
        self.budget.reserve(&mut self.pages, more)?;
        self.pages.resize(length, 0);
        Ok(())
    }

    fn charge(&mut self, bytes: usize) -> Result<(), Exhausted> {
        self.budget.charge(bytes)?;
        self.charged += bytes;
        Ok(())
    }

    fn refund(&mut self, bytes: usize) {
        self.budget.refund(bytes);
        self.charged -= bytes;
    }
}

#[inline]
fn place(page: u32, form: Form) -> usize {
    (page as usize - 1) * PAGE + form.0 as usize % PAGE
}

impl<T, B: Deref<Target = Budget>> Drop for FormMap<T, B> {
    fn drop(&mut self) {
        self.budget.refund(self.charged);
    }
}

/// The places of forms in a list, charged to a budget as long as they live.
///
/// Forms that were made one after the other have handles that grow by one: as long as the list
/// goes through them in that order, nothing is kept but the first.
///
/// ```
/// use misere_core::{Form, FormPositions, Forms};
/// let forms = Forms::new();
/// let mut list = FormPositions::new(forms.budget().clone());
/// list.push(forms.nimber(1)?)?;
/// list.push(Form::ZERO)?;
/// assert_eq!(list.get(Form::ZERO), Some(1));
/// assert_eq!(list.get(forms.nimber(2)?), None);
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
pub struct FormPositions<B: Deref<Target = Budget>> {
    length: u32,
    /// The first form, as long as the handles grow by one; then all places are in `places`.
    first: Option<Form>,
    places: FormMap<u32, B>,
}

impl<B: Deref<Target = Budget>> FormPositions<B> {
    /// The places of an empty list.
    #[must_use]
    pub fn new(budget: B) -> FormPositions<B> {
        FormPositions { length: 0, first: None, places: FormMap::new(budget) }
    }

    /// The place of a form.
    #[inline]
    #[must_use]
    pub fn get(&self, form: Form) -> Option<u32> {
        match self.first {
            Some(first) => Some(form.0.wrapping_sub(first.0)).filter(|&place| place < self.length),
            None => self.places.get(form),
        }
    }

    /// Appends the places of some forms, all of which are in the list, to `places`.
    #[inline]
    pub fn get_all(&self, forms: &[Form], places: &mut Vec<u32>) {
        debug_assert!(forms.iter().all(|&form| self.get(form).is_some()));
        match self.first {
            // Several are computed at once.
            Some(first) => places.extend(forms.iter().map(|form| form.0.wrapping_sub(first.0))),
            None => {
                let place = |&form: &Form| self.places.get(form).expect("the form is in the list");
                places.extend(forms.iter().map(place));
            }
        }
    }

    /// Puts a form, which is not in the list, at its end.
    pub fn push(&mut self, form: Form) -> Result<(), Exhausted> {
        debug_assert_eq!(self.get(form), None);
        match self.first {
            None if self.length == 0 => self.first = Some(form),
            Some(first) if first.0.checked_add(self.length) == Some(form.0) => {}
            _ => {
                if let Some(first) = self.first.take() {
                    for place in 0..self.length {
                        self.places.insert(Form(first.0 + place), place)?;
                    }
                }
                self.places.insert(form, self.length)?;
            }
        }
        self.length += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn a_map_knows_what_a_hash_map_knows() {
        let budget = Budget::new(Limits::default());
        let mut random = fastrand::Rng::with_seed(5);
        for (many, largest) in
            [(10, 1 << 20), (FEW, 1 << 20), (FEW + 1, 300), (5_000, 1 << 13), (5_000, u32::MAX >> 8)]
        {
            let mut map = FormMap::new(&budget);
            let mut expected = FxHashMap::default();
            for number in 0..many {
                let form = Form(random.u32(0..largest));
                assert_eq!(map.insert(form, number), Ok(expected.insert(form, number)));
                let other = Form(random.u32(0..largest));
                assert_eq!(map.get(other), expected.get(&other).copied());
            }
            assert!(expected.iter().all(|(&form, &number)| map.get(form) == Some(number)));
        }
        assert_eq!(budget.spent().memory_bytes, 0);
    }

    #[test]
    fn a_map_that_does_not_fit_says_so() {
        let budget = Budget::new(Limits { memory_bytes: 1 << 14, time: None });
        let mut map = FormMap::new(&budget);
        let all = (0..100_000).try_for_each(|handle| map.insert(Form(handle), 1u64).map(drop));
        assert!(all.is_err());
        drop(map);
        assert_eq!(budget.spent().memory_bytes, 0);
    }

    #[test]
    fn places_are_those_of_a_list() {
        let budget = Budget::new(Limits::default());
        let mut random = fastrand::Rng::with_seed(6);
        for (first, in_order) in [(0, 0), (7, 1), (7, 40), (0, 700), (u32::MAX - 40, 41)] {
            let mut list: Vec<u32> = (0..in_order).map(|place| first + place).collect();
            let mut others: Vec<u32> = (0..900).filter(|handle| !list.contains(handle)).collect();
            random.shuffle(&mut others);
            list.extend(others);
            let mut places = FormPositions::new(&budget);
            for (at, &handle) in list.iter().enumerate() {
                assert_eq!(places.get(Form(handle)), None);
                places.push(Form(handle)).unwrap();
                let earlier = random.usize(0..=at);
                assert_eq!(places.get(Form(list[earlier])), Some(earlier as u32));
                let some: Vec<Form> = list[earlier..=at].iter().map(|&handle| Form(handle)).collect();
                let mut found = vec![7];
                places.get_all(&some, &mut found);
                assert!(found.into_iter().eq(std::iter::once(7).chain(earlier as u32..=at as u32)));
            }
            for handle in (0..1000).chain(u32::MAX - 100..=u32::MAX) {
                let expected = list.iter().position(|&other| other == handle).map(|at| at as u32);
                assert_eq!(places.get(Form(handle)), expected);
            }
        }
        assert_eq!(budget.spent().memory_bytes, 0);
    }
}
