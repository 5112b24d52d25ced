//! Rulesets as text: a game on a board is its patterns.

mod ending;
mod file;
mod moves;
mod regions;

use misere_core::Player;
use misere_notation::ParseError;

pub use file::RulesFileError;

use self::moves::Move;
use self::regions::regions;
use crate::grid::{Alphabet, Grid, Symmetry};
use crate::ruleset::{Description, Position, Ruleset};

/// A game on a rectangular board whose moves replace patterns of cells.
///
/// ```
/// use misere_rulesets::{Rewriting, Ruleset};
/// let clobber = Rewriting::read("clobber", "
///     left  xo -> .x  turned
///     right as left, exchanging x and o
/// ")?;
/// let board = clobber.read("xo/.x")?;
/// let options = clobber.options(&board, misere_core::Player::Left);
/// assert_eq!(options.iter().map(|o| clobber.write(o)).collect::<Vec<_>>(), [".x/.x", "xx/.."]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rewriting {
    description: Description,
    moves: Vec<Move>,
    /// The characters of cells, in the order in which they are shown.
    alphabet: Vec<u8>,
    tile: Option<Grid>,
    /// What leaves the set of moves as it is, besides doing nothing.
    symmetries: Vec<Symmetry>,
    proved_to_end: bool,
}

impl Rewriting {
    /// Reads a rules file. `name` is what the game is called if the text does not
    /// say.
    ///
    /// # Errors
    /// [`RulesFileError`] when the text is not a rules file, or when play by these
    /// rules need not end.
    pub fn read(name: &str, text: &str) -> Result<Rewriting, RulesFileError> {
        file::read(name, text)
    }

    /// Whether play was proved to end on every board. If not, positions are watched
    /// while they are explored.
    #[must_use]
    pub fn is_proved_to_end(&self) -> bool {
        self.proved_to_end
    }

    fn with_moves(
        description: Description,
        mut moves: Vec<Move>,
        alphabet: Vec<u8>,
        tile: Option<Grid>,
        proved_to_end: bool,
    ) -> Rewriting {
        moves.sort_unstable();
        moves.dedup();
        let keeps = |symmetry: &Symmetry| {
            let mut images: Vec<Move> = moves.iter().map(|m| m.image(*symmetry)).collect();
            images.sort_unstable();
            images == moves
        };
        let symmetries = Symmetry::all().filter(|&s| s != Symmetry::IDENTITY).filter(keeps).collect();
        Rewriting { description, moves, alphabet, tile, symmetries, proved_to_end }
    }
}

impl Ruleset for Rewriting {
    fn description(&self) -> &Description {
        &self.description
    }

    fn read(&self, text: &str) -> Result<Position, ParseError> {
        let alphabet = Alphabet { cells: &self.alphabet, tile: self.tile.as_ref() };
        Ok(Grid::read(text, alphabet)?.to_position())
    }

    fn write(&self, position: &Position) -> String {
        Grid::from_position(position).write("/")
    }

    fn draw(&self, position: &Position) -> String {
        Grid::from_position(position).write("\n")
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let grid = Grid::from_position(position);
        let mut found = Vec::new();
        for ((row, column), cell) in grid.places() {
            let place = (row as isize, column as isize);
            for m in self.moves.iter().filter(|m| m.player == player && m.cells[0].before == cell) {
                if m.fits(&grid, place) {
                    found.push(m.made(&grid, place).to_position());
                }
            }
        }
        found
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        let grid = Grid::from_position(position);
        regions(&grid, &self.moves).iter().map(|part| part.trimmed().to_position()).collect()
    }

    fn symmetric(&self, position: &Position) -> Vec<Position> {
        let grid = Grid::from_position(position);
        self.symmetries.iter().map(|&symmetry| grid.image(symmetry).to_position()).collect()
    }
}
