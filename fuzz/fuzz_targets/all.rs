//! All targets of misere-fuzz by the first byte of the input, or the one that the environment
//! names.
#![no_main]

use std::sync::LazyLock;

use misere_fuzz::{TARGETS, Target};

static ONLY: LazyLock<Option<&'static Target>> =
    LazyLock::new(|| std::env::var("MISERE_FUZZ_TARGET").ok().and_then(|name| Target::find(&name)));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some(target) = *ONLY {
        (target.read)(data);
    } else if let Some((&first, rest)) = data.split_first() {
        (TARGETS[usize::from(first) % TARGETS.len()].read)(rest);
    }
});
