//! The words that have a meaning without being defined.

use misere_core::Family;
use misere_rulesets::{catalogue, is_ruleset_name, similar_name};

use super::functions::{find_function, functions};
use crate::registry::{END_SET, universes};

/// Words of the grammar. The last five are values.
pub(crate) const KEYWORDS: [&str; 13] =
    ["and", "for", "if", "in", "mod", "modulo", "not", "or", "Left", "Right", "false", "none", "true"];

/// Words that begin a command of the worksheet, and the `to` before a file. A command
/// cannot be a name, so that a line of a worksheet means one thing. `latex` is a function too.
pub(crate) const COMMANDS: [&str; 13] = [
    "board", "draw", "exit", "forget", "hasse", "help", "latex", "load", "names", "quit", "save", "to", "why",
];

/// The name of the last answer.
pub(crate) const LAST_ANSWER: &str = "_";

/// Functions of the notation of games.
pub(crate) const OF_NOTATION: [&str; 3] = ["adj", "conj", "sharp"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A word of the grammar that is no value.
    Keyword,
    /// A keyword that is a value.
    Constant,
    Universe,
    /// A family, as in `W` or `W3`.
    Family,
    NotationFunction,
    Function,
    /// Anything else: a name, or the name of a ruleset.
    Name,
}

pub(crate) fn meaning(word: &str) -> Meaning {
    let mut letters = word.chars();
    let starts_family = letters.next().is_some_and(|c| Family::from_letter(c).is_some());
    let digits = letters.as_str();
    if let Some(at) = KEYWORDS.iter().position(|known| *known == word) {
        if at < 8 { Meaning::Keyword } else { Meaning::Constant }
    } else if word == END_SET || universes().iter().any(|(name, _)| *name == word) {
        Meaning::Universe
    } else if starts_family && digits.chars().all(|c| c.is_ascii_digit()) {
        Meaning::Family
    } else if OF_NOTATION.contains(&word) {
        Meaning::NotationFunction
    } else if find_function(word, None).is_some() {
        Meaning::Function
    } else {
        Meaning::Name
    }
}

/// Whether a word is the letter of a family of the notation.
pub(crate) fn is_family(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(|c| Family::from_letter(c).is_some()) && letters.next().is_none()
}

/// Whether a word may be the name of a game though it has a meaning: the letter of a universe or
/// of a family, which papers use for games.
pub(crate) fn may_be_a_game(word: &str) -> bool {
    word.chars().count() == 1 && matches!(meaning(word), Meaning::Universe | Meaning::Family)
}

/// What the letter of a universe or a family still means where it is the name of a game.
pub(crate) fn note_on_name(name: &str) -> Option<String> {
    let mut still = Vec::new();
    if universes().iter().any(|(universe, _)| *universe == name) {
        still.push("the universe after `mod` and as the last argument of a question".to_owned());
    }
    if is_family(name) {
        still.push(format!("the family in `{name}3` and `{name}(n)`"));
    }
    (!still.is_empty()).then(|| format!("{name} is a name from now on, and still {}", still.join(", and ")))
}

/// Why a word cannot be given a meaning, if it has one.
pub(crate) fn reserved(word: &str) -> Option<&'static str> {
    match meaning(word) {
        _ if word == LAST_ANSWER => Some("the last answer"),
        Meaning::Keyword | Meaning::Constant => Some("a word of the language"),
        Meaning::Universe => Some("a universe"),
        Meaning::Family => Some("a family of the notation"),
        Meaning::NotationFunction | Meaning::Function => Some("a function"),
        Meaning::Name if is_ruleset_name(word) => Some("a ruleset"),
        Meaning::Name if COMMANDS.contains(&word) => Some("a command of the worksheet"),
        Meaning::Name => None,
    }
}

/// All words that have a meaning without being defined.
pub(crate) fn known() -> Vec<String> {
    let keywords = KEYWORDS.iter().map(|word| (*word).to_owned());
    let universes = universes().into_iter().map(|(name, _)| name.to_owned());
    let functions = functions().into_iter().map(|function| function.name().to_owned());
    let rulesets =
        catalogue().into_iter().filter_map(|entry| entry.name.split('(').next().map(str::to_owned));
    let of_notation = OF_NOTATION.iter().map(|word| (*word).to_owned());
    keywords.chain(universes).chain(of_notation).chain(functions).chain(rulesets).collect()
}

/// The word of the language that an unknown word is, up to capitals: `Left` for `left`.
pub(crate) fn differs_in_capitals(word: &str) -> Option<&'static str> {
    let universes = universes().into_iter().map(|(name, _)| name);
    let mut words = KEYWORDS.into_iter().chain(universes);
    words.find(|known| known.eq_ignore_ascii_case(word) && *known != word)
}

/// A word that is much like an unknown word: a function, a ruleset, or one of the given
/// names.
pub(crate) fn similar<'n>(word: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    const LEAST: f64 = 0.8;
    let known = functions().into_iter().map(|function| function.name()).chain(names);
    let scored = known.map(|name| (strsim::jaro_winkler(word, name), name));
    let best = scored.filter(|(score, _)| *score >= LEAST).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, name)| name.to_owned()).or_else(|| similar_name(word))
}
