//! `misere show`: everything about one game.

use std::collections::HashMap;
use std::convert::Infallible;

use misere::core::parallel;
use misere::{Error, Form, Outcome, UniverseName, Workspace};
use serde::Serialize;

use crate::batch;
use crate::failure::Failure;
use crate::input::{Input, STANDARD};
use crate::modulo::{players, yes_or_no};
use crate::report::Report;

#[derive(Serialize)]
struct ShowObject {
    #[serde(flatten)]
    facts: batch::FactsAnswer,
    form: Option<String>,
    tree_edges: String,
    dag_edges: u64,
    modulo: Vec<ModuloRow>,
}

/// What `show` says modulo one universe. `None` where the question does not
/// arise, or a limit was reached, and then `limit` says which.
#[derive(Default, Serialize)]
struct ModuloRow {
    modulo: String,
    simplest: Option<String>,
    strong_left: Option<bool>,
    strong_right: Option<bool>,
    invertible: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<String>,
}

pub(crate) fn show(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    game: &str,
) -> Result<(), Failure> {
    let g = input.game(game)?;
    let facts = work.facts(g)?;
    // Most simplest forms are the same, and a large one takes long to write.
    let mut written: HashMap<Form, Result<String, Error>> = HashMap::new();
    let mut write =
        |form: Form| written.entry(form).or_insert_with(|| work.write(form, report.style)).clone();
    let moduli = STANDARD.iter().map(|name| input.modulus(name)).collect::<Result<Vec<_>, _>>()?;
    let mut rows = Vec::new();
    for (modulus, about) in moduli.iter().zip(ask_in_parallel(work, g, &moduli)) {
        let mut row =
            ModuloRow { modulo: work.write_modulus(modulus, report.style)?, ..ModuloRow::default() };
        row.simplest = kept(&mut row.limit, about.simplest.and_then(&mut write));
        let strong = kept(&mut row.limit, about.strong);
        (row.strong_left, row.strong_right) = (strong.map(|s| s[0]), strong.map(|s| s[1]));
        row.invertible = kept(&mut row.limit, about.invertible);
        rows.push(row);
    }
    let limit = rows.iter().find_map(|row| row.limit.clone());
    if report.json {
        let object = ShowObject {
            facts: batch::FactsAnswer::new(work, &facts, report.style),
            form: write(g).ok(),
            tree_edges: facts.tree_edges.to_string(),
            dag_edges: facts.dag_edges,
            modulo: rows,
        };
        report.object(&object)?;
    } else {
        let mut form = |g: Form| match write(g) {
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
            ("conjugate", form(facts.conjugate)),
            ("adjoint", form(facts.adjoint)),
            ("is", if kinds.is_empty() { "none of the kinds".to_owned() } else { kinds.join(", ") }),
            ("edges", format!("{} as a tree, {} with shared subtrees", facts.tree_edges, facts.dag_edges)),
        ] {
            report.line(&format!("{label:14}  {text}"))?;
        }
        report.line("")?;
        table(report, rows)?;
    }
    limit.map_or(Ok(()), |limit| Err(Failure::Limit(limit)))
}

/// What `show` asks modulo one universe.
struct About {
    simplest: Result<Form, Error>,
    strong: Result<[bool; 2], Error>,
    invertible: Result<bool, Error>,
}

/// The answers modulo each, in the order of the moduli whoever finds them.
fn ask_in_parallel(work: &Workspace, g: Form, moduli: &[UniverseName]) -> Vec<About> {
    // A thread costs more than a small question.
    const SMALL: u32 = 100;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if work.forms().rank(g) < SMALL { 1 } else { threads };
    let Ok(found) = parallel::map(threads, 0, moduli, |modulus| {
        let simplest = work.simplest(g, modulus);
        let (strong, invertible) = (work.strong(g, modulus), work.is_invertible(g, modulus));
        Ok::<_, Infallible>(About { simplest, strong, invertible })
    });
    found
}

/// The answer, or nothing where there is none; a limit that was reached is noted.
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

fn table(report: &mut Report, rows: Vec<ModuloRow>) -> Result<(), Failure> {
    let header = ["modulo", "strong", "invertible", "simplest form"].map(str::to_owned);
    let mut lines = vec![header];
    for row in rows {
        let absent = || if row.limit.is_some() { "(limit)" } else { "-" }.to_owned();
        let strong = row.strong_left.zip(row.strong_right).map(|(l, r)| players([l, r]).to_owned());
        lines.push([
            row.modulo.clone(),
            strong.unwrap_or_else(absent),
            row.invertible.map_or_else(absent, |yes| yes_or_no(yes).to_owned()),
            row.simplest.clone().map_or_else(absent, shortened),
        ]);
    }
    let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max().unwrap_or(0);
    let (a, b, c) = (width(0), width(1), width(2));
    for [modulo, strong, invertible, simplest] in lines {
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

/// For a line that a person reads: very long forms are cut.
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
