//! The rulesets that come with the program, by name.

use std::fmt;
use std::sync::Arc;

use misere_notation::{ParseError, quoted};

use crate::games::{BoardGame, Cutcake, Hackenbush, Heaps, Maze, RowGame};
use crate::rules::Rewriting;
use crate::ruleset::Ruleset;

/// Where the rules of a name are written.
enum Rules {
    /// The text of a rules file.
    File(&'static str),
    /// A game written in Rust.
    Native(fn() -> Arc<dyn Ruleset>),
    /// A game written in Rust that takes a parameter: an example of one, what parameters
    /// say, and the game that a parameter gives.
    Family(&'static str, &'static str, fn(&str) -> Result<Arc<dyn Ruleset>, ParseError>),
}

use Rules::{Family, File, Native};

/// Every name, in alphabetical order, with its rules.
static RULESETS: [(&str, Rules); 24] = [
    ("amazons", Native(|| Arc::new(BoardGame::amazons()))),
    ("anti-clobber", File(include_str!("../rules/anti-clobber.rules"))),
    ("clobber", File(include_str!("../rules/clobber.rules"))),
    ("col", File(include_str!("../rules/col.rules"))),
    ("cram", File(include_str!("../rules/cram.rules"))),
    ("cutcake", Native(|| Arc::new(Cutcake))),
    ("dawsons-kayles", Native(|| Arc::new(Heaps::dawsons_kayles()))),
    ("domineering", File(include_str!("../rules/domineering.rules"))),
    ("elephants-and-rhinos", File(include_str!("../rules/elephants-and-rhinos.rules"))),
    ("fission", File(include_str!("../rules/fission.rules"))),
    ("grundys-game", Native(|| Arc::new(Heaps::grundys_game()))),
    ("hackenbush", Native(|| Arc::new(Hackenbush))),
    ("kayles", Native(|| Arc::new(Heaps::kayles()))),
    ("konane", Native(|| Arc::new(BoardGame::konane()))),
    ("maze", Native(|| Arc::new(Maze))),
    ("nim", Native(|| Arc::new(Heaps::nim()))),
    ("nogo", Native(|| Arc::new(BoardGame::nogo()))),
    (
        "octal",
        Family(
            "0.77",
            "an octal or hexadecimal code, `...` repeating its last digit, or one for each player: `0.7|0.07`",
            |code| Ok(Arc::new(Heaps::octal(code)?)),
        ),
    ),
    ("push", Native(|| Arc::new(RowGame::push()))),
    ("shove", Native(|| Arc::new(RowGame::shove()))),
    ("snort", File(include_str!("../rules/snort.rules"))),
    (
        "subtraction",
        Family("1,2,5", "the numbers that may be taken, or those of each player: `1,2|1,3`", |numbers| {
            Ok(Arc::new(Heaps::subtraction(numbers)?))
        }),
    ),
    ("toads-and-frogs", File(include_str!("../rules/toads-and-frogs.rules"))),
    ("toppling-dominoes", Native(|| Arc::new(RowGame::toppling_dominoes()))),
];

/// Why there is no ruleset for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRuleset {
    /// No ruleset has this name.
    Unknown {
        /// The name as it was asked for.
        name: String,
        /// A name of the catalogue that is much like it.
        suggestion: Option<String>,
    },
    /// The ruleset of this name needs a parameter in parentheses.
    NeedsParameter {
        /// The name.
        name: String,
        /// An example: the name with a parameter.
        example: String,
    },
    /// The parameter makes no sense.
    BadParameter {
        /// The parameter.
        parameter: String,
        /// The error, with its place in the parameter.
        error: Box<ParseError>,
    },
}

impl fmt::Display for NoRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRuleset::Unknown { name, suggestion } => {
                write!(f, "no ruleset is called {}", quoted(name))?;
                match suggestion {
                    Some(suggestion) => write!(f, ": did you mean `{suggestion}`?"),
                    None => Ok(()),
                }
            }
            NoRuleset::NeedsParameter { name, example } => {
                write!(f, "`{name}` needs a parameter, for example `{example}`")
            }
            NoRuleset::BadParameter { parameter, error } => f.write_str(error.render(parameter).trim_end()),
        }
    }
}

impl std::error::Error for NoRuleset {}

/// A line of the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, with a parameter for an example if it takes one.
    pub name: String,
    /// The name in print.
    pub title: String,
    /// Whether the name takes a parameter.
    pub is_parameterised: bool,
}

/// All rulesets, by name.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    let entry = |(name, rules): &(&str, Rules)| {
        let ruleset = match rules {
            Family(example, title, _) => {
                let (name, title) = (format!("{name}({example})"), (*title).to_owned());
                return Entry { name, title, is_parameterised: true };
            }
            Native(make) => make(),
            File(text) => read_file(name, text),
        };
        let title = ruleset.description().title.clone();
        Entry { name: (*name).to_owned(), title, is_parameterised: false }
    };
    RULESETS.iter().map(entry).collect()
}

/// The ruleset with a name, such as `domineering` or `octal(0.77)`; a code such as
/// `0.77` alone is that octal game.
///
/// # Errors
/// [`NoRuleset`] when no ruleset has this name, or the parameter makes no sense.
pub fn find_ruleset(name: &str) -> Result<Arc<dyn Ruleset>, NoRuleset> {
    let name = name.trim();
    if let Some((family, parameter)) = split_parameter(name) {
        let Some(Family(.., read)) = rules(family) else { return Err(unknown(name, family)) };
        let bad = |error| NoRuleset::BadParameter { parameter: parameter.to_owned(), error: Box::new(error) };
        return read(parameter).map_err(bad);
    }
    if name.contains('.') && name.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return find_ruleset(&format!("octal({name})"));
    }
    let plain = plain(name);
    match rules(name) {
        Some(File(text)) => Ok(read_file(&plain, text)),
        Some(Native(make)) => Ok(make()),
        Some(Family(example, ..)) => {
            let example = format!("{plain}({example})");
            Err(NoRuleset::NeedsParameter { name: plain, example })
        }
        None => Err(unknown(name, name)),
    }
}

/// Whether a name, or with a parameter the part before it, is in the catalogue.
#[must_use]
pub fn is_ruleset_name(name: &str) -> bool {
    rules(name).is_some()
}

/// Whether the name needs a parameter in parentheses.
#[must_use]
pub fn takes_parameter(name: &str) -> bool {
    matches!(rules(name), Some(Family(..)))
}

/// A name in the catalogue that is much like the given name.
#[must_use]
pub fn similar_name(name: &str) -> Option<String> {
    const LEAST: f64 = 0.8;
    let plain = plain(name);
    let scored = RULESETS.iter().map(|(known, _)| (strsim::jaro_winkler(&plain, known), *known));
    let alike = scored.filter(|(score, _)| *score >= LEAST);
    alike.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known.to_owned())
}

/// The rules of a name, which may be written in any way that [`plain`] understands.
fn rules(name: &str) -> Option<&'static Rules> {
    let plain = plain(name);
    RULESETS.iter().find(|(known, _)| *known == plain).map(|(_, rules)| rules)
}

fn read_file(name: &str, text: &str) -> Arc<dyn Ruleset> {
    Arc::new(Rewriting::read(name, text).expect("the rules files of the program are tested"))
}

fn unknown(name: &str, like: &str) -> NoRuleset {
    NoRuleset::Unknown { name: name.to_owned(), suggestion: similar_name(like) }
}

/// Splits `octal(0.77)` into its parts.
fn split_parameter(name: &str) -> Option<(&str, &str)> {
    let (family, rest) = name.split_once('(')?;
    Some((family.trim(), rest.trim().strip_suffix(')')?))
}

/// A name as the catalogue lists it: `toads-and-frogs` for `Toads and Frogs`,
/// `dawsons-kayles` for `Dawson's Kayles`.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-").replace(['\'', '’'], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_table_are_in_order_and_those_of_the_rulesets() {
        assert!(RULESETS.is_sorted_by(|(a, _), (b, _)| a < b));
        for (entry, (name, _)) in catalogue().iter().zip(&RULESETS) {
            assert_eq!(find_ruleset(&entry.name).unwrap().description().name, entry.name);
            assert!(is_ruleset_name(name) && entry.name.starts_with(name));
            assert_eq!(takes_parameter(name), entry.is_parameterised);
            assert_eq!(similar_name(name).as_deref(), Some(*name));
        }
    }
}
