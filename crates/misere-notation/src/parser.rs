//! The grammar of forms, read with an explicit stack.

mod definitions;
mod refusal;
mod stack;

use std::ops::Range;

use misere_core::{Account, Exhausted, Family, Form, Forms, Player, Tombstones};
use rustc_hash::FxHashMap;

use crate::build::Builder;
use crate::calls::{CallError, Calls, NoCalls};
use crate::error::{ParseError, Problem, ReadError, quoted};
use crate::lexer::{FORM_NAME, Kind, Lexer, Token, word};

use definitions::{Definition, split_definitions};
pub(crate) use stack::{Frame, Function, List, Prefix};
use stack::{State, Stone};

/// Reads a form; the notation is described on the front page of this crate.
///
/// Reading takes time linear in the text, apart from the time to build the named forms
/// and sums.
///
/// ```
/// use misere_core::Forms;
/// use misere_notation::parse_form;
/// let forms = Forms::new();
/// let g = parse_form(&forms, "{0||*|-1}")?;
/// assert_eq!(g, parse_form(&forms, "{0|{*|1\u{304}}} + {·|·}")?);
/// # Ok::<(), misere_notation::ReadError>(())
/// ```
///
/// # Errors
/// [`ReadError::Parse`] when the text is not in the notation;
/// [`ReadError::Exhausted`] when the form is too large to build.
pub fn parse_form(forms: &Forms, text: &str) -> Result<Form, ReadError> {
    parse_form_with(forms, text, &NoCalls)
}

/// Reads a form in which calls such as `domineering(2x4)` may stand for games, as
/// `calls` says.
///
/// # Errors
/// The errors of [`parse_form`]; an error in an argument of a call has its place in the
/// whole text.
pub fn parse_form_with(forms: &Forms, text: &str, calls: &dyn Calls) -> Result<Form, ReadError> {
    parse_form_with_holes(forms, text, calls, &[])
}

/// Reads a form in which parts of the text are not notation, but stand for games that are
/// known already. A hole may stand where a term may. Holes are given in the order of the
/// text and do not overlap; a hole that is not where a term begins is ignored.
///
/// ```
/// use misere_core::Forms;
/// use misere_notation::{Hole, NoCalls, parse_form, parse_form_with_holes};
/// let forms = Forms::new();
/// let hole = Hole { span: 1..3, form: forms.nimber(1)? };
/// let g = parse_form_with_holes(&forms, "{g1,0|*}", &NoCalls, &[hole])?;
/// assert_eq!(g, parse_form(&forms, "{*,0|*}")?);
/// # Ok::<(), misere_notation::ReadError>(())
/// ```
///
/// # Errors
/// The errors of [`parse_form_with`].
pub fn parse_form_with_holes(
    forms: &Forms,
    text: &str,
    calls: &dyn Calls,
    holes: &[Hole],
) -> Result<Form, ReadError> {
    let (body, definitions) = split_definitions(text)?;
    let mut names = FxHashMap::default();
    let read = |span: Range<usize>, names: &FxHashMap<u64, Form>| {
        let mut lexer = Lexer::new(&text[..span.end]);
        lexer.skip_to(span.start);
        let mut parser = Parser::new(forms, lexer, Frame::Text)?;
        parser.calls = calls;
        parser.holes = holes;
        parser.names = Some(names);
        parser.run()?;
        Ok::<_, ReadError>(parser.values.pop().expect("a text that was read has a value"))
    };
    for Definition { name, body } in definitions {
        let form = read(body, &names)?;
        names.insert(name, form);
    }
    read(body, &names)
}

/// A part of a text that stands for a game the caller knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The bytes of the text, on boundaries of characters.
    pub span: Range<usize>,
    /// The game.
    pub form: Form,
}

/// How deep braces, parentheses, brackets and prefixes may be nested.
const DEEPEST: usize = 1_000_000;

pub(crate) struct Parser<'f, 't> {
    builder: Builder<'f>,
    lexer: Lexer<'t>,
    /// The first token not yet used.
    token: Token,
    /// The end of the last token used.
    end: usize,
    frames: Vec<Frame>,
    /// How many of the frames are nested; bars and sums do not count.
    depth: usize,
    values: Vec<Form>,
    stones: Vec<Stone>,
    /// The memory of frames, values and tombstones.
    account: Account,
    charged: usize,
    pub(crate) calls: &'f dyn Calls,
    pub(crate) holes: &'f [Hole],
    /// The games that F1, F2, … stand for.
    names: Option<&'f FxHashMap<u64, Form>>,
}

impl<'f, 't> Parser<'f, 't> {
    /// A parser for what is left of the text.
    pub(crate) fn new(
        forms: &'f Forms,
        mut lexer: Lexer<'t>,
        mut whole: Frame,
    ) -> Result<Parser<'f, 't>, ParseError> {
        let token = lexer.next()?;
        if let Frame::Generators { item, .. } = &mut whole {
            *item = token.span.start;
        }
        Ok(Parser {
            builder: Builder::new(forms),
            lexer,
            token,
            end: 0,
            frames: vec![whole],
            depth: 0,
            values: Vec::new(),
            stones: Vec::new(),
            account: Account::new(forms.budget().clone()),
            charged: 0,
            calls: &NoCalls,
            holes: &[],
            names: None,
        })
    }

    pub(crate) fn into_values(self) -> Vec<Form> {
        self.values
    }

    pub(crate) fn run(&mut self) -> Result<(), ReadError> {
        let mut state = State::Term;
        while state != State::Done {
            self.stay_within_limits()?;
            state = match state {
                State::Term => self.term()?,
                State::List | State::Element => self.element(state)?,
                State::AfterTerm => self.after_term()?,
                State::AfterStone | State::AfterDot => self.after_element(state)?,
                State::Done => State::Done,
            };
        }
        Ok(())
    }

    /// Looks at the clock, and accounts for lists that are long, before they grow.
    fn stay_within_limits(&mut self) -> Result<(), Exhausted> {
        const FEW: usize = 8;
        /// The memory of a list after the next item. A list that is full is moved to one of twice its
        /// size, and a step adds few items.
        fn bytes<T>(list: &Vec<T>) -> usize {
            let times = if list.capacity() - list.len() < FEW { 3 } else { 1 };
            times * list.capacity() * size_of::<T>()
        }
        let bytes = bytes(&self.frames) + bytes(&self.values) + bytes(&self.stones);
        if bytes > self.charged {
            self.account.charge(bytes - self.charged)?;
            self.charged = bytes;
        }
        let budget = self.account.budget();
        budget.reserve(&mut self.frames, FEW)?;
        budget.reserve(&mut self.values, FEW)?;
        budget.reserve(&mut self.stones, FEW)?;
        budget.step()
    }

    /// The hole that begins with the token.
    fn hole(&self) -> Option<&'f Hole> {
        let start = self.token.span.start;
        self.holes.binary_search_by_key(&start, |hole| hole.span.start).ok().map(|at| &self.holes[at])
    }

    fn starts_a_term(&self) -> bool {
        self.token.kind.starts_a_term() || self.hole().is_some()
    }

    fn term(&mut self) -> Result<State, ReadError> {
        let start = self.token.span.start;
        if let Some(hole) = self.hole() {
            self.lexer.skip_to(hole.span.end);
            return self.value(hole.form);
        }
        match self.token.kind {
            Kind::Integer { size, negative } => {
                let size = i64::try_from(size).map_err(|_| self.problem(Problem::NumberTooLarge, None))?;
                let form = self.builder.integer(if negative { -size } else { size })?;
                self.value(form)
            }
            Kind::Nimber(n) => {
                let form = self.builder.nimber(n)?;
                self.value(form)
            }
            Kind::Copies(count) => self.nest(Frame::Prefix(Prefix::Copies(count)), State::Term),
            Kind::Tilde => self.nest(Frame::Prefix(Prefix::Conjugate), State::Term),
            Kind::PlusMinus => self.nest(Frame::Prefix(Prefix::PlusMinus), State::Term),
            Kind::Plus if self.lexer.skip_minus() => self.nest(Frame::Prefix(Prefix::PlusMinus), State::Term),
            Kind::OpenBrace => {
                // The brace is the last character of `\{`.
                let open = self.token.span.end - 1;
                self.nest(Frame::Brace { open, list: self.list_from_here() }, State::List)
            }
            Kind::StarBrace => {
                let (open, values) = (self.token.span.end - 1, self.values.len());
                let state = self.nest(Frame::Impartial { open, values, item: 0 }, State::Term)?;
                self.start_item();
                Ok(state)
            }
            Kind::Overline => self.nest(Frame::Overline { open: self.token.span.end - 1 }, State::Term),
            Kind::OpenParen => match self.frames.last_mut() {
                Some(top @ Frame::Prefix(Prefix::PlusMinus)) => {
                    *top = Frame::PlusMinusList { open: start, values: self.values.len() };
                    self.advance()?;
                    Ok(State::Term)
                }
                _ => self.nest(Frame::Paren { open: start }, State::Term),
            },
            Kind::OpenBracket => {
                let values = self.values.len();
                self.nest(Frame::Bracket { open: start, values, item: 0, is_list: false }, State::Term)?;
                if self.token.kind == Kind::CloseBracket {
                    let span = start..self.token.span.end;
                    let help = Some("the game without options is written `0`");
                    return Err(self.lexer.error(span, Problem::EmptyBrackets, help).into());
                }
                self.start_item();
                Ok(State::Term)
            }
            Kind::Name => self.name(),
            Kind::Minus => {
                let help = Some("the conjugate of G is written `~G`");
                Err(self.problem(Problem::LoneMinus, help).into())
            }
            Kind::Tombstone(_) => {
                let help = Some("a tombstone stands among the options of a player, as in `{0,■|*}`");
                Err(self.problem(Problem::MisplacedTombstone, help).into())
            }
            _ => Err(self.unexpected("a game").into()),
        }
    }

    /// Takes the token as the start of a nested construct.
    fn nest(&mut self, frame: Frame, next: State) -> Result<State, ReadError> {
        if self.depth == DEEPEST {
            return Err(self.problem(Problem::TooDeep(DEEPEST), None).into());
        }
        self.depth += 1;
        self.frames.push(frame);
        self.advance()?;
        Ok(next)
    }

    /// Takes the token as the last one of a term.
    fn value(&mut self, form: Form) -> Result<State, ReadError> {
        self.values.push(form);
        self.advance()?;
        Ok(State::AfterTerm)
    }

    /// A function or a member of a family.
    fn name(&mut self) -> Result<State, ReadError> {
        let text = self.lexer.text();
        let name = word(&text[self.token.span.clone()]);
        if let Some(&(_, function)) = Function::ALL.iter().find(|(known, _)| *known == name) {
            self.advance()?;
            self.expect(Kind::OpenParen, &format!("`(` after `{name}`"))?;
            let open = self.token.span.start;
            return self.nest(Frame::Call { open, function }, State::Term);
        }
        if name == FORM_NAME
            && let Some(names) = self.names
            && let Some(&form) = self.lexer.index().and_then(|number| names.get(&number))
        {
            return self.value(form);
        }
        let mut letters = name.chars();
        let (Some(family), None) = (letters.next().and_then(Family::from_letter), letters.next()) else {
            return self.call(name);
        };
        let number = match self.lexer.natural()? {
            Some(number) => number,
            None => {
                self.advance()?;
                let what = format!("a natural number or `(` directly after `{name}`");
                self.expect(Kind::OpenParen, &what)?;
                self.advance()?;
                let Kind::Integer { size, negative: false } = self.token.kind else {
                    return Err(self.unexpected("a natural number").into());
                };
                self.advance()?;
                self.expect(Kind::CloseParen, "`)`")?;
                size
            }
        };
        let form = self.builder.member(family, number)?;
        self.value(form)
    }

    /// A name with arguments in parentheses that only [`Calls`] understands.
    fn call(&mut self, name: &'t str) -> Result<State, ReadError> {
        if !self.calls.knows(name) {
            let problem = Problem::UnknownName(quoted(name));
            let help = self.calls.help(name).unwrap_or_else(refusal::known_names);
            return Err(self.problem(problem, Some(&help)).into());
        }
        let text = self.lexer.text();
        let Some(groups) = self.lexer.groups() else {
            let problem =
                Problem::Unexpected { expected: "`)`".to_owned(), found: "the end of the text".to_owned() };
            let end = text.trim_end().len();
            return Err(self.lexer.error(end..end, problem, Some("a parenthesis is not closed")).into());
        };
        if groups.is_empty() {
            self.advance()?;
            return Err(self.ruleset_alone(name).into());
        }
        let arguments: Vec<&str> = groups.iter().map(|group| &text[group.clone()]).collect();
        let form = self.calls.call(self.builder.forms, name, &arguments).map_err(|error| match error {
            CallError::Exhausted(exhausted) => ReadError::Exhausted(exhausted),
            CallError::InArgument { index, error } => {
                let start = groups.get(index).map_or(0, |group| group.start);
                let span = start + error.span.start..start + error.span.end;
                ReadError::Parse(ParseError::new(text, span, error.problem, error.help))
            }
            CallError::Other(message) => {
                ReadError::Parse(self.lexer.error(self.token.span.clone(), Problem::Other(message), None))
            }
        })?;
        self.value(form)
    }

    fn element(&mut self, state: State) -> Result<State, ReadError> {
        match self.token.kind {
            Kind::Tombstone(player) => {
                self.stones.push(Stone { player, span: self.token.span.clone() });
                self.advance()?;
                Ok(State::AfterStone)
            }
            Kind::Dot if state == State::List => {
                self.advance()?;
                Ok(State::AfterDot)
            }
            Kind::Bar(_) if state == State::List => self.after_element(state),
            Kind::CloseBrace if state == State::List && self.after_a_bar() => self.after_element(state),
            _ if self.starts_a_term() => self.term(),
            _ if state == State::Element => Err(self.unexpected("a game or `■`").into()),
            _ if self.after_a_bar() => Err(self.unexpected("a game, `■`, a bar or `}`").into()),
            _ => Err(self.unexpected("a game, `■` or `|`").into()),
        }
    }

    fn after_term(&mut self) -> Result<State, ReadError> {
        while let Some(&Frame::Prefix(prefix)) = self.frames.last() {
            self.close();
            let operand = self.values.pop().expect("a term has a value");
            let form = match prefix {
                Prefix::Conjugate => self.builder.conjugate(operand)?,
                Prefix::PlusMinus => self.builder.plus_minus(&[operand])?,
                Prefix::Copies(count) => self.builder.multiple(count, operand)?,
            };
            self.values.push(form);
        }
        let in_brackets = matches!(self.frames.last(), Some(Frame::Bracket { .. }));
        if self.token.kind == Kind::Plus && !in_brackets {
            if !matches!(self.frames.last(), Some(Frame::Sum { .. })) {
                self.frames.push(Frame::Sum { values: self.values.len() - 1 });
            }
            self.advance()?;
            return Ok(State::Term);
        }
        if let Some(&Frame::Sum { values }) = self.frames.last() {
            self.frames.pop();
            let sum = self.builder.sum(&self.values[values..])?;
            self.replace(values, sum);
        }
        let frame = *self.frames.last().expect("the text is a frame");
        match (frame, self.token.kind) {
            (Frame::Brace { .. } | Frame::Bar { .. }, _) => self.after_element(State::AfterTerm),
            (Frame::Text, Kind::End) => Ok(State::Done),
            (Frame::Paren { .. }, Kind::CloseParen) => {
                self.close();
                self.advance()?;
                Ok(State::AfterTerm)
            }
            (Frame::PlusMinusList { .. }, Kind::Comma) => {
                self.advance()?;
                Ok(State::Term)
            }
            (Frame::PlusMinusList { values, .. }, Kind::CloseParen) => {
                self.close();
                let form = self.builder.plus_minus(&self.values[values..])?;
                self.values.truncate(values);
                self.value(form)
            }
            (Frame::Call { function, .. }, Kind::CloseParen) => self.apply(function),
            (Frame::Overline { .. }, Kind::CloseBrace) => self.apply(Function::Conjugate),
            (Frame::Impartial { values, item, .. }, kind) => self.after_option(values, item, kind),
            (Frame::Bracket { open, values, item, is_list }, kind) => {
                let count = self.values.len() - values;
                match kind {
                    Kind::Comma if is_list || count == 1 => self.next_of_list(),
                    Kind::CloseBracket if is_list || count == 1 => Err(self.list(open, count).into()),
                    _ => self.after_item(values, item, kind),
                }
            }
            (Frame::Generators { item, .. }, kind) => self.after_generator(item, kind),
            _ => Err(self.unexpected_after(State::AfterTerm).into()),
        }
    }

    /// Applies a function to the term before the bracket that ends here.
    fn apply(&mut self, function: Function) -> Result<State, ReadError> {
        self.close();
        let argument = self.values.pop().expect("a term has a value");
        let form = match function {
            Function::Adjoint => self.builder.adjoint(argument)?,
            Function::Conjugate => self.builder.conjugate(argument)?,
            Function::Sharp => self.builder.forms.ordinary(&[], &[argument])?,
        };
        self.value(form)
    }

    /// Goes on after a comma in brackets. The list is refused at its end, so that the message
    /// can state its length.
    fn next_of_list(&mut self) -> Result<State, ReadError> {
        if let Some(Frame::Bracket { is_list, .. }) = self.frames.last_mut() {
            *is_list = true;
        }
        self.advance()?;
        self.start_item();
        Ok(State::Term)
    }

    /// Goes on after an item of the dead-end shorthand.
    fn after_item(&mut self, values: usize, item: usize, kind: Kind) -> Result<State, ReadError> {
        if let Some(Frame::Bracket { is_list: true, .. }) = self.frames.last() {
            return Err(self.unexpected_after(State::AfterTerm).into());
        }
        let form = *self.values.last().expect("an item has a value");
        if !self.builder.forms.is_dead_end(form, Player::Left) {
            return Err(self.not_a_left_dead_end(item).into());
        }
        match kind {
            Kind::CloseBracket => {
                self.close();
                let form = self.builder.forms.ordinary(&[], &self.values[values..])?;
                self.values.truncate(values);
                self.value(form)
            }
            _ if self.token.spaced && self.starts_a_term() => {
                self.start_item();
                Ok(State::Term)
            }
            _ => Err(self.unexpected_after(State::AfterTerm).into()),
        }
    }

    /// Goes on after an option of an impartial game.
    fn after_option(&mut self, values: usize, item: usize, kind: Kind) -> Result<State, ReadError> {
        let form = *self.values.last().expect("an option has a value");
        if !self.builder.forms.is_impartial(form) {
            return Err(self.not_impartial(item).into());
        }
        match kind {
            Kind::CloseBrace => {
                self.close();
                let options = &self.values[values..];
                let form = self.builder.forms.ordinary(options, options)?;
                self.values.truncate(values);
                self.value(form)
            }
            Kind::Comma => {
                self.advance()?;
                self.start_item();
                Ok(State::Term)
            }
            _ => Err(self.unexpected_after(State::AfterTerm).into()),
        }
    }

    /// Makes a generator of a universe a Left end, and goes on after it.
    fn after_generator(&mut self, item: usize, kind: Kind) -> Result<State, ReadError> {
        let form = *self.values.last().expect("a generator has a value");
        let forms = self.builder.forms;
        if !forms.is_ordinary(form) || !Player::BOTH.iter().any(|&player| forms.is_end(form, player)) {
            return Err(self.not_an_end(item).into());
        }
        if !forms.is_end(form, Player::Left) {
            let conjugate = self.builder.conjugate(form)?;
            self.replace(self.values.len() - 1, conjugate);
        }
        match kind {
            Kind::Comma => {
                self.advance()?;
                self.start_item();
                Ok(State::Term)
            }
            Kind::CloseParen => {
                self.advance()?;
                self.expect(Kind::End, "the end of the text")?;
                Ok(State::Done)
            }
            _ => Err(self.unexpected_after(State::AfterTerm).into()),
        }
    }

    /// Goes on after an element of a list in braces, or without one.
    fn after_element(&mut self, state: State) -> Result<State, ReadError> {
        match self.token.kind {
            Kind::Comma if state != State::AfterDot => {
                self.advance()?;
                Ok(State::Element)
            }
            Kind::Bar(length) => {
                self.bar(length)?;
                self.advance()?;
                Ok(State::List)
            }
            Kind::CloseBrace if self.after_a_bar() => {
                while self.after_a_bar() {
                    self.reduce_bar()?;
                }
                self.close();
                self.advance()?;
                Ok(State::AfterTerm)
            }
            _ => Err(self.unexpected_after(state).into()),
        }
    }

    /// Reads a bar, which takes what the shorter bars before it have separated.
    fn bar(&mut self, length: usize) -> Result<(), ReadError> {
        while let Some(&Frame::Bar { length: before, .. }) = self.frames.last()
            && before <= length
        {
            if before == length {
                return Err(self.problem(Problem::EqualBars, None).into());
            }
            self.reduce_bar()?;
        }
        let list = self.current_list();
        self.check_stones(&self.stones[list.stones..], Player::Left)?;
        self.frames.push(Frame::Bar { length, list: self.list_from_here() });
        Ok(())
    }

    /// Replaces the lists on both sides of the last bar by the form they make.
    fn reduce_bar(&mut self) -> Result<(), ReadError> {
        let right = self.current_list();
        self.frames.pop();
        let left = self.current_list();
        let right_stones = &self.stones[right.stones..];
        self.check_stones(right_stones, Player::Right)?;
        let tombstones = Tombstones::new(right.stones > left.stones, !right_stones.is_empty());
        let (left_options, right_options) = self.values[left.values..].split_at(right.values - left.values);
        let form = self.builder.forms.make(left_options, right_options, tombstones)?;
        self.stones.truncate(left.stones);
        self.replace(left.values, form);
        Ok(())
    }

    /// Refuses marked tombstones that do not stand among the options of their player.
    fn check_stones(&self, stones: &[Stone], side: Player) -> Result<(), ParseError> {
        match stones.iter().find(|stone| stone.player == Some(side.opponent())) {
            None => Ok(()),
            Some(stone) => {
                let problem = Problem::WrongTombstone(side.opponent());
                Err(self.lexer.error(stone.span.clone(), problem, None))
            }
        }
    }

    fn current_list(&self) -> List {
        match self.frames.last() {
            Some(&(Frame::Brace { list, .. } | Frame::Bar { list, .. })) => list,
            _ => unreachable!("a bar stands directly in braces"),
        }
    }

    fn list_from_here(&self) -> List {
        List { values: self.values.len(), stones: self.stones.len() }
    }

    fn after_a_bar(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Bar { .. }))
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.frames.pop();
    }

    /// Replaces all values from this place on by one value.
    fn replace(&mut self, from: usize, value: Form) {
        self.values.truncate(from);
        self.values.push(value);
    }

    fn start_item(&mut self) {
        if let Some(
            Frame::Bracket { item, .. } | Frame::Impartial { item, .. } | Frame::Generators { item, .. },
        ) = self.frames.last_mut()
        {
            *item = self.token.span.start;
        }
    }

    fn advance(&mut self) -> Result<(), ParseError> {
        // The position of the lexer, since `+-` and `W3` go on after the token.
        self.end = self.lexer.position();
        self.token = self.lexer.next()?;
        Ok(())
    }

    fn expect(&self, kind: Kind, expected: &str) -> Result<(), ParseError> {
        if self.token.kind == kind { Ok(()) } else { Err(self.unexpected(expected)) }
    }
}

impl Kind {
    fn starts_a_term(self) -> bool {
        let is_number = matches!(self, Kind::Integer { .. } | Kind::Copies(_) | Kind::Nimber(_));
        let is_prefix = matches!(self, Kind::Tilde | Kind::PlusMinus | Kind::Plus | Kind::Minus);
        let is_brace = matches!(self, Kind::OpenBrace | Kind::StarBrace | Kind::Overline);
        let is_open = is_brace || matches!(self, Kind::OpenParen | Kind::OpenBracket);
        is_number || is_prefix || is_open || self == Kind::Name
    }
}
