// A game in the middle, Left's options at its left, Right's at its right; the path walked stands above.

import { choice, el } from './dom.mjs';
import { modulusPicker } from './fields.mjs';
import { pictures } from './cells.mjs';
import { formOf, outcome } from './values.mjs';
import { walk } from './state.mjs';

/** Questions about one game that may be evaluated on every node. */
const SHOWN = [
  ['simplest', 'simplest form'],
  ['outcome', 'outcome'],
  ['strong', 'strong'],
  ['strong_outcome', 'strong outcome'],
  ['invertible', 'invertible'],
  ['birthday', 'birthday'],
  ['canonical', 'canonical form'],
  ['rank', 'rank'],
  ['edges', 'edges'],
];

/** Notions that stand at the options, each with its definition. */
const NOTIONS = ['dominated', 'reversible', 'tombstone'];

/**
 * The options of the node `path[here]`. `gameOf` makes a node a game that the engine reads, `nodeOf` an
 * option of an answer a node; `shown` promises how a node looks, `moved` takes the walk after a step.
 */
export function optionsCard(ctx, trail) {
  const { path, here, gameOf } = trail;
  const body = ctx.slot('options');
  const g = gameOf(path[here]);
  ctx.fill(body, async () => {
    const question = { op: 'moves', g, modulo: ctx.state.modulo };
    const [whole, shown] = await Promise.all([ctx.must(question), trail.shown()]);
    ctx.seen([whole, ...whole.left, ...whole.right].map(node => node.form));
    const at = { ctx, trail, whole, draw: whole.ruleset ? await pictures(ctx, whole.ruleset) : null };
    const [left, middle, right] = await Promise.all([
      column(at, 'Left'),
      node(at, whole, g, question),
      column(at, 'Right'),
    ]);
    middle.setAttribute('tabindex', '0');
    middle.dataset.key = 'middle';
    return [
      trailOf(trail, shown),
      el('div', { class: 'options' }, left, el('div', { class: 'middle' }, middle), right),
    ];
  });
  const shown = choice('Shown at each node', SHOWN, ctx.state.show, show => ctx.set({ show }));
  return el(
    'section',
    { class: 'card wide', 'aria-label': 'Options', onkeydown: event => keys(event, trail) },
    el(
      'div',
      { class: 'row' },
      el('h2', {}, 'Options'),
      modulusPicker(ctx, 'Universe of the options'),
      el('span', { class: 'pair' }, el('span', { class: 'soft' }, 'show'), shown),
      el(
        'span',
        { class: 'legend' },
        'dashed: not in the simplest form',
        NOTIONS.map(notion => el('span', {}, notion, ctx.card(notion))),
      ),
    ),
    body,
  );
}

/** The nodes passed, and those to which → returns. */
function trailOf({ path, here, gameOf, moved }, shown) {
  if (path.length < 2) return null;
  const step = (name, at) =>
    el(
      'li',
      { class: at > here ? 'beyond' : '' },
      el(
        'button',
        {
          class: 'plain',
          'aria-current': at === here ? 'step' : null,
          title: `step ${at}`,
          onclick: () => moved({ path, here: at }),
        },
        shown(name),
      ),
    );
  return el('nav', { class: 'trail', 'aria-label': `Path to ${gameOf(path[here])}` }, el('ol', {}, path.map(step)));
}

async function column(at, player) {
  const moves = player === 'Left' ? at.whole.left : at.whole.right;
  const all = await Promise.all(moves.map(move => item(at, move, player)));
  const gone = all.filter((_, place) => moves[place].fate === 'dominated'),
    kept = all.filter((_, place) => moves[place].fate !== 'dominated');
  const fold = gone.length
    ? el(
        'details',
        { class: 'quiet', data: { keep: `dominated-${player}` } },
        el('summary', {}, `${gone.length} dominated`),
        el('ul', {}, gone),
      )
    : null;
  const none = moves.length ? null : el('p', { class: 'soft' }, `${player} has no move.`);
  return el(
    'div',
    { class: `column ${player}` },
    el('h3', {}, `${player}’s moves`),
    none,
    kept.length ? el('ul', {}, kept) : null,
    fold,
  );
}

async function item(at, move, player) {
  const { ctx, trail } = at;
  const next = trail.nodeOf(move),
    g = next === null ? null : trail.gameOf(next);
  const go = () => trail.moved(walk.go(trail.path, trail.here, next));
  const inside = await node(at, move, g, null);
  const times =
    move.times > 1
      ? el('span', { class: 'soft', title: `${move.times} moves with this value` }, `×${move.times}`)
      : null;
  const gone = move.fate && move.fate !== 'stays';
  const button = el(
    'button',
    {
      class: gone ? 'node gone' : 'node',
      disabled: g === null,
      data: { key: `option-${player}-${next ?? ''}` },
      onclick: go,
    },
    [...inside.childNodes],
    times,
  );
  return el('li', {}, button, gone ? fateOf(ctx, at.whole, move, player) : null);
}

/** A node: its board, and what is shown of it. */
async function node({ ctx, draw }, answer, g, question) {
  const board = answer.position && draw ? draw(answer.position) : null;
  const plain = ctx.state.show === 'simplest' || g === null;
  const shown = plain
    ? formOf(ctx, answer, { fold: question !== null, levels: shallow(answer.form), question })
    : await evaluated(ctx, g);
  return el(
    'div',
    { class: 'node' },
    board,
    shown,
    ctx.state.show !== 'outcome' &&
      el('span', { class: `letter o${answer.outcome}`, title: 'outcome' }, answer.outcome),
  );
}

/** How deep a form is drawn in a node: the longer, the less. */
const shallow = form => ((form?.length ?? 0) > 120 ? 2 : 3);

/** The answer to the chosen question about a node. */
async function evaluated(ctx, g) {
  const answer = await ctx.ask({ op: ctx.state.show, g, modulo: ctx.state.modulo });
  if (!answer.ok) return el('span', { class: 'err' }, answer.message);
  if (answer.known === false) return el('span', { class: 'soft' }, 'not known');
  const { ok, modulo, ...fields } = answer;
  if ('form' in fields) return formOf(ctx, answer, { fold: false, levels: shallow(answer.form) });
  if ('outcome' in fields) return outcome(fields.outcome);
  const said = value =>
    value === true ? 'yes' : value === false ? 'no' : value === null ? 'not known' : String(value);
  const [first] = Object.values(fields);
  if ('left' in fields)
    return el(
      'span',
      {},
      fields.left && fields.right ? 'both' : fields.left ? 'Left' : fields.right ? 'Right' : 'nobody',
    );
  return el('span', {}, said(first));
}

/** Why an option is not in the simplest form: a line, and the way to its proof. */
function fateOf(ctx, whole, move, player) {
  const words = {
    dominated: 'dominated by ',
    reversible: 'reversible through ',
    tombstone: 'atomic reversible through ',
  }[move.fate];
  const by = move.by === null ? 'a long form' : ctx.G(move.by, { fold: false, levels: 3 });
  // Left prefers the greater game: what dominates is above, an answer that reverses is below the whole.
  const [greater, lesser] =
    move.fate === 'dominated'
      ? player === 'Left'
        ? [move.by, move.form]
        : [move.form, move.by]
      : player === 'Left'
        ? [whole.form, move.by]
        : [move.by, whole.form];
  const known = greater && lesser;
  const why = known
    ? el('button', { class: 'small', onclick: () => ctx.set({ view: 'compare', g: greater, h: lesser }) }, 'why')
    : null;
  const small = { fold: false, levels: 3 };
  const reason = known ? el('span', { class: 'reason' }, ctx.G(greater, small), ' ≥ ', ctx.G(lesser, small)) : null;
  return el('div', { class: 'fate' }, words, by, reason ? [': ', reason] : null, ' ', why);
}

/** Arrows move among the nodes; Backspace goes back, → at the middle returns to the branch. */
function keys(event, { path, here, moved }) {
  const at = event.target.closest('.node');
  if (!at || !/^Arrow/.test(event.key)) return;
  const grid = at.closest('.options');
  const list = player =>
    [...grid.querySelectorAll(`.column.${player} .node`)].filter(each => !each.disabled && each.offsetParent !== null);
  const middle = grid.querySelector('.middle .node');
  const own = at.closest('.column')?.classList.contains('Left') ? 'Left' : at.closest('.column') ? 'Right' : null;
  event.preventDefault();
  if (own === null && event.key === 'ArrowRight' && here + 1 < path.length) return moved(walk.forth(path, here));
  const sideways = {
    ArrowLeft: { Right: () => middle, null: () => list('Left')[0] },
    ArrowRight: { Left: () => middle, null: () => list('Right')[0] },
  }[event.key];
  if (sideways) return sideways[own]?.()?.focus();
  if (own) list(own)[list(own).indexOf(at) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}
