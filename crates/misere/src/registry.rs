//! The registry of universes by name, the one place that knows them all.

use std::sync::{Arc, LazyLock};

use misere_check::UniverseName;
use misere_core::{
    AllGames, Blocking, DeadEnding, Dicots, Engine, FiniteGenerators, Form, Forms, Generated, Impartial,
    NormalPlay, Setting, UniverseId,
};
use misere_notation::{Notation, Style, UniverseExpression, UniverseNames};

use crate::error::Error;
use crate::modulus::Context;

/// A universe, or what else forms are compared modulo: its name, what it is, and how an
/// engine for it is made.
type Known = (&'static str, &'static str, fn(&Arc<Forms>) -> Context);

/// To add a universe, write its file in misere-core and a line here.
const KNOWN: &[Known] = &[
    ("M", "all games", |forms| ordered(forms, AllGames)),
    ("D", "dicots", |forms| ordered(forms, Dicots)),
    ("E", "dead-ending games", |forms| ordered(forms, DeadEnding)),
    ("B", "blocking games", |forms| ordered(forms, Blocking)),
    ("I", "impartial games, among themselves", |forms| {
        Context::Impartial(Box::new(Impartial::new(forms.clone())))
    }),
    ("N", "normal play", |forms| ordered(forms, NormalPlay)),
];

/// The universe whose name takes ends: `D(A,…)`.
pub(crate) const GENERATED: &str = "D";

/// The name of sets of games with given Left ends and Right ends: `ends(A,… | B,…)`.
pub(crate) const END_SET: &str = "ends";

/// How universes are given that have no names.
const RULED: &str = "`D(A,…)` for ends A,…, `D([-n 0] for n even)`, and `ends(A,… | B,…)`";

/// The name of the universe of all games.
pub(crate) const ALL_GAMES: &str = "M";

/// The name of the universe of dicots.
pub(crate) const DICOTS: &str = "D";

/// The name of normal play.
pub(crate) const NORMAL_PLAY: &str = "N";

/// The universes that questions are asked modulo by default.
pub(crate) const STANDARD: [&str; 7] = ["M", "D", "E", "B", "D(-1)", "D({|-1,0})", "N"];

/// The universes, from narrow to wide, in which the home of a position is looked for.
pub(crate) const HOMES: [&str; 6] = ["D", "D(-1)", "D({|-1,0})", "E", "B", "M"];

/// The universes in which the home of a position is looked for, in words.
#[must_use]
pub fn homes_in_words() -> String {
    listed(&HOMES)
}

/// The universes that others are placed among, in words.
#[must_use]
pub fn named_in_words() -> String {
    listed(&NAMED)
}

fn listed(names: &[&str]) -> String {
    let written: Vec<String> = names.iter().map(|name| name.replace("D({|-1,0})", "D([-1 0])")).collect();
    let [first @ .., last] = &written[..] else { return String::new() };
    format!("{} and {last}", first.join(", "))
}

/// The universes that others are placed among, from narrow to wide.
pub(crate) const NAMED: [&str; 5] = ["D", "D(-1)", "E", "B", "M"];

fn ordered(forms: &Arc<Forms>, setting: impl Setting + 'static) -> Context {
    Context::ordered(Engine::new(forms.clone(), Arc::new(setting)))
}

/// The universes of a workspace: the built-in ones, and those that were registered.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    own: Vec<Arc<dyn Setting>>,
    /// Universes that were given by a rule, which is their name.
    ruled: Vec<Arc<dyn Setting>>,
    /// The texts of universe files that were read, and the names in them.
    loaded: Vec<(String, String)>,
}

impl Registry {
    /// Adds a universe of the user's own.
    ///
    /// # Errors
    /// [`Error::BadName`] when the name is taken, or cannot be a name.
    pub(crate) fn add(&mut self, setting: Arc<dyn Setting>) -> Result<(), Error> {
        self.check_name(setting.id().as_str())?;
        self.own.push(setting);
        Ok(())
    }

    /// Refuses a name that a universe of the user's own cannot have.
    ///
    /// # Errors
    /// [`Error::BadName`] when the name is taken, or cannot be a name.
    pub(crate) fn check_name(&self, name: &str) -> Result<(), Error> {
        let refuse = |reason| Err(Error::BadName { name: name.to_owned(), reason });
        // Letters of other alphabets can look like the names of other universes.
        let mut letters = name.chars();
        let is_word = letters.next().is_some_and(|c| c.is_ascii_uppercase())
            && letters.all(|c| c.is_ascii_alphanumeric());
        if !is_word {
            return refuse("a universe is named by ASCII letters and digits, the first a capital");
        }
        if self.knows(name) || crate::language::has_meaning(name) {
            return refuse("the name has a meaning already");
        }
        Ok(())
    }

    /// Keeps a universe that is given by a rule.
    pub(crate) fn add_ruled(&mut self, setting: Arc<dyn Setting>) {
        if self.ruled.iter().all(|known| known.id() != setting.id()) {
            self.ruled.push(setting);
        }
    }

    /// The name in a universe file with this text, if it was read before.
    pub(crate) fn loaded(&self, text: &str) -> Option<&str> {
        self.loaded.iter().find(|(known, _)| known == text).map(|(_, name)| name.as_str())
    }

    pub(crate) fn note_loaded(&mut self, text: &str, name: String) {
        self.loaded.push((text.to_owned(), name));
    }

    /// Whether a name means the same universe in every process. What was registered is known by
    /// its name in this process only.
    pub(crate) fn is_lasting(&self, id: &UniverseId) -> bool {
        self.own.iter().all(|setting| setting.id() != *id)
    }

    /// The names, in the order of the help.
    pub(crate) fn names(&self) -> impl Iterator<Item = String> + '_ {
        let own = self.own.iter().map(|setting| setting.id().to_string());
        KNOWN.iter().map(|(name, ..)| (*name).to_owned()).chain(own)
    }

    /// The name that a universe is kept under: two expressions of one universe have one
    /// name.
    pub(crate) fn id(forms: &Forms, universe: &UniverseExpression) -> Result<UniverseId, Error> {
        Ok(UniverseId::new(Notation::new(Style::Ascii).write_universe(forms, universe)?))
    }

    /// The context with which comparisons modulo a universe are made.
    ///
    /// # Errors
    /// [`Error`] when there is no universe of this name, or a limit was reached.
    pub(crate) fn context(
        &self,
        forms: &Arc<Forms>,
        universe: &UniverseExpression,
        id: &UniverseId,
    ) -> Result<Context, Error> {
        if let Some(generators) = &universe.generators {
            let generated = generated(forms, generators, id)?;
            return Ok(ordered(forms, generated));
        }
        let mut given = self.own.iter().chain(&self.ruled);
        if let Some(setting) = given.find(|setting| setting.id() == *id) {
            return Ok(Context::ordered(Engine::new(forms.clone(), setting.clone())));
        }
        match KNOWN.iter().find(|(name, ..)| *name == universe.name) {
            Some((_, _, make)) => Ok(make(forms)),
            None => Err(Error::BadName { name: universe.name.clone(), reason: "there is no such universe" }),
        }
    }
}

/// The engine of D(A) for Left ends A of a store.
pub(crate) fn generated(
    forms: &Forms,
    generators: &[Form],
    id: &UniverseId,
) -> Result<Generated<FiniteGenerators>, Error> {
    Ok(Generated::new(forms, FiniteGenerators::new(forms, generators, id.as_str())?))
}

/// A list of names, and how other universes are given.
fn in_words(names: impl Iterator<Item = String>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    format!("{}, {RULED}", names.join(", "))
}

/// The built-in universes in words, and how others are given.
pub(crate) fn built_in_words() -> String {
    in_words(Registry::default().names())
}

/// The help where something is asked about a universe, and of what is none.
pub(crate) fn about_universes() -> &'static str {
    static HELP: LazyLock<String> = LazyLock::new(|| {
        let forms = Arc::new(Forms::new());
        let is_universe = |make: &fn(&Arc<Forms>) -> Context| matches!(make(&forms), Context::Ordered { engine, .. } if engine.universe().is_some());
        let named = KNOWN.iter().filter(|(.., make)| is_universe(make)).map(|(name, ..)| *name);
        let named = named.collect::<Vec<_>>().join(", ");
        format!("this is about universes: {named}, {GENERATED}(A), and those of universe files")
    });
    &HELP
}

impl UniverseNames for Registry {
    fn knows(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    fn takes_generators(&self, name: &str) -> bool {
        name == GENERATED
    }

    fn help(&self) -> Option<String> {
        Some(format!("the universes are {}", in_words(self.names())))
    }
}

/// The name in a certificate, if the checker knows what comparisons are made with.
pub(crate) fn certificate_name(context: &Context) -> Option<UniverseName> {
    match context {
        Context::Ordered { engine, .. } => engine.setting().certificate_name(),
        Context::Impartial(_) => Some(UniverseName::I),
    }
}

/// Whether ends may stand after the name of a universe.
pub(crate) fn takes_generators(name: &str) -> bool {
    [GENERATED, END_SET].contains(&name)
}

/// The built-in universes, each with a description.
#[must_use]
pub fn universes() -> Vec<(&'static str, &'static str)> {
    KNOWN.iter().map(|&(name, about, _)| (name, about)).collect()
}
