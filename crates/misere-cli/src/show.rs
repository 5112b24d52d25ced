//! `misere show`: everything about one game.

use misere::core::{Exhausted, Limit, parallel};
use misere::{
    Error, Facts, Game, Invertibility, JSON_STYLE, Modulus, NamedTexts, Outcome, Question, Style, Workspace,
    answer_object, players, write_outcome,
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::failure::{Failure, with_flag};
use crate::input::Input;
use crate::latex::{Cell, tabular};
use crate::report::Report;

/// The row of `show` for one universe. A field is null if the question does not arise, or
/// if a limit was reached.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct ModuloRow {
    modulo: String,
    form: Option<String>,
    strong: Option<StrongObject>,
    invertible: Option<bool>,
    /// Whether the game equals a game of the universe.
    in_monoid: Option<bool>,
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
    let mut simplest = Vec::new();
    for (modulus, about) in moduli.iter().zip(ask_in_parallel(work, &g, &moduli)) {
        let mut row = ModuloRow { modulo: modulus.write(style)?, ..ModuloRow::default() };
        simplest.push(kept(&mut row.limit, about.simplest));
        row.strong = kept(&mut row.limit, about.strong).map(StrongObject::from);
        let invertibility = kept(&mut row.limit, about.invertible);
        row.invertible = invertibility.as_ref().and_then(Invertibility::is_invertible);
        row.in_monoid = invertibility.map(|found| found.element.is_some());
        rows.push(row);
    }
    if report.json {
        for (row, form) in rows.iter_mut().zip(simplest) {
            row.form = form.and_then(|form| kept(&mut row.limit, form.write(style)));
        }
        let question = Question::new("show")?.with("g", &g)?;
        let mut object = answer_object(None, &work.ask(&question)?, None)?;
        object.insert("modulo".to_owned(), serde_json::to_value(&rows).unwrap_or(Value::Null));
        report.object(&object)?;
    } else {
        let facts = work.facts(&g)?;
        // Names are the same in all forms that are shown.
        let about = [facts.form.clone(), facts.conjugate.clone(), facts.adjoint.clone()];
        let games: Vec<Game> = about.into_iter().chain(simplest.iter().flatten().cloned()).collect();
        let NamedTexts { texts, definitions } = with_names(work, &games, style)?;
        let mut texts = texts.into_iter();
        let shown = [(); 3].map(|()| texts.next().unwrap_or_default());
        for (row, _) in rows.iter_mut().zip(&simplest).filter(|(_, form)| form.is_some()) {
            row.form = texts.next();
        }
        in_words(report, &facts, shown)?;
        report.line("")?;
        table(report, &rows)?;
        if style == Style::Latex && !definitions.is_empty() {
            report.line("")?;
        }
        for definition in definitions.lines() {
            report.formula(definition, style == Style::Latex)?;
        }
    }
    let limit = rows.iter().find_map(|row| row.limit.clone());
    limit.map_or(Ok(()), |limit| Err(Failure::limit(limit)))
}

/// The games as text. Where the text of all is too long, each is written alone or not at all.
pub(crate) fn with_names(work: &Workspace, games: &[Game], style: Style) -> Result<NamedTexts, Error> {
    match work.write_with_names(games, style) {
        Err(Error::Exhausted(Exhausted { limit: Limit::Text(_), .. })) => {}
        written => return written,
    }
    let alone = |game: &Game| {
        let text = game.write_if_short(style)?;
        Ok(text.unwrap_or_else(|| format!("(a game of rank {}, too long to be written)", game.rank())))
    };
    let texts = games.iter().map(alone).collect::<Result<_, Error>>()?;
    Ok(NamedTexts { texts, definitions: String::new() })
}

fn in_words(report: &mut Report, facts: &Facts, forms: [String; 3]) -> Result<(), Failure> {
    let [form, conjugate, adjoint] = forms.map(Cell::form);
    let outcome = |outcome: Option<Outcome>| match outcome {
        Some(outcome) => {
            let letter = write_outcome(outcome, report.style);
            Ok::<_, Failure>(Cell::MathAndText(letter, format!(": {}", winner_in_words(outcome))))
        }
        None => Ok(Cell::text("none: it has tombstones")),
    };
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
    let edges = format!("{} as a tree, {} with shared subtrees", facts.tree_edges, facts.dag_edges);
    let rows = [
        ("form", form),
        ("rank", Cell::text(facts.rank)),
        ("outcome", outcome(Some(facts.outcome))?),
        ("normal outcome", outcome(facts.normal_outcome)?),
        ("conjugate", conjugate),
        ("adjoint", adjoint),
        ("is", Cell::Text(if kinds.is_empty() { "none of the kinds".to_owned() } else { kinds.join(", ") })),
        ("edges", Cell::Text(edges)),
    ];
    if report.style == Style::Latex {
        let rows: Vec<Vec<Cell>> =
            rows.into_iter().map(|(label, cell)| vec![Cell::text(label), cell]).collect();
        return tabular(report, "ll", None, &rows);
    }
    rows.into_iter().try_for_each(|(label, cell)| {
        report.line(&format!("{label:14}  {}", report.shortened(&cell.plain())))
    })
}

/// The answers of `show` modulo one universe.
struct About {
    simplest: Result<Game, Error>,
    strong: Result<[bool; 2], Error>,
    invertible: Result<Invertibility, Error>,
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
            invertible: modulus.invertibility(g),
        })
    });
    asked.unwrap_or_default()
}

/// The answer, or `None` for a question without one; a limit that was reached is noted.
fn kept<T>(limit: &mut Option<String>, answer: Result<T, Error>) -> Option<T> {
    match answer {
        Ok(answer) => Some(answer),
        Err(Error::Exhausted(exhausted)) => {
            *limit = Some(with_flag(&exhausted));
            None
        }
        Err(_) => None,
    }
}

fn table(report: &mut Report, rows: &[ModuloRow]) -> Result<(), Failure> {
    const HEADER: [&str; 4] = ["modulo", "strong", "invertible", "simplest form"];
    let mut lines = vec![HEADER.map(str::to_owned)];
    for row in rows {
        let absent = || if row.limit.is_some() { "(limit)" } else { "-" }.to_owned();
        let strong = row.strong.map(|StrongObject { left, right }| players([left, right]).to_owned());
        lines.push([
            row.modulo.clone(),
            strong.unwrap_or_else(absent),
            match (row.in_monoid, row.invertible) {
                (Some(_), None) => "unknown".to_owned(),
                (_, invertible) => invertible.map_or_else(absent, |yes| yes_or_no(yes).to_owned()),
            },
            row.form.as_ref().map_or_else(absent, |form| report.shortened(form).into_owned()),
        ]);
    }
    if report.style == Style::Latex {
        let row = |[modulo, strong, invertible, form]: [String; 4]| {
            vec![Cell::Math(modulo), Cell::Text(strong), Cell::Text(invertible), Cell::form(form)]
        };
        let rows: Vec<Vec<Cell>> = lines.into_iter().skip(1).map(row).collect();
        return tabular(report, "llll", Some(&HEADER.map(Cell::text)), &rows);
    }
    let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max().unwrap_or(0);
    let (a, b, c) = (width(0), width(1), width(2));
    for [modulo, strong, invertible, simplest] in &lines {
        report.line(&format!("{modulo:a$}  {strong:b$}  {invertible:c$}  {simplest}"))?;
    }
    Ok(())
}

pub(crate) fn outcome_in_words(outcome: Outcome) -> String {
    format!("{outcome}: {}", winner_in_words(outcome))
}

fn winner_in_words(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::L => "Left wins",
        Outcome::N => "the next player wins",
        Outcome::P => "the previous player wins",
        Outcome::R => "Right wins",
    }
}

pub(crate) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
