//! The answers of the worksheet to lines, without a terminal.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::PathBuf;

use misere::core::{Exhausted, Limit};
use misere::draw::TreeStyle;
use misere::language::{self, Change, Reply, Session, TokenClass, Value};
use misere::{Error, Game, Modulus, Question, Style, Subject, Workspace, summary};

use crate::args::Picture;
use crate::failure::{Failure, flag_of};
use crate::file::{Existing, write_aside};
use crate::language::{session, with_place_first};
use crate::repl::help::help;
use crate::repl::line::{Drawn, Line, parts};
use crate::rulesets::in_words;

/// A worksheet: names, answers, and the inputs that were answered.
pub(crate) struct Worksheet {
    session: Session,
    style: Style,
    /// How many columns a picture may take.
    pub(crate) width: usize,
    last: Option<Reply>,
    inputs: Vec<String>,
}

/// The response to a line. An error does not take back the answers before it.
#[derive(Debug, Default)]
pub(crate) struct Response {
    pub(crate) lines: Vec<String>,
    pub(crate) error: Option<String>,
    /// Whether the worksheet ends.
    pub(crate) ends: bool,
}

/// An error message for the user.
type Refusal = String;

impl Worksheet {
    pub(crate) fn new(work: &Workspace, style: Style) -> Worksheet {
        let session = session(work);
        Worksheet { session, style, width: usize::MAX, last: None, inputs: Vec::new() }
    }

    pub(crate) fn workspace(&self) -> &Workspace {
        self.session.workspace()
    }

    /// Answers a line, or several lines under one time limit.
    pub(crate) fn respond(&mut self, text: &str) -> Response {
        self.workspace().budget().renew();
        let mut response = Response::default();
        for part in parts(text) {
            if let Err(refusal) = self.respond_to(part, &mut response) {
                response.error = Some(refusal.trim_end().to_owned());
            }
            if response.ends || response.error.is_some() {
                break;
            }
        }
        response
    }

    /// The default universe, if there is one and its name is short.
    pub(crate) fn modulus(&self) -> Option<String> {
        const MOST: usize = 16;
        let written = self.session.modulus()?.write(self.style).ok()?;
        Some(if written.chars().count() > MOST { "D(…)".to_owned() } else { written })
    }

    /// The words that have a meaning at the moment.
    pub(crate) fn words(&self) -> Vec<String> {
        self.session.completions("")
    }

    fn respond_to(&mut self, part: &str, response: &mut Response) -> Result<(), Refusal> {
        match Line::read(part) {
            Line::Language(text) => self.evaluate(text, response, |error| said(text, error)),
            Line::Help(topic) if self.workspace().own_rulesets().iter().any(|own| own == topic) => {
                let ruleset = self.workspace().ruleset(topic).map_err(|error| said("", &error))?;
                let lines = in_words(self.workspace(), &ruleset, |position| format!("{topic}({position})"));
                response.lines.extend(lines.map_err(told)?);
                Ok(())
            }
            Line::Help(topic) => {
                response.lines.extend(help(topic)?.lines().map(str::to_owned));
                Ok(())
            }
            Line::Why(text) => {
                if !text.is_empty() {
                    self.evaluate(text, response, |error| said(text, error))?;
                }
                self.why(response)
            }
            Line::Board(drawn) => self.board(drawn, response),
            Line::Draw(drawn) => self.draw(drawn, response),
            Line::Hasse(drawn) => self.hasse(drawn, response),
            Line::Latex(text) => {
                let value = self.subject(text)?;
                let written =
                    value.write(self.workspace(), Style::Latex).map_err(|error| said(text, &error))?;
                response.lines.push(written);
                Ok(())
            }
            Line::Save { file, overwrite } => self.save(file, overwrite, response),
            Line::Load(file) => self.load(file, response),
            Line::Names => {
                let names = self.session.names().iter();
                let lines = names.map(|(name, value)| {
                    let written = self.written(value)?;
                    Ok(if matches!(value, Value::Function(_)) {
                        written
                    } else {
                        format!("{name} := {written}")
                    })
                });
                response
                    .lines
                    .extend(lines.collect::<Result<Vec<_>, Error>>().map_err(|error| said("", &error))?);
                if let Some(modulus) = self.session.modulus() {
                    let modulus = modulus.write(self.style);
                    response.lines.push(format!("modulo {}", modulus.map_err(|error| said("", &error))?));
                }
                Ok(())
            }
            Line::Forget(name) => self.forget(name, response),
            Line::Quit => {
                response.ends = true;
                Ok(())
            }
            Line::TooMuch(command) => Err(format!("`{command}` stands alone on its line")),
        }
    }

    /// Evaluates statements. Statements before an error count.
    fn evaluate(
        &mut self,
        text: &str,
        response: &mut Response,
        refused: impl Fn(&Error) -> Refusal,
    ) -> Result<(), Refusal> {
        let (answers, ended) = self.ask(text);
        if ended.is_ok() {
            self.inputs.push(text.to_owned());
        } else {
            self.inputs.extend(answers.iter().map(|answer| text[answer.span.clone()].to_owned()));
        }
        for answer in answers {
            let line = self.line(&answer);
            let notes = answer.notes.clone();
            if !matches!(answer.change, Change::Modulus | Change::Loaded(..)) {
                self.last = Some(answer);
            }
            response.lines.extend(line.map_err(|error| refused(&error))?.lines().map(str::to_owned));
            response.lines.extend(notes.iter().map(|note| format!("  {note}")));
        }
        ended.map_err(|error| refused(&error))
    }

    fn ask(&mut self, text: &str) -> (Vec<Reply>, Result<(), Error>) {
        let mut answers = Vec::new();
        let ended = self.session.run(text, |answer| {
            answers.push(answer);
            Ok::<_, Error>(())
        });
        (answers, ended)
    }

    /// The subject of a command: an expression, or the last answer.
    fn subject(&mut self, text: &str) -> Result<Value, Refusal> {
        if !text.is_empty() {
            // A saved worksheet has no commands, and `_` must mean the same in it.
            let last = self.session.last_answer().cloned();
            let (mut answers, ended) = self.ask(text);
            self.session.set_last_answer(last);
            // The command is not part of the worksheet, but names given in it are.
            let named = answers.iter().filter(|answer| answer.change != Change::None);
            self.inputs.extend(named.map(|answer| text[answer.span.clone()].to_owned()));
            ended.map_err(|error| said(text, &error))?;
            match (answers.pop(), answers.is_empty()) {
                (Some(answer), true) => self.last = Some(answer),
                _ => return Err("give exactly one expression".to_owned()),
            }
        }
        let last = self.last.as_ref().map(|answer| answer.value.clone());
        last.ok_or_else(|| "there is no answer yet\nhelp: type a game such as `{0,*|*}` first".to_owned())
    }

    fn why(&self, response: &mut Response) -> Result<(), Refusal> {
        let Some(last) = &self.last else {
            return Err(
                "there is no answer yet\nhelp: ask something, for example `{0,*|*} >= 0 mod D`".to_owned()
            );
        };
        match last.prove().map_err(|error| said("", &error))? {
            Some(proof) => {
                response.lines.extend(proof.why(self.style).map_err(|error| said("", &error))?);
                Ok(())
            }
            None => {
                let proofs = Error::NoProof.help().unwrap_or_default();
                Err(format!("the last answer has no proof\nhelp: {proofs}"))
            }
        }
    }

    /// Gives memory back. All names stay, or all but a name that is to be dropped.
    fn forget(&mut self, name: &str, response: &mut Response) -> Result<(), Refusal> {
        let dropped = (!name.is_empty()).then_some(name);
        if let Some(name) = dropped.filter(|name| !self.session.names().contains_key(*name)) {
            return Err(format!("there is no name `{name}`\nhelp: `names` lists all names"));
        }
        let before = self.workspace().budget().spent().memory_bytes;
        // The last answer keeps the games it is about.
        self.last = None;
        self.session.forget(dropped).map_err(|error| said("", &error))?;
        let freed = before.saturating_sub(self.workspace().budget().spent().memory_bytes) >> 20;
        response.lines.push(match dropped {
            Some(name) => format!("`{name}` is forgotten; {freed} MiB given back"),
            None => format!("everything but names is forgotten; {freed} MiB given back"),
        });
        Ok(())
    }

    fn board(&mut self, drawn: Drawn<'_>, response: &mut Response) -> Result<(), Refusal> {
        let picture = picture(drawn.file);
        picture.target().map_err(told)?;
        let Some((ruleset, position)) = self.workspace().position(drawn.what) else {
            return Err("only a position has a board\n\
                        help: write it out, as in `board domineering(2x4)`; `draw` draws game trees"
                .to_owned());
        };
        let subject = Subject::at(self.workspace(), ruleset, position);
        let question = asked("draw").with("g", subject).map_err(|error| said("", &error))?;
        self.drawn(question, None, &picture, response)
    }

    /// Draws to a file if one is given, else with characters.
    fn drawn(
        &self,
        question: Question,
        modulus: Option<&Modulus>,
        picture: &Picture,
        response: &mut Response,
    ) -> Result<(), Refusal> {
        let target = picture.target().map_err(told)?;
        let question = match &target {
            Some(target) => target.asked(question).map_err(told)?,
            None => question,
        };
        let answer =
            modulus.map_or_else(|| self.workspace().ask(&question), |modulus| modulus.ask(&question));
        let answer = answer.map_err(|error| said("", &error))?;
        match &target {
            Some(target) => {
                target.write(&answer).map_err(told)?;
                response.lines.push(format!("drawn to {}", target.file.display()));
            }
            None => response.lines.extend(answer.lines(self.style).map_err(|error| said("", &error))?),
        }
        Ok(())
    }

    fn draw(&mut self, drawn: Drawn<'_>, response: &mut Response) -> Result<(), Refusal> {
        const MOST_NODES: usize = 120;
        let picture = picture(drawn.file);
        picture.target().map_err(told)?;
        let subject = self.subject(drawn.what)?.plain(self.workspace()).map_err(|error| said("", &error))?;
        let game = match subject {
            Value::List(_) => {
                return Err("only games can be drawn; this is a list\n\
                            help: `hasse` draws the order of a list, `draw L[1]` its first game"
                    .to_owned());
            }
            value => self.game(&value)?,
        };
        if picture.output.is_some() {
            let question = asked("draw").with("g", &game).map_err(|error| said("", &error))?;
            return self.drawn(question, None, &picture, response);
        }
        let mut style = TreeStyle { max_nodes: MOST_NODES, ..TreeStyle::default() };
        let mut text = game.draw_text(&style).map_err(|error| said("", &error))?;
        while style.max_nodes > 1 && text.lines().any(|line| line.chars().count() > self.width) {
            style.max_nodes = style.max_nodes * 3 / 4;
            text = game.draw_text(&style).map_err(|error| said("", &error))?;
        }
        response.lines.extend(text.lines().map(str::to_owned));
        Ok(())
    }

    fn hasse(&mut self, drawn: Drawn<'_>, response: &mut Response) -> Result<(), Refusal> {
        let picture = picture(drawn.file);
        picture.target().map_err(told)?;
        let subject = self.subject(drawn.what)?.plain(self.workspace()).map_err(|error| said("", &error))?;
        let Value::List(list) = subject else {
            return Err(
                "`hasse` needs a list of games to order\nhelp: for example `hasse days(1) mod E`".to_owned()
            );
        };
        let modulus = self.modulus_of(drawn.what)?;
        let games = list.items().iter().map(|item| self.game(item)).collect::<Result<Vec<_>, _>>()?;
        let question = asked("hasse").with("games", games).map_err(|error| said("", &error))?;
        self.drawn(question, Some(&modulus), &picture, response)
    }

    fn game(&self, value: &Value) -> Result<Game, Refusal> {
        let plain = value.clone().plain(self.workspace()).map_err(|error| said("", &error))?;
        match plain {
            Value::Game(game) => Ok(game),
            Value::Integer(n) => self.workspace().game(&n.to_string()).map_err(|error| said("", &error)),
            other => Err(format!("only games can be drawn; this is {}", other.kind())),
        }
    }

    /// The universe behind the last `mod` outside brackets, or the default.
    fn modulus_of(&mut self, text: &str) -> Result<Modulus, Refusal> {
        let mut depth = 0_i64;
        let mut universe = None;
        for (span, class) in language::token_classes(text) {
            match (class, &text[span.clone()]) {
                (TokenClass::Punctuation, "{" | "(" | "[") => depth += 1,
                (TokenClass::Punctuation, "}" | ")" | "]") => depth -= 1,
                (TokenClass::Keyword, "mod") if depth == 0 => universe = Some(&text[span.end..]),
                _ => {}
            }
        }
        let Some(universe) = universe else {
            return self.session.modulus().cloned().ok_or_else(|| {
                "no universe given\n\
                 help: write `hasse L mod E`, or once `modulo E` for all that follows"
                    .to_owned()
            });
        };
        match self.ask(universe) {
            (answers, Ok(())) => match answers.first().map(|answer| &answer.value) {
                Some(Value::Universe(universe)) => Ok(universe.clone()),
                _ => Err("expected a universe after `mod`".to_owned()),
            },
            (_, Err(error)) => Err(said(universe, &error)),
        }
    }

    fn save(&self, file: &str, overwrite: bool, response: &mut Response) -> Result<(), Refusal> {
        let path = named_file("save", file)?;
        if self.inputs.is_empty() {
            return Err("there is nothing to save yet".to_owned());
        }
        let text = self.inputs.join("\n") + "\n";
        let existing = if overwrite { Existing::Replaced } else { Existing::Kept };
        let written = write_aside(&path, existing, |aside| std::fs::write(aside, &text));
        written.map_err(|error: std::io::Error| match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{file} exists already\nhelp: `save! {file}` overwrites it")
            }
            _ => format!("cannot write {file}: {error}"),
        })?;
        let count = self.inputs.len();
        let inputs = if count == 1 { "1 input".to_owned() } else { format!("{count} inputs") };
        response.lines.push(format!("{inputs} saved; `misere run {file}` runs them"));
        Ok(())
    }

    fn load(&mut self, file: &str, response: &mut Response) -> Result<(), Refusal> {
        const MOST_BYTES: u64 = 64 << 20;
        let path = named_file("load", file)?;
        let mut bytes = Vec::new();
        File::open(&path)
            .and_then(|opened| opened.take(MOST_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|error| format!("cannot read {file}: {error}"))?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(format!("{file} is longer than {} MiB", MOST_BYTES >> 20));
        }
        let text = String::from_utf8(bytes)
            .map_err(|error| format!("{file}: not UTF-8 at byte {}", error.utf8_error().valid_up_to() + 1))?;
        self.evaluate(text.trim_end(), response, |error| match error {
            Error::Parse(parse) => with_place_first(file, &text, parse),
            other => said("", other),
        })
    }

    /// An answer as a line to read.
    fn line(&self, answer: &Reply) -> Result<String, Error> {
        let value = self.written(&answer.value)?;
        Ok(answer.line_with(value))
    }

    /// A value as it is shown. A very long value is cut, or replaced by its size.
    fn written(&self, value: &Value) -> Result<String, Error> {
        const MOST: usize = 2_000;
        const KEPT: usize = 200;
        let written = match value {
            Value::Game(game) => game.lines(self.style).map(|lines| lines.join("\n")),
            _ => value.write(self.workspace(), self.style),
        };
        let text = match (written, value) {
            (Ok(text), _) => text,
            (Err(Error::Exhausted(Exhausted { limit: Limit::Text(_), .. })), Value::Game(game)) => {
                return summary(game);
            }
            (Err(Error::Exhausted(Exhausted { limit: Limit::Text(_) | Limit::Size { .. }, .. })), other) => {
                return Ok(format!("({}, too large to print)", other.kind()));
            }
            (Err(error), _) => return Err(error),
        };
        let length = text.chars().count();
        if length <= MOST {
            return Ok(text);
        }
        let beginning: String = text.chars().take(KEPT).collect();
        Ok(format!(
            "{beginning}… ({length} characters; `save FILE`, then `misere run FILE | less` shows all)"
        ))
    }
}

fn picture(file: Option<&str>) -> Picture {
    Picture { output: file.map(at_home), standalone: false, dpi: None }
}

/// A question of the table, without arguments.
fn asked(name: &str) -> Question {
    Question::new(name).expect("a question of the table")
}

fn named_file(command: &str, file: &str) -> Result<PathBuf, Refusal> {
    if file.is_empty() {
        return Err(format!("`{command}` wants the name of a file, as in `{command} day-2.mis`"));
    }
    Ok(at_home(file))
}

/// The path with the tilde replaced, as a shell would do.
fn at_home(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => PathBuf::from(file),
    }
}

fn said(text: &str, error: &Error) -> Refusal {
    match error {
        Error::Parse(parse) => parse.render(text),
        Error::Exhausted(exhausted) => match exhausted.limit {
            Limit::Memory { .. } => format!(
                "{exhausted}\nhelp: `forget` gives memory back and keeps what was named; or begin with more --max-memory"
            ),
            limit => match flag_of(limit) {
                Some(help) => format!("{exhausted}\nhelp: {help}"),
                None => exhausted.to_string(),
            },
        },
        other => other.to_string(),
    }
}

fn told(failure: Failure) -> Refusal {
    failure.message().unwrap_or_else(|| "standard output was closed".to_owned())
}

#[cfg(test)]
mod tests;
