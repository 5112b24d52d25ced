//! `misere show`: everything about one game.

use misere::core::{Exhausted, Limit};
use misere::data::{Datum, Record};
use misere::{
    Error, Game, NamedTexts, Outcome, Question, Style, Workspace, answer_object, players, write_outcome,
};

use crate::failure::Failure;
use crate::input::Input;
use crate::latex::{Cell, tabular};
use crate::report::Report;

pub(crate) fn show(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    game: &str,
    moduli: &[String],
) -> Result<(), Failure> {
    let g = input.game(game)?;
    let moduli = input.moduli(moduli)?;
    let answer = work.ask(&Question::new("show_modulo")?.with("g", &g)?.with("moduli", moduli)?)?;
    let rows: Vec<&Record> = match answer.get("modulo") {
        Some(Datum::List(rows)) => rows.items().iter().filter_map(as_record).collect(),
        _ => Vec::new(),
    };
    if report.json {
        report.object(&answer_object(None, &answer, None)?)?;
    } else {
        let style = report.style;
        // Names are the same in all forms that are shown.
        let forms = |record: &Record, name: &str| match record.get(name) {
            Some(Datum::Game(game)) => Some(game.clone()),
            _ => None,
        };
        let about = ["form", "conjugate", "adjoint"].into_iter().filter_map(|name| forms(&answer, name));
        let games: Vec<Game> = about.chain(rows.iter().filter_map(|row| forms(row, "form"))).collect();
        let NamedTexts { texts, definitions } = with_names(work, &games, style)?;
        let mut texts = texts.into_iter();
        in_words(report, &answer, [(); 3].map(|()| texts.next().unwrap_or_default()))?;
        report.line("")?;
        table(report, &rows, texts)?;
        if style == Style::Latex && !definitions.is_empty() {
            report.line("")?;
        }
        for definition in definitions.lines() {
            report.formula(definition, style == Style::Latex)?;
        }
    }
    let limit = rows.iter().find_map(|row| match row.get("limit") {
        Some(Datum::Text(text)) => text.as_plain().map(str::to_owned),
        _ => None,
    });
    limit.map_or(Ok(()), |limit| Err(Failure::limit(limit)))
}

fn as_record(datum: &Datum) -> Option<&Record> {
    if let Datum::Record(record) = datum { Some(record) } else { None }
}

fn is(record: &Record, name: &str) -> Option<bool> {
    if let Some(Datum::Boolean(yes)) = record.get(name) { Some(*yes) } else { None }
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

fn in_words(report: &mut Report, facts: &Record, forms: [String; 3]) -> Result<(), Failure> {
    let [form, conjugate, adjoint] = forms.map(Cell::form);
    let outcome = |name: &str| match facts.get(name) {
        Some(Datum::Outcome(outcome)) => {
            let letter = write_outcome(*outcome, report.style);
            Cell::MathAndText(letter, format!(": {}", winner_in_words(*outcome)))
        }
        _ => Cell::text("none: it has tombstones"),
    };
    let number = |name: &str| match facts.get(name) {
        Some(Datum::Count(count)) => count.number.to_string(),
        _ => String::new(),
    };
    let kinds: Vec<&str> = [
        ("impartial", "impartial"),
        ("dicot", "dicot"),
        ("dead_ending", "dead-ending"),
        ("blocking", "blocking"),
        ("p_free", "P-free"),
    ]
    .iter()
    .filter_map(|&(name, kind)| (is(facts, name) == Some(true)).then_some(kind))
    .collect();
    let edges = format!("{} as a tree, {} with shared subtrees", number("tree_edges"), number("dag_edges"));
    let rows = [
        ("form", form),
        ("rank", Cell::Text(number("rank"))),
        ("outcome", outcome("outcome")),
        ("normal outcome", outcome("normal_outcome")),
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

fn table(
    report: &mut Report,
    rows: &[&Record],
    mut forms: impl Iterator<Item = String>,
) -> Result<(), Failure> {
    const HEADER: [&str; 4] = ["modulo", "strong", "invertible", "simplest form"];
    let mut lines = vec![HEADER.map(str::to_owned)];
    for row in rows {
        let has_limit = row.get("limit").is_some_and(|limit| *limit != Datum::Nothing);
        let absent = || if has_limit { "(limit)" } else { "-" }.to_owned();
        let strong = row.get("strong").and_then(as_record);
        let strong = strong.map(|of| [is(of, "left") == Some(true), is(of, "right") == Some(true)]);
        let modulo = match row.get("modulo") {
            Some(Datum::Universe(universe)) => universe.write(report.style)?,
            _ => String::new(),
        };
        let form = match row.get("form") {
            Some(Datum::Game(_)) => forms.next(),
            _ => None,
        };
        lines.push([
            modulo,
            strong.map_or_else(absent, |strong| players(strong).to_owned()),
            match (is(row, "in_monoid"), is(row, "invertible")) {
                (Some(_), None) => "unknown".to_owned(),
                (_, invertible) => invertible.map_or_else(absent, |yes| yes_or_no(yes).to_owned()),
            },
            form.map_or_else(absent, |form| report.shortened(&form).into_owned()),
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
