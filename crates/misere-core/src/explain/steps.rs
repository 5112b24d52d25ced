//! The simplification of a form as named steps, in the order in which a reader takes them.

use rustc_hash::FxHashSet;

use crate::Player;
use crate::engine::Engine;
use crate::error::Refused;
use crate::store::{Form, Tombstones};
use crate::universe::StrengthTests;

/// A step of the simplification of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimplifyingStep {
    /// The follower that the step simplifies, as the follower is before the step. Its options
    /// are simplest forms already.
    pub of: Form,
    /// The player whose option or tombstone the step concerns.
    pub player: Player,
    /// The operation of the step.
    pub operation: Operation,
    /// The follower after the step.
    pub becomes: Form,
    /// The whole form after the step: the one before it with the follower replaced wherever it
    /// occurs.
    pub whole: Form,
}

/// The operations that lead to the simplest form (\[universe\] section 5). They are described for
/// Left here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation<F = Form> {
    /// An option is bypassed, because it is open reversible: the Left options of `through`, a
    /// tombstone among them, take its place (\[universe\] Lemma 5.13). Under normal play the
    /// options of an end, which are none, do so too.
    Bypass {
        /// The option that is bypassed.
        option: F,
        /// The answer of the opponent through which the option reverses.
        through: F,
    },
    /// An option is eliminated, because another option dominates it (\[universe\] Lemma 5.12).
    Eliminate {
        /// The option that is eliminated.
        option: F,
        /// The option that dominates it.
        by: F,
    },
    /// An option is replaced by a tombstone, because it is atomic reversible: the answer
    /// through which it reverses is a Left end (\[universe\] Lemma 5.14).
    Replace {
        /// The option that is replaced.
        option: F,
        /// The Left end through which the option reverses.
        through: F,
        /// A Left end of the universe against which Left, moving first, loses the follower
        /// without the option: there is one exactly if the option is fundamental (\[day-2\]
        /// section 3).
        fundamental: Option<F>,
    },
    /// A tombstone is erased, because the follower without it is strong (\[universe\] Lemma
    /// 5.16).
    Erase {
        /// The Left ends that decide that the follower without the tombstone is strong, where
        /// finitely many do (\[universe\] Theorem 4.9): none for an end, which always is.
        tests: Vec<F>,
    },
}

impl<F> Operation<F> {
    /// The operation with each form replaced by what `map` makes of it.
    ///
    /// # Errors
    /// The first error that `map` returns for a form.
    pub fn try_map<G, E>(&self, mut map: impl FnMut(&F) -> Result<G, E>) -> Result<Operation<G>, E> {
        Ok(match self {
            Operation::Bypass { option, through } => {
                Operation::Bypass { option: map(option)?, through: map(through)? }
            }
            Operation::Eliminate { option, by } => {
                Operation::Eliminate { option: map(option)?, by: map(by)? }
            }
            Operation::Replace { option, through, fundamental } => Operation::Replace {
                option: map(option)?,
                through: map(through)?,
                fundamental: fundamental.as_ref().map(map).transpose()?,
            },
            Operation::Erase { tests } => {
                Operation::Erase { tests: tests.iter().map(map).collect::<Result<_, _>>()? }
            }
        })
    }
}

impl Engine {
    /// The steps from a form to its simplest form: each leads from the whole form before it to
    /// the whole form after it, by one operation on one follower of the form before, wherever
    /// that follower occurs. Followers are simplified before the forms that they belong to; of
    /// one follower, first all open reversible options are bypassed, then the dominated ones
    /// eliminated, the atomic reversible ones replaced, and last the tombstones erased. Each step
    /// keeps the value of every follower, so that the last one leads to [`Engine::simplest`]
    /// (\[universe\] Theorem 5.18).
    ///
    /// No form occurs twice on the way. Let the weight of a form be the number of its tombstones
    /// plus, for each option, two and the weight of the option. Each operation makes the weight
    /// of the follower smaller (what takes the place of a bypassed option lies inside that
    /// option), and with it that of the whole form.
    ///
    /// # Errors
    /// [`Refused`] for a form with tombstones under normal play, or when a limit was reached.
    pub fn steps(&self, g: Form) -> Result<Vec<SimplifyingStep>, Refused> {
        let forms = self.forms();
        if self.universe().is_none() && !forms.is_ordinary(g) {
            return Err(Refused::NotOrdinary { form: g });
        }
        let mut whole = g;
        let mut steps = Vec::new();
        let mut simplest: FxHashSet<Form> = FxHashSet::default();
        // Followers that were different can become the same, and are one follower from then on:
        // after a step the followers are those of the form as it is now.
        'whole: loop {
            let followers = forms.followers_within(&[whole])?;
            for &follower in followers.iter() {
                if !simplest.contains(&follower) {
                    let before = steps.len();
                    let mut now = follower;
                    while let Some((player, operation, becomes)) = self.next_step(now)? {
                        whole = self.replaced(whole, now, becomes)?;
                        steps.push(SimplifyingStep { of: now, player, operation, becomes, whole });
                        now = becomes;
                    }
                    simplest.insert(now);
                    if steps.len() > before {
                        continue 'whole;
                    }
                }
            }
            return Ok(steps);
        }
    }

    /// A form with a follower replaced wherever it occurs.
    fn replaced(&self, g: Form, follower: Form, by: Form) -> Result<Form, Refused> {
        let forms = self.forms();
        let replaced = forms.bottom_up(g, |f, images| {
            if f == follower {
                return Ok(by);
            }
            let [left, right] = forms.images(f, images);
            forms.make(&left, &right, forms.tombstones(f))
        });
        Ok(replaced?)
    }

    /// The next step of a form whose options are simplest forms, and the form after it; `None`
    /// if the form is a simplest form.
    fn next_step(&self, g: Form) -> Result<Option<(Player, Operation, Form)>, Refused> {
        for find in [Engine::find_bypass, Engine::find_dominated, Engine::find_atomic, Engine::find_erasable]
        {
            for player in Player::BOTH {
                self.forms().budget().step()?;
                if let Some((operation, becomes)) = find(self, g, player)? {
                    return Ok(Some((player, operation, becomes)));
                }
            }
        }
        Ok(None)
    }

    fn find_bypass(&self, g: Form, player: Player) -> Found {
        let forms = self.forms();
        let is_open = |reply: Form| self.universe().is_none() || !forms.is_end(reply, player);
        let Some((option, through)) = self.find_reversible(g, player, is_open)? else { return Ok(None) };
        let has_stone = forms.tombstones(g).has(player) || forms.tombstones(through).has(player);
        let stones = forms.tombstones(g).with(player, has_stone);
        let becomes = self.exchanged(g, player, Some(option), forms.options(through, player), stones)?;
        Ok(Some((Operation::Bypass { option, through }, becomes)))
    }

    fn find_dominated(&self, g: Form, player: Player) -> Found {
        let forms = self.forms();
        let options = forms.options(g, player);
        for &option in options {
            for &by in options.iter().filter(|&&by| by != option) {
                let (better, worse) = player.orient(by, option);
                if self.ge(better, worse)? {
                    let becomes = self.exchanged(g, player, Some(option), &[], forms.tombstones(g))?;
                    return Ok(Some((Operation::Eliminate { option, by }, becomes)));
                }
            }
        }
        Ok(None)
    }

    fn find_atomic(&self, g: Form, player: Player) -> Found {
        let forms = self.forms();
        let Some(universe) = self.universe() else { return Ok(None) };
        let is_end = |reply: Form| forms.is_end(reply, player);
        let Some((option, through)) = self.find_reversible(g, player, is_end)? else { return Ok(None) };
        let rest = self.exchanged(g, player, Some(option), &[], forms.tombstones(g))?;
        let fundamental = match self.is_strong(rest, player)? {
            true => None,
            false => universe.defeating_end(forms, rest, player)?,
        };
        let stones = forms.tombstones(g).with(player, true);
        let becomes = self.exchanged(g, player, Some(option), &[], stones)?;
        Ok(Some((Operation::Replace { option, through, fundamental }, becomes)))
    }

    fn find_erasable(&self, g: Form, player: Player) -> Found {
        let forms = self.forms();
        let Some(universe) = self.universe() else { return Ok(None) };
        if !forms.tombstones(g).has(player) {
            return Ok(None);
        }
        let erased = self.exchanged(g, player, None, &[], forms.tombstones(g).with(player, false))?;
        if !self.is_strong(erased, player)? {
            return Ok(None);
        }
        let tests = match universe.strength_tests(forms, forms.rank(erased))? {
            Some(StrengthTests::Ends(ends)) if !forms.is_end(erased, player) => ends,
            _ => Vec::new(),
        };
        let tests = tests.into_iter().map(|end| match player {
            Player::Left => Ok(end),
            Player::Right => forms.conjugate(end),
        });
        Ok(Some((Operation::Erase { tests: tests.collect::<Result<_, _>>()? }, erased)))
    }

    /// An option that reverses, and the answer through which it does, of those that are wanted.
    fn find_reversible(
        &self,
        g: Form,
        player: Player,
        wanted: impl Fn(Form) -> bool,
    ) -> Result<Option<(Form, Form)>, Refused> {
        let forms = self.forms();
        for &option in forms.options(g, player) {
            for &reply in forms.options(option, player.opponent()).iter().filter(|&&reply| wanted(reply)) {
                let (better, worse) = player.orient(g, reply);
                if self.ge(better, worse)? {
                    return Ok(Some((option, reply)));
                }
            }
        }
        Ok(None)
    }

    /// A form with other options of a player in the place of one, and with these tombstones.
    fn exchanged(
        &self,
        g: Form,
        player: Player,
        option: Option<Form>,
        others: &[Form],
        stones: Tombstones,
    ) -> Result<Form, Refused> {
        let forms = self.forms();
        let mut options = Player::BOTH.map(|p| forms.options(g, p).to_vec());
        options[player.index()].retain(|&o| Some(o) != option);
        options[player.index()].extend_from_slice(others);
        Ok(forms.make(&options[0], &options[1], stones)?)
    }
}

/// An operation, and the form after it.
type Found = Result<Option<(Operation, Form)>, Refused>;
