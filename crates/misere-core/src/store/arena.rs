//! Memory: append-only storage that many threads read while one at a time appends, and
//! large tables on huge pages.
//!
//! Only this file of the workspace has `unsafe` code, so that the options of a form
//! are a plain slice that is read without a lock.

#[cfg(not(loom))]
use std::alloc::{Layout, alloc_zeroed};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ops::Range;
#[cfg(not(loom))]
use std::ptr::NonNull;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use crate::budget::{Account, Budget, Exhausted, Limit};
use crate::sync::{AtomicU32, AtomicU64, AtomicUsize, Mutex, OnceLock, Watch};

/// Chunk `k` holds `FIRST << k` elements, so that growing never moves one. A model has small
/// chunks, so that it sees many.
const FIRST: usize = if cfg!(loom) { 2 } else { 1 << 10 };
/// Enough chunks for `u32::MAX` elements.
const CHUNKS: usize = 23;

/// A growing sequence of `Copy` elements addressed by position.
///
/// Invariant: the elements below `published` are initialised and never written
/// again; those at or above it are touched only by the appender, who holds
/// `last_run`.
pub(crate) struct Arena<T> {
    chunks: [OnceLock<Chunk<T>>; CHUNKS],
    published: AtomicUsize,
    /// The run that was appended last, which ends at `published`.
    last_run: Mutex<Range<usize>>,
}

/// A run of elements in an arena.
pub(crate) struct Appended {
    /// The position of the first element.
    pub(crate) start: u32,
    /// How many elements were not shared with an earlier run.
    pub(crate) fresh: usize,
}

/// Why a run of elements was not appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoRoom {
    /// Positions would no longer fit in 32 bits.
    Positions,
    /// The system does not give this many bytes.
    Memory(usize),
}

impl NoRoom {
    /// The error of a computation that needs the room.
    pub(crate) fn exhausted(self, budget: &Budget) -> Exhausted {
        match self {
            NoRoom::Positions => budget.exhausted(Limit::Handles),
            NoRoom::Memory(bytes) => budget.refused(bytes),
        }
    }
}

struct Chunk<T> {
    slots: Box<[Slot<T>]>,
    watch: Watch,
}

type Slot<T> = UnsafeCell<MaybeUninit<T>>;

impl<T> Chunk<T> {
    /// A chunk of slots that nobody has written, if the system gives the memory.
    fn new(length: usize) -> Result<Chunk<T>, NoRoom> {
        let mut slots: Vec<Slot<T>> = Vec::new();
        slots.try_reserve_exact(length).map_err(|_| NoRoom::Memory(length * size_of::<T>()))?;
        // SAFETY: there is room for `length` slots, and a `Slot` is a `MaybeUninit`: any bytes
        // are a value of it. (Leaving them as they are keeps untouched pages out of memory.)
        unsafe { slots.set_len(length) };
        #[cfg(all(target_os = "linux", not(loom)))]
        advise_huge_pages(NonNull::from(&mut slots[..]).cast::<Slot<T>>(), length);
        Ok(Chunk { slots: slots.into(), watch: Watch::new(length) })
    }
}

// SAFETY: by the invariant, a slot is written only before it is published and
// read only after; the `Release` store and the `Acquire` load of `published`
// order the two. Sharing an `Arena<T>` thus shares `&T` and sends `T`.
unsafe impl<T: Send + Sync> Sync for Arena<T> {}

/// The chunk of a position, and the place in the chunk.
fn locate(position: usize) -> (usize, usize) {
    let shifted = position + FIRST;
    let chunk = (shifted.ilog2() - FIRST.ilog2()) as usize;
    (chunk, shifted - (FIRST << chunk))
}

/// A table with a place for every handle of a store, which grows with the store and never
/// moves. Places are shared: what is in them is atomic.
pub(crate) struct HandleTable<T> {
    chunks: [OnceLock<Box<[T]>>; CHUNKS],
}

impl<T: Zeroed> HandleTable<T> {
    /// The bytes of a table that has a place for the first handle.
    pub(crate) const SMALLEST: usize = FIRST * size_of::<T>();

    pub(crate) fn new() -> HandleTable<T> {
        HandleTable { chunks: std::array::from_fn(|_| OnceLock::new()) }
    }

    /// The place of a handle, if it has been made.
    #[inline]
    pub(crate) fn get(&self, handle: u32) -> Option<&T> {
        let (chunk, offset) = locate(handle as usize);
        Some(&self.chunks[chunk].get()?[offset])
    }

    /// The place of a handle, made and charged with the places beside it where it is new.
    pub(crate) fn make(&self, handle: u32, account: &Account) -> Result<&T, Exhausted> {
        let (chunk, offset) = locate(handle as usize);
        if self.chunks[chunk].get().is_none() {
            let bytes = (FIRST << chunk) * size_of::<T>();
            account.charge(bytes)?;
            let Some(places) = zeroed(FIRST << chunk) else {
                account.refund(bytes);
                return Err(account.budget().refused(bytes));
            };
            if self.chunks[chunk].set(places).is_err() {
                account.refund(bytes); // Another thread was first.
            }
        }
        Ok(&self.chunks[chunk].get().expect("the chunk was just made")[offset])
    }
}

impl<T: Copy + Default> Arena<T> {
    pub(crate) fn new() -> Arena<T> {
        Arena {
            chunks: std::array::from_fn(|_| OnceLock::new()),
            published: AtomicUsize::new(0),
            last_run: Mutex::new(0..0),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.published.load(Ordering::Acquire)
    }

    /// Appends an element, and returns its position.
    pub(crate) fn push(&self, element: T) -> Result<u32, NoRoom> {
        let mut last = self.last_run.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.place(&mut last, &[element], false)?.start)
    }

    /// Puts the elements next to each other. They share places with the run before them if
    /// one of the two begins with the other: *n takes one place more than *(n−1), and what
    /// both players can do is written once.
    pub(crate) fn append(&self, elements: &[T]) -> Result<Appended, NoRoom>
    where
        T: PartialEq,
    {
        let mut last = self.last_run.lock().unwrap_or_else(PoisonError::into_inner);
        self.append_after(&mut last, elements)
    }

    /// Appends two runs, as [`Arena::append`] does, with nothing between them.
    pub(crate) fn append_both(&self, [first, second]: [&[T]; 2]) -> Result<[Appended; 2], NoRoom>
    where
        T: PartialEq,
    {
        let mut last = self.last_run.lock().unwrap_or_else(PoisonError::into_inner);
        Ok([self.append_after(&mut last, first)?, self.append_after(&mut last, second)?])
    }

    fn append_after(&self, last: &mut Range<usize>, elements: &[T]) -> Result<Appended, NoRoom>
    where
        T: PartialEq,
    {
        let common = last.len().min(elements.len());
        let is_shared = elements[..common] == *self.slice(last.start, common);
        self.place(last, elements, is_shared)
    }

    /// Places a run after the last one, or at its start if the two are alike as far as both
    /// go. A run never straddles two chunks, so positions may be skipped.
    fn place(&self, last: &mut Range<usize>, elements: &[T], is_shared: bool) -> Result<Appended, NoRoom> {
        let mut start = if is_shared { last.start } else { last.end };
        let (mut chunk, mut offset) = locate(start);
        while offset + elements.len() > FIRST << chunk {
            // Skipped positions are published too, so they need a value.
            let from = offset + last.end.saturating_sub(start);
            self.write(chunk, from, std::iter::repeat_n(T::default(), (FIRST << chunk) - from))?;
            start += (FIRST << chunk) - offset;
            (chunk, offset) = (chunk + 1, 0);
            if start + elements.len() > u32::MAX as usize {
                return Err(NoRoom::Positions);
            }
        }
        let position = u32::try_from(start).map_err(|_| NoRoom::Positions)?;
        if start + elements.len() > u32::MAX as usize {
            return Err(NoRoom::Positions);
        }
        let shared = last.end.saturating_sub(start).min(elements.len());
        if shared < elements.len() {
            self.write(chunk, offset + shared, elements[shared..].iter().copied())?;
            *last = start..start + elements.len();
            self.published.store(last.end, Ordering::Release);
        }
        Ok(Appended { start: position, fresh: elements.len() - shared })
    }

    /// Writes unpublished positions; the caller holds `last_run`, so that nobody else makes the
    /// chunk.
    fn write(&self, chunk: usize, offset: usize, elements: impl Iterator<Item = T>) -> Result<(), NoRoom> {
        if self.chunks[chunk].get().is_none() {
            let made = self.chunks[chunk].set(Chunk::new(FIRST << chunk)?);
            debug_assert!(made.is_ok(), "another thread made a chunk");
        }
        let Chunk { slots, watch } = self.chunks[chunk].get().expect("the chunk was just made");
        for (at, (slot, element)) in slots[offset..].iter().zip(elements).enumerate() {
            watch.write(offset + at);
            // SAFETY: the position is at or above `published` and we hold
            // `last_run`, so no other thread reads or writes this slot.
            unsafe { (*slot.get()).write(element) };
        }
        Ok(())
    }

    /// The element at a position that `append` returned.
    #[inline]
    pub(crate) fn get(&self, position: u32) -> &T {
        &self.run(position, 1)[0]
    }

    /// The run of elements that `append` put at `start`.
    ///
    /// # Panics
    /// If the positions were not published yet.
    #[inline]
    pub(crate) fn run(&self, start: u32, length: u32) -> &[T] {
        let (start, length) = (start as usize, length as usize);
        assert!(start + length <= self.published.load(Ordering::Acquire), "unpublished position");
        self.slice(start, length)
    }

    /// The elements at published positions of one chunk.
    #[inline]
    fn slice(&self, start: usize, length: usize) -> &[T] {
        if length == 0 {
            return &[];
        }
        let (chunk, offset) = locate(start);
        let Chunk { slots, watch } = self.chunks[chunk].get().expect("a published position has its chunk");
        let slots = &slots[offset..offset + length];
        watch.read(offset, length);
        // SAFETY: the slots are published, hence initialised and never written
        // again; `UnsafeCell` and `MaybeUninit` have the layout of `T`.
        unsafe { &*(std::ptr::from_ref(slots) as *const [T]) }
    }
}

/// A type that has bytes which are all 0 as a value: atomic numbers.
///
/// # Safety
/// All bytes of a value may be 0.
#[cfg(not(loom))]
pub(crate) unsafe trait Zeroed {}

// SAFETY: 0 is a value of an atomic number, which has the bits of the number.
#[cfg(not(loom))]
unsafe impl Zeroed for AtomicU32 {}
// SAFETY: as above.
#[cfg(not(loom))]
unsafe impl Zeroed for AtomicU64 {}
// SAFETY: 0 is a byte.
#[cfg(not(loom))]
unsafe impl Zeroed for u8 {}
// SAFETY: a line is atomic numbers, one after the other.
#[cfg(not(loom))]
unsafe impl Zeroed for Line {}
// SAFETY: as above.
#[cfg(not(loom))]
unsafe impl Zeroed for HalfLine {}

/// The numbers of a model are made one by one.
#[cfg(loom)]
pub(crate) trait Zeroed: Default {}

#[cfg(loom)]
impl<T: Default> Zeroed for T {}

/// Words that are one line of the cache.
#[repr(align(64))]
#[derive(Default)]
pub(crate) struct Line(pub(crate) [AtomicU64; 8]);

/// Words that are half a line of the cache.
#[repr(align(32))]
#[derive(Default)]
pub(crate) struct HalfLine(pub(crate) [AtomicU64; 4]);

/// An empty list with room for this many bytes, on huge pages where the system gives them: a text
/// of some megabytes is written in less time than it takes the system to give its pages one by
/// one. `None` if the system does not give the memory.
#[must_use]
pub fn bytes_with_room(room: usize) -> Option<Vec<u8>> {
    let mut bytes = zeroed::<u8>(room)?.into_vec();
    bytes.clear();
    Some(bytes)
}

/// `length` places, all 0, on huge pages where the system gives them: a large table that
/// is read at random spends most of its time looking up small pages. `None` if the system does
/// not give the memory.
#[cfg(not(loom))]
pub(crate) fn zeroed<T: Zeroed>(length: usize) -> Option<Box<[T]>> {
    let layout = Layout::array::<T>(length).ok()?;
    if layout.size() == 0 {
        return Some(Box::default());
    }
    // SAFETY: the layout has a size. The system zeroes these pages when they are first touched,
    // unlike an iterator of atomics.
    let places = NonNull::new(unsafe { alloc_zeroed(layout) }.cast::<T>())?;
    #[cfg(target_os = "linux")]
    advise_huge_pages(places, length);
    // SAFETY: the places were just allocated with this layout, nobody else owns them, and bytes
    // that are 0 are values of their type.
    Some(unsafe { Box::from_raw(NonNull::slice_from_raw_parts(places, length).as_ptr()) })
}

/// `length` places, all 0.
#[cfg(loom)]
pub(crate) fn zeroed<T: Zeroed>(length: usize) -> Option<Box<[T]>> {
    Some((0..length).map(|_| T::default()).collect())
}

#[cfg(all(target_os = "linux", not(loom)))]
fn advise_huge_pages<T>(places: NonNull<T>, length: usize) {
    const PAGE: usize = 1 << 12;
    const HUGE: usize = 1 << 21;
    let first = places.as_ptr() as usize;
    let start = first.next_multiple_of(PAGE);
    let end = (first + length * size_of::<T>()) / PAGE * PAGE;
    if end.saturating_sub(start) >= 2 * HUGE {
        // SAFETY: the pages lie inside the allocation, and the advice changes nothing of
        // what is in them. Whether the system takes the advice does not matter.
        unsafe { libc::madvise(start as *mut libc::c_void, end - start, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_zero_and_writable() {
        for length in [0, 1, 1000, 1 << 20] {
            let words = zeroed::<AtomicU64>(length).unwrap();
            assert_eq!(words.len(), length);
            assert!(words.iter().all(|w| w.load(Ordering::Relaxed) == 0));
            if let Some(last) = words.last() {
                last.store(7, Ordering::Relaxed);
                assert_eq!(words[length - 1].load(Ordering::Relaxed), 7);
            }
        }
    }

    #[test]
    fn positions_map_to_chunks_without_gaps() {
        let mut expected = (0, 0);
        for position in 0..10 * FIRST {
            assert_eq!(locate(position), expected);
            expected.1 += 1;
            if expected.1 == FIRST << expected.0 {
                expected = (expected.0 + 1, 0);
            }
        }
    }

    #[test]
    fn runs_are_read_back_while_others_append() {
        let arena = Arena::<u32>::new();
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                let arena = &arena;
                scope.spawn(move || {
                    for i in 0..2_000u32 {
                        let run: Vec<u32> = (0..i % 17).map(|k| thread * 1_000_000 + i * 20 + k).collect();
                        let start = arena.append(&run).unwrap().start;
                        assert_eq!(arena.run(start, i % 17), run);
                    }
                });
            }
        });
    }

    #[test]
    fn a_run_longer_than_a_chunk_is_kept_together() {
        let arena = Arena::<u32>::new();
        arena.push(7).unwrap();
        let long: Vec<u32> = (0..5 * u32::try_from(FIRST).unwrap()).collect();
        let start = arena.append(&long).unwrap().start;
        assert_eq!(arena.run(start, 5 * 1024), long);
        assert_eq!(*arena.get(0), 7);
    }

    #[test]
    fn runs_that_begin_alike_share_their_places() {
        let arena = Arena::<u32>::new();
        let run: Vec<u32> = (0..2 * FIRST as u32).collect();
        let mut fresh = 0;
        for length in 0..=run.len() {
            let appended = arena.append(&run[..length]).unwrap();
            fresh += appended.fresh;
            assert_eq!(arena.run(appended.start, length as u32), &run[..length]);
        }
        // Once for each chunk that the run has outgrown, and not once for each length.
        assert!(fresh <= 2 * run.len(), "{fresh}");
        assert_eq!(arena.append(&run[..7]).unwrap().fresh, 0);
        assert_eq!(arena.append(&[7]).unwrap().fresh, 1);
        assert_eq!(arena.append(&run[..7]).unwrap().fresh, 7);
    }

    #[test]
    #[should_panic(expected = "unpublished position")]
    fn reading_ahead_panics() {
        Arena::<u32>::new().get(0);
    }
}
