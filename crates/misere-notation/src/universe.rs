//! Universes as they are written.

use misere_core::{Form, Forms};

use crate::calls::{Calls, NoCalls};
use crate::error::{Problem, ReadError, quoted};
use crate::lexer::{Kind, Lexer, word};
use crate::parser::{Frame, Hole, Parser};
use misere_core::order::structural_order;

/// A universe as it is written: a name, followed by the ends that generate it.
///
/// Generators that were read are Left ends, each once, in structural order, so that
/// equal expressions mean equal universes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UniverseExpression {
    /// The name: `E`, or the `D` of `D(-1)`.
    pub name: String,
    /// The generators, if there are parentheses.
    pub generators: Option<Vec<Form>>,
}

/// The names of universes. The notation itself knows no names of universes.
pub trait UniverseNames {
    /// Whether there is a universe of this name.
    fn knows(&self, name: &str) -> bool;

    /// Whether ends may follow the name, as in `D(-1)`.
    fn takes_generators(&self, name: &str) -> bool;

    /// Help for a name that is not known: what can be typed.
    fn help(&self) -> Option<String>;
}

/// Every name, with or without generators: for texts whose universes are looked up later.
pub struct AnyUniverse;

impl UniverseNames for AnyUniverse {
    fn knows(&self, _: &str) -> bool {
        true
    }

    fn takes_generators(&self, _: &str) -> bool {
        true
    }

    fn help(&self) -> Option<String> {
        None
    }
}

/// Reads a universe: a name, or a name with ends such as `D(A,…)`; a Right end stands for
/// its conjugate.
///
/// ```
/// use misere_core::Forms;
/// use misere_notation::{AnyUniverse, parse_universe};
/// let forms = Forms::new();
/// assert_eq!(parse_universe(&forms, "E", &AnyUniverse)?.name, "E");
/// assert_eq!(parse_universe(&forms, "D(1)", &AnyUniverse)?, parse_universe(&forms, "D(-1)", &AnyUniverse)?);
/// # Ok::<(), misere_notation::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError::Parse`] when the text is not a universe, or a generator is not an end; [`ReadError::Exhausted`] when a generator is too large to build.
pub fn parse_universe(
    forms: &Forms,
    text: &str,
    names: &dyn UniverseNames,
) -> Result<UniverseExpression, ReadError> {
    parse_universe_with_holes(forms, text, names, &NoCalls, &[])
}

/// Reads a universe in which calls and holes may stand for generators, as in
/// [`parse_form_with_holes`](crate::parse_form_with_holes).
///
/// # Errors
/// The errors of [`parse_universe`].
pub fn parse_universe_with_holes(
    forms: &Forms,
    text: &str,
    names: &dyn UniverseNames,
    calls: &dyn Calls,
    holes: &[Hole],
) -> Result<UniverseExpression, ReadError> {
    let mut lexer = Lexer::new(text);
    let first = lexer.next()?;
    let unexpected = |lexer: &Lexer<'_>, token, expected: &str| {
        let problem = Problem::Unexpected { expected: expected.to_owned(), found: lexer.describe(token) };
        lexer.error(token.span.clone(), problem, None)
    };
    if first.kind != Kind::Name {
        let mut error = unexpected(&lexer, &first, "a universe");
        error.help = names.help();
        return Err(error.into());
    }
    let name = word(&text[first.span.clone()]).to_owned();
    if !names.knows(&name) {
        let problem = Problem::UnknownName(quoted(&name));
        let capital = Some(name.to_uppercase()).filter(|capital| names.knows(capital));
        let help =
            capital.map(|capital| format!("universes are capitals: `{capital}`")).or_else(|| names.help());
        return Err(lexer.error(first.span, problem, help.as_deref()).into());
    }
    let takes_generators = names.takes_generators(&name);
    let next = lexer.next()?;
    match next.kind {
        Kind::End => Ok(UniverseExpression { name, generators: None }),
        Kind::OpenParen if takes_generators => {
            let open = next.span.start;
            let mut parser = Parser::new(forms, lexer, Frame::Generators { open, item: open })?;
            parser.calls = calls;
            parser.holes = holes;
            parser.run()?;
            let mut generators = structural_order(forms, &parser.into_values());
            generators.dedup();
            Ok(UniverseExpression { name, generators: Some(generators) })
        }
        _ => {
            let expected =
                if takes_generators { "`(` or the end of the text" } else { "the end of the text" };
            let mut error = unexpected(&lexer, &next, expected);
            if next.kind == Kind::Comma {
                error.help =
                    Some("name one universe at a time; options are repeated: `-m D -m E`".to_owned());
            }
            Err(error.into())
        }
    }
}
