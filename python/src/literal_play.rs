//! The play of rules that are written in Python, with no position split: what their components
//! are compared with.

use std::collections::HashMap;

use misere::check::visible;
use misere::rulesets::{Position, Ruleset};
use misere::{Game, Limits, Player, Tombstones, Workspace};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::error::refuse;
use crate::own_rules::OwnRules;

/// The most positions that are played out. Followers come before the positions that they belong
/// to, so that of a large position the small followers are compared.
const MOST_POSITIONS: usize = 400;

/// The memory for the trees of these positions.
const MEMORY: u64 = 64 << 20;

/// The game trees of a few positions, from their options alone.
pub(crate) struct LiteralPlay {
    /// The rules, with positions that are numbered apart from those of the exploration.
    rules: OwnRules,
    work: Workspace,
    /// The trees; `None` of positions whose options are being played out.
    games: HashMap<Position, Option<Game>>,
    is_over: bool,
}

/// The reasons to play out no more.
enum Stop {
    /// There are too many positions, or play has no end, or the rules raised an exception.
    NoMore,
    /// The components of a position are not its parts.
    Contradiction(PyErr),
}

impl LiteralPlay {
    pub(crate) fn new(rules: impl Fn(usize) -> OwnRules) -> LiteralPlay {
        let rules = rules(MOST_POSITIONS);
        let work = Workspace::with_limits(Limits { memory_bytes: MEMORY, time: None });
        let is_over = !rules.have_components();
        LiteralPlay { rules, work, games: HashMap::new(), is_over }
    }

    /// Plays out a position and what follows, unless that is too much, and compares each position
    /// with the sum of its components.
    ///
    /// # Errors
    /// An error if a sum has other options, or what interrupts the program. Exceptions of the rules
    /// are left to the exploration, which meets them too.
    pub(crate) fn check_components(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.is_over {
            return Ok(());
        }
        let Ok(position) = self.rules.position(object) else {
            self.is_over = true;
            return Ok(());
        };
        let stopped = self.game(&position).err();
        self.is_over = stopped.is_some();
        match (stopped, self.rules.take_error()) {
            (Some(Stop::Contradiction(error)), _) => Err(error),
            (_, Some(error)) if !error.is_instance_of::<PyException>(object.py()) => Err(error),
            _ => Ok(()),
        }
    }

    fn game(&mut self, position: &Position) -> Result<Game, Stop> {
        if let Some(known) = self.games.get(position) {
            return known.clone().ok_or(Stop::NoMore);
        }
        self.games.insert(position.clone(), None);
        let mut sides = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for option in self.rules.options(position, player) {
                sides[player.index()].push(self.game(&option)?);
            }
        }
        let components = self.rules.components(position);
        if self.rules.have_raised() {
            return Err(Stop::NoMore);
        }
        let no_more = |_| Stop::NoMore;
        let game = self.work.game_of_options([&sides[0], &sides[1]], Tombstones::NONE).map_err(no_more)?;
        self.games.insert(position.clone(), Some(game.clone()));
        if components != [position.clone()] {
            let mut sum = self.work.game("0").map_err(no_more)?;
            for component in &components {
                sum = (&sum + &self.game(component)?).map_err(no_more)?;
            }
            if let Some(player) = Player::BOTH.into_iter().find(|&p| sum.options(p) != game.options(p)) {
                return Err(Stop::Contradiction(self.contradiction(position, &components, player)));
            }
        }
        Ok(game)
    }

    fn contradiction(&self, position: &Position, components: &[Position], player: Player) -> PyErr {
        let written = |position: &Position| format!("`{}`", visible(&self.rules.write(position)));
        let parts: Vec<String> = components.iter().map(written).collect();
        let parts = if parts.is_empty() { "no components".to_owned() } else { parts.join(" + ") };
        let message = format!(
            "{}: the components of {} are not its parts: {player} has other options in {parts}",
            visible(&self.rules.description().name),
            written(position),
        );
        let help = "components(position) gives positions whose sum has the same play: a move in the position is \
                    a move in exactly one of them";
        Python::attach(|py| refuse(py, "false-claim", message, Some(help)))
    }
}
