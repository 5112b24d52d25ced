//! The reasons that a certificate gives.

use std::collections::HashSet;

use misere_check::{
    Certificate, Evidence, NodeNumber, Outcome, Pairs, Player, Script, Statement, Step, StepNumber,
    Strategies, Words,
};
use misere_notation::{Style, TombstoneSign};

use crate::claims::forms_of;
use crate::error::Error;
use crate::metered::BudgetMeter;
use crate::workspace::Workspace;

/// The most rows of a table of replies that are shown.
const MOST_ROWS: usize = 12;

/// The reasons a certificate gives, in a few lines of notation: for each claim a line, with
/// indented support below it; last the definitions of the names of long forms. In LaTeX
/// each line is to stand in mathematical mode.
///
/// # Errors
/// [`Error::Exhausted`] when the forms do not fit into the workspace, and [`Error::Rejected`] for a
/// certificate that the checker rejects.
pub(crate) fn why(work: &Workspace, certificate: &Certificate, style: Style) -> Result<Vec<String>, Error> {
    let meter = BudgetMeter::new(work.budget());
    let words = Words::within(certificate, &meter).map_err(|rejection| meter.explain(rejection))?;
    let (forms, notation) = (work.forms(), work.notation(style));
    let nodes = forms_of(forms, certificate)?;
    let script = match style {
        Style::Unicode => Script::Unicode,
        Style::Ascii => Script::Ascii,
        Style::Latex => Script::Latex,
    };
    let tombstones = match notation.tombstone {
        TombstoneSign::Block => ["■"; 2],
        TombstoneSign::Sigma => ["Σᴸ", "Σᴿ"],
    };
    let spell = |node: NodeNumber| notation.write(forms, nodes[node as usize]).ok();
    let words = words.in_notation(script, tombstones, spell);
    let rank = |node: NodeNumber| forms.rank(nodes[node as usize]) as usize;
    let mut teller = Teller { certificate, words, rank: &rank, lines: Vec::new() };
    for claim in &certificate.claims {
        let step = certificate.steps.iter().position(|step| step.claim == *claim);
        match step {
            Some(step) => teller.tell(step as StepNumber),
            None => teller.lines.push(teller.words.statement(claim)),
        }
    }
    let Teller { words, mut lines, .. } = teller;
    lines.extend(words.definitions().into_iter().map(|definition| words.say("where %", &[definition])));
    Ok(lines)
}

struct Teller<'a> {
    certificate: &'a Certificate,
    words: Words<'a>,
    rank: &'a dyn Fn(NodeNumber) -> usize,
    lines: Vec<String>,
}

impl<'a> Teller<'a> {
    /// Adds a line with the claim of a step and the reason in short, and more lines below it.
    /// Evidence that the prover does not write is left to the checker.
    fn tell(&mut self, step: StepNumber) {
        let Step { claim, by } = self.step(step);
        let said = self.words.statement(claim);
        self.lines.push(match self.reason(claim, by) {
            Some(reason) => self.say("%: %", &[said, reason]),
            None => said,
        });
        match (claim, by) {
            (_, Evidence::Pairs(_)) => self.replies(step),
            (&Statement::Outcome(g, outcome), Evidence::Strategies(strategies)) => {
                self.first_moves(g, outcome, strategies);
            }
            (_, Evidence::Reduced(by)) => {
                for direction in [by.ge, by.le] {
                    if !matches!(self.step(direction).by, Evidence::Same) {
                        self.tell(direction);
                    }
                }
                self.irreducible();
            }
            (_, Evidence::Sum(by)) => {
                self.tell(by.ge);
                if by.le != by.ge {
                    self.tell(by.le);
                }
            }
            (_, Evidence::SumNot(by)) => self.tell(by.not_ge),
            _ => {}
        }
    }

    fn reason(&self, claim: &Statement, by: &Evidence) -> Option<String> {
        Some(match (claim, by) {
            (&Statement::NotGe(g, h), Evidence::Separator(by)) => {
                let [g, h, x] = [g, h, by.x].map(|node| self.form(node));
                let (of_g, of_h) = match by.starter {
                    Player::Left => ("loses", "wins"),
                    Player::Right => ("wins", "loses"),
                };
                let added = if x.len() <= 12 { &x } else { "X" };
                self.say(
                    &format!("with %, {} moving first {of_g} % and {of_h} %", by.starter),
                    &[format!("X = {x}"), format!("{g}+{added}"), format!("{h}+{added}")],
                )
            }
            (&Statement::NotEqual(g, h), Evidence::Separator(by)) => {
                let [g, h, x] = [g, h, by.x].map(|node| self.form(node));
                let formulas = [format!("X = {x}"), format!("{g}+X"), format!("{h}+X")];
                self.say("with %, moving first wins exactly one of % and %", &formulas)
            }
            (_, Evidence::Same) => self.say("they are the same form", &[]),
            (_, Evidence::Pairs(_)) => self.say("every move has a reply", &[]),
            (&Statement::Strong(g, player), by) => return self.strength(g, player, by),
            (&Statement::NotStrong(g, player), Evidence::End(by)) => self.say(
                &format!("{player} moving first loses % with the {player} end %"),
                &[format!("{}+X", self.form(g)), format!("X = {}", self.form(by.x))],
            ),
            _ => return None,
        })
    }

    /// Adds the table of replies below a claim, each pair once.
    fn replies(&mut self, step: StepNumber) {
        let mut pending = vec![step];
        let mut seen = HashSet::from([step]);
        let (mut next, mut pairs_told) = (0, 0);
        while let Some(&at) = pending.get(next) {
            next += 1;
            let Step { claim, by: Evidence::Pairs(pairs) } = self.step(at) else { continue };
            pairs_told += 1;
            if pairs_told <= MOST_ROWS {
                let row = self.row(claim, pairs);
                self.lines.push(row);
            }
            pending.extend(pairs.right.iter().chain(&pairs.left).filter(|&&reply| seen.insert(reply)));
        }
        if pairs_told > MOST_ROWS {
            let left_out = count(pairs_told - MOST_ROWS, "more pair");
            self.lines.push(self.say(&format!("  and {left_out} in the certificate"), &[]));
        }
    }

    fn row(&self, claim: &Statement, pairs: &Pairs) -> String {
        let (&Statement::Ge(g, h) | &Statement::Equal(g, h)) = claim else { return String::new() };
        let impartial = matches!(claim, Statement::Equal(..));
        let nodes = &self.certificate.nodes;
        let mut parts = Vec::new();
        for (own, whose, steps) in
            [(&nodes[g as usize].r, "Right's", &pairs.right), (&nodes[h as usize].l, "Left's", &pairs.left)]
        {
            let mut seen = HashSet::new();
            for (&threat, &step) in own.iter().filter(|&option| seen.insert(option)).zip(steps) {
                let whose = if impartial { "the move to" } else { whose };
                let formulas = [self.form(threat), self.words.relation(&self.step(step).claim)];
                parts.push(self.say(&format!("{whose} % by %"), &formulas));
            }
        }
        for step in [pairs.strong_left, pairs.strong_right].into_iter().flatten() {
            let Step { claim: Statement::Strong(f, player), by } = self.step(step) else { continue };
            let formulas = [self.form(*f), self.strength(*f, *player, by).unwrap_or_default()];
            parts.push(self.say(&format!("% is strong for {player}: %"), &formulas));
        }
        if parts.is_empty() {
            parts.push(self.say("nothing to answer", &[]));
        }
        format!("  {}", self.say("%: %", &[self.words.relation(claim), self.joined("; ", &parts)]))
    }

    fn strength(&self, g: NodeNumber, player: Player, by: &Evidence) -> Option<String> {
        let form = self.form(g);
        Some(match by {
            Evidence::EndLike => self.say(&format!("% is end-like for {player}"), &[form]),
            Evidence::Play if self.certificate.universe.name.has_waiting_games() => {
                let mut waiting = self.words.indexed("W", (self.rank)(g));
                if player == Player::Right {
                    waiting = self.words.conjugate(&waiting);
                }
                let sum = format!("{form}+{waiting}");
                self.say(&format!("{player} moving first wins % and %"), &[form, sum])
            }
            Evidence::Play => self.say(&format!("{player} moving first wins %"), &[form]),
            Evidence::Option(by) => {
                let to = self.form(by.to);
                self.say(&format!("{player} moves to %, also where the opponent may pass"), &[to])
            }
            Evidence::TestSet(step) => {
                let Statement::TestSet(_, ends) = &self.step(*step).claim else { return None };
                let conjugates = if player == Player::Left { "" } else { "the conjugates of " };
                self.say(
                    &format!("{player} moving first wins against {conjugates}%"),
                    &[self.words.list(ends)],
                )
            }
            Evidence::Strategy(by) => {
                let cells = count(by.cells.len(), "cell");
                self.say(
                    &format!("{player} moving first wins % plus any sum of ends, by a strategy of {cells}"),
                    &[form],
                )
            }
            _ => return None,
        })
    }

    fn first_moves(&mut self, g: NodeNumber, outcome: Outcome, strategies: &Strategies) {
        for (starter, replies) in
            [(Player::Left, &strategies.left_starts), (Player::Right, &strategies.right_starts)]
        {
            let winner = outcome.winner(starter);
            let reply = |node: NodeNumber| replies.iter().find(|(from, _)| *from == node).map(|(_, to)| *to);
            let how = if winner == starter {
                match reply(g) {
                    Some(to) => self.say("by moving to %", &[self.form(to)]),
                    None => self.say("having no move, or a tombstone", &[]),
                }
            } else {
                let options = self.certificate.nodes[g as usize].options(starter).iter();
                let answers: Vec<String> = options
                    .map(|&option| match reply(option) {
                        Some(to) => self.say("% by %", &[self.form(option), self.form(to)]),
                        None => self.say("% at once", &[self.form(option)]),
                    })
                    .collect();
                self.say("answering %", &[self.joined(", ", &answers)])
            };
            self.lines.push(self.say(&format!("  {starter} starts: {winner} wins, %"), &[how]));
        }
    }

    fn irreducible(&mut self) {
        let steps = || self.certificate.steps.iter();
        let separators = steps().filter(|step| matches!(step.claim, Statement::NotGe(..))).count();
        let stones = steps().filter(|step| matches!(step.claim, Statement::NotStrong(..))).count();
        let mut line = format!("  no option is dominated or reversible: {}", count(separators, "separator"));
        if stones > 0 {
            line.push_str(&format!("; no tombstone can be erased: {}", count(stones, "end")));
        }
        self.lines.push(self.say(&line, &[]));
    }

    fn step(&self, step: StepNumber) -> &'a Step {
        &self.certificate.steps[step as usize]
    }

    fn form(&self, node: NodeNumber) -> String {
        self.words.form(node)
    }

    fn say(&self, words: &str, formulas: &[String]) -> String {
        self.words.say(words, formulas)
    }

    fn joined(&self, words: &str, formulas: &[String]) -> String {
        formulas.join(&self.say(words, &[]))
    }
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
