//! The workspace: a store, the engines that were asked for, and the questions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use misere_check::Certificate;
use misere_core::{
    Budget, Explainer, FiniteGenerators, Form, Forms, Generated, Kinship, Limits, Outcome, Player, Relation,
    Statistics, Universe,
};
use misere_notation::{Notation, Style, TombstoneSign, UniverseName, parse_form_with, parse_universe};
use num_bigint::BigUint;

use crate::engine::{Engine, with_universe};
use crate::error::Error;
use crate::positions::PositionsByName;

const PARENTAL: &str = "it needs a parental universe: M, D, E, B or D(A)";

/// A store of forms together with an engine for each universe that was asked
/// about. It may be shared between threads.
pub struct Workspace {
    forms: Arc<Forms>,
    engines: Mutex<HashMap<UniverseName, Arc<Engine>>>,
    threads: usize,
    tombstone: TombstoneSign,
}

/// What is known of a form without reference to a universe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The formal birthday.
    pub rank: u32,
    /// The misère outcome.
    pub outcome: Outcome,
    /// The outcome under normal play, of an ordinary form.
    pub normal_outcome: Option<Outcome>,
    /// The conjugate.
    pub conjugate: Form,
    /// The adjoint.
    pub adjoint: Form,
    /// In I.
    pub impartial: bool,
    /// In D.
    pub dicot: bool,
    /// In E.
    pub dead_ending: bool,
    /// In B.
    pub blocking: bool,
    /// Without a follower of outcome 𝓟.
    pub p_free: bool,
    /// Edges of the game tree, a tombstone being one.
    pub tree_edges: BigUint,
    /// Edges when equal subtrees are drawn once.
    pub dag_edges: u64,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

impl Workspace {
    /// A workspace with the default limits.
    #[must_use]
    pub fn new() -> Workspace {
        Workspace::with_limits(Limits::default())
    }

    /// A workspace that spends no more than this. Its clock starts now.
    #[must_use]
    pub fn with_limits(limits: Limits) -> Workspace {
        let forms = Arc::new(Forms::with_budget(Arc::new(Budget::new(limits))));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Workspace { forms, engines: Mutex::default(), threads, tombstone: TombstoneSign::default() }
    }

    /// The same with that many threads for large positions; without, as many as the
    /// machine has. No answer depends on it.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Workspace {
        Workspace { threads: threads.max(1), ..self }
    }

    /// The same with that sign for tombstones in all that is written.
    #[must_use]
    pub fn with_tombstone(self, tombstone: TombstoneSign) -> Workspace {
        Workspace { tombstone, ..self }
    }

    /// How forms are written here.
    #[must_use]
    pub fn notation(&self, style: Style) -> Notation {
        Notation { tombstone: self.tombstone, ..Notation::new(style) }
    }

    /// How many threads work on large positions.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// What all engines have done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        let each = engines.values().map(|engine| engine.statistics());
        each.fold(Statistics::default(), |all, one| Statistics {
            values: all.values + one.values,
            comparisons: all.comparisons + one.comparisons,
            probes: all.probes + one.probes,
        })
    }

    /// The store.
    #[must_use]
    pub fn forms(&self) -> &Arc<Forms> {
        &self.forms
    }

    /// Reads a game. Positions of rulesets may stand in it: `domineering(2x4) + *`.
    ///
    /// # Errors
    /// [`Error::Parse`] or [`Error::Exhausted`].
    pub fn read(&self, text: &str) -> Result<Form, Error> {
        Ok(parse_form_with(&self.forms, text, &PositionsByName)?)
    }

    /// Reads the name of a universe, `N` for normal play, or `I`.
    ///
    /// # Errors
    /// [`Error::Parse`] or [`Error::Exhausted`].
    pub fn read_modulus(&self, text: &str) -> Result<UniverseName, Error> {
        Ok(parse_universe(&self.forms, text)?)
    }

    /// Writes a form.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when it is too long to be written.
    pub fn write(&self, g: Form, style: Style) -> Result<String, Error> {
        Ok(self.notation(style).write(&self.forms, g)?)
    }

    /// Writes a form, unless that takes more than so many bytes.
    #[must_use]
    pub fn write_within(&self, g: Form, style: Style, max_bytes: usize) -> Option<String> {
        Notation { max_bytes, ..self.notation(style) }.write(&self.forms, g).ok()
    }

    /// Writes the name of a universe.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when it is too long to be written.
    pub fn write_modulus(&self, modulus: &UniverseName, style: Style) -> Result<String, Error> {
        Ok(self.notation(style).write_universe(&self.forms, modulus)?)
    }

    /// What is known of a form without reference to a universe.
    ///
    /// # Errors
    /// [`Error::Exhausted`].
    pub fn facts(&self, g: Form) -> Result<Facts, Error> {
        let forms = &self.forms;
        Ok(Facts {
            rank: forms.rank(g),
            outcome: forms.outcome(g),
            normal_outcome: forms.normal_outcome(g),
            conjugate: forms.conjugate(g)?,
            adjoint: forms.adjoint(g)?,
            impartial: forms.is_impartial(g),
            dicot: forms.is_dicot(g),
            dead_ending: forms.is_dead_ending(g),
            blocking: forms.is_blocking(g),
            p_free: forms.is_p_free(g),
            tree_edges: forms.tree_edges(g),
            dag_edges: forms.dag_edges(g),
        })
    }

    /// The disjunctive sum.
    ///
    /// # Errors
    /// [`Error::Exhausted`].
    pub fn sum(&self, g: Form, h: Form) -> Result<Form, Error> {
        Ok(self.forms.sum(g, h)?)
    }

    /// The simplest form modulo a universe, with tombstones; under normal play
    /// the canonical form.
    ///
    /// # Errors
    /// [`Error`] when there is none modulo this, or a limit was reached.
    pub fn simplest(&self, g: Form, modulus: &UniverseName) -> Result<Form, Error> {
        let engine = self.engine(modulus)?;
        if let Engine::N(normal) = &*engine {
            return self.normal(normal.canonical(g));
        }
        with_universe!(&*engine, modulo => Ok(modulo.simplest(g)?), otherwise => {
            self.unsupported("simplest form", modulus, "ask for the canonical form")
        })
    }

    /// The classical canonical form: of dicots modulo D, of dead-ending forms
    /// modulo E, of ordinary forms modulo M and under normal play, of impartial
    /// ones modulo I.
    ///
    /// # Errors
    /// [`Error`] when there is none modulo this, or a limit was reached.
    pub fn canonical(&self, g: Form, modulus: &UniverseName) -> Result<Form, Error> {
        match &*self.engine(modulus)? {
            Engine::M(modulo) => Ok(modulo.canonical(g)?),
            Engine::D(modulo) => modulo.canonical(g).map_err(|refused| self.with_culprit(refused.into())),
            Engine::E(modulo) => modulo.canonical(g).map_err(|refused| self.with_culprit(refused.into())),
            Engine::N(normal) => self.normal(normal.canonical(g)),
            Engine::I(impartial) => impartial.canonical(g)?.ok_or(Error::NotImpartial),
            Engine::B(_) | Engine::Generated(_) => self.unsupported(
                "canonical form",
                modulus,
                "D, E, M, N and I have one; ask for the simplest form",
            ),
        }
    }

    /// The canonical form under normal play.
    ///
    /// # Errors
    /// [`Error`] when the form has tombstones, or a limit was reached.
    pub fn normal_form(&self, g: Form) -> Result<Form, Error> {
        self.canonical(g, &UniverseName::N)
    }

    /// A game of the universe with the value of `g`, if there is one.
    ///
    /// # Errors
    /// [`Error`] when the modulus is not a universe, or a limit was reached.
    pub fn expansion(&self, g: Form, modulus: &UniverseName) -> Result<Option<Form>, Error> {
        with_universe!(&*self.engine(modulus)?, modulo => Ok(modulo.expansion(g)?), otherwise => {
            self.unsupported("expansion", modulus, PARENTAL)
        })
    }

    /// The least rank of a game of the universe with the value of `g`, if there is one
    /// ([universe] section 3).
    ///
    /// # Errors
    /// [`Error`] when it is not known how to find it modulo this, or a limit was reached.
    pub fn birthday(&self, g: Form, modulus: &UniverseName) -> Result<Option<u32>, Error> {
        match &*self.engine(modulus)? {
            Engine::M(modulo) => Ok(modulo.birthday(g)?),
            Engine::D(modulo) => Ok(modulo.birthday(g)?),
            Engine::E(modulo) => Ok(modulo.birthday(g)?),
            Engine::Generated(modulo) => Ok(modulo.birthday(g)?),
            Engine::B(_) | Engine::N(_) | Engine::I(_) => {
                self.unsupported("birthday", modulus, "it is known modulo M, D, E and D(A)")
            }
        }
    }

    /// Whether a form is a game of the universe, dead ends taken up to equality; of I,
    /// whether it is impartial; under normal play, whether it is ordinary.
    ///
    /// # Errors
    /// [`Error::Exhausted`].
    pub fn contains(&self, g: Form, modulus: &UniverseName) -> Result<bool, Error> {
        let engine = self.engine(modulus)?;
        with_universe!(&*engine, modulo => Ok(modulo.proviso().contains(&self.forms, g)?), otherwise => {
            Ok(match &*engine {
                Engine::I(_) => self.forms.is_impartial(g),
                _ => self.forms.is_ordinary(g),
            })
        })
    }

    /// How two forms compare.
    ///
    /// # Errors
    /// [`Error`] when they do not compare modulo this, or a limit was reached.
    pub fn compare(&self, g: Form, h: Form, modulus: &UniverseName) -> Result<Relation, Error> {
        let engine = self.engine(modulus)?;
        match &*engine {
            Engine::N(normal) => {
                self.require_ordinary("the order of normal play", &[g, h])?;
                Ok(normal.relation(g, h)?)
            }
            Engine::I(impartial) => {
                let equal = impartial.equal(g, h)?.ok_or(Error::NotImpartial)?;
                Ok(if equal { Relation::Equal } else { Relation::Incomparable })
            }
            _ => with_universe!(&*engine, modulo => Ok(modulo.relation(g, h)?), otherwise => {
                unreachable!("N and I were matched")
            }),
        }
    }

    /// Whether g is downlinked to h.
    ///
    /// # Errors
    /// [`Error`] when the modulus is not a universe, or a limit was reached.
    pub fn is_downlinked(&self, g: Form, h: Form, modulus: &UniverseName) -> Result<bool, Error> {
        with_universe!(&*self.engine(modulus)?, modulo => Ok(modulo.is_downlinked(g, h)?), otherwise => {
            self.unsupported("downlinking", modulus, PARENTAL)
        })
    }

    /// Whether `g` is strong for Left and for Right.
    ///
    /// # Errors
    /// [`Error`] when the modulus is not a universe, or a limit was reached.
    pub fn strong(&self, g: Form, modulus: &UniverseName) -> Result<[bool; 2], Error> {
        with_universe!(&*self.engine(modulus)?, modulo => {
            Ok([modulo.is_strong(g, Player::Left)?, modulo.is_strong(g, Player::Right)?])
        }, otherwise => {
            self.unsupported("strength", modulus, PARENTAL)
        })
    }

    /// Whether G + Ḡ ≡ 0.
    ///
    /// # Errors
    /// [`Error`] when the form is not compared modulo this, or a limit was reached.
    pub fn is_invertible(&self, g: Form, modulus: &UniverseName) -> Result<bool, Error> {
        let engine = self.engine(modulus)?;
        match &*engine {
            Engine::N(_) => self.require_ordinary("normal play", &[g]).map(|()| true),
            Engine::I(impartial) => {
                if !self.forms.is_impartial(g) {
                    return Err(Error::NotImpartial);
                }
                let sum = self.forms.sum(g, g)?;
                impartial.equal(sum, Form::ZERO)?.ok_or(Error::NotImpartial)
            }
            _ => with_universe!(&*engine, modulo => Ok(modulo.is_invertible(g)?), otherwise => {
                unreachable!("N and I were matched")
            }),
        }
    }

    /// A certificate of how two forms compare.
    ///
    /// # Errors
    /// As [`Workspace::compare`].
    pub fn certify_relation(&self, g: Form, h: Form, modulus: &UniverseName) -> Result<Certificate, Error> {
        let engine = self.engine(modulus)?;
        match &*engine {
            Engine::N(normal) => {
                self.require_ordinary("the order of normal play", &[g, h])?;
                Ok(Explainer::new(normal)?.relation(g, h)?)
            }
            Engine::I(impartial) => impartial.certify(g, h)?.ok_or(Error::NotImpartial),
            _ => {
                with_universe!(&*engine, modulo => Ok(Explainer::new(modulo)?.relation(g, h)?), otherwise => {
                    unreachable!("N and I were matched")
                })
            }
        }
    }

    /// A certificate of the simplest form.
    ///
    /// # Errors
    /// As [`Workspace::simplest`].
    pub fn certify_simplest(&self, g: Form, modulus: &UniverseName) -> Result<Certificate, Error> {
        let engine = self.engine(modulus)?;
        if let Engine::N(normal) = &*engine {
            self.require_ordinary("the canonical form of normal play", &[g])?;
            return Ok(Explainer::new(normal)?.simplest(g)?);
        }
        with_universe!(&*engine, modulo => Ok(Explainer::new(modulo)?.simplest(g)?), otherwise => {
            self.unsupported("simplest form", modulus, "ask for the canonical form")
        })
    }

    /// A certificate of strength, or of the lack of it, for both players.
    ///
    /// # Errors
    /// As [`Workspace::strong`].
    pub fn certify_strength(&self, g: Form, modulus: &UniverseName) -> Result<Certificate, Error> {
        with_universe!(&*self.engine(modulus)?, modulo => Ok(Explainer::new(modulo)?.strength(g)?), otherwise => {
            self.unsupported("strength", modulus, PARENTAL)
        })
    }

    /// A certificate that G + Ḡ ≡ 0, or is not.
    ///
    /// # Errors
    /// As [`Workspace::is_invertible`].
    pub fn certify_invertible(&self, g: Form, modulus: &UniverseName) -> Result<Certificate, Error> {
        let engine = self.engine(modulus)?;
        match &*engine {
            Engine::N(normal) => {
                self.require_ordinary("normal play", &[g])?;
                Ok(Explainer::new(normal)?.invertible(g)?)
            }
            Engine::I(impartial) => impartial.certify_invertible(g)?.ok_or(Error::NotImpartial),
            _ => {
                with_universe!(&*engine, modulo => Ok(Explainer::new(modulo)?.invertible(g)?), otherwise => {
                    unreachable!("N and I were matched")
                })
            }
        }
    }

    /// A certificate of the misère outcome.
    #[must_use]
    pub fn certify_outcome(&self, g: Form) -> Certificate {
        misere_core::certify_outcome(&self.forms, g)
    }

    /// How two universes D(A) and D(B) relate; D is D(0).
    ///
    /// # Errors
    /// [`Error`] for other universes, or when a limit was reached.
    pub fn kinship(&self, a: &UniverseName, b: &UniverseName) -> Result<Kinship, Error> {
        let generated = |modulus: &UniverseName| {
            let ends = match modulus {
                UniverseName::D => &[][..],
                UniverseName::Generated(ends) => ends,
                _ => {
                    let help = "universes are related when they are D or D(A) for dead ends A";
                    return self.unsupported("comparison of universes", modulus, help);
                }
            };
            let generators = FiniteGenerators::new(&self.forms, ends, "")?;
            Ok(Generated::new(&self.forms, generators))
        };
        Ok(generated(a)?.kinship(&self.forms, &generated(b)?)?)
    }

    pub(crate) fn engine(&self, modulus: &UniverseName) -> Result<Arc<Engine>, Error> {
        let mut engines = self.engines.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = engines.get(modulus) {
            return Ok(known.clone());
        }
        let written = match modulus {
            UniverseName::Generated(ends) => Notation::new(Style::Unicode).write_list(&self.forms, ends)?,
            _ => String::new(),
        };
        let engine = Arc::new(Engine::new(&self.forms, modulus, &written)?);
        engines.insert(modulus.clone(), engine.clone());
        Ok(engine)
    }

    fn require_ordinary(&self, question: &'static str, forms: &[Form]) -> Result<(), Error> {
        if forms.iter().all(|&g| self.forms.is_ordinary(g)) {
            return Ok(());
        }
        Err(Error::NotOrdinary { question })
    }

    pub(crate) fn normal(&self, canonical: Result<Form, misere_core::Refused>) -> Result<Form, Error> {
        canonical.map_err(|refused| match refused.into() {
            Error::NotOrdinary { .. } => Error::NotOrdinary { question: "the canonical form of normal play" },
            other => other,
        })
    }

    /// Writes the culprit out where that is short enough to help.
    fn with_culprit(&self, error: Error) -> Error {
        match error {
            Error::NotInUniverse { universe, culprit, .. } => {
                let notation = Notation { max_bytes: 200, ..self.notation(Style::Unicode) };
                let written = notation.write(&self.forms, culprit).ok();
                Error::NotInUniverse { universe, culprit, written }
            }
            other => other,
        }
    }

    pub(crate) fn unsupported<T>(
        &self,
        question: &'static str,
        modulus: &UniverseName,
        help: &'static str,
    ) -> Result<T, Error> {
        let universe = self.write_modulus(modulus, Style::Unicode)?;
        Err(Error::Unsupported { question, universe, help })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplest(game: &str, modulus: &str) -> String {
        let work = Workspace::new();
        let g = work.read(game).unwrap();
        let form = work.simplest(g, &work.read_modulus(modulus).unwrap()).unwrap();
        work.write(form, Style::Unicode).unwrap()
    }

    #[test]
    fn the_examples_of_the_papers_read_and_write_as_there() {
        for (game, modulus, expected) in [
            ("{0,*|*}", "D", "{0,■|*}"),
            ("{0,{*||0,{*|0}}||*}", "D", "{0,■|*}"),
            ("{-1|*}", "E", "{·|*}"),
            ("{0,{0,-1|W5}||-2,0}", "E", "{0,■|0,-2}"),
            ("{|0,1}", "B", "{·|0,■}"),
            (
                "{0,{0,-1|[0 -1 -4 -5]},{0,-1|[0 -2 -3 -5]}||0,-5}",
                "D([0 -1 -4 -5],[0 -2 -3 -5])",
                "{0,■|0,-5}",
            ),
            ("{-1|1}", "E", "0"),
            ("1+-1", "N", "0"),
        ] {
            assert_eq!(simplest(game, modulus), expected, "{game} modulo {modulus}");
        }
    }

    #[test]
    fn questions_without_an_answer_say_why() {
        let work = Workspace::new();
        let (star, one) = (work.read("*").unwrap(), work.read("1").unwrap());
        let stone = work.read("{0,■|*}").unwrap();
        let of = |m: &str| work.read_modulus(m).unwrap();
        for (error, message) in [
            (
                work.simplest(star, &of("I")).unwrap_err(),
                "no simplest form for I: ask for the canonical form",
            ),
            (work.compare(one, star, &of("I")).unwrap_err(), "modulo I only impartial forms are compared"),
            (
                work.canonical(work.read("{1|*}").unwrap(), &of("D")).unwrap_err(),
                "the form is not in D: its follower 1 is not",
            ),
            (
                work.simplest(stone, &of("N")).unwrap_err(),
                "the canonical form of normal play is defined for ordinary forms; this one has tombstones",
            ),
            (
                work.strong(star, &of("N")).unwrap_err(),
                "no strength for N: it needs a parental universe: M, D, E, B or D(A)",
            ),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn kinship_of_generated_universes() {
        let work = Workspace::new();
        let of = |m: &str| work.read_modulus(m).unwrap();
        let kin = work.kinship(&of("D"), &of("D(-1)")).unwrap();
        assert!(kin.is_inside && !kin.contains && kin.telling.is_some());
        // 2̄ = 1̄ + 1̄ adds nothing.
        let kin = work.kinship(&of("D(-2)"), &of("D(-1)")).unwrap();
        assert!(kin.is_inside && kin.contains && kin.telling.is_none());
        assert!(work.kinship(&of("E"), &of("D")).is_err());
    }
}
