//! Statements in words: the one place that knows what a claim says.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use crate::certificate::{Certificate, NodeNumber, Statement, UniverseName};
use crate::limits::{Meter, Unmetered};
use crate::player::Player;
use crate::rejection::Rejection;
use crate::shapes::{Called, ROOM, Shapes};
use crate::tree::Class;

/// The number of characters of definitions after which forms longer than [`LITTLE_ROOM`]
/// are named, so that a text is not many times as long as the certificate.
const LONG: usize = 2_000;
const LITTLE_ROOM: usize = 12;

/// A statement as a person would write it, such as `{0,*|*} ≥ 0 modulo D`, with what
/// the names in it stand for. Nothing is left out; the length of the text is at most
/// linear in the nodes and their options, however large the trees are.
///
/// # Errors
/// [`Rejection`] when the nodes of the certificate are not forms, or are too many.
pub fn describe(certificate: &Certificate, statement: &Statement) -> Result<String, Rejection> {
    let words = Words::new(certificate)?;
    Ok(words.with_definitions(words.statement(statement)))
}

/// The signs that statements are written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Script {
    /// The signs `≥`, `■`.
    #[default]
    Unicode,
    /// The signs `>=`, `#`.
    Ascii,
    /// The commands `\ge`, `\blacksquare`: texts to stand in mathematical mode.
    Latex,
}

/// The signs that differ, in Unicode, ASCII and LaTeX.
const SIGNS: [[&str; 3]; 11] = [
    ["≥", ">=", r"\ge"],
    ["≱", "not >=", r"\not\ge"],
    ["≡", "=", r"\equiv"],
    ["≢", "!=", r"\not\equiv"],
    ["{", "{", r"\{"],
    ["|", "|", r" \mid "],
    ["}", "}", r"\}"],
    ["·", "", r"\cdot"],
    ["■", "#", r"\blacksquare"],
    ["Σᴸ", "#", r"\Sigma^L"],
    ["Σᴿ", "#", r"\Sigma^R"],
];

/// The writer of statements about the forms of a certificate.
///
/// Options and generators are written each once and sorted. A form of more than 72
/// characters is called F1, F2, … in the order of first mention (F for form: no family,
/// universe, outcome or player has that letter). [`Words::definitions`] defines the names,
/// in which long forms are named too. A universe with a list of generators of more than 72
/// characters is called U.
pub struct Words<'a> {
    certificate: &'a Certificate,
    script: Script,
    tombstones: [&'static str; 2],
    spell: Box<dyn Fn(NodeNumber) -> Option<String> + 'a>,
    shapes: Shapes<'a>,
    generators: Vec<Class>,
    /// The forms that were named, and their numbers.
    named: RefCell<(Vec<Class>, HashMap<Class, usize>)>,
    universe_is_named: Cell<bool>,
    /// The length from which forms are named.
    room: Cell<usize>,
}

impl<'a> Words<'a> {
    /// The writer in Unicode with the checker's own notation of forms.
    ///
    /// # Errors
    /// [`Rejection`] when the nodes of the certificate are not forms, or are too many.
    pub fn new(certificate: &'a Certificate) -> Result<Words<'a>, Rejection> {
        Words::within(certificate, &Unmetered)
    }

    /// The writer that [`Words::new`] makes, as long as the meter lets it go on.
    ///
    /// # Errors
    /// [`Rejection::NotFinished`] when the meter does not, and those of [`Words::new`].
    pub fn within(certificate: &'a Certificate, meter: &'a dyn Meter) -> Result<Words<'a>, Rejection> {
        let shapes = Shapes::new(certificate, meter)?;
        Ok(Words {
            certificate,
            script: Script::Unicode,
            tombstones: ["■"; 2],
            spell: Box::new(|_| None),
            generators: shapes.list(&certificate.universe.generators),
            shapes,
            named: RefCell::default(),
            universe_is_named: Cell::new(false),
            room: Cell::new(ROOM),
        })
    }

    /// The writer with another notation. A form without names in it is written by `spell`, or
    /// by the checker where `spell` gives `None`; other forms have the given tombstones of
    /// Left and Right: `■`, or `Σᴸ` and `Σᴿ`.
    #[must_use]
    pub fn in_notation(
        self,
        script: Script,
        tombstones: [&'static str; 2],
        spell: impl Fn(NodeNumber) -> Option<String> + 'a,
    ) -> Words<'a> {
        Words { script, tombstones, spell: Box::new(spell), ..self }
    }

    /// The statement in words.
    #[must_use]
    pub fn statement(&self, statement: &Statement) -> String {
        let normal = self.certificate.universe.name == UniverseName::N;
        let modulo = |said: String| match normal {
            true => self.say("% in normal play", &[said]),
            false => self.say("% modulo %", &[said, self.universe()]),
        };
        match *statement {
            Statement::Strong(g, player) => {
                self.say(&format!("% is {player} %-strong"), &[self.form(g), self.universe()])
            }
            Statement::NotStrong(g, player) => {
                self.say(&format!("% is not {player} %-strong"), &[self.form(g), self.universe()])
            }
            Statement::Member(x) => self.say("% is in %", &[self.form(x), self.universe()]),
            Statement::Outcome(g, outcome) => {
                let said = self.say("% has outcome %", &[self.form(g), self.letter(&format!("{outcome:?}"))]);
                if normal { modulo(said) } else { said }
            }
            Statement::Simplest(g, k) => {
                modulo(self.say("% is the simplest form of %", &[self.form(k), self.form(g)]))
            }
            Statement::TestSet(n, ref set) => self.say(
                &format!(
                    "every sum of followers of generators of %, truncated after {n} moves, is % one of %"
                ),
                &[self.universe(), self.sign("≥").to_owned(), self.list(set)],
            ),
            _ => modulo(self.relation(statement)),
        }
    }

    /// The statement in words, without the universe if the statement is a relation.
    #[must_use]
    pub fn relation(&self, statement: &Statement) -> String {
        let related = |g: String, sign, h: &str| format!("{g} {} {h}", self.sign(sign));
        let with_conjugate = |g| format!("{} + {}", self.form(g), self.conjugate(&self.form(g)));
        match *statement {
            Statement::Ge(g, h) => related(self.form(g), "≥", &self.form(h)),
            Statement::NotGe(g, h) => related(self.form(g), "≱", &self.form(h)),
            Statement::Equal(g, h) => related(self.form(g), "≡", &self.form(h)),
            Statement::NotEqual(g, h) => related(self.form(g), "≢", &self.form(h)),
            Statement::Invertible(g) => related(with_conjugate(g), "≡", "0"),
            Statement::NotInvertible(g) => related(with_conjugate(g), "≢", "0"),
            _ => self.statement(statement),
        }
    }

    /// The universe of the certificate.
    #[must_use]
    pub fn universe(&self) -> String {
        let universe = &self.certificate.universe;
        if universe.name != UniverseName::Generated {
            return self.letter(&format!("{:?}", universe.name));
        }
        if !self.shapes.is_long(&self.generators) {
            return self.generated();
        }
        self.universe_is_named.set(true);
        self.letter("U")
    }

    fn generated(&self) -> String {
        format!("{}({})", self.letter("D"), self.listed(&self.generators))
    }

    /// The form of a node, or its name if the form is long; `?` where there is no node.
    #[must_use]
    pub fn form(&self, node: NodeNumber) -> String {
        self.shapes.checker.class(node).map_or_else(|_| "?".to_owned(), |class| self.whole(class))
    }

    /// Some forms, sorted and each once.
    #[must_use]
    pub fn list(&self, nodes: &[NodeNumber]) -> String {
        self.listed(&self.shapes.list(nodes))
    }

    fn listed(&self, classes: &[Class]) -> String {
        classes.iter().map(|&class| self.whole(class)).collect::<Vec<_>>().join(",")
    }

    /// The conjugate of a written form.
    #[must_use]
    pub fn conjugate(&self, written: &str) -> String {
        self.marked("~", r"\overline", written)
    }

    /// A letter with an index.
    #[must_use]
    pub fn indexed(&self, letter: &str, index: usize) -> String {
        format!("{letter}{}", self.marked("", "_", &index.to_string()))
    }

    /// Words with formulas in the place of each `%`.
    #[must_use]
    pub fn say(&self, words: &str, formulas: &[String]) -> String {
        let mut out = String::new();
        for (i, words) in words.split('%').enumerate() {
            out.push_str(i.checked_sub(1).and_then(|i| formulas.get(i)).map_or("", String::as_str));
            if !words.is_empty() {
                out.push_str(&self.marked("", r"\text", words));
            }
        }
        out
    }

    /// All claims of the certificate, with the definitions of the names in them.
    #[must_use]
    pub fn claims(&self) -> String {
        let claims: Vec<String> = self.certificate.claims.iter().map(|claim| self.statement(claim)).collect();
        self.with_definitions(claims.join(&self.say("; ", &[])))
    }

    fn with_definitions(&self, said: String) -> String {
        let definitions = self.definitions();
        if definitions.is_empty() {
            return said;
        }
        self.say("%, where %", &[said, definitions.join(&self.say(", ", &[]))])
    }

    /// The definitions of the names that were used so far, each as `F1 = {…}`.
    #[must_use]
    pub fn definitions(&self) -> Vec<String> {
        let mut definitions = Vec::new();
        if self.universe_is_named.get() {
            definitions.push(format!("{} = {}", self.letter("U"), self.generated()));
        }
        let (mut next, mut length) = (0, 0);
        let named = |number: usize| self.named.borrow().0.get(number).copied();
        while let Some(class) = named(next) {
            next += 1;
            let definition = format!("{} = {}", self.indexed("F", next), self.spelled(class));
            length += definition.len();
            definitions.push(definition);
            self.room.set(if length > LONG { LITTLE_ROOM } else { ROOM });
        }
        self.room.set(ROOM);
        definitions
    }

    /// A form as it stands in a statement.
    fn whole(&self, class: Class) -> String {
        if self.shapes.plain[class.index()] { self.short(class) } else { self.name(class) }
    }

    /// A form as it stands in another form.
    fn short(&self, class: Class) -> String {
        let is_short = self.shapes.width[class.index()] <= self.room.get();
        if is_short { self.spelled(class) } else { self.name(class) }
    }

    fn name(&self, class: Class) -> String {
        let (order, numbers) = &mut *self.named.borrow_mut();
        let number = *numbers.entry(class).or_insert_with(|| {
            order.push(class);
            order.len()
        });
        self.indexed("F", number)
    }

    /// The form by its options, of which the long ones are named. The length of the others
    /// limits the depth of the recursion.
    fn spelled(&self, class: Class) -> String {
        let spelled = self.shapes.node(class).and_then(|node| (self.spell)(node));
        spelled.unwrap_or_else(|| match self.shapes.called[class.index()] {
            Called::Integer(n) => n.to_string(),
            Called::Negative(n) => self.marked("-", r"\overline", &n.to_string()),
            Called::Nimber(1) => "*".to_owned(),
            Called::Nimber(n) => format!("*{n}"),
            Called::Nothing => {
                let [left, right] = Player::BOTH.map(|player| self.side(class, player));
                let [open, bar, close] = ["{", "|", "}"].map(|sign| self.sign(sign));
                if self.shapes.impartial[class.index()] {
                    return format!("*{open}{left}{close}");
                }
                format!("{open}{left}{bar}{right}{close}")
            }
        })
    }

    fn side(&self, class: Class, player: Player) -> String {
        let tree = &self.shapes.checker.tree;
        let options = self.shapes.sorted(tree.options(class, player).to_vec()).into_iter();
        let options = options.map(|option| self.short(option)).collect::<Vec<_>>().join(",");
        let tombstone = self.sign(self.tombstones[player as usize]);
        match (options.as_str(), tree.has_tombstone(class, player)) {
            ("", false) => self.sign("·").to_owned(),
            ("", true) => tombstone.to_owned(),
            (_, false) => options,
            (_, true) => format!("{options},{tombstone}"),
        }
    }

    fn letter(&self, letter: &str) -> String {
        self.marked("", r"\mathcal", letter)
    }

    fn marked(&self, sign: &str, command: &str, text: &str) -> String {
        match self.script {
            Script::Latex => format!("{command}{{{text}}}"),
            Script::Unicode | Script::Ascii => format!("{sign}{text}"),
        }
    }

    fn sign(&self, unicode: &'static str) -> &'static str {
        SIGNS.iter().find(|row| row[0] == unicode).map_or(unicode, |row| row[self.script as usize])
    }
}
