// Small pictures of positions on boards.

import { el } from './dom.mjs';

/** Cells other than the four that are drawn show their character. */
export const glyph = cell => ('.#xo'.includes(cell) ? '' : cell);

/**
 * The cells of a ruleset in the order of clicks, or nothing if its positions are no boards. Where the ruleset
 * has no such list, they are the signs that its syntax names, as in "cells: `.`, `#`" or "x for Left's stones".
 */
export function cellsOf({ cells, syntax = '' }) {
  if (cells) return [...cells];
  if (!/^rows of (cells|squares)/.test(syntax)) return null;
  const listed = /cells: (.*)$/.exec(syntax)?.[1].matchAll(/`(.)`/g);
  return [...(listed ?? syntax.matchAll(/(?<=\s)(\S) for /g))].map(([, cell]) => cell);
}

/** Whether a position is a board of these cells. */
export const isBoard = (position, cells) =>
  Boolean(cells) && [...position].every(sign => sign === '/' || cells.includes(sign));

/** A picture of a position on a board. */
export function picture(position, large = false) {
  const rows = position.split('/'),
    width = Math.max(...rows.map(row => row.length));
  const board = el('span', { class: large ? 'mini large' : 'mini', role: 'img', 'aria-label': position });
  board.style.setProperty('--columns', String(width));
  for (const row of rows) {
    for (let x = 0; x < width; x += 1) board.append(el('i', { data: { cell: row[x] ?? ' ' } }, glyph(row[x] ?? '.')));
  }
  return board;
}

/** How positions of a ruleset are shown: as pictures, or as texts where they are no boards. */
export async function pictures(ctx, ruleset) {
  const cells = cellsOf(await ctx.ask({ op: 'ruleset', ruleset }));
  return (position, large) =>
    isBoard(position, cells) ? picture(position, large) : el('span', { class: 'raw' }, position);
}
