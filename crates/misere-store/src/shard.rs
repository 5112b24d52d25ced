//! Shards: parts of one computation that any machine can do, and the file that they make together.
//!
//! A plan lists the units of a computation. Unit k belongs to shard k mod n, so that every shard is
//! a function of the arguments, and no two have a unit in common. The file of a shard is lines of
//! JSON: a header, rows, and a trailer with the number of rows and the SHA-256 of all lines before
//! it. Merging gives the rows alone, in the order of the plan.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

/// The format in the header of a shard file.
const FORMAT: &str = "misere-shard";
/// The version of the format.
const VERSION: u64 = 1;
/// The most shards of one computation.
pub const MOST_SHARDS: u64 = 1_000_000;

/// One of several parts of a computation, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part.
    pub index: u64,
    /// How many parts there are.
    pub of: u64,
}

impl Shard {
    /// Whether a unit belongs to the shard.
    #[must_use]
    pub fn has(self, unit: u64) -> bool {
        unit % self.of == self.index
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.parse::<u64>().ok();
        match text.split_once('/').map(|(index, of)| (number(index), number(of))) {
            Some((Some(index), Some(of))) if index < of && of <= MOST_SHARDS => Ok(Shard { index, of }),
            _ => Err(format!("expected i/n with i from 0 to n-1 and n at most {MOST_SHARDS}, such as 0/4")),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// A computation that is done in shards: all that its rows depend on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The command, without the options that change no row.
    pub command: String,
    /// The version of the program.
    pub program: String,
    /// The universes, by canonical name.
    pub universes: Vec<String>,
    /// The longest text of a game, in bytes: rows have no form where it would be longer.
    pub max_output: u64,
    /// The units, in order, each by a text that identifies it.
    pub units: Vec<String>,
}

impl Plan {
    /// The digest of the plan.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text.as_bytes());
        };
        add(&self.command);
        add(&self.program);
        add(&self.max_output.to_string());
        for list in [&self.universes, &self.units] {
            add(&list.len().to_string());
            list.iter().for_each(|text| add(text));
        }
        hex(&hash.finalize())
    }
}

/// The rows of a shard that is being computed.
pub struct ShardRows {
    plan: Plan,
    shard: Shard,
    rows: Vec<(u64, Value)>,
}

impl ShardRows {
    /// A shard of a plan without rows.
    #[must_use]
    pub fn new(plan: Plan, shard: Shard) -> ShardRows {
        ShardRows { plan, shard, rows: Vec::new() }
    }

    /// The units of the shard, in the order of the plan.
    #[must_use]
    pub fn units(&self) -> Vec<usize> {
        (0..self.plan.units.len()).filter(|&unit| self.shard.has(unit as u64)).collect()
    }

    /// Adds a row of a unit.
    ///
    /// # Panics
    /// If the unit belongs to another shard.
    pub fn add(&mut self, unit: usize, row: Value) {
        assert!(self.shard.has(unit as u64), "unit {unit} is not in shard {}", self.shard);
        self.rows.push((unit as u64, row));
    }

    /// The file of the shard.
    #[must_use]
    pub fn to_text(&self) -> String {
        let header = json!({
            "format": FORMAT,
            "version": VERSION,
            "command": self.plan.command,
            "program": self.plan.program,
            "universes": self.plan.universes,
            "max_output": self.plan.max_output,
            "shard": self.shard.index,
            "of": self.shard.of,
            "units": self.plan.units.len(),
            "plan": self.plan.digest(),
        });
        let mut text = format!("{header}\n");
        for (unit, row) in &self.rows {
            text.push_str(&format!("{}\n", json!({ "unit": unit, "row": row })));
        }
        let checksum = hex(&Sha256::digest(text.as_bytes()));
        text.push_str(&format!("{}\n", trailer(self.rows.len(), &checksum)));
        text
    }
}

/// The last line of a shard file.
fn trailer(rows: usize, checksum: &str) -> String {
    json!({ "rows": rows, "checksum": checksum }).to_string()
}

/// Why files are not the shards of one computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardError {
    /// A file cannot be read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        because: String,
    },
    /// A file is something else.
    NotAShard {
        /// The file.
        path: PathBuf,
    },
    /// A file is of another version of the format.
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// The version.
        version: u64,
    },
    /// A file ends before its trailer.
    CutOff {
        /// The file.
        path: PathBuf,
    },
    /// The bytes read differ from those written.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The error.
        because: String,
    },
    /// Two files belong to different computations.
    OtherPlan {
        /// The file.
        path: PathBuf,
        /// The file that it is compared with.
        other: PathBuf,
        /// How they differ.
        because: String,
    },
    /// Two files are the same shard.
    Twice {
        /// The file.
        path: PathBuf,
        /// The other file.
        other: PathBuf,
        /// The shard.
        shard: Shard,
    },
    /// Shards are missing.
    Missing {
        /// The shards, the first few.
        shards: Vec<Shard>,
        /// How many are missing.
        number: u64,
    },
    /// There is nothing to merge.
    Nothing,
}

impl fmt::Display for ShardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShardError::Unreadable { path, because } => {
                write!(f, "cannot read {}: {because}", path.display())
            }
            ShardError::NotAShard { path } => {
                write!(f, "{} is not a shard: `--shard i/n --output FILE` makes one", path.display())
            }
            ShardError::OtherFormat { path, version } => {
                write!(
                    f,
                    "{} is a shard of format {version}, and this program knows {VERSION}: ",
                    path.display()
                )?;
                f.write_str("use the program that made it")
            }
            ShardError::CutOff { path } => {
                write!(f, "{} is cut off: compute this shard again", path.display())
            }
            ShardError::Damaged { path, because } => {
                write!(f, "{} is damaged: {because}; compute this shard again", path.display())
            }
            ShardError::OtherPlan { path, other, because } => {
                write!(f, "{} and {} are not of one computation: {because}", path.display(), other.display())
            }
            ShardError::Twice { path, other, shard } => {
                write!(
                    f,
                    "{} and {} are both shard {shard}: give one of them",
                    other.display(),
                    path.display()
                )
            }
            ShardError::Missing { shards, number } => {
                let named: Vec<String> = shards.iter().map(Shard::to_string).collect();
                let more = number.saturating_sub(shards.len() as u64);
                write!(f, "{number} missing: shard {}", named.join(", "))?;
                if more > 0 { write!(f, " and {more} more") } else { Ok(()) }
            }
            ShardError::Nothing => f.write_str("no shards to merge: give their files"),
        }
    }
}

impl std::error::Error for ShardError {}

/// A shard file that was read and found whole.
struct ReadShard {
    path: PathBuf,
    shard: Shard,
    header: Map<String, Value>,
    units: u64,
    rows: Vec<(u64, String)>,
}

/// The rows of all shards of one computation in the order of its plan, a line each: the same
/// bytes for every number of shards.
///
/// # Errors
/// [`ShardError`], with the file, when the files are not all the shards of one computation, each
/// once and whole.
pub fn merge_shards(paths: &[PathBuf]) -> Result<String, ShardError> {
    let mut read: Vec<ReadShard> = Vec::new();
    for path in paths {
        let shard = ReadShard::read(path)?;
        if let Some(first) = read.first() {
            first.compare(&shard)?;
        }
        if let Some(twin) = read.iter().find(|other| other.shard == shard.shard) {
            let (path, other) = (path.clone(), twin.path.clone());
            return Err(ShardError::Twice { path, other, shard: shard.shard });
        }
        read.push(shard);
    }
    let Some(first) = read.first() else { return Err(ShardError::Nothing) };
    let (of, units) = (first.shard.of, first.units);
    read.sort_by_key(|shard| shard.shard.index);
    if read.len() as u64 != of {
        const TOLD: usize = 5;
        let is_there = |index: &u64| read.binary_search_by_key(index, |shard| shard.shard.index).is_ok();
        let missing = (0..of).filter(|index| !is_there(index));
        let shards = missing.take(TOLD).map(|index| Shard { index, of }).collect();
        return Err(ShardError::Missing { shards, number: of - read.len() as u64 });
    }
    let mut rows: Vec<std::iter::Peekable<std::vec::IntoIter<(u64, String)>>> =
        read.into_iter().map(|shard| shard.rows.into_iter().peekable()).collect();
    let mut merged = String::new();
    for unit in 0..units {
        let at = usize::try_from(unit % of).expect("there are not more shards than files");
        while let Some((_, row)) = rows[at].next_if(|(of_row, _)| *of_row == unit) {
            merged.push_str(&row);
            merged.push('\n');
        }
    }
    Ok(merged)
}

impl ReadShard {
    fn read(path: &Path) -> Result<ReadShard, ShardError> {
        let bytes = fs::read(path)
            .map_err(|error| ShardError::Unreadable { path: path.to_owned(), because: error.to_string() })?;
        ReadShard::from_bytes(path, &bytes)
    }

    fn from_bytes(path: &Path, bytes: &[u8]) -> Result<ReadShard, ShardError> {
        let not_a_shard = || ShardError::NotAShard { path: path.to_owned() };
        let cut_off = || ShardError::CutOff { path: path.to_owned() };
        let damaged =
            |because: &str| ShardError::Damaged { path: path.to_owned(), because: because.to_owned() };
        let object = |line: &[u8]| match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => Some(object),
            _ => None,
        };
        let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        let header = object(&bytes[..end]).ok_or_else(not_a_shard)?;
        if header.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(not_a_shard());
        }
        let number = |name: &str| header.get(name).and_then(Value::as_u64);
        match number("version") {
            Some(VERSION) => {}
            version => {
                return Err(ShardError::OtherFormat { path: path.to_owned(), version: version.unwrap_or(0) });
            }
        }
        if bytes.last() != Some(&b'\n') {
            return Err(cut_off());
        }
        let body = &bytes[..bytes.len() - 1];
        let start = body.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let last = object(&body[start..]).filter(|last| last.contains_key("checksum")).ok_or_else(cut_off)?;
        let checksum = hex(&Sha256::digest(&bytes[..start]));
        if last.get("checksum").and_then(Value::as_str) != Some(&checksum) {
            return Err(damaged("its checksum is wrong"));
        }
        let (Some(index), Some(of), Some(units)) = (number("shard"), number("of"), number("units")) else {
            return Err(damaged("its header makes no sense"));
        };
        if index >= of || of > MOST_SHARDS {
            return Err(damaged("its header makes no sense"));
        }
        let shard = Shard { index, of };
        let mut rows: Vec<(u64, String)> = Vec::new();
        for line in bytes[end + 1..start].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let row = object(line).ok_or_else(|| damaged("a row makes no sense"))?;
            let (Some(unit), Some(row)) = (row.get("unit").and_then(Value::as_u64), row.get("row")) else {
                return Err(damaged("a row makes no sense"));
            };
            let is_next = rows.last().is_none_or(|(before, _)| *before <= unit);
            if unit >= units || !shard.has(unit) || !is_next {
                return Err(damaged("a row belongs to another shard"));
            }
            rows.push((unit, row.to_string()));
        }
        if last.get("rows").and_then(Value::as_u64) != Some(rows.len() as u64) {
            return Err(damaged("rows are missing"));
        }
        // The checksum is of all lines before this one, which may hold nothing else.
        if body[start..] != *trailer(rows.len(), &checksum).as_bytes() {
            return Err(damaged("its last line was changed"));
        }
        Ok(ReadShard { path: path.to_owned(), shard, header, units, rows })
    }

    /// Refuses a shard of another computation.
    fn compare(&self, other: &ReadShard) -> Result<(), ShardError> {
        let names = [
            ("program", "they are of different versions of the program"),
            ("command", "their commands differ"),
            ("universes", "their universes differ"),
            ("max_output", "they were made with different limits --max-output"),
            ("of", "they are parts of different numbers of shards"),
            ("plan", "their plans differ"),
            ("units", "their plans differ"),
        ];
        for (name, because) in names {
            if self.header.get(name) != other.header.get(name) {
                let (path, other) = (other.path.clone(), self.path.clone());
                return Err(ShardError::OtherPlan { path, other, because: because.to_owned() });
            }
        }
        Ok(())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(units: usize) -> Plan {
        Plan {
            command: "table".to_owned(),
            program: "1.0".to_owned(),
            universes: vec!["E".to_owned()],
            max_output: 1 << 24,
            units: (0..units).map(|unit| format!("unit {unit}")).collect(),
        }
    }

    /// The files of all shards; unit k has k mod 3 rows.
    fn files(folder: &Path, plan: &Plan, of: u64) -> Vec<PathBuf> {
        let file = |index| {
            let mut rows = ShardRows::new(plan.clone(), Shard { index, of });
            for unit in rows.units() {
                (0..unit % 3).for_each(|row| rows.add(unit, json!({ "unit": unit, "row": row })));
            }
            let path = folder.join(format!("{index}-of-{of}"));
            fs::write(&path, rows.to_text()).unwrap();
            path
        };
        (0..of).map(file).collect()
    }

    #[test]
    fn merged_bytes_do_not_depend_on_the_number_of_shards_or_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let one = merge_shards(&files(folder.path(), &plan(50), 1)).unwrap();
        assert_eq!(one.lines().count(), 16 + 2 * 16 + 1);
        for of in [2, 7, 64] {
            let mut paths = files(folder.path(), &plan(50), of);
            paths.reverse();
            assert_eq!(merge_shards(&paths).unwrap(), one);
        }
    }

    #[test]
    fn every_unit_is_in_exactly_one_shard() {
        for of in [1, 2, 7, 64] {
            for unit in 0..200 {
                assert_eq!((0..of).filter(|&index| Shard { index, of }.has(unit)).count(), 1);
            }
        }
    }

    #[test]
    fn shards_are_read_as_they_are_written() {
        assert_eq!("3/7".parse(), Ok(Shard { index: 3, of: 7 }));
        for wrong in ["7/7", "1", "1/0", "-1/3", "a/b", "0/1000001", ""] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("such as 0/4"), "{wrong}");
        }
    }

    #[test]
    fn broken_sets_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let paths = files(folder.path(), &plan(20), 4);
        let refusal = |paths: &[PathBuf]| merge_shards(paths).unwrap_err().to_string();
        assert!(refusal(&[]).contains("no shards"));
        assert_eq!(refusal(&paths[1..]), "1 missing: shard 0/4");
        let twice = [&paths[..], &paths[2..3]].concat();
        assert!(refusal(&twice).contains("are both shard 2/4"), "{}", refusal(&twice));
        let other = folder.path().join("other");
        fs::create_dir(&other).unwrap();
        let mut changed = plan(20);
        changed.program = "1.1".to_owned();
        let mixed = [&files(&other, &changed, 4)[..1], &paths[1..]].concat();
        assert!(refusal(&mixed).contains("different versions of the program"), "{}", refusal(&mixed));
        let mut changed = plan(20);
        changed.max_output = 1 << 10;
        let mixed = [&files(&other, &changed, 4)[..1], &paths[1..]].concat();
        assert!(refusal(&mixed).contains("different limits --max-output"), "{}", refusal(&mixed));
        let mut changed = plan(20);
        changed.units[3] = "another".to_owned();
        let mixed = [&files(&other, &changed, 4)[..1], &paths[1..]].concat();
        assert!(refusal(&mixed).contains("their plans differ"), "{}", refusal(&mixed));
        let mixed = [&files(&other, &plan(20), 5)[..1], &paths[1..]].concat();
        assert!(refusal(&mixed).contains("different numbers of shards"), "{}", refusal(&mixed));
        fs::write(other.join("none"), "{\"ok\":true}\n").unwrap();
        assert!(refusal(&[other.join("none")]).contains("is not a shard"));
        assert!(refusal(&[other.join("nothing there")]).contains("cannot read"));
    }

    #[test]
    fn a_file_that_is_cut_off_or_changed_anywhere_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let paths = files(folder.path(), &plan(12), 2);
        let whole = fs::read(&paths[1]).unwrap();
        for end in 0..whole.len() {
            fs::write(&paths[1], &whole[..end]).unwrap();
            let error = merge_shards(&paths).unwrap_err();
            assert!(error.to_string().contains("1-of-2"), "{error}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            fs::write(&paths[1], &bytes).unwrap();
            let error = merge_shards(&paths).unwrap_err();
            assert!(error.to_string().contains("1-of-2"), "byte {at}: {error}");
        }
    }

    /// The last line was read as JSON, and nobody examined what else was in it.
    #[test]
    fn a_last_line_with_more_in_it_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let paths = files(folder.path(), &plan(12), 2);
        let whole = fs::read_to_string(&paths[1]).unwrap();
        for (old, new) in [("\"checksum\"", "\"s\":2,\"checksum\""), ("{\"rows\"", "{ \"rows\"")] {
            let at = whole.rfind(old).unwrap();
            fs::write(&paths[1], format!("{}{new}{}", &whole[..at], &whole[at + old.len()..])).unwrap();
            let error = merge_shards(&paths).unwrap_err();
            assert!(error.to_string().contains("1-of-2 is damaged"), "{error}");
        }
    }
}
