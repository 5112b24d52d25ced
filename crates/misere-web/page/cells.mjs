// Small pictures of positions on boards.

import { el } from './dom.mjs';

/** Cells other than the four that are drawn show their character. */
export const glyph = cell => ('.#xo'.includes(cell) ? '' : cell);

/** A small picture of a position on a board, or nothing if it is of another kind. */
export function mini(position, large = false) {
  if (!/[/.#]/.test(position) || /[{}|,\s]/.test(position)) return null;
  const rows = position.split('/'), width = Math.max(...rows.map(row => row.length));
  const picture = el('span', { class: large ? 'mini large' : 'mini', role: 'img', 'aria-label': position });
  picture.style.setProperty('--columns', String(width));
  for (const row of rows) {
    for (let x = 0; x < width; x += 1) picture.append(el('i', { data: { cell: row[x] ?? ' ' } }, glyph(row[x] ?? '.')));
  }
  return picture;
}

/** A position as a small picture, or as its text. */
export const pictured = (position, large) => mini(position, large) ?? el('span', { class: 'raw' }, position);
