//! Playing out sums of a form and an end.

use std::sync::{Mutex, OnceLock, PoisonError};

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::{Account, Exhausted};
use crate::store::{Form, Forms};
use crate::universe::chain::ChainPlay;
use crate::universe::generated::Search;

/// A sum of ends that defeats a player, or `None` if there is none.
pub(crate) type Defeat = Result<Option<Form>, Exhausted>;

/// Who wins sums of forms and ends, as far as they were played out.
#[derive(Default)]
pub struct Play {
    sums: Mutex<FxHashMap<State, bool>>,
    pub(crate) chain: ChainPlay,
    /// The most moves of a player in the play of a form.
    pub(crate) most_moves: Mutex<FxHashMap<(Form, Player), u32>>,
    /// For the options of a player, the sum of ends that was found to defeat the player, if
    /// there is one; or what was tried if that was not decided.
    pub(crate) defeats: Mutex<FxHashMap<(Vec<Form>, Player), Defeat>>,
    /// The results of searches for strategies.
    pub(crate) search: Mutex<Search>,
    pub(crate) account: OnceLock<Account>,
}

impl Play {
    /// Whether `player`, moving second, wins the sum of a form and an end for them, which is
    /// given as a Left end of `ends`. The store of the ends must be the same in every call.
    pub fn wins_second(
        &self,
        forms: &Forms,
        form: Form,
        ends: &Forms,
        end: Form,
        player: Player,
    ) -> Result<bool, Exhausted> {
        Ok(!self.loses_first(forms, &[form], ends, end, player)?)
    }

    /// Whether `player`, moving first, loses the sum of a form with these options and an end for
    /// them, which is given as a Left end of `ends`: whether no option wins.
    pub(crate) fn loses_first(
        &self,
        forms: &Forms,
        options: &[Form],
        ends: &Forms,
        end: Form,
        player: Player,
    ) -> Result<bool, Exhausted> {
        let account = self.account.get_or_init(|| Account::new(forms.budget().clone()));
        let mut known = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sums = SumWithEnd { forms, ends, player, known: &mut known, account };
        for &option in options {
            if sums.survives(option, end)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A sum of a form and a follower of a Left end that stands for an end of `player`: moves of
/// Left in it are moves of `player`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    form: Form,
    end: Form,
    player: Player,
    /// Whether `player` is to move.
    to_move: bool,
}

/// Playing out sums with an end, with a stack of frames for recursion.
struct SumWithEnd<'a> {
    forms: &'a Forms,
    ends: &'a Forms,
    player: Player,
    known: &'a mut FxHashMap<State, bool>,
    account: &'a Account,
}

impl SumWithEnd<'_> {
    /// Whether the player wins form + end with the opponent to move.
    fn survives(&mut self, form: Form, end: Form) -> Result<bool, Exhausted> {
        let first = State { form, end, player: self.player, to_move: false };
        let mut ticker = self.forms.budget().ticker();
        let mut stack = vec![(first, 0)];
        while let Some((state, next)) = stack.pop() {
            ticker.tick()?;
            let decided = match self.move_number(&state, next) {
                // The player wins by one good move, the opponent by one bad one.
                Some(Move::To(after)) => match self.known.get(&after) {
                    Some(&won) if won == state.to_move => Some(won),
                    Some(_) => {
                        stack.push((state, next + 1));
                        None
                    }
                    None => {
                        stack.push((state, next));
                        stack.push((after, 0));
                        None
                    }
                },
                Some(Move::CannotAndWins) => Some(state.to_move),
                None => Some(!state.to_move),
            };
            if let Some(won) = decided {
                // The table is half empty, and is copied when it grows.
                self.account.charge(3 * size_of::<(State, bool)>())?;
                self.known.insert(state, won);
            }
        }
        Ok(self.known[&first])
    }

    fn move_number(&self, state: &State, number: usize) -> Option<Move> {
        let State { form, end, to_move, player } = *state;
        let mover = if to_move { player } else { player.opponent() };
        let side = if to_move { Player::Left } else { Player::Right };
        let in_end = self.ends.options(end, side);
        if number == 0 && in_end.is_empty() && self.forms.is_end_like(form, mover) {
            return Some(Move::CannotAndWins);
        }
        let in_form = self.forms.options(form, mover);
        let after = match in_form.get(number) {
            Some(&form) => State { form, ..*state },
            None => State { end: *in_end.get(number - in_form.len())?, ..*state },
        };
        Some(Move::To(State { to_move: !to_move, ..after }))
    }
}

enum Move {
    CannotAndWins,
    To(State),
}
