//! Files that the program writes and reads again: shards and stores.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use misere::Workspace;
use misere_store::{Plan, Shard, ShardRows, Store, merge_shards};
use serde_json::json;
use tempfile::TempDir;

use super::bytes;
use crate::Target;

/// The folder of the files, for as long as the process is.
static FOLDER: LazyLock<TempDir> =
    LazyLock::new(|| TempDir::new().expect("there is a folder for temporary files"));

thread_local! {
    /// A name for every thread.
    static FILE: PathBuf = FOLDER.path().join(format!("{:?}", std::thread::current().id()));
}

fn in_file<T>(data: &[u8], read: impl FnOnce(&PathBuf) -> T) -> Option<T> {
    FILE.with(|path| {
        std::fs::write(path, data).ok()?;
        Some(read(path))
    })
}

fn shard(index: u64) -> String {
    let plan = Plan {
        command: "table domineering 2x1..4".to_owned(),
        program: "0.1.0".to_owned(),
        universes: vec!["E".to_owned()],
        units: (1..=4).map(|n| format!("2x{n}")).collect(),
        max_output: 1 << 24,
    };
    let mut rows = ShardRows::new(plan, Shard { index, of: 2 });
    for unit in rows.units() {
        rows.add(unit, json!({ "position": unit, "value": "*" }));
    }
    rows.to_text()
}

pub(super) const SHARDS: Target = Target {
    name: "shards",
    seeds: || bytes([shard(0).as_str(), shard(1).as_str()]),
    tokens: r#"{ } [ ] , : "format" "misere-shard" "version" "shard" "of" "units" "plan" "unit" "row" "rows" "checksum"
        0 1 2 -1 1e9 18446744073709551615 null"#,
    read: |data| {
        // Whatever is merged is what the good shards say: the checksum shows everything else.
        let good = FOLDER.path().join("good");
        let merged = std::fs::write(&good, shard(1))
            .ok()
            .and_then(|()| in_file(data, |path| merge_shards(&[path.clone(), good.clone()]).ok()));
        match merged.flatten() {
            Some(text) => {
                assert!(data == shard(0).as_bytes(), "merged a damaged shard: {text}");
                1
            }
            None => 0,
        }
    },
};

pub(super) const STORES: Target = Target {
    name: "stores",
    seeds: || {
        let folder = TempDir::new().expect("there is a folder for temporary files");
        let path = folder.path().join("seed.db");
        let store = Arc::new(Store::open(&path).expect("a store can be made"));
        let work = Workspace::new().with_store(store.clone());
        let rules = work.ruleset("domineering").expect("a ruleset of the catalogue");
        let position = rules.read("2x3").expect("a board");
        let modulus = work.modulo("E").expect("a universe");
        work.positions(rules).value_at(&position, &modulus).expect("a small board has a value");
        store.save().expect("a store can be written");
        drop((work, store));
        vec![std::fs::read(&path).expect("the store is there")]
    },
    tokens: "SQLite format CREATE TABLE forms values positions 0 1 X'00' NULL",
    read: |data| {
        let read = in_file(data, |path| {
            let store = Store::open_existing(path).ok()?;
            let _ = store.contents();
            let _ = store.integrity();
            let _ = store.some_values(1);
            let _ = store.export_json(&mut std::io::sink());
            Some(())
        });
        u64::from(read.flatten().is_some())
    },
};
