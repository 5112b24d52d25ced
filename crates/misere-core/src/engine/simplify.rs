//! Simplification: the value of a form whose options are values.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;

use super::compare::{Comparison, DRAFT};
use super::memo::SettledMemo;
use super::pairs::MEMO_HANDLES;
use super::signature::{Gathered, Profile, Signature};
use super::sums::Parts;
use super::wide::WideSignature;
use super::{Engine, sorted};
use crate::Player;
use crate::budget::{Exhausted, Limit, MeteredVec};
use crate::store::{Form, Tombstones};

/// A form that is being simplified, whose options are values. A draft is never interned:
/// only its simplest form is.
pub(crate) struct Draft {
    pub(crate) options: [Vec<Form>; 2],
    pub(crate) tombstones: Tombstones,
    pub(crate) strong: [bool; 2],
    pub(crate) profile: Profile,
    /// Whether both players have the same options, which are impartial, and there is no
    /// tombstone.
    pub(crate) is_impartial: bool,
    /// The summands of a draft that is a sum in which order cancels; otherwise none.
    pub(crate) parts: Parts,
    /// The wide signature, once it was asked for.
    pub(crate) wide: OnceCell<WideSignature>,
}

/// An option of a draft, with the antichains it is known to belong to, a bit each: no two
/// options of an antichain are comparable.
type Candidate = (Form, u8);

impl Engine {
    /// The result of [`Engine::settle`] for options that are sorted already. Forms whose
    /// options have the same values are simplified once, as long as the result is remembered.
    pub(super) fn settle_once(
        &self,
        options: [Vec<Form>; 2],
        tombstones: Tombstones,
    ) -> Result<Form, Exhausted> {
        // A form with few options is simplified as quickly as it is looked up.
        const FEW: usize = 4;
        if options.iter().map(Vec::len).sum::<usize>() <= FEW {
            return self.settle(options, tombstones);
        }
        let settled = &self.settled;
        let key = SettledMemo::key(&options, tombstones);
        if let Some(known) = settled.get(&key) {
            return Ok(known);
        }
        let simplest = self.settle(options, tombstones)?;
        settled.set(key, simplest, &self.account);
        Ok(simplest)
    }

    /// The simplest form, in the arena of values, of the form with these options,
    /// which are values, sorted and each once.
    ///
    /// The value of the draft does not change while it is reduced, so all
    /// comparisons are made with the draft as it came (\[universe\] Lemmas 5.12 to
    /// 5.16 say that each step keeps the value, Theorem 5.18 that the order of
    /// steps does not matter).
    pub(super) fn settle(&self, options: [Vec<Form>; 2], tombstones: Tombstones) -> Result<Form, Exhausted> {
        let candidates = options.map(|list| list.into_iter().map(|option| (option, 0)).collect());
        self.settle_candidates(candidates, tombstones, Parts::new())
    }

    /// The simplest form of a sum of two values, given for each player the options in the first
    /// and the options in the second value. `parts` are the summands, if order cancels among
    /// them: then a^L + b ≥ a^{L'} + b would give a^L ≥ a^{L'}, which no simplest form has.
    pub(super) fn settle_sum(
        &self,
        options: [[Vec<Form>; 2]; 2],
        tombstones: Tombstones,
        parts: Option<&Parts>,
    ) -> Result<Form, Exhausted> {
        let antichains = if parts.is_some() { [1, 2] } else { [0, 0] };
        let candidates = options.map(|of_summands| {
            let tagged = of_summands.into_iter().zip(antichains);
            let mut all: Vec<Candidate> =
                tagged.flat_map(|(list, bit)| list.into_iter().map(move |option| (option, bit))).collect();
            all.sort_unstable_by_key(|(option, _)| option.0);
            all.dedup_by(|again, first| {
                let is_same = again.0 == first.0;
                first.1 |= if is_same { again.1 } else { 0 };
                is_same
            });
            all
        });
        self.settle_candidates(candidates, tombstones, parts.cloned().unwrap_or_default())
    }

    // Compiled once for all universes, and never part of its callers: profilers name it.
    #[inline(never)]
    fn settle_candidates(
        &self,
        candidates: [Vec<Candidate>; 2],
        tombstones: Tombstones,
        parts: Parts,
    ) -> Result<Form, Exhausted> {
        if let Some(simplest) = self.settle_impartial(&candidates, tombstones)? {
            return Ok(simplest);
        }
        // Dominated options go first: comparisons with fewer options are shorter, and
        // comparisons among options are remembered beyond the draft.
        let mut among_options = Comparison::of_values(self);
        let mut options: [Vec<Form>; 2] = Default::default();
        for (p, list) in Player::BOTH.into_iter().zip(candidates) {
            options[p.index()] = sorted(self.undominated(&mut among_options, list, p)?.into_iter());
        }
        drop(among_options);
        let mut strong = [true; 2];
        for p in Player::BOTH {
            if !tombstones.has(p) {
                strong[p.index()] = self.options_are_strong(&options[p.index()], p)?;
            }
        }
        self.forms.budget().step()?;
        let profile = self.profile_of(&options, tombstones, strong);
        let (is_impartial, wide) = (false, OnceCell::new());
        let draft = Draft { options, tombstones, strong, profile, is_impartial, parts, wide };
        let mut comparison = Comparison::with_draft(self, &draft);
        let mut kept: [Vec<Form>; 2] = Default::default();
        let mut stones = tombstones;
        for p in Player::BOTH {
            let has_stone;
            (kept[p.index()], has_stone) = self.bypass(&mut comparison, &draft, p)?;
            let needed = has_stone && !self.options_are_strong(&kept[p.index()], p)?;
            stones = stones.with(p, needed);
        }
        kept.iter_mut().for_each(|list| list.sort_unstable_by_key(|o| o.0));
        let simplest = self.intern_value(&kept, stones, strong, &profile)?;
        comparison.remember_draft_as(simplest);
        if let Some(wide) = draft.wide.get() {
            // They are equal, and win the same sums. Where there is no room, no signature is kept.
            drop(self.wide.set(simplest.0, wide, &self.account));
        }
        Ok(simplest)
    }

    /// The value with these options, which nothing can be done to, and with this signature.
    pub(super) fn intern_value(
        &self,
        [left, right]: &[Vec<Form>; 2],
        tombstones: Tombstones,
        strong: [bool; 2],
        profile: &Profile,
    ) -> Result<Form, Exhausted> {
        let mut is_new = false;
        let simplest = self.values.intern(left, right, tombstones, strong, |new| {
            is_new = true;
            // A draft and its simplest form are equal, and so are their signatures.
            let [left, right] = [left, right].map(|list| list.iter().map(|o| self.signature(o.0)));
            let profile = Profile::new(profile.own, left, right);
            self.signatures.set(new.0, &profile, &self.account)
        })?;
        if simplest.0 >= MEMO_HANDLES {
            return Err(self.forms.budget().exhausted(Limit::Handles));
        }
        if is_new {
            self.note_conjugate(simplest)?;
        }
        Ok(simplest)
    }

    /// The simplest form of an impartial form whose options are simplest; `None` if the form is
    /// not impartial, or conjugation does not reverse the order.
    ///
    /// Impartial values are their own conjugates: two of them are equal or incomparable. Hence
    /// no option is dominated, and an option of G that reverses through X shows G ≡ X. Then X
    /// is an option of every option Y of G that does not follow from X, for the threat Y must
    /// be answered, and equal values are the same. The last option of G follows from no X.
    fn settle_impartial(
        &self,
        [left, right]: &[Vec<Candidate>; 2],
        tombstones: Tombstones,
    ) -> Result<Option<Form>, Exhausted> {
        let is_impartial = |&(option, _): &Candidate| self.values.is_impartial(option);
        let are_same = left.len() == right.len() && left.iter().zip(right).all(|(l, r)| l.0 == r.0);
        if tombstones != Tombstones::NONE
            || !are_same
            || !self.is_mirrored()
            || !left.iter().all(is_impartial)
        {
            return Ok(None);
        }
        let Some(&(last, _)) = left.last() else { return Ok(Some(Form::ZERO)) };
        let options: [Vec<Form>; 2] = [left, right].map(|list| list.iter().map(|(o, _)| *o).collect());
        let mut strong = [true; 2];
        for p in Player::BOTH {
            strong[p.index()] = self.options_are_strong(&options[p.index()], p)?;
        }
        self.forms.budget().step()?;
        let profile = self.profile_of(&options, tombstones, strong);
        let (parts, wide) = (Parts::new(), OnceCell::new());
        let draft = Draft { options, tombstones, strong, profile, is_impartial: true, parts, wide };
        let mut comparison = Comparison::with_draft(self, &draft);
        let replies = self.values.options(last, Player::Left);
        if let Some(at) = comparison.find_true(replies.iter().map(|reply| (DRAFT, reply.0)))? {
            return Ok(Some(replies[at]));
        }
        self.intern_value(&draft.options, tombstones, strong, &profile).map(Some)
    }

    pub(super) fn profile_of(
        &self,
        options: &[Vec<Form>; 2],
        tombstones: Tombstones,
        strong: [bool; 2],
    ) -> Profile {
        let [left, right] = options.each_ref().map(|list| list.iter().map(|o| self.signature(o.0)));
        let mut gathered = Gathered::NOTHING;
        left.clone().for_each(|option| gathered.left_option(option));
        right.clone().for_each(|option| gathered.right_option(option));
        let end_like = Player::BOTH
            .map(|p| self.setting.is_misere() && (tombstones.has(p) || options[p.index()].is_empty()));
        let own = gathered.signature(&self.probes, end_like, strong);
        Profile::new(own, left, right)
    }

    pub(crate) fn signature(&self, handle: u32) -> Signature {
        self.signatures.get(handle)
    }

    /// Whether a form with these options and no tombstone is strong for `player`.
    pub(super) fn options_are_strong(&self, options: &[Form], player: Player) -> Result<bool, Exhausted> {
        Ok(options.is_empty() || self.setting.strong(&self.values, &self.play, options, player)?)
    }

    /// Bypasses the open reversible options of `player` until none is left, and
    /// replaces the atomic ones by a tombstone (\[universe\] Lemmas 5.13, 5.14).
    /// Returns the ordinary options left, none of which is dominated by another, and whether
    /// there is a tombstone.
    ///
    /// Most options that come in the place of a bypassed one are dominated by an option that stays,
    /// and go before it is asked whether they are reversible: comparisons with the draft are
    /// long. For that the options the draft came with, which do not dominate each other, are asked
    /// about first. An option that is itself bypassed dominates nothing: what takes its place need
    /// not dominate as much.
    fn bypass(
        &self,
        comparison: &mut Comparison<'_>,
        draft: &Draft,
        player: Player,
    ) -> Result<(Vec<Form>, bool), Exhausted> {
        let original = &draft.options[player.index()];
        let is_original = |o: &Form| original.binary_search_by_key(&o.0, |x| x.0).is_ok();
        let mut pending = original.clone();
        let mut added: FxHashSet<Form> = FxHashSet::default();
        let mut kept = Antichain::new(self, player, original.len())?;
        let mut has_stone = draft.tombstones.has(player);
        let mut asked = 0;
        while let Some(&option) = pending.get(asked) {
            let is_new = asked >= original.len();
            asked += 1;
            comparison.look(1)?;
            if is_new && kept.dominates(comparison, (option, 0))? {
                continue;
            }
            let bound = self.signatures.best(option.0, player.opponent());
            let (better, worse) = player.orient(draft.profile.own, bound);
            let excluded = self.filters() && better.refuses(worse);
            let replies = if excluded { &[][..] } else { self.values.options(option, player.opponent()) };
            let through = comparison.find_true(replies.iter().map(|reply| player.orient(DRAFT, reply.0)))?;
            match through.map(|at| replies[at]) {
                None if is_new => kept.put(comparison, (option, 0))?,
                None => kept.push((option, 0))?,
                Some(end) if self.values.is_end(end, player) => has_stone = true,
                Some(reply) => {
                    has_stone |= self.values.tombstones(reply).has(player);
                    let new = self.values.options(reply, player);
                    comparison.look(new.len())?;
                    pending.extend(new.iter().copied().filter(|o| !is_original(o) && added.insert(*o)));
                }
            }
        }
        Ok((kept.into_options(), has_stone))
    }

    /// Eliminates the options that are dominated by others (\[universe\] Lemma
    /// 5.12). No two values are equal, so no option is lost to its equal.
    fn undominated(
        &self,
        comparison: &mut Comparison<'_>,
        options: Vec<Candidate>,
        player: Player,
    ) -> Result<Vec<Form>, Exhausted> {
        let mut best = Antichain::new(self, player, options.len())?;
        for option in options {
            if !best.dominates(comparison, option)? {
                best.put(comparison, option)?;
            }
        }
        Ok(best.into_options())
    }
}

/// Options of one player none of which is dominated by another.
struct Antichain<'a> {
    engine: &'a Engine,
    player: Player,
    options: MeteredVec<'a, (Candidate, Signature)>,
}

impl<'a> Antichain<'a> {
    fn new(engine: &'a Engine, player: Player, room: usize) -> Result<Antichain<'a>, Exhausted> {
        Ok(Antichain { engine, player, options: MeteredVec::with_room(engine.forms.budget(), room)? })
    }

    /// Whether an option of the antichain dominates this one.
    fn dominates(
        &self,
        comparison: &mut Comparison<'_>,
        (option, antichains): Candidate,
    ) -> Result<bool, Exhausted> {
        comparison.look(self.options.len())?;
        let own = self.engine.signature(option.0);
        let possible = self.options.iter().filter_map(|&((other, of_antichains), of_other)| {
            let (better, worse) = self.player.orient((other.0, of_other), (option.0, own));
            let is_possible = antichains & of_antichains == 0 && !better.1.refuses(worse.1);
            is_possible.then_some((better.0, worse.0))
        });
        Ok(comparison.find_true(possible)?.is_some())
    }

    /// Adds an option that none dominates, and drops those that it dominates.
    fn put(&mut self, comparison: &mut Comparison<'_>, candidate: Candidate) -> Result<(), Exhausted> {
        let (option, antichains) = candidate;
        comparison.look(self.options.len())?;
        let own = self.engine.signature(option.0);
        let mut at = 0;
        while let Some(&((other, of_antichains), of_other)) = self.options.get(at) {
            let (better, worse) = self.player.orient((option.0, own), (other.0, of_other));
            if antichains & of_antichains == 0
                && !better.1.refuses(worse.1)
                && comparison.ge(better.0, worse.0)?
            {
                self.options.swap_remove(at);
            } else {
                at += 1;
            }
        }
        self.options.push((candidate, own))
    }

    /// Adds an option that neither dominates another nor is dominated.
    fn push(&mut self, candidate: Candidate) -> Result<(), Exhausted> {
        self.options.push((candidate, self.engine.signature(candidate.0.0)))
    }

    fn into_options(self) -> Vec<Form> {
        self.options.iter().map(|((option, _), _)| *option).collect()
    }
}
