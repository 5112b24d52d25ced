//! The two players and the four outcomes.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

/// One of the two players. Everything that exists for both is written once, for a
/// `Player`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Player {
    /// Left, who owns the options before the bar.
    Left,
    /// Right, who owns the options after the bar.
    Right,
}

impl Player {
    /// Both players: Left, then Right.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// 0 for Left and 1 for Right: the place of this player in a pair.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The pair `(better, worse)` in the order in which Left reads it: for Left
    /// `(x, y)`, for Right `(y, x)`. "x is at least as good as y for this
    /// player" is then `ge(better, worse)`.
    #[inline]
    #[must_use]
    pub fn orient<T>(self, x: T, y: T) -> (T, T) {
        match self {
            Player::Left => (x, y),
            Player::Right => (y, x),
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Who wins: 𝓛 Left, 𝓝 the next player, 𝓟 the previous player, 𝓡 Right.
///
/// The order is Left's preference: 𝓛 above 𝓝 and 𝓟, which are incomparable,
/// above 𝓡.
///
/// ```
/// use misere_check::Outcome;
/// assert!(Outcome::L > Outcome::P);
/// assert_eq!(Outcome::N.partial_cmp(&Outcome::P), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Outcome {
    /// Left wins, whoever starts.
    L,
    /// The player who starts wins.
    N,
    /// The player who does not start wins.
    P,
    /// Right wins, whoever starts.
    R,
}

impl Outcome {
    /// The outcome with these winners when Left starts and when Right starts.
    #[inline]
    #[must_use]
    pub const fn from_winners(left_starts: Player, right_starts: Player) -> Outcome {
        match (left_starts, right_starts) {
            (Player::Left, Player::Left) => Outcome::L,
            (Player::Left, Player::Right) => Outcome::N,
            (Player::Right, Player::Left) => Outcome::P,
            (Player::Right, Player::Right) => Outcome::R,
        }
    }

    /// Who wins when `starter` moves first.
    #[inline]
    #[must_use]
    pub const fn winner(self, starter: Player) -> Player {
        match self {
            Outcome::L => Player::Left,
            Outcome::N => starter,
            Outcome::P => starter.opponent(),
            Outcome::R => Player::Right,
        }
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<Ordering> {
        use Outcome::{L, N, P, R};
        match (self, other) {
            _ if self == other => Some(Ordering::Equal),
            (L, _) | (_, R) => Some(Ordering::Greater),
            (_, L) | (R, _) => Some(Ordering::Less),
            (N | P, N | P) => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
