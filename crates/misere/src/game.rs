//! The user's handle on a game.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Add;

use misere_core::{Exhausted, Form, Limit, Outcome, Player, Tombstones};
#[cfg(feature = "pictures")]
use misere_draw::{Scene, TreeStyle, draw_tree, tree_text};
use misere_notation::{Notation, Style};
use num_bigint::BigUint;

use crate::error::Error;
use crate::workspace::Workspace;

/// A game: a form together with the workspace it lives in.
///
/// `==` means the same tree in the same workspace. There is no order on games: games are
/// compared *modulo* a universe, with a [`Modulus`](crate::Modulus).
///
/// ```
/// use misere::{Outcome, Player, Workspace};
/// let work = Workspace::new();
/// let g = work.game("{0,*|*}")?;
/// assert_eq!(g.to_string(), "{0,*|*}");
/// assert_eq!(g.outcome(), Outcome::N);
/// assert_eq!(g.options(Player::Left), [work.game("0")?, work.game("*")?]);
/// assert_eq!((&g + &g.conjugate()?)?, work.game("{0,*|*} + {*|0,*}")?);
/// # Ok::<(), misere::Error>(())
/// ```
#[derive(Clone)]
pub struct Game {
    form: Form,
    work: Workspace,
}

impl Game {
    pub(crate) fn new(work: &Workspace, form: Form) -> Game {
        Game { form, work: work.clone() }
    }

    /// The workspace of the game.
    #[must_use]
    pub fn workspace(&self) -> &Workspace {
        &self.work
    }

    /// The handle in the store of the workspace, for programs that use
    /// [`misere::core`](crate::core) beside the workspace.
    #[must_use]
    pub fn form(&self) -> Form {
        self.form
    }

    /// Who wins misère play.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        self.work.forms().outcome(self.form)
    }

    /// Who wins normal play; `None` if the game has tombstones.
    #[must_use]
    pub fn normal_outcome(&self) -> Option<Outcome> {
        self.work.forms().normal_outcome(self.form)
    }

    /// The games that a player can move to, in the order in which they are written.
    #[must_use]
    pub fn options(&self, player: Player) -> Vec<Game> {
        self.work.games(self.work.forms().options(self.form, player))
    }

    /// The players' tombstones.
    #[must_use]
    pub fn tombstones(&self) -> Tombstones {
        self.work.forms().tombstones(self.form)
    }

    /// All games that can occur in the play of this game, the game itself among them.
    #[must_use]
    pub fn followers(&self) -> Vec<Game> {
        self.work.games(&self.work.forms().followers(self.form))
    }

    /// The rank, also called formal birthday: the largest number of moves in a play.
    #[must_use]
    pub fn rank(&self) -> u32 {
        self.work.forms().rank(self.form)
    }

    /// The number of edges of the game tree, a tombstone being one edge.
    pub fn tree_edges(&self) -> Result<BigUint, Error> {
        Ok(self.work.forms().tree_edges(self.form)?)
    }

    /// The game with the players exchanged.
    pub fn conjugate(&self) -> Result<Game, Error> {
        Ok(Game::new(&self.work, self.work.forms().conjugate(self.form)?))
    }

    /// The adjoint: the previous player wins its sum with the game.
    pub fn adjoint(&self) -> Result<Game, Error> {
        Ok(Game::new(&self.work, self.work.forms().adjoint(self.form)?))
    }

    /// The sum of this many copies of the game.
    pub fn multiple(&self, count: u64) -> Result<Game, Error> {
        Ok(Game::new(&self.work, self.work.forms().multiple(count, self.form)?))
    }

    /// The game stopped after this many moves.
    pub fn truncate(&self, moves: u32) -> Result<Game, Error> {
        Ok(Game::new(&self.work, self.work.forms().truncate(self.form, moves)?))
    }

    /// The game as text.
    pub fn write(&self, style: Style) -> Result<String, Error> {
        Ok(self.work.notation(style).write(self.work.forms(), self.form)?)
    }

    /// The game as lines of text: the game, and below it what the names stand for that a long
    /// game has for its parts that occur more than once. The lines read back as the game.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when the text is too long to be written.
    pub fn lines(&self, style: Style) -> Result<Vec<String>, Error> {
        let written = self.work.write_with_names(std::slice::from_ref(self), style)?;
        let mut lines = written.texts;
        lines.extend(written.definitions.lines().map(str::to_owned));
        Ok(lines)
    }

    /// The game as text, or `None` if the text is too long to be written.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached.
    pub(crate) fn write_if_short(&self, style: Style) -> Result<Option<String>, Error> {
        match self.write(style) {
            Ok(text) => Ok(Some(text)),
            Err(Error::Exhausted(Exhausted { limit: Limit::Text(_), .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The game as text, or `None` if the text takes more than `max_bytes` bytes.
    #[must_use]
    pub fn write_within(&self, style: Style, max_bytes: usize) -> Option<String> {
        Notation { max_bytes, ..self.work.notation(style) }.write(self.work.forms(), self.form).ok()
    }
}

#[cfg(feature = "pictures")]
impl Game {
    /// A picture of the game tree.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached.
    pub fn draw(&self, style: &TreeStyle) -> Result<Scene, Error> {
        Ok(draw_tree(self.work.forms(), self.form, style)?)
    }

    /// The game tree drawn with characters.
    ///
    /// # Errors
    /// [`Error::Exhausted`] when a limit was reached.
    pub fn draw_text(&self, style: &TreeStyle) -> Result<String, Error> {
        Ok(tree_text(self.work.forms(), self.form, style)?)
    }
}

/// The disjunctive sum. Adding games of different workspaces is an error.
impl Add for &Game {
    type Output = Result<Game, Error>;

    fn add(self, other: &Game) -> Result<Game, Error> {
        let h = self.work.own(other)?;
        Ok(Game::new(&self.work, self.work.forms().sum(self.form, h)?))
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.form == other.form && self.work.is(&other.work)
    }
}

impl Eq for Game {}

impl Hash for Game {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.form.hash(state);
    }
}

/// The game as the papers write it, or its size if the text is too long to be written.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.write(Style::Unicode) {
            Ok(text) => f.pad(&text),
            Err(_) => match self.tree_edges() {
                Ok(edges) => write!(f, "(a game with {edges} edges, too long to be written)"),
                Err(_) => write!(f, "(a game of rank {}, too long to be written)", self.rank()),
            },
        }
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 200;
        match self.write_within(Style::Unicode, SHOWN) {
            Some(text) => write!(f, "Game({text})"),
            None => write!(f, "Game(of rank {})", self.rank()),
        }
    }
}
