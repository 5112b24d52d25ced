//! `misere universe`: one universe, how two relate, which one a ruleset needs, the order of several.

use misere::{Error, Modulus, Question, Workspace, board_sizes};

use crate::args::{Evidence, Sharding, UniverseOf};
use crate::ask::{answers, part};
use crate::failure::Failure;
use crate::file::is_stdout;
use crate::input::Input;
use crate::picture::Target;
use crate::report::Report;

pub(crate) fn universe(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &UniverseOf,
) -> Result<(), Failure> {
    if asked.shard.is_some() {
        let question = Question::new("universe_survey_rows")?.with("birthday", asked.birthday)?;
        let sharding = Sharding { shard: asked.shard, output: asked.picture.output.clone() };
        return part(work, report, &question, None, &sharding);
    }
    let target = asked.picture.target()?;
    if target.is_some() && !asked.lattice && !asked.survey {
        return Err(Failure::bad_input("--output is for pictures of --lattice and --survey"));
    }
    report.gives_way_to(asked.picture.output.as_deref())?;
    let question = question(input, asked)?;
    match target {
        Some(target) => with_picture(work, report, question, &target),
        None => answers(work, report, &question, &[], &Evidence::default()),
    }
}

/// The question that the arguments ask.
fn question(input: &Input<'_>, asked: &UniverseOf) -> Result<Question, Failure> {
    if asked.survey {
        return Ok(Question::new("universe_survey")?.with("birthday", asked.birthday)?);
    }
    if let Some(ruleset) = &asked.of {
        let ruleset = input.ruleset(ruleset)?;
        let mut starts = asked.positions.clone();
        if let Some(boards) = &asked.boards {
            starts.extend(board_sizes(boards).map_err(|error| match error {
                Error::Argument { expected, .. } => Failure::bad_input(format!("--boards is {expected}")),
                other => other.into(),
            })?);
        }
        if starts.is_empty() {
            return Err(
                Failure::bad_input("no positions given").with_help("add --boards 4x5, or --position P")
            );
        }
        for start in &starts {
            ruleset.read(start).map_err(|error| Failure::reading("position", start, error.into()))?;
        }
        return Ok(Question::new("universe_of")?.with("ruleset", ruleset)?.with("positions", starts)?);
    }
    let universes: Vec<Modulus> =
        asked.universes.iter().map(|text| input.modulus("universe", text)).collect::<Result<_, _>>()?;
    Ok(match &universes[..] {
        _ if asked.lattice => Question::new("universe_lattice")?.with("moduli", universes)?,
        [one] => Question::new("universe")?.with("universe", one.clone())?,
        [first, second] => Question::new("universe_relation")?
            .with("first", first.clone())?
            .with("second", second.clone())?,
        _ => return Err(Failure::bad_input("give one universe, or two").with_help("--lattice takes more")),
    })
}

/// Writes the picture of an answer to a file, and prints the answer unless the file takes its place.
fn with_picture(
    work: &Workspace,
    report: &mut Report,
    question: Question,
    target: &Target<'_>,
) -> Result<(), Failure> {
    let answer = work.ask(&target.asked(question)?)?;
    target.write(&answer)?;
    if report.json {
        return report.object(&target.object(None, &answer)?);
    }
    if is_stdout(target.file) {
        return Ok(());
    }
    answer.lines(report.style)?.iter().try_for_each(|line| report.line(line))
}
