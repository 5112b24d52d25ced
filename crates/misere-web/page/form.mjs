// A form as typed: what it is, its values side by side, its options, its tree, the steps to its simplest form.

import { el } from './dom.mjs';
import { gameField } from './fields.mjs';
import { optionsCard } from './options.mjs';
import { treeOf } from './tree.mjs';
import { formOf, outcome, valuesTable } from './values.mjs';

export function form(ctx) {
  const { state } = ctx;
  const g = state.forms[state.form];
  const facts = ctx.slot('facts'),
    values = ctx.slot('values', { class: 'answers' });
  ctx.fill(facts, () => factsOf(ctx, g));
  ctx.fill(values, () => valuesTable(ctx, g, false));
  ctx.copies({
    form: g,
    question: { op: 'simplest', g, modulo: state.modulo },
    picture: { op: 'draw', g, tree: true },
  });
  const change = (text, push) => ctx.set({ forms: [text], form: 0 }, { push });
  const trail = {
    path: state.forms,
    here: state.form,
    gameOf: text => text,
    nodeOf: move => move.form,
    shown: async () => text => ctx.G(text, { fold: false, levels: 2 }),
    moved: ({ path, here }) => ctx.set({ forms: path, form: here }, { focus: 'middle' }),
  };
  return [
    el(
      'section',
      { class: 'card wide', 'aria-label': 'Form' },
      gameField(ctx, { key: 'form', label: 'game', value: g, change }),
      facts,
    ),
    el(
      'section',
      { class: 'card wide', 'aria-label': 'Values' },
      el('h2', {}, 'Modulo each universe', ctx.card('modulo'), ctx.card('strong')),
      values,
    ),
    optionsCard(ctx, trail),
    ...folded(ctx, g),
  ];
}

async function factsOf(ctx, g) {
  const question = { op: 'show', g };
  const shown = await ctx.must(question);
  const kinds = ['impartial', 'dicot', 'dead_ending', 'blocking', 'p_free']
    .filter(kind => shown[kind])
    .map(kind => ({ dead_ending: 'dead-ending', p_free: 'P-free' })[kind] ?? kind);
  const normal = shown.normal_outcome ? `normal play: ${shown.normal_outcome}` : 'no normal play';
  const said = [
    `rank ${shown.rank}`,
    `${Number(shown.tree_edges).toLocaleString('en')} edges as a tree`,
    `${shown.dag_edges.toLocaleString('en')} with equal subtrees once`,
    normal,
    ...kinds,
  ];
  return [
    el('p', { class: 'first' }, formOf(ctx, shown, { question })),
    el('p', {}, outcome(shown.outcome), ctx.card('outcome')),
    el('p', { class: 'soft' }, said.join(' · ')),
  ];
}

/** Parts that are computed when they are opened. */
function folded(ctx, g) {
  const part = (name, title, work) => {
    const body = ctx.slot(name);
    const opened = event => {
      if (event.target.open && !body.dataset.filled) {
        body.dataset.filled = 'yes';
        ctx.fill(body, work);
      }
    };
    return el(
      'section',
      { class: 'card wide', 'aria-label': title },
      el('details', { data: { keep: name }, ontoggle: opened }, el('summary', {}, el('h2', {}, title)), body),
    );
  };
  return [
    part('steps', `Steps to the simplest form modulo ${ctx.state.modulo}`, () => stepsOf(ctx, g)),
    part('tree', 'Tree', () => treeOf(ctx, g)),
  ];
}

async function stepsOf(ctx, g) {
  const { steps, form: last } = await ctx.must({ op: 'steps', g, modulo: ctx.state.modulo });
  if (!steps.length) return [el('p', {}, 'It is its own simplest form: ', formOf(ctx, { form: last }))];
  return [
    el(
      'ol',
      { class: 'steps' },
      steps.map(step => el('li', {}, formOf(ctx, step, { levels: 3 }), el('p', {}, ctx.sentence(step.text)))),
    ),
  ];
}
