//! The rulesets that come with the program, by name.

use std::fmt;
use std::sync::Arc;

use misere_notation::{ParseError, quoted};

use crate::games;
use crate::rules::Rewriting;
use crate::ruleset::Ruleset;

/// Rules files that come with the program: name and text.
const RULES: [(&str, &str); 9] = [
    ("anti-clobber", include_str!("../rules/anti-clobber.rules")),
    ("clobber", include_str!("../rules/clobber.rules")),
    ("col", include_str!("../rules/col.rules")),
    ("cram", include_str!("../rules/cram.rules")),
    ("domineering", include_str!("../rules/domineering.rules")),
    ("elephants-and-rhinos", include_str!("../rules/elephants-and-rhinos.rules")),
    ("fission", include_str!("../rules/fission.rules")),
    ("snort", include_str!("../rules/snort.rules")),
    ("toads-and-frogs", include_str!("../rules/toads-and-frogs.rules")),
];

/// Why there is no ruleset for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRuleset {
    /// No ruleset has this name.
    Unknown {
        /// The name as it was asked for.
        name: String,
        /// A name that is much like it.
        suggestion: Option<String>,
    },
    /// The ruleset needs a parameter in parentheses.
    NeedsParameter {
        /// The name.
        name: String,
        /// With a parameter, for example.
        example: String,
    },
    /// The parameter makes no sense.
    BadParameter {
        /// The parameter.
        parameter: String,
        /// What is wrong, with its place in the parameter.
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
    let mut entries: Vec<Entry> = names()
        .into_iter()
        .filter_map(|name| find_ruleset(&name).ok())
        .map(|ruleset| {
            let about = ruleset.description();
            Entry { name: about.name.clone(), title: about.title.clone(), is_parameterised: false }
        })
        .collect();
    entries.extend(games::PARAMETERISED.iter().map(|(name, parameter, title)| Entry {
        name: format!("{name}({parameter})"),
        title: (*title).to_owned(),
        is_parameterised: true,
    }));
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries
}

/// The ruleset with a name, such as `domineering` or `octal(0.77)`; a code such as
/// `0.77` alone is that octal game.
///
/// # Errors
/// [`NoRuleset`] when there is none.
pub fn find_ruleset(name: &str) -> Result<Arc<dyn Ruleset>, NoRuleset> {
    let name = name.trim();
    if let Some((family, parameter)) = split_parameter(name) {
        return match games::with_parameter(&plain(family), parameter) {
            Some(Ok(ruleset)) => Ok(ruleset),
            Some(Err(error)) => {
                Err(NoRuleset::BadParameter { parameter: parameter.to_owned(), error: Box::new(error) })
            }
            None => Err(unknown(name, family)),
        };
    }
    if name.contains('.') && name.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return find_ruleset(&format!("octal({name})"));
    }
    let plain = plain(name);
    if let Some((known, text)) = RULES.iter().find(|(known, _)| *known == plain) {
        let ruleset = Rewriting::read(known, text).expect("the rules files of the program are tested");
        return Ok(Arc::new(ruleset));
    }
    if let Some(found) = games::native().into_iter().find(|r| r.description().name == plain) {
        return Ok(found);
    }
    if let Some((family, example, _)) = games::PARAMETERISED.iter().find(|(family, ..)| *family == plain) {
        return Err(NoRuleset::NeedsParameter { name: plain, example: format!("{family}({example})") });
    }
    Err(unknown(name, name))
}

/// Whether a name, or with a parameter the part before it, is in the catalogue.
#[must_use]
pub fn is_ruleset_name(name: &str) -> bool {
    let plain = plain(name);
    names().contains(&plain) || takes_parameter(&plain)
}

/// Whether the name needs a parameter in parentheses.
#[must_use]
pub fn takes_parameter(name: &str) -> bool {
    games::PARAMETERISED.iter().any(|(family, ..)| *family == plain(name))
}

/// A name in the catalogue that is much like this one.
#[must_use]
pub fn similar_name(name: &str) -> Option<String> {
    const LEAST: f64 = 0.8;
    let families = games::PARAMETERISED.iter().map(|(family, ..)| (*family).to_owned());
    let scored =
        names().into_iter().chain(families).map(|known| (strsim::jaro_winkler(&plain(name), &known), known));
    scored.filter(|(score, _)| *score >= LEAST).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)
}

fn names() -> Vec<String> {
    let in_rust = games::native().into_iter().map(|ruleset| ruleset.description().name.clone());
    RULES.iter().map(|(name, _)| (*name).to_owned()).chain(in_rust).collect()
}

fn unknown(name: &str, like: &str) -> NoRuleset {
    NoRuleset::Unknown { name: name.to_owned(), suggestion: similar_name(like) }
}

/// `octal(0.77)` into its parts.
fn split_parameter(name: &str) -> Option<(&str, &str)> {
    let (family, rest) = name.split_once('(')?;
    Some((family.trim(), rest.trim().strip_suffix(')')?))
}

/// Names as they are listed: `Toads and Frogs` is `toads-and-frogs`, and
/// `Dawson's Kayles` is `dawsons-kayles`.
fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-").replace(['\'', '’'], "")
}
