//! The page of everything about one game.

use misere_notation::NamedTexts;

use super::lines::Lines;
use super::row::Shape;
use crate::data::{Datum, Record};
use crate::error::Error;
use crate::game::Game;
use crate::questions::Facts;
use crate::render::page::{Cell, Sheet, definitions, table, with_names};
use crate::render::{players, write_outcome};

/// The facts about a game, with a table of what it is modulo each universe.
pub(super) const SHOWN: Shape = Shape { page: Some(page), ..Facts::SHAPE };

/// The facts that are kinds of games, and their names.
const KINDS: [(&str, &str); 5] = [
    ("impartial", "impartial"),
    ("dicot", "dicot"),
    ("dead_ending", "dead-ending"),
    ("blocking", "blocking"),
    ("p_free", "P-free"),
];

fn page(record: &Record, sheet: Sheet) -> Result<Vec<String>, Error> {
    let facts = Lines { record, style: sheet.style };
    let rows: Vec<Lines<'_>> = facts.each("modulo").collect();
    // Names are the same in all forms that are shown.
    let game = |of: &Lines<'_>, name: &str| match of.record.get(name) {
        Some(Datum::Game(game)) => Some(game.clone()),
        _ => None,
    };
    let about = ["form", "conjugate", "adjoint"].into_iter().filter_map(|name| game(&facts, name));
    let games: Vec<Game> = about.chain(rows.iter().filter_map(|row| game(row, "form"))).collect();
    let Some(first) = games.first() else { return Ok(Vec::new()) };
    let NamedTexts { texts, definitions: named } = with_names(first.workspace(), &games, sheet.style)?;
    let mut texts = texts.into_iter();
    let mut lines = in_words(&facts, sheet, [(); 3].map(|()| texts.next().unwrap_or_default()))?;
    lines.push(String::new());
    lines.extend(modulo_each(&rows, sheet, texts)?);
    lines.extend(definitions(sheet, &named));
    Ok(lines)
}

fn in_words(facts: &Lines<'_>, sheet: Sheet, forms: [String; 3]) -> Result<Vec<String>, Error> {
    let [form, conjugate, adjoint] = forms.map(Cell::form);
    let outcome = |name: &str| match facts.record.get(name) {
        Some(Datum::Outcome(outcome)) => {
            let winner = facts.winner(name).split_off(1);
            Cell::MathAndText(write_outcome(*outcome, sheet.style), winner)
        }
        _ => Cell::text("none: it has tombstones"),
    };
    let kinds: Vec<&str> =
        KINDS.into_iter().filter(|(name, _)| facts.truth(name) == Some(true)).map(|(_, kind)| kind).collect();
    let counts = Facts::SHAPE.fields.iter().filter(|field| field.name.ends_with("_edges"));
    let counts = counts.zip(["as a tree", "with shared subtrees"]);
    let edges = counts.map(|(field, how)| Ok(format!("{} {how}", facts.text(field.name)?)));
    let edges = edges.collect::<Result<Vec<_>, Error>>()?.join(", ");
    let rows = [
        ("form", form),
        ("rank", Cell::Text(facts.text("rank")?)),
        ("outcome", outcome("outcome")),
        ("normal outcome", outcome("normal_outcome")),
        ("conjugate", conjugate),
        ("adjoint", adjoint),
        ("is", Cell::Text(if kinds.is_empty() { "none of the kinds".to_owned() } else { kinds.join(", ") })),
        ("edges", Cell::Text(edges)),
    ];
    let rows = rows.into_iter().map(|(label, cell)| vec![Cell::text(label), cell]).collect();
    Ok(table(sheet, "ll", None, rows))
}

fn modulo_each(
    rows: &[Lines<'_>],
    sheet: Sheet,
    mut forms: impl Iterator<Item = String>,
) -> Result<Vec<String>, Error> {
    const HEAD: [&str; 4] = ["modulo", "strong", "invertible", "simplest form"];
    let mut lines = Vec::new();
    for row in rows {
        let absent = if row.has("limit") { "(limit)" } else { "-" };
        let yes_or_no = |yes: bool| if yes { "yes" } else { "no" };
        let strong = row.of("strong").map(|of| ["left", "right"].map(|name| of.truth(name) == Some(true)));
        let invertible = match (row.truth("in_monoid"), row.truth("invertible")) {
            (Some(_), None) => "unknown",
            (_, invertible) => invertible.map_or(absent, yes_or_no),
        };
        let form = if row.has("form") { forms.next() } else { None };
        lines.push(vec![
            Cell::Math(row.text("modulo")?),
            Cell::text(strong.map_or(absent, players)),
            Cell::text(invertible),
            Cell::form(form.unwrap_or_else(|| absent.to_owned())),
        ]);
    }
    Ok(table(sheet, "llll", Some(HEAD.map(Cell::text).into()), lines))
}
