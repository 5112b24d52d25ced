//! Questions about dead ends.

#[cfg(feature = "census")]
use misere_census::dead_ends::{DeadEnd, DeadEndError, DeadEnds, Lattice};
use misere_core::Player;
#[cfg(feature = "census")]
use misere_core::Relation;
#[cfg(feature = "census")]
use misere_notation::{ReadError, Style};

use super::QuestionKind;
#[cfg(feature = "census")]
use super::lines::{Lines, listed_or};
#[cfg(feature = "census")]
use super::row::*;
#[cfg(feature = "census")]
use super::rows::{all_rows, row};
#[cfg(feature = "census")]
use super::{ArgumentKind, Parameter, Rows};
#[cfg(feature = "census")]
use crate::data::{Data, Datum, Formula, Record, Text, record};
use crate::error::Error;
use crate::game::Game;
#[cfg(feature = "census")]
use crate::render::page::{Cell, shorthand, table};
use crate::workspace::Workspace;

#[cfg(feature = "census")]
const END: Parameter = required("g", "G", ArgumentKind::DeadEnd, "a dead end");
#[cfg(feature = "census")]
const OTHER: Parameter =
    optional("h", "H", ArgumentKind::DeadEnd, "another dead end, to compare with the first");
#[cfg(feature = "census")]
const CLOSURE: Parameter = optional(
    "closure",
    "A",
    ArgumentKind::DeadEnds,
    "the members of a set A: say whether the dead end is in cl(A) and in up(A)",
);
#[cfg(feature = "census")]
const ABOVE: Parameter =
    optional("above", "true", ArgumentKind::Flag, "list all dead ends that are at least the given one");

pub(super) static ROWS: &[QuestionKind] = &[
    #[cfg(feature = "census")]
    question(
        "dead_ends",
        &[DAY],
        "How many Left dead ends are born by day n, up to equality: by day 5 at the latest.",
        COUNTED,
        example(&[("day", "3")], None, r#"{"day":3,"dead_ends":10,"by_day":[1,1,2,6]}"#),
        |a| {
            let day = a.number("day");
            let lattice = lattice(day)?;
            let mut by_day = vec![0; day as usize + 1];
            (0..lattice.len()).for_each(|g| by_day[lattice.birthday(g) as usize] += 1);
            Counted { day, dead_ends: lattice.len(), by_day }.fields(a.work)
        },
    )
    .long(),
    #[cfg(feature = "census")]
    question(
        "dead_ends_order",
        &[DAY],
        "The order of the Left dead ends born by day n, in numbers.",
        ORDER,
        example(
            &[("day", "2")],
            None,
            r#"{"day":2,"dead_ends":4,"pairs":6,"of_pairs":16,"covers":2,"maximal":3,"minimal":2}"#,
        ),
        |a| {
            let day = a.number("day");
            let lattice = lattice(day)?;
            let size = lattice.len();
            let mut is_covered = vec![false; size];
            let (mut covers, mut minimal) = (0, 0);
            for g in 0..size {
                let covered = lattice.covers(g);
                covers += covered.len();
                minimal += usize::from(covered.is_empty());
                covered.into_iter().for_each(|h| is_covered[h] = true);
            }
            OrderOfEnds {
                day,
                dead_ends: size,
                pairs: lattice.ordered_pairs(),
                of_pairs: (size as u64).pow(2),
                covers,
                maximal: is_covered.iter().filter(|is_covered| !**is_covered).count(),
                minimal,
            }
            .fields(a.work)
        },
    )
    .long(),
    #[cfg(feature = "census")]
    question(
        "dead_ends_list",
        &[DAY],
        "The Left dead ends born by day n, one after the other.",
        ENDS,
        example(
            &[("day", "1")],
            None,
            r#"{"dead_ends":[{"place":0,"shorthand":"0","form":"0","birthday":0,"race":0,"flexibility":0,"terminable":false},{"place":1,"shorthand":"1̄","form":"-1","birthday":1,"race":1,"flexibility":0,"terminable":true}]}"#,
        ),
        all_rows,
    )
    .long()
    .divided(|a| {
        let (work, day) = (a.work, a.number("day"));
        let lattice = lattice(day)?;
        let ends = DeadEnds::with_budget(work.budget().clone());
        let all = lattice.dead_ends(&ends)?;
        let units = (0..all.len()).map(|place| place.to_string()).collect();
        Ok(Rows::new(format!("dead ends of day {day}"), Vec::new(), units, move |place, each| {
            each(row(
                work,
                ListedEnd {
                    place,
                    shorthand: ends.write_shorthand(all[place])?,
                    form: left_form(work, &ends, all[place])?,
                    birthday: lattice.birthday(place),
                    race: lattice.race(place),
                    flexibility: lattice.flexibility(place),
                    terminable: lattice.is_terminable(place),
                },
            )?)
        }))
    }),
    #[cfg(feature = "census")]
    question(
        "dead_ends_show",
        &[END, OTHER, CLOSURE, ABOVE],
        "Everything about a dead end, or about two. A dead end of Right stands for its conjugate.",
        SHOWN,
        example(
            &[("g", "[-1 0]"), ("h", "-2"), ("closure", "-1")],
            None,
            r#"{"shorthand":"1̄0","form":"{|0,-1}","birthday":2,"race":1,"flexibility":1,"integer":false,"terminable":true,"options":["0","-1"],"atoms":[["[-1 0]"]],"above_count":3,"in_closure":null,"in_upward_closure":null,"other":{"shorthand":"2̄","relation":"<","meet":"[-1 0]","join":"-2","sum":"{|{|[-1 0]}}","quotient":null}}"#,
        ),
        |a| {
            let desk = Desk { work: a.work, ends: &DeadEnds::with_budget(a.work.budget().clone()) };
            let g = desk.value(a.game("g")?)?;
            let h = match a.question().argument("h") {
                Some(_) => Some(desk.value(a.game("h")?)?),
                None => None,
            };
            let closure =
                a.games("closure")?.iter().map(|end| desk.value(end)).collect::<Result<Vec<_>, _>>()?;
            let mut about = desk.about(g, a.flag("above"))?;
            if !closure.is_empty() {
                let closure = desk.ends.closure(&closure);
                about.in_closure = Some(desk.sum(desk.ends.as_sum(&closure, g)?)?);
                about.in_upward_closure = Some(desk.sum(desk.ends.sum_below(&closure, g)?)?);
            }
            about.other = h.map(|h| desk.pair(g, h)).transpose()?;
            about.fields(a.work)
        },
    ),
];

impl Workspace {
    /// Reads a dead end in the notation of games or in the shorthand of Siegel.
    ///
    /// # Errors
    /// [`Error::Parse`], [`Error::NotADeadEnd`] or [`Error::Exhausted`].
    pub fn dead_end(&self, text: &str) -> Result<Game, Error> {
        #[cfg(feature = "census")]
        if is_shorthand(text) {
            let ends = DeadEnds::with_budget(self.budget().clone());
            let end = ends.parse_shorthand(text).map_err(|error| match error {
                ReadError::Parse(error) => Error::from(error),
                ReadError::Exhausted(exhausted) => exhausted.into(),
            })?;
            return left_form(self, &ends, end);
        }
        let game = self.game(text)?;
        let is_dead = |player| self.forms().is_dead_end(game.form(), player);
        if Player::BOTH.into_iter().any(is_dead) { Ok(game) } else { Err(Error::NotADeadEnd) }
    }
}

/// Whether a text is in the letters of the shorthand alone, with a bar or a sharp. (A barred digit
/// means the same in both notations.)
#[cfg(feature = "census")]
fn is_shorthand(text: &str) -> bool {
    let is_mark = |c: char| matches!(c, '\u{304}' | '\u{305}' | '#' | '♯');
    let is_letter = |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '(' | ')' | '-');
    text.contains(is_mark) && text.chars().all(|c| is_mark(c) || is_letter(c))
}

/// A dead end as a game of the workspace, a Left dead end.
#[cfg(feature = "census")]
fn left_form(work: &Workspace, ends: &DeadEnds, end: DeadEnd) -> Result<Game, Error> {
    Ok(work.game_of(ends.form(work.forms(), end, Player::Left)?))
}

#[cfg(feature = "census")]
fn lattice(day: u32) -> Result<Lattice, Error> {
    Lattice::new(day).ok_or_else(|| {
        let last = Lattice::LAST_DAY;
        let message = format!("dead ends are listed by day {last} at the latest");
        Error::TooLarge(format!("{message}: a day later there are more than 2^1000"))
    })
}

#[cfg(feature = "census")]
record! {
    /// The number of Left dead ends.
    struct Counted {
        /// the day
        day: u32,
        /// how many are born by the day
        dead_ends: usize,
        /// how many are born on day 0, 1, …
        by_day: Vec<usize>,
    }
}

#[cfg(feature = "census")]
const COUNTED: Shape = Shape {
    lines: Some(|record, style| {
        let of = Lines { record, style };
        let days: Vec<String> =
            of.numbers("by_day").iter().enumerate().map(|(day, n)| format!("{day}: {n}")).collect();
        let (size, days) = (of.text("dead_ends")?, days.join(", "));
        Ok(vec![format!("dead ends    {size}"), format!("born on day  {days}")])
    }),
    ..Counted::SHAPE
};

#[cfg(feature = "census")]
record! {
    /// The order of Left dead ends, in numbers.
    struct OrderOfEnds {
        /// the day
        day: u32,
        /// how many dead ends are born by the day
        dead_ends: usize,
        /// the ordered pairs of which the first is at least the second
        pairs: u64,
        /// how many ordered pairs there are
        of_pairs: u64,
        /// the pairs with nothing between
        covers: usize,
        /// how many dead ends have none above them
        maximal: usize,
        /// how many dead ends have none below them
        minimal: usize,
    }
}

#[cfg(feature = "census")]
const ORDER: Shape = Shape {
    lines: Some(|record, style| {
        let of = Lines { record, style };
        Ok(vec![
            format!("dead ends     {}", of.text("dead_ends")?),
            format!("pairs G >= H  {} of {}", of.text("pairs")?, of.text("of_pairs")?),
            format!("covers        {}", of.text("covers")?),
            format!("maximal       {}", of.text("maximal")?),
            format!("minimal       {}", of.text("minimal")?),
        ])
    }),
    ..OrderOfEnds::SHAPE
};

#[cfg(feature = "census")]
record! {
    /// A Left dead end of a list.
    struct ListedEnd {
        /// the place of the dead end in the list
        place: usize,
        /// the dead end in the shorthand of Siegel
        shorthand: String,
        /// the dead end as a game
        form: Game,
        /// the day on which it is born
        birthday: u32,
        /// the length of the shortest run to 0
        race: u32,
        /// how many moves Right can make before all choice is gone
        flexibility: u32,
        /// whether 0 is an option
        terminable: bool,
    }
}

/// Dead ends as a table.
#[cfg(feature = "census")]
const ENDS: Shape = Shape {
    page: Some(|record, sheet| {
        const HEAD: [&str; 6] = ["place", "birthday", "race", "flexibility", "terminable", "shorthand"];
        let mut rows = Vec::new();
        for end in (Lines { record, style: sheet.style }).each("dead_ends") {
            let mut cells = HEAD.map(|name| end.text(name)).into_iter().collect::<Result<Vec<_>, _>>()?;
            let last = cells.pop().unwrap_or_default();
            let last = if sheet.style == Style::Latex { shorthand(&last) } else { last };
            rows.push(cells.into_iter().map(Cell::Text).chain([Cell::Math(last)]).collect());
        }
        Ok(table(sheet, "rrrrll", Some(HEAD.map(Cell::text).into()), rows))
    }),
    ..Shape::of(&[field("dead_ends", Kind::List(&ListedEnd::KIND), "the dead ends")])
};

#[cfg(feature = "census")]
record! {
    /// Everything about a dead end, or about two.
    struct ShownEnd {
        /// the dead end in the shorthand of Siegel
        shorthand: String,
        /// the dead end as a game
        form: Game,
        /// the day on which it is born
        birthday: u32,
        /// the length of the shortest run to 0
        race: u32,
        /// how many moves Right can make before all choice is gone
        flexibility: u32,
        /// whether it is an integer
        integer: bool,
        /// whether 0 is an option
        terminable: bool,
        /// the options of Right
        options: Vec<Text>,
        /// all ways to write the dead end as a sum of atoms
        atoms: Vec<Vec<Text>>,
        /// how many dead ends are at least as great, if known
        above_count: Option<usize> as Kind::IfAny(&Kind::Number),
        /// the dead ends that are at least as great, if they are asked for
        above: Option<Vec<Text>> as Kind::IfAny(&Kind::List(&Kind::Text)),
        /// the dead end as a sum of followers of A, or null if it is not in cl(A)
        in_closure: Option<Summands> as Kind::IfAny(&Summands::KIND),
        /// a sum of followers of A below the dead end, or null if it is not in up(A)
        in_upward_closure: Option<Summands> as Kind::IfAny(&Summands::KIND),
        /// the second dead end, beside the first
        other: Option<OtherEnd> as Kind::IfAny(&OtherEnd::KIND),
    }
}

#[cfg(feature = "census")]
record! {
    /// A second dead end, beside the first.
    struct OtherEnd {
        /// the dead end in the shorthand of Siegel
        shorthand: String,
        /// how the first compares with the second
        relation: Relation,
        /// the greatest dead end below both
        meet: Option<Text>,
        /// the least dead end above both
        join: Option<Text>,
        /// the sum of both
        sum: Text,
        /// the dead end that added to the second gives the first
        quotient: Option<Text>,
    }
}

/// Summands that were asked for, if there are some: null is an answer.
#[cfg(feature = "census")]
#[derive(Clone, Debug, PartialEq)]
struct Summands(Option<Vec<Text>>);

#[cfg(feature = "census")]
impl Data for Summands {
    const KIND: Kind = Kind::Optional(&Kind::List(&Kind::Text));

    fn datum(self, work: &Workspace) -> Result<Datum, Error> {
        self.0.map_or_else(|| Ok(Datum::Record(Record::none())), |texts| texts.datum(work))
    }
}

#[cfg(feature = "census")]
const SHOWN: Shape = Shape { lines: Some(shown_lines), ..ShownEnd::SHAPE };

#[cfg(feature = "census")]
fn shown_lines(record: &Record, style: Style) -> Result<Vec<String>, Error> {
    let of = Lines { record, style };
    let sum = |parts: &[String]| match parts {
        [] => "0, the empty sum".to_owned(),
        parts => parts.join(" + "),
    };
    let mut said: Vec<(&str, String)> = Vec::new();
    for name in ["shorthand", "form", "birthday", "race", "flexibility", "integer", "terminable"] {
        said.push((name, of.text(name)?));
    }
    said.push(("options", listed_or("none", &of.all("options")?)));
    said.extend(of.groups("atoms")?.iter().map(|atoms| ("atoms", sum(atoms))));
    if let Some(count) = of.number("above_count") {
        said.push(("at least it", format!("{count} dead end{}", if count == 1 { "" } else { "s" })));
    }
    for (label, name, how) in
        [("in cl(A)", "in_closure", "yes: "), ("in up(A)", "in_upward_closure", "yes: at least ")]
    {
        match record.get(name) {
            Some(Datum::List(_)) => said.push((label, format!("{how}{}", sum(&of.all(name)?)))),
            Some(Datum::Record(_)) => said.push((label, "no".to_owned())),
            _ => {}
        }
    }
    let line = |(label, text): (&str, String)| format!("{label:12}  {text}");
    let mut lines: Vec<String> = said.into_iter().map(line).collect();
    if let Some(other) = of.of("other") {
        let or_none = |name: &str| if other.has(name) { other.text(name) } else { Ok("none".to_owned()) };
        lines.push(String::new());
        lines.push(line(("H", other.text("shorthand")?)));
        lines.push(line(("G and H", format!("G {} H", other.text("relation")?))));
        lines.push(line(("meet", or_none("meet")?)));
        lines.push(line(("join", or_none("join")?)));
        lines.push(line(("G + H", other.text("sum")?)));
        lines.push(line(("G without H", or_none("quotient")?)));
    }
    if of.has("above") {
        lines.push(String::new());
        lines.extend(of.all("above")?);
    }
    Ok(lines)
}

/// The state for looking at dead ends and writing them.
#[cfg(feature = "census")]
struct Desk<'a> {
    work: &'a Workspace,
    ends: &'a DeadEnds,
}

#[cfg(feature = "census")]
impl Desk<'_> {
    fn value(&self, game: &Game) -> Result<DeadEnd, Error> {
        let (forms, form) = (self.work.forms(), game.form());
        let player = if forms.is_dead_end(form, Player::Left) { Player::Left } else { Player::Right };
        self.ends.value(forms, form, player).map_err(|error| match error {
            DeadEndError::Exhausted(exhausted) => exhausted.into(),
            DeadEndError::NotADeadEnd { .. } => Error::NotADeadEnd,
        })
    }

    /// The dead end as text: in the shorthand, and in LaTeX as a game.
    fn write(&self, g: DeadEnd) -> Result<Text, Error> {
        Ok(Text::formula(Formula::in_styles(|style| match style {
            Style::Ascii => Ok(self.ends.write_ascii(g)?),
            Style::Unicode => Ok(self.ends.write_shorthand(g)?),
            Style::Latex => left_form(self.work, self.ends, g)?.write(Style::Latex),
        })?))
    }

    fn write_all(&self, some: &[DeadEnd]) -> Result<Vec<Text>, Error> {
        some.iter().map(|&g| self.write(g)).collect()
    }

    fn sum(&self, parts: Option<Vec<DeadEnd>>) -> Result<Summands, Error> {
        let written = |parts: Vec<DeadEnd>| self.write_all(&self.ends.in_structural_order(&parts));
        Ok(Summands(parts.map(written).transpose()?))
    }

    fn about(&self, g: DeadEnd, above: bool) -> Result<ShownEnd, Error> {
        let ends = self.ends;
        let factorisations = ends.factorisations(g)?;
        let lattice = Lattice::new(ends.birthday(g));
        if above && lattice.is_none() {
            let last = Lattice::LAST_DAY;
            return Err(Error::TooLarge(format!("above is for dead ends born by day {last} or earlier")));
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
        Ok(ShownEnd {
            shorthand: ends.write_shorthand(g)?,
            form: left_form(self.work, ends, g)?,
            birthday: ends.birthday(g),
            race: ends.race(g),
            flexibility: ends.flexibility(g),
            integer: ends.is_integer(g),
            terminable: ends.is_terminable(g),
            options: self.write_all(&ends.options(g))?,
            atoms: factorisations.iter().map(|sum| self.write_all(sum)).collect::<Result<_, _>>()?,
            above_count: up.as_ref().map(Vec::len),
            above: listed,
            in_closure: None,
            in_upward_closure: None,
            other: None,
        })
    }

    fn pair(&self, g: DeadEnd, h: DeadEnd) -> Result<OtherEnd, Error> {
        let written = |end: Option<DeadEnd>| end.map(|end| self.write(end)).transpose();
        Ok(OtherEnd {
            shorthand: self.ends.write_shorthand(h)?,
            relation: self.ends.relation(g, h)?,
            meet: written(self.ends.meet(g, h)?)?,
            join: written(self.ends.join(g, h)?)?,
            sum: self.write(self.ends.sum(g, h)?)?,
            quotient: written(self.ends.quotient(g, h)?)?,
        })
    }
}
