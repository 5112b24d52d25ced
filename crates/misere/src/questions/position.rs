//! Questions about positions of rulesets.

use std::sync::Arc;

use misere_core::{Exhausted, Form, Limit, Outcome, Player};
use misere_notation::{NamedTexts, Notation, Style};
use misere_rulesets::{Method, Position, Ruleset, catalogue};
use num_bigint::BigUint;

use super::lines::Lines;
use super::ranges::expanded;
use super::row::*;
use super::rows::{all_rows, row};
use super::{ArgumentKind, Parameter, QuestionKind, Rows, proof};
use crate::data::{Datum, Formula, Record, Text, record};
use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::positions::Evaluation;
use crate::render::page::columns;
use crate::stored::RulesKey;
use crate::workspace::Workspace;

const POSITION: Parameter =
    required("position", "G", ArgumentKind::Position, "a position, such as domineering(2x4)");
pub(super) const RULESET: Parameter =
    required("ruleset", "R", ArgumentKind::Ruleset, "a ruleset, such as domineering");
const POSITIONS: Parameter =
    required("positions", "P", ArgumentKind::Texts, "positions, with or without ranges such as 2x1..6");
const MODULI: Parameter = optional("moduli", "L", ArgumentKind::Universes, "the universes, side by side");
const NAMED: Parameter =
    optional("named", "t", ArgumentKind::Text, "the beginning of a name: only rulesets with such a name");

/// How values are found.
const METHODS: Kind = Kind::Word(&["components added", "whole board"]);

record! {
    /// The value of a position.
    struct PositionValue {
        /// the name of the ruleset
        ruleset: String,
        /// the position as the ruleset writes it
        position: String,
        /// the universe
        modulo: Modulus,
        /// the simplest form, or null for a form that is too large to print
        form: Game as Kind::GameIfShort,
        /// why the form is null
        limit: Option<String> as Kind::WhyNull,
        /// the form as a sum of dead ends that are not sums, or null if it is not such a sum
        sum: Option<Text>,
        /// the edges of the form, drawn as a tree
        tree_edges: BigUint,
        /// who wins: modulo N under normal play, else under misère play
        outcome: Outcome,
        /// whether values of components were added, or whole boards followed
        how: &'static str as METHODS,
        /// why the value was found that way
        reason: String,
    }
}

impl PositionValue {
    fn new(
        work: &Workspace,
        at: &(Arc<dyn Ruleset>, Position),
        modulus: &Modulus,
        found: Evaluation,
    ) -> Result<PositionValue, Error> {
        let (ruleset, position) = at;
        Ok(PositionValue {
            ruleset: ruleset.description().name.clone(),
            position: ruleset.write(position),
            modulo: modulus.clone(),
            limit: None,
            sum: as_sum(work, modulus, &found.form)?,
            tree_edges: found.form.tree_edges()?,
            outcome: found.outcome,
            how: in_words(found.how.method),
            reason: found.how.reason,
            form: found.form,
        })
    }
}

pub(super) static ROWS: &[QuestionKind] = &[
    question(
        "value",
        &[POSITION],
        "The value of a position of a game. Values of the independent parts of a position are added where \
               the game lies inside the universe; otherwise positions are followed as a whole. Without a \
               universe it is the one that the ruleset claims to lie in, or else the first of the usual \
               ones that the position lies in.",
        VALUE,
        example(
            &[("position", "domineering(2x4)")],
            Some("D({|0,-1})"),
            r#"{"ruleset":"domineering","position":"..../....","modulo":"D({|0,-1})","form":"{2,+-1|0|||-1|0,#||}","sum":null,"tree_edges":"16","outcome":"N","how":"components added","reason":"domineering lies in D({·|0,-1})"}"#,
        ),
        |a| {
            let at = a.position("position")?;
            let mut positions = a.work.positions(at.0.clone());
            let home = match a.modulus_if_given() {
                Some(_) => None,
                None => Some(positions.home_of(std::slice::from_ref(&at.1))?.0),
            };
            let modulus = home.as_ref().or(a.modulus_if_given()).expect("one of the two");
            a.work.doing_position(&at.0.description().name, positions.graph().steps());
            let found = positions.value_at(&at.1, modulus)?;
            PositionValue::new(a.work, &at, modulus, found)?.fields(a.work)
        },
    )
    .modulo_if_given()
    .proved(proof::value),
    question(
        "home",
        &[POSITION],
        "The universe to ask about a position modulo where none is given: the one that its ruleset claims \
               to lie in, or else the first of the usual ones that the position lies in.",
        Shape::of(&[
            field("universe", Kind::Universe, "the universe"),
            field("claimed", Kind::Boolean, "whether the ruleset claims to lie in it"),
        ]),
        example(&[("position", "clobber(xo)")], None, r#"{"universe":"D","claimed":true}"#),
        |a| {
            let (ruleset, position) = a.position("position")?;
            let (home, is_claimed) = a.work.positions(ruleset).home_of(&[position])?;
            a.fields().and(home)?.and(is_claimed)
        },
    ),
    question(
        "table",
        &[RULESET, POSITIONS, MODULI],
        "The values of many positions of a game. A position may have one or two ranges such as 1..6, which \
               the table runs through. Without universes it is the one that the ruleset claims to lie in, \
               or else the first of the usual ones that all positions lie in.",
        Shape::of(&[field("cells", Kind::List(&Kind::Record(&Cell::SHAPE)), "the value of each position modulo each universe")]),
        example(
            &[("ruleset", "domineering"), ("positions", "1x2..3"), ("moduli", "E")],
            None,
            r#"{"cells":[{"position":"1x2","modulo":"E","form":"-1","tree_edges":"1","outcome":"L","how":"components added"},{"position":"1x3","modulo":"E","form":"-1","tree_edges":"1","outcome":"L","how":"components added"}]}"#,
        ),
        all_rows,
    )
    .long()
    .divided(|a| {
        let ruleset = a.ruleset("ruleset").expect("a required argument");
        let texts = expanded(a.texts("positions"))?;
        // All positions are read before the first is evaluated: a mistake costs nothing.
        let read = |text: &String| ruleset.read(text).map_err(|error| a.unreadable("positions", text, error));
        let read = texts.iter().map(read).collect::<Result<Vec<Position>, Error>>()?;
        let mut positions = a.work.positions(ruleset.clone());
        let mut moduli = a.universes("moduli")?.to_vec();
        if moduli.is_empty() {
            moduli.push(positions.home_of(&read)?.0);
        }
        let name = &ruleset.description().name;
        let command = match RulesKey::new(&**ruleset) {
            Some(key) => format!("table {name}, rules {}", key.digest),
            None => format!("table {name}"),
        };
        let (work, units) = (a.work, texts.clone());
        Ok(Rows::new(command, moduli.clone(), units, move |unit, each| {
            work.doing_position(&texts[unit], positions.graph().steps());
            for modulus in &moduli {
                let found = positions.value_at(&read[unit], modulus)?;
                let cell = Cell {
                    position: texts[unit].clone(),
                    modulo: modulus.clone(),
                    limit: None,
                    tree_edges: found.form.tree_edges()?,
                    outcome: found.outcome,
                    how: in_words(found.how.method),
                    form: found.form,
                };
                each(row(work, cell)?)?;
            }
            Ok(())
        }))
    }),
    question(
        "rulesets",
        &[NAMED],
        "The rulesets, each with the universe that it lies in: null where that is determined for each position.",
        ENTRIES,
        example(
            &[("named", "clobber")],
            None,
            r#"{"rulesets":[{"name":"clobber","title":"Clobber","about":"Left moves one of her stones x onto a neighbouring stone o, which is removed; Right moves a stone o onto a neighbouring x","universe":"D","parameterised":false}]}"#,
        ),
        all_rows,
    )
    .divided(|a| {
        let mut all = catalogue();
        all.retain(|entry| a.text("named").is_none_or(|beginning| entry.name.starts_with(beginning)));
        let (work, units) = (a.work, all.iter().map(|entry| entry.name.clone()).collect());
        Ok(Rows::new("rulesets".to_owned(), Vec::new(), units, move |unit, each| {
            let entry = &all[unit];
            let ruleset = work.ruleset(&entry.name)?;
            let about = ruleset.description();
            each(row(work, RulesetEntry {
                name: entry.name.clone(),
                title: entry.title.clone(),
                about: in_a_line(&about.rules),
                universe: about.home.as_ref().map(|home| home.universe.clone()),
                parameterised: entry.is_parameterised,
            })?)
        }))
    }),
    question(
        "ruleset",
        &[RULESET],
        "The rules of a game, and how its positions are written.",
        RULES,
        example(&[("ruleset", "clobber")], None, r#"{"name":"clobber","title":"Clobber","rules":"Left moves one of her stones x onto a neighbouring stone o, which is removed; Right moves a stone o onto a neighbouring x. Neighbours share a side.","source":"Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber, Integers 5(2) (2005), A1.","syntax":"rows of cells with `/` (or line breaks) between them, or a size such as `2x3`; cells: `x`, `o`, `.`","examples":["2x3","xoxo/oxox/xox."],"universe":"D","reason":"two neighbouring stones that allow one player to move allow the other"}"#),
        |a| {
            let ruleset = a.ruleset("ruleset").expect("a required argument");
            let about = ruleset.description();
            Rules {
                name: about.name.clone(),
                title: about.title.clone(),
                rules: about.rules.clone(),
                source: about.source.clone(),
                syntax: about.syntax.clone(),
                examples: about.examples.clone(),
                universe: about.home.as_ref().map(|home| home.universe.clone()),
                reason: about.home.as_ref().map(|home| home.reason.clone()),
            }
            .fields(a.work)
        },
    ),
];

record! {
    /// The value of a position of a table.
    struct Cell {
        /// the position
        position: String,
        /// the universe
        modulo: Modulus,
        /// the simplest form, or null for a form that is too large to print
        form: Game as Kind::GameIfShort,
        /// why the form is null
        limit: Option<String> as Kind::WhyNull,
        /// the edges of the form, drawn as a tree
        tree_edges: BigUint,
        /// who wins: modulo N under normal play, else under misère play
        outcome: Outcome,
        /// whether values of components were added, or whole boards followed
        how: &'static str as METHODS,
    }
}

record! {
    /// A ruleset of the catalogue.
    struct RulesetEntry {
        /// the name
        name: String,
        /// the name as it is printed; for a family of rulesets it says what the parameter is
        title: String,
        /// the rules in a line
        about: String,
        /// the universe that the ruleset lies in; null where that is determined for each position
        universe: Option<String>,
        /// whether the name takes a parameter, as octal(0.77)
        parameterised: bool,
    }
}

/// Rulesets, a line each. The title of a family says what its parameter is.
const ENTRIES: Shape = Shape {
    page: Some(|record, sheet| {
        let entry = |of: Lines<'_>| {
            let about = if of.truth("parameterised") == Some(true) { "title" } else { "about" };
            Ok(vec![of.text("name")?, of.text_or("-", "universe")?, of.text(about)?])
        };
        let of = Lines { record, style: sheet.style };
        Ok(columns(&of.each("rulesets").map(entry).collect::<Result<Vec<_>, Error>>()?))
    }),
    ..Shape::of(&[field("rulesets", Kind::List(&Kind::Record(&RulesetEntry::SHAPE)), "the rulesets")])
};

record! {
    /// The rules of a game.
    struct Rules {
        /// the name
        name: String,
        /// the name as it is printed
        title: String,
        /// the rules
        rules: String,
        /// where the rules come from
        source: String,
        /// how positions are written
        syntax: String,
        /// positions that can be typed
        examples: Vec<String>,
        /// the universe that the ruleset lies in; null where that is determined for each position
        universe: Option<String>,
        /// why it lies in it
        reason: Option<String>,
    }
}

/// The value of a position, which stands for its form.
const VALUE: Shape = Shape {
    plain: Plain::Made(|record, _| Ok(record.get("form").cloned().unwrap_or(Datum::Nothing))),
    lines: Some(|record, style| {
        let Some(Datum::Game(form)) = record.get("form") else { return Ok(Vec::new()) };
        let remark =
            |line: String| if style == Style::Latex { format!("% {line}") } else { format!("  {line}") };
        let said = |name: &str| match record.get(name) {
            Some(Datum::Text(text)) => text.write(style).map(Some),
            _ => Ok(None),
        };
        let NamedTexts { texts, definitions } = text_or_summary(form, style)?;
        let mut lines = texts;
        lines.extend(definitions.lines().map(str::to_owned));
        if let Some(sum) = said("sum")? {
            lines.push(remark(format!("a sum of dead ends: {sum}")));
        }
        if let (Some(how), Some(reason)) = (said("how")?, said("reason")?) {
            lines.push(remark(format!("{how}: {reason}")));
        }
        Ok(lines)
    }),
    ..PositionValue::SHAPE
};

/// The rules of a game as a page.
const RULES: Shape = Shape { lines: Some(|record, _| Ok(rules_in_words(record))), ..Rules::SHAPE };

fn in_words(method: Method) -> &'static str {
    match method {
        Method::AddComponents => "components added",
        Method::WholeBoard => "whole board",
    }
}

/// The value as a sum of dead ends that are not sums themselves, each with its multiple, as
/// \[universe\] Theorem 6.1 has the values of strips; `None` if the value is not a dead end, or not
/// a sum of two others. Equality of dead ends is the same in every universe (\[universe\] section 3).
#[cfg(feature = "census")]
fn as_sum(work: &Workspace, modulus: &Modulus, value: &Game) -> Result<Option<Text>, Error> {
    use misere_census::dead_ends::{DeadEnd, DeadEnds};
    // Beyond this rank the ways to split a dead end may be very many.
    const HIGHEST: u32 = 64;
    let (forms, form) = (work.forms(), value.form());
    let is_misere = modulus.engine().is_some_and(|engine| engine.universe().is_some());
    let player = Player::BOTH.into_iter().find(|&p| forms.is_dead_end(form, p) && form != Form::ZERO);
    let Some(player) = player.filter(|_| is_misere && forms.rank(form) <= HIGHEST) else {
        return Ok(None);
    };
    let ends = DeadEnds::with_budget(work.budget().clone());
    let Ok(end) = ends.value(forms, form, player) else { return Ok(None) };
    let Some(atoms) = ends.factorisations(end)?.into_iter().next() else { return Ok(None) };
    let one = ends.integer(1)?;
    let mut summands: Vec<(DeadEnd, i64)> = Vec::new();
    for &atom in atoms.iter().rev() {
        match summands.iter_mut().find(|(known, _)| *known == atom) {
            Some((_, times)) => *times += 1,
            None => summands.push((atom, 1)),
        }
    }
    if summands.len() < 2 && summands.iter().all(|&(atom, times)| times < 2 || atom == one) {
        return Ok(None);
    }
    let written = Formula::in_styles(|style| {
        let notation = Notation { style, ..Notation::default() };
        let mut texts = Vec::new();
        for &(atom, times) in &summands {
            // Copies of 1̄ are an integer.
            if atom == one {
                let integer = forms.integer(if player == Player::Left { -times } else { times })?;
                texts.push(notation.write(forms, integer)?);
            } else {
                let text = notation.write(forms, ends.form(forms, atom, player)?)?;
                texts.push(if times == 1 { text } else { format!("{times}.{text}") });
            }
        }
        Ok(texts.join(" + "))
    })?;
    Ok(Some(Text::formula(written)))
}

#[cfg(not(feature = "census"))]
fn as_sum(_: &Workspace, _: &Modulus, _: &Game) -> Result<Option<Text>, Error> {
    Ok(None)
}

/// The game as text, or one line about it if the text is too long to be written.
fn text_or_summary(game: &Game, style: Style) -> Result<NamedTexts, Error> {
    match game.workspace().write_with_names(std::slice::from_ref(game), style) {
        Err(Error::Exhausted(Exhausted { limit: Limit::Text(_), .. })) => {
            Ok(NamedTexts { texts: vec![summary(game)?], definitions: String::new() })
        }
        written => written,
    }
}

/// A line about a game that is too large to be printed, and how to get all of it.
///
/// # Errors
/// [`Error::Exhausted`] when a limit was reached.
pub fn summary(game: &Game) -> Result<String, Error> {
    let followers = game.workspace().forms().followers_within(&[game.form()])?.len();
    Ok(format!(
        "(too large to print: {} edges as a tree, {followers} different followers, rank {}; --max-output BYTES \
         prints larger games; `misere value … --store FILE`, then `misere store export FILE --output OUT`, writes \
         a value as a graph)",
        game.tree_edges()?,
        game.rank(),
    ))
}

/// The first sentence, or the first two if the first is short.
fn in_a_line(rules: &str) -> String {
    const SHORT: usize = 60;
    let mut line = String::new();
    for sentence in rules.split_inclusive(". ") {
        if line.len() > SHORT {
            break;
        }
        line.push_str(sentence);
    }
    line.trim_end().trim_end_matches('.').to_owned()
}

fn rules_in_words(record: &Record) -> Vec<String> {
    let said = |name: &str| match record.get(name) {
        Some(Datum::Text(text)) => text.as_plain().unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    let mut lines = vec![said("title")];
    paragraph(&mut lines, "", &said("rules"));
    paragraph(&mut lines, "Source: ", &said("source"));
    paragraph(&mut lines, "Positions: ", &said("syntax"));
    let home = match (said("universe"), said("reason")) {
        (universe, _) if universe.is_empty() => "none claimed; determined for each position".to_owned(),
        (universe, reason) if reason.is_empty() => universe,
        (universe, reason) => format!("{universe}: {reason}"),
    };
    paragraph(&mut lines, "Universe: ", &home);
    lines
}

/// Adds an empty line, and a paragraph of lines of at most 80 characters.
fn paragraph(lines: &mut Vec<String>, label: &str, text: &str) {
    const WIDTH: usize = 80;
    if text.is_empty() {
        return;
    }
    lines.push(String::new());
    let mut line = String::new();
    for word in format!("{label}{text}").split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
}
