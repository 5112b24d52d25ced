//! Rulesets as text: a game on a board is its patterns.

mod bitboard;
mod ending;
mod exchange;
mod file;
mod layout;
mod moves;
mod regions;

use std::sync::{Arc, PoisonError, RwLock};

use misere_core::{Account, Budget, Exhausted, Limits, Player};
use misere_notation::{AnyUniverse, ParseError, UniverseNames};
use rustc_hash::FxHashMap;

pub use file::RulesFileError;

use self::exchange::Exchange;
use self::layout::{Image, KindTable, Kinds, Layout};
use self::moves::Move;
use self::regions::regions;
use crate::grid::{Alphabet, Grid, Symmetry};
use crate::identity::rules_file_identity;
use crate::ruleset::{Appearance, Description, Position, Ruleset};

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
    /// The rules file.
    text: String,
    moves: Vec<Move>,
    /// The characters of cells, in the order in which they are shown.
    alphabet: Vec<u8>,
    tile: Option<Grid>,
    /// The symmetries that keep the set of moves, besides the identity.
    symmetries: Vec<Symmetry>,
    exchange: Option<Exchange>,
    proved_to_end: bool,
    kinds: KindTable,
    /// The layouts used so far, by the two sides of a board.
    layouts: RwLock<FxHashMap<[u8; 2], Arc<Layout>>>,
    /// The memory of the moves, charged as long as they exist.
    _account: Account,
}

impl Rewriting {
    /// Reads a rules file. `name` is the name of the game if the text does not give one; the
    /// universe that the file claims may have any name.
    ///
    /// # Errors
    /// [`RulesFileError`] when the text is not a rules file, or when play by these
    /// rules need not end.
    pub fn read(name: &str, text: &str) -> Result<Rewriting, RulesFileError> {
        Rewriting::read_with(name, text, &AnyUniverse)
    }

    /// Reads a rules file, which may claim a universe of the given names only.
    ///
    /// # Errors
    /// The errors of [`Rewriting::read`], and [`RulesFileError`] for other names.
    pub fn read_with(
        name: &str,
        text: &str,
        universes: &dyn UniverseNames,
    ) -> Result<Rewriting, RulesFileError> {
        let limitless = Budget::new(Limits { memory_bytes: u64::MAX, time: None });
        Rewriting::read_within(name, text, universes, &Arc::new(limitless))
    }

    /// Reads a rules file, which may claim a universe of the given names only, within a budget.
    ///
    /// # Errors
    /// The errors of [`Rewriting::read_with`], and [`RulesFileError::Exhausted`].
    pub fn read_within(
        name: &str,
        text: &str,
        universes: &dyn UniverseNames,
        budget: &Arc<Budget>,
    ) -> Result<Rewriting, RulesFileError> {
        file::read(name, text, universes, Account::new(budget.clone()))
    }

    /// Whether play was proved to end on every board. Without a proof, positions are watched
    /// while they are explored.
    #[must_use]
    pub fn is_proved_to_end(&self) -> bool {
        self.proved_to_end
    }

    fn with_moves(
        description: Description,
        text: &str,
        mut moves: Vec<Move>,
        alphabet: Vec<u8>,
        tile: Option<Grid>,
        proved_to_end: bool,
        account: Account,
    ) -> Result<Rewriting, Exhausted> {
        moves.sort_unstable();
        moves.dedup();
        let mut symmetries = Vec::new();
        for symmetry in Symmetry::all().skip(1) {
            account.budget().steps(moves.len())?;
            let mut images: Vec<Move> = moves.iter().map(|m| m.image(symmetry)).collect();
            images.sort_unstable();
            if images == moves {
                symmetries.push(symmetry);
            }
        }
        let exchange = exchange::find(&moves, &alphabet, account.budget())?;
        let kinds = KindTable::new(&alphabet);
        let layouts = RwLock::default();
        account.charge(text.len())?;
        let text = text.to_owned();
        Ok(Rewriting {
            description,
            text,
            moves,
            alphabet,
            tile,
            symmetries,
            exchange,
            proved_to_end,
            kinds,
            layouts,
            _account: account,
        })
    }

    fn layout(&self, sides: [u8; 2]) -> Arc<Layout> {
        if let Some(known) = self.layouts.read().unwrap_or_else(PoisonError::into_inner).get(&sides) {
            return known.clone();
        }
        let [height, width] = sides.map(usize::from);
        let exchange = self.exchange.as_ref().map(|exchange| exchange.symmetry);
        let layout =
            Arc::new(Layout::new(height, width, &self.moves, &self.kinds, &self.symmetries, exchange));
        self.layouts.write().unwrap_or_else(PoisonError::into_inner).insert(sides, layout.clone());
        layout
    }

    fn kinds_of(&self, cells: &[u8]) -> Vec<Kinds> {
        cells.iter().map(|&cell| self.kinds.of(cell)).collect()
    }
}

impl Ruleset for Rewriting {
    fn description(&self) -> &Description {
        &self.description
    }

    fn identity(&self) -> Option<String> {
        Some(rules_file_identity(&self.text))
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

    fn appearance(&self, position: &Position) -> Option<Appearance> {
        Some(Appearance::Board(self.draw(position)))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let (sides, cells) = split(position);
        let (layout, kinds) = (self.layout(sides), self.kinds_of(cells));
        let mut found = Vec::new();
        for placement in layout.placements.iter().filter(|p| p.player == player) {
            if layout.cells_fit(placement, &kinds) && layout.is_allowed(placement, &kinds) {
                let mut after = position.bytes().to_vec();
                for spot in layout.spots(placement) {
                    after[sides.len() + usize::from(spot.cell)] = spot.after_cell;
                }
                found.push(Position::new(after));
            }
        }
        found
    }

    fn components(&self, position: &Position) -> Vec<Position> {
        let (sides, cells) = split(position);
        let layout = self.layout(sides);
        let parts = match &layout.bits {
            Some(bits) => bits.regions(cells, &self.kinds),
            None => regions(&layout, cells, &self.kinds_of(cells), usize::from(sides[1])),
        };
        parts.into_iter().map(Position::new).collect()
    }

    fn canonical(&self, position: Position) -> Position {
        let (sides, cells) = split(&position);
        let layout = self.layout(sides);
        let mut least: Option<&Image> = None;
        for image in &layout.images {
            let is_less = match least {
                None => image_bytes(image, cells).lt(position.bytes().iter().copied()),
                Some(other) => image_bytes(image, cells).lt(image_bytes(other, cells)),
            };
            if is_less {
                least = Some(image);
            }
        }
        match least {
            None => position,
            Some(image) => Position::new(image_bytes(image, cells).collect()),
        }
    }

    fn symmetric(&self, position: &Position) -> Vec<Position> {
        let (sides, cells) = split(position);
        let layout = self.layout(sides);
        layout.images.iter().map(|image| Position::new(image_bytes(image, cells).collect())).collect()
    }

    fn exchanged(&self, position: &Position) -> Option<Position> {
        let (sides, cells) = split(position);
        let Exchange { cells: map, .. } = self.exchange.as_ref()?;
        let layout = self.layout(sides);
        let mut exchanged: Vec<u8> = image_bytes(layout.exchange.as_ref()?, cells).collect();
        exchanged[sides.len()..].iter_mut().for_each(|cell| *cell = map[usize::from(*cell)]);
        Some(Position::new(exchanged))
    }
}

impl Rewriting {
    /// The components found without bitboards, for comparison.
    #[doc(hidden)]
    #[must_use]
    pub fn components_one_by_one(&self, position: &Position) -> Vec<Position> {
        let (sides, cells) = split(position);
        let parts = regions(&self.layout(sides), cells, &self.kinds_of(cells), usize::from(sides[1]));
        parts.into_iter().map(Position::new).collect()
    }
}

/// The position that a symmetry makes of these cells.
fn image_bytes<'a>(image: &'a Image, cells: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
    let (sides, from) = image;
    sides.iter().copied().chain(from.iter().map(|&cell| cells[usize::from(cell)]))
}

/// The sides of the board, and its cells.
fn split(position: &Position) -> ([u8; 2], &[u8]) {
    let [height, width, cells @ ..] = position.bytes() else { panic!("a board has two sides") };
    ([*height, *width], cells)
}
