//! `misere show`: everything about one game.

use misere::core::parallel;
use misere::{Error, Game, JSON_STYLE, Modulus, Outcome, Question, Workspace, answer_object, players};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use crate::input::Input;
use crate::report::Report;

/// The row of `show` for one universe. A field is null if the question does not arise, or
/// if a limit was reached.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct ModuloRow {
    modulo: String,
    form: Option<String>,
    strong: Option<StrongObject>,
    invertible: Option<bool>,
    /// The limit that was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
}

/// Whether a form is strong for each player.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct StrongObject {
    pub(crate) left: bool,
    pub(crate) right: bool,
}

impl From<[bool; 2]> for StrongObject {
    fn from([left, right]: [bool; 2]) -> StrongObject {
        StrongObject { left, right }
    }
}

pub(crate) fn show(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    game: &str,
    moduli: &[String],
) -> Result<(), Failure> {
    let g = input.game(game)?;
    let moduli = input.moduli(moduli)?;
    let style = if report.json { JSON_STYLE } else { report.style };
    let mut rows = Vec::new();
    for (modulus, about) in moduli.iter().zip(ask_in_parallel(work, &g, &moduli)) {
        let mut row = ModuloRow { modulo: modulus.write(style)?, ..ModuloRow::default() };
        row.form = kept(&mut row.limit, about.simplest.and_then(|form| form.write(style)));
        row.strong = kept(&mut row.limit, about.strong).map(StrongObject::from);
        row.invertible = kept(&mut row.limit, about.invertible);
        rows.push(row);
    }
    let limit = rows.iter().find_map(|row| row.limit.clone());
    if report.json {
        let question = Question::new("show")?.with("g", &g)?;
        let mut object = answer_object(&question, None, &work.ask(&question)?, None)?;
        object.insert("modulo".to_owned(), serde_json::to_value(&rows).unwrap_or(Value::Null));
        report.object(&object)?;
    } else {
        in_words(work, report, &g)?;
        report.line("")?;
        table(report, &rows)?;
    }
    limit.map_or(Ok(()), |limit| Err(Failure::limit(limit)))
}

fn in_words(work: &Workspace, report: &mut Report, g: &Game) -> Result<(), Failure> {
    let facts = work.facts(g)?;
    let style = report.style;
    let form = |g: &Game| match g.write(style) {
        Ok(text) => shortened(text),
        Err(error) => format!("({error})"),
    };
    let normal = facts.normal_outcome.map_or("none: it has tombstones".to_owned(), outcome_in_words);
    let kinds: Vec<&str> = [
        (facts.impartial, "impartial"),
        (facts.dicot, "dicot"),
        (facts.dead_ending, "dead-ending"),
        (facts.blocking, "blocking"),
        (facts.p_free, "P-free"),
    ]
    .iter()
    .filter_map(|&(is, kind)| is.then_some(kind))
    .collect();
    for (label, text) in [
        ("form", form(g)),
        ("rank", facts.rank.to_string()),
        ("outcome", outcome_in_words(facts.outcome)),
        ("normal outcome", normal),
        ("conjugate", form(&facts.conjugate)),
        ("adjoint", form(&facts.adjoint)),
        ("is", if kinds.is_empty() { "none of the kinds".to_owned() } else { kinds.join(", ") }),
        ("edges", format!("{} as a tree, {} with shared subtrees", facts.tree_edges, facts.dag_edges)),
    ] {
        report.line(&format!("{label:14}  {text}"))?;
    }
    Ok(())
}

/// The answers of `show` modulo one universe.
struct About {
    simplest: Result<Game, Error>,
    strong: Result<[bool; 2], Error>,
    invertible: Result<bool, Error>,
}

/// The answers modulo each modulus, in the order of the moduli.
fn ask_in_parallel(work: &Workspace, g: &Game, moduli: &[Modulus]) -> Vec<About> {
    // A thread costs more than a small question.
    const SMALL: u32 = 100;
    let threads = if g.rank() < SMALL { 1 } else { work.threads() };
    let asked = parallel::map(threads, 0, moduli, |modulus| {
        Ok::<_, std::convert::Infallible>(About {
            simplest: modulus.simplest(g),
            strong: modulus.strong(g),
            invertible: modulus.is_invertible(g),
        })
    });
    asked.unwrap_or_default()
}

/// The answer, or `None` for a question without one; a limit that was reached is noted.
fn kept<T>(limit: &mut Option<String>, answer: Result<T, Error>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(Error::Exhausted(exhausted)) => {
            *limit = Some(exhausted.to_string());
            None
        }
        Err(_) => None,
    }
}

fn table(report: &mut Report, rows: &[ModuloRow]) -> Result<(), Failure> {
    let header = ["modulo", "strong", "invertible", "simplest form"].map(str::to_owned);
    let mut lines = vec![header];
    for row in rows {
        let absent = || if row.limit.is_some() { "(limit)" } else { "-" }.to_owned();
        let strong = row.strong.map(|StrongObject { left, right }| players([left, right]).to_owned());
        lines.push([
            row.modulo.clone(),
            strong.unwrap_or_else(absent),
            row.invertible.map_or_else(absent, |yes| yes_or_no(yes).to_owned()),
            row.form.clone().map_or_else(absent, shortened),
        ]);
    }
    let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max().unwrap_or(0);
    let (a, b, c) = (width(0), width(1), width(2));
    for [modulo, strong, invertible, simplest] in &lines {
        report.line(&format!("{modulo:a$}  {strong:b$}  {invertible:c$}  {simplest}"))?;
    }
    Ok(())
}

pub(crate) fn outcome_in_words(outcome: Outcome) -> String {
    let words = match outcome {
        Outcome::L => "Left wins",
        Outcome::N => "the next player wins",
        Outcome::P => "the previous player wins",
        Outcome::R => "Right wins",
    };
    format!("{outcome}: {words}")
}

pub(crate) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// The text for a line to read, in which a very long form is cut.
pub(crate) fn shortened(text: String) -> String {
    const MOST: usize = 2_000;
    const KEPT: usize = 200;
    let length = text.chars().count();
    if length <= MOST {
        return text;
    }
    let beginning: String = text.chars().take(KEPT).collect();
    format!("{beginning}… ({length} characters; --json gives all)")
}
