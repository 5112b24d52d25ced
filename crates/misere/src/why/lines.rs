//! Reasons as lines of notation.

use misere_check::{Certificate, NodeNumber, Player, Script, Statement, Words};
use misere_notation::{Style, TombstoneSign};

use super::{Answer, Because, FirstMoves, Reason, Row, Strength, WinningMoves, reasons};
use crate::claims::forms_of;
use crate::error::Error;
use crate::metered::BudgetMeter;
use crate::workspace::Workspace;

/// The reasons a certificate gives, in a few lines of notation: for each claim a line, with
/// indented support below it; last the definitions of the names of long forms. In LaTeX
/// each line is to stand in mathematical mode.
///
/// # Errors
/// [`Error::Exhausted`] when the forms do not fit into the workspace, and [`Error::Rejected`] for a
/// certificate that the checker rejects.
pub(crate) fn lines(work: &Workspace, certificate: &Certificate, style: Style) -> Result<Vec<String>, Error> {
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
    let rank = |node: NodeNumber| forms.rank(nodes[node as usize]) as usize;
    let mut writer = Writer { words: words.in_notation(script, tombstones, spell), lines: Vec::new() };
    for reason in reasons(certificate, &rank) {
        writer.write(&reason);
    }
    let Writer { words, mut lines } = writer;
    lines.extend(words.definitions().into_iter().map(|definition| words.say("where %", &[definition])));
    Ok(lines)
}

struct Writer<'a> {
    words: Words<'a>,
    lines: Vec<String>,
}

impl Writer<'_> {
    /// Adds a line with the claim and the reason in short, and more lines below it.
    fn write(&mut self, reason: &Reason) {
        let said = self.words.statement(&reason.claim);
        self.lines.push(match self.because(&reason.claim, &reason.by) {
            Some(because) => self.say("%: %", &[said, because]),
            None => said,
        });
        for row in &reason.rows {
            let row = self.row(row);
            self.lines.push(row);
        }
        if reason.more_rows > 0 {
            let left_out = count(reason.more_rows, "more pair");
            self.lines.push(self.say(&format!("  and {left_out} in the certificate"), &[]));
        }
        for moves in &reason.first_moves {
            let line = self.first_moves(moves);
            self.lines.push(line);
        }
        reason.support.iter().for_each(|reason| self.write(reason));
        if let Some(counts) = reason.irreducible {
            self.irreducible(counts);
        }
    }

    fn because(&self, claim: &Statement, by: &Because) -> Option<String> {
        Some(match (claim, by) {
            (&Statement::NotGe(g, h), &Because::Separator { x, starter: Some(starter) }) => {
                let [g, h, x] = [g, h, x].map(|node| self.form(node));
                let (of_g, of_h) = match starter {
                    Player::Left => ("loses", "wins"),
                    Player::Right => ("wins", "loses"),
                };
                let added = if x.len() <= 12 { &x } else { "X" };
                self.say(
                    &format!("with %, {starter} moving first {of_g} % and {of_h} %"),
                    &[format!("X = {x}"), format!("{g}+{added}"), format!("{h}+{added}")],
                )
            }
            (&Statement::NotEqual(g, h), &Because::Separator { x, .. }) => {
                let [g, h, x] = [g, h, x].map(|node| self.form(node));
                let formulas = [format!("X = {x}"), format!("{g}+X"), format!("{h}+X")];
                self.say("with %, moving first wins exactly one of % and %", &formulas)
            }
            (_, Because::Same) => self.say("they are the same form", &[]),
            (_, Because::Replies) => self.say("every move has a reply", &[]),
            (&Statement::Strong(g, player), Because::Strength(by)) => return self.strength(g, player, by),
            (&Statement::NotStrong(g, player), &Because::End { x }) => self.say(
                &format!("{player} moving first loses % with the {player} end %"),
                &[format!("{}+X", self.form(g)), format!("X = {}", self.form(x))],
            ),
            _ => return None,
        })
    }

    fn row(&self, row: &Row) -> String {
        let mut parts = Vec::new();
        for Answer { player, option, to } in &row.answers {
            let whose = player.map_or("the move to".to_owned(), |player| format!("{player}'s"));
            let formulas = [self.form(*option), self.words.relation(to)];
            parts.push(self.say(&format!("{whose} % by %"), &formulas));
        }
        for (f, player, by) in &row.strong {
            let formulas = [self.form(*f), self.strength(*f, *player, by).unwrap_or_default()];
            parts.push(self.say(&format!("% is strong for {player}: %"), &formulas));
        }
        if parts.is_empty() {
            parts.push(self.say("nothing to answer", &[]));
        }
        format!("  {}", self.say("%: %", &[self.words.relation(&row.claim), self.joined("; ", &parts)]))
    }

    fn strength(&self, g: NodeNumber, player: Player, by: &Strength) -> Option<String> {
        let form = self.form(g);
        Some(match by {
            Strength::EndLike => self.say(&format!("% is end-like for {player}"), &[form]),
            Strength::Play { waiting: Some(rank) } => {
                let mut waiting = self.words.indexed("W", *rank);
                if player == Player::Right {
                    waiting = self.words.conjugate(&waiting);
                }
                let sum = format!("{form}+{waiting}");
                self.say(&format!("{player} moving first wins % and %"), &[form, sum])
            }
            Strength::Play { waiting: None } => self.say(&format!("{player} moving first wins %"), &[form]),
            Strength::Option { to } => {
                let to = self.form(*to);
                self.say(&format!("{player} moves to %, also where the opponent may pass"), &[to])
            }
            Strength::TestSet { ends } => {
                let conjugates = if player == Player::Left { "" } else { "the conjugates of " };
                self.say(
                    &format!("{player} moving first wins against {conjugates}%"),
                    &[self.words.list(ends)],
                )
            }
            Strength::Strategy { cells } => {
                let cells = count(*cells, "cell");
                self.say(
                    &format!("{player} moving first wins % plus any sum of ends, by a strategy of {cells}"),
                    &[form],
                )
            }
            Strength::Unsaid => return None,
        })
    }

    fn first_moves(&self, FirstMoves { starter, winner, how }: &FirstMoves) -> String {
        let how = match how {
            WinningMoves::To(to) => self.say("by moving to %", &[self.form(*to)]),
            WinningMoves::AtOnce => self.say("having no move, or a tombstone", &[]),
            WinningMoves::Answers(answers) => {
                let answer = |&(option, reply): &(NodeNumber, Option<NodeNumber>)| match reply {
                    Some(to) => self.say("% by %", &[self.form(option), self.form(to)]),
                    None => self.say("% at once", &[self.form(option)]),
                };
                let answers: Vec<String> = answers.iter().map(answer).collect();
                self.say("answering %", &[self.joined(", ", &answers)])
            }
        };
        self.say(&format!("  {starter} starts: {winner} wins, %"), &[how])
    }

    fn irreducible(&mut self, [separators, ends]: [usize; 2]) {
        let mut line = format!("  no option is dominated or reversible: {}", count(separators, "separator"));
        if ends > 0 {
            line.push_str(&format!("; no tombstone can be erased: {}", count(ends, "end")));
        }
        self.lines.push(self.say(&line, &[]));
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
