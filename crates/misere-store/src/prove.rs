//! Values that are proved anew.

use std::sync::Arc;
use std::time::Duration;

use misere::rulesets::{Position, Ruleset, ruleset_of_identity};
use misere::{Error, FoundValue, Game, Limits, Setup, Workspace};

use crate::Store;

/// What came of proving a value.
pub enum Verdict {
    /// It is right.
    Proved,
    /// Its proof is too large, or takes too long.
    TooLarge,
    /// It has no proof: of rules or universes that this program does not know, or modulo universes
    /// without proofs.
    Unprovable,
    /// It is wrong, for this reason.
    Wrong(String),
}

impl Store {
    /// Proves a value anew in a workspace of its own, within its time.
    ///
    /// # Errors
    /// [`Error::Store`] when the store cannot be read.
    pub fn prove(
        self: &Arc<Store>,
        work: &Workspace,
        value: &FoundValue,
        each: Duration,
    ) -> Result<Verdict, Error> {
        let limits = Limits { time: Some(each), ..work.budget().limits() };
        let setup = Setup { limits, threads: work.threads(), ..Setup::default() };
        let fresh = Workspace::with_setup(setup).with_store(self.clone());
        match prove_in(&fresh, value) {
            Ok(()) => Ok(Verdict::Proved),
            Err(Error::Exhausted(_) | Error::ProofTooLarge(_)) => Ok(Verdict::TooLarge),
            Err(Error::Rejected(because)) => {
                let position = value.position.parts.join(" + ");
                let (rules, universe) = (&value.position.rules.name, &value.universe);
                Ok(Verdict::Wrong(format!("{rules} {position} modulo {universe}: {because}")))
            }
            Err(Error::Store(because)) => Err(Error::Store(because)),
            Err(_) => Ok(Verdict::Unprovable),
        }
    }
}

fn prove_in(work: &Workspace, value: &FoundValue) -> Result<(), Error> {
    let rules = &value.position.rules;
    let ruleset = ruleset_of_identity(&rules.name, &rules.identity).ok_or(Error::NoProof)?;
    let modulus = work.modulo(value.universe.as_str())?;
    let mut game: Option<Game> = None;
    for part in &value.position.parts {
        let position = position_of(&*ruleset, part).ok_or(Error::NoProof)?;
        let mut positions = work.positions(ruleset.clone());
        let sum = positions.explore(&position)?;
        let part = positions.game(sum)?;
        game = Some(match game {
            Some(sum) => (&sum + &part)?,
            None => part,
        });
    }
    let game = game.map_or_else(|| work.game("0"), Ok)?;
    let kept = work.stored_game(value.value.form)?;
    modulus.prove_value(&game, &kept).map(drop)
}

/// The position with exactly this text. A component of a board may have places without a cell,
/// which are blanks and cannot be typed; rows are equally long all the same.
fn position_of(ruleset: &dyn Ruleset, text: &str) -> Option<Position> {
    let is_it = |position: &Position| ruleset.write(position) == text;
    if let Some(position) = ruleset.read(text).ok().filter(is_it) {
        return Some(position);
    }
    let rows: Vec<&str> = text.split('/').collect();
    let width = rows.first()?.len();
    // Only boards are drawn with blanks: heaps and graphs are read as they are written.
    if !text.is_ascii() || !text.contains(' ') || rows.iter().any(|row| row.len() != width) {
        return None;
    }
    let sides = [u8::try_from(rows.len()).ok()?, u8::try_from(width).ok()?];
    let cells = rows.iter().flat_map(|row| row.bytes());
    Some(Position::new(sides.into_iter().chain(cells).collect())).filter(is_it)
}
