//! The facts about a form that are computed once, from its options, when it is made.

use crate::Player;
use crate::store::{Form, Forms, Tombstones};

/// The cached bits of a form. Every fact that concerns a player is a pair of
/// neighbouring bits, Left's the lower.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Facts(u32);

// Facts for a player: the number of Left's bit; Right's bit is the next.
pub(crate) const TOMBSTONE: u32 = 0;
pub(crate) const END_LIKE: u32 = 2;
/// The player, moving first, wins under misère play.
pub(crate) const WINS_FIRST: u32 = 4;
/// The player, moving first, wins under normal play (ordinary forms).
pub(crate) const WINS_FIRST_NORMAL: u32 = 6;
/// The player, moving first, wins on the sum with an endless waiting game: an
/// end for the player in which the opponent may at any time wait or move to 0.
pub(crate) const OUTWAITS: u32 = 8;
/// The player, moving second, wins on the sum with an endless waiting game. A form that the
/// player wins moving first is E-strong for them if it has such an option.
pub(crate) const OUTWAITS_SECOND: u32 = 10;
/// The player, moving first, wins when the opponent may pass: the form is B-strong.
pub(crate) const WINS_PASSING: u32 = 12;
/// The player, moving second, wins when the opponent may pass.
pub(crate) const SURVIVES_PASSING: u32 = 14;
/// Every follower is an end for the player.
pub(crate) const DEAD_END: u32 = 16;
/// The form is a blocked end for the player.
pub(crate) const BLOCKED_END: u32 = 18;
/// The form, or an option of the player, is a blocked end for the player.
pub(crate) const BLOCKABLE: u32 = 20;
/// Two bits for the owner of the store.
pub(crate) const MARKS: u32 = 22;

// Facts about the form.
pub(crate) const ORDINARY: u32 = 24;
pub(crate) const DICOT: u32 = 25;
pub(crate) const DEAD_ENDING: u32 = 26;
pub(crate) const BLOCKING: u32 = 27;
pub(crate) const IMPARTIAL: u32 = 28;
pub(crate) const P_FREE: u32 = 29;

/// The facts that some of a player's options have, the facts that all of them have, and the
/// least rank above theirs.
#[derive(Clone, Copy)]
struct Options {
    some: Facts,
    all: Facts,
    rank: u32,
}

impl Options {
    fn of(forms: &Forms, options: &[Form]) -> Options {
        let start = Options { some: Facts(0), all: Facts(u32::MAX), rank: 0 };
        options.iter().map(|&o| forms.facts_and_rank(o)).fold(start, |so_far, (facts, rank)| Options {
            some: Facts(so_far.some.0 | facts.0),
            all: Facts(so_far.all.0 & facts.0),
            rank: so_far.rank.max(rank + 1),
        })
    }
}

impl Facts {
    /// The facts and the rank of the form with these options, which are in the store. Every fact
    /// is of the kind "some option has …" or "all options have …", so that all facts are computed
    /// at once.
    pub(crate) fn of(
        forms: &Forms,
        options: [&[Form]; 2],
        tombstones: Tombstones,
        marks: [bool; 2],
    ) -> (Facts, u32) {
        let of = options.map(|options| Options::of(forms, options));
        let all = |fact: u32| of.iter().all(|o| o.all.has(fact));

        let mut new = Facts::default();
        for p in Player::BOTH {
            let mine = of[p.index()];
            let has_tombstone = tombstones.has(p);
            let end_like = has_tombstone || options[p.index()].is_empty();
            new.set_for(TOMBSTONE, p, has_tombstone);
            new.set_for(END_LIKE, p, end_like);
            new.set_for(WINS_FIRST, p, end_like || !mine.all.has_for(WINS_FIRST, p.opponent()));
            new.set_for(WINS_FIRST_NORMAL, p, !mine.all.has_for(WINS_FIRST_NORMAL, p.opponent()));
            // [universe] Theorem 4.9 with the test set {0, W_n} of E. In G + W_n,
            // n ≥ rank(G), the opponent answers a move to G' by moving in G', by
            // waiting, or by giving up the waiting game, so G' must be won
            // against all three; how large n is no longer matters.
            new.set_for(OUTWAITS, p, end_like || mine.some.has_for(OUTWAITS_SECOND, p));
            // [blocking] Theorems 3.1 and 3.2.
            new.set_for(WINS_PASSING, p, end_like || mine.some.has_for(SURVIVES_PASSING, p));
            new.set_for(MARKS, p, marks[p.index()]);
        }

        let ordinary = tombstones == Tombstones::NONE && all(ORDINARY);
        for p in Player::BOTH {
            let (mine, theirs) = (of[p.index()], of[p.opponent().index()]);
            let outwaits =
                new.has_for(WINS_FIRST, p) && new.has_for(OUTWAITS, p) && theirs.all.has_for(OUTWAITS, p);
            new.set_for(OUTWAITS_SECOND, p, outwaits);
            let survives = !new.has_for(END_LIKE, p.opponent())
                && new.has_for(WINS_PASSING, p)
                && theirs.all.has_for(WINS_PASSING, p);
            new.set_for(SURVIVES_PASSING, p, survives);
            let end = ordinary && new.has_for(END_LIKE, p);
            new.set_for(DEAD_END, p, end && theirs.all.has_for(DEAD_END, p));
            let blocked = end && theirs.all.has_for(BLOCKABLE, p);
            new.set_for(BLOCKED_END, p, blocked);
            new.set_for(BLOCKABLE, p, blocked || mine.some.has_for(BLOCKED_END, p));
        }

        let ends_are =
            |fact: u32| Player::BOTH.iter().all(|&p| !new.has_for(END_LIKE, p) || new.has_for(fact, p));
        let (dead, blocked) = (ends_are(DEAD_END), ends_are(BLOCKED_END));
        new.set(ORDINARY, ordinary);
        let one_sided = options[0].is_empty() != options[1].is_empty();
        new.set(DICOT, ordinary && !one_sided && all(DICOT));
        new.set(DEAD_ENDING, ordinary && dead && all(DEAD_ENDING));
        new.set(BLOCKING, ordinary && blocked && all(BLOCKING));
        new.set(IMPARTIAL, ordinary && options[0] == options[1] && all(IMPARTIAL));
        let p_position = Player::BOTH.iter().all(|&p| !new.has_for(WINS_FIRST, p));
        new.set(P_FREE, !p_position && all(P_FREE));
        let rank = of[0].rank.max(of[1].rank).max(u32::from(tombstones != Tombstones::NONE));
        (new, rank)
    }

    #[inline]
    pub(crate) fn has(self, fact: u32) -> bool {
        self.0 & (1 << fact) != 0
    }

    fn set(&mut self, fact: u32, value: bool) {
        debug_assert!(!self.has(fact), "a fact is set once");
        self.0 |= u32::from(value) << fact;
    }

    #[inline]
    pub(crate) fn has_for(self, fact: u32, player: Player) -> bool {
        self.has(fact + player.index() as u32)
    }

    fn set_for(&mut self, fact: u32, player: Player, value: bool) {
        self.set(fact + player.index() as u32, value);
    }
}
