//! `misere census`: the classes of the games born by some day.

mod sqlite;

use misere::census::classes::{Census, Class};
use misere::draw::draw_hasse;
use misere::order::FiniteOrder;
use misere::{Error, Style, UniverseName, Workspace};
use serde::Serialize;

use crate::args::CensusOf;
use crate::failure::Failure;
use crate::input::Input;
use crate::latex::{Cell, tabular};
use crate::modulo::{players, yes_or_no};
use crate::picture::{format_of, write_scene};
use crate::report::Report;
use crate::table::csv_field;

use self::sqlite::Database;

pub(crate) fn census(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &CensusOf,
) -> Result<(), Failure> {
    let modulus = input.modulus(&asked.modulus)?;
    let of = match &asked.of {
        Some(of) => input.modulus(of)?,
        None if asked.dicots => UniverseName::D,
        None if modulus == UniverseName::N => UniverseName::M,
        None => modulus.clone(),
    };
    // What cannot be written, or has no order, is refused before the work.
    let database = asked.sqlite.as_deref().map(|path| Database::new(path, asked.force)).transpose()?;
    let picture =
        asked.hasse.as_deref().map(|file| Ok::<_, Failure>((file, format_of(file)?))).transpose()?;
    let needs_order = asked.order || asked.covers || asked.comparisons || picture.is_some();
    let has_order = modulus != UniverseName::I;
    if needs_order && !has_order {
        let message = "no order for I: modulo I games are equal or not";
        return Err(Failure::BadInput(message.to_owned()));
    }
    let found = work.census(asked.day, &modulus, &of).map_err(|error| pointed(work, error, &modulus, &of))?;
    let order = match needs_order || (has_order && database.is_some()) {
        true => Some(work.census_order(&found, &modulus)?),
        false => None,
    };
    let sheet = Sheet { work, modulus, of, census: &found };
    if let Some(database) = database {
        database.write(&sheet, order.as_ref())?;
    }
    if let (Some((file, format)), Some(order)) = (picture, &order) {
        write_scene(&draw_hasse(&work.hasse(&found, order)?), file, format)?;
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

/// A refusal with a pointer to where classes are counted without being listed.
fn pointed(work: &Workspace, error: Error, modulus: &UniverseName, of: &UniverseName) -> Failure {
    let is_counted = modulus == of && *modulus != UniverseName::I;
    match (&error, work.write_modulus(modulus, Style::Ascii)) {
        (Error::TooManyGames { too_many, .. }, Ok(name)) if is_counted && too_many.day == 3 => {
            let name = if name.contains('(') { format!("'{name}'") } else { name };
            let help = format!("`misere count --day 3 --modulo {name}` counts classes without listing them");
            Failure::TooLarge(format!("{error}\nhelp: {help}"))
        }
        _ => error.into(),
    }
}

/// A census, and how it is shown.
struct Sheet<'a> {
    work: &'a Workspace,
    modulus: UniverseName,
    of: UniverseName,
    census: &'a Census,
}

#[derive(Serialize)]
struct CountObject {
    ok: bool,
    classes: usize,
}

#[derive(Serialize)]
struct SummaryObject {
    ok: bool,
    day: u32,
    modulo: String,
    of: String,
    games: u64,
    classes: usize,
    by_day: Vec<u64>,
    outcomes: OutcomesObject,
    /// Strong for Left, for Right, for both.
    strong: Option<[u64; 3]>,
    invertible: u64,
    not_invertible: u64,
    self_conjugate: u64,
    single: u64,
}

#[derive(Serialize)]
#[expect(non_snake_case, reason = "outcomes are named so")]
struct OutcomesObject {
    L: u64,
    N: u64,
    P: u64,
    R: u64,
}

#[derive(Serialize)]
struct ClassObject {
    ok: bool,
    id: usize,
    form: String,
    ordinary: String,
    day: u32,
    trees: u64,
    outcome: String,
    left_strong: Option<bool>,
    right_strong: Option<bool>,
    invertible: Option<bool>,
    conjugate: usize,
}

#[derive(Serialize)]
struct OrderObject {
    ok: bool,
    classes: usize,
    pairs: u64,
    covers: usize,
    maximal: Vec<usize>,
    minimal: Vec<usize>,
    longest_chain: Vec<usize>,
    largest_antichain: Vec<usize>,
    antichains: Option<u64>,
}

#[derive(Serialize)]
struct PairObject {
    ok: bool,
    above: usize,
    below: usize,
}

impl Sheet<'_> {
    fn count(&self, report: &mut Report) -> Result<(), Failure> {
        let classes = self.census.classes.len();
        if report.json {
            return report.object(&CountObject { ok: true, classes });
        }
        report.line(&classes.to_string())
    }

    fn summary(&self, report: &mut Report) -> Result<(), Failure> {
        let name = |universe: &UniverseName| self.work.write_modulus(universe, report.style);
        let (modulo, of) = (name(&self.modulus)?, name(&self.of)?);
        let (tally, classes) = (self.census.tally(), self.census.classes.len());
        let [left, next, previous, right] = tally.outcomes;
        if report.json {
            return report.object(&SummaryObject {
                ok: true,
                day: self.census.day,
                modulo,
                of,
                games: self.census.games,
                classes,
                by_day: tally.days,
                outcomes: OutcomesObject { L: left, N: next, P: previous, R: right },
                strong: tally.strong,
                invertible: tally.invertible,
                not_invertible: tally.not_invertible,
                self_conjugate: tally.self_conjugate,
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
        let outside = classes as u64 - tally.invertible - tally.not_invertible;
        let outside =
            if outside == 0 { String::new() } else { format!(", {outside} without a game of {modulo}") };
        report
            .line(&format!("invertible      {}, not: {}{outside}", tally.invertible, tally.not_invertible))?;
        report.line(&format!("self-conjugate  {}", tally.self_conjugate))
    }

    fn list(&self, report: &mut Report, csv: bool) -> Result<(), Failure> {
        if csv {
            report
                .line("id,form,ordinary,day,trees,outcome,left_strong,right_strong,invertible,conjugate")?;
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
                    class.id.to_string(),
                    class.form,
                    class.ordinary,
                    class.day.to_string(),
                    class.trees.to_string(),
                    class.outcome,
                    flag(class.left_strong),
                    flag(class.right_strong),
                    flag(class.invertible),
                    class.conjugate.to_string(),
                ];
                report.line(&fields.map(|field| csv_field(&field)).join(","))?;
            }
            return Ok(());
        }
        let header =
            ["id", "form", "smallest game", "day", "trees", "outcome", "strong", "invertible", "conjugate"];
        let mut rows = vec![header.map(str::to_owned)];
        for (place, &Class { day, trees, outcome, strong, invertible, conjugate, .. }) in
            self.census.classes.iter().enumerate()
        {
            let written = self.class(place, report.style)?;
            rows.push([
                place.to_string(),
                written.form,
                written.ordinary,
                day.to_string(),
                trees.to_string(),
                outcome.to_string(),
                strong.map_or("-", players).to_owned(),
                invertible.map_or("-", yes_or_no).to_owned(),
                conjugate.to_string(),
            ]);
        }
        if report.style == Style::Latex {
            let cells = |row: [String; 9]| {
                let [id, form, game, rest @ ..] = row;
                let all = [Cell::Text(id), Cell::Math(form), Cell::Math(game)].into_iter();
                all.chain(rest.map(Cell::Text)).collect()
            };
            let rows: Vec<Vec<Cell>> = rows.into_iter().skip(1).map(cells).collect();
            return tabular(report, "rllrrcllr", Some(&header), &rows);
        }
        columns(report, &rows)
    }

    fn class(&self, place: usize, style: Style) -> Result<ClassObject, Failure> {
        let class = &self.census.classes[place];
        let [left_strong, right_strong] = class.strong.map_or([None; 2], |strong| strong.map(Some));
        Ok(ClassObject {
            ok: true,
            id: place,
            form: self.work.write(class.form, style)?,
            ordinary: self.work.write(class.game, style)?,
            day: class.day,
            trees: class.trees,
            outcome: class.outcome.to_string(),
            left_strong,
            right_strong,
            invertible: class.invertible,
            conjugate: class.conjugate,
        })
    }

    fn order(&self, report: &mut Report, order: &FiniteOrder) -> Result<(), Failure> {
        /// Antichains are found one by one.
        const MOST_ANTICHAINS: u64 = 1_000_000;
        let (size, pairs, covers) = (order.len(), order.pairs(), order.covers().len());
        let (maximal, minimal) = (order.maximal(), order.minimal());
        let (longest_chain, largest_antichain) = (order.longest_chain(), order.largest_antichain());
        let antichains = order.antichains(MOST_ANTICHAINS);
        if report.json {
            return report.object(&OrderObject {
                ok: true,
                classes: size,
                pairs,
                covers,
                maximal,
                minimal,
                longest_chain,
                largest_antichain,
                antichains,
            });
        }
        let style = report.style;
        report.line(&format!("classes         {size}"))?;
        report.line(&format!("pairs G > H     {pairs} of {}", size * size.saturating_sub(1)))?;
        report.line(&format!("covers          {covers}"))?;
        report.line(&format!("maximal         {}", self.some(&maximal, ", ", style)?))?;
        report.line(&format!("minimal         {}", self.some(&minimal, ", ", style)?))?;
        report.line(&format!("longest chain   {}", self.some(&longest_chain, " > ", style)?))?;
        report.line(&format!("width           {}", largest_antichain.len()))?;
        report.line(&match antichains {
            Some(antichains) => format!("antichains      {antichains}, the empty one included"),
            None => format!("antichains      more than {MOST_ANTICHAINS}"),
        })
    }

    /// How many classes, and which if they are few.
    fn some(&self, places: &[usize], between: &str, style: Style) -> Result<String, Failure> {
        const FEW: usize = 12;
        if places.len() > FEW {
            return Ok(places.len().to_string());
        }
        let write = |&place: &usize| self.work.write(self.census.classes[place].form, style);
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
        let mut forms = Vec::new();
        if !csv && !report.json {
            for class in &self.census.classes {
                forms.push(self.work.write(class.form, report.style)?);
            }
        }
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

/// A table whose columns are as wide as they need be.
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

/// A bar over a digit takes no room of its own.
fn is_combining(c: char) -> bool {
    c == '\u{304}' || c == '\u{305}'
}
