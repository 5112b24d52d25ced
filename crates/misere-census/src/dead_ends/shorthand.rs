//! The shorthand of \[universe\] section 3: GHJ for {·|G,H,J}, and G with a sharp for
//! {·|G}.
//!
//! | written | meaning |
//! |---|---|
//! | `0`, `3̄` | integers, of one digit |
//! | `(-12)` | other integers: `1̄2̄` is {·\|1̄,2̄} |
//! | `2̄1̄0` | {·\|2̄,1̄,0} |
//! | `(1̄0)0` | {·\|1̄0,0}: parentheses group |
//! | `(1̄0)#` | {·\|1̄0} |

use misere_core::{Exhausted, Limit};
use misere_notation::{ParseError, Problem, ReadError, quoted};

use super::engine::DeadEnds;
use super::tables::{DeadEnd, Tables};

/// The longest text that is written, in bytes.
const LONGEST: usize = 16 << 20;

impl DeadEnds {
    /// The simplest form in the shorthand of \[universe\] section 3, such as `2̄1̄0` for
    /// {·|2̄,1̄,0} and `(1̄0)#` for {·|1̄0}. The later born options come first.
    ///
    /// # Errors
    /// [`Exhausted`] when the text would be longer than 16 MiB.
    ///
    /// ```
    /// use misere_census::dead_ends::DeadEnds;
    /// let ends = DeadEnds::new();
    /// let g = ends.parse_shorthand("00#(2̄1̄)1̄").unwrap();
    /// assert_eq!(ends.write_shorthand(g)?, "(2̄1̄)1̄0");
    /// assert_eq!(ends.write_ascii(g)?, "[[-2 -1] -1 0]");
    /// # Ok::<(), misere_core::Exhausted>(())
    /// ```
    pub fn write_shorthand(&self, g: DeadEnd) -> Result<String, Exhausted> {
        self.write(g, shorthand)
    }

    /// The simplest form in the brackets that `misere_notation::parse_form` reads,
    /// such as `[-2 -1 0]` for {·|2̄,1̄,0} and `{|[-1 0]}` for {·|1̄0}.
    ///
    /// # Errors
    /// [`Exhausted`] when the text would be longer than 16 MiB.
    pub fn write_ascii(&self, g: DeadEnd) -> Result<String, Exhausted> {
        self.write(g, brackets)
    }

    fn write(&self, g: DeadEnd, layout: Layout) -> Result<String, Exhausted> {
        let tables = self.tables();
        let places = tables.structure(&[g]);
        let mut out = String::new();
        let mut pending = vec![Piece::End { end: g, is_outermost: true }];
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Text(text) => out.push_str(&text),
                Piece::End { end, is_outermost } => {
                    let mut options = tables.options(end).to_vec();
                    options.sort_by_key(|o| std::cmp::Reverse(places[o]));
                    let before = pending.len();
                    layout(&tables, end, &options, is_outermost, &mut pending);
                    pending[before..].reverse();
                }
            }
            if out.len() > LONGEST {
                return Err(tables.exhausted(Limit::Text(LONGEST)));
            }
        }
        Ok(out)
    }

    /// Reads the shorthand of \[universe\] section 3: `0`, barred digits, parentheses,
    /// and after any of these `#` or `♯`. Two or more items side by side are the options of a
    /// dead end; a single item stands for itself. An integer of more than one digit is written
    /// `(-12)`.
    ///
    /// # Errors
    /// [`ReadError`] with the place where the text is not in the shorthand, or when the budget
    /// does not suffice.
    pub fn parse_shorthand(&self, text: &str) -> Result<DeadEnd, ReadError> {
        let mut tables = self.tables();
        // The items of the groups that are open, and where each was opened.
        let mut open: Vec<(usize, Vec<DeadEnd>)> = vec![(0, Vec::new())];
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let start = at;
            at += c.len_utf8();
            let is_nested = open.len() > 1;
            let (_, items) = open.last_mut().expect("the outermost group is open");
            match c {
                _ if c.is_whitespace() => {}
                '0'..='9' => {
                    let bar = text[at..].chars().next().filter(|&c| is_bar(c));
                    at += bar.map_or(0, char::len_utf8);
                    if bar.is_none() && c != '0' {
                        let help = format!("put a bar over it: `{c}\u{304}`");
                        return Err(unexpected(text, start..at, EXPECTED, Some(help)).into());
                    }
                    items.push(tables.integer(c as u32 - '0' as u32)?);
                }
                '#' | '♯' => {
                    let Some(last) = items.last_mut() else {
                        return Err(unexpected(text, start..at, EXPECTED, None).into());
                    };
                    *last = tables.make(vec![*last])?;
                }
                '(' => match minus_number(&text[at..]) {
                    Some((digits, length)) => {
                        at += length;
                        let span = start..at;
                        let error = || ParseError::new(text, span, Problem::NumberTooLarge, None);
                        items.push(tables.integer(digits.parse().map_err(|_| error())?)?);
                    }
                    None => open.push((start, Vec::new())),
                },
                ')' if is_nested && !items.is_empty() => {
                    let (_, items) = open.pop().expect("just examined");
                    let group = group(&mut tables, items)?;
                    let (_, outer) = open.last_mut().expect("the outermost group is open");
                    outer.push(group);
                }
                _ => return Err(unexpected(text, start..at, EXPECTED, None).into()),
            }
        }
        let (opened, items) = open.pop().expect("the outermost group is open");
        let is_closed = open.is_empty();
        if items.is_empty() || !is_closed {
            let expected = if items.is_empty() { EXPECTED } else { "`)`" };
            let help = (!is_closed).then(|| format!("the parenthesis at byte {opened} is not closed"));
            return Err(unexpected(text, text.len()..text.len(), expected, help).into());
        }
        Ok(group(&mut tables, items)?)
    }
}

const EXPECTED: &str = "`0`, a digit with a bar or `(`";

fn unexpected(text: &str, span: std::ops::Range<usize>, expected: &str, help: Option<String>) -> ParseError {
    let found = match &text[span.clone()] {
        "" => "the end of the text".to_owned(),
        found => quoted(found),
    };
    ParseError::new(text, span, Problem::Unexpected { expected: expected.to_owned(), found }, help)
}

fn is_bar(c: char) -> bool {
    c == '\u{304}' || c == '\u{305}'
}

/// The digits of `-12)`, and the number of bytes of the whole.
fn minus_number(text: &str) -> Option<(&str, usize)> {
    let number = text.strip_prefix('-')?;
    let digits = number.find(|c: char| !c.is_ascii_digit())?;
    (digits > 0 && number[digits..].starts_with(')')).then(|| (&number[..digits], digits + 2))
}

fn group(tables: &mut Tables, items: Vec<DeadEnd>) -> Result<DeadEnd, Exhausted> {
    match items[..] {
        [single] => Ok(single),
        _ => tables.make(items),
    }
}

enum Piece {
    Text(String),
    End { end: DeadEnd, is_outermost: bool },
}

/// Puts a dead end, with its options in the order of writing, into pieces.
type Layout = fn(&Tables, DeadEnd, &[DeadEnd], bool, &mut Vec<Piece>);

fn shorthand(
    tables: &Tables,
    end: DeadEnd,
    options: &[DeadEnd],
    is_outermost: bool,
    pieces: &mut Vec<Piece>,
) {
    let birthday = tables.node(end).birthday;
    let inner = |end: DeadEnd| Piece::End { end, is_outermost: false };
    if tables.is_integer(end) {
        pieces.push(Piece::Text(match birthday {
            0 => "0".to_owned(),
            1..=9 => format!("{birthday}\u{304}"),
            _ => format!("(-{birthday})"),
        }));
    } else if let [option] = *options {
        pieces.extend([inner(option), Piece::Text("#".to_owned())]);
    } else if is_outermost {
        pieces.extend(options.iter().map(|&o| inner(o)));
    } else {
        pieces.push(Piece::Text("(".to_owned()));
        pieces.extend(options.iter().map(|&o| inner(o)));
        pieces.push(Piece::Text(")".to_owned()));
    }
}

fn brackets(tables: &Tables, end: DeadEnd, options: &[DeadEnd], _: bool, pieces: &mut Vec<Piece>) {
    if tables.is_integer(end) {
        let birthday = tables.node(end).birthday;
        let sign = if birthday == 0 { "" } else { "-" };
        pieces.push(Piece::Text(format!("{sign}{birthday}")));
        return;
    }
    if let [option] = *options {
        // Brackets around one item are a list of the language.
        pieces.extend([Piece::Text("{|".to_owned()), Piece::End { end: option, is_outermost: false }]);
        return pieces.push(Piece::Text("}".to_owned()));
    }
    for (at, &option) in options.iter().enumerate() {
        pieces.push(Piece::Text(if at == 0 { "[" } else { " " }.to_owned()));
        pieces.push(Piece::End { end: option, is_outermost: false });
    }
    pieces.push(Piece::Text("]".to_owned()));
}
