//! Long texts with names in them.

use std::fmt::Write as _;

use misere_core::{Exhausted, Form, Forms, Limit};

use crate::order::{Class, Order};
use crate::print::{Layout, Notation, Style, Writer};

/// The longest text without names, in bytes: some lines of a terminal.
const LONG: usize = 400;

/// The longest form that is written out wherever it occurs, about.
const SHORT: usize = 16;

/// The length of a name, a number or a nimber, about.
const NAME: usize = 2;

/// Forms as text, in which forms that are long and occur more than once have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTexts {
    /// The text of each form.
    pub texts: Vec<String>,
    /// What the names stand for, a line for each name: `where F1 = {…}`. Only names of earlier
    /// lines occur in a line.
    pub definitions: Vec<String>,
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
    /// assert!(written.definitions[0].starts_with("where F1 = *{"));
    /// let text = [written.texts, written.definitions].concat().join("\n");
    /// assert!(text.len() * 3 < Notation::default().write(&forms, nim)?.len());
    /// assert_eq!(parse_form(&forms, &text)?, nim);
    /// # Ok::<(), misere_notation::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`Exhausted`] when the texts would be longer than `max_bytes` together.
    pub fn write_with_names(&self, forms: &Forms, list: &[Form]) -> Result<NamedTexts, Exhausted> {
        let order = Order::new(forms, list)?;
        let plain_names = Names::none(&order)?;
        let plain_layouts = Layout::of_all(&order, self, &plain_names)?;
        let plain = Writer { order: &order, layouts: &plain_layouts, names: &plain_names, notation: self };
        let short = |&g: &Form| {
            let mut text = String::new();
            Ok(plain.append(order.position(g), &mut text, LONG)?.then_some(text))
        };
        let mut texts = list.iter().map(short).collect::<Result<Vec<Option<String>>, Exhausted>>()?;
        let long = list.iter().zip(&texts).filter(|(_, text)| text.is_none());
        let names = Names::new(&order, &plain_layouts, long.map(|(&g, _)| order.position(g)))?;
        let layouts = Layout::of_all(&order, self, &names)?;
        let writer = Writer { order: &order, layouts: &layouts, names: &names, notation: self };
        let mut length = texts.iter().flatten().map(String::len).sum::<usize>();
        let mut write = |start: String, at: u32| {
            let mut text = start;
            let fits = writer.append(at, &mut text, self.max_bytes.saturating_sub(length))?;
            length += text.len();
            match fits && length <= self.max_bytes {
                true => Ok(text),
                false => Err(forms.budget().exhausted(Limit::Text(self.max_bytes))),
            }
        };
        for (text, &g) in texts.iter_mut().zip(list) {
            if text.is_none() {
                *text = Some(write(String::new(), order.position(g))?);
            }
        }
        let (opening, closing) = if self.style == Style::Latex { (r"\text{", "}") } else { ("", "") };
        let definition = |(number, &at): (usize, &u32)| {
            write(format!("{opening}where {closing}{} = ", self.name(number as u32 + 1)), at)
        };
        let definitions = names.named.iter().enumerate().map(definition).collect::<Result<_, _>>()?;
        Ok(NamedTexts { texts: texts.into_iter().flatten().collect(), definitions })
    }

    /// Appends a name. A long text has hundreds of thousands.
    pub(crate) fn append_name(&self, number: u32, out: &mut String) {
        match self.style {
            Style::Latex => write!(out, "F_{{{number}}}"),
            Style::Unicode | Style::Ascii => write!(out, "F{number}"),
        }
        .expect("a string takes all that is written to it");
    }

    fn name(&self, number: u32) -> String {
        let mut name = String::new();
        self.append_name(number, &mut name);
        name
    }
}

/// The names of forms in a text: numbers from 1, in structural order.
pub(crate) struct Names {
    named: Vec<u32>,
    /// The name of each follower, 0 for none.
    numbers: Vec<u32>,
}

impl Names {
    pub(crate) fn none(order: &Order) -> Result<Names, Exhausted> {
        order.charge(order.len() * size_of::<u32>())?;
        Ok(Names { named: Vec::new(), numbers: vec![0; order.len()] })
    }

    pub(crate) fn of(&self, at: u32) -> Option<u32> {
        Some(self.numbers[at as usize]).filter(|&number| number > 0)
    }

    /// Names for the followers of some forms that are long and written more than once. Every
    /// form that has a name, or is long, is then written out once.
    fn new(order: &Order, layouts: &[Layout], roots: impl Iterator<Item = u32>) -> Result<Names, Exhausted> {
        let options = |at: u32| {
            let sides = layouts[at as usize].written_sides().iter();
            sides.flat_map(move |&player| order.options(at, player))
        };
        order.charge(order.len() * (size_of::<bool>() + size_of::<u32>() + size_of::<usize>()))?;
        let mut is_written = vec![false; order.len()];
        roots.for_each(|root| is_written[root as usize] = true);
        let mut occurrences = vec![0u32; order.len()];
        // Forms come after their options.
        for at in (0..order.len() as u32).rev() {
            if is_written[at as usize] {
                order.budget().steps(options(at).count())?;
                for &option in options(at) {
                    is_written[option as usize] = true;
                    occurrences[option as usize] += 1;
                }
            }
        }
        let mut names = Names::none(order)?;
        let mut widths: Vec<usize> = Vec::with_capacity(order.len());
        for at in 0..order.len() as u32 {
            order.budget().steps(options(at).count())?;
            let in_list =
                |&option: &u32| 1 + if names.of(option).is_some() { NAME } else { widths[option as usize] };
            let width = match order.class(at) {
                _ if matches!(layouts[at as usize], Layout::Waiting(_)) => NAME,
                Class::Other => 1 + options(at).map(in_list).fold(0, usize::saturating_add),
                _ => NAME,
            };
            widths.push(width);
            if width > SHORT && occurrences[at as usize] > 1 {
                names.named.push(at);
                names.numbers[at as usize] = names.named.len() as u32;
            }
        }
        Ok(names)
    }
}
