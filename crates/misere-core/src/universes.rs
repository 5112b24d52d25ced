//! What the general theory needs to know of a universe, and the universes M, D,
//! E, B, and normal play.

use std::fmt;

use crate::budget::Exhausted;
use crate::form::{Form, Forms};
use crate::player::Player;
use crate::signature::Probes;

/// The part of comparison that differs from one setting to the next: who is
/// strong. Comparison ([universe] Theorem 5.5) and simplification ([universe]
/// section 5) are written once against this.
pub trait Proviso: fmt::Display + Send + Sync {
    /// What [`Proviso::strong`] wants to remember about the forms of one store.
    type Cache: Default + Send + Sync;

    /// Whether a form whose ordinary options for `player` are `options` (at
    /// least one), and that does not have their tombstone, is strong for
    /// `player`: they win moving first on the sum with any end (for them) of
    /// the universe. Forms that are end-like for `player` are always strong and
    /// not asked about. (The opponent's options at the root do not matter:
    /// `player` moves first and has no move in an end.)
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget of `forms`.
    fn strong(
        &self,
        forms: &Forms,
        cache: &Self::Cache,
        options: &[Form],
        player: Player,
    ) -> Result<bool, Exhausted>;

    /// Whether misère play is what is compared: then G ≥ H implies o(G+X) ≥ o(H+X) for
    /// the games X of the universe, and that H strong for Left makes G strong for Left
    /// and G strong for Right makes H so. Otherwise the same holds of outcomes under
    /// normal play, and everybody is strong.
    fn is_misere(&self) -> bool;

    /// Games X of the universe to refuse comparisons by. Dicots are in every universe,
    /// and so are these unless a universe has better ones; no answer depends on them.
    fn probes(&self) -> Probes {
        Probes::dicots()
    }
}

/// A parental universe: closed under options, sums, conjugates, and {A|B} for
/// non-empty finite A, B ([universe] Definition 1.5).
pub trait Universe: Proviso {
    /// Whether the form is a game of the universe.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget of `forms`.
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted>;

    /// An end X for `player`, itself a game of the universe, such that `player`
    /// loses moving first on g + X; `None` exactly when `g` is strong.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget of `forms`.
    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted>;

    /// Of the Left ends X of the universe for which `below(X)` holds, one of
    /// least rank, or `None` if there is none. The caller promises that `below`
    /// is "X ≤ K modulo the universe" for some K of rank at most `rank`. A
    /// universe in which nothing reverses through an end may always say `None`.
    ///
    /// # Errors
    /// [`Exhausted`] when it takes more than the budget of `forms`.
    fn end_below(
        &self,
        forms: &Forms,
        rank: u32,
        below: &mut dyn FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted>;

    /// What is known of the games that are invertible modulo the universe.
    fn invertibles(&self) -> Invertibles;
}

/// A universe inside E.
pub trait DeadEndingUniverse: Universe {}

impl DeadEndingUniverse for Dicots {}
impl DeadEndingUniverse for DeadEnding {}

/// Which games G have G + Ḡ ≡ 0 modulo a universe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invertibles {
    /// Among ordinary forms only 0: the universe M (Mesdal and Ottaway 2007,
    /// Theorem 7).
    OnlyZero,
    /// Those games of the universe whose simplest form is 𝓟-free: E and B
    /// ([blocking] section 4).
    PFree,
    /// Every game of the universe B that is 𝓟-free, since the universe is
    /// inside B, and others.
    PFreeAndOthers,
    /// Nothing is known beforehand.
    Unknown,
}

/// M, the universe of all games.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllGames;

/// D, the universe of dicots.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dicots;

/// E, the dead-ending universe.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeadEnding;

/// B, the blocking universe.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blocking;

/// Normal play, which is not a universe but has the same maintenance property
/// with no proviso, so that the same machinery computes its order and its
/// canonical forms. It is a theory of ordinary forms: tombstones are ignored.
#[derive(Clone, Copy, Debug, Default)]
pub struct NormalPlay;

macro_rules! named {
    ($($type:ty => $name:literal),*) => {
        $(impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str($name)
            }
        })*
    };
}
named!(AllGames => "M", Dicots => "D", DeadEnding => "E", Blocking => "B", NormalPlay => "N");

impl Proviso for AllGames {
    type Cache = ();

    /// Only end-like forms are strong: against {·|n} with n large enough a
    /// player with a move loses.
    fn strong(&self, _: &Forms, (): &(), _: &[Form], _: Player) -> Result<bool, Exhausted> {
        Ok(false)
    }

    fn is_misere(&self) -> bool {
        true
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../data/probes-M.txt"))
    }
}

impl Universe for AllGames {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_ordinary(g))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        if forms.is_end_like(g, player) {
            return Ok(None);
        }
        // The opponent's only move leaves `player` more moves to make than the
        // opponent can have left.
        let burden = forms.integer(i64::from(forms.rank(g)))?;
        let left_end = forms.ordinary(&[], &[burden])?;
        for_player(forms, left_end, player).map(Some)
    }

    /// Nothing is ever reversible through an end modulo M, so that the ends
    /// below a form do not matter: they are not looked for.
    fn end_below(
        &self,
        _: &Forms,
        _: u32,
        _: &mut dyn FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted> {
        Ok(None)
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::OnlyZero
    }
}

impl Proviso for Dicots {
    type Cache = ();

    /// 0 is the only end of D.
    fn strong(&self, forms: &Forms, (): &(), options: &[Form], player: Player) -> Result<bool, Exhausted> {
        Ok(options.iter().any(|&o| !forms.wins_first(o, player.opponent())))
    }

    fn is_misere(&self) -> bool {
        true
    }
}

impl Universe for Dicots {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_dicot(g))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        Ok((!forms.wins_first(g, player)).then_some(Form::ZERO))
    }

    fn end_below(
        &self,
        _: &Forms,
        _: u32,
        below: &mut dyn FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted> {
        Ok(below(Form::ZERO)?.then_some(Form::ZERO))
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::PFreeAndOthers
    }
}

impl Proviso for DeadEnding {
    type Cache = ();

    /// [universe] Theorem 4.9 with T_n(E) = {0, M_n}: `player` wins against 0
    /// and against every wait.
    fn strong(&self, forms: &Forms, (): &(), options: &[Form], player: Player) -> Result<bool, Exhausted> {
        let wins = options.iter().any(|&o| !forms.wins_first(o, player.opponent()));
        Ok(wins && options.iter().any(|&o| forms.facts(o).outwaits_second(player)))
    }

    fn is_misere(&self) -> bool {
        true
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../data/probes-E.txt"))
    }
}

impl Universe for DeadEnding {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_dead_ending(g))
    }

    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        if forms.is_end_like(g, player) || self.strong(forms, &(), forms.options(g, player), player)? {
            return Ok(None);
        }
        if !forms.wins_first(g, player) {
            return Ok(Some(Form::ZERO));
        }
        let murder = forms.waiting_game(u64::from(forms.rank(g)))?;
        for_player(forms, murder, player).map(Some)
    }

    /// M_n lies below every other non-zero Left dead end of rank at most n
    /// ([universe] section 3). If K ≥ M_n for any n > 0 then for n = rank(K) + 1:
    /// a reply to an option of K that waits once more stays below it.
    fn end_below(
        &self,
        forms: &Forms,
        rank: u32,
        below: &mut dyn FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted> {
        let mut murder = Form::ZERO;
        for _ in 0..=u64::from(rank) + 1 {
            forms.budget().step()?;
            if below(murder)? {
                return Ok(Some(murder));
            }
            murder = forms.ordinary(&[], &[Form::ZERO, murder])?;
        }
        Ok(None)
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::PFree
    }
}

impl Proviso for Blocking {
    type Cache = ();

    /// [blocking] Theorems 3.1 and 3.2.
    fn strong(&self, forms: &Forms, (): &(), options: &[Form], player: Player) -> Result<bool, Exhausted> {
        Ok(options.iter().any(|&o| forms.facts(o).survives_passing(player)))
    }

    fn is_misere(&self) -> bool {
        true
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../data/probes-B.txt"))
    }
}

impl Universe for Blocking {
    fn contains(&self, forms: &Forms, g: Form) -> Result<bool, Exhausted> {
        Ok(forms.is_blocking(g))
    }

    /// The end built in the proof of [blocking] Theorem 3.1.
    fn defeating_end(&self, forms: &Forms, g: Form, player: Player) -> Result<Option<Form>, Exhausted> {
        let opponent = player.opponent();
        let is_weak = |f: Form| !forms.facts(f).is_blocking_strong(player);
        if !is_weak(g) {
            return Ok(None);
        }
        // Weak followers in the order of handles, so that the ends against the
        // options of a form are there when its own is built. All are built as
        // Left ends.
        let one = forms.integer(1)?;
        let mut against: rustc_hash::FxHashMap<Form, Form> = rustc_hash::FxHashMap::default();
        for f in forms.followers(g).into_iter().filter(|&f| is_weak(f)) {
            let mut replies = vec![one];
            for &option in forms.options(f, player) {
                if let Some(&end) = against.get(&option) {
                    replies.push(end);
                } else if !forms.wins_first(option, opponent) {
                    let weak_reply = forms.options(option, opponent).iter().find(|&&r| is_weak(r));
                    let weak_reply = weak_reply.expect("else the option would make the form strong");
                    replies.extend_from_slice(forms.options(against[weak_reply], Player::Right));
                } else {
                    let burden = forms.integer(i64::from(forms.rank(f)))?;
                    replies.push(forms.ordinary(&[Form::ZERO], &[burden])?);
                }
            }
            against.insert(f, forms.ordinary(&[], &replies)?);
        }
        for_player(forms, against[&g], player).map(Some)
    }

    /// The blocked super end S_n lies below every non-zero blocked Left end of
    /// rank at most n ([blocking] Lemma 3.13). It is huge, but {·|0,1̄,1} has the
    /// B-simplest form of S_2, and {·|C,1} that of S_n when C stands for S_{n−1}
    /// ([blocking] Theorem 3.17). As for E, n need not exceed rank(K) + 2.
    fn end_below(
        &self,
        forms: &Forms,
        rank: u32,
        below: &mut dyn FnMut(Form) -> Result<bool, Exhausted>,
    ) -> Result<Option<Form>, Exhausted> {
        if below(Form::ZERO)? {
            return Ok(Some(Form::ZERO));
        }
        let (one, mut end) = (forms.integer(1)?, forms.integer(-1)?);
        for n in 1..=rank.saturating_add(2) {
            forms.budget().step()?;
            if n == 2 {
                end = forms.ordinary(&[], &[Form::ZERO, end, one])?;
            } else if n > 2 {
                end = forms.ordinary(&[], &[end, one])?;
            }
            if below(end)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    fn invertibles(&self) -> Invertibles {
        Invertibles::PFree
    }
}

impl Proviso for NormalPlay {
    type Cache = ();

    /// There is no proviso: everybody is strong, and every tombstone is erased.
    fn strong(&self, _: &Forms, (): &(), _: &[Form], _: Player) -> Result<bool, Exhausted> {
        Ok(true)
    }

    fn is_misere(&self) -> bool {
        false
    }

    fn probes(&self) -> Probes {
        Probes::from_table(include_str!("../data/probes-N.txt"))
    }
}

/// A Left end as an end for `player`.
pub(crate) fn for_player(forms: &Forms, left_end: Form, player: Player) -> Result<Form, Exhausted> {
    match player {
        Player::Left => Ok(left_end),
        Player::Right => forms.conjugate(left_end),
    }
}
