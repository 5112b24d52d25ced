//! Which forms are simplest forms of games, as the engine says.

use misere_census::count::OptionPool;
use misere_core::{Exhausted, Form, Modulo, Player, Tombstones, Universe};

/// The engine's view of forms {A|B}, perhaps with tombstones, given by the places of A and B
/// among the values born by day 2. An oracle knows nothing of how classes are counted.
pub(super) struct Oracle<'m, U: Universe> {
    pub(super) modulo: &'m Modulo<U>,
    pub(super) options: &'m OptionPool,
    /// Whether an end is a game of the universe as soon as each of its options may be the only
    /// option of an end. If not, only games with options for both players are found.
    pub(super) ends: bool,
}

impl<U: Universe> Oracle<'_, U> {
    /// Whether a form is simplest, of a game; bits 0 and 1 of the marks are tombstones.
    pub(super) fn is_simplest_form_of_game(
        &self,
        sides: &[Vec<usize>; 2],
        marks: usize,
    ) -> Result<bool, Exhausted> {
        let forms = self.modulo.forms().as_ref();
        let values = |side: &Vec<usize>| side.iter().map(|&i| self.options.values[i]).collect::<Vec<Form>>();
        let [left, right] = sides.each_ref().map(values);
        let k = forms.make(&left, &right, Tombstones::new(marks & 1 == 1, marks & 2 == 2))?;
        Ok(self.modulo.simplest(k)? == k && self.is_game(k, sides)?)
    }

    /// Whether some game born by day 3 has this simplest form.
    ///
    /// A game G equal to K has options that are answered when K ≥ G, and K ≤ G, is shown. G
    /// may be given all such options for a player, if G has options for that player.
    fn is_game(&self, k: Form, sides: &[Vec<usize>; 2]) -> Result<bool, Exhausted> {
        if k == Form::ZERO {
            return Ok(true);
        }
        let (modulo, forms) = (self.modulo, self.modulo.forms().as_ref());
        if forms.tombstones(k) == Tombstones::NONE && sides.iter().all(|side| !side.is_empty()) {
            return Ok(true);
        }
        let mut allowed = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            allowed[player.index()] = self.allowed(k, &sides[player.index()], player)?;
        }
        let equals_k =
            |left: &[Form], right: &[Form]| Ok(modulo.simplest(forms.ordinary(left, right)?)? == k);
        let [left, right] = &allowed;
        if !left.is_empty() && !right.is_empty() && equals_k(left, right)? {
            return Ok(true);
        }
        for player in Player::BOTH {
            if !self.ends || !sides[player.index()].is_empty() {
                continue;
            }
            let end = |options: &[Form]| match player {
                Player::Left => forms.ordinary(&[], options),
                Player::Right => forms.ordinary(options, &[]),
            };
            let mut of_end = Vec::new();
            for &g in &allowed[player.opponent().index()] {
                if modulo.proviso().contains(forms, end(&[g])?)? {
                    of_end.push(g);
                }
            }
            if modulo.simplest(end(&of_end)?)? == k {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The games that a game equal to K may have as options of the player.
    fn allowed(&self, k: Form, side: &[usize], player: Player) -> Result<Vec<Form>, Exhausted> {
        let (modulo, forms, poset) = (self.modulo, self.modulo.forms().as_ref(), self.options.poset());
        let mut allowed = Vec::new();
        for (i, members) in self.options.members.iter().enumerate() {
            let is_matched = side.iter().any(|&a| match player {
                Player::Left => poset.ge(a, i),
                Player::Right => poset.ge(i, a),
            });
            for &g in members {
                let mut is_answered = is_matched;
                for &reply in forms.options(g, player.opponent()) {
                    is_answered = is_answered
                        || match player {
                            Player::Left => modulo.ge(k, reply)?,
                            Player::Right => modulo.ge(reply, k)?,
                        };
                }
                if is_answered {
                    allowed.push(g);
                }
            }
        }
        Ok(allowed)
    }
}
