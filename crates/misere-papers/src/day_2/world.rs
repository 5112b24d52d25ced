//! The dead-ending games born by day 2, and what is said of them in terms of their options.

use misere::core::{Exhausted, Form, Forms, Player};

use crate::desk::Desk;
use crate::play::Play;
use crate::sample::{at_least, kept};

/// The games of the paper.
pub(super) struct World {
    pub(super) one: Form,
    pub(super) minus: Form,
    pub(super) star: Form,
    /// The dead-ending games born by day 2.
    pub(super) all: Vec<Form>,
    /// The dead-ending games born on day 2.
    pub(super) on_day_2: Vec<Form>,
}

impl World {
    pub(super) fn new(desk: &Desk) -> Result<World, Exhausted> {
        let forms = desk.forms();
        let all: Vec<Form> = desk.day_2()?.iter().copied().filter(|&g| forms.is_dead_ending(g)).collect();
        let on_day_2 = all.iter().copied().filter(|&g| forms.rank(g) == 2).collect();
        let (one, minus, star) = (forms.integer(1)?, forms.integer(-1)?, forms.nimber(1)?);
        Ok(World { one, minus, star, all, on_day_2 })
    }

    /// The end of day 1 in which the player has no move: 1̄ for Left.
    pub(super) fn end(&self, player: Player) -> Form {
        match player {
            Player::Left => self.minus,
            Player::Right => self.one,
        }
    }

    /// The condition of Theorem 1: an option to the player's end, or to both 0 and *.
    pub(super) fn looks_strong(&self, forms: &Forms, g: Form, player: Player) -> bool {
        let has = |o: Form| forms.options(g, player).contains(&o);
        has(self.end(player)) || has(Form::ZERO) && has(self.star)
    }

    /// The condition of Theorems 3, 4 and 6 on the opponent's options: some, and none but their
    /// end and *.
    pub(super) fn lets_reverse(&self, forms: &Forms, g: Form, player: Player) -> bool {
        let opponent = player.opponent();
        let options = forms.options(g, opponent);
        !options.is_empty() && options.iter().all(|&o| o == self.end(opponent) || o == self.star)
    }
}

/// Whether the player wins moving first on the sum with each of these ends.
pub(super) fn withstands(play: &Play, g: Form, ends: &[Form], player: Player) -> bool {
    ends.iter().all(|&x| play.wins_first(g, x, player))
}

/// The replies through which an option of the player can be reversed.
pub(super) fn reversing(desk: &Desk, g: Form, player: Player, option: Form) -> Result<Vec<Form>, Exhausted> {
    let replies = desk.forms().options(option, player.opponent());
    kept(replies, |reply| at_least(&desk.e, g, reply, player))
}
