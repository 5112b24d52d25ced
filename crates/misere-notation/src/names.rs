//! Long texts with names in them.

use misere_core::{Exhausted, Form, Forms, Limit, bytes_with_room};

use crate::layout::Layout;
use crate::print::{LONGEST_PIECE, Notation, Style, Writer, text_of};
use misere_core::order::{Class, Order};

/// The longest text without names, in bytes: some lines of a terminal.
const LONG: usize = 400;

/// The longest form that is written out wherever it occurs, about.
const SHORT: u8 = 16;

/// The length of a definition, about.
const USUAL: usize = 128;

/// The length of a name, a number or a nimber, about.
const NAME: u8 = 2;

/// Forms as text, in which forms that are long and occur more than once have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTexts {
    /// The text of each form.
    pub texts: Vec<String>,
    /// The definitions of the names, a line for each: `where F1 = {…}`. Only names of earlier
    /// lines occur in a line. A large game has many thousand lines, which are one text.
    pub definitions: String,
}

impl Notation {
    /// The forms as text. In texts that would take more than 400 bytes, the forms that occur
    /// more than once and take more than about 16 characters are called F1, F2, … (F for
    /// form: no family, universe, outcome or player has that letter).
    ///
    /// A text with all definitions below it reads back as its form. The length of all texts
    /// is linear in the followers and their options, however large the trees are.
    ///
    /// ```
    /// use misere_core::Forms;
    /// use misere_notation::{Notation, parse_form};
    /// let forms = Forms::new();
    /// let nim = parse_form(&forms, "*4+*5+*2")?;
    /// let written = Notation::default().write_with_names(&forms, &[nim])?;
    /// assert!(written.definitions.starts_with("where F1 = *{"));
    /// let text = format!("{}\n{}", written.texts[0], written.definitions);
    /// assert!(text.len() * 3 < Notation::default().write(&forms, nim)?.len());
    /// assert_eq!(parse_form(&forms, &text)?, nim);
    /// # Ok::<(), misere_notation::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`Exhausted`] when the texts would be longer than `max_bytes` together.
    pub fn write_with_names(&self, forms: &Forms, list: &[Form]) -> Result<NamedTexts, Exhausted> {
        let order = Order::new(forms, list)?;
        let no_names = Names::none();
        let mut layouts = Layout::of_all(&order, self)?;
        let plain = Writer { order: &order, layouts: &layouts, names: &no_names, notation: self };
        let short = |&g: &Form| {
            let mut text = Vec::new();
            let mut pieces = plain.pieces();
            Ok(plain.append(order.position(g), &mut pieces, &mut text, LONG)?.then(|| text_of(text)))
        };
        let mut texts = list.iter().map(short).collect::<Result<Vec<Option<String>>, Exhausted>>()?;
        let long = list.iter().zip(&texts).filter(|(_, text)| text.is_none());
        let names = Names::new(&order, &layouts, self, long.map(|(&g, _)| order.position(g)))?;
        Layout::respect_names(&mut layouts, &order, self.style, &names);
        let writer = Writer { order: &order, layouts: &layouts, names: &names, notation: self };
        let mut length = texts.iter().flatten().map(String::len).sum::<usize>();
        let mut pieces = writer.pieces();
        let mut write = |out: &mut Vec<u8>, start: usize, at: u32| {
            let room = start.saturating_add(self.max_bytes.saturating_sub(length));
            let fits = writer.append(at, &mut pieces, out, room)?;
            length += out.len() - start;
            match fits && length <= self.max_bytes {
                true => Ok(()),
                false => Err(forms.budget().exhausted(Limit::Text(self.max_bytes))),
            }
        };
        for (text, &g) in texts.iter_mut().zip(list) {
            if text.is_none() {
                let mut out = Vec::new();
                write(&mut out, 0, order.position(g))?;
                *text = Some(text_of(out));
            }
        }
        let opening: &[u8] = if self.style == Style::Latex { br"\text{where }" } else { b"where " };
        let expected = names.named.len().saturating_mul(USUAL).min(self.max_bytes);
        order.charge(expected)?;
        let mut definitions = bytes_with_room(expected).ok_or_else(|| order.budget().refused(expected))?;
        for &at in &names.named {
            let start = definitions.len();
            writer.make_room(&mut definitions, LONGEST_PIECE)?;
            definitions.extend_from_slice(opening);
            names.names[at as usize].append(&mut definitions);
            definitions.extend_from_slice(b" = ");
            write(&mut definitions, start, at)?;
            definitions.push(b'\n');
        }
        let texts = texts.into_iter().flatten().collect();
        Ok(NamedTexts { texts, definitions: text_of(definitions) })
    }
}

/// The names of forms in a text: numbers from 1, in structural order.
pub(crate) struct Names {
    named: Vec<u32>,
    /// The name of each follower, empty for none; no list if there are no names.
    names: Vec<Name>,
}

/// A name as it is written, after a comma. A long text has hundreds of thousands, and to write a
/// number takes longer than to copy it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Name {
    bytes: [u8; Name::LONGEST],
    /// The number of bytes that are used, 0 if there is no name.
    length: u8,
}

impl Name {
    /// The length of `,F_{4294967295}`.
    pub(crate) const LONGEST: usize = 15;

    /// The name with this number. Formatting takes longer than all else that is done for a name.
    fn new(number: u32, style: Style) -> Name {
        let (opening, closing): (&[u8], &[u8]) = match style {
            Style::Latex => (b",F_{", b"}"),
            Style::Unicode | Style::Ascii => (b",F", b""),
        };
        let mut bytes = [0; Name::LONGEST];
        bytes[..opening.len()].copy_from_slice(opening);
        let end = opening.len() + number.checked_ilog10().unwrap_or(0) as usize + 1;
        let mut rest = number;
        for digit in bytes[opening.len()..end].iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        bytes[end..end + closing.len()].copy_from_slice(closing);
        Name { bytes, length: (end + closing.len()) as u8 }
    }

    /// Appends the name.
    pub(crate) fn append(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes[1..usize::from(self.length)]);
    }
}

impl Names {
    pub(crate) fn none() -> Names {
        Names { named: Vec::new(), names: Vec::new() }
    }

    pub(crate) fn has_any(&self) -> bool {
        !self.named.is_empty()
    }

    /// The name of a follower.
    #[inline]
    pub(crate) fn name(&self, at: u32) -> Option<&Name> {
        self.names.get(at as usize).filter(|name| name.length > 0)
    }

    /// Appends the names of these followers up to the first that has none, each after a comma but
    /// for the first one if it `begins` a list, and says how many they are. There is text before a
    /// list, and should be room for the names.
    ///
    /// Of each name as many bytes are copied as any name has, since that number is known before,
    /// and the next name is written over what is too much.
    pub(crate) fn append_run(&self, followers: &[u32], begins: bool, out: &mut Vec<u8>) -> usize {
        // The comma before a list is written over the sign that is there, and taken back.
        let sign = if begins { out.pop() } else { None };
        let start = out.len();
        let mut count = 0;
        for name in followers.iter().map_while(|&at| self.name(at)) {
            let end = out.len() + usize::from(name.length);
            out.extend_from_slice(&name.bytes);
            out.truncate(end);
            count += 1;
        }
        if let Some(sign) = sign {
            match out.get_mut(start) {
                Some(comma) => *comma = sign,
                None => out.push(sign),
            }
        }
        count
    }

    /// Names for the followers of some forms that are long and written more than once. Every
    /// form that has a name, or is long, is then written out once.
    fn new(
        order: &Order,
        layouts: &[Layout],
        notation: &Notation,
        roots: impl Iterator<Item = u32>,
    ) -> Result<Names, Exhausted> {
        let options = |at: u32| {
            let sides = layouts[at as usize].written_sides().iter();
            sides.map(move |&player| order.options(at, player))
        };
        order.charge(order.count() * (size_of::<bool>() + 2 * size_of::<u8>()))?;
        let mut is_root = vec![false; order.count()];
        roots.for_each(|root| is_root[root as usize] = true);
        // How often each form is written as an option: more often than twice makes no difference.
        let mut occurrences = vec![0u8; order.count()];
        // Forms come after their options.
        for at in (0..order.count() as u32).rev() {
            if occurrences[at as usize] > 0 || is_root[at as usize] {
                for list in options(at) {
                    order.budget().steps(list.len())?;
                    for &option in list {
                        let occurrences = &mut occurrences[option as usize];
                        *occurrences = occurrences.saturating_add(1);
                    }
                }
            }
        }
        let mut named = Vec::new();
        // The length of each form where it is an option, about, as far as the form is short.
        let mut widths: Vec<u8> = Vec::with_capacity(order.count());
        for at in 0..order.count() as u32 {
            let mut width = NAME;
            if order.class(at) == Class::Other && !matches!(layouts[at as usize], Layout::Waiting(_)) {
                width = 1;
                order.budget().step()?;
                for &option in options(at).flatten() {
                    width += widths[option as usize] + 1;
                    if width > SHORT {
                        // How much longer makes no difference.
                        width = SHORT + 1;
                        break;
                    }
                }
            }
            if width > SHORT && occurrences[at as usize] > 1 {
                named.push(at);
                width = NAME;
            }
            widths.push(width);
        }
        if named.is_empty() {
            return Ok(Names::none());
        }
        order.charge(order.count() * size_of::<Name>() + size_of_val(&named[..]))?;
        let mut names = Vec::new();
        order.budget().reserve(&mut names, order.count())?;
        names.resize(order.count(), Name::default());
        for (number, &at) in (1..).zip(&named) {
            names[at as usize] = Name::new(number, notation.style);
        }
        Ok(Names { named, names })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_room_for_every_number() {
        for number in [1, 9, 10, 123, 99_999, u32::MAX] {
            for style in [Style::Unicode, Style::Ascii, Style::Latex] {
                let name = Name::new(number, style);
                let expected =
                    if style == Style::Latex { format!("F_{{{number}}}") } else { format!("F{number}") };
                let mut out = Vec::new();
                name.append(&mut out);
                assert_eq!(text_of(out), expected);
                let names = Names { named: vec![0, 2], names: vec![name, Name::default(), name] };
                for (followers, count) in [(&[0, 2, 0][..], 3), (&[2, 1, 0], 1), (&[1], 0), (&[], 0)] {
                    for begins in [false, true] {
                        let mut out = b"{".to_vec();
                        assert_eq!(names.append_run(followers, begins, &mut out), count);
                        let commas = vec![&expected[..]; count].join(",");
                        let first = if begins || count == 0 { "" } else { "," };
                        assert_eq!(text_of(out), format!("{{{first}{commas}"));
                    }
                }
            }
        }
    }
}
