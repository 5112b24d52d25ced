//! Splitting a small board with a bit for each cell: what [`regions`] does placement by
//! placement is done for all places of a move at once.
//!
//! [`regions`]: super::regions::regions

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

use smallvec::SmallVec;

use super::layout::KindTable;
use super::moves::Move;
use crate::grid::Grid;

/// A set of cells. Rows are kept apart by columns that belong to no row, so that a set
/// moved sideways does not run into the next row.
pub(crate) trait Set:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const EMPTY: Self;
    /// The set of the first cell alone.
    const FIRST: Self;
    const BITS: u32;

    /// The number of the first cell of a set that is not empty.
    fn first(self) -> u32;
    /// The number of the last cell of a set that is not empty.
    fn last(self) -> u32;
}

macro_rules! set {
    ($word:ty) => {
        impl Set for $word {
            const EMPTY: $word = 0;
            const FIRST: $word = 1;
            const BITS: u32 = <$word>::BITS;

            #[inline]
            fn first(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn last(self) -> u32 {
                <$word>::BITS - 1 - self.leading_zeros()
            }
        }
    };
}
set!(u64);
set!(u128);

/// Sets by kind or by move, of which there are few.
type Few<S> = SmallVec<[S; 16]>;

/// The moves of a game on boards of one size, which is small.
pub(crate) enum Bitboard {
    Small(Board<u64>),
    Large(Board<u128>),
}

impl Bitboard {
    /// The moves on boards of this size, or `None` if the board is too large.
    pub(crate) fn new(height: usize, width: usize, moves: &[Move], kinds: &KindTable) -> Option<Bitboard> {
        let small = Board::new(height, width, moves, kinds).map(Bitboard::Small);
        small.or_else(|| Board::new(height, width, moves, kinds).map(Bitboard::Large))
    }

    /// The parts of a board, as [`regions`](super::regions::regions) finds them.
    pub(crate) fn regions(&self, cells: &[u8], kinds: &KindTable) -> Vec<Vec<u8>> {
        match self {
            Bitboard::Small(board) => board.regions(cells, kinds),
            Bitboard::Large(board) => board.regions(cells, kinds),
        }
    }
}

pub(crate) struct Board<S> {
    width: usize,
    stride: usize,
    board: S,
    first_row: S,
    kinds: usize,
    moves: Vec<BitMove>,
    readings: Vec<Reading>,
}

/// A move of either player.
#[derive(PartialEq, Eq)]
struct BitMove {
    /// For each cell its distance from the first cell, its kind before, and its kind after.
    cells: Vec<(i32, usize, usize)>,
    around: Vec<i32>,
    /// Kinds of which one must be around (`true`), or none may be.
    conditions: Vec<(bool, Vec<usize>)>,
}

/// A pattern that moves read: the same cells, under the same conditions. The moves of both players in
/// all directions have few different readings, and what belongs together depends on these alone.
struct Reading {
    /// One of the moves that read this.
    example: usize,
    moves: Vec<usize>,
}

/// The readings of moves.
fn readings(moves: &[BitMove]) -> Vec<Reading> {
    let looks_alike = |one: &BitMove, other: &BitMove| {
        one.cells.iter().map(|cell| cell.0).eq(other.cells.iter().map(|cell| cell.0))
            && one.around == other.around
            && one.conditions == other.conditions
    };
    let mut readings: Vec<Reading> = Vec::new();
    for (at, m) in moves.iter().enumerate() {
        match readings.iter_mut().find(|reading| looks_alike(m, &moves[reading.example])) {
            Some(reading) => reading.moves.push(at),
            None => readings.push(Reading { example: at, moves: vec![at] }),
        }
    }
    readings
}

impl<S: Set> Board<S> {
    fn new(height: usize, width: usize, moves: &[Move], kinds: &KindTable) -> Option<Board<S>> {
        let places =
            moves.iter().flat_map(|m| m.cells.iter().map(|c| c.place).chain(m.around.iter().copied()));
        let reach = places.map(|(_, column)| column.unsigned_abs()).max().unwrap_or(0);
        let stride = width + reach;
        // One row more than the board has, so that no distance is as long as the word.
        if (height + 1) * stride > S::BITS as usize {
            return None;
        }
        let distance = |(row, column): (isize, isize)| {
            i32::try_from(row * stride as isize + column).ok().filter(|d| d.unsigned_abs() < S::BITS)
        };
        let mut bit_moves: Vec<BitMove> = Vec::new();
        for m in moves {
            let rewrite = |c: &super::moves::Rewrite| {
                Some((distance(c.place)?, kinds.index(c.before), kinds.index(c.after)))
            };
            let bit_move = BitMove {
                cells: m.cells.iter().map(rewrite).collect::<Option<_>>()?,
                around: m.around.iter().map(|&place| distance(place)).collect::<Option<_>>()?,
                conditions: m
                    .conditions
                    .iter()
                    .map(|c| (c.wanted, c.cells.iter().map(|&cell| kinds.index(cell)).collect()))
                    .collect(),
            };
            if !bit_moves.contains(&bit_move) {
                bit_moves.push(bit_move);
            }
        }
        let first_row = (0..width).fold(S::EMPTY, |row, at| row | only(at));
        let board = (0..height).fold(S::EMPTY, |board, at| board | first_row << (at * stride) as u32);
        let readings = readings(&bit_moves);
        Some(Board { width, stride, board, first_row, kinds: kinds.len(), moves: bit_moves, readings })
    }

    fn regions(&self, cells: &[u8], kinds: &KindTable) -> Vec<Vec<u8>> {
        let mut may_be: Few<S> = SmallVec::from_elem(S::EMPTY, self.kinds);
        // A board without columns has no rows to cut.
        for (row, line) in cells.chunks(self.width.max(1)).enumerate() {
            for (column, &cell) in line.iter().enumerate() {
                let kind = kinds.of(cell);
                if kind != 0 {
                    may_be[kind.trailing_zeros() as usize] |= only(row * self.stride + column);
                }
            }
        }
        let possible = self.possible(&mut may_be);
        let (mut once, mut live) = (S::EMPTY, S::EMPTY);
        for &of_kind in &may_be {
            live |= once & of_kind;
            once |= of_kind;
        }
        let places = |reading: &Reading| {
            let places = reading.moves.iter().fold(S::EMPTY, |all, &at| all | possible[at]);
            (&self.moves[reading.example], places)
        };
        let read: SmallVec<[(&BitMove, S); 8]> =
            self.readings.iter().map(places).filter(|(_, places)| *places != S::EMPTY).collect();
        let mut parts = Vec::new();
        let mut rest = live;
        while rest != S::EMPTY {
            let (own_live, context) = self.part(&may_be, &read, live, only(rest.first() as usize));
            rest &= !own_live;
            let part = self.with_what_forbids(&may_be, &possible, live, own_live | context);
            parts.push(self.cut(part, cells));
        }
        parts
    }

    /// Where each move may ever be made, after letting cells become what moves may make
    /// of them.
    fn possible(&self, may_be: &mut [S]) -> Few<S> {
        let mut possible: Few<S> = SmallVec::from_elem(S::EMPTY, self.moves.len());
        loop {
            let mut grew = false;
            for (m, known) in self.moves.iter().zip(&mut possible) {
                let places = self.fits(m, may_be) & self.allowed(m, may_be);
                if places & !*known == S::EMPTY {
                    continue;
                }
                *known |= places;
                grew = true;
                for &(distance, _, after) in &m.cells {
                    may_be[after] |= shifted(places, distance);
                }
            }
            if !grew {
                return possible;
            }
        }
    }

    /// The places where the cells of a move may be as the move needs them.
    fn fits(&self, m: &BitMove, may_be: &[S]) -> S {
        m.cells
            .iter()
            .fold(self.board, |all, &(distance, before, _)| all & shifted(may_be[before], -distance))
    }

    /// The places where the conditions of a move may be met.
    fn allowed(&self, m: &BitMove, may_be: &[S]) -> S {
        let mut allowed = self.board;
        for (wanted, kinds) in &m.conditions {
            let spoken_of = kinds.iter().fold(S::EMPTY, |all, &kind| all | may_be[kind]);
            if *wanted {
                allowed &=
                    m.around.iter().fold(S::EMPTY, |all, &distance| all | shifted(spoken_of, -distance));
            } else {
                // A cell that changes from one of these kinds to another is in the way as
                // well, but might be of another region, so the move counts as possible.
                let (mut once, mut twice) = (S::EMPTY, S::EMPTY);
                for &of_kind in may_be {
                    twice |= once & of_kind;
                    once |= of_kind;
                }
                let always = spoken_of & !twice;
                allowed &= !m.around.iter().fold(S::EMPTY, |all, &distance| all | shifted(always, -distance));
            }
        }
        allowed
    }

    /// The cells that may be of a kind the conditions of a move speak of.
    fn spoken_of(m: &BitMove, may_be: &[S]) -> S {
        m.conditions.iter().flat_map(|(_, kinds)| kinds).fold(S::EMPTY, |all, &kind| all | may_be[kind])
    }

    /// The live cells that belong together with the live cell `first`, and the other cells
    /// their moves look at, given where what moves look at may be.
    fn part(&self, may_be: &[S], read: &[(&BitMove, S)], live: S, first: S) -> (S, S) {
        let mut own = first;
        let mut context = S::EMPTY;
        loop {
            let mut all = own;
            for &(m, places) in read {
                let mut touched = S::EMPTY;
                for &(distance, ..) in &m.cells {
                    touched |= shifted(all, -distance);
                }
                let matters = if m.around.is_empty() { S::EMPTY } else { Self::spoken_of(m, may_be) };
                for &distance in &m.around {
                    touched |= shifted(all & matters, -distance);
                }
                touched &= places;
                if touched == S::EMPTY {
                    continue;
                }
                let mut reads = S::EMPTY;
                for &(distance, ..) in &m.cells {
                    reads |= shifted(touched, distance);
                }
                for &distance in &m.around {
                    reads |= shifted(touched, distance) & matters;
                }
                all |= reads & live;
                context |= reads & !live & self.board;
            }
            if all == own {
                return (own, context);
            }
            own = all;
        }
    }

    /// A part with the cells that forbid moves in it which would otherwise fit. Added cells
    /// may again let a move fit.
    fn with_what_forbids(&self, may_be: &[S], possible: &[S], live: S, mut part: S) -> S {
        loop {
            let before = part;
            for (m, &places) in self.moves.iter().zip(possible).filter(|(m, _)| !m.conditions.is_empty()) {
                let forbidden = self.fits(m, may_be) & !places;
                let inside = m.cells.iter().fold(forbidden, |all, &(d, ..)| all & shifted(part, -d));
                let around = m.around.iter().fold(S::EMPTY, |all, &distance| all | shifted(inside, distance));
                part |= around & Self::spoken_of(m, may_be) & !live & self.board;
            }
            if part == before {
                return part;
            }
        }
    }

    /// The sides and cells of a part, cut to size.
    fn cut(&self, part: S, cells: &[u8]) -> Vec<u8> {
        let [top, bottom] = [part.first(), part.last()].map(|at| at as usize / self.stride);
        let columns = (top..=bottom).fold(S::EMPTY, |all, row| all | part >> (row * self.stride) as u32);
        // The bits after the first row of the sum of rows belong to other rows.
        let columns = columns & self.first_row;
        let [left, right] = [columns.first(), columns.last()].map(|at| at as usize);
        let mut cut = Vec::with_capacity(2 + (bottom - top + 1) * (right - left + 1));
        cut.extend([(bottom - top + 1) as u8, (right - left + 1) as u8]);
        for row in top..=bottom {
            let line = &cells[row * self.width + left..=row * self.width + right];
            let first = row * self.stride + left;
            cut.extend(
                line.iter()
                    .enumerate()
                    .map(|(at, &cell)| if part & only(first + at) != S::EMPTY { cell } else { Grid::VOID }),
            );
        }
        cut
    }
}

/// The set moved by `distance` towards the end, or towards the beginning if negative.
#[inline]
fn shifted<S: Set>(cells: S, distance: i32) -> S {
    if distance >= 0 { cells << distance.unsigned_abs() } else { cells >> distance.unsigned_abs() }
}

/// The set of one cell.
#[inline]
fn only<S: Set>(at: usize) -> S {
    S::FIRST << at as u32
}
