//! From simplest forms back to games of the universe; invertibility and birthdays.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Engine;
use crate::Player;
use crate::budget::{Exhausted, Limit};
use crate::error::Refused;
use crate::store::{Form, SumPlay};
use crate::universe::{EndKind, Ends, Invertibles, StrengthTests, Universe, for_player};

impl Engine {
    /// A game of the universe with the value of `g`: a U-expansion of its simplest
    /// form (\[universe\] Definition 5.20). `None` if no game of the universe has
    /// this value.
    ///
    /// A Left tombstone, or an empty Left side that no Left end of the universe
    /// has, stands for an atomic reversible option: one whose answer is a Left
    /// end X of the universe below the form. Conversely, for any such X the option
    /// {·|0,X} may be put there, or if that option is not in the universe {1̄|0,X},
    /// or in D {0|0,X}: the option reverses through X, and makes Left strong, since
    /// she then meets every answer by having no move or by leaving a non-zero Left
    /// dead end. If there is no such X, then no Left end has the value either,
    /// for that end would itself be such an X. In a universe with ends that are not
    /// dead such an option need not make Left strong: there several options are tried,
    /// and the engine says whether the form with the option is strong.
    ///
    /// # Errors
    /// [`Refused`] under normal play, or when a limit was reached.
    pub fn expansion(&self, g: Form) -> Result<Option<Form>, Refused> {
        let universe = self.require_parental("expansion")?;
        let forms = self.forms();
        let simplest = self.simplest(g)?;
        let members = self.known_members(universe, simplest)?;
        let mut done: FxHashMap<Form, Form> = FxHashMap::default();
        for f in forms.followers(simplest) {
            if members.contains(&f) {
                done.insert(f, f);
                continue;
            }
            let mut options = forms.images(f, &done);
            for p in Player::BOTH {
                if forms.tombstones(f).has(p) {
                    let Some(atomic) = self.atomic_option(universe, f, p)? else { return Ok(None) };
                    options[p.index()].push(atomic);
                }
            }
            let mut expanded = forms.ordinary(&options[0], &options[1])?;
            // A form with options on both sides is in the universe because they are. An
            // empty side that no end of the universe has must be filled.
            for p in Player::BOTH {
                if options[p.index()].is_empty() && !universe.contains(forms, expanded)? {
                    let Some(atomic) = self.atomic_option(universe, f, p)? else { return Ok(None) };
                    options[p.index()].push(atomic);
                    expanded = forms.ordinary(&options[0], &options[1])?;
                }
            }
            done.insert(f, expanded);
        }
        Ok(Some(done[&simplest]))
    }

    /// Followers of `g` that are games of the universe, and their own expansions. The largest
    /// ends are asked about first: all that follows from a game is a game, and to ask about
    /// each end of a long integer takes the cube of its length.
    fn known_members(&self, universe: &dyn Universe, g: Form) -> Result<FxHashSet<Form>, Exhausted> {
        let forms = self.forms();
        let mut members: FxHashSet<Form> = FxHashSet::default();
        for &f in forms.followers(g).iter().rev() {
            let is_end = Player::BOTH.iter().any(|&p| forms.is_end(f, p));
            let is_asked = f == g || is_end;
            if is_asked && !members.contains(&f) && forms.is_ordinary(f) && universe.contains(forms, f)? {
                members.extend(forms.followers(f));
            }
        }
        Ok(members)
    }

    /// An atomic reversible option for `player`, of least rank, that may be added to a form
    /// that is end-like for them, or `None` if no such option exists.
    fn atomic_option(
        &self,
        universe: &dyn Universe,
        f: Form,
        player: Player,
    ) -> Result<Option<Form>, Exhausted> {
        let forms = self.forms();
        let left = for_player(forms, f, player)?;
        let below = &mut |end| self.ge(left, end);
        let Some(end) = universe.end_below(forms, left, below)? else {
            return Ok(None);
        };
        let Ends { kind, all } = universe.ends();
        // Whether every option that reverses through an end makes the player strong.
        let makes_strong = kind <= EndKind::Dead || all;
        let mut lists = vec![vec![], vec![forms.integer(-1)?], vec![Form::ZERO]];
        if !makes_strong {
            let generators = universe.finite_generators(forms)?.unwrap_or_default();
            lists.push(vec![forms.nimber(1)?]);
            lists.extend(generators.into_iter().map(|generator| vec![generator]));
        }
        for list in lists {
            let atomic = forms.ordinary(&list, &[Form::ZERO, end])?;
            let is_game = universe.contains(forms, atomic)?;
            if is_game && (makes_strong || self.stands_for_a_tombstone(left, atomic)?) {
                return for_player(forms, atomic, player).map(Some);
            }
        }
        assert!(!makes_strong, "a universe that has X has {{0|0,X}}");
        Err(forms.budget().exhausted(Limit::NoExpansion { rank: forms.rank(end) }))
    }

    /// Whether a Left end-like form keeps its value if it has this option, and no tombstone of
    /// Left.
    fn stands_for_a_tombstone(&self, f: Form, option: Form) -> Result<bool, Exhausted> {
        let forms = self.forms();
        let [mut left, right] = Player::BOTH.map(|p| forms.options(f, p).to_vec());
        left.push(option);
        let filled = forms.make(&left, &right, forms.tombstones(f).with(Player::Left, false))?;
        Ok(self.value(filled)? == self.value(f)?)
    }

    /// Whether G + Ḡ ≡ 0. For a game of the universe this means that G is invertible
    /// (\[blocking\] section 4: every parental universe has the conjugate property);
    /// for other forms the answer is about the literal sum only.
    ///
    /// # Errors
    /// [`Refused`] for a form with tombstones under normal play, where all ordinary forms
    /// are invertible, or when a limit was reached.
    pub fn is_invertible(&self, g: Form) -> Result<bool, Refused> {
        let forms = self.forms();
        let Some(universe) = self.universe() else {
            return if forms.is_ordinary(g) { Ok(true) } else { Err(Refused::NotOrdinary { form: g }) };
        };
        self.require_parental("inverse")?;
        let known = universe.invertibles();
        if g == Form::ZERO {
            return Ok(true);
        }
        match known {
            Invertibles::OnlyZero if forms.is_ordinary(g) => return Ok(false),
            // A 𝓟-free game of B is invertible modulo B (Davies, Miller and
            // Milley 2025), hence modulo every universe inside B.
            Invertibles::PFree | Invertibles::PFreeAndOthers
                if forms.is_blocking(g) && forms.is_p_free(g) =>
            {
                return Ok(true);
            }
            _ => {}
        }
        let is_member = universe.contains(forms, g)?;
        if is_member && known == Invertibles::PFree {
            return Ok(forms.is_p_free(self.simplest(g)?));
        }
        if is_member {
            return Ok(self.simplest_is_invertible(universe, self.simplest(g)?)?);
        }
        // The sum is its own conjugate, so one direction of the comparison is enough.
        let sum = forms.sum(g, forms.conjugate(g)?)?;
        Ok(self.ge(sum, Form::ZERO)?)
    }

    /// Whether a simplest form of a game of the universe is invertible. Simplest
    /// forms of games of the universe add up (\[universe\] Theorem 5.23).
    ///
    /// A simplest form G is invertible exactly when F + F̄ is strong for Left, for every
    /// follower F of G. By \[blocking\] Theorem 4.1 (Davies and Yadav 2025, Theorem 17) every
    /// follower of an invertible simplest form is invertible, and F + F̄ ≥ 0 makes F + F̄ strong.
    /// Conversely, if all proper followers are invertible, then each move of Right in G + Ḡ is
    /// answered by the same move in the other summand, which leaves 0, and strength is all that
    /// G + Ḡ ≥ 0 takes (\[universe\] Theorem 5.5).
    fn simplest_is_invertible(&self, universe: &dyn Universe, simplest: Form) -> Result<bool, Exhausted> {
        let forms = self.forms();
        let conjugate = forms.conjugate(simplest)?;
        let play = SumPlay::new(forms, simplest, conjugate)?;
        // The conjugates of followers, which are in the store already.
        let mut images: FxHashMap<Form, Form> = FxHashMap::default();
        let mut rank = 0;
        for f in forms.followers(simplest) {
            let [left, right] = forms.images(f, &images);
            let mirrored = forms.make(&right, &left, forms.tombstones(f).swapped())?;
            images.insert(f, mirrored);
            // 0 is a Left end of every universe: whoever is strong wins moving first.
            if !play.wins_first(f, mirrored, Player::Left) {
                return Ok(false);
            }
            rank = rank.max(2 * forms.rank(f));
        }
        match universe.strength_tests(forms, rank)? {
            Some(StrengthTests::Ends(ends)) if ends == [Form::ZERO] => Ok(true),
            _ => self.ge(forms.sum(simplest, conjugate)?, Form::ZERO),
        }
    }

    /// The birthday modulo the universe: the least rank of a game of the universe with the
    /// value of `g`, or `None` if no game of the universe has this value.
    ///
    /// # Errors
    /// [`Refused`] where no way to find the birthday is known, or when a limit was reached.
    pub fn birthday(&self, g: Form) -> Result<Option<u32>, Refused> {
        if !self.universe().is_some_and(|universe| universe.expansions_are_least()) {
            return Err(self.unsupported("birthday", "it is known modulo M, D, E and D(A)"));
        }
        Ok(self.expansion(g)?.map(|expansion| self.forms.rank(expansion)))
    }
}
