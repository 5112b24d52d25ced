// A position by clicks: ruleset, size, own rules; its outcome and its values.

import { choice, el } from './dom.mjs';
import { cellsOf, glyph, isBoard, pictures } from './cells.mjs';
import { complaint, textField } from './fields.mjs';
import { optionsCard } from './options.mjs';
import { asWritten, firstPosition, nameOf, rulesEditor } from './rules.mjs';
import { game } from './state.mjs';
import { outcome, valuesTable } from './values.mjs';

const MOST_CELLS = 12;

export function board(ctx) {
  const { state } = ctx;
  const g = game(state);
  const picture = ctx.slot('position', { class: 'position' });
  const values = ctx.slot('values', { class: 'answers' });
  const names = ctx.slot('rulesets', { class: 'row' });
  ctx.fill(names, () => rulesetPicker(ctx));
  ctx.fill(picture, async () => positionOf(ctx, await ctx.ask({ op: 'ruleset', ruleset: state.ruleset })));
  ctx.fill(values, async () => {
    const { outcome: letter } = await ctx.must({ op: 'outcome', g });
    const first = el('p', { class: 'first' }, outcome(letter), ctx.card('outcome'));
    values.replaceChildren(first, ...[...values.children].slice(1));
    return [
      first,
      ...(await valuesTable(ctx, g, true)),
      el(
        'p',
        { class: 'legend' },
        ['modulo', 'strong', 'tombstone'].map(notion => el('span', {}, notion, ctx.card(notion))),
      ),
    ];
  });
  ctx.copies({ form: g, question: { op: 'simplest', g, modulo: state.modulo }, picture: { op: 'draw', g } });
  const trail = {
    path: state.path,
    here: state.here,
    gameOf: position => game(state, position),
    nodeOf: move => move.position,
    shown: () => pictures(ctx, state.ruleset),
    moved: change => ctx.set({ ...change }, { focus: 'middle' }),
  };
  return [
    el('section', { class: 'card', 'aria-label': 'Position' }, names, picture, rulesEditor(ctx)),
    el('section', { class: 'card', 'aria-label': 'Values' }, values),
    optionsCard(ctx, trail),
  ];
}

/** All rulesets by title; a parameter is typed. */
async function rulesetPicker(ctx) {
  const { ruleset, rules } = ctx.state;
  const { rulesets } = await ctx.must({ op: 'rulesets' });
  const pairs = rulesets.map(({ name, title, parameterised }) => [name, parameterised ? name : title]);
  const own = rules ? nameOf(rules) : null;
  if (own) pairs.unshift([own, `own rules: ${own}`]);
  if (!pairs.some(([name]) => name === ruleset)) pairs.push([ruleset, ruleset]);
  const check = (name, signal) => ctx.askAlone({ op: 'ruleset', ruleset: name }, signal);
  const parameter = textField({
    key: 'ruleset-name',
    label: 'ruleset with its parameter',
    value: ruleset,
    check,
    change: name => start(ctx, name),
  });
  return [choice('Ruleset', pairs, ruleset, name => start(ctx, name)), ruleset.includes('(') ? parameter : null];
}

/** Opens the first position of a ruleset, modulo the universe that it lies in, if it claims one. */
async function start(ctx, name) {
  await ctx.run(async () => {
    const rules = await ctx.must({ op: 'ruleset', ruleset: name });
    const modulo = rules.universe ?? ctx.state.modulo;
    const position = await asWritten(ctx.ask, { ruleset: name, position: firstPosition(rules), modulo });
    ctx.set({ ruleset: name, path: [position], here: 0, record: [], modulo });
  });
}

function positionOf(ctx, rules) {
  if (!rules.ok) return [problem(rules)];
  const position = ctx.state.path[ctx.state.here];
  const cells = cellsOf(rules) ?? [],
    rows = position.split('/');
  const check = (text, signal) => ctx.askAlone({ op: 'outcome', g: game(ctx.state, text) }, signal);
  const { ruleset, modulo } = ctx.state;
  const change = (text, push) =>
    ctx.run(async () => put(ctx, await asWritten(ctx.ask, { ruleset, position: text, modulo }), { push }));
  const field = textField({ key: 'position', label: 'position', value: position, check, change });
  const about = el(
    'details',
    { class: 'quiet', data: { keep: 'about' } },
    el('summary', {}, `rules of ${rules.title}`),
    el('p', {}, rules.rules),
    el('p', { class: 'soft' }, rules.source),
    el('p', { class: 'soft' }, rules.syntax),
  );
  if (cells.length < 2 || !isBoard(position, cells)) return [field, about];
  return [
    sizes(ctx, rows, rules.start ?? cells[0]),
    cellGrid(ctx, rows, cells, rules.title),
    el(
      'p',
      { class: 'legend' },
      el('span', {}, 'a click changes a cell; or ', el('kbd', {}, '←↑↓→'), ' and ', el('kbd', {}, 'space')),
    ),
    field,
    about,
  ];
}

const problem = answer => el('p', { class: 'err' }, complaint(answer));

/** Another position begins another path. */
function put(ctx, position, options) {
  ctx.set({ path: [position], here: 0, record: [] }, options);
}

/** Buttons that add and take away columns and rows; new cells are those of the start, over and over. */
function sizes(ctx, rows, start) {
  const pattern = start.split('/');
  const fill = (y, x) => pattern[y % pattern.length][x % pattern[y % pattern.length].length];
  const resize = (height, width) =>
    put(
      ctx,
      Array.from({ length: height }, (_, y) =>
        Array.from({ length: width }, (_, x) => rows[y]?.[x] ?? fill(y, x)).join(''),
      ).join('/'),
    );
  const [height, width] = [rows.length, Math.max(...rows.map(row => row.length))];
  const button = (sign, label, h, w) =>
    el(
      'button',
      {
        'aria-label': label,
        disabled: h < 1 || w < 1 || h > MOST_CELLS || w > MOST_CELLS,
        data: { key: label },
        onclick: () => resize(h, w),
      },
      sign,
    );
  return el(
    'div',
    { class: 'row' },
    el(
      'span',
      { class: 'pair' },
      button('−', 'fewer columns', height, width - 1),
      'columns',
      button('+', 'more columns', height, width + 1),
    ),
    el(
      'span',
      { class: 'pair' },
      button('−', 'fewer rows', height - 1, width),
      'rows',
      button('+', 'more rows', height + 1, width),
    ),
  );
}

/** The words for a cell. */
const SPOKEN = { '.': 'empty', '#': 'blocked', x: 'x, Left’s', o: 'o, Right’s' };

/** The board as buttons. */
function cellGrid(ctx, rows, cells, title) {
  const write = (y, x, cell, key) =>
    put(
      ctx,
      rows.map((row, i) => (i === y ? [...row].map((old, j) => (j === x ? cell : old)).join('') : row)).join('/'),
      { focus: key },
    );
  const grid = el('div', {
    class: 'board',
    role: 'group',
    'aria-label': `${title}, ${rows.length} by ${rows[0].length}`,
  });
  grid.style.setProperty('--columns', String(Math.max(...rows.map(row => row.length))));
  const at = (y, x) => grid.querySelector(`[data-key="cell-${y}-${x}"]`);
  rows.forEach((row, y) =>
    [...row].forEach((cell, x) => {
      const key = `cell-${y}-${x}`;
      const turn = step => write(y, x, cells[(cells.indexOf(cell) + step + cells.length) % cells.length], key);
      const press = event => {
        const [dy, dx] = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key] ?? [
          0, 0,
        ];
        if (dy || dx) event.preventDefault();
        if (dy || dx) at(y + dy, x + dx)?.focus();
        else if (cells.includes(event.key)) write(y, x, event.key, key);
        else return;
        event.stopPropagation();
      };
      grid.append(
        el(
          'button',
          {
            class: 'cell',
            tabindex: x + y ? '-1' : '0',
            'aria-label': `row ${y + 1}, column ${x + 1}: ${SPOKEN[cell] ?? cell}`,
            data: { key, cell },
            onclick: event => turn(event.shiftKey ? -1 : 1),
            onkeydown: press,
          },
          glyph(cell),
        ),
      );
    }),
  );
  return grid;
}
