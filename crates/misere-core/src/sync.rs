//! The primitives that threads share forms and memos by: those of the standard library.
//!
//! With `--cfg loom` they are those of loom, which runs a test in all orders
//! that threads can run in, and has a load see every value that it may see. Then `cargo xtask
//! model` runs the tests of [`crate::model`] on the code that is shipped, and not on a copy of it.

pub(crate) use chosen::*;

#[cfg(not(loom))]
mod chosen {
    pub(crate) use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use std::sync::{Mutex, MutexGuard, OnceLock, RwLock};

    /// The readers and writers of places that are not atomic, which only a model records.
    pub(crate) struct Watch;

    impl Watch {
        pub(crate) fn new(_places: usize) -> Watch {
            Watch
        }

        #[inline(always)]
        pub(crate) fn write(&self, _place: usize) {}

        #[inline(always)]
        pub(crate) fn read(&self, _start: usize, _length: usize) {}
    }
}

#[cfg(loom)]
mod chosen {
    use std::sync::atomic::Ordering;

    use loom::cell::UnsafeCell;
    use loom::sync::atomic::AtomicBool;
    pub(crate) use loom::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use loom::sync::{Mutex, MutexGuard, RwLock};

    /// The readers and writers of places that are not atomic: the model fails where a thread reads what
    /// another writes and nothing orders the two.
    pub(crate) struct Watch(Box<[UnsafeCell<()>]>);

    impl Watch {
        pub(crate) fn new(places: usize) -> Watch {
            Watch((0..places).map(|_| UnsafeCell::new(())).collect())
        }

        pub(crate) fn write(&self, place: usize) {
            self.0[place].with_mut(|_| ());
        }

        pub(crate) fn read(&self, start: usize, length: usize) {
            self.0[start..start + length].iter().for_each(|place| place.with(|_| ()));
        }
    }

    /// The `OnceLock` of the standard library, which loom does not have: whoever sees the value
    /// sees all that was written before it.
    pub(crate) struct OnceLock<T> {
        is_set: AtomicBool,
        setting: Mutex<()>,
        value: std::sync::OnceLock<T>,
    }

    impl<T> OnceLock<T> {
        pub(crate) fn new() -> OnceLock<T> {
            OnceLock {
                is_set: AtomicBool::new(false),
                setting: Mutex::new(()),
                value: std::sync::OnceLock::new(),
            }
        }

        pub(crate) fn get(&self) -> Option<&T> {
            self.is_set.load(Ordering::Acquire).then(|| self.value.get().expect("the value is set"))
        }

        pub(crate) fn set(&self, value: T) -> Result<(), T> {
            let _only = self.setting.lock();
            self.value.set(value)?;
            self.is_set.store(true, Ordering::Release);
            Ok(())
        }
    }
}
