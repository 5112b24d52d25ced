//! Comparison modulo a universe: [universe] Theorem 5.5.

use rustc_hash::FxHashMap;

use crate::budget::Exhausted;
use crate::form::Form;
use crate::modulo::{Draft, Modulo};
use crate::player::Player;
use crate::signature::Signature;
use crate::universes::Proviso;

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
pub(crate) struct Comparison<'a, P: Proviso> {
    modulo: &'a Modulo<P>,
    draft: Option<&'a Draft>,
    /// What is known of the draft against values: (draft ≥ v, v ≥ draft).
    draft_memo: FxHashMap<(u32, bool), bool>,
    stack: Vec<Frame>,
}

/// The handle that stands for the draft.
const DRAFT: u32 = u32::MAX;

/// A pair under way: which threat is being answered, and the reply tried.
struct Frame {
    g: u32,
    h: u32,
    threatener: Player,
    threat: u32,
    reply: u32,
}

enum Step {
    Decided(bool),
    Ask(u32, u32),
}

impl<'a, P: Proviso> Comparison<'a, P> {
    pub(crate) fn of_values(modulo: &'a Modulo<P>) -> Comparison<'a, P> {
        Comparison { modulo, draft: None, draft_memo: FxHashMap::default(), stack: Vec::new() }
    }

    pub(crate) fn with_draft(modulo: &'a Modulo<P>, draft: &'a Draft) -> Comparison<'a, P> {
        Comparison { draft: Some(draft), ..Comparison::of_values(modulo) }
    }

    /// Whether the draft is at least as good for `player` as the value.
    pub(crate) fn draft_is_at_least(&mut self, value: Form, player: Player) -> Result<bool, Exhausted> {
        let (better, worse) = player.orient(DRAFT, value.0);
        self.ge(better, worse)
    }

    pub(crate) fn ge(&mut self, g: u32, h: u32) -> Result<bool, Exhausted> {
        if let Some(answer) = self.at_once(g, h) {
            return Ok(answer);
        }
        let mut ticker = self.modulo.forms().budget().ticker();
        debug_assert!(self.stack.is_empty());
        self.stack.push(Frame::new(g, h));
        let mut answer = None;
        while let Some(mut frame) = self.stack.pop() {
            match answer.take() {
                Some(true) => frame.next_threat(),
                Some(false) => frame.reply += 1,
                None => {}
            }
            // Go on with this frame until it is decided or needs a new one.
            loop {
                match self.step(&mut frame) {
                    Step::Decided(decided) => {
                        self.remember(frame.g, frame.h, decided);
                        answer = Some(decided);
                        break;
                    }
                    Step::Ask(g, h) => match self.at_once(g, h) {
                        Some(true) => frame.next_threat(),
                        Some(false) => frame.reply += 1,
                        None => {
                            if let Err(exhausted) = ticker.tick() {
                                self.stack.clear();
                                return Err(exhausted);
                            }
                            self.stack.push(frame);
                            self.stack.push(Frame::new(g, h));
                            break;
                        }
                    },
                }
            }
        }
        Ok(answer.expect("the first frame was decided last"))
    }

    /// The next question that this frame needs answered.
    fn step(&self, frame: &mut Frame) -> Step {
        loop {
            let p = frame.threatener;
            // Right threatens with an option of g, Left with one of h.
            let (other, own) = p.orient(frame.g, frame.h);
            let Some(&threat) = self.options(own, p).get(frame.threat as usize) else {
                match p {
                    Player::Right => {
                        (frame.threatener, frame.threat, frame.reply) = (Player::Left, 0, 0);
                        continue;
                    }
                    Player::Left => return Step::Decided(true),
                }
            };
            let matches = self.options(other, p);
            let reply = frame.reply as usize;
            if reply == 0 && matches.binary_search_by_key(&threat.0, |m| m.0).is_ok() {
                frame.next_threat(); // The same option answers it.
                continue;
            }
            let (better, worse) = if let Some(matched) = matches.get(reply) {
                p.orient(matched.0, threat.0)
            } else if let Some(back) =
                self.modulo.values().options(threat, p.opponent()).get(reply - matches.len())
            {
                p.orient(other, back.0)
            } else {
                return Step::Decided(false);
            };
            return Step::Ask(better, worse);
        }
    }

    /// The answer where no recursion is needed for it.
    fn at_once(&self, g: u32, h: u32) -> Option<bool> {
        use Player::{Left, Right};
        if g == h {
            return Some(true);
        }
        let refused = if self.modulo.filters() {
            // Strength is part of the signature, and with it the proviso.
            self.signature(g).refuses(self.signature(h))
        } else {
            (self.is_end_like(h, Left) && !self.is_strong(g, Left))
                || (self.is_end_like(g, Right) && !self.is_strong(h, Right))
        };
        if refused {
            return Some(false);
        }
        if g == DRAFT || h == DRAFT {
            self.draft_memo.get(&draft_key(g, h)).copied()
        } else {
            self.modulo.memo()?.get(g, h)
        }
    }

    fn remember(&mut self, g: u32, h: u32, answer: bool) {
        if g == DRAFT || h == DRAFT {
            self.draft_memo.insert(draft_key(g, h), answer);
        } else if let Some(memo) = self.modulo.memo() {
            memo.set(g, h, answer, self.modulo.account());
        }
    }

    fn draft(&self) -> &'a Draft {
        self.draft.expect("the draft's handle is used only while there is one")
    }

    fn options(&self, handle: u32, player: Player) -> &'a [Form] {
        match handle {
            DRAFT => &self.draft().options[player.index()],
            value => self.modulo.values().options(Form(value), player),
        }
    }

    fn is_end_like(&self, handle: u32, player: Player) -> bool {
        match handle {
            DRAFT => self.draft().tombstones.has(player) || self.draft().options[player.index()].is_empty(),
            value => self.modulo.values().is_end_like(Form(value), player),
        }
    }

    fn is_strong(&self, handle: u32, player: Player) -> bool {
        match handle {
            DRAFT => self.draft().strong[player.index()],
            value => self.modulo.values().facts(Form(value)).marked(player),
        }
    }

    fn signature(&self, handle: u32) -> Signature {
        match handle {
            DRAFT => self.draft().signature,
            value => self.modulo.signature(value),
        }
    }
}

impl Frame {
    fn new(g: u32, h: u32) -> Frame {
        Frame { g, h, threatener: Player::Right, threat: 0, reply: 0 }
    }

    fn next_threat(&mut self) {
        self.threat += 1;
        self.reply = 0;
    }
}

fn draft_key(g: u32, h: u32) -> (u32, bool) {
    if g == DRAFT { (h, true) } else { (g, false) }
}
