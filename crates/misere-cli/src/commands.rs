//! The commands, one question each.

use std::io::IsTerminal;

use clap::CommandFactory;
use misere::{Error, Form, Workspace};
use serde::Serialize;

use crate::args::{Arguments, Command, DeadEndsCommand};
use crate::batch;
use crate::census::census;
use crate::check::check_files;
use crate::count::count;
use crate::dead_ends::{all_dead_ends, show_dead_ends};
use crate::draw::draw;
use crate::failure::Failure;
use crate::hasse::hasse;
use crate::input::Input;
use crate::language::{evaluate, run_file};
use crate::manual::{completions, man};
use crate::modulo::{Answer, Asker};
use crate::nim::{genus, nim};
use crate::papers::papers;
use crate::play::play;
use crate::progress::watched;
use crate::proof::Proof;
use crate::repl::repl;
use crate::report::Report;
use crate::rulesets::{explain_ruleset, list_rulesets};
use crate::show::show;
use crate::table::table;
use crate::universe::universe;
use crate::value::{Shown, value};

pub(crate) fn run(arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    let mut work = Workspace::with_limits(arguments.limits()).with_tombstone(arguments.tombstone.into());
    if let Some(threads) = arguments.threads {
        work = work.with_threads(threads);
    }
    match &arguments.command {
        None => worksheet(&work, arguments, report),
        // These talk to somebody all the time, or have a bar of their own.
        Some(
            command @ (Command::Play { .. } | Command::Batch | Command::Check { .. } | Command::Count(_)),
        ) => answer(&work, arguments, command, report),
        Some(command) => watched(&work, || answer(&work, arguments, command, report)),
    }
    .map_err(|failure| failure.with_progress(work.statistics()))
}

/// The worksheet, if somebody is there to type; else help.
fn worksheet(work: &Workspace, arguments: &Arguments, report: &mut Report) -> Result<(), Failure> {
    if arguments.json {
        let message =
            "a command is needed: the worksheet is for people\nhelp: `misere batch` reads and writes JSON";
        return Err(Failure::BadInput(message.to_owned()));
    }
    if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
        // This does not return: it is what clap does where a command is missing.
        Arguments::command().arg_required_else_help(true).get_matches_from(["misere"]);
    }
    repl(work, report)
}

fn answer(
    work: &Workspace,
    arguments: &Arguments,
    command: &Command,
    report: &mut Report,
) -> Result<(), Failure> {
    let input = &Input::new(work);
    let style = report.style;
    let written = |form: Form| Ok::<_, Error>(Answer::Form(Some(work.write(form, style)?)));
    match command {
        Command::Show { game } => show(work, input, report, game),
        Command::Outcome { game, evidence } => {
            let g = input.game(game)?;
            let outcome = work.forms().outcome(g).to_string();
            let proof = Proof::new(work, style, evidence, || Ok(work.certify_outcome(g)))?;
            if report.json {
                report.object(&OutcomeObject { ok: true, outcome, proof })
            } else {
                report.line(&outcome)?;
                proof.print(report)
            }
        }
        Command::Simplest { ask, evidence } => {
            let g = input.game(&ask.game)?;
            let asker = Asker {
                work,
                input,
                moduli: &ask.moduli,
                evidence: Some((evidence, &|u| work.certify_simplest(g, u))),
            };
            asker.ask(report, |u| written(work.simplest(g, u)?))
        }
        Command::Canonical { game, moduli } => {
            let g = input.game(game)?;
            Asker { work, input, moduli, evidence: None }.ask(report, |u| written(work.canonical(g, u)?))
        }
        Command::Expand(ask) => {
            let g = input.game(&ask.game)?;
            Asker { work, input, moduli: &ask.moduli, evidence: None }.ask(report, |u| {
                match work.expansion(g, u)? {
                    Some(form) => written(form),
                    None => Ok(Answer::Form(None)),
                }
            })
        }
        Command::Compare { g, h, moduli, evidence } => {
            let (g, h) = (input.game(g)?, input.game(h)?);
            let asker = Asker {
                work,
                input,
                moduli,
                evidence: Some((evidence, &|u| work.certify_relation(g, h, u))),
            };
            asker.ask(report, |u| Ok(Answer::Relation(work.compare(g, h, u)?.to_string())))
        }
        Command::Downlinked { g, h, moduli } => {
            let (g, h) = (input.game(g)?, input.game(h)?);
            let asker = Asker { work, input, moduli, evidence: None };
            asker.ask(report, |u| Ok(Answer::Downlinked(work.is_downlinked(g, h, u)?)))
        }
        Command::Invertible { ask, evidence } => {
            let g = input.game(&ask.game)?;
            let asker = Asker {
                work,
                input,
                moduli: &ask.moduli,
                evidence: Some((evidence, &|u| work.certify_invertible(g, u))),
            };
            asker.ask(report, |u| Ok(Answer::Invertible(work.is_invertible(g, u)?)))
        }
        Command::Strong { ask, evidence } => {
            let g = input.game(&ask.game)?;
            let asker = Asker {
                work,
                input,
                moduli: &ask.moduli,
                evidence: Some((evidence, &|u| work.certify_strength(g, u))),
            };
            asker.ask(report, |u| Ok(Answer::Strong(work.strong(g, u)?)))
        }
        Command::Universe { a, b } => universe(work, input, report, a, b),
        Command::Value { position, moduli, edges, outcome, evidence } => {
            let shown = Shown { edges: *edges, outcome: *outcome };
            value(work, input, report, position, moduli, shown, evidence)
        }
        Command::Nim { heaps, equal } => nim(input, report, heaps, equal.as_deref()),
        Command::Genus { game } => genus(work, input, report, game),
        Command::Eval { expression, why } => evaluate(work, input, report, expression, *why),
        Command::Run { file, why } => run_file(work, input, report, file, *why),
        Command::Rulesets { ruleset: None } => list_rulesets(report),
        Command::Rulesets { ruleset: Some(name) } => explain_ruleset(input, report, name),
        Command::Table { position, modulus, edges, outcome, csv } => {
            let shown = Shown { edges: *edges, outcome: *outcome };
            table(work, input, report, position, modulus.as_deref(), shown, *csv)
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
        Command::Check { files } => check_files(report, files),
        Command::Batch => batch::run(arguments, report),
        Command::Man { command, directory } => man(report, command, directory.as_deref()),
        Command::Completions { shell } => completions(report, *shell),
    }
}

#[derive(Serialize)]
struct OutcomeObject {
    ok: bool,
    outcome: String,
    #[serde(flatten)]
    proof: Proof,
}
