//! What the worksheet says to a line, without a terminal.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;

use misere::core::{Exhausted, Limit};
use misere::draw::{Scene, TreeStyle, draw_hasse, draw_tree, tree_text};
use misere::language::{self, Answer, Change, Session, TokenClass, Value};
use misere::{Error, Form, Style, UniverseName, Workspace};

use crate::args::Picture;
use crate::failure::Failure;
use crate::hasse::hasse_lines;
use crate::language::with_place_first;
use crate::picture::write_scene;
use crate::proof::Proof;
use crate::repl::help::help;
use crate::repl::line::{Drawn, Line, parts};

/// Names, answers, and the inputs that were worth something.
pub(crate) struct Worksheet<'w> {
    work: &'w Workspace,
    session: Session<'w>,
    style: Style,
    /// How many columns a picture may take.
    pub(crate) width: usize,
    last: Option<Answer>,
    inputs: Vec<String>,
}

/// What is said to a line. An error does not take back what was said before it.
#[derive(Debug, Default)]
pub(crate) struct Response {
    pub(crate) lines: Vec<String>,
    pub(crate) error: Option<String>,
    /// Whether the worksheet is left.
    pub(crate) ends: bool,
}

/// What went wrong, for the user.
type Refusal = String;

impl<'w> Worksheet<'w> {
    pub(crate) fn new(work: &'w Workspace, style: Style) -> Worksheet<'w> {
        let session = Session::new(work);
        Worksheet { work, session, style, width: usize::MAX, last: None, inputs: Vec::new() }
    }

    /// Answers a line, or several. The time limit is for all of it.
    pub(crate) fn respond(&mut self, text: &str) -> Response {
        self.work.forms().budget().renew();
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
        let written = self.work.write_modulus(self.session.modulus()?, self.style).ok()?;
        Some(if written.chars().count() > MOST { "D(…)".to_owned() } else { written })
    }

    /// The words that have a meaning now.
    pub(crate) fn words(&self) -> Vec<String> {
        self.session.completions("")
    }

    fn respond_to(&mut self, part: &str, response: &mut Response) -> Result<(), Refusal> {
        match Line::read(part) {
            Line::Language(text) => self.evaluate(text, response, |error| said(text, error)),
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
            Line::Draw(drawn) => self.draw(drawn, response),
            Line::Hasse(drawn) => self.hasse(drawn, response),
            Line::Latex(text) => {
                let value = self.subject(text)?;
                let written = value.write(self.work, Style::Latex).map_err(|error| said(text, &error))?;
                response.lines.push(written);
                Ok(())
            }
            Line::Save { file, overwrite } => self.save(file, overwrite, response),
            Line::Load(file) => self.load(file, response),
            Line::Names => {
                let names = self.session.names().iter();
                let lines = names.map(|(name, value)| Ok(format!("{name} := {}", self.written(value)?)));
                response
                    .lines
                    .extend(lines.collect::<Result<Vec<_>, Error>>().map_err(|error| said("", &error))?);
                if let Some(modulus) = self.session.modulus() {
                    let modulus = self.work.write_modulus(modulus, self.style);
                    response.lines.push(format!("modulo {}", modulus.map_err(|error| said("", &error))?));
                }
                Ok(())
            }
            Line::Quit => {
                response.ends = true;
                Ok(())
            }
            Line::TooMuch(command) => Err(format!("`{command}` stands alone in its line")),
        }
    }

    /// Evaluates statements. Those before an error count.
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
            if answer.change != Change::Modulus {
                self.last = Some(answer);
            }
            response.lines.push(line.map_err(|error| refused(&error))?);
        }
        ended.map_err(|error| refused(&error))
    }

    fn ask(&mut self, text: &str) -> (Vec<Answer>, Result<(), Error>) {
        let mut answers = Vec::new();
        let ended = self.session.run(text, |answer| {
            answers.push(answer);
            Ok::<_, Error>(())
        });
        (answers, ended)
    }

    /// What a command is about: an expression, or the last answer.
    fn subject(&mut self, text: &str) -> Result<Value, Refusal> {
        if !text.is_empty() {
            let (mut answers, ended) = self.ask(text);
            // The command is not part of the worksheet, but what it named is.
            let named = answers.iter().filter(|answer| answer.change != Change::None);
            self.inputs.extend(named.map(|answer| text[answer.span.clone()].to_owned()));
            ended.map_err(|error| said(text, &error))?;
            match (answers.pop(), answers.is_empty()) {
                (Some(answer), true) => self.last = Some(answer),
                _ => return Err("one expression is wanted here".to_owned()),
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
        let certificate = last.certificate(self.work).map_err(|error| said("", &error))?;
        let Some(certificate) = certificate else {
            return Err("the last answer is none that can be proved\n\
                        help: comparisons can, and relation, simplest, strong, invertible, outcome"
                .to_owned());
        };
        let proof = Proof::of(self.work, self.style, certificate).map_err(told)?;
        response.lines.extend(proof.lines().iter().cloned());
        Ok(())
    }

    fn draw(&mut self, drawn: Drawn<'_>, response: &mut Response) -> Result<(), Refusal> {
        const MOST_NODES: usize = 120;
        let picture = picture(drawn.file);
        picture.target().map_err(told)?;
        let form = match self.subject(drawn.what)? {
            Value::Game(form) => form,
            Value::Integer(n) => self.work.forms().integer(n).map_err(|error| said("", &error.into()))?,
            Value::List(_) => {
                return Err("a game is drawn, and this is a list\n\
                            help: `hasse` draws the order of a list, `draw L[1]` its first game"
                    .to_owned());
            }
            other => return Err(format!("a game is drawn, and this is {}", other.kind())),
        };
        let forms = self.work.forms();
        if picture.output.is_some() {
            return write(&picture, &draw_tree(forms, form, &TreeStyle::default()), response);
        }
        let mut style = TreeStyle { max_nodes: MOST_NODES, ..TreeStyle::default() };
        let mut text = tree_text(forms, form, &style);
        while style.max_nodes > 1 && text.lines().any(|line| line.chars().count() > self.width) {
            style.max_nodes = style.max_nodes * 3 / 4;
            text = tree_text(forms, form, &style);
        }
        response.lines.extend(text.lines().map(str::to_owned));
        Ok(())
    }

    fn hasse(&mut self, drawn: Drawn<'_>, response: &mut Response) -> Result<(), Refusal> {
        let picture = picture(drawn.file);
        picture.target().map_err(told)?;
        let Value::List(list) = self.subject(drawn.what)? else {
            return Err(
                "the order of a list of games is drawn\nhelp: for example `hasse days(1) mod E`".to_owned()
            );
        };
        let modulus = self.modulus_of(drawn.what)?;
        let forms = list.items().iter().map(|item| match item {
            Value::Game(form) => Ok(*form),
            Value::Integer(n) => self.work.forms().integer(*n).map_err(|error| said("", &error.into())),
            other => Err(format!("games are ordered, and there is {} in the list", other.kind())),
        });
        let forms = forms.collect::<Result<Vec<Form>, _>>()?;
        let classes = self.work.classes(&forms, &modulus).map_err(|error| said("", &error))?;
        if picture.output.is_some() {
            return write(&picture, &draw_hasse(&classes.order), response);
        }
        let written = |form: Form| self.written(&Value::Game(form));
        response.lines.extend(hasse_lines(&classes, written).map_err(|error| said("", &error))?);
        Ok(())
    }

    /// The universe behind the last `mod` that stands outside of brackets, or the default.
    fn modulus_of(&mut self, text: &str) -> Result<UniverseName, Refusal> {
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
                "modulo which universe is not said\n\
                 help: write `hasse L mod E`, or once `modulo E` for all that follows"
                    .to_owned()
            });
        };
        match self.ask(universe) {
            (answers, Ok(())) => match answers.first().map(|answer| &answer.value) {
                Some(Value::Universe(universe)) => Ok(universe.clone()),
                _ => Err("behind `mod` stands a universe".to_owned()),
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
        let mut options = OpenOptions::new();
        let opened = match overwrite {
            true => options.write(true).create(true).truncate(true).open(&path),
            false => options.write(true).create_new(true).open(&path),
        };
        opened.and_then(|mut file| file.write_all(text.as_bytes())).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => {
                format!("{file} is there already\nhelp: `save! {file}` overwrites it")
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

    /// An answer as a line that a person reads.
    fn line(&self, answer: &Answer) -> Result<String, Error> {
        let value = self.written(&answer.value)?;
        Ok(match &answer.change {
            Change::None => value,
            Change::Name(name) => format!("{name} := {value}"),
            Change::Modulus => format!("modulo {value}"),
        })
    }

    /// A value as it is shown: what is very long is cut, or told of.
    fn written(&self, value: &Value) -> Result<String, Error> {
        const MOST: usize = 2_000;
        const KEPT: usize = 200;
        let text = match (value.write(self.work, self.style), value) {
            (Ok(text), _) => text,
            (Err(Error::Exhausted(Exhausted { limit: Limit::Text(_), .. })), Value::Game(form)) => {
                return Ok(format!("(too large to print: {} edges)", self.work.forms().tree_edges(*form)));
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
        Ok(format!("{}… ({length} characters)", text.chars().take(KEPT).collect::<String>()))
    }
}

fn picture(file: Option<&str>) -> Picture {
    Picture { output: file.map(at_home), standalone: false }
}

fn write(picture: &Picture, scene: &Scene, response: &mut Response) -> Result<(), Refusal> {
    if let Some((file, format)) = picture.target().map_err(told)? {
        write_scene(scene, file, format).map_err(told)?;
        response.lines.push(format!("drawn to {}", file.display()));
    }
    Ok(())
}

fn named_file(command: &str, file: &str) -> Result<PathBuf, Refusal> {
    if file.is_empty() {
        return Err(format!("`{command}` wants the name of a file, as in `{command} day-2.mis`"));
    }
    Ok(at_home(file))
}

/// Shells replace the tilde, and there is no shell here.
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
                "{exhausted}\nhelp: what was named stays; `save FILE` and begin again, or with more --max-memory"
            ),
            _ => exhausted.to_string(),
        },
        other => other.to_string(),
    }
}

fn told(failure: Failure) -> Refusal {
    failure.message().unwrap_or("standard output was closed").to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use misere::Limits;

    use super::*;
    use crate::repl::line::is_incomplete;

    /// What is said to each line, errors too.
    fn session(work: &Workspace, lines: &[&str]) -> Vec<String> {
        let mut worksheet = Worksheet::new(work, Style::Unicode);
        lines.iter().map(|line| reply(&mut worksheet, line)).collect()
    }

    fn reply(worksheet: &mut Worksheet<'_>, line: &str) -> String {
        let response = worksheet.respond(line);
        let error = response.error.map(|error| format!("error: {error}"));
        response.lines.into_iter().chain(error).collect::<Vec<_>>().join("\n")
    }

    fn scratch(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("misere-worksheet-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        directory.join(name)
    }

    /// The guide has blocks of prompts, inputs and what was said; all are one session.
    #[test]
    fn the_session_of_the_guide_happens_as_it_is_told() {
        let guide = include_str!("../../../../docs/guide/worksheet-session.md");
        let work = Workspace::new();
        let mut worksheet = Worksheet::new(&work, Style::Unicode);
        let blocks = guide.split("```worksheet\n").skip(1);
        let blocks = blocks.map(|block| block.split_once("```").unwrap().0);
        let mut lines = blocks.flat_map(str::lines).peekable();
        let mut inputs = 0;
        while let Some(line) = lines.next() {
            let (prompt, input) = line.split_once("> ").unwrap();
            let modulus = worksheet.modulus().map_or(String::new(), |modulus| format!(" mod {modulus}"));
            assert_eq!(prompt, format!("misere{modulus}"));
            let mut input = input.to_owned();
            while is_incomplete(&input) {
                input = format!("{input}\n{}", lines.next().unwrap());
            }
            let mut told = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("misere")) {
                told.push(line);
            }
            let response = worksheet.respond(&input);
            let error = response.error.unwrap_or_default();
            let said: Vec<&str> = response.lines.iter().map(String::as_str).chain(error.lines()).collect();
            assert_eq!(said, told, "{input}");
            inputs += 1;
        }
        assert!(inputs > 10);
    }

    #[test]
    fn an_afternoon() {
        let work = Workspace::new();
        let replies = session(
            &work,
            &[
                "G := {0,*|*}",
                "simplest(G, D)",
                "latex",
                "draw",
                "modulo D",
                "G > 0; {*|0,*} < 0",
                "why",
                "names",
                "latex(G)",
                "latex [G, 0]",
                "hasse [0, *, {*|*}, {0,*|0}]",
            ],
        );
        assert_eq!(
            replies,
            [
                "G := {0,*|*}",
                "{0,■|*}",
                r"\{0,\blacksquare \mid *\}",
                "    ●\n╭─┬─┴─╮\n■ ●   ●\n    ╭─┴─╮\n    ●   ●",
                "modulo D",
                "true\ntrue",
                "{*|0,*} ≱ 0 modulo D: with X = *, Right moving first wins {*|0,*}+* and loses 0+*\n\
                 0 ≥ {*|0,*} modulo D: every move has a reply\n  \
                 0 ≥ {*|0,*}: Left's * by 0 ≥ 0; {*|0,*} is strong for Right: Right moving first wins {*|0,*}\n\
                 checked; relies on [universe] Theorem 5.5",
                "G := {0,*|*}\nmodulo D",
                r"\{0,* \mid *\}",
                r"[\{0,* \mid *\}, 0]",
                "0 = {*|*}\n*\n{0,*|0}  >  *",
            ]
        );
    }

    #[test]
    fn a_mistake_has_its_place_and_ends_nothing() {
        let work = Workspace::new();
        let mut worksheet = Worksheet::new(&work, Style::Unicode);
        for (line, said) in [
            ("{0,*|*", "error: at character 7"),
            ("G", "  G\n  ^"),
            ("1 > 0", "modulo which universe"),
            ("draw := 0", "`draw` is a command of the worksheet and cannot be given another meaning"),
            ("names 3", "stands alone"),
            ("why", "no answer yet"),
            ("draw", "no answer yet"),
            ("?nothing", "no help on `nothing`"),
            ("hasse [0,1]", "modulo which universe"),
            ("hasse [0,1] mod", "expected a universe"),
            ("hasse [0,true] mod E", "there is a boolean in the list"),
            ("hasse 0 mod E", "a list of games"),
            ("draw [0,1]", "`hasse` draws"),
            ("draw true", "this is a boolean"),
            ("draw 0 to g.gif", "ends in .svg, .png or .tex"),
            ("draw 0 to /no/such/place/g.svg", "cannot write"),
            ("draw 0; 1", "one expression"),
            ("why rank(0)", "none that can be proved"),
            ("save", "wants the name of a file"),
            ("load /no/such/file", "cannot read /no/such/file"),
            ("load /", "cannot read /"),
            ("simplest(domineering(2y2), E)", "^"),
        ] {
            let reply = reply(&mut worksheet, line);
            assert!(reply.contains("error: ") && reply.contains(said), "{line}: {reply}");
        }
        assert_eq!(reply(&mut worksheet, "1 + 1"), "2");
        assert!(worksheet.respond("quit").ends);
    }

    #[test]
    fn what_comes_before_a_mistake_counts() {
        let work = Workspace::new();
        let replies = session(&work, &["G := *; H; K := 0", "names", "G := 0\nH\nK := 0", "names"]);
        assert!(replies[0].starts_with("G := *\nerror: at character 9"), "{}", replies[0]);
        assert_eq!(replies[1], "G := *");
        assert!(replies[2].starts_with("G := 0\nerror: "), "{}", replies[2]);
        assert_eq!(replies[3], "G := 0");
    }

    #[test]
    fn why_answers_for_comparisons_and_positions() {
        let work = Workspace::new();
        let replies = session(
            &work,
            &[
                "1 >= 0 mod E",
                "why",
                "why outcome(*)",
                "simplest(domineering(2x2), E)",
                "why",
                "draw *",
                "why",
            ],
        );
        assert!(replies[1].starts_with("1 ≱ 0 modulo E: with X = "), "{}", replies[1]);
        assert!(replies[1].contains("\nchecked"), "{}", replies[1]);
        assert!(replies[2].starts_with("P\n* has outcome P"), "{}", replies[2]);
        assert!(replies[4].starts_with("±1 is the simplest form of ±1 modulo E"), "{}", replies[4]);
        assert!(replies[6].contains("none that can be proved"), "{}", replies[6]);
    }

    #[test]
    fn a_saved_worksheet_is_a_program_that_says_the_same() {
        let work = Workspace::new();
        let file = scratch("saved.mis");
        drop(std::fs::remove_file(&file));
        let name = file.display();
        let mut worksheet = Worksheet::new(&work, Style::Unicode);
        assert!(reply(&mut worksheet, &format!("save {name}")).contains("nothing to save"));
        for line in [
            "G := {0,\n  *|*} -- Left's",
            "G; H",
            "draw G",
            "K := ~G",
            "draw F := *2",
            "modulo D",
            "G > K",
            "why",
        ] {
            worksheet.respond(line);
        }
        assert!(reply(&mut worksheet, &format!("save {name}")).starts_with("6 inputs saved"));
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, "G := {0,\n  *|*} -- Left's\nG\nK := ~G\nF := *2\nmodulo D\nG > K\n");
        assert!(reply(&mut worksheet, &format!("save {name}")).contains("`save! "));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        assert!(reply(&mut worksheet, &format!("save! {name}")).starts_with("6 inputs"));

        let mut again = Worksheet::new(&work, Style::Unicode);
        let loaded = reply(&mut again, &format!("load {name}"));
        assert_eq!(loaded, "G := {0,*|*}\n{0,*|*}\nK := {*|0,*}\nF := *2\nmodulo D\ntrue");
        assert_eq!(reply(&mut again, "names"), reply(&mut worksheet, "names"));
        assert!(reply(&mut again, &format!("save! {name}")).starts_with("1 input saved"));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn a_file_with_a_mistake_is_loaded_up_to_it() {
        let work = Workspace::new();
        let file = scratch("mistake.mis");
        std::fs::write(&file, "G := *\nH := {G|\n").unwrap();
        let replies = session(&work, &[&format!("load {}", file.display()), "names"]);
        assert!(
            replies[0].starts_with(&format!("G := *\nerror: {}:2:8: ", file.display())),
            "{}",
            replies[0]
        );
        assert_eq!(replies[1], "G := *");
        std::fs::write(&file, b"G\xff").unwrap();
        assert!(session(&work, &[&format!("load {}", file.display())])[0].contains("not UTF-8 at byte 2"));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn pictures_go_to_files() {
        let work = Workspace::new();
        let (tree, order) = (scratch("g.svg"), scratch("h.tex"));
        let replies = session(
            &work,
            &[
                &format!("draw {{0|*}} to {}", tree.display()),
                &format!("hasse [g for g in days(1) if g >= 0 mod E] mod D to {}", order.display()),
            ],
        );
        assert_eq!(replies[0], format!("drawn to {}", tree.display()));
        assert_eq!(replies[1], format!("drawn to {}", order.display()));
        assert!(std::fs::read_to_string(&tree).unwrap().contains("<svg"));
        assert!(std::fs::read_to_string(&order).unwrap().contains("tikzpicture"));
        std::fs::remove_file(&tree).unwrap();
        std::fs::remove_file(&order).unwrap();
    }

    #[test]
    fn a_picture_is_no_wider_than_the_terminal() {
        let work = Workspace::new();
        let mut worksheet = Worksheet::new(&work, Style::Unicode);
        worksheet.width = 40;
        let response = worksheet.respond("draw *5");
        assert!(response.lines.iter().all(|line| line.chars().count() <= 40), "{:#?}", response.lines);
        assert!(response.lines.len() > 2);
    }

    #[test]
    fn a_question_that_is_stopped_leaves_the_worksheet_as_it_was() {
        let work = Workspace::new();
        let mut worksheet = Worksheet::new(&work, Style::Unicode);
        worksheet.respond("G := {0,*|*}");
        let budget = work.forms().budget().clone();
        let reply_when_stopped = std::thread::scope(|scope| {
            let (done, wait) = std::sync::mpsc::channel::<()>();
            scope.spawn(move || {
                // The question renews the budget, so that one cancellation could come too early.
                while wait.recv_timeout(Duration::from_millis(100)).is_err() {
                    budget.cancel();
                }
            });
            let said = reply(&mut worksheet, "simplest(domineering(2x30), E)");
            done.send(()).unwrap();
            said
        });
        assert!(reply_when_stopped.starts_with("error: cancelled"), "{reply_when_stopped}");
        assert_eq!(reply(&mut worksheet, "simplest(G, D)"), "{0,■|*}");
        assert_eq!(reply(&mut worksheet, "simplest(domineering(2x3), D([-1 0]))"), "{2,±1||-1|0,■}");
    }

    #[test]
    fn time_is_for_each_question_and_memory_for_all() {
        let time = Duration::from_millis(300);
        let work = Workspace::with_limits(Limits { time: Some(time), ..Limits::default() });
        let mut worksheet = Worksheet::new(&work, Style::Unicode);
        for _ in 0..2 {
            assert!(reply(&mut worksheet, "simplest(domineering(2x30), E)").contains("time limit of 0.3 s"));
            assert_eq!(reply(&mut worksheet, "* + 0"), "*");
        }
        let work = Workspace::with_limits(Limits { memory_bytes: 4 << 20, time: None });
        let replies = session(&work, &["G := *2", "40.{*3|-3}", "names", "G == *2"]);
        assert!(replies[1].contains("memory limit") && replies[1].contains("--max-memory"), "{}", replies[1]);
        assert_eq!(replies[2..], ["G := *2", "true"]);
    }

    #[test]
    fn what_is_too_large_to_print_is_told_of() {
        let work = Workspace::new();
        let mut worksheet = Worksheet::new(&work, Style::Unicode);
        let long = reply(&mut worksheet, "days(2)");
        assert!(long.ends_with(" characters)") && long.chars().count() < 300, "{long}");
        let large = reply(&mut worksheet, "G := *30 + *31");
        assert!(large.contains("too large to print"), "{large}");
    }
}
