//! `misere dead-ends`: Left dead ends, all of a day or single ones.

use misere::counting::dead_ends::{DeadEnd, DeadEndError, DeadEnds, Lattice};
use misere::notation::ReadError;
use misere::{Player, Relation, Style, Workspace, csv_cell};
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::DeadEndsShown;
use crate::census::columns;
use crate::failure::Failure;
use crate::input::Input;
use crate::latex::{self, Cell};
use crate::report::Report;
use crate::show::yes_or_no;

/// The number of Left dead ends.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DeadEndsObject {
    ok: bool,
    day: u32,
    dead_ends: usize,
    by_day: Vec<usize>,
}

/// The order of Left dead ends, in numbers.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DeadEndsOrderObject {
    ok: bool,
    day: u32,
    dead_ends: usize,
    /// The ordered pairs of which the first is at least the second.
    pairs: u64,
    of_pairs: u64,
    covers: usize,
    maximal: usize,
    minimal: usize,
}

/// A Left dead end of a list.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DeadEndObject {
    ok: bool,
    /// The place of the dead end in the list.
    place: usize,
    shorthand: String,
    form: String,
    birthday: u32,
    race: u32,
    flexibility: u32,
    terminable: bool,
}

/// Prints all dead ends born by a day.
pub(crate) fn all_dead_ends(
    work: &Workspace,
    report: &mut Report,
    day: u32,
    shown: &DeadEndsShown,
) -> Result<(), Failure> {
    let Some(lattice) = Lattice::new(day) else {
        let message = format!("dead ends are listed by day {} at the latest", Lattice::LAST_DAY);
        return Err(Failure::too_large(format!("{message}: a day later there are more than 2^1000")));
    };
    let size = lattice.len();
    if shown.list || shown.csv {
        return list(work, report, &lattice, shown.csv);
    }
    let mut by_day = vec![0; day as usize + 1];
    (0..size).for_each(|g| by_day[lattice.birthday(g) as usize] += 1);
    if shown.order {
        let pairs = lattice.ordered_pairs();
        let of_pairs = (size as u64).pow(2);
        let mut is_covered = vec![false; size];
        let (mut covers, mut minimal) = (0, 0);
        for g in 0..size {
            let covered = lattice.covers(g);
            covers += covered.len();
            minimal += usize::from(covered.is_empty());
            covered.into_iter().for_each(|h| is_covered[h] = true);
        }
        let maximal = is_covered.iter().filter(|is_covered| !**is_covered).count();
        if report.json {
            let object = DeadEndsOrderObject {
                ok: true,
                day,
                dead_ends: size,
                pairs,
                of_pairs,
                covers,
                maximal,
                minimal,
            };
            return report.object(&object);
        }
        report.line(&format!("dead ends     {size}"))?;
        report.line(&format!("pairs G >= H  {pairs} of {of_pairs}"))?;
        report.line(&format!("covers        {covers}"))?;
        report.line(&format!("maximal       {maximal}"))?;
        return report.line(&format!("minimal       {minimal}"));
    }
    if report.json {
        return report.object(&DeadEndsObject { ok: true, day, dead_ends: size, by_day });
    }
    if shown.count {
        return report.line(&size.to_string());
    }
    let days: Vec<String> = by_day.iter().enumerate().map(|(day, n)| format!("{day}: {n}")).collect();
    report.line(&format!("dead ends    {size}"))?;
    report.line(&format!("born on day  {}", days.join(", ")))
}

fn list(work: &Workspace, report: &mut Report, lattice: &Lattice, csv: bool) -> Result<(), Failure> {
    let ends = DeadEnds::with_budget(work.budget().clone());
    let all = lattice.dead_ends(&ends)?;
    let mut rows = Vec::new();
    let header = ["place", "birthday", "race", "flexibility", "terminable", "shorthand"];
    if csv {
        report.line("place,shorthand,form,birthday,race,flexibility,terminable")?;
    } else if !report.json {
        rows.push(header.map(str::to_owned));
    }
    for (place, &g) in all.iter().enumerate() {
        let form = ends.form(work.forms(), g, Player::Left)?;
        let end = DeadEndObject {
            ok: true,
            place,
            shorthand: ends.write_shorthand(g)?,
            form: work.notation(report.style).write(work.forms(), form)?,
            birthday: lattice.birthday(place),
            race: lattice.race(place),
            flexibility: lattice.flexibility(place),
            terminable: lattice.is_terminable(place),
        };
        if report.json {
            report.object(&end)?;
            continue;
        }
        let DeadEndObject { shorthand, form, birthday, race, flexibility, terminable, .. } = end;
        if csv {
            let [shorthand, form] = [&shorthand, &form].map(|text| csv_cell(text));
            let terminable = u8::from(terminable);
            report
                .line(&format!("{place},{shorthand},{form},{birthday},{race},{flexibility},{terminable}"))?;
            continue;
        }
        let numbers = [place.to_string(), birthday.to_string(), race.to_string(), flexibility.to_string()];
        let [place, birthday, race, flexibility] = numbers;
        rows.push([place, birthday, race, flexibility, yes_or_no(terminable).to_owned(), shorthand]);
    }
    if report.style == Style::Latex && !csv {
        let cells = |row: [String; 6]| {
            let [numbers @ .., shorthand] = row;
            let shorthand = Cell::Math(latex::shorthand(&shorthand));
            numbers.map(Cell::Text).into_iter().chain([shorthand]).collect()
        };
        let rows: Vec<Vec<Cell>> = rows.into_iter().skip(1).map(cells).collect();
        return latex::tabular(report, "rrrrll", Some(&header.map(Cell::text)), &rows);
    }
    columns(report, &rows)
}

/// Prints everything about one dead end, or about two.
pub(crate) fn show_dead_ends(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    (g, h): (&str, Option<&str>),
    closure: &[String],
    above: bool,
) -> Result<(), Failure> {
    let ends = &DeadEnds::with_budget(work.budget().clone());
    let desk = Desk { work, input, ends, style: report.style };
    let (g, h) = (desk.read(g)?, h.map(|h| desk.read(h)).transpose()?);
    let generators: Result<Vec<DeadEnd>, Failure> = closure.iter().map(|a| desk.read(a)).collect();
    let mut about = desk.about(g, above)?;
    if !closure.is_empty() {
        desk.closure(&generators?, g, &mut about)?;
    }
    if let Some(h) = h {
        about.other = Some(desk.pair(g, h)?);
    }
    if report.json {
        return report.object(&about);
    }
    about.print(report, above)
}

/// The state for reading, looking at and writing dead ends.
struct Desk<'a> {
    work: &'a Workspace,
    input: &'a Input<'a>,
    ends: &'a DeadEnds,
    style: Style,
}

/// Everything about a dead end, or about two.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AboutObject {
    ok: bool,
    shorthand: String,
    form: String,
    birthday: u32,
    race: u32,
    flexibility: u32,
    integer: bool,
    terminable: bool,
    options: Vec<String>,
    /// All ways to write the dead end as a sum of atoms.
    atoms: Vec<Vec<String>>,
    /// How many dead ends are at least as great, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    above_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    above: Option<Vec<String>>,
    /// The dead end as a sum of followers of A, if it is in cl(A).
    #[serde(skip_serializing_if = "Option::is_none")]
    in_closure: Option<Option<Vec<String>>>,
    /// A sum of followers of A below the dead end, if it is in up(A).
    #[serde(skip_serializing_if = "Option::is_none")]
    in_upward_closure: Option<Option<Vec<String>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<OtherObject>,
}

/// A second dead end, beside the first.
#[derive(Serialize, JsonSchema)]
pub(crate) struct OtherObject {
    shorthand: String,
    relation: String,
    meet: Option<String>,
    join: Option<String>,
    sum: String,
    /// The dead end that added to the second gives the first.
    quotient: Option<String>,
}

impl Desk<'_> {
    /// Reads a dead end in the notation of games, or in the shorthand: a text in the letters of
    /// the shorthand alone, with a bar or a sharp. (A barred digit means the same in both.)
    fn read(&self, argument: &str) -> Result<DeadEnd, Failure> {
        let (what, text) = self.input.text("dead end", argument)?;
        let is_mark = |c: char| matches!(c, '\u{304}' | '\u{305}' | '#' | '♯');
        let is_letter = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '(' | ')' | '-');
        let is_shorthand = text.contains(is_mark) && text.chars().all(|c| is_mark(c) || is_letter(c));
        if is_shorthand {
            return self.ends.parse_shorthand(&text).map_err(|error| match error {
                ReadError::Parse(parse) => Failure::reading(&what, &text, parse.into()),
                ReadError::Exhausted(exhausted) => exhausted.into(),
            });
        }
        let form = self.work.game(&text).map_err(|error| Failure::reading(&what, &text, error))?.form();
        let forms = self.work.forms();
        let player = if forms.is_dead_end(form, Player::Left) { Player::Left } else { Player::Right };
        self.ends.value(forms, form, player).map_err(|error| match error {
            DeadEndError::Exhausted(exhausted) => exhausted.into(),
            DeadEndError::NotADeadEnd { .. } => Failure::bad_input(format!(
                "{what}: `{}` is not a dead end: both players can come to move",
                text.trim()
            )),
        })
    }

    fn write(&self, g: DeadEnd) -> Result<String, Failure> {
        match self.style {
            Style::Ascii => Ok(self.ends.write_ascii(g)?),
            Style::Unicode => Ok(self.ends.write_shorthand(g)?),
            Style::Latex => {
                let form = self.ends.form(self.work.forms(), g, Player::Left)?;
                Ok(self.work.notation(Style::Latex).write(self.work.forms(), form)?)
            }
        }
    }

    fn write_all(&self, some: &[DeadEnd]) -> Result<Vec<String>, Failure> {
        some.iter().map(|&g| self.write(g)).collect()
    }

    fn about(&self, g: DeadEnd, above: bool) -> Result<AboutObject, Failure> {
        let ends = self.ends;
        let form = ends.form(self.work.forms(), g, Player::Left)?;
        let factorisations = ends.factorisations(g)?;
        let atoms: Result<Vec<_>, Failure> = factorisations.iter().map(|sum| self.write_all(sum)).collect();
        let lattice = Lattice::new(ends.birthday(g));
        if above && lattice.is_none() {
            let last = Lattice::LAST_DAY;
            let message = format!("--above is for dead ends born by day {last} or earlier");
            return Err(Failure::too_large(message));
        }
        let up = lattice.as_ref().and_then(|lattice| {
            // Greater dead ends are born by the same day ([universe] Proposition 3.5).
            let place = lattice.place_of(ends, g)?;
            Some((0..lattice.len()).filter(|&h| lattice.ge(h, place)).collect::<Vec<usize>>())
        });
        let listed = match (&lattice, &up) {
            (Some(lattice), Some(up)) if above => {
                let all = lattice.dead_ends(ends)?;
                let up: Vec<DeadEnd> = up.iter().map(|&place| all[place]).collect();
                Some(self.write_all(&ends.in_structural_order(&up))?)
            }
            _ => None,
        };
        Ok(AboutObject {
            ok: true,
            shorthand: ends.write_shorthand(g)?,
            form: self.work.notation(self.style).write(self.work.forms(), form)?,
            birthday: ends.birthday(g),
            race: ends.race(g),
            flexibility: ends.flexibility(g),
            integer: ends.is_integer(g),
            terminable: ends.is_terminable(g),
            options: self.write_all(&ends.options(g))?,
            atoms: atoms?,
            above_count: up.as_ref().map(Vec::len),
            above: listed,
            in_closure: None,
            in_upward_closure: None,
            other: None,
        })
    }

    fn closure(&self, generators: &[DeadEnd], g: DeadEnd, about: &mut AboutObject) -> Result<(), Failure> {
        let closure = self.ends.closure(generators);
        let written = |sum: Option<Vec<DeadEnd>>| {
            sum.map(|parts| self.write_all(&self.ends.in_structural_order(&parts))).transpose()
        };
        about.in_closure = Some(written(self.ends.as_sum(&closure, g)?)?);
        about.in_upward_closure = Some(written(self.ends.sum_below(&closure, g)?)?);
        Ok(())
    }

    fn pair(&self, g: DeadEnd, h: DeadEnd) -> Result<OtherObject, Failure> {
        let written = |end: Option<DeadEnd>| end.map(|end| self.write(end)).transpose();
        let relation: Relation = self.ends.relation(g, h)?;
        Ok(OtherObject {
            shorthand: self.ends.write_shorthand(h)?,
            relation: relation.to_string(),
            meet: written(self.ends.meet(g, h)?)?,
            join: written(self.ends.join(g, h)?)?,
            sum: self.write(self.ends.sum(g, h)?)?,
            quotient: written(self.ends.quotient(g, h)?)?,
        })
    }
}

impl AboutObject {
    fn print(self, report: &mut Report, above: bool) -> Result<(), Failure> {
        let sum = |parts: &[String]| match parts {
            [] => "0, the empty sum".to_owned(),
            parts => parts.join(" + "),
        };
        let none = || "none".to_owned();
        let line = |report: &mut Report, name: &str, text: &str| report.line(&format!("{name:12}  {text}"));
        line(report, "shorthand", &self.shorthand)?;
        line(report, "form", &self.form)?;
        line(report, "birthday", &self.birthday.to_string())?;
        line(report, "race", &self.race.to_string())?;
        line(report, "flexibility", &self.flexibility.to_string())?;
        line(report, "integer", yes_or_no(self.integer))?;
        line(report, "terminable", yes_or_no(self.terminable))?;
        line(report, "options", &if self.options.is_empty() { none() } else { self.options.join(", ") })?;
        for atoms in &self.atoms {
            line(report, "atoms", &sum(atoms))?;
        }
        if let Some(count) = self.above_count {
            let dead_ends = if count == 1 { "dead end" } else { "dead ends" };
            line(report, "at least it", &format!("{count} {dead_ends}"))?;
        }
        for (name, found, how) in
            [("in cl(A)", &self.in_closure, "yes: "), ("in up(A)", &self.in_upward_closure, "yes: at least ")]
        {
            match found {
                Some(Some(parts)) => line(report, name, &format!("{how}{}", sum(parts)))?,
                Some(None) => line(report, name, "no")?,
                None => {}
            }
        }
        if let Some(other) = self.other {
            report.line("")?;
            line(report, "H", &other.shorthand)?;
            line(report, "G and H", &format!("G {} H", other.relation))?;
            line(report, "meet", &other.meet.unwrap_or_else(none))?;
            line(report, "join", &other.join.unwrap_or_else(none))?;
            line(report, "G + H", &other.sum)?;
            line(report, "G without H", &other.quotient.unwrap_or_else(none))?;
        }
        if above {
            report.line("")?;
            for end in self.above.unwrap_or_default() {
                report.line(&end)?;
            }
        }
        Ok(())
    }
}
