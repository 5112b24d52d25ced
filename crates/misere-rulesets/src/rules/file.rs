//! Reading rules files.
//!
//! A file is a list of lines, each a keyword and what follows it:
//!
//! ```text
//! game   Snort
//! board  .
//! left   . -> x  unless next to o
//! right  as left, exchanging x and o
//! ```

use std::fmt;
use std::ops::Range;

use misere_core::{Account, Exhausted, Forms, MeteredVec, Player};
use misere_notation::{ParseError, Problem, UniverseNames, parse_universe, quoted};

use super::Rewriting;
use super::ending::{Ending, ending};
use super::layout::KindTable;
use super::moves::{ANYTHING, Condition, Move};
use crate::grid::{Alphabet, Grid, Symmetry};
use crate::ruleset::{Description, Home};

/// Why a text is not the rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesFileError {
    /// The text is wrong at some place.
    Parse(ParseError),
    /// Play by these rules need not end: these boards lead from one to the next,
    /// and the last back to the first.
    Endless(Vec<String>),
    /// The rules are too many for the budget.
    Exhausted(Exhausted),
}

impl From<Exhausted> for RulesFileError {
    fn from(error: Exhausted) -> RulesFileError {
        RulesFileError::Exhausted(error)
    }
}

impl From<ParseError> for RulesFileError {
    fn from(error: ParseError) -> RulesFileError {
        RulesFileError::Parse(error)
    }
}

impl fmt::Display for RulesFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesFileError::Parse(error) => error.fmt(f),
            RulesFileError::Exhausted(error) => error.fmt(f),
            RulesFileError::Endless(cycle) => {
                f.write_str("play by these rules need not end: ")?;
                for board in cycle {
                    write!(f, "{board} -> ")?;
                }
                f.write_str(cycle.first().map_or("", String::as_str))
            }
        }
    }
}

impl std::error::Error for RulesFileError {}

const KEYWORDS: &str = "`left`, `right`, `both`, `board`, `cells`, `diagonals`, `universe`, `game`, `about`, \
                        `source` or `example`";

/// Reads a rules file. The account is charged for the moves, as long as they are there.
pub(super) fn read(
    name: &str,
    text: &str,
    names: &dyn UniverseNames,
    account: Account,
) -> Result<Rewriting, RulesFileError> {
    let mut file = File::default();
    let drawn = Account::new(account.budget().clone());
    let mut at = 0;
    for line in text.split('\n') {
        let span = at..at + line.len();
        at = span.end + 1;
        let words = Words { text, span };
        if !words.is_blank() && !words.text().trim_start().starts_with('#') {
            account.budget().step()?;
            // Twice, since copies are made of what is drawn.
            drawn.charge(2 * (BYTES_PER_LINE + 2 * line.len()))?;
            file.line(words, names)?;
        }
    }
    file.finish(name, text, account)
}

/// The bytes that a line takes besides its drawings.
const BYTES_PER_LINE: usize = 2 * size_of::<Pattern>() + 64;

/// The contents of the lines read so far.
#[derive(Default)]
struct File<'t> {
    title: Option<&'t str>,
    about: Vec<&'t str>,
    source: Vec<&'t str>,
    examples: Vec<Words<'t>>,
    home: Option<Home>,
    diagonals_touch: bool,
    board: Option<Words<'t>>,
    cells: Vec<u8>,
    patterns: [Vec<Pattern>; 2],
    copies: Vec<Copy<'t>>,
}

/// A drawn move, with the symmetries it may be turned by.
#[derive(Clone)]
struct Pattern {
    before: Grid,
    after: Grid,
    symmetries: Vec<Symmetry>,
    conditions: Vec<Condition>,
}

/// A line `right as left, …`
struct Copy<'t> {
    player: Player,
    symmetries: Vec<Symmetry>,
    exchanges: Vec<(u8, u8)>,
    line: Words<'t>,
}

impl<'t> File<'t> {
    fn line(&mut self, mut words: Words<'t>, names: &dyn UniverseNames) -> Result<(), ParseError> {
        let whole = words.clone();
        let Some(keyword) = words.next() else { return Ok(()) };
        match keyword.text().trim_end_matches(':').to_ascii_lowercase().as_str() {
            "game" => self.title = Some(words.text_to_the_end("the name of the game")?),
            "about" => self.about.push(words.text_to_the_end("the rules in words")?),
            "source" => self.source.push(words.text_to_the_end("where the rules are from")?),
            "example" => {
                words.text_to_the_end("a position")?;
                self.examples.push(words);
            }
            "board" => {
                let tile = words.need("the cells an empty board is filled with, such as `.` or `xo/ox`")?;
                words.end()?;
                self.board = Some(tile);
            }
            "cells" => {
                while let Some(word) = words.next() {
                    let cell = word.cell()?;
                    self.cells.push(cell);
                }
            }
            "diagonals" => {
                let word = words.need("`touch`")?;
                if word.text() != "touch" {
                    return Err(word.unexpected("`touch`"));
                }
                words.end()?;
                self.diagonals_touch = true;
            }
            "universe" => self.home = Some(home(words, names)?),
            "left" => self.moves(Player::Left, words, whole)?,
            "right" => self.moves(Player::Right, words, whole)?,
            "both" => {
                let pattern = pattern(&mut words)?;
                self.patterns[0].push(pattern.clone());
                self.patterns[1].push(pattern);
            }
            _ => return Err(keyword.unexpected(KEYWORDS)),
        }
        Ok(())
    }

    fn moves(&mut self, player: Player, mut words: Words<'t>, line: Words<'t>) -> Result<(), ParseError> {
        if words.clone().next().is_some_and(|word| word.text() == "as") {
            words.next();
            let other = match player {
                Player::Left => "right",
                Player::Right => "left",
            };
            let copied = words.need(&format!("`{other}`"))?;
            if copied.text().trim_end_matches(',').to_ascii_lowercase() != other {
                return Err(copied.unexpected(&format!("`{other}`")));
            }
            let copy = copy(player, words, line)?;
            self.copies.push(copy);
        } else {
            let pattern = pattern(&mut words)?;
            self.patterns[player.index()].push(pattern);
        }
        Ok(())
    }

    fn finish(mut self, name: &str, text: &'t str, account: Account) -> Result<Rewriting, RulesFileError> {
        let drawn = self.patterns.clone();
        for copy in &self.copies {
            let of_other = &drawn[copy.player.opponent().index()];
            if of_other.is_empty() {
                let message = format!("{} has no patterns of their own to copy", copy.player.opponent());
                return Err(copy.line.other(message, None).into());
            }
            account.charge(of_other.len() * BYTES_PER_LINE)?;
            let own = of_other.iter().map(|pattern| pattern.copied(copy));
            self.patterns[copy.player.index()].extend(own);
        }
        if self.patterns.iter().all(Vec::is_empty) {
            let help = "a move is drawn before and after, for example `left xo -> .x`".to_owned();
            let nowhere = Words { text, span: text.trim_end().len()..text.trim_end().len() };
            return Err(nowhere.other("nobody has a move".to_owned(), Some(help)).into());
        }
        let moves = self.all_moves(&account)?;
        let alphabet = self.alphabet(&moves);
        if alphabet.len() > KindTable::MOST {
            let whole = Words { text, span: 0..text.len() };
            return Err(whole.other(format!("more than {} kinds of cells", KindTable::MOST), None).into());
        }
        let cells = Alphabet { cells: &alphabet, tile: None };
        let tile = self.board.as_ref().map(|tile| tile.grid(cells)).transpose()?;
        let proved_to_end = match ending(&moves, &alphabet, account.budget())? {
            Ending::Proved => true,
            Ending::Unknown => false,
            Ending::Endless(cycle) => {
                let written = cycle.iter().map(|board| board.write("/")).collect();
                return Err(RulesFileError::Endless(written));
            }
        };
        let cells_written: Vec<String> = alphabet.iter().map(|&c| format!("`{}`", char::from(c))).collect();
        let size = if tile.is_some() { ", or a size such as `2x3`" } else { "" };
        let description = Description {
            name: name.to_owned(),
            title: self.title.unwrap_or(name).to_owned(),
            rules: self.about.join(" "),
            source: self.source.join(" "),
            syntax: format!(
                "rows of cells with `/` (or line breaks) between them{size}; cells: {}",
                cells_written.join(", ")
            ),
            examples: self.examples.iter().map(|words| words.text().trim().to_owned()).collect(),
            home: self.home,
        };
        let rewriting =
            Rewriting::with_moves(description, text, moves, alphabet, tile, proved_to_end, account)?;
        let cells = Alphabet { cells: &rewriting.alphabet, tile: rewriting.tile.as_ref() };
        for example in &self.examples {
            example.trimmed().grid(cells)?;
        }
        Ok(rewriting)
    }

    fn all_moves(&self, account: &Account) -> Result<Vec<Move>, Exhausted> {
        /// The bytes of the lists of the changes that a move makes to the kinds of cells.
        const CHANGES: usize = 256;
        let mut moves = MeteredVec::new(account.budget());
        for player in Player::BOTH {
            for pattern in &self.patterns[player.index()] {
                for &symmetry in &pattern.symmetries {
                    let (before, after) = (pattern.before.image(symmetry), pattern.after.image(symmetry));
                    let conditions = pattern.conditions.clone();
                    let drawn = Move::drawn(player, &before, &after, conditions, self.diagonals_touch);
                    // Twice, since images of all moves are made to look for symmetries.
                    account.charge(2 * drawn.bytes() + CHANGES)?;
                    moves.push(drawn)?;
                }
            }
        }
        Ok(moves.into_vec())
    }

    /// All cells of the rules: the declared ones first, then the others as they occur.
    fn alphabet(&self, moves: &[Move]) -> Vec<u8> {
        let in_tile = self.board.iter().flat_map(|tile| tile.text().bytes()).filter(|&b| b != b'/');
        let in_moves = moves.iter().flat_map(|m| {
            let conditions = m.conditions.iter().flat_map(|condition| condition.cells.iter().copied());
            m.cells.iter().flat_map(|cell| [cell.before, cell.after]).chain(conditions)
        });
        let mut alphabet: Vec<u8> = Vec::new();
        for cell in self.cells.iter().copied().chain(in_tile.filter(|&b| is_cell(b))).chain(in_moves) {
            if !alphabet.contains(&cell) {
                alphabet.push(cell);
            }
        }
        alphabet
    }
}

impl Pattern {
    fn copied(&self, copy: &Copy<'_>) -> Pattern {
        let exchanged = |cell: u8| {
            let partner = copy.exchanges.iter().find_map(|&(a, b)| match cell {
                _ if cell == a => Some(b),
                _ if cell == b => Some(a),
                _ => None,
            });
            partner.unwrap_or(cell)
        };
        let mut conditions = self.conditions.clone();
        for condition in &mut conditions {
            condition.cells.iter_mut().for_each(|cell| *cell = exchanged(*cell));
            condition.cells.sort_unstable();
        }
        let symmetries = self.symmetries.iter();
        let symmetries = symmetries.flat_map(|&s| copy.symmetries.iter().map(move |&then| s.then(then)));
        Pattern {
            before: self.before.clone().map(exchanged),
            after: self.after.clone().map(exchanged),
            symmetries: symmetries.collect(),
            conditions,
        }
    }
}

/// Reads `BEFORE -> AFTER`, and the clauses for how and when the move may be made.
fn pattern(words: &mut Words<'_>) -> Result<Pattern, ParseError> {
    let before = words.need("the cells before the move, such as `xo` or `./.`")?;
    let arrow = words.need("`->`")?;
    if !["->", "→"].contains(&arrow.text()) {
        return Err(arrow.unexpected("`->`"));
    }
    let after = words.need("the cells after the move")?;
    let (old, new) = (before.drawing()?, after.drawing()?);
    if (old.height(), old.width()) != (new.height(), new.width()) {
        let message = format!(
            "the drawings before and after must have the same size: {}x{} and {}x{}",
            old.height(),
            old.width(),
            new.height(),
            new.width()
        );
        return Err(after.other(message, None));
    }
    for ((_, b), (_, a)) in old.places().zip(new.places()) {
        if (a == ANYTHING) != (b == ANYTHING) {
            let message = "`?` is a cell that is not examined: it must stand on both sides of `->`";
            return Err(after.other(message.to_owned(), None));
        }
    }
    if old == new {
        return Err(after.other("the move changes nothing, so that play would not end".to_owned(), None));
    }
    let (symmetries, conditions, exchanges) = clauses(words, false)?;
    if let Some((_, word)) = exchanges.first() {
        return Err(word.unexpected("`turned`, `mirrored`, `when next to` or `unless next to`"));
    }
    Ok(Pattern { before: old, after: new, symmetries, conditions })
}

fn copy<'t>(player: Player, mut words: Words<'t>, line: Words<'t>) -> Result<Copy<'t>, ParseError> {
    let (symmetries, conditions, exchanges) = clauses(&mut words, true)?;
    if !conditions.is_empty() {
        let message = "conditions are copied with the patterns, and cannot be added".to_owned();
        return Err(line.other(message, None));
    }
    let exchanges = exchanges.into_iter().map(|(pair, _)| pair).collect();
    Ok(Copy { player, symmetries, exchanges, line })
}

type Clauses<'t> = (Vec<Symmetry>, Vec<Condition>, Vec<((u8, u8), Words<'t>)>);

/// Reads the clauses that may follow a drawing, in any order. A drawing may be made as it
/// is *and* turned or mirrored; a copy is turned or mirrored and no longer as it was.
fn clauses<'t>(words: &mut Words<'t>, copying: bool) -> Result<Clauses<'t>, ParseError> {
    let mut turns: Vec<u8> = vec![0];
    let mut mirrored = vec![false];
    let mut conditions = Vec::new();
    let mut exchanges = Vec::new();
    while let Some(word) = words.next() {
        match word.text().trim_matches(',') {
            "" => {}
            "turned" => {
                turns = directions(words);
                if turns.is_empty() {
                    turns = if copying { vec![1] } else { (0..4).collect() };
                }
            }
            "mirrored" => mirrored = if copying { vec![true] } else { vec![false, true] },
            clause @ ("when" | "unless") => {
                for expected in ["next", "to"] {
                    let word = words.need(&format!("`{expected}`"))?;
                    if word.text() != expected {
                        return Err(word.unexpected(&format!("`{expected}`, as in `{clause} next to x`")));
                    }
                }
                let cells = cells_with_or(words)?;
                conditions.push(Condition { wanted: clause == "when", cells });
            }
            "exchanging" => {
                let first = words.need("a cell")?;
                let and = words.need("`and`")?;
                if and.text() != "and" {
                    return Err(and.unexpected("`and`, as in `exchanging x and o`"));
                }
                let second = words.need("a cell")?;
                exchanges.push(((first.cell()?, second.cell()?), word));
            }
            _ => {
                return Err(
                    word.unexpected("`turned`, `mirrored`, `when next to`, `unless next to` or `exchanging`")
                );
            }
        }
    }
    let symmetries = mirrored
        .iter()
        .flat_map(|&mirrored| turns.iter().map(move |&turns| Symmetry { mirrored, turns }))
        .collect();
    Ok((symmetries, conditions, exchanges))
}

/// Reads compass directions, as quarter turns. A drawing faces east.
fn directions(words: &mut Words<'_>) -> Vec<u8> {
    const COMPASS: [&str; 4] = ["east", "north", "west", "south"];
    let mut turns = Vec::new();
    loop {
        let mut ahead = words.clone();
        let Some(word) = ahead.next() else { break };
        let name = word.text().trim_end_matches(',');
        match COMPASS.iter().position(|direction| *direction == name) {
            Some(quarters) => turns.push(quarters as u8),
            None if name == "and" && !turns.is_empty() => {}
            None => break,
        }
        *words = ahead;
    }
    turns
}

/// Reads cells such as `x or o`.
fn cells_with_or(words: &mut Words<'_>) -> Result<Vec<u8>, ParseError> {
    let mut cells = vec![words.need("a cell")?.cell()?];
    while words.clone().next().is_some_and(|word| word.text() == "or") {
        words.next();
        cells.push(words.need("a cell")?.cell()?);
    }
    cells.sort_unstable();
    cells.dedup();
    Ok(cells)
}

/// Reads `universe D because …`: the claim is checked when positions are explored.
fn home(mut words: Words<'_>, names: &dyn UniverseNames) -> Result<Home, ParseError> {
    let universe = words.need("a universe such as `D`, `E` or `D({|-1,0})`")?;
    parse_universe(&Forms::new(), universe.text(), names).map_err(|error| {
        let message = format!("not a universe: {error}");
        universe
            .other(message, Some("write it without spaces: `D`, `E`, `B`, `M` or `D({|-1,0})`".to_owned()))
    })?;
    if let Some(word) = words.next() {
        if word.text() != "because" {
            return Err(word.unexpected("`because` or the end of the line"));
        }
        words.text_to_the_end("the reason")?;
    }
    Ok(Home { universe: universe.text().to_owned(), reason: words.text().trim().to_owned() })
}

/// A part of the text that is read word by word.
#[derive(Clone)]
struct Words<'t> {
    text: &'t str,
    span: Range<usize>,
}

impl<'t> Words<'t> {
    fn text(&self) -> &'t str {
        &self.text[self.span.clone()]
    }

    fn is_blank(&self) -> bool {
        self.text().trim().is_empty()
    }

    fn trimmed(&self) -> Words<'t> {
        let start = self.span.start + (self.text().len() - self.text().trim_start().len());
        Words { text: self.text, span: start..start + self.text().trim().len() }
    }

    /// The next word, as a part of the text.
    fn next(&mut self) -> Option<Words<'t>> {
        let rest = self.trimmed();
        let length = rest.text().find(char::is_whitespace).unwrap_or(rest.text().len());
        if length == 0 {
            return None;
        }
        let word = rest.span.start..rest.span.start + length;
        self.span.start = word.end;
        Some(Words { text: self.text, span: word })
    }

    fn need(&mut self, expected: &str) -> Result<Words<'t>, ParseError> {
        let end = self.trimmed().span.end;
        let nothing = Words { text: self.text, span: end..end };
        self.next().ok_or_else(|| nothing.unexpected(expected))
    }

    fn end(&mut self) -> Result<(), ParseError> {
        match self.next() {
            None => Ok(()),
            Some(word) => Err(word.unexpected("the end of the line")),
        }
    }

    fn text_to_the_end(&self, expected: &str) -> Result<&'t str, ParseError> {
        let trimmed = self.trimmed();
        if trimmed.span.is_empty() { Err(trimmed.unexpected(expected)) } else { Ok(trimmed.text()) }
    }

    fn cell(&self) -> Result<u8, ParseError> {
        match self.text().trim_end_matches(',').as_bytes() {
            [cell] if is_cell(*cell) => Ok(*cell),
            _ => Err(self.unexpected("a cell: one printable ASCII character other than `/` and `?`")),
        }
    }

    /// The word as rows of cells, with `?` for any cell.
    fn drawing(&self) -> Result<Grid, ParseError> {
        const LARGEST: usize = 16;
        let all: Vec<u8> = (b'!'..=b'~').filter(|&cell| is_cell(cell) || cell == ANYTHING).collect();
        let grid = Grid::read(self.text(), Alphabet { cells: &all, tile: None });
        let grid = grid.map_err(|error| self.inside(error))?;
        if grid.height().max(grid.width()) > LARGEST {
            return Err(self.other(format!("a drawing has at most {LARGEST} rows and columns"), None));
        }
        if grid.places().all(|(_, cell)| cell == ANYTHING) {
            return Err(self.other("a drawing needs a cell that is examined".to_owned(), None));
        }
        Ok(grid)
    }

    /// The word as a board.
    fn grid(&self, alphabet: Alphabet<'_>) -> Result<Grid, ParseError> {
        Grid::read(self.text(), alphabet).map_err(|error| self.inside(error))
    }

    /// An error in the word, as an error in the whole text.
    fn inside(&self, error: ParseError) -> ParseError {
        let span = self.span.start + error.span.start..self.span.start + error.span.end;
        ParseError::new(self.text, span, error.problem, error.help)
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        let found = if self.span.is_empty() { "the end of the line".to_owned() } else { quoted(self.text()) };
        let problem = Problem::Unexpected { expected: expected.to_owned(), found };
        ParseError::new(self.text, self.span.clone(), problem, None)
    }

    fn other(&self, message: String, help: Option<String>) -> ParseError {
        crate::grid::other(self.text, self.trimmed().span, message, help)
    }
}

fn is_cell(byte: u8) -> bool {
    byte.is_ascii_graphic() && byte != b'/' && byte != ANYTHING
}
