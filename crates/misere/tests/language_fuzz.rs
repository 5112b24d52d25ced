//! Whatever the program, the language answers or says what is wrong.
//! `MISERE_FUZZ_SECONDS` makes it try longer.

#[path = "../examples/fuzz_language.rs"]
#[allow(dead_code, reason = "its main is not needed here")]
mod example;

use std::time::Duration;

#[test]
fn random_and_damaged_programs_never_panic() {
    let seconds = std::env::var("MISERE_FUZZ_SECONDS").ok().and_then(|s| s.parse().ok()).unwrap_or(3);
    let tried = example::fuzz(Duration::from_secs(seconds), 2);
    assert!(tried > 100, "only {tried} programs were tried");
}
