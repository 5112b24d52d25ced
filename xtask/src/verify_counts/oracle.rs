//! Which forms are simplest forms of games, as the engine says.

use misere_census::count::OptionPool;
use misere_core::{Engine, Exhausted, Form, Player, Tombstones, Universe};

/// Knows forms {A|B}, perhaps with tombstones, by the places of A and B among the values
/// born by day 2. It simplifies and compares, and knows nothing of how classes are counted.
pub(super) struct Oracle<'m> {
    pub(super) engine: &'m Engine,
    pub(super) universe: &'m dyn Universe,
    pub(super) options: &'m OptionPool,
}

impl Oracle<'_> {
    /// Whether an end is a game of the universe as soon as each of its options may be the
    /// only one of an end. If not, only games with options for both players are found.
    pub(super) fn finds_ends(&self) -> bool {
        self.universe.ends().all
    }

    /// Bit 0 of the marks is Left's tombstone, bit 1 Right's.
    pub(super) fn is_simplest_form_of_game(
        &self,
        sides: &[Vec<usize>; 2],
        marks: usize,
    ) -> Result<bool, Exhausted> {
        let forms = self.engine.forms().as_ref();
        let values = |side: &Vec<usize>| side.iter().map(|&i| self.options.values[i]).collect::<Vec<Form>>();
        let [left, right] = sides.each_ref().map(values);
        let k = forms.make(&left, &right, Tombstones::new(marks & 1 == 1, marks & 2 == 2))?;
        Ok(self.engine.simplest(k)? == k && self.is_game(k, sides)?)
    }

    /// Whether some game born by day 3 has this simplest form.
    ///
    /// A game G equal to K has options that are answered when K ≥ G, and K ≤ G, is shown. G
    /// may be given all such options for a player, if G has options for that player.
    fn is_game(&self, k: Form, sides: &[Vec<usize>; 2]) -> Result<bool, Exhausted> {
        if k == Form::ZERO {
            return Ok(true);
        }
        let (engine, forms) = (self.engine, self.engine.forms().as_ref());
        if forms.tombstones(k) == Tombstones::NONE && sides.iter().all(|side| !side.is_empty()) {
            return Ok(true);
        }
        let mut allowed = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            allowed[player.index()] = self.allowed(k, &sides[player.index()], player)?;
        }
        let equals_k =
            |left: &[Form], right: &[Form]| Ok(engine.simplest(forms.ordinary(left, right)?)? == k);
        let [left, right] = &allowed;
        if !left.is_empty() && !right.is_empty() && equals_k(left, right)? {
            return Ok(true);
        }
        for player in Player::BOTH {
            if !self.finds_ends() || !sides[player.index()].is_empty() {
                continue;
            }
            let end = |options: &[Form]| match player {
                Player::Left => forms.ordinary(&[], options),
                Player::Right => forms.ordinary(options, &[]),
            };
            let mut of_end = Vec::new();
            for &g in &allowed[player.opponent().index()] {
                if self.universe.contains(forms, end(&[g])?)? {
                    of_end.push(g);
                }
            }
            if engine.simplest(end(&of_end)?)? == k {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The games that a game equal to K may have as options of the player.
    fn allowed(&self, k: Form, side: &[usize], player: Player) -> Result<Vec<Form>, Exhausted> {
        let (engine, forms, poset) = (self.engine, self.engine.forms().as_ref(), &self.options.poset);
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
                            Player::Left => engine.ge(k, reply)?,
                            Player::Right => engine.ge(reply, k)?,
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
