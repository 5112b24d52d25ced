//! Two games on boards, just enough to measure the engine on real positions.

use std::collections::HashMap;

use misere_core::{Exhausted, Modulo, Player, Proviso, Value};

/// Rows of cells.
pub(crate) type Board = Vec<Vec<u8>>;

/// Which game is played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Game {
    /// Left puts vertical dominoes, Right horizontal ones, on empty cells `.`.
    Domineering,
    /// Left moves an `x` onto a neighbouring `o`, Right an `o` onto an `x`.
    Clobber,
}

impl Game {
    fn moves(self, board: &Board, player: Player) -> Vec<Board> {
        let mut moves = Vec::new();
        let (own, other) = if player == Player::Left { (b'x', b'o') } else { (b'o', b'x') };
        for r in 0..board.len() {
            for c in 0..board[r].len() {
                for (dr, dc) in [(0, 1), (1, 0)] {
                    let (r2, c2) = (r + dr, c + dc);
                    let Some(&there) = board.get(r2).and_then(|row| row.get(c2)) else { continue };
                    let here = board[r][c];
                    match self {
                        Game::Domineering => {
                            let vertical = dr == 1;
                            if here == b'.' && there == b'.' && vertical == (player == Player::Left) {
                                moves.push(with(board, &[(r, c, b'#'), (r2, c2, b'#')]));
                            }
                        }
                        Game::Clobber => {
                            if (here, there) == (own, other) {
                                moves.push(with(board, &[(r, c, b'.'), (r2, c2, own)]));
                            } else if (here, there) == (other, own) {
                                moves.push(with(board, &[(r, c, own), (r2, c2, b'.')]));
                            }
                        }
                    }
                }
            }
        }
        moves
    }

    /// The parts of a board that cannot influence each other, cut to size.
    fn components(self, board: &Board) -> Vec<Board> {
        let is_live = |cell: u8| match self {
            Game::Domineering => cell == b'.',
            Game::Clobber => cell != b'.',
        };
        let dead = if self == Game::Domineering { b'#' } else { b'.' };
        let mut seen = vec![vec![false; board[0].len()]; board.len()];
        let mut parts = Vec::new();
        for r in 0..board.len() {
            for c in 0..board[0].len() {
                if seen[r][c] || !is_live(board[r][c]) {
                    continue;
                }
                let mut cells = vec![(r, c)];
                seen[r][c] = true;
                let mut next = 0;
                while let Some(&(r, c)) = cells.get(next) {
                    next += 1;
                    let around = [(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)];
                    for (r2, c2) in around {
                        let live = board.get(r2).and_then(|row| row.get(c2)).is_some_and(|&x| is_live(x));
                        if live && !seen[r2][c2] {
                            seen[r2][c2] = true;
                            cells.push((r2, c2));
                        }
                    }
                }
                let rows = cells.iter().map(|x| x.0);
                let columns = cells.iter().map(|x| x.1);
                let (top, left) = (rows.clone().min().unwrap_or(0), columns.clone().min().unwrap_or(0));
                let (height, width) =
                    (rows.max().unwrap_or(0) - top + 1, columns.max().unwrap_or(0) - left + 1);
                let mut part = vec![vec![dead; width]; height];
                for (r, c) in cells {
                    part[r - top][c - left] = board[r][c];
                }
                parts.push(part);
            }
        }
        parts
    }
}

fn with(board: &Board, cells: &[(usize, usize, u8)]) -> Board {
    let mut new = board.clone();
    for &(r, c, cell) in cells {
        new[r][c] = cell;
    }
    new
}

/// The least of the board and its mirror images, which keep vertical vertical.
fn canonical(board: Board) -> Board {
    let flipped = |board: &Board| board.iter().rev().cloned().collect::<Board>();
    let mirrored =
        |board: &Board| board.iter().map(|row| row.iter().rev().copied().collect()).collect::<Board>();
    let (a, b) = (flipped(&board), mirrored(&board));
    let c = mirrored(&a);
    [board, a, b, c].into_iter().min().unwrap_or_default()
}

/// The value of a board. Values of components are added only where the game lies
/// inside the universe; otherwise whole boards are explored.
pub(crate) fn evaluate<P: Proviso>(
    modulo: &Modulo<P>,
    game: Game,
    board: &Board,
    add_components: bool,
) -> Result<Value<P>, Exhausted> {
    Evaluator { modulo, game, add_components, known: HashMap::new() }.value(board)
}

struct Evaluator<'a, P: Proviso> {
    modulo: &'a Modulo<P>,
    game: Game,
    add_components: bool,
    known: HashMap<Board, Value<P>>,
}

impl<P: Proviso> Evaluator<'_, P> {
    /// Recursion is as deep as the game is long: some dozens of moves.
    fn value(&mut self, board: &Board) -> Result<Value<P>, Exhausted> {
        let parts = self.game.components(board);
        if self.add_components && parts.len() != 1 {
            let mut sum = Value::ZERO;
            for part in parts {
                sum = self.modulo.add(sum, self.value(&part)?)?;
            }
            return Ok(sum);
        }
        let board = canonical(
            parts.into_iter().next().filter(|_| self.add_components).unwrap_or_else(|| board.clone()),
        );
        if let Some(&known) = self.known.get(&board) {
            return Ok(known);
        }
        let mut options: [Vec<Value<P>>; 2] = Default::default();
        for p in Player::BOTH {
            for option in self.game.moves(&board, p) {
                options[p.index()].push(self.value(&option)?);
            }
        }
        let value = self.modulo.compose(&options[0], &options[1])?;
        self.known.insert(board, value);
        Ok(value)
    }
}
