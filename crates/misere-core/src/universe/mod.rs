//! The facts of a universe that the general theory needs, and the built-in universes.
//!
//! A universe is one file: it implements [`Setting`] and [`Universe`].

mod all_games;
mod blocking;
pub(crate) mod chain;
mod dead_ending;
mod dicots;
pub(crate) mod end_play;
mod end_set;
mod family;
pub(crate) mod generated;
pub(crate) mod generators;
mod id;
mod normal_play;
mod telling;

use misere_check as check;

use crate::Player;
use crate::budget::Exhausted;
use crate::engine::{Engine, Probes, WideProbes};
use crate::error::Refused;
use crate::store::{Form, Forms};

pub use all_games::AllGames;
pub use blocking::Blocking;
pub use chain::Chain;
pub use dead_ending::DeadEnding;
pub use dicots::Dicots;
pub use end_play::Play;
pub use end_set::EndSet;
pub use family::{DeadEndFamily, Member, Progression};
pub use generated::{Balance, Cell, Counting, EndAsSum, Generated, Strategy, TestEnd};
pub use generators::{FiniteGenerators, GeneratorError, Generators};
pub use id::UniverseId;
pub use normal_play::NormalPlay;
pub use telling::TellingDicot;

/// The modulus of a comparison: a universe, or normal play. Comparison (\[universe\]
/// Theorem 5.5) and simplification (\[universe\] section 5) are written once against this
/// trait; the only thing they ask is for whom a form is strong.
pub trait Setting: Send + Sync {
    /// The name of the universe, or of normal play.
    fn id(&self) -> UniverseId;

    /// Whether a form whose ordinary options for `player` are `options` (at
    /// least one), and that does not have their tombstone, is strong for
    /// `player`: they win moving first on the sum with any end (for them) of
    /// the universe. Forms that are end-like for `player` are always strong and
    /// not asked about. (The opponent's options at the root do not matter:
    /// `player` moves first and has no move in an end.)
    ///
    /// `play` keeps handles of `forms`, and belongs to that store.
    fn strong(&self, forms: &Forms, play: &Play, options: &[Form], player: Player)
    -> Result<bool, Exhausted>;

    /// Whether forms are compared under misère play: then G ≥ H implies o(G+X) ≥ o(H+X) for
    /// the games X of the universe, and if H is strong for Left then so is G, and if G is
    /// strong for Right then so is H. Under normal play, G ≥ H implies the inequality of
    /// normal outcomes, and every form is strong for both players.
    fn is_misere(&self) -> bool {
        true
    }

    /// Games X of the universe to refuse comparisons by. The default is a list of dicots,
    /// which are in every universe; no answer depends on the probes.
    fn probes(&self) -> Probes {
        Probes::dicots()
    }

    /// More games X of the universe to refuse comparisons by, asked where [`Setting::probes`]
    /// refuse nothing and there are many values. The default is a list of dicots.
    fn wide_probes(&self) -> WideProbes {
        WideProbes::dicots()
    }

    /// The universe, or `None` under normal play.
    fn universe(&self) -> Option<&dyn Universe>;

    /// The classical canonical form of `g`, in universes that have canonical forms.
    ///
    /// # Errors
    /// [`Refused`] modulo universes without canonical forms, for a `g` that has none, or
    /// when a limit was reached.
    fn canonical(&self, engine: &Engine, _g: Form) -> Result<Form, Refused> {
        let help = "ask for the simplest form";
        Err(engine.unsupported("canonical form", help))
    }

    /// The name of this setting in a certificate, if the checker knows the setting.
    fn certificate_name(&self) -> Option<check::UniverseName> {
        None
    }
}

/// A parental universe: closed under options, sums, conjugates, and {A|B} for
/// non-empty finite A, B (\[universe\] Definition 1.5).
pub trait Universe: Setting {
    /// Whether the form is a game of the universe.
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted>;

    /// An end X for `player`, itself a game of the universe, such that `player`
    /// loses moving first on g + X; `None` exactly when `g` is strong.
    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted>;

    /// Of the Left ends X of the universe for which `below(X)` holds, one of least rank, or
    /// `None` if no X satisfies `below`. The caller promises that `below` is "X ≤ `k` modulo
    /// the universe". A universe in which nothing reverses through an end may always say
    /// `None`.
    ///
    /// # Errors
    /// [`Exhausted`], if no X was found but there may be one.
    fn end_below(&self, forms: &Forms, k: Form, below: Below<'_>) -> Result<Option<Form>, Exhausted>;

    /// Which ends the universe has.
    fn ends(&self) -> Ends;

    /// Whether the set of games is a universe in full: closed under sums and conjugates too.
    /// Where it is not, the order and simplest forms are as usual, but there are no inverses,
    /// and values are not added.
    fn is_parental(&self) -> bool {
        true
    }

    /// The kind of ends below which order cancels: if the ends of three games a, b, c are all
    /// of this kind or narrower, and a + b ≥ a + c modulo the universe, then b ≥ c. `None` where
    /// no such law is known.
    fn cancellation(&self) -> Option<EndKind> {
        None
    }

    /// The known facts about the games that are invertible modulo the universe.
    fn invertibles(&self) -> Invertibles {
        Invertibles::Unknown
    }

    /// Finitely many Left ends that generate the universe, if there are such: for D, no end.
    fn finite_generators(&self, _: &Forms) -> Result<Option<Vec<Form>>, Exhausted> {
        Ok(None)
    }

    /// The ends of the set for Left and for Right, where there are finitely many: `None` in a
    /// universe, since ends can be added there (D, which has the end 0 alone, is generated by no
    /// end).
    fn listed_ends(&self, _: &Forms) -> Result<Option<[Vec<Form>; 2]>, Exhausted> {
        Ok(None)
    }

    /// The ends for `player` of rank at most `rank` that are games of the universe as they stand,
    /// each once, 0 among them; `None` where [`Universe::ends`] says which ends these are, or where
    /// it is not known how to list them.
    fn ends_by_rank(&self, _: &Forms, _rank: u32, _: Player) -> Result<Option<Vec<Form>>, Exhausted> {
        Ok(None)
    }

    /// Whether the form is a game of the universe as it stands: no end is taken up to equality.
    fn contains_literally(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(self.membership(forms, g)?.is_some())
    }

    /// Whether an end for `player` may stand in games that are added as games of the
    /// universe are, by their values (\[universe\] Theorem 5.23): the end need not be in the
    /// universe, if a universe with the end has the same order.
    fn admits_end(&self, forms: &Forms, end: Form, _: Player) -> Result<bool, Exhausted> {
        self.contains(forms, end)
    }

    /// Whether the expansion of a simplest form is a game of least rank with its value.
    ///
    /// Eliminating and bypassing never raise the rank, and never lead out of a dead-ending
    /// universe (they can lead out of B: {·|{0,K|0}} is blocked and {·|{K|0}} need not be,
    /// though 0 be dominated by K). Hence the least rank is the rank of an expansion, whose
    /// atomic options are of least rank.
    fn expansions_are_least(&self) -> bool {
        self.ends().kind <= EndKind::Dead
    }

    /// How to decide whether forms of rank at most `rank` are strong, as conditions on single
    /// options; `None` if no such conditions are known.
    fn strength_tests(&self, _: &Forms, _rank: u32) -> Result<Option<StrengthTests>, Exhausted> {
        Ok(None)
    }

    /// Which forms are strong for Left, in words and with the source, where that is known without
    /// playing sums with ends.
    fn strength_in_words(&self) -> Option<&'static str> {
        None
    }

    /// A test set T_n: finitely many Left ends such that a form of rank at most `rank` is strong
    /// for Left exactly when Left, moving first, wins its sum with each. The ends need not be in
    /// the universe (\[universe\] Theorem 4.9 has truncated ones). `None` if no test set is known.
    ///
    /// # Errors
    /// [`Exhausted`], also for a rank for which the test set is not supported.
    fn deciding_ends(&self, forms: &Forms, rank: u32) -> Result<Option<Vec<Form>>, Exhausted> {
        Ok(match self.strength_tests(forms, rank)? {
            Some(StrengthTests::Ends(ends)) => Some(ends),
            Some(StrengthTests::OneOption) | None => None,
        })
    }

    /// The play that decides who is strong, where it is the same for forms of all ranks; `None` if
    /// no such play is known.
    fn strength_play(&self) -> Option<StrengthPlay> {
        None
    }

    /// Why a form that is strong for `player` without being end-like is strong: for a
    /// universe with a [`Setting::certificate_name`]. What is played is remembered in `play`.
    fn strength_argument(
        &self,
        _forms: &Forms,
        _play: &Play,
        _g: Form,
        _player: Player,
    ) -> Result<StrengthArgument, Exhausted> {
        Ok(StrengthArgument::Play)
    }

    /// Why the checker will find `x` in the universe, or `None` if it will not. The checker
    /// takes the definition literally: it does not take dead ends up to equality.
    fn membership(&self, forms: &Forms, x: Form) -> Result<Option<Membership>, Exhausted> {
        Ok(self.contains(forms, x)?.then_some(Membership::Definition))
    }
}

/// Whether an end lies below a form, as [`Universe::end_below`] asks.
pub type Below<'a> = &'a mut dyn FnMut(Form) -> Result<bool, Exhausted>;

/// Which ends a universe has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// The narrowest kind that contains all ends of the universe.
    pub kind: EndKind,
    /// Whether all ends of that kind are in the universe, if their options are.
    pub all: bool,
}

/// The kinds of ends, from the narrowest to the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EndKind {
    /// 0 alone: the ends of D.
    Zero,
    /// Dead ends: the ends of E.
    Dead,
    /// Blocked ends (\[blocking\] Definition 1.1): the ends of B.
    Blocked,
    /// Any ends: the ends of M.
    Any,
}

/// Which games G have G + Ḡ ≡ 0 modulo a universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invertibles {
    /// Among ordinary forms only 0: the universe M (Mesdal and Ottaway 2007,
    /// Theorem 7).
    OnlyZero,
    /// The games of the universe whose simplest form is 𝓟-free: E and B
    /// (\[blocking\] section 4).
    PFree,
    /// Every game of the universe B that is 𝓟-free, since the universe is
    /// inside B, and others.
    PFreeAndOthers,
    /// Nothing is known beforehand.
    Unknown,
}

/// How a universe separates strong forms from others, as conditions on single options.
pub enum StrengthTests {
    /// Left's options A are strong when for each of these Left ends X Left wins some
    /// a + X, a in A, moving second.
    Ends(Vec<Form>),
    /// Left's options are strong when one of them alone is.
    OneOption,
}

/// A play whose winner is strong. Who wins follows from who wins the options, so that for sums it
/// follows from finitely many facts about the summands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StrengthPlay {
    /// Nobody wins but by being end-like: M.
    EndLike,
    /// The form alone, with the player moving first: D.
    Alone,
    /// The form alone, and the form beside an integer as large as the opponent wants it. Strong
    /// forms win this play in every universe that has an end of rank 1, but there may be others
    /// that win it.
    Pausing,
    /// The form alone, and the form beside a waiting game that lasts as long as it is wanted: E.
    Waiting,
    /// The form, with the player moving first, where the opponent may pass: B.
    Passing,
}

/// Why a form is strong.
pub enum StrengthArgument {
    /// The form wins against the ends that matter, which the checker plays out.
    Play,
    /// The form has this option, which makes it strong (\[blocking\] Theorem 3.1).
    Option(Form),
    /// The form wins against these ends, a test set for this many moves.
    TestSet(u32, Vec<Form>),
    /// The form wins against every sum of ends by this strategy.
    Strategy(Strategy),
}

/// Why a form is in the universe.
pub enum Membership {
    /// The form satisfies the definition of the universe, which the checker verifies.
    Definition,
    /// Each end but 0 among the followers of the form is a sum: the ends, each with the
    /// followers of generators, or their conjugates, whose sum it is.
    Sums(Vec<EndAsSum>),
}

impl dyn Universe + '_ {
    /// Whether all games of this universe are games of the other, or may be added as if
    /// they were: dead ends are taken up to equality and may lie above those of the
    /// other (\[universe\] section 4).
    pub fn is_inside(&self, forms: &Forms, other: &dyn Universe) -> Result<bool, Exhausted> {
        if self.id() == other.id() {
            return Ok(true);
        }
        let generators = self.finite_generators(forms)?;
        let only_zero = generators.as_ref().is_some_and(|all| all.iter().all(|&end| end == Form::ZERO));
        let kind = if only_zero { EndKind::Zero } else { self.ends().kind };
        let others = other.ends();
        if kind > others.kind || others.all {
            return Ok(kind <= others.kind);
        }
        let Some(generators) = generators else { return Ok(false) };
        // A dead end that the other universe admits has admitted followers. Other ends may have
        // followers that are ends of another kind: 1 follows from {·|1}.
        for follower in forms.followers_of_all(&generators) {
            for player in Player::BOTH {
                let is_end = follower != Form::ZERO && forms.is_end(follower, player);
                if is_end && !other.admits_end(forms, follower, player)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// A Left end as an end for `player`.
pub(crate) fn for_player(forms: &Forms, left_end: Form, player: Player) -> Result<Form, Exhausted> {
    match player {
        Player::Left => Ok(left_end),
        Player::Right => forms.conjugate(left_end),
    }
}
