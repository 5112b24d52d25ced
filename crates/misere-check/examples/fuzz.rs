//! Random and mutated certificates against the checker, on stable Rust:
//! `cargo run --release -p misere-check --example fuzz -- SECONDS`. A panic or a
//! hang is a finding; whatever else the checker says is fine.

use std::time::{Duration, Instant};

use fastrand::Rng;

/// Certificates that the checker accepts.
const SEEDS: [&[u8]; 16] = [
    include_bytes!("../seeds/01-compare.json"),
    include_bytes!("../seeds/02-compare.json"),
    include_bytes!("../seeds/03-compare.json"),
    include_bytes!("../seeds/04-compare.json"),
    include_bytes!("../seeds/05-compare.json"),
    include_bytes!("../seeds/06-compare.json"),
    include_bytes!("../seeds/07-compare.json"),
    include_bytes!("../seeds/08-compare.json"),
    include_bytes!("../seeds/09-simplest.json"),
    include_bytes!("../seeds/10-simplest.json"),
    include_bytes!("../seeds/11-invertible.json"),
    include_bytes!("../seeds/12-invertible.json"),
    include_bytes!("../seeds/13-strong.json"),
    include_bytes!("../seeds/14-strong.json"),
    include_bytes!("../seeds/15-outcome.json"),
    include_bytes!("../seeds/16-simplest.json"),
];

/// What certificates are made of, so that mutations stay close to them.
const TOKENS: &str = r#"0 1 2 3 7 4294967295 -1 [ ] { } , "L" "Left" "Right" "M" "E"
    "ge" "not_ge" "pairs" "same" "play" null 1e9"#;

fn main() {
    let seconds = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(10);
    for seed in SEEDS {
        let certificate = misere_check::Certificate::from_json(seed).expect("a seed is a certificate");
        misere_check::check(&certificate).expect("a seed is accepted");
    }
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut random = Rng::with_seed(0x9e37_79b9_7f4a_7c15);
    let mut runs: u64 = 0;
    while Instant::now() < end {
        for _ in 0..200 {
            let data = if random.usize(..10) == 0 { noise(&mut random) } else { mutant(&mut random) };
            let start = Instant::now();
            misere_check::fuzz_one(&data);
            assert!(start.elapsed() < Duration::from_secs(10), "a hang: {}", String::from_utf8_lossy(&data));
            runs += 1;
        }
    }
    eprintln!("{runs} inputs, no panic and no hang");
}

fn token(random: &mut Rng) -> &'static str {
    let tokens: Vec<&str> = TOKENS.split_whitespace().collect();
    tokens[random.usize(..tokens.len())]
}

fn noise(random: &mut Rng) -> Vec<u8> {
    (0..random.usize(..200)).map(|_| token(random)).collect::<String>().into_bytes()
}

/// A seed with a few places changed: a token put in, some bytes taken out, or a
/// piece of another seed.
fn mutant(random: &mut Rng) -> Vec<u8> {
    let mut data = SEEDS[random.usize(..SEEDS.len())].to_vec();
    for _ in 0..=random.usize(..4) {
        let at = random.usize(..=data.len());
        let length = random.usize(..6).min(data.len() - at);
        let piece: Vec<u8> = match random.usize(..3) {
            0 => token(random).as_bytes().to_vec(),
            1 => Vec::new(),
            _ => {
                let other = SEEDS[random.usize(..SEEDS.len())];
                let from = random.usize(..other.len());
                other[from..(from + random.usize(..40)).min(other.len())].to_vec()
            }
        };
        data.splice(at..at + length, piece);
    }
    data
}
