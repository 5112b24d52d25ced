//! `misere play`: a game in the terminal against a perfect opponent.

use std::io::{BufRead, Read};
use std::time::Instant;

use misere::rulesets::{Convention, Position, Ruleset};
use misere::{Adviser, Choice, Player, Workspace};

use crate::args::PositionOf;
use crate::failure::Failure;
use crate::guard::{OnOverrun, guarded};
use crate::input::Input;
use crate::report::Report;

/// The bytes of the longest line that is read; of a longer one, each piece is a line.
const LONGEST_LINE: u64 = 1 << 12;

const COMMANDS: &str = "type the number of a move, or: hint, moves, board, back, quit";

pub(crate) fn play(
    work: &Workspace,
    input: &Input<'_>,
    report: &mut Report,
    asked: &PositionOf,
    you: Player,
    first: Player,
    normal: bool,
) -> Result<(), Failure> {
    if report.json {
        return Err(Failure::bad_input("`misere play` has no --json"));
    }
    if asked.position.as_deref().unwrap_or(&asked.ruleset) == "-" {
        return Err(Failure::bad_input("standard input is for your moves: write the position out"));
    }
    let (ruleset, start) = input.ruleset_and_position(&asked.ruleset, asked.position.as_ref())?;
    let mut positions = work.positions(ruleset.clone());
    let on_overrun = OnOverrun::EndTheProgram { json: false };
    guarded(work, on_overrun, || positions.explore(&start))?;
    let convention = if normal { Convention::Normal } else { Convention::Misere };
    let adviser = positions.adviser(convention);
    let ends = if normal { "loses" } else { "wins" };
    report.line(&format!("{}: whoever cannot move {ends}. You are {you}.", ruleset.description().title))?;
    let history = vec![(start, first)];
    let mut table = Table { work, ruleset: &*ruleset, adviser, convention, you, history };
    table.run(report)
}

struct Table<'a> {
    work: &'a Workspace,
    ruleset: &'a dyn Ruleset,
    adviser: Adviser<'a>,
    convention: Convention,
    you: Player,
    /// The positions so far, each with the player whose turn it is.
    history: Vec<(Position, Player)>,
}

impl Table<'_> {
    fn run(&mut self, report: &mut Report) -> Result<(), Failure> {
        let mut input = std::io::stdin().lock();
        let mut line = Vec::new();
        loop {
            let (position, mover) = self.history.last().cloned().expect("there is a start");
            let on_overrun = OnOverrun::EndTheProgram { json: false };
            let choices = guarded(self.work, on_overrun, || self.adviser.choices(&position, mover))?;
            report.line("")?;
            self.draw(report, &position)?;
            if choices.is_empty() {
                let winner = if self.convention == Convention::Misere { mover } else { mover.opponent() };
                let who = if winner == self.you { "you win" } else { "I win" };
                return report.line(&format!("{mover} cannot move: {who}."));
            }
            if mover != self.you {
                let chosen = choices.iter().find(|choice| choice.wins).unwrap_or(&choices[0]).after.clone();
                report.line(&format!("{mover} moves to {}", self.ruleset.write(&chosen)))?;
                self.history.push((chosen, mover.opponent()));
                continue;
            }
            self.list(report, &choices)?;
            loop {
                report.prompt(&format!("{mover}> "))?;
                // The time in which you think is not the program's.
                let asked = Instant::now();
                line.clear();
                let read = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
                self.work.budget().excuse(asked.elapsed());
                if read.map_err(|error| Failure::bad_input(format!("cannot read: {error}")))? == 0 {
                    return report.line("");
                }
                match String::from_utf8_lossy(&line).trim() {
                    "quit" | "q" | "exit" => return Ok(()),
                    "hint" | "?" => self.hint(report, &choices)?,
                    "moves" => self.list(report, &choices)?,
                    "board" => self.draw(report, &position)?,
                    "back" => {
                        if self.go_back() {
                            break;
                        }
                        report.line("there is no move of yours to take back")?;
                    }
                    text => match text.parse::<usize>().ok().and_then(|n| choices.get(n.checked_sub(1)?)) {
                        Some(choice) => {
                            self.history.push((choice.after.clone(), mover.opponent()));
                            break;
                        }
                        None => report.line(&format!("1 to {}; {COMMANDS}", choices.len()))?,
                    },
                }
            }
        }
    }

    /// Goes back to your last turn, and says whether there was one.
    fn go_back(&mut self) -> bool {
        let earlier = &self.history[..self.history.len() - 1];
        match earlier.iter().rposition(|(_, mover)| *mover == self.you) {
            Some(at) => {
                self.history.truncate(at + 1);
                true
            }
            None => false,
        }
    }

    fn draw(&self, report: &mut Report, position: &Position) -> Result<(), Failure> {
        self.ruleset.draw(position).lines().try_for_each(|line| report.line(&format!("  {line}")))
    }

    fn list(&self, report: &mut Report, choices: &[Choice]) -> Result<(), Failure> {
        for (at, choice) in choices.iter().enumerate() {
            report.line(&format!("{:4}: {}", at + 1, self.ruleset.write(&choice.after)))?;
        }
        Ok(())
    }

    /// Prints the winning moves and why; if every move loses, what refutes each.
    fn hint(&self, report: &mut Report, choices: &[Choice]) -> Result<(), Failure> {
        let opponent = self.you.opponent();
        let number = |choice: &Choice| choices.iter().position(|c| c == choice).unwrap_or(0) + 1;
        let mut winning = choices.iter().filter(|choice| choice.wins).peekable();
        if winning.peek().is_none() {
            report.line("every move loses:")?;
            for choice in choices {
                let reply = match &choice.refutation {
                    Some(reply) => format!("{opponent} answers {}", self.ruleset.write(reply)),
                    None => format!("{opponent} has no move left"),
                };
                report.line(&format!("{:4}: {reply}", number(choice)))?;
            }
            return Ok(());
        }
        for choice in winning {
            let replies = self.ruleset.options(&choice.after, opponent).len();
            let reason = match replies {
                0 => format!("{opponent} cannot move"),
                1 => format!("you can win against the only reply of {opponent}"),
                _ => format!("you can win against each of the {replies} replies of {opponent}"),
            };
            report.line(&format!("{:4} wins: {reason}", number(choice)))?;
        }
        Ok(())
    }
}
