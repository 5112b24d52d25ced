//! `misere` on a pseudo-terminal.
#![allow(dead_code, reason = "each test uses a part")]

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::process::{Child, Command, Stdio};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// A run of `misere` on a terminal of 24 lines of 100 columns.
pub(crate) struct Terminal {
    master: File,
    child: Child,
}

impl Terminal {
    /// Starts `misere` with standard input, output and error on the terminal.
    pub(crate) fn run(arguments: &[&str]) -> Terminal {
        Terminal::start(arguments, true)
    }

    /// Starts `misere` with standard input and output on the terminal, and errors and
    /// progress elsewhere.
    pub(crate) fn run_without_errors(arguments: &[&str]) -> Terminal {
        Terminal::start(arguments, false)
    }

    fn start(arguments: &[&str], errors: bool) -> Terminal {
        let (master, screen) = pseudo_terminal(100);
        // The program has the only handles of the screen: reading ends when it does.
        let child = Command::new(env!("CARGO_BIN_EXE_misere"))
            .args(arguments)
            .env("TERM", "xterm")
            .stdin(screen())
            .stdout(screen())
            .stderr(if errors { screen().into() } else { Stdio::null() })
            .spawn()
            .unwrap();
        Terminal { master, child }
    }

    /// Types some text.
    pub(crate) fn type_in(&mut self, text: &str) {
        self.master.write_all(text.as_bytes()).unwrap();
    }

    /// Reads until this text has been shown, and returns all that was shown before its end.
    pub(crate) fn read_until(&mut self, text: &str) -> String {
        let mut shown = Vec::new();
        let mut byte = [0];
        while !shown.ends_with(text.as_bytes()) {
            match self.master.read(&mut byte) {
                Ok(1) => shown.push(byte[0]),
                _ => panic!("{text:?} is not in {:?}", String::from_utf8_lossy(&shown)),
            }
        }
        String::from_utf8_lossy(&shown).into_owned()
    }

    /// Ends the program.
    pub(crate) fn stop(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits for the end, and returns all that was shown meanwhile, and the exit code.
    pub(crate) fn end(mut self) -> (String, Option<i32>) {
        let mut shown = Vec::new();
        // Linux ends the terminal of a program that is gone with an error.
        drop(self.master.read_to_end(&mut shown));
        (String::from_utf8_lossy(&shown).into_owned(), self.child.wait().unwrap().code())
    }
}

/// A pseudo-terminal of 24 lines: what holds the keyboard, and how a program opens the screen.
pub(crate) fn pseudo_terminal(columns: u16) -> (File, impl Fn() -> File) {
    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&master).unwrap();
    unlockpt(&master).unwrap();
    tcsetwinsize(&master, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = OsString::from_vec(ptsname(&master, Vec::new()).unwrap().into_bytes());
    (master.into(), move || OpenOptions::new().read(true).write(true).open(&name).unwrap())
}
