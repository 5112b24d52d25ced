//! `misere universe`: one universe, how two relate, which one a ruleset needs, how many lie.

mod many;
mod relation;

use misere::core::EndKind;
use misere::{AboutUniverse, EndTest, Error, Game, Modulus, Style, TestOf, Workspace};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{Sharding, UniverseOf};
use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

pub(crate) use self::many::{LatticeObject, OccurringObject, SurveyObject, SurveyRowObject};
pub(crate) use self::relation::RelationObject;

/// A universe, and what is known of its ends.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AboutObject {
    ok: bool,
    universe: String,
    /// The narrowest kind that contains all ends: `zero`, `dead`, `blocked` or `any`.
    ends: &'static str,
    /// Whether the set of games is closed under sums and conjugates.
    parental: bool,
    /// Least generators; null if no finite set is known to generate the universe.
    generators: Option<Vec<String>>,
    /// The ends whose sums decide strength.
    undominated: Option<Vec<String>>,
    terminable: Option<Vec<String>>,
    neutral: Option<Vec<String>>,
    /// Least generators of up(U) among the dead ends of birthday at most 4; null if some end is
    /// not dead.
    up: Option<Vec<String>>,
    /// How many Left ends are born on day 0, 1, …, up to equality modulo M.
    left_ends: Vec<u64>,
    /// The ends that decide strength.
    tests: Vec<TestObject>,
    /// Which forms are strong for Left, in words, where that is known without ends; else null.
    strength: Option<&'static str>,
    lies_in: Vec<String>,
    contains: Vec<String>,
}

/// Ends that decide strength: of all forms, or of some.
#[derive(Serialize, JsonSchema)]
struct TestObject {
    /// The test is for forms of at most this rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<u32>,
    /// The test is for forms in which Left can make at most so many moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_moves: Option<u32>,
    ends: Vec<String>,
}

pub(crate) fn universe(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &UniverseOf,
) -> Result<(), Failure> {
    if asked.shard.is_some() {
        let sharding = Sharding { shard: asked.shard, output: asked.picture.output.clone() };
        return many::survey_part(work, report, asked.birthday, &sharding);
    }
    let target = asked.picture.target()?;
    if target.is_some() && !asked.lattice && !asked.survey {
        return Err(Failure::bad_input("--output is for pictures of --lattice and --survey"));
    }
    report.gives_way_to(asked.picture.output.as_deref())?;
    if asked.survey {
        return many::survey(work, report, asked.birthday, target);
    }
    if let Some(ruleset) = &asked.of {
        let ruleset = input.ruleset(ruleset)?;
        return many::occurring(work, report, ruleset, asked);
    }
    let universes: Vec<Modulus> =
        asked.universes.iter().map(|text| input.modulus("universe", text)).collect::<Result<_, _>>()?;
    match &universes[..] {
        _ if asked.lattice => many::lattice(work, report, &universes, target),
        [one] => about(report, &one.about_universe()?),
        [first, second] => relation::relation(report, &first.relate(second)?),
        _ => Err(Failure::bad_input("give one universe, or two").with_help("--lattice takes more")),
    }
}

fn about(report: &mut Report, about: &AboutUniverse) -> Result<(), Failure> {
    let style = report.style;
    let universe = about.universe.write(style)?;
    let of_generated = |ends: fn(&misere::GeneratedEnds) -> &Vec<Game>| {
        about.generated.as_ref().map(|generated| written(ends(generated), style)).transpose()
    };
    let generators = of_generated(|ends| &ends.minimal)?;
    let undominated = of_generated(|ends| &ends.undominated)?;
    let terminable = of_generated(|ends| &ends.terminable)?;
    let neutral = of_generated(|ends| &ends.neutral)?;
    let up = about.upward.as_ref().map(|ends| written(ends, style)).transpose()?;
    let names = |list: &[Modulus]| list.iter().map(|u| u.write(style)).collect::<Result<Vec<_>, Error>>();
    let (lies_in, contains) = (names(&about.lies_in)?, names(&about.contains)?);
    if report.json {
        let test = |test: &EndTest| {
            let (rank, left_moves) = match test.of {
                TestOf::Rank(n) => (Some(n), None),
                TestOf::LeftMoves(n) => (None, Some(n)),
                TestOf::All => (None, None),
            };
            Ok::<_, Error>(TestObject { rank, left_moves, ends: sums(test, style)? })
        };
        return report.object(&AboutObject {
            ok: true,
            universe,
            ends: kind(about.kind),
            parental: about.is_parental,
            generators,
            undominated,
            terminable,
            neutral,
            up,
            left_ends: about.left_ends.clone(),
            tests: about.tests.iter().map(test).collect::<Result<_, _>>()?,
            strength: about.strength,
            lies_in,
            contains,
        });
    }
    // Nothing is printed before everything could be written.
    let mut lines =
        vec![format!("universe     {universe}"), format!("ends         {}", kind_in_words(about.kind))];
    if !about.is_parental {
        let closed = "closed under options and {X|Y}; not under sums and conjugates: no sums, no inverses";
        lines.push(closed.to_owned());
    }
    if let Some(generators) = generators {
        lines.push(format!("generators   {}", listed(&generators)));
    }
    if let Some(up) = &up {
        lines.push(format!("up           {} (generators of birthday at most 4)", listed(up)));
    }
    if let Some(undominated) = undominated {
        lines.push(format!("undominated  {}", listed(&undominated)));
    }
    if let Some(terminable) = terminable {
        lines.push(format!("terminable   {}", listed(&terminable)));
    }
    if let Some(neutral) = neutral {
        lines.push(format!("neutral      {}", listed(&neutral)));
    }
    let days: Vec<String> =
        about.left_ends.iter().enumerate().map(|(day, n)| format!("{day}: {n}")).collect();
    lines.push(format!("Left ends    {} (born on day, up to equality modulo M)", days.join(", ")));
    for test in &about.tests {
        let ends = listed(&sums(test, style)?);
        lines.push(match test.of {
            TestOf::Rank(n) => format!("T_{n}          {ends}"),
            TestOf::LeftMoves(1) => format!("tests        {ends} (forms with at most 1 move of Left)"),
            TestOf::LeftMoves(n) => format!("tests        {ends} (forms with at most {n} moves of Left)"),
            TestOf::All => format!("tests        {ends} (for Left, one at a time)"),
        });
    }
    if let Some(strength) = about.strength {
        lines.push(format!("strong       {strength}"));
    } else if about.tests.is_empty() {
        lines.push(
            "tests        no finite test is known: a defeating sum or a strategy is looked for, and may be missed"
                .to_owned(),
        );
    }
    lines.push(format!("lies in      {}", listed(&lies_in)));
    lines.push(format!("contains     {}", listed(&contains)));
    lines.iter().try_for_each(|line| report.line(line))
}

fn kind(kind: EndKind) -> &'static str {
    match kind {
        EndKind::Zero => "zero",
        EndKind::Dead => "dead",
        EndKind::Blocked => "blocked",
        EndKind::Any => "any",
    }
}

fn kind_in_words(kind: EndKind) -> &'static str {
    match kind {
        EndKind::Zero => "0 alone",
        EndKind::Dead => "all dead",
        EndKind::Blocked => "all blocked, not all dead",
        EndKind::Any => "not all blocked",
    }
}

fn written(games: &[Game], style: Style) -> Result<Vec<String>, Error> {
    games.iter().map(|game| game.write(style)).collect()
}

fn sums(test: &EndTest, style: Style) -> Result<Vec<String>, Error> {
    test.ends.iter().map(|sum| sum.write(style)).collect()
}

/// Texts with commas between them, or a dash.
fn listed(texts: &[String]) -> String {
    if texts.is_empty() { "-".to_owned() } else { texts.join(", ") }
}
