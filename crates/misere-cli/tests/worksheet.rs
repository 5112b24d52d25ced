//! The worksheet on a pseudo-terminal: what is pasted, and bytes that are no text.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

mod terminal;

/// A worksheet on a terminal of 80 columns.
struct Terminal {
    worksheet: Child,
    keys: File,
    printed: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    fn open() -> Terminal {
        let (keys, screen) = terminal::pseudo_terminal(80);
        let test = thread::current().name().unwrap_or_default().to_owned();
        let history = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.history"));
        let end = || Stdio::from(screen());
        let worksheet = Command::new(env!("CARGO_BIN_EXE_misere"))
            .env("TERM", "xterm-256color")
            .env("MISERE_HISTORY", history)
            .env_remove("NO_COLOR")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap();
        let printed = Arc::new(Mutex::new(Vec::new()));
        let (mut screen, kept) = (keys.try_clone().unwrap(), printed.clone());
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            // A terminal that nobody writes to any more is an error.
            while let Ok(length @ 1..) = screen.read(&mut buffer) {
                kept.lock().unwrap().extend(&buffer[..length]);
            }
        });
        let terminal = Terminal { worksheet, keys, printed };
        terminal.wait_for("misere> ");
        terminal
    }

    fn paste(&mut self, bytes: &[u8]) {
        self.keys.write_all(bytes).unwrap();
    }

    /// The printed text, without colours and movements of the cursor.
    fn text(&self) -> String {
        let printed = String::from_utf8_lossy(&self.printed.lock().unwrap()).into_owned();
        let mut text = String::new();
        let mut rest = printed.as_str();
        while let Some(start) = rest.find('\x1b') {
            text.push_str(&rest[..start]);
            let behind = &rest[start + 1..];
            let end = behind.find(|c: char| c.is_ascii_alphabetic()).map_or(behind.len(), |at| at + 1);
            rest = &behind[end..];
        }
        text + rest
    }

    fn wait_for(&self, words: &str) {
        let started = Instant::now();
        while !self.text().contains(words) {
            assert!(started.elapsed() < Duration::from_secs(60), "no {words:?} in {:?}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Leaves the worksheet, and returns all that was printed, and how many bytes it took.
    fn quit(mut self) -> (String, usize) {
        self.paste(b"quit\r");
        assert!(self.worksheet.wait().unwrap().success());
        let bytes = self.printed.lock().unwrap().len();
        (self.text(), bytes)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // After a failed test; a worksheet that ended is no concern.
        drop(self.worksheet.kill());
    }
}

#[test]
fn a_five_line_paste_without_brackets_runs_every_line() {
    let mut terminal = Terminal::open();
    terminal.paste(b"G := {0|*}\rH := {G|G}\r[rank(G), 71]\r[rank(H), 72]\r[rank({H|H}), 73]\r");
    for answer in ["[2, 71]", "[3, 72]", "[4, 73]"] {
        terminal.wait_for(answer);
    }
    terminal.quit();
}

#[test]
fn a_long_paste_of_many_lines_runs_every_line() {
    let mut terminal = Terminal::open();
    let lines: String = (1..=60).map(|n| format!("[rank({n} + {n} + {n} + {n}), 7000]\r")).collect();
    terminal.paste(lines.as_bytes());
    for n in 1..=60 {
        terminal.wait_for(&format!("[{}, 7000]", 4 * n));
    }
    terminal.quit();
}

#[test]
fn a_byte_that_is_no_text_does_not_end_the_worksheet() {
    let mut terminal = Terminal::open();
    terminal.paste(b"G := {0|*}\r");
    terminal.wait_for("G := {0|*}\r\n");
    terminal.paste(b"ra\xffnk\r");
    terminal.wait_for("a byte that is not UTF-8 was typed");
    terminal.paste(b"[rank(G), 74]\r");
    terminal.wait_for("[2, 74]");
    terminal.quit();
}

#[test]
fn two_minus_signs_before_a_number_are_no_comment() {
    let mut terminal = Terminal::open();
    terminal.paste(b"--1\r");
    terminal.wait_for("help: a comment has a blank after `--`; the conjugate of -1 is `~-1`");
    terminal.paste(b"-- 1\r[rank(5), 75]\r");
    terminal.wait_for("[5, 75]");
    assert_eq!(terminal.quit().0.matches("help:").count(), 1);
}

#[test]
fn four_thousand_characters_are_not_drawn_four_thousand_times() {
    let mut terminal = Terminal::open();
    terminal.paste(format!("[rank(0{}), 76]\r", "+0".repeat(2_000)).as_bytes());
    terminal.wait_for("[0, 76]");
    let (_, bytes) = terminal.quit();
    assert!(bytes < 1 << 20, "{bytes} bytes");
}

/// Ctrl-C did not stop `*20000`.
#[test]
fn an_interrupt_stops_the_building_of_forms() {
    let mut terminal = Terminal::open();
    terminal.paste(b"[rank(5), 77]\r");
    terminal.wait_for("[5, 77]");
    terminal.paste(b"rank(10000000 + *20000)\r");
    thread::sleep(Duration::from_millis(300));
    let worksheet = rustix::process::Pid::from_child(&terminal.worksheet);
    rustix::process::kill_process(worksheet, rustix::process::Signal::INT).unwrap();
    terminal.wait_for("cancelled (spent: ");
    terminal.paste(b"[rank(6), 78]\r");
    terminal.wait_for("[6, 78]");
    terminal.quit();
}

impl Terminal {
    /// Gives a command, interrupts it after a while, and expects the worksheet to go on soon.
    fn interrupt(&mut self, command: &str, after: Duration) {
        self.paste(format!("{command}\r").as_bytes());
        thread::sleep(after);
        let worksheet = rustix::process::Pid::from_child(&self.worksheet);
        rustix::process::kill_process(worksheet, rustix::process::Signal::INT).unwrap();
        let interrupted = Instant::now();
        self.wait_for("cancelled (spent: ");
        // Half a second on a quiet machine.
        assert!(interrupted.elapsed() < Duration::from_secs(5), "{command}: {:?}", interrupted.elapsed());
        assert!(!self.text().contains("once more leaves"), "one Ctrl-C suffices");
    }
}

/// The layout of a picture did not notice Ctrl-C.
#[test]
fn an_interrupt_stops_the_layout_of_a_picture() {
    let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interrupted.png");
    drop(std::fs::remove_file(&picture));
    let mut terminal = Terminal::open();
    // Pairs that were compared once are known: then only the picture takes long.
    terminal.paste(b"G := {0|*}\rhasse days(2) mod M\r[rank(G), 79]\r");
    terminal.wait_for("[2, 79]");
    terminal.interrupt(&format!("hasse days(2) mod M to {}", picture.display()), Duration::from_millis(1000));
    terminal.paste(b"[rank(G), 80]\r");
    terminal.wait_for("[2, 80]");
    assert!(!picture.exists());
    terminal.quit();
}

/// A long text was written to its end after Ctrl-C.
#[test]
fn an_interrupt_stops_the_writing_of_a_long_text() {
    let mut terminal = Terminal::open();
    terminal.paste(b"G := {0|*}\rH := 1700000\r[rank(G), 81]\r");
    terminal.wait_for("[2, 81]");
    terminal.interrupt("followers(H)", Duration::from_millis(500));
    terminal.paste(b"[rank(G), 82]\r");
    terminal.wait_for("[2, 82]");
    terminal.quit();
}

#[test]
fn a_position_has_a_board() {
    let mut terminal = Terminal::open();
    terminal.paste(b"board cutcake(2x3)\r");
    terminal.wait_for("\r\n...\r\n...\r\n");
    terminal.paste(b"board {0|*}\r");
    terminal.wait_for("only a position has a board");
    terminal.quit();
}
