//! Forms and universes as text: reading them, with errors that point at the
//! place, and writing them as the papers do.
//!
//! ```
//! use misere_core::Forms;
//! use misere_notation::{AnyUniverse, Notation, ReadError, Style, parse_form, parse_universe};
//!
//! let forms = Forms::new();
//! let g = parse_form(&forms, "{{2, +-1 | 0} | {-1 | 0,#}}")?;
//! assert_eq!(Notation::default().write(&forms, g)?, "{2,±1|0||-1|0,■}");
//! assert_eq!(Notation::new(Style::Ascii).write(&forms, g)?, "{2,+-1|0||-1|0,#}");
//! assert_eq!(parse_form(&forms, "{2,±1|0||-1|0,■}")?, g);
//!
//! let error = parse_form(&forms, "{0,1}").unwrap_err();
//! assert_eq!(error.to_string(), "at character 5: expected `|`, `,` or `+`, found `}`");
//!
//! let domineering = parse_universe(&forms, "D([-1 0])", &AnyUniverse)?;
//! assert_eq!(Notation::default().write_universe(&forms, &domineering)?, "D({·|0,-1})");
//! # Ok::<(), ReadError>(())
//! ```
//!
//! # Notation of forms
//!
//! | written | meaning |
//! |---|---|
//! | `3`, `-2`, `2̄` | integers; `-2` and `2̄` are the conjugate of 2 |
//! | `*`, `*3` | nimbers; ∗ and ⋆ are read as `*`, and │ as a bar |
//! | `*{a,b}` | the impartial game `{a,b\|a,b}`, whose options are impartial games |
//! | `{a,b\|c,d}` | options of Left and of Right; an empty side may be written `.` or `·` |
//! | `{a\|\|b\|c}` | `{a\|{b\|c}}`: a longer bar separates more |
//! | `■`, `#`, `Σ`, `Σ^L`, `Σᴸ` | a tombstone, in a list of options |
//! | `G+H`, `3.G` | sum, sum of copies; of an integer, `3.(2)` |
//! | `~G`, `conj(G)` | conjugate |
//! | `±G`, `+-G`, `±(a,b)` | `{G\|~G}`, `{a,b\|~a,~b}` |
//! | `adj(G)`, `sharp(G)` | adjoint, `{·\|G}` |
//! | `[-1 0]` | the Left dead end `{·\|-1,0}` |
//! | `W3`, `W(3)` | a member of a family, likewise `K`, `B`, `A`, `S` |
//! | `{F1\|0} where F1 = {0\|*}` | a game with names in it; a definition may have the names of those before it |
//!
//! LaTeX is read as well: `\{`, `\mid`, `\parallel`, `\overline{2}`, `\cdot`, `\pm`, `\ast`,
//! `\blacksquare`, `\Sigma^L`, `\mathcal{D}`. `\left`, `\,` and lines that begin with `%` are
//! space.
//!
//! Neither direction recurses: how deep a form may be is a matter of memory.
#![forbid(unsafe_code)]

mod build;
mod calls;
mod error;
mod layout;
pub mod lexer;
mod names;
mod parser;
mod print;
mod universe;

pub use calls::{CallError, Calls, NoCalls};
pub use error::{ParseError, Problem, ReadError, not_closed, quoted};
pub use misere_core::order::{for_each_follower, structural_order, structural_order_within};
pub use names::NamedTexts;
pub use parser::{Hole, parse_form, parse_form_with, parse_form_with_holes};
pub use print::{Notation, Style, TombstoneSign};
pub use universe::{
    AnyUniverse, UniverseExpression, UniverseNames, parse_universe, parse_universe_with_holes,
};
