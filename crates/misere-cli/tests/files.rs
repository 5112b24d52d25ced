//! Files are written whole or not at all.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn misere(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_misere")).args(arguments).output().unwrap()
}

fn answer(arguments: &[&str]) -> Vec<u8> {
    let output = misere(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", errors(&output));
    output.stdout
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// `misere` where no file may be longer than this many blocks of 512 bytes, as on a disk that
/// gets full.
fn on_a_full_disk(blocks: u32, arguments: &[&str]) -> Output {
    let program = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    Command::new("sh").args(["-c", &program, env!("CARGO_BIN_EXE_misere")]).args(arguments).output().unwrap()
}

/// A directory that goes with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("misere-files-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// "cannot write nodir/c.json: … at path nodir/.misere-Xy12Ab": nobody asked for that file.
#[test]
fn an_error_names_the_file_that_was_asked_for_and_no_other() {
    let scratch = Scratch::new("names");
    let [proof, picture, database] = ["no/c.json", "no/x.svg", "no/x.db"].map(|name| scratch.path(name));
    fs::write(scratch.path("file"), "").unwrap();
    let below = scratch.path("file/c.json");
    for (arguments, path, reason) in [
        (
            vec!["simplest", "0", "--modulo", "E", "--certificate", &proof],
            &proof,
            "No such file or directory",
        ),
        (vec!["draw", "*", "--output", &picture], &picture, "No such file or directory"),
        (
            vec!["census", "--day", "1", "--modulo", "E", "--sqlite", &database],
            &database,
            "No such file or directory",
        ),
        (vec!["simplest", "0", "--modulo", "E", "--certificate", &below], &below, "not a directory"),
    ] {
        let output = misere(&arguments);
        let message = errors(&output);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(&format!("cannot write {path}: {reason}")), "{message}");
        assert!(!message.contains(".misere-"), "{message}");
    }
}

const LONG_PROOF: [&str; 4] = ["simplest", "domineering(2x5)", "--modulo", "E"];

#[test]
fn on_a_full_disk_the_old_file_stays_and_nothing_half_written() {
    let scratch = Scratch::new("full");
    let [certificate, picture, database] = ["c.json", "p.svg", "d.db"].map(|name| scratch.path(name));
    for (file, arguments) in [
        (&certificate, [&LONG_PROOF[..], &["--certificate", &certificate]].concat()),
        (&picture, vec!["draw", "*5", "-o", &picture]),
        (&database, vec!["census", "--day", "2", "--modulo", "E", "--sqlite", &database, "--force"]),
    ] {
        fs::write(file, "old").unwrap();
        let output = on_a_full_disk(8, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(errors(&output).contains("cannot write"), "{}", errors(&output));
        assert!(output.stdout.is_empty(), "no answer without its file");
        assert_eq!(fs::read_to_string(file).unwrap(), "old");
        fs::remove_file(file).unwrap();
        assert_eq!(on_a_full_disk(8, &arguments).status.code(), Some(2));
        assert_eq!(scratch.names(), [""; 0]);
        answer(&arguments);
        assert!(fs::metadata(file).unwrap().len() > 4096, "{file} is long");
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn devices_and_pipes_are_written_directly() {
    let full = misere(&["compare", "*", "0", "--modulo", "E", "--certificate", "/dev/full"]);
    assert_eq!(full.status.code(), Some(2), "{}", errors(&full));
    assert!(errors(&full).contains("cannot write /dev/full: No space left"), "{}", errors(&full));
    answer(&["compare", "*", "0", "--modulo", "E", "--certificate", "/dev/null"]);
    // Standard output is a file here, and stays the same file.
    let scratch = Scratch::new("devices");
    let file = scratch.path("out");
    let out = fs::File::create(&file).unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_misere"))
        .args(["compare", "*", "0", "--modulo", "E", "--certificate", "/dev/stdout"])
        .stdout(Stdio::from(out))
        .status()
        .unwrap();
    assert!(status.success());
    assert!(fs::read_to_string(&file).unwrap().contains("misere-certificate"));
    assert!(fs::symlink_metadata("/dev/stdout").unwrap().is_symlink());
    let pipe = scratch.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    answer(&["compare", "*", "0", "--modulo", "E", "--certificate", &pipe]);
    assert!(reader.wait_with_output().unwrap().stdout.starts_with(b"{\"format\""));
    assert_eq!(scratch.names(), ["out", "pipe"]);
}

#[test]
fn a_minus_is_standard_output() {
    let certificate = answer(&["compare", "*", "0", "--modulo", "E", "--certificate", "-"]);
    assert!(certificate.starts_with(b"{\"format\"") && certificate.ends_with(b"}"));
    let of_position = answer(&["value", "domineering", "2x2", "--certificate", "-"]);
    assert!(of_position.starts_with(b"{\"format\""));
    for arguments in [
        &["draw", "*", "-o", "-"][..],
        &["draw", "clobber", "xo", "-o", "-"],
        &["hasse", "0,*", "--modulo", "E", "-o", "-"],
        &["census", "--day", "1", "--modulo", "E", "--hasse", "-"],
    ] {
        let svg = String::from_utf8(answer(arguments)).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert_eq!(misere(&[arguments, &["--json"]].concat()).status.code(), Some(2));
    }
    assert_eq!(misere(&["census", "--day", "1", "--modulo", "E", "--sqlite", "-"]).status.code(), Some(2));
}

#[test]
fn a_link_is_replaced_and_rights_are_kept() {
    let scratch = Scratch::new("links");
    let [target, link, old, new, locked] =
        ["target", "link", "old", "new", "locked"].map(|name| scratch.path(name));
    fs::write(&target, "mine").unwrap();
    symlink(&target, &link).unwrap();
    fs::write(&old, "old").unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
    for file in [&link, &old, &new] {
        answer(&["compare", "*", "0", "--modulo", "E", "--certificate", file]);
        assert!(fs::symlink_metadata(file).unwrap().is_file());
        assert!(fs::read_to_string(file).unwrap().starts_with("{\"format\""));
    }
    assert_eq!(fs::read_to_string(&target).unwrap(), "mine");
    let mode = |file: &str| fs::metadata(file).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&old), 0o640);
    assert_ne!(mode(&new), 0o600, "a file as any other");
    fs::write(&locked, "locked").unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o444)).unwrap();
    let refused = misere(&["compare", "*", "0", "--modulo", "E", "--certificate", &locked]);
    assert!(errors(&refused).contains("read-only"), "{}", errors(&refused));
    assert_eq!(fs::read_to_string(&locked).unwrap(), "locked");
}

#[test]
fn of_two_runs_with_one_database_one_is_refused() {
    let scratch = Scratch::new("race");
    for round in 0..4 {
        let file = scratch.path(&format!("{round}.db"));
        let run = || {
            Command::new(env!("CARGO_BIN_EXE_misere"))
                .args(["census", "--day", "2", "--modulo", "E", "--sqlite", &file])
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        };
        let outputs = [run(), run()].map(|child| child.wait_with_output().unwrap());
        let mut codes = outputs.each_ref().map(|output| output.status.code().unwrap());
        codes.sort_unstable();
        assert_eq!(codes, [0, 2], "{outputs:?}");
        let refused = outputs.iter().find(|output| !output.status.success()).unwrap();
        assert!(errors(refused).contains("exists\nhelp: --force"), "{}", errors(refused));
        assert!(refused.stdout.is_empty());
    }
    assert_eq!(scratch.names(), ["0.db", "1.db", "2.db", "3.db"]);
}
