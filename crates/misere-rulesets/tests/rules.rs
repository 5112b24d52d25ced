//! Rules files against games written by hand, and against the universes they claim.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::collections::HashMap;
use std::sync::Arc;

use misere_core::{Budget, EndKind, Form, Forms, Limits, Player};
use misere_rulesets::{Grid, Position, PositionGraph, Rewriting, Ruleset};

fn builtin(name: &str) -> Arc<Rewriting> {
    let path = format!("{}/rules/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    Arc::new(Rewriting::read(name, &text).unwrap())
}

fn budget() -> Arc<Budget> {
    Arc::new(Budget::new(Limits::default()))
}

/// All boards of a size over an alphabet.
fn all_boards(height: usize, width: usize, cells: &[u8]) -> impl Iterator<Item = Grid> {
    (0..cells.len().pow(u32::try_from(height * width).unwrap())).map(move |mut number| {
        let mut grid = Grid::filled(height, width, Grid::VOID);
        for at in 0..height * width {
            grid.set(at / width, at % width, cells[number % cells.len()]);
            number /= cells.len();
        }
        grid
    })
}

/// The game tree by following moves of whole boards.
fn literal(
    forms: &Forms,
    known: &mut HashMap<Grid, Form>,
    grid: &Grid,
    moves: &dyn Fn(&Grid, Player) -> Vec<Grid>,
) -> Form {
    if let Some(&form) = known.get(grid) {
        return form;
    }
    let [left, right] = Player::BOTH.map(|player| {
        moves(grid, player).iter().map(|option| literal(forms, known, option, moves)).collect::<Vec<_>>()
    });
    let form = forms.ordinary(&left, &right).unwrap();
    known.insert(grid.clone(), form);
    form
}

fn cell(grid: &Grid, row: usize, column: usize) -> u8 {
    grid.get(row as isize, column as isize)
}

fn with(grid: &Grid, cells: &[(usize, usize, u8)]) -> Grid {
    let mut after = grid.clone();
    for &(row, column, cell) in cells {
        after.set(row, column, cell);
    }
    after
}

fn domineering(grid: &Grid, player: Player) -> Vec<Grid> {
    let mut found = Vec::new();
    for ((row, column), _) in grid.places() {
        let (r, c) = if player == Player::Left { (row + 1, column) } else { (row, column + 1) };
        if cell(grid, row, column) == b'.' && cell(grid, r, c) == b'.' {
            found.push(with(grid, &[(row, column, b'#'), (r, c, b'#')]));
        }
    }
    found
}

fn neighbours(grid: &Grid, row: usize, column: usize) -> Vec<(usize, usize)> {
    let around =
        [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
    around.into_iter().filter(|&(r, c)| r < grid.height() && c < grid.width()).collect()
}

fn stones(player: Player) -> (u8, u8) {
    if player == Player::Left { (b'x', b'o') } else { (b'o', b'x') }
}

fn clobber(grid: &Grid, player: Player) -> Vec<Grid> {
    let (own, other) = stones(player);
    let mut found = Vec::new();
    for ((row, column), _) in grid.places().filter(|(_, cell)| *cell == own) {
        for (r, c) in neighbours(grid, row, column) {
            if cell(grid, r, c) == other {
                found.push(with(grid, &[(row, column, b'.'), (r, c, own)]));
            }
        }
    }
    found
}

fn snort(grid: &Grid, player: Player) -> Vec<Grid> {
    let (own, other) = stones(player);
    let free = grid.places().filter(|(_, cell)| *cell == b'.');
    let allowed = free.filter(|((row, column), _)| {
        neighbours(grid, *row, *column).iter().all(|&(r, c)| cell(grid, r, c) != other)
    });
    allowed.map(|((row, column), _)| with(grid, &[(row, column, own)])).collect()
}

fn toads_and_frogs(grid: &Grid, player: Player) -> Vec<Grid> {
    let (own, other, forward) = if player == Player::Left { (b'T', b'F', 1) } else { (b'F', b'T', -1) };
    let mut found = Vec::new();
    for ((row, column), _) in grid.places().filter(|(_, cell)| *cell == own) {
        let ahead = |steps: isize| grid.get(row as isize, column as isize + forward * steps);
        let to = |steps: isize| (column as isize + forward * steps) as usize;
        if ahead(1) == b'.' {
            found.push(with(grid, &[(row, column, b'.'), (row, to(1), own)]));
        } else if ahead(1) == other && ahead(2) == b'.' {
            found.push(with(grid, &[(row, column, b'.'), (row, to(2), own)]));
        }
    }
    found
}

type Twin = fn(&Grid, Player) -> Vec<Grid>;

/// Every rules file is its twin on all boards up to 3×3, with and without splitting
/// into components and taking boards up to symmetry.
#[test]
fn rules_files_are_their_hand_written_twins() {
    let twins: [(&str, &[u8], Twin); 4] = [
        ("domineering", b".#", domineering),
        ("clobber", b".xo", clobber),
        ("snort", b".xo", snort),
        ("toads-and-frogs", b".TF", toads_and_frogs),
    ];
    for (name, cells, twin) in twins {
        let (ruleset, forms) = (builtin(name), Forms::new());
        let mut graph = PositionGraph::new(ruleset.clone(), budget());
        let mut known = HashMap::new();
        for (height, width) in (1..=3).flat_map(|h| (1..=3).map(move |w| (h, w))) {
            for grid in all_boards(height, width, cells) {
                let expected = literal(&forms, &mut known, &grid, &twin);
                let position = grid.to_position();
                for player in Player::BOTH {
                    let mut by_rules = ruleset.options(&position, player);
                    let mut by_twin: Vec<Position> =
                        twin(&grid, player).iter().map(Grid::to_position).collect();
                    by_rules.sort();
                    by_twin.sort();
                    assert_eq!(by_rules, by_twin, "{name} {}", grid.write("/"));
                }
                let sum = graph.explore(&position).unwrap();
                assert_eq!(graph.form(&forms, sum).unwrap(), expected, "{name} {}", grid.write("/"));
            }
        }
    }
}

/// Splitting and symmetries change nothing, whatever the rules, and positions lie
/// where the file says. The kind of a position, found from the components, is the
/// kind of its form.
#[test]
fn positions_lie_where_their_ruleset_says() {
    let claims = [
        ("domineering", ".#", EndKind::Dead),
        ("cram", ".#", EndKind::Zero),
        ("clobber", ".xo", EndKind::Zero),
        ("anti-clobber", ".xo", EndKind::Any),
        ("col", ".xo", EndKind::Dead),
        ("snort", ".xo", EndKind::Dead),
        ("fission", ".x", EndKind::Any),
        ("toads-and-frogs", ".TF", EndKind::Any),
        ("elephants-and-rhinos", ".ER", EndKind::Dead),
    ];
    for (name, cells, expected) in claims {
        let (ruleset, forms) = (builtin(name), Forms::new());
        let mut graph = PositionGraph::new(ruleset.clone(), budget());
        let mut known = HashMap::new();
        let moves = |grid: &Grid, player: Player| {
            ruleset.options(&grid.to_position(), player).iter().map(Grid::from_position).collect()
        };
        let mut widest = EndKind::Zero;
        for (height, width) in [(1, 1), (1, 2), (1, 3), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (1, 7)] {
            for grid in all_boards(height, width, cells.as_bytes()) {
                let sum = graph.explore(&grid.to_position()).unwrap();
                let form = literal(&forms, &mut known, &grid, &moves);
                assert_eq!(graph.form(&forms, sum).unwrap(), form, "{name} {}", grid.write("/"));
                let kind = graph.kinds().kind_of_sum(&graph, sum);
                let of_form = if forms.is_dicot(form) {
                    EndKind::Zero
                } else if forms.is_dead_ending(form) {
                    EndKind::Dead
                } else if forms.is_blocking(form) {
                    EndKind::Blocked
                } else {
                    EndKind::Any
                };
                assert_eq!(kind, of_form, "{name} {}", grid.write("/"));
                if kind > widest {
                    println!("{name}: {kind:?} {}", grid.write("/"));
                }
                widest = widest.max(kind);
            }
        }
        assert_eq!(widest, expected, "{name}");
    }
}
