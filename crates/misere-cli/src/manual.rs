//! `misere man` and `misere completions`, made from the definitions of the command line, so
//! that they cannot drift from it.

use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::failure::{Failure, cannot_print};
use crate::report::Report;

/// Prints the page of a command, or writes all pages to a directory.
pub(crate) fn man(report: &mut Report, path: &[String], directory: Option<&Path>) -> Result<(), Failure> {
    let mut command = crate::command_line();
    command.build();
    if let Some(directory) = directory {
        return pages(&command).iter().try_for_each(|page| {
            let file = directory.join(Man::new((*page).clone()).get_filename());
            crate::file::write(&file, roff(page)?.as_bytes())
        });
    }
    let mut page = &command;
    for name in path {
        page = page.find_subcommand(name).ok_or_else(|| {
            let known: Vec<&str> = page.get_subcommands().map(Command::get_name).collect();
            let failure =
                Failure::bad_input(format!("there is no command `{name}` of `{}`", page.get_name()));
            if known.is_empty() {
                failure
            } else {
                failure.with_help(format!("there is {}", known.join(", ")))
            }
        })?;
    }
    report.prompt(&roff(page)?)
}

pub(crate) fn completions(report: &mut Report, shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command_line(), "misere", &mut script);
    report.prompt(&String::from_utf8_lossy(&script))
}

/// The command and all commands below it, which are nested two deep.
fn pages(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| below.get_name() != "help");
    std::iter::once(command).chain(below.flat_map(pages)).collect()
}

fn roff(command: &Command) -> Result<String, Failure> {
    let mut page = Vec::new();
    let source = format!("misere {}", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).render(&mut page).map_err(cannot_print)?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}
