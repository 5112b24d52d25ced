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

/// A follower in a table: the places of its options, and who has no need to move, a bit for
/// each player.
struct Place {
    options: [Vec<u32>; 2],
    end_like: u8,
}

/// Moves whose answers are looked up in the time of a step.
const MOVES_PER_STEP: usize = 16;

impl SumPlay {
    /// Plays g + x out.
    pub(crate) fn new(forms: &Forms, g: Form, x: Form) -> Result<SumPlay, Exhausted> {
        let (rows, columns) = (forms.followers_within(&[g])?, forms.followers_within(&[x])?);
        let bytes = rows.len().saturating_mul(columns.len());
        // The table is charged while it is filled; it is small where answers are
        // shown to people, and refunded at once.
        forms.budget().charge(bytes)?;
        let filled = SumPlay::fill(forms, &rows, &columns);
        forms.budget().refund(bytes);
        filled
    }

    fn fill(forms: &Forms, rows: &[Form], columns: &[Form]) -> Result<SumPlay, Exhausted> {
        let place = |all: &[Form]| all.iter().enumerate().map(|(i, &f)| (f, i)).collect();
        let places: [FxHashMap<Form, usize>; 2] = [place(rows), place(columns)];
        let of = |all: &[Form], places: &FxHashMap<Form, usize>| -> Vec<Place> {
            let of_form = |&f: &Form| Place {
                options: Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| places[o] as u32).collect()),
                end_like: Player::BOTH.iter().map(|&p| u8::from(forms.is_end_like(f, p)) << p.index()).sum(),
            };
            all.iter().map(of_form).collect()
        };
        let (rows, columns) = (of(rows, &places[0]), of(columns, &places[1]));
        let mut wins: Vec<u8> = Vec::with_capacity(rows.len() * columns.len());
        let moves = |place: &Place| place.options.iter().map(Vec::len).sum::<usize>();
        let moves_of_columns: usize = columns.iter().map(moves).sum();
        let mut ticker = forms.budget().ticker();
        for (row, a) in rows.iter().enumerate() {
            let start = row * columns.len();
            // A cell of a follower with many options takes as long as many steps.
            ticker.ticks((moves(a) * columns.len() + moves_of_columns) / MOVES_PER_STEP)?;
            for (column, b) in columns.iter().enumerate() {
                ticker.tick()?;
                let mut first = a.end_like & b.end_like;
                for p in Player::BOTH {
                    let loses = |at: usize| wins[at] >> p.opponent().index() & 1 == 0;
                    let wins_first =
                        a.options[p.index()].iter().any(|&o| loses(o as usize * columns.len() + column))
                            || b.options[p.index()].iter().any(|&o| loses(start + o as usize));
                    first |= u8::from(wins_first) << p.index();
                }
                wins.push(first);
            }
        }
        Ok(SumPlay { places, columns: columns.len(), wins })
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
