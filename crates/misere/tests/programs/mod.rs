//! The values and the errors of programs of the language.
#![allow(dead_code, reason = "not every test file uses every part")]

use misere::language::Session;
use misere::{Error, Style, Workspace};

/// The value of the last statement, or the error of the program.
pub(crate) fn last(program: &str) -> String {
    let work = Workspace::new();
    match Session::new(&work).evaluate(program) {
        Ok(replies) => replies.last().unwrap().write(Style::Unicode).unwrap(),
        Err(error) => said(program, &error),
    }
}

pub(crate) fn said(program: &str, error: &Error) -> String {
    match error {
        Error::Parse(parse) => parse.render(program),
        other => other.to_string(),
    }
}

/// The message for a program that is refused.
pub(crate) fn refusal(program: &str) -> String {
    match Session::new(&Workspace::new()).evaluate(program) {
        Err(error) => said(program, &error),
        Ok(replies) => panic!("{program}: {replies:?}"),
    }
}
