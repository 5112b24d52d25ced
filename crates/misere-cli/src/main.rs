//! `misere`: misère games from the shell.
#![forbid(unsafe_code)]

mod args;
mod ask;
mod batch;
mod census;
mod check;
mod commands;
mod dead_ends;
mod draw;
mod failure;
mod file;
mod guard;
mod input;
mod language;
mod manual;
mod papers;
mod picture;
mod play;
mod progress;
mod repl;
mod report;
mod rulesets;
mod schema;
mod serve;
mod shard;
mod single;
mod store_command;
mod stored;
mod table;
mod universe;
mod value;
mod verified;

use std::ffi::OsString;
use std::panic::UnwindSafe;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches};
use misere::check::visible;

use crate::args::{Arguments, address_space};
use crate::failure::Failure;
use crate::report::{Report, say};

/// The exit code of a bug, which sysexits.h calls EX_SOFTWARE.
const BUG: u8 = 70;

fn main() -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    ExitCode::from(run_catching_panics(json, || run(json)))
}

/// The exit code of a run. A panic, which is a bug, ends here.
fn run_catching_panics(json: bool, run: impl FnOnce() -> Result<(), Failure> + UnwindSafe) -> u8 {
    std::panic::set_hook(Box::new(|panic| {
        say(&bug_report(&panic.to_string(), std::env::args_os().skip(1)));
    }));
    match std::panic::catch_unwind(run) {
        Ok(Ok(())) => 0,
        Ok(Err(failure)) => {
            if let Some(message) = failure.message().filter(|_| !json) {
                say(&format!("misere: {}", message.trim_end()));
            }
            failure.exit_code()
        }
        Err(_) => BUG,
    }
}

/// The bug report: panic, version, arguments.
fn bug_report(panic: &str, arguments: impl Iterator<Item = OsString>) -> String {
    let said: Vec<_> = panic.lines().map(|line| visible(line).into_owned()).collect();
    let quoted = |argument: OsString| format!("'{}'", visible(&argument.to_string_lossy()));
    let arguments: Vec<String> = arguments.map(quoted).collect();
    format!(
        "misere: this is a bug, please report it: {}\nversion {}, arguments {}",
        said.join("\n"),
        env!("CARGO_PKG_VERSION"),
        arguments.join(" ")
    )
}

/// The command line: the commands that have arguments of their own, and the commands of the
/// table of questions.
pub(crate) fn command_line() -> clap::Command {
    Arguments::command().subcommands(ask::commands())
}

/// The least address space that the program can begin with, in bytes.
const LEAST_ADDRESS_SPACE: u64 = 32 << 20;

fn run(json: bool) -> Result<(), Failure> {
    if let Some(granted) = address_space().filter(|&granted| granted < LEAST_ADDRESS_SPACE) {
        let [granted, least] = [granted, LEAST_ADDRESS_SPACE].map(|bytes| bytes >> 20);
        let message = format!("the system grants {granted} MiB of memory, and the program needs {least} MiB");
        return Err(Failure::limit(message).with_help("`ulimit -v` moves this limit"));
    }
    let parsed = command_line().try_get_matches_from(std::env::args_os().map(protect_negative));
    let parsed = parsed.and_then(|matches| Ok((read(&matches)?, matches)));
    let mut report = Report::new(parsed.as_ref().ok().map(|(arguments, _)| arguments));
    let answered = match &parsed {
        Ok((arguments, matches)) => commands::run(arguments, matches, &mut report),
        Err(error) if json && error.use_stderr() => Err(Failure::bad_input(usage_error(error))),
        Err(error) => refuse(error),
    };
    if let (true, Err(failure)) = (json, &answered)
        && let Some(object) = failure.object()
    {
        report.object(&object)?;
    }
    // Answers found before a failure are still printed.
    report.flush()?;
    answered
}

/// Reads the arguments of a command, or of a question only the options of all commands.
fn read(matches: &ArgMatches) -> Result<Arguments, clap::Error> {
    match matches.subcommand_name() {
        // A question has the options of all commands; its arguments are read later.
        Some(question) if ask::find(question).is_some() => {
            let (_, of_question) = matches.subcommand().expect("there is a name");
            Arguments::from_options(of_question)
        }
        _ => Arguments::from_arg_matches(matches),
    }
}

/// Prints the help, or what clap says to wrong arguments, and ends the program. clap repeats
/// arguments as they are: if something in them is invisible, clap is shown visible ones.
fn refuse(error: &clap::Error) -> ! {
    let shown = |argument: OsString| OsString::from(&*visible(&argument.to_string_lossy()));
    let shown: Vec<OsString> = std::env::args_os().map(shown).map(protect_negative).collect();
    if std::env::args_os().eq(shown.iter().cloned()) || !error.use_stderr() {
        error.exit();
    }
    let about_shown = command_line().try_get_matches_from(shown).err();
    say(about_shown.as_ref().unwrap_or(error).to_string().replace(input::NEGATIVE_MARK, "").trim_end());
    std::process::exit(error.exit_code());
}

/// The message for wrong arguments, without the usage that follows it.
fn usage_error(error: &clap::Error) -> String {
    let shown = error.to_string().replace(input::NEGATIVE_MARK, "");
    let message = shown.split("\n\nUsage:").next().unwrap_or(&shown);
    let message = message.split("\n\nFor more information").next().unwrap_or(message);
    let words: Vec<&str> = message.trim_start_matches("error:").split_whitespace().collect();
    words.join(" ")
}

/// Marks an argument that begins with a minus and a digit, which is a game and not a flag,
/// and an argument like -{0|1}, for which reading games has better advice. A mark that
/// cannot occur in an argument hides the minus from the parser of flags; `input` takes the
/// mark off again.
fn protect_negative(argument: OsString) -> OsString {
    let is_negative = argument.to_str().is_some_and(|text| {
        let rest = text.strip_prefix('-');
        rest.is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphabetic() && c != '-'))
    });
    if !is_negative {
        return argument;
    }
    let mut protected = OsString::from(input::NEGATIVE_MARK.to_string());
    protected.push(argument);
    protected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_a_bug_has_the_version_and_the_input() {
        let report =
            bug_report("it broke\nhere\u{7}", ["show", "{0|\u{1b}}"].map(OsString::from).into_iter());
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!(
            "misere: this is a bug, please report it: it broke\nhere\\u{{7}}\nversion {version}, arguments 'show' '{{0|\\u{{1b}}}}'"
        );
        assert_eq!(report, expected);
    }

    /// The variable that makes this test panic in the process that it starts.
    #[cfg(target_os = "linux")]
    const PANICS: &str = "MISERE_TEST_PANICS";

    /// A process of its own goes through the edge with work that panics, also where nobody can be
    /// told of it.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_panic_is_reported_and_ends_with_exit_code_70() {
        if std::env::var_os(PANICS).is_some() {
            std::process::exit(run_catching_panics(false, || panic!("it broke")).into());
        }
        for full in [false, true] {
            let mut command = std::process::Command::new(std::env::current_exe().unwrap());
            let test = "tests::a_panic_is_reported_and_ends_with_exit_code_70";
            command.args(["--exact", test, "--nocapture"]).env(PANICS, "yes");
            if full {
                command.stderr(std::fs::File::create("/dev/full").unwrap());
            }
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(BUG.into()), "{output:?}");
            let said = String::from_utf8_lossy(&output.stderr);
            let parts = ["this is a bug", "it broke", env!("CARGO_PKG_VERSION"), "'--exact'"];
            assert!(full || parts.iter().all(|part| said.contains(part)), "{said}");
        }
    }
}
