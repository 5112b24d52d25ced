//! The names of universes.

use misere_core::{Form, Forms};

use crate::error::{Problem, ReadError, quoted};
use crate::lexer::{Kind, Lexer};
use crate::order::structural_order;
use crate::parser::{Frame, Hole, Parser};

/// A universe as it is written, or one of the two other contexts in which forms
/// are compared.
///
/// The generators of one that was read are Left dead ends, each once, in
/// structural order, so that equal names mean equal generators.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum UniverseName {
    /// All forms.
    M,
    /// The dicots.
    D,
    /// The dead-ending forms.
    E,
    /// The blocking forms.
    B,
    /// The impartial forms, compared among themselves.
    I,
    /// Normal play.
    N,
    /// The smallest universe with these Left dead ends, D(A) in \[universe\].
    Generated(Vec<Form>),
}

impl UniverseName {
    /// The names that are single letters.
    pub const LETTERS: [(&'static str, UniverseName); 6] = [
        ("M", UniverseName::M),
        ("D", UniverseName::D),
        ("E", UniverseName::E),
        ("B", UniverseName::B),
        ("I", UniverseName::I),
        ("N", UniverseName::N),
    ];
}

/// Reads the name of a universe: a letter, or `D(A,…)` with dead ends A,…; a
/// Right dead end stands for its conjugate.
///
/// ```
/// use misere_core::Forms;
/// use misere_notation::{UniverseName, parse_universe};
/// let forms = Forms::new();
/// assert_eq!(parse_universe(&forms, "E")?, UniverseName::E);
/// assert_eq!(parse_universe(&forms, "D(1)")?, parse_universe(&forms, "D(-1)")?);
/// # Ok::<(), misere_notation::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError::Parse`] when the text is no such name, also when a generator is
/// not a dead end; [`ReadError::Exhausted`] when a generator is too large to
/// build.
pub fn parse_universe(forms: &Forms, text: &str) -> Result<UniverseName, ReadError> {
    parse_universe_with_holes(forms, text, &[])
}

/// Reads the name of a universe in which holes may stand for generators, as in
/// [`parse_form_with_holes`](crate::parse_form_with_holes).
///
/// # Errors
/// As [`parse_universe`].
pub fn parse_universe_with_holes(
    forms: &Forms,
    text: &str,
    holes: &[Hole],
) -> Result<UniverseName, ReadError> {
    let mut lexer = Lexer::new(text);
    let name = lexer.next()?;
    let unexpected = |lexer: &Lexer<'_>, token, expected: &str| {
        let problem = Problem::Unexpected { expected: expected.to_owned(), found: lexer.describe(token) };
        lexer.error(token.span.clone(), problem, None)
    };
    if name.kind != Kind::Name {
        let mut error = unexpected(&lexer, &name, "a universe");
        error.help = Some(known_universes());
        return Err(error.into());
    }
    let letters = &text[name.span.clone()];
    let Some((_, universe)) = UniverseName::LETTERS.into_iter().find(|(known, _)| *known == letters) else {
        let problem = Problem::UnknownName(quoted(letters));
        return Err(lexer.error(name.span, problem, Some(&known_universes())).into());
    };
    let next = lexer.next()?;
    match next.kind {
        Kind::End => Ok(universe),
        Kind::OpenParen if universe == UniverseName::D => {
            let open = next.span.start;
            let mut parser = Parser::new(forms, lexer, Frame::Generators { open, item: open })?;
            parser.holes = holes;
            parser.run()?;
            let mut generators = structural_order(forms, &parser.into_values());
            generators.dedup();
            Ok(UniverseName::Generated(generators))
        }
        _ if universe == UniverseName::D => {
            Err(unexpected(&lexer, &next, "`(` or the end of the text").into())
        }
        _ => Err(unexpected(&lexer, &next, "the end of the text").into()),
    }
}

fn known_universes() -> String {
    let letters = UniverseName::LETTERS.map(|(name, _)| format!("`{name}`")).join(", ");
    format!("the universes are {letters}, and `D(A,…)` for dead ends A,…")
}
