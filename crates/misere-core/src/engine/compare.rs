//! Comparison modulo a universe: \[universe\] Theorem 5.5.

use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use super::Engine;
use super::memo::{MemoView, PairMemo};
use super::signature::{Profile, Signature};
use super::simplify::Draft;
use super::wide::WideSignature;
use crate::Player;
use crate::budget::Exhausted;
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
    frames: Vec<Frame>,
    /// The unanswered threats of all frames, each as the place where its answers begin.
    threats: Vec<usize>,
    /// Comparisons that would answer a threat, if true.
    answers: Vec<(u32, u32)>,
    /// Whether wide signatures are asked before the memo.
    asks_widely: bool,
    /// Whether threats are looked at by their profiles before their answers are.
    looks_ahead: bool,
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

/// The handle that stands for the draft.
const DRAFT: u32 = u32::MAX;

/// A comparison under way, and where its threats and their answers begin.
struct Frame {
    g: u32,
    h: u32,
    threats: usize,
    answers: usize,
}

impl<'a> Comparison<'a> {
    pub(crate) fn of_values(engine: &'a Engine) -> Comparison<'a> {
        Comparison {
            engine,
            draft: None,
            memo: None,
            draft_memo: FxHashMap::default(),
            frames: Vec::new(),
            threats: Vec::new(),
            answers: Vec::new(),
            asks_widely: engine.asks_widely(),
            // Under normal play few threats are hopeless, and looking costs more than it saves.
            looks_ahead: engine.filters() && engine.setting.is_misere(),
            comparisons: 0,
            probes: 0,
        }
    }

    pub(crate) fn with_draft(engine: &'a Engine, draft: &'a Draft) -> Comparison<'a> {
        let mut comparison = Comparison::of_values(engine);
        comparison.draft = Some(draft);
        comparison
    }

    /// Whether the draft is at least as good for `player` as the value.
    pub(crate) fn draft_is_at_least(&mut self, value: Form, player: Player) -> Result<bool, Exhausted> {
        let (better, worse) = player.orient(DRAFT, value.0);
        self.ge(better, worse)
    }

    pub(crate) fn ge(&mut self, g: u32, h: u32) -> Result<bool, Exhausted> {
        if g == h {
            return Ok(true);
        }
        if self.is_refused(g, h) || self.is_refused_widely(g, h) {
            return Ok(false);
        }
        if let Some(known) = self.remembered(g, h) {
            return Ok(known);
        }
        let mut ticker = self.engine.forms().budget().ticker();
        debug_assert!(self.frames.is_empty());
        let mut answer = self.open(g, h);
        while let Some(frame) = self.frames.last() {
            if let Some(decided) = answer.take() {
                self.take(decided);
                continue;
            }
            let Some(&first_answer) = self.threats.last().filter(|_| self.threats.len() > frame.threats)
            else {
                answer = Some(self.close(true));
                continue;
            };
            if self.answers.len() == first_answer {
                answer = Some(self.close(false));
                continue;
            }
            let (g, h) = self.answers.pop().expect("the threat has an answer left");
            if let Err(exhausted) = ticker.tick() {
                self.frames.clear();
                self.threats.clear();
                self.answers.clear();
                return Err(exhausted);
            }
            // The comparison may have been decided since it was put there.
            answer = match self.remembered(g, h) {
                None => self.open(g, h),
                known => known,
            };
        }
        Ok(answer.expect("the first frame was decided last"))
    }

    /// Goes on with the frame whose last question has this answer.
    fn take(&mut self, is_true: bool) {
        if is_true {
            let answered = self.threats.pop().expect("the question was about a threat");
            self.answers.truncate(answered);
            if let Some(frame) = self.frames.last() {
                self.put_narrowest_last(frame.threats);
            }
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
    fn open(&mut self, g: u32, h: u32) -> Option<bool> {
        let frame = Frame { g, h, threats: self.threats.len(), answers: self.answers.len() };
        let (threats, answers) = (frame.threats, frame.answers);
        self.frames.push(frame);
        if let Some((rest_of_g, rest_of_h)) = self.without_common_parts(g, h) {
            // One threat with one answer: the comparison of what is left.
            let is_refused = rest_of_g != rest_of_h && self.is_refused(rest_of_g, rest_of_h);
            if is_refused {
                return Some(self.close(false));
            }
            self.threats.push(answers);
            self.answers.push((rest_of_g, rest_of_h));
            return self.keep_unknown(threats, answers);
        }
        self.comparisons += 1;
        let are_impartial = self.is_impartial(g) && self.is_impartial(h) && self.engine.is_mirrored();
        if !are_impartial && self.looks_ahead && self.has_hopeless_threat(g, h) {
            return Some(self.close(false));
        }
        for p in [Player::Right, Player::Left] {
            // Right threatens with an option of g, Left with one of h.
            let (other, own) = p.orient(g, h);
            let matches = self.options(other, p);
            let of_other = self.profile(other);
            for &threat in self.options(own, p) {
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
                    let pairs = replies.iter().map(|back| p.orient(DRAFT, back.0));
                    let possible: Vec<(u32, u32)> = pairs.filter(|&(g, h)| !self.is_refused(g, h)).collect();
                    self.answers.extend(possible);
                } else {
                    self.answers_to(threat, p, (other, &of_other), matches);
                }
                match self.look_closer(before) {
                    Some(true) => self.answers.truncate(before),
                    Some(false) => return Some(self.close(false)),
                    None => self.threats.push(before),
                }
            }
        }
        self.keep_unknown(threats, answers)
    }

    /// Whether the profiles exclude every answer to some threat. Most false comparisons end
    /// here, before the options of a threat are looked at.
    fn has_hopeless_threat(&self, g: u32, h: u32) -> bool {
        [Player::Right, Player::Left].into_iter().any(|p| {
            let (other, own) = p.orient(g, h);
            let matches = self.options(other, p);
            let of_other = self.profile(other);
            self.options(own, p).iter().any(|threat| {
                let of_threat = self.engine.profile(threat.0);
                of_threat.excludes(p.opponent(), of_other.own)
                    && of_other.excludes(p, of_threat.own)
                    && matches.binary_search_by_key(&threat.0, |m| m.0).is_err()
            })
        })
    }

    /// Puts down the comparisons that would answer a threat of `p`, except those that a look
    /// at both sides refuses.
    fn answers_to(&mut self, threat: Form, p: Player, (other, of_other): (u32, &Profile), matches: &[Form]) {
        let values = &self.engine.values;
        if !self.engine.filters() {
            let replies = values.options(threat, p.opponent());
            let all = matches.iter().map(|m| p.orient(m.0, threat.0));
            let all = all.chain(replies.iter().map(|back| p.orient(other, back.0)));
            for (better, worse) in all {
                if !self.is_refused(better, worse) {
                    self.answers.push((better, worse));
                }
            }
            return;
        }
        let of_threat = self.engine.profile(threat.0);
        if !of_threat.excludes(p.opponent(), of_other.own) {
            for &back in values.options(threat, p.opponent()) {
                let (better, worse) = p.orient(of_other.own, self.engine.signature(back.0));
                if !better.refuses(worse) {
                    self.answers.push(p.orient(other, back.0));
                }
            }
        }
        if !of_other.excludes(p, of_threat.own) {
            for &matched in matches {
                let (better, worse) = p.orient(self.engine.signature(matched.0), of_threat.own);
                if !better.refuses(worse) {
                    self.answers.push(p.orient(matched.0, threat.0));
                }
            }
        }
    }

    /// Whether a threat, whose answers begin at this place, is known to be answered or not. Of
    /// one or two answers wide signatures and the memo are asked at once: at such a threat a
    /// comparison that is false is likely to fail, and then the next threats need no look.
    fn look_closer(&mut self, first: usize) -> Option<bool> {
        const FEW: usize = 2;
        if self.answers.len() - first > FEW {
            return None;
        }
        let mut kept = first;
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

    /// What is left of a comparison of sums without the summands that both have, where order
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

    /// Drops the answers of the last frame that wide signatures refuse, and says whether each
    /// threat has an answer left.
    fn keep_possible(&mut self, threats: usize, answers: usize) -> bool {
        let mut kept = answers;
        for threat in threats..self.threats.len() {
            let first = self.threats[threat];
            let end = self.threats.get(threat + 1).copied().unwrap_or(self.answers.len());
            let kept_before = kept;
            for at in first..end {
                let (g, h) = self.answers[at];
                if g == h || !self.is_refused_widely(g, h) {
                    self.answers[kept] = (g, h);
                    kept += 1;
                }
            }
            if kept == kept_before {
                return false;
            }
            self.threats[threat] = kept_before;
        }
        self.answers.truncate(kept);
        true
    }

    /// Asks the memo about all answers of the last frame: drops threats that are answered,
    /// and answers that are false.
    fn keep_unknown(&mut self, threats: usize, answers: usize) -> Option<bool> {
        if self.asks_widely && !self.keep_possible(threats, answers) {
            return Some(self.close(false));
        }
        let (mut kept_threats, mut kept_answers) = (threats, answers);
        for threat in threats..self.threats.len() {
            let first = self.threats[threat];
            let end = self.threats.get(threat + 1).copied().unwrap_or(self.answers.len());
            let kept_before = kept_answers;
            let mut answered = false;
            for at in first..end {
                let (g, h) = self.answers[at];
                match if g == h { Some(true) } else { self.remembered(g, h) } {
                    Some(true) => {
                        answered = true;
                        break;
                    }
                    Some(false) => {}
                    None => {
                        self.answers[kept_answers] = (g, h);
                        kept_answers += 1;
                    }
                }
            }
            if answered {
                kept_answers = kept_before;
            } else if kept_answers == kept_before {
                return Some(self.close(false));
            } else {
                self.threats[kept_threats] = kept_before;
                kept_threats += 1;
            }
        }
        self.threats.truncate(kept_threats);
        self.answers.truncate(kept_answers);
        self.put_narrowest_last(threats);
        None
    }

    /// Puts the threat with the fewest answers last, of those from this place on. The last threat
    /// is the next to be asked about, and a comparison that is false is likely to fail there.
    fn put_narrowest_last(&mut self, threats: usize) {
        let (starts, end) = (&mut self.threats[threats..], self.answers.len());
        let length = |at: usize| starts.get(at + 1).copied().unwrap_or(end) - starts[at];
        let Some(narrowest) = (0..starts.len()).rev().min_by_key(|&at| length(at)) else { return };
        let length = length(narrowest);
        self.answers[starts[narrowest]..].rotate_left(length);
        for at in narrowest..starts.len() - 1 {
            starts[at] = starts[at + 1] - length;
        }
        starts[starts.len() - 1] = end - length;
    }

    /// Whether a look at both sides excludes that g is at least h.
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

    fn profile(&self, handle: u32) -> Profile {
        match handle {
            DRAFT => self.draft().profile,
            value => self.engine.profile(value),
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
