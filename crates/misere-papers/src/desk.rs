//! The desk that all items work at: a workspace, its usual engines, and the games born by
//! day 2.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use misere::core::{Engine, Exhausted, Family, Form, Forms, Impartial};
use misere::data::Datum;
use misere::notation::Notation;
use misere::rulesets::{Method, PositionGraph, Sum, find_ruleset};
use misere::{Question, Relation, Workspace};

use crate::item::{Finding, Tally, Trouble};
use crate::sample::kept;

/// A workspace with its usual engines at hand. Items may use a desk from several threads.
pub struct Desk {
    work: Workspace,
    /// The engine modulo M.
    pub m: Arc<Engine>,
    /// The engine modulo D.
    pub d: Arc<Engine>,
    /// The engine modulo E.
    pub e: Arc<Engine>,
    /// The engine modulo B.
    pub b: Arc<Engine>,
    /// The engine modulo D(1̄).
    pub integers: Arc<Engine>,
    /// The engine modulo D(1̄0), the universe of Domineering.
    pub domineering: Arc<Engine>,
    /// The engine modulo D(2̄0).
    pub terminable: Arc<Engine>,
    /// Equality modulo I, the impartial games.
    pub i: Impartial,
    /// The engine of normal play.
    pub normal: Arc<Engine>,
    day_2: OnceLock<Vec<Form>>,
    dicots_of_day_3: OnceLock<Vec<Form>>,
}

impl Desk {
    /// A desk over a workspace. Items spend the budget of the workspace.
    ///
    /// # Errors
    /// [`Trouble`] when the budget does not suffice for the engines.
    pub fn new(work: &Workspace) -> Result<Desk, Trouble> {
        Ok(Desk {
            m: engine(work, "M")?,
            d: engine(work, "D")?,
            e: engine(work, "E")?,
            b: engine(work, "B")?,
            integers: engine(work, "D(-1)")?,
            domineering: engine(work, "D([-1 0])")?,
            terminable: engine(work, "D([-2 0])")?,
            i: Impartial::new(work.forms().clone()),
            normal: engine(work, "N")?,
            day_2: OnceLock::new(),
            dicots_of_day_3: OnceLock::new(),
            work: work.clone(),
        })
    }

    /// The workspace.
    pub fn work(&self) -> &Workspace {
        &self.work
    }

    /// How two games in notation compare modulo a universe, as a certificate says that the
    /// checker accepted.
    pub(crate) fn proved_relation(&self, g: &str, h: &str, universe: &str) -> Result<Relation, Trouble> {
        let question =
            Question::new("compare")?.with("g", &self.work.game(g)?)?.with("h", &self.work.game(h)?)?;
        match *self.work.modulo(universe)?.prove(&question)?.0.fields() {
            [Datum::Relation(relation)] => Ok(relation),
            _ => Err(Trouble::Refused("a comparison is answered by a relation".to_owned())),
        }
    }

    /// The store of forms.
    pub fn forms(&self) -> &Arc<Forms> {
        self.work.forms()
    }

    /// The 256 forms of rank at most 2.
    pub fn day_2(&self) -> Result<&[Form], Exhausted> {
        if let Some(forms) = self.day_2.get() {
            return Ok(forms);
        }
        let forms = self.forms().born_by(2)?;
        Ok(self.day_2.get_or_init(|| forms))
    }

    /// One dicot of each of the 1,268 classes modulo D that are born by day 3.
    pub fn dicots_of_day_3(&self) -> Result<&[Form], Trouble> {
        if let Some(forms) = self.dicots_of_day_3.get() {
            return Ok(forms);
        }
        let forms = crate::dicots::one_of_each_class(self)?;
        Ok(self.dicots_of_day_3.get_or_init(|| forms))
    }

    /// The forms of rank at most 2 that are games of the engine's universe.
    pub fn games_of(&self, engine: &Engine) -> Result<Vec<Form>, Exhausted> {
        kept(self.day_2()?, |g| engine.contains(g))
    }

    /// The engine modulo a universe in notation, such as D([-1 0]).
    pub fn modulo(&self, universe: &str) -> Result<Arc<Engine>, Trouble> {
        engine(&self.work, universe)
    }

    /// Reads a form in notation.
    pub fn read(&self, text: &str) -> Result<Form, Trouble> {
        Ok(self.work.game(text)?.form())
    }

    /// Reads forms in notation, commas between them.
    pub fn read_list(&self, text: &str) -> Result<Vec<Form>, Trouble> {
        Ok(self.work.game_list(text)?.iter().map(misere::Game::form).collect())
    }

    /// Forms in notation as they are shown, sorted.
    pub(crate) fn shown<'a>(
        &self,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Result<BTreeSet<String>, Trouble> {
        texts.into_iter().map(|text| Ok(self.show(self.read(text)?))).collect()
    }

    /// The members of a family that have these numbers.
    pub(crate) fn members(&self, family: Family, which: RangeInclusive<u64>) -> Result<Vec<Form>, Exhausted> {
        which.map(|n| family.member(self.forms(), n)).collect()
    }

    /// Writes a form in the papers' notation.
    pub fn write(&self, g: Form) -> Result<String, Exhausted> {
        Notation::default().write(self.forms(), g)
    }

    /// The finding that a statement holds for all of these games; see [`Tally::all`].
    pub(crate) fn for_all<A: Into<Option<bool>>>(
        &self,
        games: impl IntoIterator<Item = impl Borrow<Form>>,
        mut holds: impl FnMut(Form) -> Result<A, Trouble>,
    ) -> Result<Finding, Trouble> {
        Tally::all(games.into_iter().map(|g| *g.borrow()), |&g| holds(g), |&g| self.show(g))
    }

    /// The finding that a statement holds for all of these pairs; see [`Tally::all`].
    pub(crate) fn for_all_pairs<A: Into<Option<bool>>>(
        &self,
        pairs: impl IntoIterator<Item = (Form, Form)>,
        mut holds: impl FnMut(Form, Form) -> Result<A, Trouble>,
    ) -> Result<Finding, Trouble> {
        Tally::all(pairs, |&(g, h)| holds(g, h), |&(g, h)| self.show_pair(g, h))
    }

    /// A form as text, for an exception; for a form that cannot be written, the reason.
    pub(crate) fn show(&self, g: Form) -> String {
        self.write(g).unwrap_or_else(|exhausted| exhausted.to_string())
    }

    /// Two forms as text.
    pub(crate) fn show_pair(&self, g: Form, h: Form) -> String {
        format!("{} and {}", self.show(g), self.show(h))
    }

    /// Forms as text, commas between them.
    pub(crate) fn show_list(&self, some: &[Form]) -> String {
        some.iter().map(|&g| self.show(g)).collect::<Vec<_>>().join(", ")
    }
}

/// A position of a ruleset, explored.
pub(crate) struct Board {
    pub(crate) graph: PositionGraph,
    sum: Sum,
}

impl Board {
    pub(crate) fn new(desk: &Desk, ruleset: &str, position: &str) -> Result<Board, Trouble> {
        let refused =
            |error: &dyn std::fmt::Display| Trouble::Refused(format!("{ruleset} {position}: {error}"));
        let ruleset = find_ruleset(ruleset).map_err(|error| refused(&error))?;
        let position = ruleset.read(position).map_err(|error| refused(&error))?;
        let mut graph = PositionGraph::new(ruleset, desk.forms().budget().clone());
        let sum = graph.explore(&position).map_err(|error| refused(&error))?;
        Ok(Board { graph, sum })
    }

    pub(crate) fn form(&self, desk: &Desk) -> Result<Form, Trouble> {
        Ok(self.graph.form(desk.forms(), self.sum)?)
    }

    pub(crate) fn simplest(&self, modulo: &Engine, method: Method) -> Result<Form, Trouble> {
        Ok(modulo.form(self.graph.value(modulo, self.sum, method, 1)?)?)
    }
}

fn engine(work: &Workspace, universe: &str) -> Result<Arc<Engine>, Trouble> {
    let modulus = work.modulo(universe)?;
    let engine = modulus.engine().ok_or_else(|| Trouble::Refused(format!("no order modulo {universe}")))?;
    Ok(engine.clone())
}
