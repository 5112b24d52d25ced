// The values of a game modulo each universe: a row for each different value.

import { el } from './dom.mjs';
import { typesetUniverse } from './typeset.mjs';
import { universeField } from './fields.mjs';

/** Edges of the longest forms that are compared as texts. */
const MOST_COMPARED = 50_000;

/** Edges of the longest forms that are offered to be written. */
const MOST_WRITTEN = 200_000;

const WINNERS = { L: 'Left wins', R: 'Right wins', N: 'the next player wins', P: 'the previous player wins' };

/** An outcome: its letter and its meaning. */
export function outcome(letter) {
  return el('span', { class: `outcome o${letter}` }, el('b', {}, letter), WINNERS[letter] ?? '');
}

/** A form of an answer; one that is too long is described, with a button that asks for it. */
export function formOf(ctx, answer, { fold = true, levels, question = null } = {}) {
  if (typeof answer.form === 'string') return ctx.G(answer.form, { fold, levels });
  const edges = answer.edges ?? answer.tree_edges;
  const size = edges ? `${Number(edges).toLocaleString('en')} edges` : 'a long form';
  const rank = answer.rank === undefined ? '' : `, rank ${answer.rank}`;
  const holder = el('span', { class: 'long' }, size + rank);
  if (!question || Number(edges) > MOST_WRITTEN) return holder;
  const whole = async () => {
    const full = await ctx.must({ ...question, longest: null });
    holder.replaceChildren(
      full.form === null ? `${size}${rank}: ${full.limit ?? 'too long to be written'}` : ctx.G(full.form),
    );
  };
  holder.append(' ', el('button', { class: 'small', onclick: () => ctx.run(whole) }, 'write it'));
  return holder;
}

/** The table: `position` says that the game is a position of a ruleset. */
export async function valuesTable(ctx, g, position) {
  const { moduli } = ctx.state;
  const [home, ...rows] = await Promise.all([
    position ? ctx.ask({ op: 'home', position: g }) : null,
    ...moduli.map(modulo => valueRow(ctx, g, position, modulo)),
  ]);
  const lies = home?.ok && home.known !== false ? home.universe : null;
  if (lies && !rows.some(row => row.answer.modulo === lies)) rows.push(await valueRow(ctx, g, position, lies));
  const groups = grouped(rows, lies);
  const table = el(
    'table',
    { class: 'values' },
    el('caption', { class: 'hidden' }, 'Simplest forms'),
    el(
      'tbody',
      {},
      groups.map(group => tableRow(ctx, group, lies)),
    ),
  );
  const first = groups[0]?.[0].answer;
  const how = position && first?.how ? el('p', { class: 'soft' }, `${first.how}: `, ctx.sentence(first.reason)) : null;
  return [table, how, universes(ctx)];
}

async function valueRow(ctx, g, position, modulo) {
  const question = position ? { op: 'value', position: g, modulo } : { op: 'simplest', g, modulo };
  const [answer, strong] = await Promise.all([ctx.ask(question), ctx.ask({ op: 'strong', g, modulo })]);
  // Rows with equal forms are one row, long forms too, unless they are very long.
  const long = answer.ok && answer.form === null && Number(answer.edges ?? answer.tree_edges) <= MOST_COMPARED;
  const whole = long ? ((await ctx.ask({ ...question, longest: null })).form ?? null) : answer.form;
  return { modulo, answer, whole, strong, question };
}

/** Rows with equal forms together, those of the home first. */
export function grouped(rows, home) {
  const groups = new Map();
  for (const row of rows) {
    const key = row.answer.ok && typeof row.whole === 'string' ? row.whole : row;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  const isHome = row => home !== null && row.answer.modulo === home;
  for (const group of groups.values()) group.sort((a, b) => isHome(b) - isHome(a));
  return [...groups.values()].sort((a, b) => b.some(isHome) - a.some(isHome));
}

function tableRow(ctx, group, home) {
  const [{ answer, question }] = group;
  const names = group.flatMap((row, at) => [
    at ? ', ' : null,
    universeButton(ctx, row, row.answer.modulo === home && home !== null),
  ]);
  const form =
    answer.ok && answer.known !== false
      ? formOf(ctx, answer, { question })
      : el('span', { class: 'err' }, answer.message ?? `not known: ${answer.tried}`);
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, names),
    el('td', {}, form),
    el('td', { class: 'num' }, strengths(group)),
  );
}

function universeButton(ctx, row, home) {
  const chosen = row.modulo === ctx.state.modulo;
  const label = home ? 'the home of the position' : 'compare in this universe';
  const button = el(
    'button',
    {
      class: 'plain',
      'aria-pressed': String(chosen),
      title: label,
      onclick: () => ctx.set({ modulo: row.modulo }),
    },
    typesetUniverse(row.modulo, ctx.pen()),
  );
  return home ? [button, el('span', { class: 'home' }, 'home')] : button;
}

/** For whom the game is strong, once if that is the same in all universes of the row. */
function strengths(group) {
  const word = ({ strong }) => {
    if (!strong.ok || strong.known === false) return '–';
    if (strong.left && strong.right) return 'both';
    return strong.left ? 'Left' : strong.right ? 'Right' : 'nobody';
  };
  const all = group.map(word);
  if (new Set(all).size === 1) return `strong: ${all[0]}`;
  return `strong: ${group.map((row, at) => `${row.modulo} ${all[at]}`).join(', ')}`;
}

/** The universes of the table, folded: one may be added or taken away. */
function universes(ctx) {
  const { moduli } = ctx.state;
  const drop = name => ctx.set({ moduli: moduli.filter(other => other !== name) });
  const each = moduli.map(name =>
    el(
      'li',
      {},
      typesetUniverse(name, ctx.pen()),
      ' ',
      el(
        'button',
        {
          class: 'small',
          'aria-label': `remove ${name}`,
          disabled: moduli.length === 1,
          onclick: () => drop(name),
        },
        '×',
      ),
    ),
  );
  const add = universeField(ctx, '', text => ctx.set({ moduli: moduli.includes(text) ? moduli : [...moduli, text] }));
  return el(
    'details',
    { class: 'quiet', data: { keep: 'universes' } },
    el('summary', {}, 'universes of this table'),
    el('ul', { class: 'chips' }, each),
    add,
  );
}
