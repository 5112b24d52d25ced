//! The commands that are questions of the table: their arguments, and their answers.

use std::sync::LazyLock;

use clap::{Arg, ArgAction, ArgMatches, Command};
use misere::data::{Kind, Record};
use misere::{
    ArgumentKind, Error, JSON_STYLE, Modulus, Parameter, Proof, QUESTIONS, Question, QuestionKind, Reference,
    Workspace, answer_object, csv_heads, error_object,
};

use crate::args::{Evidence, Sharding};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;
use crate::shard::Part;

/// The question that a command is, if it is one and nothing else.
pub(crate) fn find(command: &str) -> Option<&'static QuestionKind> {
    QUESTIONS.iter().copied().find(|kind| name(kind) == command && !has_own_arguments(command))
}

/// The commands of the table, as clap wants them.
pub(crate) fn commands() -> impl Iterator<Item = Command> {
    QUESTIONS.iter().copied().filter(|kind| find(&name(kind)).is_some()).map(command)
}

/// The commands that are declared with arguments of their own.
static DECLARED: LazyLock<Command> =
    LazyLock::new(|| <crate::args::Command as clap::Subcommand>::augment_subcommands(Command::new("misere")));

/// Whether a command asks what a flag of another asks, as `census-order` and `census --order`. The
/// list of commands leaves it out.
fn is_part(command: &str) -> bool {
    let is_longer = |outer: &Command| {
        let rest = command.strip_prefix(outer.get_name());
        rest.is_some_and(|rest| rest.starts_with('-'))
    };
    DECLARED.get_subcommands().any(is_longer)
}

/// Whether a command, or one of a command such as `dead-ends show`, is declared with arguments of
/// its own, and asks one of several questions.
fn has_own_arguments(command: &str) -> bool {
    let is_inner = |outer: &Command| {
        let inner = command.strip_prefix(outer.get_name()).and_then(|rest| rest.strip_prefix('-'));
        inner.is_some_and(|inner| outer.find_subcommand(inner).is_some())
    };
    DECLARED.find_subcommand(command).is_some() || DECLARED.get_subcommands().any(is_inner)
}

/// The name of the command, with hyphens where the function has underscores.
fn name(kind: &QuestionKind) -> String {
    kind.name.replace('_', "-")
}

fn command(kind: &'static QuestionKind) -> Command {
    let mut command = Command::new(name(kind)).hide(is_part(&name(kind)));
    for parameter in kind.parameters {
        command = arguments(command, parameter);
    }
    if kind.takes_modulus() {
        let help = match kind.modulus {
            Reference::Usual => "The universe (repeatable; without it, the usual seven)",
            _ => "The universe (repeatable)",
        };
        let modulo = Arg::new("modulo").long("modulo").short('m').value_name("U").help(help);
        let modulo = modulo.required(kind.modulus == Reference::Required);
        command = command.arg(modulo.action(ArgAction::Append));
    }
    if kind.has_rows() {
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

/// The command with the arguments of a parameter: games stand alone, a position behind its ruleset,
/// and anything else has a flag.
fn arguments(command: Command, parameter: &Parameter) -> Command {
    let (name, help) = (parameter.name, parameter.help);
    match parameter.kind {
        ArgumentKind::Position => command
            .arg(Arg::new(RULESET).value_name("RULESET").required(true).help(
                "The game: a name (see `misere rulesets`), or the path of a rules file; or the whole position",
            ))
            .arg(Arg::new(name).help(help)),
        kind if kind.is_about_games() || kind == ArgumentKind::Ruleset => {
            command.arg(Arg::new(name).help(help).required(parameter.is_required))
        }
        ArgumentKind::Flag => command.arg(Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)),
        kind => {
            let arg = Arg::new(name).long(name).value_name(name.to_uppercase()).help(help);
            let arg = arg.required(parameter.is_required);
            command.arg(if kind.is_list() { arg.action(ArgAction::Append) } else { arg })
        }
    }
}

/// The argument before a position.
const RULESET: &str = "ruleset";

/// The part that is asked for, if one is.
fn sharding(kind: &QuestionKind, matches: &ArgMatches) -> Option<Sharding> {
    let given = kind.has_rows().then(|| <Sharding as clap::FromArgMatches>::from_arg_matches(matches).ok());
    given.flatten().filter(|sharding| sharding.shard.is_some())
}

/// The example as it is typed in a shell.
pub(crate) fn example(kind: &QuestionKind) -> String {
    let mut words = vec!["misere".to_owned(), name(kind)];
    for (argument, text) in kind.example.arguments {
        let is_alone = |parameter: &Parameter| {
            parameter.kind.is_about_games() || parameter.kind == ArgumentKind::Ruleset
        };
        let is_game =
            kind.parameters.iter().any(|parameter| parameter.name == *argument && is_alone(parameter));
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

/// Asks the question of a command modulo each universe, and prints the answers.
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
        question = with_argument(work, input, question, parameter, matches)?;
    }
    let evidence = match kind.is_provable() {
        true => <Evidence as clap::FromArgMatches>::from_arg_matches(matches).unwrap_or_default(),
        false => Evidence::default(),
    };
    let moduli = match kind.takes_modulus() {
        true => {
            let given: Vec<String> =
                matches.get_many("modulo").map(|all| all.cloned().collect()).unwrap_or_default();
            match given.is_empty() && kind.modulus == Reference::Optional {
                true => Vec::new(),
                false => input.moduli(&given)?,
            }
        }
        false => Vec::new(),
    };
    if let Some(sharding) = sharding(kind, matches) {
        return part(work, report, &question, moduli.first(), &sharding);
    }
    answers(work, report, &question, &moduli, &evidence)
}

/// Prints the answers to a question modulo each universe, or to a question without one.
pub(crate) fn answers(
    work: &Workspace,
    report: &mut Report,
    question: &Question,
    moduli: &[Modulus],
    evidence: &Evidence,
) -> Result<(), Failure> {
    evidence.check(report, moduli.len().max(1))?;
    if moduli.is_empty() {
        if report.json && lists_rows(question) {
            return rows(work, report, question, None);
        }
        let prove = |answer: &Record| work.prove_answer(question, answer);
        let answer = work.ask(question)?;
        tell(report, None, 0, &answer, evidence, prove)?;
        return answer.limit().map_or(Ok(()), |limit| Err(Failure::limit(limit)));
    }
    let names = moduli.iter().map(|modulus| modulus.write(report.style)).collect::<Result<Vec<_>, _>>()?;
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let width = if moduli.len() == 1 { 0 } else { width };
    let mut all_known = true;
    for (modulus, name) in moduli.iter().zip(&names) {
        if report.json && lists_rows(question) {
            rows(work, report, question, Some(modulus))?;
            continue;
        }
        let answer = match modulus.ask(question) {
            Err(unknown @ Error::Undecided { .. }) => {
                tell_unknown(report, modulus, &unknown, name, width)?;
                all_known = false;
                continue;
            }
            answer => answer?,
        };
        let prove = |answer: &Record| modulus.prove_answer(question, answer);
        tell(report, Some(modulus), width, &answer, evidence, prove)?;
        all_known &= answer.is_decided();
    }
    if all_known { Ok(()) } else { Err(Failure::unknown()) }
}

/// Whether an answer is the list of its rows, which are printed as they are found.
fn lists_rows(question: &Question) -> bool {
    let answer = &question.kind().answer;
    let is_list = matches!(answer.fields, [field] if matches!(field.kind, Kind::List(Kind::Record(_))));
    question.kind().has_rows() && is_list
}

/// Prints the rows of an answer as they are found, an object each.
fn rows(
    work: &Workspace,
    report: &mut Report,
    question: &Question,
    modulus: Option<&Modulus>,
) -> Result<(), Failure> {
    each_row(work, question, modulus, |row| report.object(&answer_object(None, row, None)?))
}

/// Does something with each row of an answer as it is found. A failure ends it.
pub(crate) fn each_row(
    work: &Workspace,
    question: &Question,
    modulus: Option<&Modulus>,
    mut each: impl FnMut(&Record) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut rows = question.rows(work, modulus)?;
    for unit in 0..rows.units.len() {
        let mut found = Vec::new();
        rows.each_of(unit, &mut |row| {
            found.push(row);
            Ok(())
        })?;
        found.iter().try_for_each(&mut each)?;
    }
    Ok(())
}

/// Prints the rows of an answer as comma-separated values, with their names first.
pub(crate) fn csv(
    work: &Workspace,
    report: &mut Report,
    question: &Question,
    modulus: Option<&Modulus>,
    left_out: &[&str],
) -> Result<(), Failure> {
    let Kind::List(Kind::Record(shape)) = question.kind().answer.fields[0].kind else {
        return Err(Failure::bad_input("--csv is for lists"));
    };
    report.line(&csv_heads(shape, left_out).join(","))?;
    let style = report.style;
    each_row(work, question, modulus, |row| report.line(&row.csv(style, left_out)?.join(",")))
}

/// Writes the part of the rows that was asked for.
pub(crate) fn part(
    work: &Workspace,
    report: &mut Report,
    question: &Question,
    modulus: Option<&Modulus>,
    sharding: &Sharding,
) -> Result<(), Failure> {
    let mut rows = question.rows(work, modulus)?;
    let part = Part::new(work, sharding, &rows.command, &rows.universes, rows.units.clone())?;
    part.compute(report, |unit| {
        let mut found = Vec::new();
        rows.each_of(unit, &mut |row| {
            found.push(answer_object(None, &row, None)?);
            Ok(())
        })?;
        Ok(found)
    })
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
    matches: &ArgMatches,
) -> Result<Question, Failure> {
    let name = parameter.name;
    match parameter.kind {
        ArgumentKind::Flag => return Ok(question.with(name, matches.get_flag(name))?),
        ArgumentKind::Position => {
            let ruleset = matches.get_one::<String>(RULESET).expect("a required argument");
            return Ok(question.with(name, input.subject(ruleset, matches.get_one(name))?)?);
        }
        ArgumentKind::Ruleset => {
            return match matches.get_one::<String>(name) {
                Some(ruleset) => Ok(question.with(name, input.ruleset(ruleset)?)?),
                None => Ok(question),
            };
        }
        kind if kind.is_list() && !kind.is_about_games() => {
            let given: Vec<&String> = matches.get_many(name).map(Iterator::collect).unwrap_or_default();
            let texts: Vec<&str> = given.into_iter().map(String::as_str).collect();
            return match texts[..] {
                [] => Ok(question),
                // One text may be a list with commas.
                [text] => question
                    .with_text(work, name, text)
                    .map_err(|error| Failure::reading(name, text, error).in_field(name)),
                _ => question.with_texts(work, name, &texts).map_err(|(error, at)| match at {
                    Some(at) => Failure::reading(name, texts[at], *error),
                    None => (*error).into(),
                }),
            };
        }
        _ => {}
    }
    let Some(argument) = matches.get_one::<String>(name) else { return Ok(question) };
    if !parameter.kind.is_about_games() {
        return question
            .with_text(work, name, argument)
            .map_err(|error| Failure::reading(name, argument, error));
    }
    let what = if parameter.kind.is_list() { "games" } else { "game" };
    let (what, text) = input.text(what, argument)?;
    question
        .with_text(work, name, &text)
        .map_err(|error| Failure::reading(&what, &text, error).in_field(name))
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
    let lines = answer.page(report.sheet())?;
    let name = modulus.filter(|_| width > 0).map(|modulus| modulus.write(report.style)).transpose()?;
    for (i, line) in lines.into_iter().enumerate() {
        report.line(&match &name {
            Some(name) if i == 0 => format!("{name:width$}  {line}"),
            _ => line,
        })?;
    }
    report.proof(proof.as_ref())
}
