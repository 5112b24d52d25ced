//! Universes that are given by a rule: families of dead ends, sets of ends, universe files.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::{Arc, PoisonError};

use misere_core::{
    DeadEndFamily, EndSet, FiniteGenerators, Form, Forms, Generated, GeneratorError, Limit, Player,
    Progression, Setting,
};
use misere_notation::{
    Notation, ParseError, Problem, ReadError, Style, UniverseExpression, parse_form, quoted,
};

use crate::error::Error;
use crate::modulus::Modulus;
use crate::registry::{END_SET, GENERATED};
use crate::workspace::{Workspace, pieces};

/// The ends of a universe, as a rule says them.
enum Ends {
    /// Left ends that generate a universe.
    Listed(Vec<Form>),
    /// Dead ends, of which the last depends on a number.
    Family { others: Vec<Form>, family: FamilyText },
    /// Left ends and Right ends of a set that is not closed under sums.
    Sides([Vec<Form>; 2]),
}

/// A dead end with a number in it: `[-n 0] for n even`.
#[derive(Clone)]
struct FamilyText {
    /// Where the expression stands.
    place: Range<usize>,
    /// The texts between the places of the number.
    pieces: Vec<String>,
    numbers: Progression,
}

/// The condition on the numbers of a family, after the variable.
const CONDITIONS: [(&str, Progression); 3] = [
    ("even", Progression { first: 2, step: 2 }),
    ("odd", Progression { first: 1, step: 2 }),
    ("", Progression { first: 1, step: 1 }),
];

/// The longest test set that an error writes out, in characters.
const MOST_SHOWN: usize = 500;

impl Workspace {
    /// The universe that a text names, if the text gives it by a rule: `ends(A | B)`, or `D(…)`
    /// with a family in it. The universe is known by its name from then on.
    pub(crate) fn ruled_universe(&self, text: &str) -> Result<Option<UniverseExpression>, Error> {
        let Some((name, inner)) = arguments(text) else { return Ok(None) };
        let is_sides = name == END_SET;
        if !(is_sides || name == GENERATED && family_place(&text[inner.clone()]).is_some()) {
            return Ok(None);
        }
        let ends = self.read_ends(text, inner, is_sides)?;
        let id = self.name_of(&ends)?;
        let setting = self.setting(text, &ends, &id)?;
        self.registry_mut().add_ruled(setting);
        Ok(Some(UniverseExpression { name: id, generators: None }))
    }

    /// Reads a universe file, and registers its universe under the name that it says:
    ///
    /// ```text
    /// name   Evens
    /// ends   [-n 0] for n even
    /// tests  2: 0, [-1 0]
    /// ```
    ///
    /// The ends are a list, a list with a family at its end, or two lists with a bar between
    /// them, for a set that is not closed under sums. Test sets are optional, and are compared
    /// with those that are computed. A file that was read before is not read again.
    ///
    /// ```
    /// let work = misere::Workspace::new();
    /// let evens = work.load_universe("name Evens\nends [-n 0] for n even")?;
    /// assert!(evens.contains(&work.game("[-4 0]")?)? && !evens.contains(&work.game("[-3 0]")?)?);
    /// # Ok::<(), misere::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Parse`] with the place in the text, also when the name is taken or an end is none,
    /// or [`Error::Exhausted`].
    pub fn load_universe(&self, text: &str) -> Result<Modulus, Error> {
        let known = self.registry().loaded(text).map(str::to_owned);
        if let Some(name) = known {
            return self.modulo(&name);
        }
        let file = UniverseFile::read(text)?;
        let ends_text = &text[file.ends.clone()];
        let is_sides = top_level(ends_text, '|').is_some();
        let ends = self.read_ends(text, file.ends.clone(), is_sides)?;
        let name = text[file.name.clone()].to_owned();
        self.registry().check_name(&name).map_err(|error| file.bad_name(text, &error))?;
        let setting = self.setting(text, &ends, &name)?;
        self.check_tests(text, &file, &ends)?;
        let modulus = self.register(setting)?;
        self.registry_mut().note_loaded(text, name);
        Ok(modulus)
    }

    /// Compares the test sets of a file with those that are computed.
    fn check_tests(&self, text: &str, file: &UniverseFile, ends: &Ends) -> Result<(), Error> {
        for (line, rank, listed) in &file.tests {
            let refuse = |message: String| {
                Err(ParseError::new(text, line.clone(), Problem::Other(message), None).into())
            };
            let computed = match ends {
                Ends::Listed(list) if list.iter().all(|&end| self.forms().is_dead_ending(end)) => {
                    let generators = FiniteGenerators::new(self.forms(), list, "D(A)")?;
                    self.test_set(&Generated::new(self.forms(), generators), *rank)?
                }
                Ends::Family { others, family } => {
                    let family = self.family(text, others, family, "D(A)")?;
                    self.test_set(&Generated::new(self.forms(), family), *rank)?
                }
                _ => return refuse("only universes of dead ends have test sets".to_owned()),
            };
            let given = forms_of(self.read_list(text, listed.clone())?);
            let all = self.all_games()?;
            let simplest = |form| all.simplest(&self.game_of(form)).map(|game| game.form());
            let given = given.into_iter().map(simplest).collect::<Result<HashSet<Form>, _>>()?;
            let computed = computed.into_iter().map(simplest).collect::<Result<HashSet<Form>, _>>()?;
            if given != computed {
                let notation = self.notation(Style::Ascii);
                let games = self.games(&computed.into_iter().collect::<Vec<_>>());
                let written: Result<Vec<String>, _> =
                    games.iter().map(|game| notation.write(self.forms(), game.form())).collect();
                let written = written?.join(", ");
                return refuse(match written.len() <= MOST_SHOWN {
                    true => format!("T_{rank} is {{{written}}}"),
                    false => format!("T_{rank} is another set, of {} games", games.len()),
                });
            }
        }
        Ok(())
    }

    fn test_set<A: misere_core::Generators>(
        &self,
        universe: &Generated<A>,
        rank: u32,
    ) -> Result<Vec<Form>, Error> {
        let set = universe.test_set(rank)?;
        let import = |test: &misere_core::TestEnd| self.forms().import(universe.end_store(), test.end);
        Ok(set.iter().map(import).collect::<Result<_, _>>()?)
    }

    fn read_ends(&self, text: &str, place: Range<usize>, is_sides: bool) -> Result<Ends, Error> {
        let inner = &text[place.clone()];
        if is_sides {
            let Some(bar) = top_level(inner, '|') else {
                let problem = Problem::Unexpected {
                    expected: "`|`".to_owned(),
                    found: "no bar between lists".to_owned(),
                };
                let help = "Left ends stand before the bar, Right ends after it: `ends(-1 | 1)`";
                return Err(ParseError::new(text, place, problem, Some(help.to_owned())).into());
            };
            let left = self.read_list(text, place.start..place.start + bar)?;
            let right = self.read_list(text, place.start + bar + 1..place.end)?;
            for (list, player) in [(&left, Player::Left), (&right, Player::Right)] {
                let help = format!(
                    "a game before the bar is one in which Left cannot move, after it one in which Right cannot, \
                     and it has no tombstones: this is not a {player} end"
                );
                self.check_ends(text, list, &help, |end| self.forms().is_end(end, player))?;
            }
            return Ok(Ends::Sides([forms_of(left), forms_of(right)]));
        }
        let Some((item, word)) = family_place(inner) else {
            let listed = self.read_list(text, place)?;
            let help = "a universe is generated by games in which one player cannot move, and that have no \
                        tombstones: `ends {|*}, -1`";
            self.check_ends(text, &listed, help, |end| {
                Player::BOTH.into_iter().any(|player| self.forms().is_end(end, player))
            })?;
            return Ok(Ends::Listed(self.as_left_ends(forms_of(listed))?));
        };
        let others = self.read_list(text, place.start..place.start + item)?;
        self.check_ends(text, &others, "beside a family there are dead ends only: `-1`, `[-1 0]`", |end| {
            Player::BOTH.into_iter().any(|player| self.forms().is_dead_end(end, player))
        })?;
        let body = place.start + item..place.start + word;
        let behind = place.start + word + "for".len();
        let blanks = text[behind..place.end].len() - text[behind..place.end].trim_start().len();
        let condition = behind + blanks..place.end;
        let family = FamilyText::read(text, body.clone(), condition)?;
        // An error in the expression is reported where it stands.
        let first = family.with(family.numbers.first);
        parse_form(self.forms(), &first).map_err(|error| match error {
            ReadError::Parse(error) => Error::from(ParseError::new(text, body, error.problem, error.help)),
            ReadError::Exhausted(exhausted) => exhausted.into(),
        })?;
        Ok(Ends::Family { others: self.as_left_ends(forms_of(others))?, family })
    }

    /// Refuses the first game of a list that is not an end as it should be.
    fn check_ends(
        &self,
        text: &str,
        list: &[(Form, Range<usize>)],
        help: &str,
        is_right: impl Fn(Form) -> bool,
    ) -> Result<(), Error> {
        let is_wrong = |(form, _): &&(Form, _)| !(is_right(*form) && self.forms().is_ordinary(*form));
        match list.iter().find(is_wrong) {
            None => Ok(()),
            Some((_, place)) => {
                let problem = Problem::NotAnEnd(quoted(&text[place.clone()]));
                Err(ParseError::new(text, place.clone(), problem, Some(help.to_owned())).into())
            }
        }
    }

    /// The games of a list in a text, each with its place.
    fn read_list(&self, text: &str, place: Range<usize>) -> Result<Vec<(Form, Range<usize>)>, Error> {
        let inner = text[place.clone()].trim_end().trim_end_matches(',');
        if inner.trim().is_empty() {
            return Ok(Vec::new());
        }
        let games = self.game_list(inner).map_err(|error| match error {
            Error::Parse(error) => {
                let span = place.start + error.span.start..place.start + error.span.end;
                ParseError::new(text, span, error.problem, error.help).into()
            }
            other => other,
        })?;
        let places = pieces(inner).into_iter().map(|piece| {
            let blanks = inner[piece.clone()].len() - inner[piece.clone()].trim_start().len();
            let start = place.start + piece.start + blanks;
            start..start + inner[piece].trim().len()
        });
        Ok(games.iter().map(|game| game.form()).zip(places).collect())
    }

    /// Each end as a Left end: a Right end stands for its conjugate.
    fn as_left_ends(&self, ends: Vec<Form>) -> Result<Vec<Form>, Error> {
        let forms = self.forms();
        let as_left = |end: Form| match forms.is_end(end, Player::Left) {
            true => Ok(end),
            false => forms.conjugate(end),
        };
        Ok(ends.into_iter().map(as_left).collect::<Result<_, _>>()?)
    }

    fn family(
        &self,
        text: &str,
        others: &[Form],
        family: &FamilyText,
        id: &str,
    ) -> Result<DeadEndFamily, Error> {
        let expression = family.clone();
        let member = move |forms: &Forms, number: u32| {
            parse_form(forms, &expression.with(number)).map_err(|error| match error {
                ReadError::Exhausted(exhausted) => exhausted,
                ReadError::Parse(_) => forms.budget().exhausted(Limit::Size {
                    of: "the family of ends",
                    asked: number.into(),
                    largest: number.saturating_sub(1).into(),
                }),
            })
        };
        DeadEndFamily::new(self.forms(), Box::new(member), family.numbers, others, id).map_err(|error| {
            match error {
                GeneratorError::NotAnEnd(_) => {
                    let problem = Problem::NotALeftDeadEnd(quoted(&text[family.place.clone()]));
                    ParseError::new(text, family.place.clone(), problem, None).into()
                }
                GeneratorError::Exhausted(exhausted) => exhausted.into(),
            }
        })
    }

    fn setting(&self, text: &str, ends: &Ends, id: &str) -> Result<Arc<dyn Setting>, Error> {
        let forms = self.forms();
        let setting: Result<Arc<dyn Setting>, GeneratorError> = match ends {
            Ends::Listed(list) => FiniteGenerators::new(forms, list, id)
                .map(|generators| Arc::new(Generated::new(forms, generators)) as Arc<dyn Setting>),
            Ends::Family { others, family } => {
                return Ok(Arc::new(Generated::new(forms, self.family(text, others, family, id)?)));
            }
            Ends::Sides([left, right]) => {
                EndSet::new(forms, left, right, id).map(|set| Arc::new(set) as Arc<dyn Setting>)
            }
        };
        Ok(setting?)
    }

    /// The name under which a universe that is given by a rule is kept: its rule, with the games
    /// in ASCII and in structural order.
    fn name_of(&self, ends: &Ends) -> Result<String, Error> {
        let notation = Notation::new(Style::Ascii);
        let list = |ends: &[Form]| {
            let written = self.games(ends).into_iter().map(|game| notation.write(self.forms(), game.form()));
            let mut written = written.collect::<Result<Vec<String>, _>>()?;
            written.dedup();
            Ok::<_, Error>(written.join(","))
        };
        Ok(match ends {
            Ends::Listed(ends) => format!("{GENERATED}({})", list(ends)?),
            Ends::Sides([left, right]) => format!("{END_SET}({} | {})", list(left)?, list(right)?),
            Ends::Family { others, family } => {
                let comma = if others.is_empty() { "" } else { "," };
                format!("{GENERATED}({}{comma}{})", list(others)?, family.written())
            }
        })
    }

    fn registry_mut(&self) -> std::sync::RwLockWriteGuard<'_, crate::registry::Registry> {
        self.registry_lock().write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The forms of a list.
fn forms_of(list: Vec<(Form, Range<usize>)>) -> Vec<Form> {
    list.into_iter().map(|(form, _)| form).collect()
}

/// The name before an opening parenthesis and the place of what it encloses, if the text is such
/// a call.
fn arguments(text: &str) -> Option<(&str, Range<usize>)> {
    let open = text.find('(')?;
    let close = text.trim_end().strip_suffix(')')?.len();
    (open < close).then(|| (text[..open].trim(), open + 1..close))
}

/// The place of a sign outside of all brackets.
fn top_level(text: &str, sign: char) -> Option<usize> {
    let mut depth = 0_usize;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (depth == 0 && c == sign).then_some(at)
    })
}

/// Where the last item of a list begins, and where the word `for` stands in it, if it does.
fn family_place(text: &str) -> Option<(usize, usize)> {
    let mut depth = 0_usize;
    let mut item = 0;
    let mut place = None;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 && place.is_none() => item = at + 1,
            'f' if depth == 0 && is_word(text, at, "for") => place = Some((item, at)),
            _ => {}
        }
    }
    place
}

/// Whether a word, and no longer one, stands at a place.
fn is_word(text: &str, at: usize, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text[at..].starts_with(word)
        && !text[..at].chars().next_back().is_some_and(is_part)
        && !text[at + word.len()..].chars().next().is_some_and(is_part)
}

impl FamilyText {
    /// Reads a dead end with a variable in it, and what is said of the variable after `for`.
    fn read(text: &str, body: Range<usize>, condition: Range<usize>) -> Result<FamilyText, Error> {
        let said: Vec<&str> = text[condition.clone()].split_whitespace().collect();
        let refuse = |place: Range<usize>, expected: &str, found: String| {
            let problem = Problem::Unexpected { expected: expected.to_owned(), found };
            let help = "for example `D([-n 0] for n even)`, with `even`, `odd`, `>= 3` or nothing after n";
            Err(ParseError::new(text, place, problem, Some(help.to_owned())).into())
        };
        let Some((&variable, rest)) = said.split_first() else {
            return refuse(condition, "a variable", "nothing".to_owned());
        };
        let rest = rest.join(" ");
        let least = rest.strip_prefix(">=").and_then(|number| number.trim().parse::<u32>().ok());
        let known = CONDITIONS.iter().find(|(word, _)| *word == rest).map(|(_, numbers)| *numbers);
        let numbers = known.or(least.map(|first| Progression { first, step: 1 }));
        let Some(numbers) = numbers else {
            return refuse(condition, "`even`, `odd` or `>= 3`", format!("`{rest}`"));
        };
        let written = &text[body.clone()];
        let mut pieces = vec![String::new()];
        let mut at = 0;
        while let Some(c) = written[at..].chars().next() {
            if c.is_alphabetic() {
                let is_integer = written[..at].ends_with(['-', '−']) && is_word(written, at, variable);
                if !is_integer {
                    let place = body.start + at..body.start + at + c.len_utf8();
                    return refuse(place, &format!("`-{variable}`, integers and brackets"), format!("`{c}`"));
                }
                pieces.push(String::new());
                at += variable.len();
            } else {
                pieces.last_mut().expect("there is a first piece").push(c);
                at += c.len_utf8();
            }
        }
        if pieces.len() == 1 {
            return refuse(body, &format!("`-{variable}`"), "an end without it".to_owned());
        }
        let place = body.start..body.start + written.trim_end().len();
        Ok(FamilyText { place, pieces, numbers })
    }

    /// The expression with a number for the variable.
    fn with(&self, number: u32) -> String {
        self.pieces.join(&number.to_string())
    }

    /// The family as it can be read again.
    fn written(&self) -> String {
        let body = self.pieces.join("n");
        let named = CONDITIONS.iter().find(|(_, numbers)| *numbers == self.numbers);
        let condition = named.map_or(format!(">= {}", self.numbers.first), |(word, _)| (*word).to_owned());
        format!("{} for n {condition}", body.trim()).trim_end().to_owned()
    }
}

/// The places of what a universe file says.
struct UniverseFile {
    name: Range<usize>,
    ends: Range<usize>,
    /// For each test set: the line, the rank, and the list.
    tests: Vec<(Range<usize>, u32, Range<usize>)>,
}

impl UniverseFile {
    /// The refusal of the name, at the first sign that is not ASCII if there is one: such a sign
    /// can look like a letter that it is not.
    fn bad_name(&self, text: &str, error: &Error) -> Error {
        let name = &text[self.name.clone()];
        let strange = name.char_indices().find(|(_, sign)| !sign.is_ascii());
        let (place, help) = match strange {
            Some((at, sign)) => {
                let start = self.name.start + at;
                let help = format!("this sign is U+{:04X}, and not in ASCII", u32::from(sign));
                (start..start + sign.len_utf8(), help)
            }
            None => (self.name.clone(), "for example `name Evens`".to_owned()),
        };
        ParseError::new(text, place, Problem::Other(error.to_string()), Some(help)).into()
    }

    fn read(text: &str) -> Result<UniverseFile, Error> {
        let (mut name, mut ends, mut tests) = (None, None, Vec::new());
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let written = line.split("-- ").next().unwrap_or(line);
            let from = start + written.len() - written.trim_start().len();
            let place = from..start + written.trim_end().len().max(from - start);
            start += line.len();
            let said = &text[place.clone()];
            let (keyword, rest) = said.split_once(char::is_whitespace).unwrap_or((said, ""));
            let behind = place.end - rest.trim_start().len()..place.end;
            let refuse = |expected: &str| {
                let problem =
                    Problem::Unexpected { expected: expected.to_owned(), found: format!("`{said}`") };
                let help = "a universe file has the lines `name Evens` and `ends [-n 0] for n even`";
                Err(ParseError::new(text, place.clone(), problem, Some(help.to_owned())).into())
            };
            match keyword {
                "" => {}
                "name" if name.is_none() => name = Some(behind),
                "ends" if ends.is_none() => ends = Some(behind),
                "tests" => {
                    let colon = rest.find(':').and_then(|at| Some((rest[..at].trim().parse().ok()?, at)));
                    let Some((rank, at)) = colon else { return refuse("`tests 2: 0, [-1 0]`") };
                    tests.push((place.clone(), rank, place.end - rest.len() + at + 1..place.end));
                }
                _ => return refuse("`name`, `ends` once each, or `tests`"),
            }
        }
        let missing = |what: &str| {
            let problem =
                Problem::Unexpected { expected: what.to_owned(), found: "the end of the text".to_owned() };
            let end = text.trim_end().len();
            Error::from(ParseError::new(text, end..end, problem, None))
        };
        Ok(UniverseFile {
            name: name.ok_or_else(|| missing("a line `name …`"))?,
            ends: ends.ok_or_else(|| missing("a line `ends …`"))?,
            tests,
        })
    }
}
