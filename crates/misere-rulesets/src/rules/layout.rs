//! The moves of a game at all places of a board of one size.

use misere_core::Player;

use super::bitboard::Bitboard;
use super::moves::Move;
use crate::grid::Symmetry;

/// The kinds a cell is, or may be, of: a bit for each kind, in the order of the alphabet.
/// Void is of no kind.
pub(crate) type Kinds = u64;

/// The kinds of cells of a game.
pub(crate) struct KindTable {
    kinds: [Kinds; 256],
    count: usize,
}

impl KindTable {
    /// The most kinds a game may have.
    pub(crate) const MOST: usize = Kinds::BITS as usize;

    pub(crate) fn new(alphabet: &[u8]) -> KindTable {
        let mut table = [0; 256];
        for (at, &cell) in alphabet.iter().enumerate() {
            table[usize::from(cell)] = 1 << at;
        }
        KindTable { kinds: table, count: alphabet.len() }
    }

    /// How many kinds there are.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The number of the kind of a cell that is not void.
    #[inline]
    pub(crate) fn index(&self, cell: u8) -> usize {
        self.of(cell).trailing_zeros() as usize
    }

    #[inline]
    pub(crate) fn of(&self, cell: u8) -> Kinds {
        self.kinds[usize::from(cell)]
    }

    fn of_all(&self, cells: &[u8]) -> Kinds {
        cells.iter().fold(0, |all, &cell| all | self.of(cell))
    }
}

/// All placements of the moves on a board of one size, and where its symmetries take
/// the cells.
pub(crate) struct Layout {
    pub(crate) placements: Vec<Placement>,
    spots: Vec<Spot>,
    around: Vec<u16>,
    /// The images under the symmetries of the game.
    pub(crate) images: Vec<Image>,
    /// The image on which the players may be exchanged.
    pub(crate) exchange: Option<Image>,
    /// The bitboard that splits the board quickly, if the board is small enough.
    pub(crate) bits: Option<Bitboard>,
}

/// The sides of an image of the board, and for each of its cells the cell it comes from.
pub(crate) type Image = ([u8; 2], Vec<u16>);

/// A move at a place.
pub(crate) struct Placement {
    pub(crate) player: Player,
    spots: std::ops::Range<u32>,
    around: std::ops::Range<u32>,
    pub(crate) conditions: Box<[(bool, Kinds)]>,
}

/// A cell of a placement.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) cell: u16,
    pub(crate) after_cell: u8,
    pub(crate) before: Kinds,
    pub(crate) after: Kinds,
}

impl Layout {
    pub(crate) fn new(
        height: usize,
        width: usize,
        moves: &[Move],
        kinds: &KindTable,
        symmetries: &[Symmetry],
        exchange: Option<Symmetry>,
    ) -> Layout {
        let mut layout = Layout {
            placements: Vec::new(),
            spots: Vec::new(),
            around: Vec::new(),
            images: symmetries.iter().map(|&symmetry| image(symmetry, height, width)).collect(),
            exchange: exchange.map(|symmetry| image(symmetry, height, width)),
            bits: Bitboard::new(height, width, moves, kinds),
        };
        let cell = |row: isize, column: isize| {
            let row = usize::try_from(row).ok().filter(|&row| row < height)?;
            let column = usize::try_from(column).ok().filter(|&column| column < width)?;
            u16::try_from(row * width + column).ok()
        };
        for row in 0..height as isize {
            for column in 0..width as isize {
                for m in moves {
                    let spots: Option<Vec<Spot>> = m
                        .cells
                        .iter()
                        .map(|rewrite| {
                            Some(Spot {
                                cell: cell(row + rewrite.place.0, column + rewrite.place.1)?,
                                after_cell: rewrite.after,
                                before: kinds.of(rewrite.before),
                                after: kinds.of(rewrite.after),
                            })
                        })
                        .collect();
                    let Some(spots) = spots else { continue };
                    let around = m.around.iter().filter_map(|p| cell(row + p.0, column + p.1));
                    layout.push(m, spots, around.collect(), kinds);
                }
            }
        }
        layout
    }

    fn push(&mut self, m: &Move, spots: Vec<Spot>, around: Vec<u16>, kinds: &KindTable) {
        let range = |before: usize, after: usize| before as u32..after as u32;
        let spot_range = range(self.spots.len(), self.spots.len() + spots.len());
        let around_range = range(self.around.len(), self.around.len() + around.len());
        self.spots.extend(spots);
        self.around.extend(around);
        self.placements.push(Placement {
            player: m.player,
            spots: spot_range,
            around: around_range,
            conditions: m.conditions.iter().map(|c| (c.wanted, kinds.of_all(&c.cells))).collect(),
        });
    }

    #[inline]
    pub(crate) fn spots(&self, placement: &Placement) -> &[Spot] {
        &self.spots[placement.spots.start as usize..placement.spots.end as usize]
    }

    /// The cells that conditions read.
    #[inline]
    pub(crate) fn around(&self, placement: &Placement) -> &[u16] {
        &self.around[placement.around.start as usize..placement.around.end as usize]
    }

    /// Whether the cells of a placement may be as the move needs them.
    #[inline]
    pub(crate) fn cells_fit(&self, placement: &Placement, may_be: &[Kinds]) -> bool {
        self.spots(placement).iter().all(|spot| may_be[usize::from(spot.cell)] & spot.before != 0)
    }

    /// Whether the conditions of a placement may be met.
    pub(crate) fn is_allowed(&self, placement: &Placement, may_be: &[Kinds]) -> bool {
        placement.conditions.iter().all(|&(wanted, cells)| {
            let mut around = self.around(placement).iter().map(|&cell| may_be[usize::from(cell)]);
            if wanted {
                around.any(|kinds| kinds & cells != 0)
            } else {
                // A cell that changes from one of these kinds to another is in the way as
                // well, but might be of another region, so the move counts as possible.
                !around.any(|kinds| kinds.count_ones() == 1 && kinds & cells != 0)
            }
        })
    }

    /// The kinds that the conditions of a placement speak of.
    pub(crate) fn spoken_of(placement: &Placement) -> Kinds {
        placement.conditions.iter().fold(0, |all, (_, cells)| all | cells)
    }
}

/// The image of a board of this size.
fn image(symmetry: Symmetry, height: usize, width: usize) -> Image {
    let sides = if symmetry.turns.is_multiple_of(2) { [height, width] } else { [width, height] };
    let mut from = vec![0u16; height * width];
    for (at, source) in (0..height * width).map(|at| (at, (at / width, at % width))) {
        let (row, column) = symmetry.apply(source, height, width);
        from[row * sides[1] + column] = at as u16;
    }
    (sides.map(|side| side as u8), from)
}
