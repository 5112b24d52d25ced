// Reads the ASCII that the engine writes: integers, *n, #, {a,b|c}, longer bars, +-a, +-(a,b); · may stand for an empty side.

/**
 * The tree of a text; throws where the text is of another kind.
 *
 * A node is {kind: 'integer', n} | {kind: 'star', n} | {kind: 'tombstone'} | {kind: 'switch', left: [node]}
 * | {kind: 'game', left: [node], right: [node]}.
 */
export function parse(text) {
  const reader = { text, at: 0 };
  const tree = readGame(reader);
  if (reader.at < text.length) throw unexpected(reader);
  return tree;
}

/** Like `parse`, for a list of games with commas between them. */
export function parseList(text) {
  const reader = { text, at: 0 };
  const list = readList(reader);
  if (reader.at < text.length) throw unexpected(reader);
  return list;
}

const unexpected = reader => new SyntaxError(`unexpected text at ${reader.at}`);

function eat(reader, sign) {
  if (!reader.text.startsWith(sign, reader.at)) return false;
  reader.at += sign.length;
  return true;
}

function digits(reader) {
  const start = reader.at;
  while (reader.text[reader.at] >= '0' && reader.text[reader.at] <= '9') reader.at += 1;
  return reader.text.slice(start, reader.at);
}

function readGame(reader) {
  if (eat(reader, '#')) return { kind: 'tombstone' };
  if (eat(reader, '{')) return readBars(reader);
  if (eat(reader, '+-')) {
    if (!eat(reader, '(')) return { kind: 'switch', left: [readGame(reader)] };
    const left = readList(reader);
    if (!eat(reader, ')')) throw unexpected(reader);
    return { kind: 'switch', left };
  }
  if (eat(reader, '*')) return { kind: 'star', n: digits(reader) };
  const minus = eat(reader, '-'),
    n = digits(reader);
  if (!n) throw unexpected(reader);
  return { kind: 'integer', n: minus ? `-${n}` : n };
}

function readList(reader) {
  if (eat(reader, '·')) return [];
  const next = reader.text[reader.at];
  if (next === undefined || next === '|' || next === '}' || next === ')') return [];
  const list = [readGame(reader)];
  while (eat(reader, ',')) list.push(readGame(reader));
  return list;
}

/** Lists with bars between them, to the closing brace: the longest bar parts first. */
function readBars(reader) {
  const lists = [readList(reader)],
    bars = [];
  for (;;) {
    let length = 0;
    while (eat(reader, '|')) length += 1;
    if (!length) break;
    bars.push(length);
    lists.push(readList(reader));
  }
  if (!bars.length || !eat(reader, '}')) throw unexpected(reader);
  return part(lists, bars, 0, bars.length);
}

function part(lists, bars, from, to) {
  let longest = from;
  for (let at = from; at < to; at += 1) if (bars[at] > bars[longest]) longest = at;
  const side = (a, b) => (a === b ? lists[a] : [part(lists, bars, a, b)]);
  return { kind: 'game', left: side(from, longest), right: side(longest + 1, to) };
}

/** How high a game stands in print: a bar is taller than the bars of a game that stands alone beside it. */
export function height(tree) {
  if (tree.kind === 'switch') return Math.max(0, ...tree.left.map(height));
  if (tree.kind !== 'game') return 0;
  const side = list => Math.max(0, ...list.map(height)) + (alone(list) ? 1 : 0);
  return Math.max(1, side(tree.left), side(tree.right));
}

/** Whether the game that is the only one of a side needs no braces. */
export const alone = list => list.length === 1 && list[0].kind === 'game';

/** A game in words, for those who hear the page. Games deeper than `depth` are "a game". */
export function words(tree, depth = 4) {
  const side = list => (list.length ? list.map(game => words(game, depth - 1)).join(', ') : 'nothing');
  switch (tree.kind) {
    case 'integer':
      return tree.n.replace('-', 'minus ');
    case 'star':
      return tree.n ? `star ${tree.n}` : 'star';
    case 'tombstone':
      return 'tombstone';
    case 'switch':
      return depth > 0 ? `plus-minus ${side(tree.left)}` : 'a game';
    default:
      return depth > 0 ? `game: Left ${side(tree.left)}; Right ${side(tree.right)}` : 'a game';
  }
}

/** The parts of a sentence: texts, and the games in it, which stand in braces or after a sign. */
export function sentence(text) {
  const parts = [];
  let plain = '',
    at = 0;
  while (at < text.length) {
    const game = gameAt(text, at);
    if (game) {
      if (plain) parts.push({ text: plain });
      parts.push({ game });
      plain = '';
      at += game.length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) parts.push({ text: plain });
  return parts;
}

function gameAt(text, at) {
  const before = text[at - 1] ?? ' ';
  if (!/[\s(+=,]/.test(before) || !/[{*+\-\d#]/.test(text[at])) return null;
  const reader = { text, at };
  try {
    readGame(reader);
  } catch {
    return null;
  }
  return /[\w.\]]/.test(text[reader.at] ?? '') && !/\.(\s|$)/.test(text.slice(reader.at, reader.at + 2))
    ? null
    : text.slice(at, reader.at);
}
