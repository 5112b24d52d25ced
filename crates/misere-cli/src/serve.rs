//! `misere serve` and `misere explore`: the explorer's server, and a browser with its page.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::ArgMatches;
use clap::parser::ValueSource;
use misere::{Limits, Setup, Workspace};
use misere_web::{Ended, Options, Server};
use tempfile::{Builder, NamedTempFile};

use crate::failure::{Failure, INTERRUPTED};
use crate::input::Input;
use crate::progress::end_is_near;
use crate::report::{Report, say};

/// The memory of a question, unless `--max-memory` says otherwise.
const MEMORY: u64 = 512 << 20;
/// The time of a question, unless `--max-time` says otherwise.
const TIME: Duration = Duration::from_secs(5);

/// The setup of workspaces that answer a page: with short limits, unless others were asked for.
pub(crate) fn setup(setup: Setup, matches: &ArgMatches) -> Setup {
    let is_given = |name| matches.value_source(name) == Some(ValueSource::CommandLine);
    let Limits { memory_bytes, time } = setup.limits;
    let memory_bytes = if is_given("max_memory") { memory_bytes } else { memory_bytes.min(MEMORY) };
    let longest_text = setup.longest_text.min(Options::default().longest_answer);
    Setup { limits: Limits { memory_bytes, time: Some(time.unwrap_or(TIME)) }, longest_text, ..setup }
}

/// Serves the page until Ctrl-C, or until there was no page for half an hour.
pub(crate) fn serve(work: &Workspace, report: &mut Report, port: u16) -> Result<(), Failure> {
    let server = bind(work, report, port)?;
    report.line(&format!("listening on {}", server.address()))?;
    run(server, report)
}

/// Serves the page, and opens a browser with it where there is a display.
pub(crate) fn explore(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    game: Option<&str>,
    port: u16,
    open: bool,
) -> Result<(), Failure> {
    let state = game.map_or(Ok(String::new()), |game| state_of(work, input, game))?;
    let server = bind(work, report, port)?;
    let address = server.address() + &state;
    report.line(&format!("listening on {address}"))?;
    report.flush()?;
    // The file is there as long as the server is.
    let _redirect = if open { open_browser(&address) } else { None };
    run(server, report)
}

fn bind(work: &Workspace, report: &Report, port: u16) -> Result<Server, Failure> {
    if report.json {
        return Err(Failure::bad_input("the explorer has no --json: its server answers in JSON"));
    }
    Server::bind(work, Options { port, ..Options::default() }).map_err(|error| {
        let failure = Failure::bad_input(error.to_string());
        match error.help() {
            Some(help) => failure.with_help(help),
            None => failure,
        }
    })
}

fn run(server: Server, report: &mut Report) -> Result<(), Failure> {
    report.flush()?;
    let stopper = server.stopper();
    let was_asked = AtomicBool::new(false);
    // Without a handler Ctrl-C ends the program as well.
    drop(ctrlc::set_handler(move || {
        if was_asked.swap(true, Ordering::Relaxed) {
            end_is_near();
            std::process::exit(INTERRUPTED.into());
        }
        stopper.stop();
    }));
    match server.run().map_err(|error| Failure::bad_input(error.to_string()))? {
        Ended::Stopped => Ok(()),
        Ended::Forgotten => report.line("no page was open for half an hour: the server ended"),
    }
}

/// The state of a page that shows a game, as its address has it.
fn state_of(work: &Workspace, input: &Input<'_>, game: &str) -> Result<String, Failure> {
    let (what, text) = input.text("game", game)?;
    let fields = match work.position(&text) {
        Some((ruleset, position)) => {
            vec![("ruleset", ruleset.description().name.clone()), ("path", ruleset.write(&position))]
        }
        None => {
            work.game(&text).map_err(|error| Failure::reading(&what, &text, error))?;
            vec![("view", "form".to_owned()), ("forms", text)]
        }
    };
    Ok(fields.iter().map(|(name, value)| format!("&{name}={}", encoded(value))).collect())
}

/// A text in an address: all but letters, digits and `-._~` as bytes in hexadecimal digits.
fn encoded(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(byte.into());
        } else {
            write!(out, "%{byte:02X}").expect("a string has room");
        }
    }
    out
}

/// Opens a browser with the address, through a file that only the user can read: other users see
/// the arguments of a program, and would see the token. Without a display, or without a program that
/// opens files, the result is `None`.
fn open_browser(address: &str) -> Option<NamedTempFile> {
    let opener = opener()?;
    let mut file = Builder::new().prefix("misere-").suffix(".html").tempfile().ok()?;
    // The address has no characters that mean something in HTML, but &.
    let address = address.replace('&', "&amp;");
    writeln!(
        file,
        "<!doctype html><meta charset=\"utf-8\"><title>misere</title>\
         <meta http-equiv=\"refresh\" content=\"0;url={address}\"><a href=\"{address}\">misere</a>"
    )
    .and_then(|()| file.flush())
    .ok()?;
    let mut command = Command::new(opener);
    command.arg(file.path()).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut child) => {
            // The system keeps what is left of a child until somebody asks how it ended.
            drop(std::thread::Builder::new().spawn(move || child.wait()));
            Some(file)
        }
        Err(error) => {
            say(&format!("misere: cannot start {}: {error}", opener.display()));
            None
        }
    }
}

/// The program that opens files for people, where there is a display.
fn opener() -> Option<&'static OsStr> {
    if cfg!(windows) {
        return Some(OsStr::new("explorer"));
    }
    if cfg!(target_os = "macos") {
        return Some(OsStr::new("open"));
    }
    let has = |name| std::env::var_os(name).is_some_and(|display| !display.is_empty());
    (has("DISPLAY") || has("WAYLAND_DISPLAY")).then_some(OsStr::new("xdg-open"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_an_address_mean_nothing_there() {
        assert_eq!(encoded("domineering"), "domineering");
        assert_eq!(encoded("{0,*|*}&t=\"<é>"), "%7B0%2C%2A%7C%2A%7D%26t%3D%22%3C%C3%A9%3E");
    }
}
