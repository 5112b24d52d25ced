//! The commands that are questions of the table: their arguments, and their answers.

use clap::{Arg, ArgAction, ArgMatches, Command};
use misere::data::{Datum, Record};
use misere::{
    ArgumentKind, Error, JSON_STYLE, Modulus, Parameter, Proof, QUESTIONS, Question, QuestionKind, Subject,
    Workspace, answer_object, error_object,
};

use crate::args::{Evidence, Sharding};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;
use crate::shard::Part;

/// Questions whose commands say more than the answer, and have arguments of their own.
const OWN_COMMANDS: [&str; 3] = ["show", "census", "count"];

/// The question that a command is, if it is one and nothing else.
pub(crate) fn find(command: &str) -> Option<&'static QuestionKind> {
    QUESTIONS.iter().copied().find(|kind| name(kind) == command && !OWN_COMMANDS.contains(&kind.name))
}

/// The commands of the table, as clap wants them.
pub(crate) fn commands() -> impl Iterator<Item = Command> {
    QUESTIONS.iter().copied().filter(|kind| find(&name(kind)).is_some()).map(command)
}

/// The name of the command, with hyphens where the function has underscores.
fn name(kind: &QuestionKind) -> String {
    kind.name.replace('_', "-")
}

fn command(kind: &'static QuestionKind) -> Command {
    let mut command = Command::new(name(kind));
    for parameter in kind.parameters {
        command = command.arg(match parameter.kind {
            ArgumentKind::Game | ArgumentKind::Games => {
                Arg::new(parameter.name).help(parameter.help).required(parameter.is_required)
            }
            _ => Arg::new(parameter.name)
                .long(parameter.name)
                .value_name(parameter.name.to_uppercase())
                .help(parameter.help)
                .required(parameter.is_required),
        });
    }
    if kind.needs_modulus {
        let help = match kind.has_usual_moduli {
            true => "The universe (repeatable; without it, the usual seven)",
            false => "The universe (repeatable)",
        };
        let modulo = Arg::new("modulo").long("modulo").short('m').value_name("U").help(help);
        let modulo = modulo.required(!kind.has_usual_moduli);
        command = command.arg(modulo.action(ArgAction::Append));
    }
    if kind.is_sharded {
        command = <Sharding as clap::Args>::augment_args(command);
    }
    if kind.is_provable() {
        command = <Evidence as clap::Args>::augment_args(command);
    }
    if let Some(other) = kind.instead.and_then(|other| QuestionKind::find(other).ok()) {
        let instead = Arg::new(other.name).long(name(other)).action(ArgAction::SetTrue);
        let instead = instead.help(format!("{}, as `misere {}`", other.summary(), name(other)));
        let instead =
            if kind.is_provable() { instead.conflicts_with_all(["why", "certificate"]) } else { instead };
        command = command.arg(instead);
    }
    // After the arguments, whose documentation would be taken for that of the command.
    let long = (kind.help != format!("{}.", kind.summary())).then_some(kind.help);
    command.about(kind.summary()).long_about(long).after_help(format!("Example: {}", example(kind)))
}

/// The part that is asked for, if one is.
fn sharding(kind: &QuestionKind, matches: &ArgMatches) -> Option<Sharding> {
    let given = kind.is_sharded.then(|| <Sharding as clap::FromArgMatches>::from_arg_matches(matches).ok());
    given.flatten().filter(|sharding| sharding.shard.is_some())
}

/// The example as it is typed in a shell.
pub(crate) fn example(kind: &QuestionKind) -> String {
    let mut words = vec!["misere".to_owned(), name(kind)];
    for (argument, text) in kind.example.arguments {
        let is_game = kind.parameters.iter().any(|parameter| {
            parameter.name == *argument && matches!(parameter.kind, ArgumentKind::Game | ArgumentKind::Games)
        });
        words.extend((!is_game).then(|| format!("--{argument}")));
        words.push(quoted_for_the_shell(text));
    }
    if let Some(modulo) = kind.example.modulo {
        words.extend(["--modulo".to_owned(), quoted_for_the_shell(modulo)]);
    }
    words.join(" ")
}

pub(crate) fn quoted_for_the_shell(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ",./-".contains(c);
    if text.chars().all(is_plain) { text.to_owned() } else { format!("'{text}'") }
}

/// Asks a question modulo each universe, and prints the answers.
pub(crate) fn ask(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    kind: &'static QuestionKind,
    matches: &ArgMatches,
) -> Result<(), Failure> {
    let kind = match kind.instead {
        Some(other) if matches.get_flag(other) => QuestionKind::find(other)?,
        _ => kind,
    };
    let mut question = Question::new(kind.name)?;
    for parameter in kind.parameters {
        if let Some(text) = matches.get_one::<String>(parameter.name) {
            question = with_argument(work, input, question, parameter, text)?;
        }
    }
    let evidence = match kind.is_provable() {
        true => <Evidence as clap::FromArgMatches>::from_arg_matches(matches).unwrap_or_default(),
        false => Evidence::default(),
    };
    if !kind.needs_modulus {
        evidence.check(report, 1)?;
        let prove = |answer: &Record| work.prove_answer(&question, answer);
        let answer = work.ask(&question)?;
        if let (Some(sharding), [Datum::List(games), Datum::Count(seed)]) =
            (sharding(kind, matches), answer.fields())
        {
            let games = games.games();
            let seed = &seed.number;
            let given = |parameter: &Parameter| matches.get_one::<String>(parameter.name).cloned();
            let given: Vec<String> = kind.parameters.iter().filter_map(given).collect();
            let command = format!("{} {}, seed {seed}", kind.name, given.join(" "));
            let units = (0..games.len()).map(|at| at.to_string()).collect();
            return Part::new(work, &sharding, &command, &[], units)?.compute(report, |unit| {
                Ok(vec![serde_json::json!({ "ok": true, "form": games[unit].write(JSON_STYLE)? })])
            });
        }
        return tell(report, None, 0, &answer, &evidence, prove);
    }
    let given: Vec<String> = matches.get_many("modulo").map(|all| all.cloned().collect()).unwrap_or_default();
    let moduli = input.moduli(&given)?;
    evidence.check(report, moduli.len())?;
    let names = moduli.iter().map(|modulus| modulus.write(report.style)).collect::<Result<Vec<_>, _>>()?;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let width = if moduli.len() == 1 { 0 } else { width };
    let mut all_known = true;
    for (modulus, name) in moduli.iter().zip(&names) {
        let answer = match modulus.ask(&question) {
            Err(unknown @ Error::Undecided { .. }) => {
                tell_unknown(report, modulus, &unknown, name, width)?;
                all_known = false;
                continue;
            }
            answer => answer?,
        };
        let prove = |answer: &Record| modulus.prove_answer(&question, answer);
        tell(report, Some(modulus), width, &answer, &evidence, prove)?;
        all_known &= answer.is_decided();
    }
    if all_known { Ok(()) } else { Err(Failure::unknown()) }
}

/// Prints that an answer is not known, and what was tried.
fn tell_unknown(
    report: &mut Report,
    modulus: &Modulus,
    unknown: &Error,
    name: &str,
    width: usize,
) -> Result<(), Failure> {
    if report.json {
        let mut object = error_object(unknown, None);
        object.insert("modulo".to_owned(), modulus.write(JSON_STYLE)?.into());
        return report.object(&object);
    }
    match width {
        0 => report.line(&unknown.to_string()),
        _ => report.line(&format!("{name:width$}  {unknown}")),
    }
}

/// Reads an argument: games and lists of games may also be standard input or a file.
fn with_argument(
    work: &Workspace,
    input: &Input<'_>,
    question: Question,
    parameter: &'static Parameter,
    argument: &str,
) -> Result<Question, Failure> {
    if !matches!(parameter.kind, ArgumentKind::Game | ArgumentKind::Games) {
        return question
            .with_text(work, parameter.name, argument)
            .map_err(|error| Failure::reading(parameter.name, argument, error));
    }
    let what = if parameter.kind == ArgumentKind::Game { "game" } else { "games" };
    let (what, text) = input.text(what, argument)?;
    let refused = |error: Error| Failure::reading(&what, &text, error).in_field(parameter.name);
    match parameter.kind {
        ArgumentKind::Game => {
            let subject = Subject::read(work, &text).map_err(refused)?;
            Ok(question.with(parameter.name, misere::Argument::Game(subject))?)
        }
        _ => Ok(question.with(parameter.name, work.game_list(&text).map_err(refused)?)?),
    }
}

/// Prints an answer, alone on its line or behind the name of its universe. Nothing is
/// printed before the proof that was asked for is there.
fn tell(
    report: &mut Report,
    modulus: Option<&Modulus>,
    width: usize,
    answer: &Record,
    evidence: &Evidence,
    prove: impl FnOnce(&Record) -> Result<Proof, Error>,
) -> Result<(), Failure> {
    let proof = evidence.is_asked_for().then(|| prove(answer)).transpose()?;
    let proof = evidence.keep(proof)?;
    if report.gives_way_to(evidence.certificate.as_deref())? {
        return Ok(());
    }
    if report.json {
        return report.object(&answer_object(modulus, answer, proof.as_ref())?);
    }
    let lines = answer.lines(report.style)?;
    let name = modulus.filter(|_| width > 0).map(|modulus| modulus.write(report.style)).transpose()?;
    for (i, line) in lines.into_iter().enumerate() {
        report.line(&match &name {
            Some(name) if i == 0 => format!("{name:width$}  {line}"),
            _ => line,
        })?;
    }
    report.proof(proof.as_ref())
}
