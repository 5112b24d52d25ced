//! `misere census`: the classes of the games born by some day.

mod sqlite;

use misere::draw::draw_hasse;
use misere::order::FiniteOrder;
use misere::{Census, Class, Error, JSON_STYLE, Modulus, Style, Workspace, csv_cell, players};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::{CensusOf, Picture};
use crate::ask::quoted_for_the_shell;
use crate::failure::Failure;
use crate::input::Input;
use crate::latex::{Cell, tabular};
use crate::picture::write_scene;
use crate::report::Report;
use crate::shard::Part;
use crate::show::{StrongObject, yes_or_no};

use self::sqlite::Database;

pub(crate) fn census(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &CensusOf,
) -> Result<(), Failure> {
    let modulus = input.modulus("modulo", &asked.modulus)?;
    let of = match (&asked.of, asked.dicots) {
        (Some(of), _) => Some(input.modulus("of", of)?),
        (None, true) => Some(work.dicots()?),
        (None, false) => None,
    };
    // A file that cannot be written, or a missing order, is refused before the work.
    let database = asked.sqlite.as_deref().map(|path| Database::new(path, asked.force)).transpose()?;
    let picture = Picture { output: asked.hasse.clone(), standalone: asked.standalone, dpi: asked.dpi };
    let picture = picture.target()?;
    let gives_way = report.gives_way_to(asked.hasse.as_deref())?;
    let needs_order = asked.order || asked.covers || asked.comparisons || picture.is_some();
    if needs_order && !modulus.has_order() {
        return Err(Failure::bad_input(format!(
            "no order for {modulus}: modulo {modulus} games are equal or not"
        )));
    }
    let found =
        modulus.census(asked.day, of.as_ref()).map_err(|error| pointed(error, &modulus, of.as_ref()))?;
    let order = match needs_order || (modulus.has_order() && database.is_some()) {
        true => Some(found.order()?),
        false => None,
    };
    let sheet = Sheet { work, census: &found };
    if asked.sharding.shard.is_some() {
        let command = format!("census of day {}", asked.day);
        let units =
            found.classes.iter().map(|class| class.form.write(JSON_STYLE)).collect::<Result<_, _>>()?;
        let part = Part::new(work, &asked.sharding, &command, &[modulus.clone(), found.of.clone()], units)?;
        return part.compute(report, |unit| Ok(vec![sheet.class(unit, JSON_STYLE)?]));
    }
    if let Some(database) = database {
        database.write(&sheet, order.as_ref())?;
    }
    if let (Some((file, format)), Some(order)) = (picture, &order) {
        write_scene(work, &draw_hasse(&found.hasse(order)?, work.budget())?, file, format)?;
    }
    if gives_way {
        return Ok(());
    }
    match &order {
        Some(order) if asked.order => sheet.order(report, order),
        Some(order) if asked.covers => sheet.pairs(report, asked.csv, order.covers().into_iter()),
        Some(order) if asked.comparisons => {
            let of_one = |g: usize| order.below(g).map(move |h| (g, h));
            sheet.pairs(report, asked.csv, (0..order.len()).flat_map(of_one))
        }
        _ if asked.count => sheet.count(report),
        _ if asked.list || asked.csv => sheet.list(report, asked.csv),
        _ => sheet.summary(report),
    }
}

/// A refusal with a pointer to `misere count`, which does not list classes.
fn pointed(error: Error, modulus: &Modulus, of: Option<&Modulus>) -> Failure {
    let is_counted = modulus.has_order() && of.is_none_or(|of| of == modulus);
    match (&error, modulus.write(Style::Ascii)) {
        (Error::TooManyGames { too_many, .. }, Ok(name)) if is_counted && too_many.day == 3 => {
            let name = quoted_for_the_shell(&name);
            let help = format!("`misere count --day 3 --modulo {name}` counts classes without listing them");
            Failure::from(error).with_help(help)
        }
        _ => error.into(),
    }
}

/// A census, and how to show it.
struct Sheet<'a> {
    work: &'a Workspace,
    census: &'a Census,
}

/// The number of classes alone.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ClassesObject {
    ok: bool,
    classes: String,
}

/// A census in numbers, with the simplest form of each class.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SummaryObject {
    ok: bool,
    day: u32,
    modulo: String,
    of: String,
    games: u64,
    classes: String,
    forms: Vec<String>,
    by_day: Vec<u64>,
    outcomes: OutcomesObject,
    /// How many classes are strong; null unless modulo a universe.
    strong: Option<StrongCounts>,
    /// How many classes are invertible, how many are not and how many are their own conjugates;
    /// null modulo a set of games that is not closed under sums and conjugates.
    invertible: Option<u64>,
    not_invertible: Option<u64>,
    self_conjugate: Option<u64>,
    single: u64,
}

/// How many classes are strong for Left, for Right, for both.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StrongCounts {
    left: u64,
    right: u64,
    both: u64,
}

/// How many classes have each outcome.
#[derive(Serialize, JsonSchema)]
#[expect(non_snake_case, reason = "outcomes are named so")]
pub(crate) struct OutcomesObject {
    L: u64,
    N: u64,
    P: u64,
    R: u64,
}

/// A class.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ClassObject {
    ok: bool,
    /// The place of the class, which `conjugate` refers to.
    class: usize,
    form: String,
    /// The smallest game of the class.
    game: String,
    day: u32,
    trees: u64,
    outcome: String,
    strong: Option<StrongObject>,
    invertible: Option<bool>,
    /// The place of the class of the conjugates; null where there is no such class.
    conjugate: Option<usize>,
}

/// The order of the classes, in numbers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OrderObject {
    ok: bool,
    classes: String,
    pairs: u64,
    covers: usize,
    maximal: Vec<usize>,
    minimal: Vec<usize>,
    longest_chain: Vec<usize>,
    largest_antichain: Vec<usize>,
    antichains: Option<u64>,
}

/// Two classes of which the first is greater.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PairObject {
    ok: bool,
    above: usize,
    below: usize,
}

impl Sheet<'_> {
    fn count(&self, report: &mut Report) -> Result<(), Failure> {
        let classes = self.census.classes.len();
        if report.json {
            return report.object(&ClassesObject { ok: true, classes: classes.to_string() });
        }
        report.line(&classes.to_string())
    }

    fn summary(&self, report: &mut Report) -> Result<(), Failure> {
        let (modulo, of) = (self.census.modulus.write(report.style)?, self.census.of.write(report.style)?);
        let (tally, classes) = (&self.census.tally, self.census.classes.len());
        let [left, next, previous, right] = tally.outcomes;
        let has_sums = self.census.modulus.has_sums();
        if report.json {
            return report.object(&SummaryObject {
                ok: true,
                day: self.census.day,
                modulo,
                of,
                games: self.census.games,
                classes: classes.to_string(),
                forms: self.forms(report.style)?,
                by_day: tally.days.clone(),
                outcomes: OutcomesObject { L: left, N: next, P: previous, R: right },
                strong: tally.strong.map(|[left, right, both]| StrongCounts { left, right, both }),
                invertible: has_sums.then_some(tally.invertible),
                not_invertible: has_sums.then_some(tally.not_invertible),
                self_conjugate: has_sums.then_some(tally.self_conjugate),
                single: tally.single,
            });
        }
        let days: Vec<String> = tally.days.iter().enumerate().map(|(day, n)| format!("{day}: {n}")).collect();
        report.line(&format!(
            "games           {} of {of}, born by day {}",
            self.census.games, self.census.day
        ))?;
        report.line(&format!("classes         {classes} modulo {modulo}, {} of one game", tally.single))?;
        report.line(&format!("born on day     {}", days.join(", ")))?;
        report.line(&format!("outcome         L: {left}, N: {next}, P: {previous}, R: {right}"))?;
        if let Some([left, right, both]) = tally.strong {
            report.line(&format!("strong          Left: {left}, Right: {right}, both: {both}"))?;
        }
        if !has_sums {
            return Ok(());
        }
        let unknown = classes as u64 - tally.invertible - tally.not_invertible;
        let unknown = if unknown == 0 { String::new() } else { format!(", not known: {unknown}") };
        report
            .line(&format!("invertible      {}, not: {}{unknown}", tally.invertible, tally.not_invertible))?;
        report.line(&format!("self-conjugate  {}", tally.self_conjugate))
    }

    fn list(&self, report: &mut Report, csv: bool) -> Result<(), Failure> {
        if csv {
            report.line("class,form,game,day,trees,outcome,strong_left,strong_right,invertible,conjugate")?;
        }
        if csv || report.json {
            for place in 0..self.census.classes.len() {
                let class = self.class(place, report.style)?;
                if report.json {
                    report.object(&class)?;
                    continue;
                }
                let flag = |flag: Option<bool>| flag.map_or(String::new(), |yes| u8::from(yes).to_string());
                let fields = [
                    class.class.to_string(),
                    class.form,
                    class.game,
                    class.day.to_string(),
                    class.trees.to_string(),
                    class.outcome,
                    flag(class.strong.map(|strong| strong.left)),
                    flag(class.strong.map(|strong| strong.right)),
                    flag(class.invertible),
                    class.conjugate.map_or(String::new(), |place| place.to_string()),
                ];
                report.line(&fields.map(|field| csv_cell(&field)).join(","))?;
            }
            return Ok(());
        }
        let header = [
            "class",
            "form",
            "smallest game",
            "day",
            "trees",
            "outcome",
            "strong",
            "invertible",
            "conjugate",
        ];
        let mut rows = vec![header.map(str::to_owned)];
        for (place, Class { day, trees, outcome, strong, invertible, conjugate, .. }) in
            self.census.classes.iter().enumerate()
        {
            let written = self.class(place, report.style)?;
            rows.push([
                place.to_string(),
                written.form,
                written.game,
                day.to_string(),
                trees.to_string(),
                outcome.to_string(),
                strong.map_or("-", players).to_owned(),
                invertible.map_or("-", yes_or_no).to_owned(),
                conjugate.map_or("-".to_owned(), |place| place.to_string()),
            ]);
        }
        if report.style == Style::Latex {
            let cells = |row: [String; 9]| {
                let [id, form, game, rest @ ..] = row;
                let all = [Cell::Text(id), Cell::Math(form), Cell::Math(game)].into_iter();
                all.chain(rest.map(Cell::Text)).collect()
            };
            let rows: Vec<Vec<Cell>> = rows.into_iter().skip(1).map(cells).collect();
            return tabular(report, "rllrrcllr", Some(&header.map(Cell::text)), &rows);
        }
        columns(report, &rows)
    }

    fn class(&self, place: usize, style: Style) -> Result<ClassObject, Failure> {
        let class = &self.census.classes[place];
        Ok(ClassObject {
            ok: true,
            class: place,
            form: class.form.write(style)?,
            game: class.game.write(style)?,
            day: class.day,
            trees: class.trees,
            outcome: class.outcome.to_string(),
            strong: class.strong.map(StrongObject::from),
            invertible: class.invertible,
            conjugate: class.conjugate,
        })
    }

    fn order(&self, report: &mut Report, order: &FiniteOrder) -> Result<(), Failure> {
        /// The most antichains that are counted, since they are found one by one.
        const MOST_ANTICHAINS: u64 = 1_000_000;
        let (size, pairs, covers) = (order.len(), order.pairs(), order.covers().len());
        let (maximal, minimal) = (order.maximal(), order.minimal());
        let (longest_chain, largest_antichain) = (order.longest_chain(), order.largest_antichain());
        let antichains = order.antichains(MOST_ANTICHAINS);
        if report.json {
            return report.object(&OrderObject {
                ok: true,
                classes: size.to_string(),
                pairs,
                covers,
                maximal,
                minimal,
                longest_chain,
                largest_antichain,
                antichains,
            });
        }
        report.line(&format!("classes         {size}"))?;
        report.line(&format!("pairs G > H     {pairs} of {}", size * size.saturating_sub(1)))?;
        report.line(&format!("covers          {covers}"))?;
        report.line(&format!("maximal         {}", self.some(report, &maximal, ", ")?))?;
        report.line(&format!("minimal         {}", self.some(report, &minimal, ", ")?))?;
        report.line(&format!("longest chain   {}", self.some(report, &longest_chain, " > ")?))?;
        report.line(&format!("width           {}", largest_antichain.len()))?;
        report.line(&match antichains {
            Some(antichains) => format!("antichains      {antichains}, the empty one included"),
            None => format!("antichains      more than {MOST_ANTICHAINS}"),
        })
    }

    /// The simplest forms of all classes.
    fn forms(&self, style: Style) -> Result<Vec<String>, Error> {
        self.census.classes.iter().map(|class| class.form.write(style)).collect()
    }

    /// The number of classes, and the classes themselves unless they would fill a terminal.
    fn some(&self, report: &Report, places: &[usize], between: &str) -> Result<String, Failure> {
        const FEW: usize = 12;
        if report.is_read && places.len() > FEW {
            return Ok(format!("{} (add `| less` to see them)", places.len()));
        }
        let write = |&place: &usize| self.census.classes[place].form.write(report.style);
        let written: Result<Vec<String>, Error> = places.iter().map(write).collect();
        Ok(format!("{}: {}", places.len(), written?.join(between)))
    }

    fn pairs(
        &self,
        report: &mut Report,
        csv: bool,
        pairs: impl Iterator<Item = (usize, usize)>,
    ) -> Result<(), Failure> {
        if csv {
            report.line("above,below")?;
        }
        let forms = if csv || report.json { Vec::new() } else { self.forms(report.style)? };
        for (above, below) in pairs {
            if report.json {
                report.object(&PairObject { ok: true, above, below })?;
            } else if csv {
                report.line(&format!("{above},{below}"))?;
            } else {
                report.line(&format!("{} > {}", forms[above], forms[below]))?;
            }
        }
        Ok(())
    }
}

/// Prints a table whose columns are as wide as they need be.
pub(crate) fn columns<const N: usize>(report: &mut Report, rows: &[[String; N]]) -> Result<(), Failure> {
    let length = |text: &String| text.chars().filter(|c| !is_combining(*c)).count();
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = length(cell).max(*width);
        }
    }
    for row in rows {
        let padded = row.iter().zip(widths).map(|(cell, width)| {
            let gap = " ".repeat(width - length(cell));
            format!("{cell}{gap}")
        });
        report.line(padded.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}

/// Whether the character is a bar over a digit, which takes no room of its own.
fn is_combining(c: char) -> bool {
    c == '\u{304}' || c == '\u{305}'
}
