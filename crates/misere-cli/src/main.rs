//! `misere`: misère games from the shell.
#![forbid(unsafe_code)]

mod args;
mod ask;
mod batch;
mod census;
mod check;
mod commands;
mod count;
mod dead_ends;
mod draw;
mod failure;
mod file;
mod guard;
mod hasse;
mod input;
mod language;
mod latex;
mod manual;
mod nim;
mod papers;
mod picture;
mod play;
mod progress;
mod repl;
mod report;
mod rulesets;
mod schema;
mod shard;
mod show;
mod store_command;
mod stored;
mod table;
mod universe;
mod value;
mod verified;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches};
use misere::check::visible;

use crate::args::Arguments;
use crate::failure::Failure;
use crate::report::Report;

/// The exit code of a bug, which sysexits.h calls EX_SOFTWARE.
const BUG: u8 = 70;

fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        eprintln!("{}", bug_report(&panic.to_string(), std::env::args_os().skip(1)));
    }));
    let json = std::env::args_os().any(|argument| argument == "--json");
    match std::panic::catch_unwind(|| run(json)) {
        Ok(Ok(())) => ExitCode::SUCCESS,
        Ok(Err(failure)) => {
            if let Some(message) = failure.message().filter(|_| !json) {
                eprintln!("misere: {}", message.trim_end());
            }
            ExitCode::from(failure.exit_code())
        }
        Err(_) => ExitCode::from(BUG),
    }
}

/// What somebody who looks for a bug wants to know: what went wrong, the version and the input.
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

fn run(json: bool) -> Result<(), Failure> {
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
    eprint!("{}", about_shown.as_ref().unwrap_or(error).to_string().replace(input::NEGATIVE_MARK, ""));
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
}
