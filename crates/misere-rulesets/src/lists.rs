//! Lists that are kept once each, one after the other.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;
use misere_core::{Account, Exhausted, Limit};
use rustc_hash::FxBuildHasher;

/// Different lists, by number. A list takes its items and about 15 bytes, which is why there
/// is not an allocation for each: millions of positions are explored, of some twenty bytes each.
pub(crate) struct Lists<T> {
    items: Vec<T>,
    /// Where each list ends. It begins where the one before it ends.
    ends: Vec<u32>,
    /// The numbers of the lists, by their hashes.
    numbers: HashTable<u32>,
}

impl<T: Copy + Eq + Hash> Lists<T> {
    /// The bytes charged for a list besides its items: where it ends, and its share of the table
    /// of numbers at the load just after a doubling.
    const BYTES_PER_LIST: usize = size_of::<u32>() + 11;

    pub(crate) fn new() -> Lists<T> {
        Lists { items: Vec::new(), ends: Vec::new(), numbers: HashTable::new() }
    }

    /// How many lists there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The list with this number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &[T] {
        list(&self.items, &self.ends, number)
    }

    /// The number of a list, if it is there.
    pub(crate) fn find(&self, wanted: &[T]) -> Option<u32> {
        self.numbers.find(hash(wanted), |&number| self.get(number) == wanted).copied()
    }

    /// Adds a list that is not there. Its number is how many there were before.
    ///
    /// # Errors
    /// [`Exhausted`] when a limit was reached, or the numbers do not suffice.
    pub(crate) fn add(&mut self, new: &[T], account: &Account) -> Result<(), Exhausted> {
        let too_many = |_| account.budget().exhausted(Limit::Handles);
        let number = u32::try_from(self.ends.len()).map_err(too_many)?;
        let end = u32::try_from(self.items.len() + new.len()).map_err(too_many)?;
        let Lists { items, ends, numbers } = self;
        account.charge(size_of_val(new) + Self::BYTES_PER_LIST)?;
        account.budget().reserve(items, new.len())?;
        account.budget().reserve(ends, 1)?;
        let spread = |number: &u32| hash(list(items, ends, *number));
        let room = numbers.try_reserve(1, spread);
        room.map_err(|_| account.budget().refused(numbers.allocation_size()))?;
        numbers.insert_unique(hash(new), number, spread);
        items.extend_from_slice(new);
        ends.push(end);
        Ok(())
    }
}

fn list<'a, T>(items: &'a [T], ends: &[u32], number: u32) -> &'a [T] {
    let number = number as usize;
    let start = if number == 0 { 0 } else { ends[number - 1] as usize };
    &items[start..ends[number] as usize]
}

fn hash<T: Hash>(list: &[T]) -> u64 {
    FxBuildHasher.hash_one(list)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use misere_core::{Budget, Limits};

    use super::*;

    #[test]
    fn lists_are_found_by_what_they_hold() {
        let account = Account::new(Arc::new(Budget::new(Limits::default())));
        let mut lists = Lists::new();
        let all: Vec<Vec<u8>> = (0..2_000u32).map(|n| n.to_string().into_bytes()).collect();
        for list in &all {
            assert_eq!(lists.find(list), None);
            lists.add(list, &account).unwrap();
        }
        lists.add(&[], &account).unwrap();
        for (at, list) in all.iter().enumerate() {
            assert_eq!((lists.find(list), lists.get(at as u32)), (Some(at as u32), &list[..]));
        }
        assert_eq!((lists.find(&[]), lists.find(b"2000"), lists.len()), (Some(2_000), None, 2_001));
    }

    #[test]
    fn a_list_beyond_the_limit_is_not_there() {
        let account = Account::new(Arc::new(Budget::new(Limits { memory_bytes: 1 << 10, time: None })));
        let mut lists = Lists::new();
        assert!(lists.add(&[7u8; 1 << 12], &account).is_err());
        assert_eq!((lists.find(&[7; 1 << 12]), lists.len()), (None, 0));
    }
}
