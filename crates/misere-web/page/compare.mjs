// Two games: their relation, the reason, and play that shows it.

import { el } from './dom.mjs';
import { gameField, modulusPicker } from './fields.mjs';
import { reasonsOf } from './reasons.mjs';
import { replyTable } from './replies.mjs';
import { separatorPlay } from './separate.mjs';

const SIGNS = { '=': '=', '>': '>', '<': '<', '||': '∥' };
const WORDS = { '=': 'is equal to', '>': 'is greater than', '<': 'is less than', '||': 'is incomparable with' };

export function compare(ctx) {
  const { g, h, modulo } = ctx.state;
  const body = ctx.slot('compared');
  const question = { op: 'compare', g, h, modulo };
  ctx.fill(body, () => compared(ctx, question));
  ctx.copies({ form: g, question, picture: { op: 'hasse', games: [g, h], modulo }, other: h });
  const field = (key, label, value) =>
    gameField(ctx, { key, label, value, change: (text, push) => ctx.set({ [key]: text }, { push }) });
  const swap = el(
    'button',
    {
      'aria-label': 'exchange G and H',
      data: { key: 'exchange' },
      onclick: () => ctx.set({ g: h, h: g }),
    },
    '⇄',
  );
  return [
    el(
      'section',
      { class: 'card wide', 'aria-label': 'Compare' },
      el('div', { class: 'row' }, el('h2', {}, 'Compare'), modulusPicker(ctx)),
      el('div', { class: 'row' }, field('g', 'G', g), swap, field('h', 'H', h)),
      body,
    ),
  ];
}

async function compared(ctx, question) {
  const [G, H, answer] = await Promise.all([
    ctx.must({ op: 'show', g: question.g }),
    ctx.must({ op: 'show', g: question.h }),
    ctx.must({ ...question, why: true }),
  ]);
  const forms = { G: G.form, H: H.form };
  const sign = answer.relation;
  const relation = el(
    'p',
    { class: 'relation' },
    written(ctx, G),
    el('span', { class: 'sign', role: 'img', 'aria-label': WORDS[sign] }, SIGNS[sign]),
    written(ctx, H),
  );
  return [relation, ...(answer.reasons ? [...proved(ctx, answer), ...proofs(ctx, answer, forms)] : [])];
}

const written = (ctx, { form, tree_edges: edges }) =>
  form === null ? el('span', { class: 'long' }, `${edges} edges`) : ctx.G(form);

/** Why the relation holds, and what is to be believed. */
function proved(ctx, { reasons, theorems }) {
  const relies = theorems.length ? `; it relies on ${theorems.join(', ')}` : '';
  return [
    reasonsOf(ctx, reasons),
    el('p', { class: 'soft' }, `A checker that shares no code with the engine accepted the proof${relies}.`),
  ];
}

/** For each direction either the table of replies or a game that separates. */
function proofs(ctx, { relation, certificate, reasons }, { G, H }) {
  const holds = { '=': [true, true], '>': [true, false], '<': [false, true], '||': [false, false] }[relation];
  const pairs = [
    { names: ['G', 'H'], forms: [G, H] },
    { names: ['H', 'G'], forms: [H, G] },
  ];
  const separator = ([g, h]) =>
    reasons.find(({ claim }) => claim.statement === 'not_ge' && claim.g === g && claim.h === h)?.separator;
  // Where there is no order, as among impartial games, the reasons are all there is.
  if (!reasons.some(({ claim }) => claim.statement === 'ge' || claim.statement === 'not_ge')) return [];
  const parts = pairs.map((pair, at) => {
    const title = holds[at]
      ? `${pair.names[0]} ≥ ${pair.names[1]}: every move has a reply`
      : `${pair.names[0]} ≱ ${pair.names[1]}: a game separates them`;
    const body = holds[at] ? replyTable(ctx, certificate, pair) : separatorPlay(ctx, separator(pair.forms), pair);
    return el(
      'section',
      { class: 'proof', 'aria-label': title },
      el('h3', {}, title, holds[at] ? null : ctx.card('separator')),
      body,
    );
  });
  return [el('div', { class: 'proofs' }, parts)];
}
