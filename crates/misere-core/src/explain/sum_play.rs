//! Who wins a sum, by playing it out in a table, without building it.

use rustc_hash::FxHashMap;

use crate::Player;
use crate::budget::Exhausted;
use crate::store::{Form, Forms};

/// The outcomes of all sums of a follower of one form and a follower of another.
pub(crate) struct SumPlay {
    places: [FxHashMap<Form, usize>; 2],
    columns: usize,
    /// For each sum who wins moving first: a bit for each player.
    wins: Vec<u8>,
}

impl SumPlay {
    /// Plays g + x out.
    pub(crate) fn new(forms: &Forms, g: Form, x: Form) -> Result<SumPlay, Exhausted> {
        let (rows, columns) = (forms.followers(g), forms.followers(x));
        let bytes = rows.len().saturating_mul(columns.len());
        // The table is charged while it is filled; it is small where answers are
        // shown to people, and refunded at once.
        forms.budget().charge(bytes)?;
        let place = |all: &[Form]| all.iter().enumerate().map(|(i, &f)| (f, i)).collect();
        let mut play = SumPlay {
            places: [place(&rows), place(&columns)],
            columns: columns.len(),
            wins: Vec::with_capacity(bytes),
        };
        let mut ticker = forms.budget().ticker();
        let mut filled = Ok(());
        'rows: for &a in &rows {
            for &b in &columns {
                if let Err(exhausted) = ticker.tick() {
                    filled = Err(exhausted);
                    break 'rows;
                }
                let mut wins = 0;
                for p in Player::BOTH {
                    let loses = |a: Form, b: Form| !play.wins_first(a, b, p.opponent());
                    let first = (forms.is_end_like(a, p) && forms.is_end_like(b, p))
                        || forms.options(a, p).iter().any(|&o| loses(o, b))
                        || forms.options(b, p).iter().any(|&o| loses(a, o));
                    wins |= u8::from(first) << p.index();
                }
                play.wins.push(wins);
            }
        }
        forms.budget().refund(bytes);
        filled.map(|()| play)
    }

    /// Whether `player`, moving first on the sum of these two followers, wins.
    pub(crate) fn wins_first(&self, a: Form, b: Form, player: Player) -> bool {
        let at = self.places[0][&a] * self.columns + self.places[1][&b];
        self.wins[at] >> player.index() & 1 == 1
    }

    /// Who wins the sum of these two followers when `starter` moves first.
    pub(crate) fn winner(&self, a: Form, b: Form, starter: Player) -> Player {
        if self.wins_first(a, b, starter) { starter } else { starter.opponent() }
    }
}
