//! Certificates in words.

use std::collections::HashSet;

use misere_check::{
    Certificate, Evidence, NodeNumber, Pairs, Player, Statement, StepNumber, Strategies, UniverseName,
};
use misere_core::{Form, Forms, Tombstones};
use misere_notation::{Notation, Style};

use crate::error::Error;
use crate::workspace::Workspace;

/// Rows of a table of replies that are shown.
const MOST_ROWS: usize = 12;
/// Forms longer than this are not spelled out.
const MOST_BYTES: usize = 72;

/// The reasons a certificate gives, in a few lines of notation: for each claim a
/// line, and below it, indented, what supports it.
///
/// # Errors
/// [`Error::Exhausted`] when the forms do not fit into the workspace.
pub fn why(work: &Workspace, certificate: &Certificate, style: Style) -> Result<Vec<String>, Error> {
    let forms = work.forms();
    let mut nodes: Vec<Form> = Vec::with_capacity(certificate.nodes.len());
    for node in &certificate.nodes {
        let [left, right] =
            [&node.l, &node.r].map(|list| list.iter().map(|&o| nodes[o as usize]).collect::<Vec<_>>());
        let tombstones = Tombstones::new(node.has_tombstone(Player::Left), node.has_tombstone(Player::Right));
        nodes.push(forms.make(&left, &right, tombstones)?);
    }
    let notation = Notation { max_bytes: MOST_BYTES, ..work.notation(style) };
    let mut teller = Teller { certificate, forms, nodes, notation, lines: Vec::new() };
    for claim in &certificate.claims {
        teller.tell(claim);
    }
    Ok(teller.lines)
}

struct Teller<'a> {
    certificate: &'a Certificate,
    forms: &'a Forms,
    nodes: Vec<Form>,
    notation: Notation,
    lines: Vec<String>,
}

impl Teller<'_> {
    fn tell(&mut self, claim: &Statement) {
        let Some(step) = self.certificate.steps.iter().find(|step| step.claim == *claim) else { return };
        match (&step.claim, &step.by) {
            (Statement::NotGe(g, h), Evidence::Separator(by)) => {
                let told = self.told_apart(*g, *h, by.x, by.starter);
                self.lines.push(format!("{}: {told}", self.statement(claim)));
            }
            (Statement::NotEqual(g, h), Evidence::Separator(by)) => {
                let [g, h, x] = [*g, *h, by.x].map(|n| self.form(n));
                let line = format!(
                    "{}: with X = {x}, moving first wins exactly one of {g}+X and {h}+X",
                    self.statement(claim)
                );
                self.lines.push(line);
            }
            (Statement::Ge(..) | Statement::Equal(..), Evidence::Same) => {
                self.lines.push(format!("{}: they are the same form", self.statement(claim)));
            }
            (Statement::Ge(..) | Statement::Equal(..), Evidence::Pairs(_)) => {
                self.lines.push(format!("{}: every move has a reply", self.statement(claim)));
                self.replies(claim);
            }
            (Statement::Strong(..), by) => {
                self.lines.push(format!("{}: {}", self.statement(claim), self.strength(claim, by)));
            }
            (Statement::NotStrong(g, player), Evidence::End(by)) => {
                let (g, x) = (self.form(*g), self.form(by.x));
                self.lines.push(format!(
                    "{}: {player} moving first loses {g}+X with the {player} end X = {x}",
                    self.statement(claim)
                ));
            }
            (Statement::Outcome(g, _), Evidence::Strategies(strategies)) => {
                self.lines.push(self.statement(claim));
                self.first_moves(*g, strategies);
            }
            (Statement::Simplest(g, k), Evidence::Reduced(by)) => {
                let (g, k) = (self.form(*g), self.form(*k));
                self.lines.push(format!("{k} is the simplest form of {g} modulo {}", self.universe()));
                for direction in [by.ge, by.le] {
                    let claim = self.certificate.steps[direction as usize].claim.clone();
                    if !matches!(self.certificate.steps[direction as usize].by, Evidence::Same) {
                        self.tell(&claim);
                    }
                }
                self.irreducible();
            }
            (Statement::Invertible(_), Evidence::Sum(by)) => {
                let claim_line = self.statement(claim);
                self.lines.push(claim_line);
                let sum = self.certificate.steps[by.ge as usize].claim.clone();
                self.tell(&sum);
            }
            (Statement::NotInvertible(_), Evidence::SumNot(by)) => {
                let claim_line = self.statement(claim);
                self.lines.push(claim_line);
                let sum = self.certificate.steps[by.not_ge as usize].claim.clone();
                self.tell(&sum);
            }
            // What the prover writes is covered above; anything else is left to
            // the checker.
            _ => self.lines.push(self.statement(claim)),
        }
    }

    fn told_apart(&self, g: NodeNumber, h: NodeNumber, x: NodeNumber, starter: Player) -> String {
        let [g, h, x] = [g, h, x].map(|n| self.form(n));
        let (of_g, of_h) = match starter {
            Player::Left => ("loses", "wins"),
            Player::Right => ("wins", "loses"),
        };
        if x.len() <= 12 {
            format!("with X = {x}, {starter} moving first {of_g} {g}+{x} and {of_h} {h}+{x}")
        } else {
            format!("with X = {x}, {starter} moving first {of_g} {g}+X and {of_h} {h}+X")
        }
    }

    /// The table of replies below a claim, each pair once.
    fn replies(&mut self, claim: &Statement) {
        let place = |claim: &Statement| self.certificate.steps.iter().position(|step| step.claim == *claim);
        let mut pending: Vec<usize> = place(claim).into_iter().collect();
        let mut seen: HashSet<usize> = pending.iter().copied().collect();
        let mut rows: Vec<String> = Vec::new();
        let mut left_out = 0;
        let mut next = 0;
        while let Some(&at) = pending.get(next) {
            next += 1;
            let step = &self.certificate.steps[at];
            let Evidence::Pairs(pairs) = &step.by else { continue };
            if rows.len() < MOST_ROWS {
                rows.push(self.row(&step.claim, pairs));
            } else {
                left_out += 1;
            }
            for &reply in pairs.right.iter().chain(&pairs.left) {
                if seen.insert(reply as usize) {
                    pending.push(reply as usize);
                }
            }
        }
        self.lines.extend(rows);
        if left_out > 0 {
            self.lines.push(format!("  … and {left_out} more pairs"));
        }
    }

    fn row(&self, claim: &Statement, pairs: &Pairs) -> String {
        let (&Statement::Ge(g, h) | &Statement::Equal(g, h)) = claim else { return String::new() };
        let impartial = matches!(claim, Statement::Equal(..));
        let nodes = &self.certificate.nodes;
        let distinct = |list: &[NodeNumber]| {
            let mut seen = HashSet::new();
            list.iter().copied().filter(|n| seen.insert(*n)).collect::<Vec<_>>()
        };
        let mut parts = Vec::new();
        for (own, whose, steps) in [
            (distinct(&nodes[g as usize].r), "Right's", &pairs.right),
            (distinct(&nodes[h as usize].l), "Left's", &pairs.left),
        ] {
            for (threat, &step) in own.into_iter().zip(steps) {
                let whose = if impartial { "the move to" } else { whose };
                parts.push(format!("{whose} {} by {}", self.form(threat), self.relation(step)));
            }
        }
        for (strong, player) in [(pairs.strong_left, "Left"), (pairs.strong_right, "Right")] {
            if let Some(step) = strong {
                let step = &self.certificate.steps[step as usize];
                if let Statement::Strong(f, _) = step.claim {
                    let reason = self.strength(&step.claim, &step.by);
                    parts.push(format!("{} is strong for {player}: {reason}", self.form(f)));
                }
            }
        }
        let reasons = if parts.is_empty() { "nothing to answer".to_owned() } else { parts.join("; ") };
        format!("  {}: {reasons}", self.pair(claim))
    }

    fn relation(&self, step: StepNumber) -> String {
        self.pair(&self.certificate.steps[step as usize].claim)
    }

    fn strength(&self, claim: &Statement, by: &Evidence) -> String {
        let &Statement::Strong(g, player) = claim else { return String::new() };
        let form = self.form(g);
        match by {
            Evidence::EndLike => format!("{form} is end-like for {player}"),
            Evidence::Play if self.certificate.universe.name == UniverseName::E => {
                let rank = self.forms.rank(self.nodes[g as usize]);
                let waiting = if player == Player::Left { format!("W{rank}") } else { format!("~W{rank}") };
                format!("{player} moving first wins {form} and {form}+{waiting}")
            }
            Evidence::Play => format!("{player} moving first wins {form}"),
            Evidence::Option(by) => {
                format!("{player} moves to {}, also where the opponent may pass", self.form(by.to))
            }
            Evidence::TestSet(step) => {
                let Statement::TestSet(_, ends) = &self.certificate.steps[*step as usize].claim else {
                    return String::new();
                };
                let ends: Vec<String> = ends.iter().map(|&end| self.form(end)).collect();
                let conjugates = if player == Player::Left { "" } else { "the conjugates of " };
                format!("{player} moving first wins against {conjugates}{}", ends.join(", "))
            }
            _ => String::new(),
        }
    }

    fn first_moves(&mut self, g: NodeNumber, strategies: &Strategies) {
        for (starter, replies) in
            [(Player::Left, &strategies.left_starts), (Player::Right, &strategies.right_starts)]
        {
            let Statement::Outcome(_, outcome) = self.certificate.claims[0] else { return };
            let winner = outcome.winner(starter);
            let reply = |node: NodeNumber| replies.iter().find(|(from, _)| *from == node).map(|(_, to)| *to);
            let how = if winner == starter {
                match reply(g) {
                    Some(to) => format!("by moving to {}", self.form(to)),
                    None => "having no move, or a tombstone".to_owned(),
                }
            } else {
                let options = self.certificate.nodes[g as usize].options(starter);
                let answers: Vec<String> = options
                    .iter()
                    .map(|&option| match reply(option) {
                        Some(to) => format!("{} by {}", self.form(option), self.form(to)),
                        None => format!("{} at once", self.form(option)),
                    })
                    .collect();
                format!("answering {}", answers.join(", "))
            };
            self.lines.push(format!("  {starter} starts: {winner} wins, {how}"));
        }
    }

    fn irreducible(&mut self) {
        let separators =
            self.certificate.steps.iter().filter(|s| matches!(s.claim, Statement::NotGe(..))).count();
        let stones =
            self.certificate.steps.iter().filter(|s| matches!(s.claim, Statement::NotStrong(..))).count();
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let separators = count(separators, "separator");
        let mut line = format!("  no option is dominated or reversible: {separators}");
        if stones > 0 {
            line.push_str(&format!("; no tombstone can be erased: {}", count(stones, "end")));
        }
        self.lines.push(line);
    }

    fn statement(&self, claim: &Statement) -> String {
        let universe = self.universe();
        match claim {
            Statement::Ge(..) | Statement::NotGe(..) | Statement::Equal(..) | Statement::NotEqual(..) => {
                format!("{} modulo {universe}", self.pair(claim))
            }
            Statement::Strong(g, player) => format!("{} is {player} {universe}-strong", self.form(*g)),
            Statement::NotStrong(g, player) => format!("{} is not {player} {universe}-strong", self.form(*g)),
            Statement::Outcome(g, outcome) => format!("{} has outcome {outcome:?}", self.form(*g)),
            Statement::Simplest(g, k) => {
                format!("{} is the simplest form of {} modulo {universe}", self.form(*k), self.form(*g))
            }
            Statement::Invertible(g) => format!("{} is invertible modulo {universe}", self.form(*g)),
            Statement::NotInvertible(g) => format!("{} is not invertible modulo {universe}", self.form(*g)),
            Statement::Member(x) => format!("{} is in {universe}", self.form(*x)),
            Statement::TestSet(n, _) => format!("a test set of {universe} for {n} moves"),
        }
    }

    fn pair(&self, claim: &Statement) -> String {
        let (g, sign, h) = match *claim {
            Statement::Ge(g, h) => (g, "≥", h),
            Statement::NotGe(g, h) => (g, "≱", h),
            Statement::Equal(g, h) => (g, "≡", h),
            Statement::NotEqual(g, h) => (g, "≢", h),
            _ => return self.statement(claim),
        };
        format!("{} {sign} {}", self.form(g), self.form(h))
    }

    fn universe(&self) -> String {
        let universe = &self.certificate.universe;
        match universe.name {
            UniverseName::Generated => {
                let ends: Vec<String> = universe.generators.iter().map(|&end| self.form(end)).collect();
                format!("D({})", ends.join(","))
            }
            other => format!("{other:?}"),
        }
    }

    /// The form of a node, or its number where it is long.
    fn form(&self, node: NodeNumber) -> String {
        self.notation.write(self.forms, self.nodes[node as usize]).unwrap_or_else(|_| format!("form #{node}"))
    }
}
