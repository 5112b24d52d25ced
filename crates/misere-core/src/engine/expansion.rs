//! From simplest forms back to games of the universe.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Engine;
use super::undecided::Undecided;
use crate::Player;
use crate::budget::{Exhausted, Limit};
use crate::error::Refused;
use crate::store::Form;
use crate::universe::{EndKind, Ends, Universe, for_player};

/// The result for a follower of a simplest form.
enum Expanded {
    /// Its expansion.
    To(Form),
    /// No game of the universe has its value.
    ToNone,
    /// It, or the expansion of an option, is not known.
    Unknown,
}

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
        self.expand(universe, g, |_, _| Ok(None))
    }

    /// The expansion of `g`, in which `as_end` may give other options to a form with an empty
    /// side, so that the form is an end of the universe: given its options and the player
    /// without any.
    pub(super) fn expand(
        &self,
        universe: &dyn Universe,
        g: Form,
        as_end: impl Fn(&[Vec<Form>; 2], Player) -> Result<Option<[Vec<Form>; 2]>, Exhausted>,
    ) -> Result<Option<Form>, Refused> {
        let forms = self.forms();
        let simplest = self.simplest(g)?;
        let members = self.known_members(universe, simplest)?;
        let mut done: FxHashMap<Form, Form> = FxHashMap::default();
        let mut undecided = Undecided::default();
        for f in forms.followers(simplest) {
            if members.contains(&f) {
                done.insert(f, f);
                continue;
            }
            // An undecided follower does not matter if another has no expansion.
            match self.expand_follower(universe, f, &done, &as_end, &mut undecided) {
                Ok(Expanded::To(expanded)) => drop(done.insert(f, expanded)),
                Ok(Expanded::ToNone) => return Ok(None),
                Ok(Expanded::Unknown) => {}
                Err(exhausted) => undecided.note(f, exhausted)?,
            }
        }
        undecided.first(forms)?;
        Ok(Some(done[&simplest]))
    }

    /// The expansion of a follower, whose options are `done` as far as their expansions are known.
    fn expand_follower(
        &self,
        universe: &dyn Universe,
        f: Form,
        done: &FxHashMap<Form, Form>,
        as_end: &impl Fn(&[Vec<Form>; 2], Player) -> Result<Option<[Vec<Form>; 2]>, Exhausted>,
        undecided: &mut Undecided,
    ) -> Result<Expanded, Exhausted> {
        let forms = self.forms();
        let mut added: [Option<Form>; 2] = [None; 2];
        let is_done = |p: Player| forms.options(f, p).iter().all(|option| done.contains_key(option));
        let mut is_known = Player::BOTH.into_iter().all(is_done);
        for p in Player::BOTH.into_iter().filter(|&p| forms.tombstones(f).has(p)) {
            match self.atomic_option(universe, f, p) {
                Ok(Some(atomic)) => added[p.index()] = Some(atomic),
                Ok(None) => return Ok(Expanded::ToNone),
                Err(exhausted) => {
                    undecided.note(f, exhausted)?;
                    is_known = false;
                }
            }
        }
        if !is_known {
            return Ok(Expanded::Unknown);
        }
        let mut options = forms.images(f, done);
        options.iter_mut().zip(added).for_each(|(side, atomic)| side.extend(atomic));
        let mut expanded = forms.ordinary(&options[0], &options[1])?;
        // A form with options on both sides is in the universe because they are. An empty side
        // that no end of the universe has must be filled.
        for p in Player::BOTH {
            if options[p.index()].is_empty() && !universe.contains(forms, expanded)? {
                if let Some(end) = as_end(&options, p)? {
                    options = end;
                } else if let Some(atomic) = self.atomic_option(universe, f, p)? {
                    options[p.index()].push(atomic);
                } else {
                    return Ok(Expanded::ToNone);
                }
                expanded = forms.ordinary(&options[0], &options[1])?;
            }
        }
        Ok(Expanded::To(expanded))
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

    /// A game of the universe with the value of `g` no follower of which has outcome 𝓟; `None` if
    /// there is none, so that `g` is not 𝓟-free modulo the universe.
    ///
    /// Every follower of the simplest form has the value of a follower of any game with the value
    /// of `g`, so that the simplest form of a 𝓟-free game is 𝓟-free. Conversely an expansion has
    /// the outcomes of the simplest form, and the options that it adds are 𝓟-free, but for * in D
    /// (\[blocking\] Lemma 4.4): every dicot but 0 has the follower *.
    ///
    /// # Errors
    /// [`Refused`] under normal play, where no way to decide is known, or when a limit was reached.
    pub fn p_free_expansion(&self, g: Form) -> Result<Option<Form>, Refused> {
        let universe = self.require_parental("𝓟-free expansion")?;
        let simplest = self.simplest(g)?;
        if !self.forms.is_p_free(simplest) {
            return Ok(None);
        }
        let Some(expansion) = self.expansion(g)? else { return Ok(None) };
        if self.forms.is_p_free(expansion) {
            return Ok(Some(expansion));
        }
        match universe.ends().kind {
            EndKind::Zero => Ok(None),
            _ => Err(self.forms.budget().exhausted(Limit::NoExpansion { rank: self.forms.rank(expansion) }))?,
        }
    }

    /// Whether `x` is a U-expansion of `g`, by \[universe\] Definition 5.20, dead ends of the
    /// universe taken up to equality.
    ///
    /// # Errors
    /// [`Refused`] under normal play, or when a limit was reached.
    pub fn is_expansion(&self, x: Form, g: Form) -> Result<bool, Refused> {
        let universe = self.require_parental("expansion")?;
        let forms = self.forms();
        if !universe.contains(forms, x)? {
            return Ok(false);
        }
        // The pairs of followers of which the first is an expansion of the second.
        let mut expands: FxHashSet<(Form, Form)> = FxHashSet::default();
        let of_g = forms.followers(g);
        let mut ticker = forms.budget().ticker();
        for u in forms.followers(x) {
            let mut atomic: [Vec<Form>; 2] = Default::default();
            for p in Player::BOTH {
                for &option in forms.options(u, p) {
                    if self.is_atomic_reversible(u, option, p)? {
                        atomic[p.index()].push(option);
                    }
                }
            }
            for &k in &of_g {
                ticker.tick()?;
                let is_side = |p: Player| {
                    let (own, of_k) = (forms.options(u, p), forms.options(k, p));
                    let end_like = forms.is_end_like(k, p);
                    let atomic = &atomic[p.index()];
                    of_k.iter().all(|&o| own.iter().any(|&e| expands.contains(&(e, o))))
                        && own.iter().all(|&e| {
                            of_k.iter().any(|&o| expands.contains(&(e, o))) || end_like && atomic.contains(&e)
                        })
                        && (!end_like || own.is_empty() || !atomic.is_empty())
                };
                if Player::BOTH.into_iter().all(is_side) {
                    expands.insert((u, k));
                }
            }
        }
        Ok(expands.contains(&(x, g)))
    }

    /// Whether an option of a form is atomic reversible: it reverses through an end.
    fn is_atomic_reversible(&self, g: Form, option: Form, player: Player) -> Result<bool, Exhausted> {
        for &reply in self.forms.options(option, player.opponent()) {
            let (better, worse) = player.orient(g, reply);
            if self.forms.is_end(reply, player) && self.ge(better, worse)? {
                return Ok(true);
            }
        }
        Ok(false)
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
}
