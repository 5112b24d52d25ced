//! Comparison modulo a universe: \[universe\] Theorem 5.5.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::Engine;
use super::pairs::{MemoView, PairMemo};
use super::signature::Signature;
use super::simplify::Draft;
use super::wide::WideSignature;
use crate::Player;
use crate::budget::{Exhausted, MeteredVec};
use crate::store::Form;
use crate::store::facts::MARKS;

/// Comparisons among values and, while one is being simplified, with a draft.
///
/// G ≥ H exactly when every threat is answered, and the proviso holds. A threat
/// is an option G^R or H^L. G^R is answered by an H^R ≤ G^R or a G^{RL} ≥ H;
/// H^L by a G^L ≥ H^L or an H^{LR} ≤ G: one rule, read from either side. The
/// proviso: if H is Left end-like then G is strong for Left, and if G is Right
/// end-like then H is strong for Right.
///
/// Each question leads to pairs of smaller total rank, so it ends; a stack of
/// frames stands in for recursion.
pub(crate) struct Comparison<'a> {
    engine: &'a Engine,
    draft: Option<&'a Draft>,
    /// The memo of comparisons among values, once it is needed.
    memo: Option<MemoView>,
    /// Comparisons of the draft with values: (draft ≥ v, v ≥ draft).
    draft_memo: FxHashMap<(u32, bool), bool>,
    frames: MeteredVec<'a, Frame>,
    /// The unanswered threats of all frames.
    threats: MeteredVec<'a, Threat>,
    /// Comparisons that would answer a threat, if true.
    answers: MeteredVec<'a, (u32, u32)>,
    /// The threats of the last frame and their answers, while they are put in order.
    spans: MeteredVec<'a, Span>,
    ordered: MeteredVec<'a, (u32, u32)>,
    /// Pairs examined since the last report to the budget.
    looks: usize,
    /// Whether wide signatures are asked before the memo.
    asks_widely: bool,
    comparisons: u64,
    probes: u64,
}

impl Drop for Comparison<'_> {
    fn drop(&mut self) {
        if self.comparisons + self.probes > 0 {
            self.engine.comparisons.fetch_add(self.comparisons, Ordering::Relaxed);
            self.engine.memo_questions.fetch_add(self.probes, Ordering::Relaxed);
        }
    }
}

/// The most answers to a threat about which wide signatures and the memo are asked as soon as the
/// threat is met, and not when its turn comes.
const FEW: usize = 2;

/// Looks at pairs that take as long as a step.
const LOOKS_PER_STEP: usize = 8;

/// Tests of pairs between two readings of the clock, where nothing takes steps.
const LOOKS_PER_CHECK: usize = 1 << 15;

/// The handle that stands for the draft.
pub(super) const DRAFT: u32 = u32::MAX;

/// A threat, by the place where its answers begin.
struct Threat {
    first: usize,
    /// Whether wide signatures and the memo were asked about the answers.
    is_looked_at: bool,
}

/// A threat with the place where its answers end.
struct Span {
    first: usize,
    end: usize,
    is_looked_at: bool,
}

/// A comparison under way, and where its threats and their answers begin.
struct Frame {
    g: u32,
    h: u32,
    threats: usize,
    answers: usize,
}

impl<'a> Comparison<'a> {
    pub(crate) fn of_values(engine: &'a Engine) -> Comparison<'a> {
        let budget = engine.forms().budget();
        Comparison {
            engine,
            draft: None,
            memo: None,
            draft_memo: FxHashMap::default(),
            frames: MeteredVec::new(budget),
            threats: MeteredVec::new(budget),
            answers: MeteredVec::new(budget),
            spans: MeteredVec::new(budget),
            ordered: MeteredVec::new(budget),
            looks: 0,
            asks_widely: engine.asks_widely(),
            comparisons: 0,
            probes: 0,
        }
    }

    pub(crate) fn with_draft(engine: &'a Engine, draft: &'a Draft) -> Comparison<'a> {
        let mut comparison = Comparison::of_values(engine);
        comparison.draft = Some(draft);
        comparison
    }

    /// The place of a comparison among these that is true, if there is one. Those that a look
    /// decides come first: a comparison that is opened may take many others.
    pub(crate) fn find_true(
        &mut self,
        questions: impl Iterator<Item = (u32, u32)>,
    ) -> Result<Option<usize>, Exhausted> {
        let mut undecided: SmallVec<[(usize, u32, u32); 16]> = SmallVec::new();
        for (at, (g, h)) in questions.enumerate() {
            self.look(1)?;
            match self.seen(g, h) {
                Some(true) => return Ok(Some(at)),
                Some(false) => {}
                None => undecided.push((at, g, h)),
            }
        }
        for (at, g, h) in undecided {
            if self.decide(g, h)? {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    /// Counts tests of this many pairs, and reads the clock when that is due.
    #[inline]
    pub(crate) fn look(&mut self, pairs: usize) -> Result<(), Exhausted> {
        self.looks += pairs;
        if self.looks >= LOOKS_PER_CHECK { self.check() } else { Ok(()) }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Exhausted> {
        self.looks = 0;
        self.engine.forms().budget().check_now()
    }

    pub(crate) fn ge(&mut self, g: u32, h: u32) -> Result<bool, Exhausted> {
        match self.seen(g, h) {
            Some(seen) => Ok(seen),
            None => self.decide(g, h),
        }
    }

    /// Whether g is at least h, if a look or the memo says so.
    fn seen(&mut self, g: u32, h: u32) -> Option<bool> {
        if g == h {
            return Some(true);
        }
        if self.is_refused(g, h) || self.is_refused_widely(g, h) {
            return Some(false);
        }
        self.remembered(g, h)
    }

    /// Whether g is at least h, by comparisons of their options.
    fn decide(&mut self, g: u32, h: u32) -> Result<bool, Exhausted> {
        let mut ticker = self.engine.forms().budget().ticker();
        debug_assert!(self.frames.is_empty());
        let mut next = Some((g, h));
        let mut answer = None;
        loop {
            if let Some((g, h)) = next.take() {
                let looks = std::mem::take(&mut self.looks) / LOOKS_PER_STEP;
                match ticker.ticks(looks).and_then(|()| self.open(g, h)) {
                    Ok(seen) => answer = seen,
                    Err(exhausted) => {
                        self.frames.truncate(0);
                        self.threats.truncate(0);
                        self.answers.truncate(0);
                        return Err(exhausted);
                    }
                }
            }
            let Some(frame) = self.frames.last() else { break };
            if let Some(decided) = answer.take() {
                self.take(decided);
                continue;
            }
            if self.threats.len() == frame.threats {
                answer = Some(self.close(true));
                continue;
            }
            let Some(Threat { first, is_looked_at }) = self.threats.last_mut() else { break };
            let first = *first;
            if !std::mem::replace(is_looked_at, true) {
                match self.look_closer(first) {
                    Some(true) => self.take(true),
                    Some(false) => answer = Some(self.close(false)),
                    None => {}
                }
                continue;
            }
            if self.answers.len() == first {
                answer = Some(self.close(false));
                continue;
            }
            next = self.answers.pop();
        }
        Ok(answer.expect("the first frame was decided last"))
    }

    /// Goes on with the frame whose last question has this answer.
    fn take(&mut self, is_true: bool) {
        if is_true {
            let answered = self.threats.pop().expect("the question was about a threat");
            self.answers.truncate(answered.first);
        }
    }

    /// Ends the last frame.
    fn close(&mut self, decided: bool) -> bool {
        let frame = self.frames.pop().expect("there is a frame");
        self.threats.truncate(frame.threats);
        self.answers.truncate(frame.answers);
        self.remember(frame.g, frame.h, decided);
        decided
    }

    /// Looks at all threats of a comparison. What cannot be decided by looking becomes
    /// a frame.
    fn open(&mut self, g: u32, h: u32) -> Result<Option<bool>, Exhausted> {
        let frame = Frame { g, h, threats: self.threats.len(), answers: self.answers.len() };
        let (threats, answers) = (frame.threats, frame.answers);
        self.frames.push(frame)?;
        if let Some((rest_of_g, rest_of_h)) = self.without_common_parts(g, h) {
            // One threat with one answer: the comparison of what is left.
            let is_refused = rest_of_g != rest_of_h && self.is_refused(rest_of_g, rest_of_h);
            if is_refused {
                return Ok(Some(self.close(false)));
            }
            self.threats.push(Threat { first: answers, is_looked_at: false })?;
            self.answers.push((rest_of_g, rest_of_h))?;
            return Ok(None);
        }
        self.comparisons += 1;
        let are_impartial = self.is_impartial(g) && self.is_impartial(h) && self.engine.is_mirrored();
        for p in [Player::Right, Player::Left] {
            // Right threatens with an option of g, Left with one of h.
            let (other, own) = p.orient(g, h);
            let matches = self.options(other, p);
            let (of_other, best_of_other) = (self.signature(other), self.best(other, p));
            for &threat in self.options(own, p) {
                self.look(1)?;
                if matches.binary_search_by_key(&threat.0, |m| m.0).is_ok() {
                    continue; // The same option on the other side answers it.
                }
                let before = self.answers.len();
                if are_impartial && other != DRAFT {
                    // Impartial values are equal or incomparable.
                    let replies = self.engine.values.options(threat, p.opponent());
                    if replies.binary_search_by_key(&other, |back| back.0).is_ok() {
                        continue;
                    }
                } else if are_impartial {
                    let replies = self.engine.values.options(threat, p.opponent());
                    self.looks += replies.len();
                    for (g, h) in replies.iter().map(|back| p.orient(DRAFT, back.0)) {
                        if !self.is_refused(g, h) {
                            self.answers.push((g, h))?;
                        }
                    }
                } else {
                    self.answers_to(threat, p, (other, of_other), (matches, best_of_other))?;
                }
                // At a threat with few answers a comparison that is false is likely to fail, and
                // then the next threats need no look.
                let is_looked_at = self.answers.len() - before <= FEW;
                match if is_looked_at { self.look_closer(before) } else { None } {
                    Some(true) => self.answers.truncate(before),
                    Some(false) => return Ok(Some(self.close(false))),
                    None => self.threats.push(Threat { first: before, is_looked_at })?,
                }
            }
        }
        self.put_narrowest_last(threats, answers)?;
        Ok(None)
    }

    /// Puts down the comparisons that would answer a threat of `p`, except those that a look
    /// at both sides refuses.
    ///
    /// `of_other` is the signature of the other side, and `best_match` the bound on those of
    /// its options that may match the threat.
    #[inline]
    fn answers_to(
        &mut self,
        threat: Form,
        p: Player,
        (other, of_other): (u32, Signature),
        (matches, best_match): (&[Form], Signature),
    ) -> Result<(), Exhausted> {
        let values = &self.engine.values;
        if !self.engine.filters() {
            let replies = values.options(threat, p.opponent());
            self.looks += matches.len() + replies.len();
            let all = matches.iter().map(|m| p.orient(m.0, threat.0));
            let all = all.chain(replies.iter().map(|back| p.orient(other, back.0)));
            for (better, worse) in all {
                if !self.is_refused(better, worse) {
                    self.answers.push((better, worse))?;
                }
            }
            return Ok(());
        }
        let of_threat = self.engine.signature(threat.0);
        let (better, worse) = p.orient(of_other, self.engine.signatures.best(threat.0, p.opponent()));
        if !better.refuses(worse) {
            let replies = values.options(threat, p.opponent());
            self.looks += replies.len();
            for &back in replies {
                let (better, worse) = p.orient(of_other, self.engine.signature(back.0));
                if !better.refuses(worse) {
                    self.answers.push(p.orient(other, back.0))?;
                }
            }
        }
        let (better, worse) = p.orient(best_match, of_threat);
        if !better.refuses(worse) {
            self.looks += matches.len();
            for &matched in matches {
                let (better, worse) = p.orient(self.engine.signature(matched.0), of_threat);
                if !better.refuses(worse) {
                    self.answers.push(p.orient(matched.0, threat.0))?;
                }
            }
        }
        Ok(())
    }

    /// Asks wide signatures and the memo about the last answers, those to one threat, which begin
    /// at this place. Drops those that are false, and says whether the threat is known to be
    /// answered or not.
    fn look_closer(&mut self, first: usize) -> Option<bool> {
        let mut kept = first;
        self.looks += self.answers.len() - first;
        for at in first..self.answers.len() {
            let (g, h) = self.answers[at];
            if g == h {
                return Some(true);
            }
            if self.is_refused_widely(g, h) {
                continue;
            }
            match self.remembered(g, h) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => {
                    self.answers[kept] = (g, h);
                    kept += 1;
                }
            }
        }
        self.answers.truncate(kept);
        (kept == first).then_some(false)
    }

    /// The comparison of sums that is left without the summands that both have, where order
    /// cancels. Only pairs of smaller handles count, so that comparisons end.
    fn without_common_parts(&self, g: u32, h: u32) -> Option<(u32, u32)> {
        let parts = |handle: u32| match handle {
            DRAFT => &self.draft().parts[..],
            value => self.engine.sums.parts(value),
        };
        let (of_g, of_h) = (parts(g), parts(h));
        if of_g.is_empty() && of_h.is_empty() {
            return None;
        }
        let (single_g, single_h) = ([g], [h]);
        let of_g = if of_g.is_empty() { &single_g } else { of_g };
        let of_h = if of_h.is_empty() { &single_h } else { of_h };
        let (rest_of_g, rest_of_h) = self.engine.without_common_parts(of_g, of_h)?;
        let before = u64::from(g) + u64::from(h);
        (u64::from(rest_of_g) + u64::from(rest_of_h) < before).then_some((rest_of_g, rest_of_h))
    }

    /// Puts the threats of the last frame in order: the one with the fewest answers comes last and
    /// is the next to be asked about, for there a comparison that is false is likely to fail.
    fn put_narrowest_last(&mut self, threats: usize, answers: usize) -> Result<(), Exhausted> {
        let (spans, ordered) = (&mut self.spans, &mut self.ordered);
        spans.truncate(0);
        for (at, &Threat { first, is_looked_at }) in self.threats.iter().enumerate().skip(threats) {
            let end = self.threats.get(at + 1).map_or(self.answers.len(), |next| next.first);
            spans.push(Span { first, end, is_looked_at })?;
        }
        spans.sort_unstable_by_key(|span| (Reverse(span.end - span.first), span.first));
        ordered.truncate(0);
        self.threats.truncate(threats);
        for &Span { first, end, is_looked_at } in &**spans {
            self.threats.push(Threat { first: answers + ordered.len(), is_looked_at })?;
            ordered.extend_from_slice(&self.answers[first..end])?;
        }
        self.answers.truncate(answers);
        self.answers.extend_from_slice(ordered)
    }

    /// Whether signatures, or else the proviso, exclude that g is at least h.
    #[inline]
    fn is_refused(&self, g: u32, h: u32) -> bool {
        use Player::{Left, Right};
        if self.engine.filters() {
            // Strength is part of the signature, and with it the proviso.
            return self.signature(g).refuses(self.signature(h));
        }
        (self.is_end_like(h, Left) && !self.is_strong(g, Left))
            || (self.is_end_like(g, Right) && !self.is_strong(h, Right))
    }

    /// Whether wide signatures exclude that g is at least h. A signature that there is no room
    /// for excludes nothing.
    #[inline]
    fn is_refused_widely(&self, g: u32, h: u32) -> bool {
        if !self.asks_widely {
            return false;
        }
        if g != DRAFT
            && h != DRAFT
            && let Some(is_refused) = self.engine.wide.refuses(g, h)
        {
            return is_refused;
        }
        match (self.wide_signature(g), self.wide_signature(h)) {
            (Ok(of_g), Ok(of_h)) => of_g.refuses(&of_h),
            _ => false,
        }
    }

    fn wide_signature(&self, handle: u32) -> Result<WideSignature, Exhausted> {
        if handle != DRAFT {
            return self.engine.wide_signature(handle);
        }
        let draft = self.draft();
        if let Some(known) = draft.wide.get() {
            return Ok(*known);
        }
        let misere = self.engine.setting.is_misere();
        let end_like = Player::BOTH.map(|p| misere && self.is_end_like(DRAFT, p));
        let [left, right] = &draft.options;
        let made = self.engine.wide_of([left, right], end_like)?;
        Ok(*draft.wide.get_or_init(|| made))
    }

    fn remembered(&mut self, g: u32, h: u32) -> Option<bool> {
        if g == DRAFT || h == DRAFT {
            return self.draft_memo.get(&draft_key(g, h)).copied();
        }
        if self.memo.is_none() {
            self.memo = self.engine.memo().map(PairMemo::view);
        }
        let known = self.memo.as_ref().and_then(|memo| {
            self.probes += 1;
            memo.get(g, h)
        });
        known.or_else(|| self.engine.are_self_conjugate(g, h).then_some(false))
    }

    fn remember(&mut self, g: u32, h: u32, answer: bool) {
        if g == DRAFT || h == DRAFT {
            self.draft_memo.insert(draft_key(g, h), answer);
        } else if let Some(memo) = self.engine.memo() {
            let view = self.memo.get_or_insert_with(|| memo.view());
            view.set(memo, g, h, answer, &self.engine.account);
        }
    }

    /// Remembers what was found about the draft, now that its value is known.
    pub(crate) fn remember_draft_as(mut self, value: Form) {
        for ((other, draft_first), answer) in std::mem::take(&mut self.draft_memo) {
            if other != value.0 {
                let (g, h) = if draft_first { (value.0, other) } else { (other, value.0) };
                self.remember(g, h, answer);
            }
        }
    }

    fn draft(&self) -> &'a Draft {
        self.draft.expect("the draft's handle is used only while there is one")
    }

    fn options(&self, handle: u32, player: Player) -> &'a [Form] {
        match handle {
            DRAFT => &self.draft().options[player.index()],
            value => self.engine.values.options(Form(value), player),
        }
    }

    fn is_impartial(&self, handle: u32) -> bool {
        match handle {
            DRAFT => self.draft().is_impartial,
            value => self.engine.values.is_impartial(Form(value)),
        }
    }

    fn is_end_like(&self, handle: u32, player: Player) -> bool {
        match handle {
            DRAFT => self.draft().tombstones.has(player) || self.draft().options[player.index()].is_empty(),
            value => self.engine.values.is_end_like(Form(value), player),
        }
    }

    fn is_strong(&self, handle: u32, player: Player) -> bool {
        match handle {
            DRAFT => self.draft().strong[player.index()],
            value => self.engine.values.facts(Form(value)).has_for(MARKS, player),
        }
    }

    /// The bound on the signatures of a player's options.
    fn best(&self, handle: u32, player: Player) -> Signature {
        match handle {
            DRAFT => self.draft().profile.best[player.index()],
            value => self.engine.signatures.best(value, player),
        }
    }

    fn signature(&self, handle: u32) -> Signature {
        match handle {
            DRAFT => self.draft().profile.own,
            value => self.engine.signature(value),
        }
    }
}

fn draft_key(g: u32, h: u32) -> (u32, bool) {
    if g == DRAFT { (h, true) } else { (g, false) }
}
