//! Numbers with bounds and units.

use std::time::Duration;

/// Bytes of memory or input.
pub(super) fn parse_bytes(text: &str) -> Result<u64, String> {
    at_least(1 << 20, "1M", text)
}

/// Bytes of the text of a game.
pub(super) fn parse_output(text: &str) -> Result<u64, String> {
    at_least(1 << 10, "1K", text)
}

fn at_least(least: u64, in_words: &str, text: &str) -> Result<u64, String> {
    let expected = || "expected a number of bytes such as 500000000, 512M or 4G".to_owned();
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let number: u64 = digits.parse().map_err(|_| expected())?;
    let bytes = number.checked_mul(1 << shift).ok_or_else(expected)?;
    if bytes < least { Err(format!("at least {in_words} is needed")) } else { Ok(bytes) }
}

pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    const MOST: usize = 256;
    let expected = || format!("expected a number of threads from 1 to {MOST}");
    text.parse().ok().filter(|threads| (1..=MOST).contains(threads)).ok_or_else(expected)
}

pub(super) fn parse_nodes(text: &str) -> Result<usize, String> {
    const MOST: usize = 100_000;
    let expected = || format!("expected a number of nodes from 1 to {MOST}");
    text.parse().ok().filter(|nodes| (1..=MOST).contains(nodes)).ok_or_else(expected)
}

pub(super) fn parse_dpi(text: &str) -> Result<u32, String> {
    const MOST: u32 = 2_400;
    let expected = || format!("expected a number of dots to the inch from 1 to {MOST}");
    text.parse().ok().filter(|dpi| (1..=MOST).contains(dpi)).ok_or_else(expected)
}

pub(super) fn parse_interval(text: &str) -> Result<Duration, String> {
    const LEAST: Duration = Duration::from_millis(10);
    const MOST: Duration = Duration::from_secs(3_600);
    let interval = parse_seconds(text)?;
    let expected = || "expected a number of seconds from 0.01 to 3600".to_owned();
    if (LEAST..=MOST).contains(&interval) { Ok(interval) } else { Err(expected()) }
}

pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "expected a number of seconds such as 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
