//! How long it takes to open a store of a million values, and what it takes of memory:
//! `cargo run --release -p misere-store --example million [VALUES]`.
#![allow(clippy::print_stdout, reason = "this is what the example is for")]

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use misere::{
    Batch, FormNode, FoundValue, Outcome, PositionKey, RulesKey, StoredValue, Tombstones, UniverseId,
    ValueStore, Workspace,
};
use misere_store::Store;

/// How many values are handed over at once.
const BATCH: usize = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let values: usize = std::env::args().nth(1).map_or(Ok(1_000_000), |number| number.parse())?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("million.db");
    let rules = Arc::new(RulesKey::of_identity("made up".to_owned(), "native 1 made up".to_owned()));
    let universe = UniverseId::new("M");
    let key = |n: usize| PositionKey::of_parts(rules.clone(), vec![format!("position {n:08}")]);
    let since = Instant::now();
    let store = Store::open(&path)?;
    // Forms with two options each, of which every one is an option of two others.
    let mut forms = vec![FormNode::new(Default::default(), Tombstones::NONE, 0)];
    for from in (0..values).step_by(BATCH) {
        let mut batch = Batch::default();
        for n in from..(from + BATCH).min(values) {
            let (last, other) = (&forms[forms.len() - 1], &forms[forms.len() / 2]);
            let edges = last.edges.saturating_add(other.edges).saturating_add(2);
            let options = [vec![last.digest], vec![other.digest]];
            let form = FormNode::new(options, Tombstones::NONE, edges);
            batch.forms.extend((n == 0).then(|| forms[0].clone()));
            batch.forms.push(form.clone());
            batch.values.push(FoundValue {
                position: key(n),
                universe: universe.clone(),
                value: StoredValue { form: form.digest, how: None },
                outcome: Outcome::N,
            });
            forms.push(form);
        }
        store.keep(batch);
        store.save()?;
    }
    drop(store);
    let bytes = std::fs::metadata(&path)?.len();
    println!("{values} values written in {:.1} s, {} MB", since.elapsed().as_secs_f64(), bytes / 1_000_000);
    drop(forms);
    let before = resident();
    let since = Instant::now();
    let store = Arc::new(Store::open(&path)?);
    println!("opened in {:.4} s", since.elapsed().as_secs_f64());
    let since = Instant::now();
    let first = store.recall(&key(values / 2), &universe)?.ok_or("the value is there")?;
    println!("first value recalled in {:.4} s", since.elapsed().as_secs_f64());
    println!("the open store takes {} KiB", resident().saturating_sub(before));
    let since = Instant::now();
    let work = Workspace::new().with_store(store.clone());
    let game = work.stored_game(first.form)?;
    println!("its {} followers read in {:.2} s", game.rank() + 1, since.elapsed().as_secs_f64());
    let since = Instant::now();
    const SOME: usize = 100_000;
    for n in 0..SOME.min(values) {
        store.recall(&key(n * values / SOME.min(values)), &universe)?.ok_or("the value is there")?;
    }
    println!("{} values recalled in {:.2} s", SOME.min(values), since.elapsed().as_secs_f64());
    println!("the process takes {} KiB", resident());
    Ok(())
}

/// The memory of this process in KiB, where the system reports it.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}
