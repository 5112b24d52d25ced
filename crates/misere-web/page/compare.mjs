// Two games: their relation, the reason, and play that shows it.

import { el } from './dom.mjs';
import { gameField, modulusPicker } from './fields.mjs';
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
  const field = (key, label, value) => gameField(ctx, { key, label, value, change: (text, push) => ctx.set({ [key]: text }, { push }) });
  const swap = el('button', { type: 'button', 'aria-label': 'exchange G and H', data: { key: 'exchange' }, onclick: () => ctx.set({ g: h, h: g }) }, '⇄');
  return [
    el('section', { class: 'card wide', 'aria-label': 'Compare' },
      el('div', { class: 'row' }, el('h2', {}, 'Compare'), modulusPicker(ctx)),
      el('div', { class: 'row' }, field('g', 'G', g), swap, field('h', 'H', h)), body),
  ];
}

async function compared(ctx, question) {
  const [G, H, answer] = await Promise.all([
    ctx.must({ op: 'show', g: question.g }), ctx.must({ op: 'show', g: question.h }), ctx.must({ ...question, why: true }),
  ]);
  const forms = { G: G.form, H: H.form };
  const sign = answer.relation;
  const relation = el('p', { class: 'relation' }, written(ctx, G), el('span', { class: 'sign', role: 'img', 'aria-label': WORDS[sign] }, SIGNS[sign]), written(ctx, H));
  return [relation, ...reasons(ctx, answer), ...proofs(ctx, question, answer, forms)];
}

const written = (ctx, { form, tree_edges: edges }) => (form === null ? el('span', { class: 'long' }, `${edges} edges`) : ctx.G(form));

/** The lines of a proof; lines that are indented belong to the one above. */
function reasons(ctx, { why, theorems }) {
  if (!why) return [];
  const line = text => el('li', { class: /^\s/.test(text) ? 'deeper' : '' }, ctx.sentence(text.trim()));
  const verdict = theorems?.length ? `A checker that shares no code with the engine accepted the proof; it relies on ${theorems.join(', ')}.` : 'A checker that shares no code with the engine accepted the proof.';
  return [el('ul', { class: 'why' }, why.slice(0, -1).map(line)), el('p', { class: 'soft' }, verdict)];
}

/** For each direction either the table of replies or a game that separates. */
function proofs(ctx, { g, h, modulo }, { relation, certificate }, { G, H }) {
  const holds = { '=': [true, true], '>': [true, false], '<': [false, true], '||': [false, false] }[relation];
  const pairs = [{ greater: g, lesser: h, names: ['G', 'H'], forms: [G, H] }, { greater: h, lesser: g, names: ['H', 'G'], forms: [H, G] }];
  const parts = pairs.map((pair, at) => {
    const body = ctx.slot(`proof-${at}`);
    const title = holds[at] ? `${pair.names[0]} ≥ ${pair.names[1]}: every move has a reply` : `${pair.names[0]} ≱ ${pair.names[1]}: a game separates them`;
    ctx.fill(body, async () => {
      if (holds[at]) return replyTable(ctx, certificate, pair);
      return separatorPlay(ctx, await ctx.must({ op: 'separator', g: pair.greater, h: pair.lesser, modulo }), pair);
    });
    return el('section', { class: 'proof', 'aria-label': title }, el('h3', {}, title, holds[at] ? null : ctx.card('separator')), body);
  });
  return [el('div', { class: 'proofs' }, parts)];
}
