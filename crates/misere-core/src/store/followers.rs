//! The followers of forms.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::{Budget, Exhausted, Limits, MeteredVec};
use crate::store::{Form, Forms};

/// The length from which on it is worth remembering which runs of options were read.
const LONG_RUN: usize = 16;

impl Forms {
    /// All followers of `g` (`g` itself included), options before the forms
    /// they belong to.
    #[must_use]
    pub fn followers(&self, g: Form) -> Vec<Form> {
        self.followers_of_all(&[g])
    }

    /// All followers of several forms, options before the forms they belong to.
    ///
    /// Neither time nor memory is limited; [`Forms::followers_within`] limits both.
    #[must_use]
    pub fn followers_of_all(&self, roots: &[Form]) -> Vec<Form> {
        let limitless = Budget::new(Limits { memory_bytes: u64::MAX, time: None });
        self.reachable(roots, &limitless).expect("the budget has no limits").into_vec()
    }

    /// All followers of several forms, options before the forms they belong to. The list is
    /// charged to the budget of the store as long as it lives.
    ///
    /// ```
    /// use misere_core::{Form, Forms};
    /// let forms = Forms::new();
    /// let two = forms.nimber(2)?;
    /// assert_eq!(forms.followers_within(&[two])?[..], [Form::ZERO, forms.nimber(1)?, two]);
    /// # Ok::<(), misere_core::Exhausted>(())
    /// ```
    pub fn followers_within(&self, roots: &[Form]) -> Result<MeteredVec<'_, Form>, Exhausted> {
        self.reachable(roots, self.budget())
    }

    /// All followers of several forms, by their handles. Options have smaller handles than the
    /// forms they belong to: whoever goes down through the handles meets every follower once, and
    /// knows by then that it is one.
    fn reachable<'a>(&self, roots: &[Form], budget: &'a Budget) -> Result<MeteredVec<'a, Form>, Exhausted> {
        let mut met = HandleSet::up_to(roots.iter().map(|root| root.0).max().unwrap_or(0), budget)?;
        met.insert_all(roots)?;
        // How many options of a long run were read: nimbers share one run, and reading
        // the options of each would take the square of their number.
        let mut looked_at: FxHashMap<u32, usize> = FxHashMap::default();
        let mut found = MeteredVec::new(budget);
        while let Some(g) = met.take_largest() {
            found.push(g)?;
            for (player, mut options) in Player::BOTH.into_iter().zip(self.sides(g)) {
                if options.len() > LONG_RUN {
                    let before = looked_at.entry(self.start_of_options(g, player)).or_default();
                    let from = (*before).min(options.len());
                    *before = options.len().max(*before);
                    options = &options[from..];
                }
                budget.steps(options.len())?;
                met.insert_all(options)?;
            }
        }
        found.reverse();
        Ok(found)
    }
}

/// A set of forms by their handles, in pages that are made when they are needed. What is put in
/// is smaller than what was taken out last.
struct HandleSet<'a> {
    /// For each page of handles its place in `words`, from 1; 0 if there is none.
    places: Vec<u32>,
    words: MeteredVec<'a, Page>,
    /// The page of the largest form.
    last: usize,
    budget: &'a Budget,
    charged: usize,
}

/// A bit for each handle.
type Page = [u64; HandleSet::WORDS];

impl<'a> HandleSet<'a> {
    /// The words of a page.
    const WORDS: usize = 16;
    /// The handles of a page.
    const HANDLES: usize = HandleSet::WORDS * 64;

    /// The bytes of places that are not charged.
    const FREE: usize = 1 << 12;

    /// An empty set with room for handles up to this one.
    fn up_to(largest: u32, budget: &'a Budget) -> Result<HandleSet<'a>, Exhausted> {
        let last = largest as usize / HandleSet::HANDLES;
        let bytes = (last + 1) * size_of::<u32>();
        let charged = if bytes > HandleSet::FREE { bytes } else { 0 };
        budget.charge(charged)?;
        let mut set = HandleSet { places: Vec::new(), words: MeteredVec::new(budget), last, budget, charged };
        budget.reserve(&mut set.places, last + 1)?;
        set.places.resize(last + 1, 0);
        Ok(set)
    }

    #[inline]
    fn insert_all(&mut self, forms: &[Form]) -> Result<(), Exhausted> {
        for form in forms {
            let (page, bit) = (form.0 as usize / HandleSet::HANDLES, form.0 as usize % HandleSet::HANDLES);
            let place = match self.places[page] {
                0 => self.make_page(page)?,
                place => place,
            };
            self.words[place as usize - 1][bit / 64] |= 1 << (bit % 64);
        }
        Ok(())
    }

    /// Makes a page and returns its place.
    #[cold]
    fn make_page(&mut self, page: usize) -> Result<u32, Exhausted> {
        self.words.push([0; HandleSet::WORDS])?;
        // There are fewer pages than handles.
        self.places[page] = self.words.len() as u32;
        Ok(self.places[page])
    }

    fn take_largest(&mut self) -> Option<Form> {
        loop {
            if let Some(place) = (self.places[self.last] as usize).checked_sub(1) {
                let page = &mut self.words[place];
                if let Some(word) = page.iter().rposition(|&word| word != 0) {
                    let bit = page[word].ilog2() as usize;
                    page[word] &= !(1 << bit);
                    return Some(Form((self.last * HandleSet::HANDLES + word * 64 + bit) as u32));
                }
            }
            self.last = self.last.checked_sub(1)?;
        }
    }
}

impl Drop for HandleSet<'_> {
    fn drop(&mut self) {
        self.budget.refund(self.charged);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn followers_are_charged_while_they_are_listed() {
        let limits = Limits { memory_bytes: 8 << 20, time: None };
        let forms = Forms::with_budget(std::sync::Arc::new(Budget::new(limits)));
        let n = forms.integer(100_000).unwrap();
        let before = forms.budget().spent().memory_bytes;
        let followers = forms.followers_within(&[n]).unwrap();
        assert_eq!(followers[..], forms.followers(n));
        assert!(forms.budget().spent().memory_bytes >= before + 400_000);
        drop(followers);
        assert_eq!(forms.budget().spent().memory_bytes, before);
        forms.budget().limit_memory(before + (1 << 18));
        assert!(forms.followers_within(&[n]).is_err());
        assert!(forms.conjugate(n).is_err());
        assert_eq!(forms.budget().spent().memory_bytes, before);
    }
}
