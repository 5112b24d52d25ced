//! Splitting boards into parts that never influence each other.

use super::layout::{Kinds, Layout, Placement};
use crate::classes::Classes;
use crate::grid::Grid;

/// The parts of a board between which no move ever reaches, each as sides and cells,
/// cut to size. A part has the cells that its moves read; everything else is void.
///
/// The possible contents of each cell are found by letting every move that could fit add
/// what it writes, until nothing is added. Moves that could never fit do not matter,
/// cells that no move ever changes join no parts, and cells that one move looks
/// at or changes belong together.
pub(crate) fn regions(layout: &Layout, cells: &[u8], kinds: &[Kinds], width: usize) -> Vec<Vec<u8>> {
    let mut may_be = kinds.to_vec();
    let (possible, never) = possible_placements(layout, &mut may_be);
    if possible.is_empty() {
        return Vec::new();
    }
    let is_live = |cell: u16| may_be[usize::from(cell)].count_ones() > 1;

    let mut together = Classes::new(cells.len());
    for placement in &possible {
        let mut live = reads(layout, placement, &may_be).filter(|&cell| is_live(cell));
        if let Some(first) = live.next() {
            live.for_each(|cell| together.join(first.into(), cell.into()));
        }
    }

    let mut parts: Vec<Vec<bool>> = Vec::new();
    let mut part_of_root = vec![u16::MAX; cells.len()];
    for cell in (0..cells.len() as u16).filter(|&cell| is_live(cell)) {
        let root = together.of(cell.into());
        if part_of_root[root] == u16::MAX {
            part_of_root[root] = parts.len() as u16;
            parts.push(vec![false; cells.len()]);
        }
        parts[usize::from(part_of_root[root])][usize::from(cell)] = true;
    }
    // A cell that stays as it is goes with every part it allows moves in,
    for placement in &possible {
        let live = reads(layout, placement, &may_be).find(|&cell| is_live(cell));
        let root = together.of(live.expect("a move changes something").into());
        let part = &mut parts[usize::from(part_of_root[root])];
        for fixed in reads(layout, placement, &may_be).filter(|&cell| !is_live(cell)) {
            part[usize::from(fixed)] = true;
        }
    }
    // and with every part it forbids moves in that would otherwise fit. What it brings
    // along may again let a move fit.
    let forbidden: Vec<&Placement> =
        never.into_iter().filter(|p| !p.conditions.is_empty() && layout.cells_fit(p, &may_be)).collect();
    for part in &mut parts {
        let mut grew = !forbidden.is_empty();
        while grew {
            grew = false;
            for placement in &forbidden {
                if layout.spots(placement).iter().all(|spot| part[usize::from(spot.cell)]) {
                    for fixed in around_that_matters(layout, placement, &may_be) {
                        grew |= !is_live(fixed) && !std::mem::replace(&mut part[usize::from(fixed)], true);
                    }
                }
            }
        }
    }
    parts.iter().map(|part| cut(part, cells, width)).collect()
}

/// Lets cells become what moves may make of them, and returns the moves that may ever be
/// made from those that never can.
fn possible_placements<'l>(
    layout: &'l Layout,
    may_be: &mut [Kinds],
) -> (Vec<&'l Placement>, Vec<&'l Placement>) {
    let mut possible: Vec<&Placement> = Vec::new();
    let mut pending: Vec<&Placement> = layout.placements.iter().collect();
    loop {
        let before = possible.len();
        pending.retain(|placement| {
            if !layout.cells_fit(placement, may_be) || !layout.is_allowed(placement, may_be) {
                return true;
            }
            for spot in layout.spots(placement) {
                may_be[usize::from(spot.cell)] |= spot.after;
            }
            possible.push(placement);
            false
        });
        if possible.len() == before {
            return (possible, pending);
        }
    }
}

/// The cells that a move depends on.
fn reads<'a>(
    layout: &'a Layout,
    placement: &'a Placement,
    may_be: &'a [Kinds],
) -> impl Iterator<Item = u16> + 'a {
    let own = layout.spots(placement).iter().map(|spot| spot.cell);
    own.chain(around_that_matters(layout, placement, may_be))
}

/// The cells around a move that may ever be what its conditions speak of.
fn around_that_matters<'a>(
    layout: &'a Layout,
    placement: &'a Placement,
    may_be: &'a [Kinds],
) -> impl Iterator<Item = u16> + 'a {
    let spoken_of = Layout::spoken_of(placement);
    layout.around(placement).iter().copied().filter(move |&cell| may_be[usize::from(cell)] & spoken_of != 0)
}

/// The sides and cells of a part, cut to size.
fn cut(part: &[bool], cells: &[u8], width: usize) -> Vec<u8> {
    let mut rows = [usize::MAX, 0];
    let mut columns = [usize::MAX, 0];
    for at in (0..cells.len()).filter(|&at| part[at]) {
        let (row, column) = (at / width, at % width);
        rows = [rows[0].min(row), rows[1].max(row)];
        columns = [columns[0].min(column), columns[1].max(column)];
    }
    let sides = [rows[1] - rows[0] + 1, columns[1] - columns[0] + 1];
    let mut cut = Vec::with_capacity(2 + sides[0] * sides[1]);
    cut.extend(sides.map(|side| side as u8));
    for row in rows[0]..=rows[1] {
        let line = row * width + columns[0]..=row * width + columns[1];
        let kept = cells[line.clone()].iter().zip(&part[line]);
        cut.extend(kept.map(|(&cell, &has)| if has { cell } else { Grid::VOID }));
    }
    cut
}
