//! The commands, one question each.

use std::io::IsTerminal;

use clap::ArgMatches;
use misere::{Columns, Question, Workspace};

use crate::args::{Arguments, Command, DeadEndsCommand, Evidence};
use crate::ask::{self, answers, ask};
use crate::batch;
use crate::census::census;
use crate::check::check_files;
use crate::dead_ends::{all_dead_ends, show_dead_ends};
use crate::draw::draw;
use crate::failure::Failure;
use crate::input::Input;
use crate::language::{evaluate, run_file};
use crate::manual::{completions, man};
use crate::papers::papers;
use crate::play::play;
use crate::progress::watched;
use crate::repl::repl;
use crate::report::{Report, document};
use crate::rulesets::{explain_ruleset, list_rulesets};
use crate::schema::schema;
use crate::serve;
use crate::shard::merge;
use crate::single::{count, hasse, nim};
use crate::store_command::store_command;
use crate::stored::{not_kept, open_store};
use crate::table::table;
use crate::universe::universe;
use crate::value::value;
use crate::verified;

pub(crate) fn run(arguments: &Arguments, matches: &ArgMatches, report: &mut Report) -> Result<(), Failure> {
    let setup = arguments.options.setup();
    let work = Workspace::with_setup(match (&arguments.command, matches.subcommand()) {
        (Some(Command::Serve(_) | Command::Explore { .. }), Some((_, matches))) => {
            serve::setup(setup, matches)
        }
        _ => setup,
    });
    let question = matches.subcommand_name().and_then(ask::find);
    let Some(store) = open_store(arguments, question.is_some())? else {
        return run_in(work, arguments, matches, report);
    };
    let answered = run_in(work.with_store(store.clone()), arguments, matches, report);
    // An answer is given before anybody is told that what it took was not kept.
    let saved = store.finish().map_err(|error| not_kept(&error));
    answered.and(saved)
}

fn run_in(
    work: Workspace,
    arguments: &Arguments,
    matches: &ArgMatches,
    report: &mut Report,
) -> Result<(), Failure> {
    report.excuses(work.budget());
    let (most, json) = (arguments.options.max_input, arguments.options.json);
    for file in &arguments.options.rules {
        work.add_ruleset(Input::new(&work, most).rules_file(file)?)?;
    }
    for file in &arguments.options.universe {
        Input::new(&work, most).universe_file(file)?;
    }
    let question = matches.subcommand().and_then(|(name, matches)| Some((ask::find(name)?, matches)));
    match (&arguments.command, question) {
        (_, Some((kind, matches))) => {
            watched(&work, kind.name, json, || ask(&work, &Input::new(&work, most), report, kind, matches))
        }
        // The worksheet and batches are given the workspace: they replace it by a fresh one
        // to give memory back, which needs the last handle.
        (None, None) => return worksheet(work, arguments, report),
        (Some(Command::Batch), None) => return batch::run(work, report, most),
        // These wait for somebody, and watch what they do between.
        (Some(command @ (Command::Play { .. } | Command::Serve(_) | Command::Explore { .. })), None) => {
            answer(&work, command, report, most)
        }
        (Some(command), None) => {
            let name = matches.subcommand_name().unwrap_or_default();
            watched(&work, name, json, || answer(&work, command, report, most))
        }
    }
    .map_err(|failure| failure.with_progress(work.statistics()))
}

/// The worksheet on a terminal; otherwise help.
fn worksheet(work: Workspace, arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    if arguments.options.json {
        return Err(Failure::bad_input("a command is needed: the worksheet has no --json")
            .with_help("`misere batch` reads and writes JSON"));
    }
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        // clap prints the help for a missing command, and ends the program.
        crate::command_line().arg_required_else_help(true).get_matches_from(["misere"]);
    }
    repl(work, report)
}

fn answer(work: &Workspace, command: &Command, report: &mut Report, most: u64) -> Result<(), Failure> {
    let input = &Input::new(work, most);
    match command {
        Command::Show { game, moduli, standalone } => {
            let moduli = input.moduli(moduli)?;
            let question =
                Question::new("show_modulo")?.with("g", input.game(game)?)?.with("moduli", moduli)?;
            document(report, *standalone, |report| {
                answers(work, report, &question, &[], &Evidence::default())
            })
        }
        Command::Universe(asked) => universe(work, input, report, asked),
        Command::Value { position, moduli, edges, outcome, evidence, standalone } => {
            let shown = Columns { edges: *edges, outcome: *outcome };
            document(report, *standalone, |report| {
                value(work, input, report, position, moduli, shown, evidence, *standalone)
            })
        }
        Command::Nim { heaps, equal } => nim(work, input, report, heaps, equal.as_deref()),
        Command::Eval { expression, why } => evaluate(work, input, report, expression, *why),
        Command::Run { file, why } => run_file(work, input, report, file, *why),
        Command::Rulesets { ruleset: None, named } => list_rulesets(work, report, named.as_deref()),
        Command::Rulesets { ruleset: Some(name), .. } => explain_ruleset(work, input, report, name),
        Command::Table { ruleset, positions, moduli, edges, outcome, csv, standalone, sharding } => {
            let shown = Columns { edges: *edges, outcome: *outcome };
            document(report, *standalone, |report| {
                table(work, input, report, ruleset, positions, moduli, shown, *csv, sharding)
            })
        }
        Command::Census(asked) => census(work, input, report, asked),
        Command::DeadEnds { command: Some(DeadEndsCommand::Show { g, h, closure, above }), .. } => {
            show_dead_ends(work, input, report, (g, h.as_deref()), closure, *above)
        }
        Command::DeadEnds { day, shown, command: None } => {
            all_dead_ends(work, report, day.expect("required without a subcommand"), shown)
        }
        Command::Count(asked) => count(work, input, report, asked),
        Command::Papers(asked) => papers(work, report, asked),
        Command::Play { position, you, first, normal } => {
            play(work, input, report, position, (*you).into(), (*first).into(), *normal)
        }
        Command::Draw(ask) => draw(work, input, report, ask),
        Command::Hasse { games, modulus, picture } => hasse(work, input, report, games, modulus, picture),
        Command::Check { files, coq: true, .. } => match &files[..] {
            [file] => verified::write_theorem(work, report, file),
            _ => Err(Failure::bad_input("--coq writes one theorem: give exactly one file")),
        },
        Command::Check { files, verified: true, .. } => verified::check_files(work, report, files),
        Command::Check { files, full, .. } => check_files(work, report, files, *full, most),
        Command::Batch => batch::run(work.fresh(), report, most),
        Command::Explore { game, no_open, server } => {
            serve::explore(work, input, report, game.as_deref(), server.port, !no_open)
        }
        Command::Serve(server) => serve::serve(work, report, server.port),
        Command::Merge { files, output } => merge(report, files, output),
        Command::Store { command } => store_command(work, report, command),
        Command::Schema => schema(report),
        Command::Man { command, directory } => man(report, command, directory.as_deref()),
        Command::Completions { shell } => completions(report, *shell),
    }
}
