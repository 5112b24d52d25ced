//! Many universes: that of a ruleset, how some lie, and all that small ends generate.

use std::path::Path;
use std::sync::Arc;

use misere::draw::draw_hasse;
use misere::rulesets::Ruleset;
use misere::{Error, JSON_STYLE, Modulus, Style, Survey, UniverseLattice, Workspace};
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::{listed, written};
use crate::args::{Sharding, UniverseOf};
use crate::failure::Failure;
use crate::picture::{Format, write_scene};
use crate::report::Report;
use crate::shard::Part;

/// The ends that occur in the play of a ruleset.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OccurringObject {
    ok: bool,
    ruleset: String,
    /// The positions that were followed.
    starts: Vec<String>,
    /// How many positions without independent parts follow.
    positions: usize,
    /// The ends, as Left ends, each once up to equality modulo M.
    ends: Vec<String>,
    /// Least generators.
    generators: Vec<String>,
    /// The smallest universe with all the positions.
    universe: String,
    /// The narrowest of D, D(-1), D({|-1,0}), E, B, M with all the positions.
    home: String,
}

/// Universes by inclusion, and their orders.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LatticeObject {
    ok: bool,
    /// The universes; equal ones together.
    universes: Vec<Vec<String>>,
    /// The pairs of a universe and one inside it with none between, by place.
    covers: Vec<(usize, usize)>,
    /// The pairs whose inclusion was tested and not proved: the first in the second.
    tested_inclusions: Vec<(usize, usize)>,
    /// The places of universes with provably the same order, together.
    orders: Vec<Vec<usize>>,
    /// The pairs of places in `orders` between which no difference was found.
    undistinguished: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// All universes that ends of small birthday generate.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SurveyObject {
    ok: bool,
    birthday: u32,
    ends: Vec<String>,
    sets: u64,
    universes: u64,
    /// Universes with the same closure under domination provably have the same order.
    closures: Vec<ClosureObject>,
    /// The orders on the forms of rank at most 2.
    small_orders: Vec<SmallOrderObject>,
    /// How many strength types there are on all forms of rank at most 3.
    types_of_rank_3: usize,
    /// How many random forms of rank 3 to 5 there are.
    samples: usize,
    /// How many strength types the random forms tell apart.
    sampled_types: usize,
    /// How many forms there are in all.
    forms: usize,
    /// The closures that all forms together do not tell apart, by place: universes of different
    /// types provably have different orders.
    types: Vec<Vec<usize>>,
    /// The pairs of a type and one inside it with none between, by place.
    covers: Vec<(usize, usize)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

/// A largest universe.
#[derive(Serialize, JsonSchema)]
struct ClosureObject {
    undominated: Vec<String>,
    /// The ends in the largest universe, by place in `ends` of the survey.
    ends: Vec<usize>,
    universes: u64,
}

/// An order on the forms of rank at most 2.
#[derive(Serialize, JsonSchema)]
struct SmallOrderObject {
    classes: usize,
    universes: u64,
    /// The closures with this order, by place.
    closures: Vec<usize>,
}

/// The largest board that is looked at, in each direction.
const LARGEST_BOARD: u32 = 12;

pub(super) fn occurring(
    work: &Workspace,
    report: &mut Report,
    ruleset: Arc<dyn Ruleset>,
    asked: &UniverseOf,
) -> Result<(), Failure> {
    let mut starts = asked.positions.clone();
    if let Some(boards) = &asked.boards {
        let size = boards.split_once(['x', 'X']).and_then(|(rows, columns)| {
            let side = |text: &str| text.trim().parse().ok().filter(|n| (1..=LARGEST_BOARD).contains(n));
            Some((side(rows)?, side(columns)?))
        });
        let Some((rows, columns)) = size else {
            let message =
                format!("--boards is a size such as 4x5, of at most {LARGEST_BOARD} rows and columns");
            return Err(Failure::bad_input(message));
        };
        let sizes = (1..=rows).flat_map(|r| (1..=columns).map(move |c| format!("{r}x{c}")));
        starts.extend(sizes);
    }
    if starts.is_empty() {
        return Err(Failure::bad_input("no positions given").with_help("add --boards 4x5, or --position P"));
    }
    for start in &starts {
        ruleset.read(start).map_err(|error| Failure::reading("position", start, error.into()))?;
    }
    let found = work.occurring_ends(ruleset, &starts)?;
    let (ends, generators) = (written(&found.ends, report.style)?, written(&found.generators, report.style)?);
    let (universe, home) = (found.universe.write(report.style)?, found.home.write(report.style)?);
    if report.json {
        let (ruleset, positions) = (found.ruleset, found.positions);
        return report.object(&OccurringObject {
            ok: true,
            ruleset,
            starts,
            positions,
            ends,
            generators,
            universe,
            home,
        });
    }
    report.line(&format!("positions   {}, up to symmetry, without independent parts", found.positions))?;
    report.line(&format!("ends        {}", listed(&ends)))?;
    report.line(&format!("generators  {}", listed(&generators)))?;
    report.line(&format!("universe    {universe}"))?;
    report.line(&format!("home        {home}"))
}

pub(super) fn lattice(
    work: &Workspace,
    report: &mut Report,
    universes: &[Modulus],
    target: Option<(&Path, Format)>,
) -> Result<(), Failure> {
    let lattice = work.universe_lattice(universes)?;
    if let Some((file, format)) = target {
        write_scene(work, &draw_hasse(&lattice.inclusions, work.budget())?, file, format)?;
    }
    if report.json {
        let names =
            |list: &Vec<Modulus>| list.iter().map(|u| u.write(report.style)).collect::<Result<_, Error>>();
        return report.object(&LatticeObject {
            ok: true,
            universes: lattice.members.iter().map(names).collect::<Result<_, _>>()?,
            covers: lattice.inclusions.order().covers(),
            tested_inclusions: lattice.tested_inclusions,
            orders: lattice.orders,
            undistinguished: lattice.undistinguished,
            file: target.map(|(file, _)| file.display().to_string()),
        });
    }
    if target.is_some_and(|(file, _)| crate::file::is_stdout(file)) {
        return Ok(());
    }
    lattice_lines(&lattice, report.style)?.iter().try_for_each(|line| report.line(line))
}

/// A line for each universe with the universes that lie just below it, and the groups of universes with
/// the same order.
fn lattice_lines(lattice: &UniverseLattice, style: Style) -> Result<Vec<String>, Error> {
    let name = |at: usize| lattice.members[at][0].write(style);
    let covers = lattice.inclusions.order().covers();
    let mut lines = Vec::new();
    for (at, universes) in lattice.members.iter().enumerate() {
        let equal = universes.iter().map(|u| u.write(style)).collect::<Result<Vec<_>, _>>()?.join(" = ");
        let below = covers.iter().filter(|(upper, _)| *upper == at);
        let below = below.map(|&(_, lower)| name(lower)).collect::<Result<Vec<_>, _>>()?;
        lines.push(if below.is_empty() { equal } else { format!("{equal}  contains  {}", below.join("  ")) });
    }
    for &(a, b) in &lattice.tested_inclusions {
        lines.push(format!("tested, not proved: {} inside {}", name(a)?, name(b)?));
    }
    for group in &lattice.orders {
        let names = group.iter().map(|&at| name(at)).collect::<Result<Vec<_>, _>>()?;
        if names.len() > 1 {
            lines.push(format!("same order (proved): {}", names.join("  ")));
        }
    }
    for &(a, b) in &lattice.undistinguished {
        let [a, b] = [a, b].map(|at| name(lattice.orders[at][0]));
        lines.push(format!("no difference of order found: {}  {}", a?, b?));
    }
    let different = lattice.orders.len();
    lines.push(if lattice.undistinguished.is_empty() {
        format!("{different} different orders")
    } else {
        format!("at most {different} different orders")
    });
    Ok(lines)
}

pub(super) fn survey(
    work: &Workspace,
    report: &mut Report,
    birthday: u32,
    target: Option<(&Path, Format)>,
) -> Result<(), Failure> {
    let survey = work.survey_of_universes(birthday)?;
    let hasse = survey.hasse()?;
    if let Some((file, format)) = target {
        write_scene(work, &draw_hasse(&hasse, work.budget())?, file, format)?;
    }
    if report.json {
        let mut closures = Vec::new();
        for closure in &survey.closures {
            closures.push(ClosureObject {
                undominated: written(&closure.undominated, report.style)?,
                ends: closure.ends.clone(),
                universes: closure.universes,
            });
        }
        let small = |order: &misere::OrderType| SmallOrderObject {
            classes: order.classes,
            universes: order.universes,
            closures: order.closures.clone(),
        };
        return report.object(&SurveyObject {
            ok: true,
            birthday,
            ends: written(&survey.ends, report.style)?,
            sets: survey.sets,
            universes: survey.universes,
            closures,
            small_orders: survey.small_orders.iter().map(small).collect(),
            types_of_rank_3: survey.types_of_rank_3,
            samples: survey.samples,
            sampled_types: survey.sampled_types,
            forms: survey.forms,
            types: survey.types.iter().map(|of| of.closures.clone()).collect(),
            covers: hasse.order().covers(),
            file: target.map(|(file, _)| file.display().to_string()),
        });
    }
    if target.is_some_and(|(file, _)| crate::file::is_stdout(file)) {
        return Ok(());
    }
    survey_lines(&survey, report.style)?.iter().try_for_each(|line| report.line(line))
}

/// A largest universe of a survey, in a part of it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SurveyRowObject {
    ok: bool,
    /// The ends in the largest universe.
    ends: Vec<String>,
    /// How many universes have this closure.
    universes: u64,
    /// How many classes the forms of rank at most 2 have.
    classes: usize,
    /// The SHA-256 of which of all the forms are strong for Left: closures with different ones
    /// provably have different orders.
    strength: String,
}

/// Writes a part of a survey: a row for each closure.
pub(super) fn survey_part(
    work: &Workspace,
    report: &mut Report,
    birthday: u32,
    sharding: &Sharding,
) -> Result<(), Failure> {
    let plan = work.survey_plan(birthday)?;
    let units = (0..plan.closures()).map(|at| Ok(written(&plan.ends(at), JSON_STYLE)?.join(" ")));
    let units = units.collect::<Result<Vec<String>, Failure>>()?;
    let part = Part::new(work, sharding, &format!("survey of birthday {birthday}"), &[], units)?;
    part.compute(report, |unit| {
        let row = plan.row(unit)?;
        let bits: Vec<u8> = row.strong.iter().map(|strong| u8::from(*strong)).collect();
        Ok(vec![SurveyRowObject {
            ok: true,
            ends: written(&plan.ends(unit), JSON_STYLE)?,
            universes: row.universes,
            classes: row.classes,
            strength: Sha256::digest(bits).iter().map(|byte| format!("{byte:02x}")).collect(),
        }])
    })
}

fn survey_lines(survey: &Survey, style: Style) -> Result<Vec<String>, Error> {
    let closures = survey.closures.len();
    let mut lines = vec![
        format!("ends            {} of birthday at most {}", survey.ends.len(), survey.birthday),
        format!("sets            {}", survey.sets),
        format!("universes       {}", survey.universes),
        format!("closures        {closures} under domination: proved, at most {closures} orders"),
        format!("rank 0 to 2     {} orders on the 256 forms: proved", survey.small_orders.len()),
        format!(
            "rank 3          {} strength types on all forms of rank at most 3: proved",
            survey.types_of_rank_3
        ),
        format!(
            "rank 3 to 5     {} strength types on {} random forms: sampled",
            survey.sampled_types, survey.samples
        ),
        format!(
            "together        {} strength types on {} forms: proved, at least {} orders",
            survey.types.len(),
            survey.forms,
            survey.types.len()
        ),
        String::new(),
        "classes of the 256 forms of rank at most 2, universes with that order, undominated ends:".to_owned(),
    ];
    for order in &survey.small_orders {
        let ends = |&at: &usize| {
            Ok(format!("[{}]", listed_or_none(&written(&survey.closures[at].undominated, style)?)))
        };
        let ends = order.closures.iter().map(ends).collect::<Result<Vec<_>, Error>>()?;
        lines.push(format!("{:4}  {:5}  {}", order.classes, order.universes, ends.join(" ")));
    }
    let shared = survey.types.iter().filter(|of| of.closures.len() > 1);
    for of in shared {
        let ends = |&at: &usize| {
            Ok(format!("[{}]", listed_or_none(&written(&survey.closures[at].undominated, style)?)))
        };
        let ends = of.closures.iter().map(ends).collect::<Result<Vec<_>, Error>>()?;
        lines.push(format!("not told apart, though not proved equal: {}", ends.join(" ")));
    }
    Ok(lines)
}

fn listed_or_none(texts: &[String]) -> String {
    if texts.is_empty() { "none".to_owned() } else { texts.join(" ") }
}
