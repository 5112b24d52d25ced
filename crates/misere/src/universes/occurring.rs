//! The ends that occur in the play of a ruleset, and the universe that they generate.

use std::sync::Arc;

use misere_core::{Form, Player};
use misere_notation::structural_order;
use misere_rulesets::Ruleset;

use crate::error::Error;
use crate::game::Game;
use crate::modulus::Modulus;
use crate::registry::{HOMES, generated};
use crate::workspace::Workspace;

/// The ends that occur in the play of some positions.
#[derive(Clone, Debug)]
pub struct OccurringEnds {
    /// The ruleset.
    pub ruleset: String,
    /// How many positions without independent parts follow from the given ones, those that are
    /// mirror images of each other counted once.
    pub positions: usize,
    /// The Left ends among them, and the conjugates of the Right ends, each once up to equality
    /// modulo M, without 0.
    pub ends: Vec<Game>,
    /// A least set of ends that generates all.
    pub generators: Vec<Game>,
    /// The universe that they generate: the smallest that contains the positions.
    pub universe: Modulus,
    /// The narrowest of the named universes that contains the positions.
    pub home: Modulus,
}

impl Workspace {
    /// The ends that occur in the play of positions of a ruleset, as \[universe\] section 6
    /// finds them for Domineering.
    ///
    /// ```
    /// let work = misere::Workspace::new();
    /// let boards = ["1x4", "2x3"].map(str::to_owned);
    /// let found = work.occurring_ends(work.ruleset("domineering")?, &boards)?;
    /// assert_eq!(found.universe, work.modulo("D([-1 0])")?);
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parse`] for a text that is not a position, [`Error::Endless`], or [`Error`] when a
    /// limit was reached.
    pub fn occurring_ends(
        &self,
        ruleset: Arc<dyn Ruleset>,
        positions: &[String],
    ) -> Result<OccurringEnds, Error> {
        let name = ruleset.description().name.clone();
        let mut explored = self.positions(ruleset);
        for text in positions {
            explored.read(text)?;
        }
        let (forms, graph) = (self.forms(), explored.graph());
        let mut ends = Vec::new();
        for &component in graph.bottom_up() {
            self.budget().step()?;
            let [left, right] = Player::BOTH.map(|player| graph.kinds().is_end(component, player));
            if left != right {
                let end = graph.component_form(forms, component)?;
                ends.push(if left { end } else { forms.conjugate(end)? });
            }
        }
        let mut ends = structural_order(forms, &ends);
        ends.dedup();
        let order = self.all_games()?;
        let mut reduced = Vec::new();
        for end in ends {
            let simplest = order.simplest(&self.game_of(end))?.form();
            // The simplest form of an end that is not dead may have tombstones, which ends of
            // universes have not.
            let is_end = forms.is_ordinary(simplest) && forms.is_end(simplest, Player::Left);
            let end = if is_end { simplest } else { end };
            if end != Form::ZERO && !reduced.contains(&end) {
                reduced.push(end);
            }
        }
        let closure = generated(forms, &reduced, &order.id())?;
        let least = forms.import_all(closure.end_store(), &closure.minimal_generators()?)?;
        let universe = self.generated_by(&least)?;
        let mut home = None;
        for name in HOMES {
            let candidate = self.modulo(name)?;
            let mut contains = home.is_none();
            for &end in &least {
                contains = contains && candidate.contains(&self.game_of(end))?;
            }
            if contains {
                home = Some(candidate);
            }
        }
        let games = |some: &[Form]| {
            structural_order(forms, some).into_iter().map(|form| self.game_of(form)).collect::<Vec<Game>>()
        };
        Ok(OccurringEnds {
            ruleset: name,
            positions: graph.component_count(),
            ends: games(&reduced),
            generators: games(&least),
            universe,
            home: home.unwrap_or(order),
        })
    }
}
