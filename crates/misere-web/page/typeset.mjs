// Games as they look in print.

import { el } from './dom.mjs';
import { alone, height, parse, parseList, sentence, words } from './notation.mjs';

/** Levels that are drawn before the rest is folded into ⋯. */
const LEVELS = 4;

/**
 * A game from the engine's ASCII; a text of another kind stands as it is.
 *
 * `bars` writes conjugates of integers with a bar, `fold: false` makes no buttons, for use inside of one.
 */
export function typeset(text, { bars = false, fold = true, levels = LEVELS } = {}) {
  let tree;
  try {
    tree = parse(text);
  } catch {
    return el('span', { class: 'raw' }, text);
  }
  const pen = { bars, fold, folded: false };
  const drawn = draw(tree, levels, pen, false);
  const role = pen.folded && fold ? 'group' : 'img';
  return el('span', { class: 'g', role, 'aria-label': words(tree) }, drawn);
}

/** A universe, such as D({|-1,0}). */
export function typesetUniverse(text, options = {}) {
  const [, name, ends] = /^([A-Z])\((.*)\)$/.exec(text) ?? [];
  if (!name) return el('span', { class: 'u' }, el('i', {}, text));
  let list;
  try {
    list = parseList(ends);
  } catch {
    return el('span', { class: 'u' }, el('i', {}, name), `(${ends})`);
  }
  const pen = { ...options, fold: false };
  const inner = el(
    'span',
    { class: 'g', role: 'img', 'aria-label': list.map(end => words(end)).join(', ') },
    commas(list, LEVELS, pen, false),
  );
  return el('span', { class: 'u' }, el('i', {}, name), '(', inner, ')');
}

/** A sentence of the engine with its games typeset. */
export function typesetSentence(text, options = {}) {
  const pretty = plain =>
    plain.replaceAll('not >=', '≱').replaceAll('not <=', '≰').replaceAll('>=', '≥').replaceAll('<=', '≤');
  const parts = sentence(text).map(part =>
    part.game ? typeset(part.game, { ...options, fold: false, levels: 9 }) : pretty(part.text),
  );
  return el('span', { class: 'sentence' }, parts);
}

function draw(tree, levels, pen, bare) {
  switch (tree.kind) {
    case 'integer':
      return integer(tree.n, pen);
    case 'star':
      return el('span', { class: 'star' }, '∗', tree.n ? el('sub', {}, tree.n) : null);
    case 'tombstone':
      return el('span', { class: 'tomb' });
    case 'switch':
      return drawSwitch(tree, levels, pen);
    default:
      return levels > 0 ? drawGame(tree, levels, pen, bare) : folded(tree, pen);
  }
}

function integer(n, pen) {
  if (!n.startsWith('-')) return el('span', {}, n);
  return pen.bars ? el('span', { class: 'over' }, n.slice(1)) : el('span', {}, `−${n.slice(1)}`);
}

function drawSwitch(tree, levels, pen) {
  const [only, ...more] = tree.left;
  const plain = only && !more.length && (only.kind !== 'game' || levels <= 0);
  if (plain) return el('span', {}, '±', draw(only, levels - 1, pen, false));
  if (alone(tree.left)) return el('span', {}, '±', draw(only, levels, pen, false));
  const tall = height(tree);
  return el('span', {}, '±', fence('(', tall), commas(tree.left, levels - 1, pen), fence(')', tall));
}

function drawGame(tree, levels, pen, bare) {
  const tall = height(tree);
  const bar = el('span', { class: 'bar' });
  bar.style.height = `${extent(tall)}em`;
  bar.style.marginInline = `${0.2 + 0.06 * tall}em`;
  const sides = [side(tree.left, 'L', levels, pen), bar, el('wbr'), side(tree.right, 'R', levels, pen)];
  if (bare) return el('span', { class: 'game' }, sides);
  return el('span', { class: 'game' }, fence('{', tall), sides, fence('}', tall));
}

const extent = tall => 0.55 + 0.5 * tall;

function fence(sign, tall) {
  const mark = el('span', { class: 'fence' }, sign);
  if (tall > 1) mark.style.transform = `scaleY(${extent(tall) / 1.05})`;
  return mark;
}

function side(list, who, levels, pen) {
  return el('span', { class: `side ${who}` }, commas(list, levels - 1, pen));
}

function commas(list, levels, pen, bare = alone(list)) {
  if (!list.length) return el('span', { class: 'none' }, '·');
  return list.flatMap((game, at) => [at ? [', ', el('wbr')] : null, draw(game, levels, pen, bare)]);
}

function folded(tree, pen) {
  pen.folded = true;
  if (!pen.fold) return el('span', { class: 'none' }, '⋯');
  const unfold = event => {
    event.stopPropagation();
    const deeper = draw(tree, LEVELS, pen, false);
    button.replaceWith(deeper);
    (deeper.querySelector('.fold') ?? deeper.closest('[tabindex]'))?.focus();
  };
  const button = el(
    'button',
    { class: 'fold', title: 'unfold', 'aria-label': `unfold ${words(tree, 1)}`, onclick: unfold },
    '⋯',
  );
  return button;
}
