//! Writing forms and universes.

use std::ops::Range;

use misere_core::{Exhausted, Form, Forms, Limit, MeteredVec, Player, Ticker};
use rustc_hash::FxHashMap;

use crate::layout::{LONGEST_BAR, Layout};
use crate::names::{Name, Names};
use crate::universe::UniverseExpression;
use misere_core::order::{Class, Order};

/// How forms are written.
///
/// The text of a form does not depend on what else the store holds, and reads back as the
/// same form in each style.
///
/// ```
/// use misere_core::{Form, Forms};
/// use misere_notation::{Notation, Style};
/// let forms = Forms::new();
/// let star = forms.nimber(1)?;
/// let g = forms.ordinary(&[], &[forms.integer(-1)?, star])?;
/// assert_eq!(Notation::default().write(&forms, g)?, "{·|-1,*}");
/// assert_eq!(Notation::new(Style::Ascii).write(&forms, g)?, "{|-1,*}");
/// assert_eq!(Notation::new(Style::Latex).write(&forms, g)?, r"\{\cdot \mid \overline{1},*\}");
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The signs to use.
    pub style: Style,
    /// The sign of a tombstone.
    pub tombstone: TombstoneSign,
    /// The longest text that is written, in bytes.
    pub max_bytes: usize,
    /// Whether waiting games from W3 on, and their conjugates, are written by their names, for
    /// people: `W_{3}` in LaTeX does not read back.
    pub waiting_games: bool,
}

/// The signs forms are written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The signs `±`, `·`, `■`.
    #[default]
    Unicode,
    /// The signs `+-` and `#`; an empty side is left blank. For programs, which need not know
    /// `*{…}`: impartial games are written like all others.
    Ascii,
    /// The commands `\pm`, `\cdot`, `\blacksquare`, to stand in mathematical mode.
    Latex,
}

/// The sign of a tombstone. Both signs read back; ASCII has `#` for either.
///
/// ```
/// use misere_core::Forms;
/// use misere_notation::{Notation, Style, TombstoneSign, parse_form};
/// let forms = Forms::new();
/// let g = parse_form(&forms, "{0,#|*,#}").unwrap();
/// let write = |style| Notation { tombstone: TombstoneSign::Sigma, ..Notation::new(style) }.write(&forms, g);
/// assert_eq!(write(Style::Latex)?, r"\{0,\Sigma^L \mid *,\Sigma^R\}");
/// assert_eq!(write(Style::Unicode)?, "{0,Σᴸ|*,Σᴿ}");
/// # Ok::<(), misere_core::Exhausted>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TombstoneSign {
    /// The block `■`, `\blacksquare`, as in \[blocking\].
    #[default]
    Block,
    /// The signs `Σᴸ` and `Σᴿ`, `\Sigma^L` and `\Sigma^R`, as in \[universe\].
    Sigma,
}

impl Default for Notation {
    fn default() -> Notation {
        Notation::new(Style::default())
    }
}

impl Notation {
    /// A notation of this style, with texts of at most 16 MiB.
    #[must_use]
    pub const fn new(style: Style) -> Notation {
        Notation { style, tombstone: TombstoneSign::Block, max_bytes: 16 << 20, waiting_games: false }
    }

    /// The form as text.
    ///
    /// Writing takes time linear in the text, the followers and their options, times a
    /// logarithm, and adds nothing to the store.
    ///
    /// # Errors
    /// [`Exhausted`] when the text would be longer than `max_bytes`.
    pub fn write(&self, forms: &Forms, g: Form) -> Result<String, Exhausted> {
        self.write_list(forms, &[g])
    }

    /// The forms in the order given, separated by commas.
    ///
    /// # Errors
    /// [`Exhausted`] when the text would be longer than `max_bytes`.
    pub fn write_list(&self, forms: &Forms, list: &[Form]) -> Result<String, Exhausted> {
        let mut out = Vec::new();
        let fits = self.append_list(forms, list, &mut out)?;
        self.finish(forms, out, fits)
    }

    /// Each of the forms as text, of which each has at most `max_bytes`. The followers of all
    /// forms are sorted once.
    ///
    /// # Errors
    /// [`Exhausted`] when a text would be longer than `max_bytes`, or a limit was reached.
    pub fn write_each(&self, forms: &Forms, list: &[Form]) -> Result<Vec<String>, Exhausted> {
        let order = Order::new(forms, list)?;
        let names = Names::none();
        let layouts = Layout::of_all(&order, self)?;
        let writer = Writer { order: &order, layouts: &layouts, names: &names, notation: self };
        order.charge(size_of_val(list) + list.len() * size_of::<String>())?;
        let each = |&g: &Form| {
            let mut out = Vec::new();
            let fits = writer.append(order.position(g), &mut writer.pieces(), &mut out, self.max_bytes)?;
            out.shrink_to_fit();
            self.finish(forms, out, fits)
        };
        list.iter().map(each).collect()
    }

    /// A universe as text.
    ///
    /// # Errors
    /// [`Exhausted`] when the text would be longer than `max_bytes`.
    pub fn write_universe(&self, forms: &Forms, universe: &UniverseExpression) -> Result<String, Exhausted> {
        let mut out = match self.style {
            Style::Unicode | Style::Ascii => universe.name.clone(),
            Style::Latex if universe.name.chars().all(char::is_alphanumeric) => {
                format!(r"\mathcal{{{}}}", universe.name)
            }
            // A rule is its own name.
            Style::Latex => latex_words(&universe.name),
        };
        let Some(generators) = &universe.generators else {
            return self.finish(forms, out.into_bytes(), true);
        };
        out.push('(');
        let mut out = out.into_bytes();
        let fits = self.append_list(forms, generators, &mut out)?;
        out.push(b')');
        self.finish(forms, out, fits)
    }

    pub(crate) fn finish(&self, forms: &Forms, out: Vec<u8>, fits: bool) -> Result<String, Exhausted> {
        if fits && out.len() <= self.max_bytes {
            Ok(text_of(out))
        } else {
            Err(forms.budget().exhausted(Limit::Text(self.max_bytes)))
        }
    }

    fn tombstone(&self, player: Player) -> &'static str {
        match (self.tombstone, self.style, player) {
            (TombstoneSign::Sigma, Style::Unicode, Player::Left) => "Σᴸ",
            (TombstoneSign::Sigma, Style::Unicode, Player::Right) => "Σᴿ",
            (TombstoneSign::Sigma, Style::Latex, Player::Left) => r"\Sigma^L",
            (TombstoneSign::Sigma, Style::Latex, Player::Right) => r"\Sigma^R",
            _ => self.style.signs().tombstone,
        }
    }

    /// Appends the list and says whether all of it was written; stops soon after `max_bytes`.
    fn append_list(&self, forms: &Forms, list: &[Form], out: &mut Vec<u8>) -> Result<bool, Exhausted> {
        let order = Order::new(forms, list)?;
        let names = Names::none();
        let layouts = Layout::of_all(&order, self)?;
        let writer = Writer { order: &order, layouts: &layouts, names: &names, notation: self };
        for (i, &g) in list.iter().enumerate() {
            if i > 0 {
                out.push(b',');
            }
            if !writer.append(order.position(g), &mut writer.pieces(), out, self.max_bytes)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// More bytes than a piece of a text takes.
pub(crate) const LONGEST_PIECE: usize = 64;

/// The most options that are written before anybody looks how long the text is.
const LONGEST_RUN: usize = 64;

pub(crate) struct Writer<'a> {
    pub(crate) order: &'a Order,
    pub(crate) layouts: &'a [Layout],
    pub(crate) names: &'a Names,
    pub(crate) notation: &'a Notation,
}

/// The pieces that are still to be written: none before and after a form is written.
pub(crate) struct Pieces<'a> {
    /// The next piece is the last one.
    stack: MeteredVec<'a, Piece>,
    ticker: Ticker<'a>,
}

impl Pieces<'_> {
    #[inline]
    fn push(&mut self, piece: Piece) -> Result<(), Exhausted> {
        self.stack.push(piece)
    }

    /// Puts pieces below all that are above this height.
    fn insert<const N: usize>(&mut self, height: usize, pieces: [Piece; N]) -> Result<(), Exhausted> {
        for piece in pieces {
            self.push(piece)?;
        }
        self.stack[height..].rotate_right(N);
        Ok(())
    }
}

/// A piece that is still to be written.
pub(crate) enum Piece {
    Sign(&'static str),
    /// A form, perhaps without its braces.
    Form {
        at: u32,
        bare: bool,
    },
    /// A side of a form in braces, perhaps one form without its braces.
    Side {
        at: u32,
        player: Player,
        bare: bool,
    },
    /// The options of a player from this one on, and the tombstone.
    Options {
        at: u32,
        player: Player,
        next: usize,
    },
    /// Nothing: a form in its braces ends here, which began at this place of the text.
    End {
        at: u32,
        start: usize,
    },
}

/// Where longer forms stand in a text that is being written. A form that occurs again is
/// copied: a text may be much longer than a form has followers.
struct Written<'a> {
    places: FxHashMap<u32, Range<usize>>,
    order: &'a Order,
}

impl Written<'_> {
    /// The shortest text that is copied: to write a shorter one again takes no longer.
    const SHORTEST: usize = 12;
    /// The bytes charged for a place, the table being half empty.
    const BYTES: usize = 2 * size_of::<(u32, Range<usize>)>();

    fn note(&mut self, at: u32, place: Range<usize>) -> Result<(), Exhausted> {
        if place.len() >= Self::SHORTEST {
            self.order.charge(Self::BYTES)?;
            self.places.insert(at, place);
        }
        Ok(())
    }
}

impl Drop for Written<'_> {
    fn drop(&mut self) {
        self.order.refund(self.places.len() * Self::BYTES);
    }
}

impl Writer<'_> {
    /// Appends a form by its options, even if it has a name, and says whether all of it was
    /// written; stops soon after `max_bytes`. What is written is text, and charged as long as the
    /// order lives.
    pub(crate) fn append(
        &self,
        root: u32,
        pieces: &mut Pieces<'_>,
        out: &mut Vec<u8>,
        max_bytes: usize,
    ) -> Result<bool, Exhausted> {
        self.form(root, false, out, pieces)?;
        match pieces.stack.is_empty() {
            true => Ok(out.len() <= max_bytes),
            false => self.append_pieces(pieces, out, max_bytes),
        }
    }

    /// Appends all pieces that are still to be written, as [`Writer::append`] does.
    fn append_pieces(
        &self,
        pieces: &mut Pieces<'_>,
        out: &mut Vec<u8>,
        max_bytes: usize,
    ) -> Result<bool, Exhausted> {
        let mut written = Written { places: FxHashMap::default(), order: self.order };
        while let Some(piece) = pieces.stack.pop() {
            pieces.ticker.tick()?;
            self.make_room(out, LONGEST_PIECE)?;
            match piece {
                Piece::Sign(sign) => out.extend_from_slice(sign.as_bytes()),
                Piece::Form { at, bare: true } => self.form(at, true, out, pieces)?,
                Piece::Form { at, .. } => match (self.names.name(at), written.places.get(&at)) {
                    (Some(name), _) => name.append(out),
                    (None, Some(before)) => {
                        if out.len() + before.len() > max_bytes {
                            return Ok(false);
                        }
                        pieces.ticker.ticks(before.len() / LONGEST_PIECE)?;
                        self.make_room(out, before.len())?;
                        out.extend_from_within(before.clone());
                    }
                    (None, None) => {
                        // Where forms that occur again have names, nothing long does.
                        if !self.names.has_any() && self.has_sides(at) {
                            pieces.push(Piece::End { at, start: out.len() })?;
                        }
                        self.form(at, false, out, pieces)?;
                    }
                },
                Piece::Side { at, player, bare } => self.side(at, player, bare, out, pieces)?,
                Piece::Options { at, player, next } => self.options(at, player, next, out, pieces)?,
                Piece::End { at, start } => written.note(at, start..out.len())?,
            }
            if out.len() > max_bytes {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Room for the pieces of any number of forms.
    pub(crate) fn pieces(&self) -> Pieces<'_> {
        let budget = self.order.budget();
        Pieces { stack: MeteredVec::new(budget), ticker: budget.ticker() }
    }

    /// Makes room for a text that is about to be written, and accounts for it.
    #[inline]
    pub(crate) fn make_room(&self, out: &mut Vec<u8>, more: usize) -> Result<(), Exhausted> {
        if out.capacity() - out.len() < more {
            // The old text lives until it is copied.
            let bytes = out.capacity().max(more);
            self.order.charge(bytes)?;
            out.try_reserve(more).map_err(|_| self.order.budget().refused(bytes))?;
        }
        Ok(())
    }

    /// Whether options of the form are written.
    fn has_sides(&self, at: u32) -> bool {
        !self.layouts[at as usize].written_sides().is_empty()
    }

    fn form(&self, at: u32, bare: bool, out: &mut Vec<u8>, pieces: &mut Pieces<'_>) -> Result<(), Exhausted> {
        let signs = self.notation.style.signs();
        match self.layouts[at as usize] {
            Layout::Integer => self.integer(at, out),
            Layout::Nimber => match self.order.rank(at) {
                1 => out.push(b'*'),
                n => out.extend_from_slice(format!("*{n}").as_bytes()),
            },
            Layout::Waiting(player) => {
                let n = self.order.rank(at);
                let name = match (self.notation.style, player) {
                    (Style::Latex, Player::Left) => format!("W_{{{n}}}"),
                    (Style::Latex, Player::Right) => format!(r"\overline{{W_{{{n}}}}}"),
                    (_, Player::Left) => format!("W{n}"),
                    (_, Player::Right) => format!("~W{n}"),
                };
                out.extend_from_slice(name.as_bytes());
            }
            Layout::Impartial => {
                out.push(b'*');
                out.extend_from_slice(signs.open.as_bytes());
                pieces.push(Piece::Sign(signs.close))?;
                pieces.push(Piece::Options { at, player: Player::Left, next: 0 })?;
            }
            Layout::PlusMinus => {
                out.extend_from_slice(signs.plus_minus.as_bytes());
                if let [option] = *self.order.options(at, Player::Left) {
                    let is_letter = matches!(self.layouts[option as usize], Layout::Waiting(_));
                    let is_letter = is_letter || self.names.name(option).is_some();
                    if self.notation.style == Style::Latex && is_letter {
                        // The letter would go on with the name of the command.
                        out.push(b' ');
                    }
                    pieces.push(Piece::Form { at: option, bare: false })?;
                } else {
                    out.push(b'(');
                    pieces.push(Piece::Sign(")"))?;
                    pieces.push(Piece::Options { at, player: Player::Left, next: 0 })?;
                }
            }
            Layout::Braces { bar, bare: bare_sides, .. } => {
                if !bare {
                    out.extend_from_slice(signs.open.as_bytes());
                }
                let close = if bare { "" } else { signs.close };
                let bar = signs.bars[usize::from(bar) - 1];
                // Where a side leaves something to be written later, what comes after it is put
                // below. Most sides are names, and leave nothing.
                let below = pieces.stack.len();
                self.side(at, Player::Left, bare_sides[0], out, pieces)?;
                if pieces.stack.len() > below {
                    let right = Piece::Side { at, player: Player::Right, bare: bare_sides[1] };
                    return pieces.insert(below, [Piece::Sign(close), right, Piece::Sign(bar)]);
                }
                self.make_room(out, LONGEST_PIECE)?;
                out.extend_from_slice(bar.as_bytes());
                self.side(at, Player::Right, bare_sides[1], out, pieces)?;
                if pieces.stack.len() > below {
                    return pieces.insert(below, [Piece::Sign(close)]);
                }
                self.make_room(out, LONGEST_PIECE)?;
                out.extend_from_slice(close.as_bytes());
            }
        }
        Ok(())
    }

    /// A side of a form in braces, which is perhaps one form without its braces.
    fn side(
        &self,
        at: u32,
        player: Player,
        bare: bool,
        out: &mut Vec<u8>,
        pieces: &mut Pieces<'_>,
    ) -> Result<(), Exhausted> {
        match *self.order.options(at, player) {
            [option, ..] if bare => pieces.push(Piece::Form { at: option, bare }),
            [] if !self.order.has_tombstone(at, player) => {
                out.extend_from_slice(self.notation.style.signs().empty.as_bytes());
                Ok(())
            }
            _ => self.options(at, player, 0, out, pieces),
        }
    }

    fn options(
        &self,
        at: u32,
        player: Player,
        next: usize,
        out: &mut Vec<u8>,
        pieces: &mut Pieces<'_>,
    ) -> Result<(), Exhausted> {
        let options = self.order.options(at, player);
        let end = options.len().min(next + LONGEST_RUN);
        pieces.ticker.ticks(end - next)?;
        self.make_room(out, (end - next) * Name::LONGEST)?;
        let mut place = next + self.names.append_run(&options[next..end], next == 0, out);
        while place < end {
            let option = options[place];
            self.make_room(out, LONGEST_PIECE + (end - place) * Name::LONGEST)?;
            if place > 0 {
                out.push(b',');
            }
            place += 1;
            if self.has_sides(option) {
                pieces.push(Piece::Options { at, player, next: place })?;
                return pieces.push(Piece::Form { at: option, bare: false });
            }
            self.form(option, false, out, pieces)?;
            place += self.names.append_run(&options[place..end], false, out);
        }
        if end < options.len() {
            return pieces.push(Piece::Options { at, player, next: end });
        }
        if self.order.has_tombstone(at, player) {
            self.make_room(out, LONGEST_PIECE)?;
            if end > 0 {
                out.push(b',');
            }
            out.extend_from_slice(self.notation.tombstone(player).as_bytes());
        }
        Ok(())
    }

    fn integer(&self, at: u32, out: &mut Vec<u8>) {
        let (before, behind) = match (self.order.class(at), self.notation.style) {
            (Class::Negative, Style::Latex) => (r"\overline{", "}"),
            (Class::Negative, _) => ("-", ""),
            _ => ("", ""),
        };
        out.extend_from_slice(before.as_bytes());
        match self.order.rank(at) {
            // Most integers have one digit.
            digit @ 0..10 => out.push(b'0' + digit as u8),
            size => out.extend_from_slice(size.to_string().as_bytes()),
        }
        out.extend_from_slice(behind.as_bytes());
    }
}

/// The text that was written as bytes: only whole pieces of text are.
pub(crate) fn text_of(written: Vec<u8>) -> String {
    String::from_utf8(written).expect("every piece is text")
}

struct Signs {
    open: &'static str,
    close: &'static str,
    bars: [&'static str; LONGEST_BAR as usize],
    empty: &'static str,
    tombstone: &'static str,
    plus_minus: &'static str,
}

impl Style {
    fn signs(self) -> &'static Signs {
        const PLAIN_BARS: [&str; 3] = ["|", "||", "|||"];
        match self {
            Style::Unicode => &Signs {
                open: "{",
                close: "}",
                bars: PLAIN_BARS,
                empty: "·",
                tombstone: "■",
                plus_minus: "±",
            },
            Style::Ascii => &Signs {
                open: "{",
                close: "}",
                bars: PLAIN_BARS,
                empty: "",
                tombstone: "#",
                plus_minus: "+-",
            },
            Style::Latex => &Signs {
                open: r"\{",
                close: r"\}",
                bars: [r" \mid ", r" \parallel ", r" \mathrel{|||} "],
                empty: r"\cdot",
                tombstone: r"\blacksquare",
                plus_minus: r"\pm",
            },
        }
    }
}

/// Words in a formula, in which nothing has a meaning to LaTeX.
fn latex_words(words: &str) -> String {
    let mut out = String::from(r"\text{");
    for c in words.chars() {
        match c {
            '{' | '}' | '_' | '#' | '%' | '&' | '$' => out.extend(['\\', c]),
            _ => out.push(c),
        }
    }
    out.push('}');
    out
}
