//! The parser: tokens into statements.
//!
//! The parser does not read games. It finds where a game ends and which parts of it are
//! names and calls; the notation reads the rest when the expression is evaluated.

mod refusal;

pub(super) use refusal::number_of_arguments;

use std::ops::Range;

use misere_notation::lexer::word as without_font;
use misere_notation::{ParseError, Problem, quoted};

use misere_core::Family;

use super::Loading;
use super::ast::{Clause, Expression, Node, Operator, Statement};
use super::compare::outcome;
use super::functions::find_function;
use super::lexer::{Kind, Token, Tokens};
use super::words::{self, Meaning, is_family};
use crate::registry::takes_generators;

/// How deep expressions may be nested, braces of the notation not counted. The bound,
/// which [`Parser::deeper`] enforces, limits the recursion in parsing and evaluating.
pub(crate) const DEEPEST: usize = 100;

/// How many `for` one list may have.
const MOST_CLAUSES: usize = 8;

pub(crate) struct Parser<'t> {
    text: &'t str,
    tokens: &'t Tokens,
    statement: Range<usize>,
    at: usize,
    depth: usize,
    /// The functions of the user's own, apart from the one that is being defined.
    is_function: &'t dyn Fn(&str) -> bool,
    defined: Option<String>,
    /// The letters of universes and families that are names of games.
    is_name: &'t dyn Fn(&str) -> bool,
    /// The parameters of the function that is defined, and the names of lists around.
    locals: Vec<String>,
    /// The token behind the last token of the statement.
    end: Token,
}

/// A term of a sum.
struct Term {
    node: Node,
    /// Whether the term is a primary without prefixes, which need not be a game.
    is_primary: bool,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(
        text: &'t str,
        tokens: &'t Tokens,
        statement: Range<usize>,
        is_function: &'t dyn Fn(&str) -> bool,
        is_name: &'t dyn Fn(&str) -> bool,
    ) -> Parser<'t> {
        let end = tokens.get(statement.end - 1).span.end;
        let end = Token { kind: Kind::End, span: end..end, spaced: true, partner: None };
        Parser {
            text,
            tokens,
            at: statement.start,
            statement,
            depth: 0,
            is_function,
            defined: None,
            is_name,
            locals: Vec::new(),
            end,
        }
    }

    pub(crate) fn statement(mut self) -> Result<Statement, ParseError> {
        self.tokens.check_brackets(self.text, self.statement.clone())?;
        let start = self.token().span.start;
        if self.take_word("modulo") {
            let universe = self.universe()?;
            self.expect_end()?;
            return Ok(Statement::Modulo { span: self.from(start), universe });
        }
        if self.is_word("load") && self.kind_at(self.at + 1) != Kind::Assign {
            return self.load();
        }
        self.refuse_other_languages()?;
        if self.begins_a_definition() {
            return self.definition();
        }
        let mut name = None;
        if matches!(self.kind(), Kind::Word(_)) && self.kind_at(self.at + 1) == Kind::Assign {
            name = Some(self.new_name()?);
            self.at += 1;
        }
        let node = self.expression()?;
        self.expect_end()?;
        Ok(Statement::Expression { span: self.from(start), name, node })
    }

    /// The statement `load rules "file"` or `load universe "file"`.
    fn load(mut self) -> Result<Statement, ParseError> {
        let start = self.token().span.start;
        self.at += 1;
        let what = Loading::ALL.into_iter().find(|what| self.take_word(what.word()));
        let Some(what) = what.filter(|_| self.kind() == Kind::Text) else {
            let mut error = self.unexpected("`rules` or `universe`, and a file in quotation marks");
            error.help =
                Some("write `load rules \"my.rules\"` or `load universe \"my.universe\"`".to_owned());
            return Err(error);
        };
        let file_span = self.token().span.clone();
        let file = self.text[file_span.start + 1..file_span.end - 1].to_owned();
        self.at += 1;
        self.expect_end()?;
        Ok(Statement::Load { span: self.from(start), what, file, file_span })
    }

    /// Whether the statement begins with `name(…) :=`.
    fn begins_a_definition(&self) -> bool {
        let close = match self.kind_at(self.at + 1) {
            Kind::Open('(') if matches!(self.kind(), Kind::Word(_)) => self.tokens.get(self.at + 1).partner,
            _ => None,
        };
        close.is_some_and(|close| self.kind_at(close + 1) == Kind::Assign)
    }

    /// The statement `name(parameter, …) := expression`.
    fn definition(mut self) -> Result<Statement, ParseError> {
        let start = self.token().span.start;
        let name = self.new_name()?;
        self.at += 1;
        let mut parameters: Vec<String> = Vec::new();
        while self.kind() != Kind::Close(')') {
            let span = self.token().span.clone();
            let parameter = self.new_name()?;
            if parameters.contains(&parameter) {
                let problem = Problem::Other(format!("two parameters are called `{parameter}`"));
                return Err(self.error(span, problem, None));
            }
            parameters.push(parameter);
            match self.kind() {
                Kind::Comma => self.at += 1,
                Kind::Close(')') => {}
                _ => return Err(self.unexpected("`,` or `)`")),
            }
        }
        if parameters.is_empty() {
            let mut error = self.unexpected("the name of a parameter");
            error.help = Some(format!("a value is given a name without parentheses: `{name} := …`"));
            return Err(error);
        }
        self.at += 2;
        self.defined = Some(name.clone());
        self.locals.clone_from(&parameters);
        let body = self.expression()?;
        self.expect_end()?;
        Ok(Statement::Definition { span: self.from(start), name, parameters, body })
    }

    /// A word that may be given a meaning.
    fn new_name(&mut self) -> Result<String, ParseError> {
        if !matches!(self.kind(), Kind::Word(_)) {
            return Err(self.unexpected("a name"));
        }
        let word = self.word();
        let refuse = |message: String, help: &str| {
            Err(self.error(self.token().span.clone(), Problem::Other(message), Some(help)))
        };
        if let Some(what) = words::reserved(word).filter(|_| !words::may_be_a_game(word)) {
            return refuse(
                format!("`{word}` is {what} and cannot be given another meaning"),
                "choose another name, such as `G`",
            );
        }
        if word.contains('-') {
            return refuse(format!("a name has no hyphen: {}", quoted(word)), "write `_` instead");
        }
        self.at += 1;
        Ok(word.to_owned())
    }

    fn expression(&mut self) -> Result<Node, ParseError> {
        self.deeper()?;
        let conjunction = |parser: &mut Self| parser.chain("and", Expression::And, Parser::negation);
        let node = self.chain("or", Expression::Or, conjunction)?;
        self.depth -= 1;
        Ok(node)
    }

    /// Counts a level of nesting, and refuses a level that is too deep.
    fn deeper(&mut self) -> Result<(), ParseError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let help = Some("give a part of it a name");
            return Err(self.error(self.token().span.clone(), Problem::TooDeep(DEEPEST), help));
        }
        Ok(())
    }

    fn chain(
        &mut self,
        word: &str,
        make: fn(Vec<Node>) -> Expression,
        mut part: impl FnMut(&mut Self) -> Result<Node, ParseError>,
    ) -> Result<Node, ParseError> {
        let first = part(self)?;
        if !self.is_word(word) {
            return Ok(first);
        }
        let start = first.span.start;
        let mut parts = vec![first];
        while self.take_word(word) {
            parts.push(part(self)?);
        }
        Ok(self.node(start, make(parts)))
    }

    fn negation(&mut self) -> Result<Node, ParseError> {
        let start = self.token().span.start;
        let mut count = 0;
        while self.take_word("not") {
            count += 1;
        }
        let mut node = self.comparison()?;
        // An even number of `not` counts as two, so that an operand that is not a boolean
        // is still refused.
        let kept = if count == 0 { 0 } else { 2 - count % 2 };
        for _ in 0..kept {
            node = self.node(start, Expression::Not(Box::new(node)));
        }
        Ok(node)
    }

    fn comparison(&mut self) -> Result<Node, ParseError> {
        let left = self.range()?;
        let start = left.span.start;
        let sign_span = self.token().span.clone();
        let mut node = if let Kind::Sign(sign) = self.kind() {
            self.at += 1;
            self.refuse_turned_sign(&sign_span)?;
            let sides = Box::new([left, self.range()?]);
            self.node(start, Expression::Compare { sign, sign_span, sides })
        } else if self.take_word("in") {
            let sides = Box::new([left, self.range()?]);
            self.node(start, Expression::In { sides, modulo: false })
        } else {
            left
        };
        if self.take_word("mod") {
            let universe = self.universe()?;
            if let Expression::In { modulo, .. } = &mut node.expression {
                *modulo = true;
            }
            node = self.node(start, Expression::With(Box::new(node), Box::new(universe)));
        }
        Ok(node)
    }

    fn universe(&mut self) -> Result<Node, ParseError> {
        // A letter after `mod` is the universe, also where the letter is the name of a game.
        if let Kind::Word(Meaning::Universe) = self.token().kind
            && self.kind_at(self.at + 1) != Kind::Open('(')
        {
            let span = self.token().span.clone();
            let word = self.word().to_owned();
            self.at += 1;
            return Ok(Node { span, expression: Expression::Word(word) });
        }
        if let Kind::Word(Meaning::Universe | Meaning::Name) = self.kind() {
            return self.primary();
        }
        let mut error = self.unexpected("a universe");
        error.help = Some(format!("the universes are {}", crate::registry::built_in_words()));
        Err(error)
    }

    fn range(&mut self) -> Result<Node, ParseError> {
        let first = self.sum()?;
        if self.kind() != Kind::Range {
            return Ok(first);
        }
        self.at += 1;
        let start = first.span.start;
        let ends = Box::new([first, self.sum()?]);
        Ok(self.node(start, Expression::Range(ends)))
    }

    /// A sum of games or counts; with a minus or a product, of counts.
    fn sum(&mut self) -> Result<Node, ParseError> {
        let first = self.product()?;
        let start = first.node.span.start;
        let mut rest = Vec::new();
        loop {
            if self.kind() == Kind::Plus {
                self.at += 1;
                rest.push((Operator::Plus, self.product()?));
            } else if self.kind() == Kind::Minus {
                self.at += 1;
                rest.push((Operator::Minus, self.product()?));
            } else if let Some(node) = self.subtracted_integer()? {
                rest.push((Operator::Minus, Term { node, is_primary: true }));
            } else {
                break;
            }
        }
        if rest.is_empty() {
            return Ok(first.node);
        }
        if rest.iter().any(|(operator, _)| *operator == Operator::Minus) {
            let rest = rest.into_iter().map(|(operator, term)| (operator, term.node)).collect();
            return Ok(self.node(start, Expression::Arithmetic { first: Box::new(first.node), rest }));
        }
        let mut is_plain_sum = first.is_primary;
        let mut holes = first.into_holes();
        for (_, term) in rest {
            is_plain_sum &= term.is_primary;
            holes.extend(term.into_holes());
        }
        Ok(self.node(start, Expression::Game { holes, is_plain_sum }))
    }

    /// The number of a minus that was taken for its sign: the 1 of `n-1`. In brackets,
    /// `[n -1]` is a dead end.
    fn subtracted_integer(&mut self) -> Result<Option<Node>, ParseError> {
        let token = self.token();
        let (span, written) = (token.span.clone(), &self.text[token.span.clone()]);
        let digits = match token.kind {
            Kind::Integer if !token.spaced => written.strip_prefix(['-', '−']),
            _ => None,
        };
        let Some(digits) = digits else { return Ok(None) };
        let Ok(number) = digits.parse() else {
            return Err(self.error(span, Problem::NumberTooLarge, None));
        };
        self.at += 1;
        let span = span.end - digits.len()..span.end;
        Ok(Some(Node { span, expression: Expression::Integer(number) }))
    }

    /// A term, or a product of counts. The star of a product is read as a nimber, with the
    /// number that follows.
    fn product(&mut self) -> Result<Term, ParseError> {
        let first = self.term()?;
        let start = first.node.span.start;
        let mut rest = Vec::new();
        while self.kind() == Kind::Nimber {
            let span = self.token().span.clone();
            let star = self.text[span.clone()].chars().next().map_or(0, char::len_utf8);
            let digits = &self.text[span.start + star..span.end];
            if digits.is_empty() {
                self.at += 1;
                if !self.starts_a_term() {
                    self.at -= 1;
                    break;
                }
                rest.push((Operator::Times, self.term()?.node));
            } else {
                let Ok(number) = digits.parse() else { break };
                self.at += 1;
                let factor =
                    Node { span: span.start + star..span.end, expression: Expression::Integer(number) };
                rest.push((Operator::Times, factor));
            }
        }
        if rest.is_empty() {
            return Ok(first);
        }
        let product = Expression::Arithmetic { first: Box::new(first.node), rest };
        Ok(Term { node: self.node(start, product), is_primary: true })
    }

    fn term(&mut self) -> Result<Term, ParseError> {
        let start = self.token().span.start;
        if self.kind() != Kind::Prefix {
            let node = self.primary()?;
            let is_primary = !matches!(node.expression, Expression::Game { is_plain_sum: false, .. });
            return Ok(Term { node, is_primary });
        }
        while self.kind() == Kind::Prefix {
            self.at += 1;
        }
        let mut holes = Vec::new();
        if self.kind() == Kind::Open('(') {
            // The notation has a list after ±.
            self.scan_brackets(&mut holes)?;
        } else {
            let node = self.primary()?;
            holes.extend(Term { node, is_primary: true }.into_holes());
        }
        Ok(Term { node: self.node(start, game(holes)), is_primary: false })
    }

    fn primary(&mut self) -> Result<Node, ParseError> {
        let start = self.token().span.start;
        let node = self.operand()?;
        self.with_what_follows(start, node)
    }

    /// An expression without a field, an index or an operator after it.
    fn operand(&mut self) -> Result<Node, ParseError> {
        let token = self.token().clone();
        let start = token.span.start;
        Ok(match self.kind() {
            Kind::Word(meaning) => self.named(meaning)?,
            Kind::Nimber if self.is_nimber_of_a_number() => {
                self.at += 2;
                let number = Box::new(self.expression()?);
                self.take(Kind::Close(')'), "`)` or an operator")?;
                self.node(start, Expression::Nimber(number))
            }
            Kind::Integer => {
                self.at += 1;
                let written = self.text[token.span].replace('−', "-");
                self.node(start, written.parse().map_or_else(|_| game(Vec::new()), Expression::Integer))
            }
            Kind::Text => {
                self.at += 1;
                let inside = token.span.start + 1..token.span.end - 1;
                let text = self.text[inside].to_owned();
                Node { span: token.span, expression: Expression::Text(text) }
            }
            Kind::Nimber | Kind::Position => {
                self.at += 1;
                Node { span: token.span, expression: game(Vec::new()) }
            }
            Kind::Open('(') => {
                self.at += 1;
                let inner = self.expression()?;
                self.take(Kind::Close(')'), "`)` or an operator")?;
                Node { span: self.from(start), ..inner }
            }
            Kind::Open('[') => self.brackets()?,
            Kind::Open(_) => self.scanned()?,
            Kind::Tombstone => {
                let help = match self.at == self.statement.start && &self.text[token.span.clone()] == "#" {
                    true => "a comment begins with `-- `; `#` is a tombstone, as in `{0,#|*}`",
                    false => "a tombstone stands among the options of a player, as in `{0,■|*}`",
                };
                return Err(self.error(token.span, Problem::MisplacedTombstone, Some(help)));
            }
            Kind::Minus => {
                let help = "the conjugate of G is written `~G`";
                return Err(self.error(token.span, Problem::LoneMinus, Some(help)));
            }
            _ => return Err(self.unexpected_before("an expression")),
        })
    }

    /// The node with the fields, the multiples and the indices that are written after it.
    fn with_what_follows(&mut self, start: usize, mut node: Node) -> Result<Node, ParseError> {
        let depth = self.depth;
        loop {
            if self.kind() == Kind::Field {
                let name_span = self.token().span.start + 1..self.token().span.end;
                let name = self.text[name_span.clone()].to_owned();
                self.at += 1;
                self.deeper()?;
                node = self.node(start, Expression::Field { of: Box::new(node), name, name_span });
                continue;
            }
            if self.kind() == Kind::Copies {
                self.at += 1;
                self.deeper()?;
                let of = Box::new(self.term()?.node);
                node = self.node(start, Expression::Copies { number: Box::new(node), of });
                continue;
            }
            if self.kind() != Kind::Open('[') || self.token().spaced || !can_be_a_list(&node) {
                break;
            }
            self.at += 1;
            let index = self.expression()?;
            self.take(Kind::Close(']'), "`]`")?;
            self.deeper()?;
            node = self.node(start, Expression::Index(Box::new(node), Box::new(index)));
        }
        self.depth = depth;
        Ok(node)
    }

    fn named(&mut self, meaning: Meaning) -> Result<Node, ParseError> {
        let word = self.word();
        let span = self.token().span.clone();
        let start = span.start;
        let has_arguments = self.kind_at(self.at + 1) == Kind::Open('(');
        match meaning {
            Meaning::Function if self.kind_at(self.at + 1) == Kind::Field => self.outcome(word),
            Meaning::Family | Meaning::Universe if self.is_family_of_a_number(self.at) => {
                let family = word.chars().next().and_then(Family::from_letter);
                let family = family.ok_or_else(|| self.unexpected("an expression"))?;
                self.at += 2;
                let number = Box::new(self.expression()?);
                self.take(Kind::Close(')'), "`)` or an operator")?;
                Ok(self.node(start, Expression::Family { family, number }))
            }
            Meaning::Universe if has_arguments && takes_generators(word) => {
                self.at += 1;
                let mut holes = Vec::new();
                self.scan_brackets(&mut holes)?;
                Ok(self.node(start, Expression::Universe { holes }))
            }
            Meaning::Family | Meaning::NotationFunction => self.scanned(),
            // The letter B is a universe and a family.
            Meaning::Universe if has_arguments && is_family(word) => self.scanned(),
            Meaning::Function => self.call(word),
            Meaning::Keyword => Err(self.unexpected("an expression")),
            Meaning::Name
                if has_arguments && ((self.is_function)(word) || self.defined.as_deref() == Some(word)) =>
            {
                self.at += 2;
                let arguments = self.arguments()?;
                Ok(self.node(start, Expression::Apply { name: word.to_owned(), arguments }))
            }
            Meaning::Name if has_arguments && !self.tokens.get(self.at + 1).spaced => {
                let problem = Problem::Other(format!("unknown function {}", quoted(word)));
                let help = match words::similar(word, std::iter::empty()) {
                    _ if refusal::PRINTERS.contains(&word) => refusal::ALONE_IS_PRINTED.to_owned(),
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => "`misere eval --help` lists the functions".to_owned(),
                };
                Err(self.error(span, problem, Some(&help)))
            }
            Meaning::Constant | Meaning::Universe | Meaning::Name => {
                self.at += 1;
                Ok(Node { span, expression: Expression::Word(word.to_owned()) })
            }
        }
    }

    /// An outcome `outcome.L`, which no name of a game hides.
    fn outcome(&mut self, word: &str) -> Result<Node, ParseError> {
        let start = self.token().span.start;
        let field = self.tokens.get(self.at + 1).span.clone();
        let letter = &self.text[field.start + 1..field.end];
        let Some(outcome) = outcome(letter).filter(|_| word == "outcome") else {
            let usage = find_function(word, None).map(|function| function.usage()).unwrap_or_default();
            let problem = Problem::Other(format!("`{word}` is a function, and has no fields"));
            return Err(self.error(
                field,
                problem,
                Some(&format!("write `{usage}`, and the field after it")),
            ));
        };
        self.at += 2;
        Ok(self.node(start, Expression::Outcome(outcome)))
    }

    /// Whether a star is followed by a number in parentheses, as in `*(n)`.
    fn is_nimber_of_a_number(&self) -> bool {
        let (token, next) = (self.token(), self.kind_at(self.at + 1));
        token.span.len() == 1 && next == Kind::Open('(') && !self.tokens.get(self.at + 1).spaced
    }

    /// Whether the letter of a family is followed by a number in parentheses that is not typed, as
    /// in `W(n)`: the notation reads `W(3)`.
    fn is_family_of_a_number(&self, at: usize) -> bool {
        let token = self.tokens.get(at);
        if !is_family(&self.text[token.span.clone()]) || self.kind_at(at + 1) != Kind::Open('(') {
            return false;
        }
        let open = self.tokens.get(at + 1);
        let is_typed = self.kind_at(at + 2) == Kind::Integer && open.partner == Some(at + 3);
        !open.spaced && !is_typed && open.partner.is_some_and(|close| close > at + 2)
    }

    fn call(&mut self, word: &str) -> Result<Node, ParseError> {
        let start = self.token().span.start;
        let missing = |parser: &Self| parser.unexpected("an expression");
        let usage = find_function(word, None).ok_or_else(|| missing(self))?.usage();
        self.at += 1;
        if self.kind() != Kind::Open('(') {
            let mut error = self.unexpected(&format!("`(` after `{word}`"));
            error.help = Some(format!("write `{usage}`"));
            return Err(error);
        }
        self.at += 1;
        let arguments = self.arguments()?;
        let span = self.from(start);
        let function = find_function(word, Some(arguments.len())).ok_or_else(|| missing(self))?;
        let (usage, (least, most)) = (function.usage(), function.arity());
        if !(least..=most).contains(&arguments.len()) {
            let message =
                format!("`{word}` takes {}, not {}", number_of_arguments(least, most), arguments.len());
            return Err(self.error(span, Problem::Other(message), Some(&format!("write `{usage}`"))));
        }
        Ok(Node { span, expression: Expression::Call { function, arguments } })
    }

    /// The arguments of a call, and the closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<Node>, ParseError> {
        let mut arguments = Vec::new();
        if self.kind() != Kind::Close(')') {
            arguments.push(self.expression()?);
            while self.kind() == Kind::Comma {
                self.at += 1;
                arguments.push(self.expression()?);
            }
        }
        self.take(Kind::Close(')'), "`)`, `,` or an operator")?;
        Ok(arguments)
    }

    /// A list, or a dead end of the notation, with blanks between its items.
    fn brackets(&mut self) -> Result<Node, ParseError> {
        let start = self.token().span.start;
        let close = self.closing()?;
        let around = self.locals.len();
        self.locals.extend(self.names_of_lists(close));
        let found = self.items(start, close);
        self.locals.truncate(around);
        found
    }

    /// The names that `for` gives in brackets, which hold before it too.
    fn names_of_lists(&self, close: usize) -> Vec<String> {
        let is_word = |at: usize| matches!(self.kind_at(at), Kind::Word(_));
        let text = |at: usize| without_font(&self.text[self.tokens.get(at).span.clone()]);
        let names = (self.at + 1..close).filter(|&at| is_word(at) && text(at) == "for" && is_word(at + 1));
        names.map(|at| text(at + 1).to_owned()).collect()
    }

    fn items(&mut self, start: usize, close: usize) -> Result<Node, ParseError> {
        self.at += 1;
        let mut items = Vec::new();
        while self.kind() != Kind::Close(']') {
            items.push(self.expression()?);
            match self.kind() {
                Kind::Comma => self.at += 1,
                Kind::Word(_) if self.is_word("for") && items.len() == 1 => {
                    let body = items.pop().map(Box::new).ok_or_else(|| self.unexpected("an expression"))?;
                    let clauses = self.clauses()?;
                    return Ok(self.node(start, Expression::Comprehension { body, clauses }));
                }
                Kind::Close(']') => {}
                _ if items.len() == 1 && self.token().spaced && self.starts_a_term() => {
                    let holes = |node| Term { node, is_primary: true }.into_holes();
                    let mut holes = items.into_iter().flat_map(holes).collect();
                    self.scan_to(close, &mut holes)?;
                    return Ok(self.node(start, game(holes)));
                }
                _ => return Err(self.unexpected_after("`,`, `]`, `for` or an operator")),
            }
        }
        self.at += 1;
        Ok(self.node(start, Expression::List(items)))
    }

    /// The clauses `for name in list if …`, and the closing bracket.
    fn clauses(&mut self) -> Result<Vec<Clause>, ParseError> {
        let mut clauses = Vec::new();
        while self.is_word("for") {
            if clauses.len() == MOST_CLAUSES {
                let message = format!("a list has at most {MOST_CLAUSES} `for`");
                return Err(self.error(self.token().span.clone(), Problem::Other(message), None));
            }
            self.at += 1;
            let name = self.new_name()?;
            if !self.take_word("in") {
                return Err(self.unexpected("`in`"));
            }
            let list = self.expression()?;
            let mut conditions = Vec::new();
            while self.take_word("if") {
                conditions.push(self.expression()?);
            }
            clauses.push(Clause { name, list, conditions });
        }
        self.take(Kind::Close(']'), "`for`, `if`, `]` or an operator")?;
        Ok(clauses)
    }

    /// A game that begins with a bracket, or with a word before a bracket.
    fn scanned(&mut self) -> Result<Node, ParseError> {
        let start = self.token().span.start;
        let mut holes = Vec::new();
        if matches!(self.kind(), Kind::Word(_)) {
            self.at += 1;
        }
        if matches!(self.kind(), Kind::Open(_)) {
            self.scan_brackets(&mut holes)?;
        }
        Ok(self.node(start, game(holes)))
    }

    fn closing(&self) -> Result<usize, ParseError> {
        self.token().partner.ok_or_else(|| self.unexpected("an expression"))
    }

    fn scan_brackets(&mut self, holes: &mut Vec<Node>) -> Result<(), ParseError> {
        let close = self.closing()?;
        self.at += 1;
        self.scan_to(close, holes)
    }

    /// Goes past a closing bracket of the notation, and finds the holes before it.
    /// Brackets in between do not take the stack any deeper.
    fn scan_to(&mut self, close: usize, holes: &mut Vec<Node>) -> Result<(), ParseError> {
        self.deeper()?;
        while self.at < close {
            let is_hole = match self.kind() {
                Kind::Word(Meaning::Name | Meaning::Function) => true,
                Kind::Word(Meaning::Family | Meaning::Universe) => self.is_family_of_a_number(self.at),
                Kind::Nimber => self.is_nimber_of_a_number(),
                _ => false,
            };
            if is_hole {
                holes.push(self.primary()?);
            } else {
                self.at += 1;
            }
        }
        self.depth -= 1;
        self.at = close + 1;
        Ok(())
    }

    fn expect_end(&self) -> Result<(), ParseError> {
        if self.kind() == Kind::End {
            Ok(())
        } else {
            Err(self.unexpected_after("an operator or the end of the statement"))
        }
    }

    fn starts_a_term(&self) -> bool {
        begins_a_term(self.kind())
    }

    fn token(&self) -> &Token {
        if self.at < self.statement.end { self.tokens.get(self.at) } else { &self.end }
    }

    fn kind(&self) -> Kind {
        self.kind_at(self.at)
    }

    /// The kind of a token. The letter of a universe or a family that is the name of a game is a
    /// name, unless arguments follow.
    fn kind_at(&self, at: usize) -> Kind {
        if at >= self.statement.end {
            return Kind::End;
        }
        let token = self.tokens.get(at);
        if let Kind::Word(Meaning::Universe | Meaning::Family) = token.kind {
            let word = &self.text[token.span.clone()];
            let has_arguments = at + 1 < self.statement.end
                && self.tokens.get(at + 1).kind == Kind::Open('(')
                && !self.tokens.get(at + 1).spaced;
            if !has_arguments && (self.locals.iter().any(|local| local == word) || (self.is_name)(word)) {
                return Kind::Word(Meaning::Name);
            }
        }
        token.kind
    }

    fn word(&self) -> &'t str {
        without_font(&self.text[self.token().span.clone()])
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.kind(), Kind::Word(_)) && self.word() == word
    }

    /// Goes past a word if it is next, and says whether it was.
    fn take_word(&mut self, word: &str) -> bool {
        let comes = self.is_word(word);
        self.at += usize::from(comes);
        comes
    }

    /// Goes past a token that must come after a complete expression.
    fn take(&mut self, kind: Kind, expected: &str) -> Result<(), ParseError> {
        if self.kind() != kind {
            return Err(self.unexpected_after(expected));
        }
        self.at += 1;
        Ok(())
    }

    /// The span from a place in the text to the last token that was used.
    fn from(&self, start: usize) -> Range<usize> {
        start..self.tokens.get(self.at - 1).span.end
    }

    fn node(&self, start: usize, expression: Expression) -> Node {
        Node { span: self.from(start), expression }
    }
}

impl Term {
    /// The parts of the term that the notation does not read itself.
    fn into_holes(self) -> Vec<Node> {
        match self.node.expression {
            Expression::Game { holes, is_plain_sum: false } => holes,
            _ => vec![self.node],
        }
    }
}

/// Whether a term may begin with a token of this kind.
fn begins_a_term(kind: Kind) -> bool {
    match kind {
        Kind::Word(meaning) => meaning != Meaning::Keyword,
        Kind::Position | Kind::Integer | Kind::Nimber | Kind::Prefix | Kind::Open(_) => true,
        _ => false,
    }
}

fn game(holes: Vec<Node>) -> Expression {
    Expression::Game { holes, is_plain_sum: false }
}

/// Whether a bracket directly behind the node is an index.
fn can_be_a_list(node: &Node) -> bool {
    !matches!(
        node.expression,
        Expression::Game { .. }
            | Expression::Integer(_)
            | Expression::Text(_)
            | Expression::Universe { .. }
            | Expression::Arithmetic { .. }
    )
}
