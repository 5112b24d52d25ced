//! The nodes and steps of a certificate in the making.

use misere_check as check;
use misere_check::{Evidence, Statement, StepNumber};
use rustc_hash::FxHashMap;

use crate::Player;
use crate::store::{Form, Forms};

/// The nodes and steps of a certificate.
pub(crate) struct Table<'f> {
    forms: &'f Forms,
    nodes: Vec<check::Node>,
    numbers: FxHashMap<Form, check::NodeNumber>,
    steps: Vec<check::Step>,
    known: FxHashMap<Statement, StepNumber>,
    claims: Vec<Statement>,
}

impl<'f> Table<'f> {
    /// A table without nodes and steps, for forms of this store.
    pub(crate) fn new(forms: &'f Forms) -> Table<'f> {
        let (numbers, known) = (FxHashMap::default(), FxHashMap::default());
        Table { forms, nodes: Vec::new(), numbers, steps: Vec::new(), known, claims: Vec::new() }
    }

    /// The store of the forms.
    pub(crate) fn forms(&self) -> &'f Forms {
        self.forms
    }

    pub(crate) fn node(&mut self, g: Form) -> check::NodeNumber {
        let forms = self.forms;
        if let Some(&known) = self.numbers.get(&g) {
            return known;
        }
        for f in forms.followers(g) {
            if self.numbers.contains_key(&f) {
                continue;
            }
            let [l, r] = Player::BOTH.map(|p| forms.options(f, p).iter().map(|o| self.numbers[o]).collect());
            let t = match Player::BOTH.map(|p| forms.tombstones(f).has(p)) {
                [true, true] => Some(check::Tombstones::LR),
                [true, false] => Some(check::Tombstones::L),
                [false, true] => Some(check::Tombstones::R),
                [false, false] => None,
            };
            self.numbers.insert(f, number(self.nodes.len()));
            self.nodes.push(check::Node { l, r, t });
        }
        self.numbers[&g]
    }

    pub(crate) fn find(&self, claim: &Statement) -> Option<StepNumber> {
        self.known.get(claim).copied()
    }

    /// The step with this claim, made if the table has no such step.
    pub(crate) fn step(&mut self, claim: Statement, by: Evidence) -> StepNumber {
        if let Some(known) = self.find(&claim) {
            return known;
        }
        let step = number(self.steps.len());
        self.known.insert(claim.clone(), step);
        self.steps.push(check::Step { claim, by });
        step
    }

    pub(crate) fn conclude(&mut self, step: StepNumber) {
        self.claims.push(self.steps[step as usize].claim.clone());
    }

    pub(crate) fn finish(self, universe: check::Universe) -> check::Certificate {
        check::Certificate {
            format: check::FORMAT.to_owned(),
            version: check::VERSION,
            universe,
            nodes: self.nodes,
            steps: self.steps,
            claims: self.claims,
        }
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).expect("a certificate has fewer than 2^32 lines")
}
