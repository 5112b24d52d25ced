//! Separators: games that show that one form is not at least another.

use crate::Player;
use crate::budget::Exhausted;
use crate::engine::Engine;
use crate::error::Refused;
use crate::store::{Form, Forms};
use crate::universe::Universe;

use super::{Smaller, smaller_first};

/// A game X of the universe that shows G ≱ H: when `starter` moves first, Right
/// wins G + X and Left wins H + X.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Separator {
    /// The game X.
    pub game: Form,
    /// Who moves first on both sums.
    pub starter: Player,
}

/// A request for a separator of G ≱ H with this starter.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Job {
    g: Form,
    h: Form,
    starter: Player,
}

impl Engine {
    /// A game of the universe that shows g ≱ h, or `None` if g ≥ h. A separator relies on no
    /// theorem: play both sums out.
    ///
    /// # Errors
    /// [`Refused`] under normal play, or when a limit was reached.
    pub fn separator(&self, g: Form, h: Form) -> Result<Option<Separator>, Refused> {
        let universe = self.require_universe("separator")?;
        if self.ge(g, h)? {
            return Ok(None);
        }
        Ok(Some(Separators { engine: self, universe }.separate(g, h, None)?))
    }

    /// A game T of the universe with o(g+T) ≤ 𝓟 ≤ o(h+T), or `None` if g is not downlinked to h.
    /// A downlinking game relies on no theorem: play both sums out.
    ///
    /// # Errors
    /// [`Refused`] under normal play, or when a limit was reached.
    pub fn downlink(&self, g: Form, h: Form) -> Result<Option<Form>, Refused> {
        let universe = self.require_universe("downlinking")?;
        if !self.is_downlinked(g, h)? {
            return Ok(None);
        }
        Ok(Some(Separators { engine: self, universe }.link(g, h)?))
    }

    /// The comparison that answers a threat of `p` (\[universe\] Theorem 5.5): of an option of
    /// `other` with the threat, the same option if it is there, or of `other` with a reply to
    /// the threat. `None` if nothing answers the threat.
    pub(super) fn answer(
        &self,
        threat: Form,
        other: Form,
        p: Player,
    ) -> Result<Option<(Form, Form)>, Exhausted> {
        let matches = self.forms().options(other, p);
        if matches.contains(&threat) {
            return Ok(Some((threat, threat)));
        }
        let matched = matches.iter().map(|&matched| p.orient(matched, threat));
        let replies = self.forms().options(threat, p.opponent());
        for (better, worse) in matched.chain(replies.iter().map(|&back| p.orient(other, back))) {
            self.forms().budget().step()?;
            if self.ge(better, worse)? {
                return Ok(Some((better, worse)));
            }
        }
        Ok(None)
    }
}

/// Makes separators modulo a universe.
pub(super) struct Separators<'e> {
    pub(super) engine: &'e Engine,
    pub(super) universe: &'e dyn Universe,
}

impl Separators<'_> {
    /// A separator of g ≱ h for this starter, or for the one that is nearest at hand, given that
    /// g ≥ h fails.
    pub(super) fn separate(&self, g: Form, h: Form, starter: Option<Player>) -> Result<Separator, Exhausted> {
        let starter = starter.map_or_else(|| self.natural_starter(g, h), Ok)?;
        Ok(Separator { game: self.make(Job { g, h, starter })?, starter })
    }

    /// A game that downlinks g to h, given that g is downlinked to h.
    pub(super) fn link(&self, g: Form, h: Form) -> Result<Form, Exhausted> {
        let mut failed = Ok(());
        let built = self.downlink(g, h, &mut |job| match self.make(job) {
            Ok(game) => Some(game),
            Err(exhausted) => {
                failed = Err(exhausted);
                None
            }
        })?;
        failed?;
        Ok(built.expect("all smaller games were made"))
    }

    fn make(&self, job: Job) -> Result<Form, Exhausted> {
        smaller_first(self.forms(), job, |job, smaller| self.build(job, smaller))
    }

    fn forms(&self) -> &Forms {
        self.engine.forms()
    }

    /// The starter for whom \[universe\] Theorem 5.5 gives a separator directly.
    fn natural_starter(&self, g: Form, h: Form) -> Result<Player, Exhausted> {
        Ok(match self.failure(g, h)? {
            Failure::Proviso(player) => player,
            Failure::Unanswered { threatener, .. } => threatener,
        })
    }

    /// The separator for this job, from separators of smaller pairs; `None` if one of the
    /// smaller separators is missing.
    fn build(&self, job: Job, smaller: Smaller<'_, Job>) -> Result<Option<Form>, Exhausted> {
        let Job { g, h, starter } = job;
        let natural = self.natural_starter(g, h)?;
        if natural != starter {
            // [universe] Lemma 5.8: the starter moves to the separator for the
            // other starter; all else is met by an adjoint.
            let Some(other) = smaller(Job { g, h, starter: natural }) else { return Ok(None) };
            let forms = self.forms();
            let (own, _) = starter.orient(g, h);
            let mut adjoints = vec![Form::ZERO];
            for &option in forms.options(own, starter) {
                adjoints.push(forms.adjoint(option)?);
            }
            return match starter {
                Player::Right => forms.ordinary(&adjoints, &[other]),
                Player::Left => forms.ordinary(&[other], &adjoints),
            }
            .map(Some);
        }
        match self.failure(g, h)? {
            Failure::Proviso(player) => {
                let (weak, _) = player.orient(g, h);
                let end = self.universe.defeating_end(self.forms(), weak, player)?;
                Ok(Some(end.expect("the proviso failed because it is not strong")))
            }
            Failure::Unanswered { threatener: Player::Right, threat } => self.downlink(threat, h, smaller),
            Failure::Unanswered { threatener: Player::Left, threat } => self.downlink(g, threat, smaller),
        }
    }

    /// A game T with o(g+T) ≤ 𝓟 ≤ o(h+T), given that no g^L ≥ h and no h^R ≤ g
    /// (\[universe\] Lemma 5.10, with the rule of \[dicots\] Lemma 3.6 for ends).
    fn downlink(&self, g: Form, h: Form, smaller: Smaller<'_, Job>) -> Result<Option<Form>, Exhausted> {
        let forms = self.forms();
        let adjoints = |of: Form, p: Player| {
            forms.options(of, p).iter().map(|&o| forms.adjoint(o)).collect::<Result<Vec<_>, _>>()
        };
        let mut left = adjoints(g, Player::Right)?;
        let mut right = adjoints(h, Player::Left)?;
        let mut complete = true;
        for &option in forms.options(h, Player::Right) {
            match smaller(Job { g, h: option, starter: Player::Right }) {
                Some(separator) => left.push(separator),
                None => complete = false,
            }
        }
        for &option in forms.options(g, Player::Left) {
            match smaller(Job { g: option, h, starter: Player::Left }) {
                Some(separator) => right.push(separator),
                None => complete = false,
            }
        }
        if !complete {
            return Ok(None);
        }
        for side in [&mut left, &mut right] {
            if side.is_empty() {
                side.push(Form::ZERO);
            }
        }
        forms.ordinary(&left, &right).map(Some)
    }

    /// Which condition of \[universe\] Theorem 5.5, applied to the literal forms, fails for
    /// g ≥ h.
    fn failure(&self, g: Form, h: Form) -> Result<Failure, Exhausted> {
        let forms = self.forms();
        for p in Player::BOTH {
            let (weak, end) = p.orient(g, h);
            if forms.is_end_like(end, p) && !self.engine.is_marked_strong(weak, p)? {
                return Ok(Failure::Proviso(p));
            }
        }
        for p in Player::BOTH {
            let (other, own) = p.orient(g, h);
            for &threat in forms.options(own, p) {
                if self.engine.answer(threat, other, p)?.is_none() {
                    return Ok(Failure::Unanswered { threatener: p, threat });
                }
            }
        }
        unreachable!("a comparison that fails fails a condition")
    }
}

enum Failure {
    /// The proviso fails for this player.
    Proviso(Player),
    /// The maintenance property fails: this option of the threatener has no answer.
    Unanswered { threatener: Player, threat: Form },
}
