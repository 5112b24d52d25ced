import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alone, height, parse, parseList, sentence, words } from '../page/notation.mjs';
import { Structures } from '../page/structure.mjs';
import { batch } from './engine.mjs';

const integer = n => ({ kind: 'integer', n });
const game = (left, right) => ({ kind: 'game', left, right });

/** A tree with braces around every game, which needs no rule about bars. */
function braced(tree) {
  const list = games => games.map(braced).join(',');
  switch (tree.kind) {
    case 'integer':
      return tree.n;
    case 'star':
      return `*${tree.n}`;
    case 'tombstone':
      return '#';
    case 'switch':
      return `+-(${list(tree.left)})`;
    default:
      return `{${list(tree.left)}|${list(tree.right)}}`;
  }
}

test('a longer bar parts first', () => {
  assert.deepEqual(
    parse('{2,+-1|0|||-1|0,#||}'),
    game(
      [game([integer('2'), { kind: 'switch', left: [integer('1')] }], [integer('0')])],
      [game([game([integer('-1')], [integer('0'), { kind: 'tombstone' }])], [])],
    ),
  );
});

test('an empty side may have a dot', () => assert.deepEqual(parse('{·|0,-1}'), parse('{|0,-1}')));

test('a list may be empty', () => assert.deepEqual(parseList(''), []));

test('what is no game is refused', () => {
  for (const text of ['', '{0}', '{0|', '{0|1}}', '+', '-', 'x', '{0|1', '+-(1', '0 1', '{0,|1}'])
    assert.throws(() => parse(text), SyntaxError, text);
});

test('bars rise where games stand alone, and not inside of braces', () => {
  const heights = { '{0|1}': 1, '{0||1|2}': 2, '{{0|1},2|3}': 1, '{|||0|1||2}': 3, '+-(0,{1||2|3})': 2, 5: 0 };
  for (const [text, tall] of Object.entries(heights)) assert.equal(height(parse(text)), tall, text);
  assert.equal(alone(parse('{0||1|2}').right), true);
  assert.equal(alone(parse('{0|1,{1|2}}').right), false);
});

test('a game in words', () => {
  assert.equal(words(parse('{2,+-1|0}')), 'game: Left 2, plus-minus 1; Right 0');
  assert.equal(words(parse('{|*2,#}')), 'game: Left nothing; Right star 2, tombstone');
  assert.equal(words(parse('{0||||1|||2||3|4}'), 2), 'game: Left 0; Right game: Left 1; Right a game');
});

test('games in sentences are found, and numbers of theorems are not', () => {
  const games = text =>
    sentence(text)
      .filter(part => part.game)
      .map(part => part.game);
  assert.deepEqual(games('with X = {|0,1}, Left moving first loses {0,*|*}+{|0,1} and wins 0+{|0,1}'), [
    '{|0,1}',
    '{0,*|*}',
    '{|0,1}',
    '0',
    '{|0,1}',
  ]);
  assert.deepEqual(games("Left's option -1 is dominated by +-(1,*). [universe] Lemma 5.14, [day-2]"), [
    '-1',
    '+-(1,*)',
  ]);
  assert.deepEqual(games('checked; relies on Theorem 4.9'), []);
  for (const text of ['{0|', 'a {b} c', '* and +-', ''])
    assert.equal(
      sentence(text)
        .map(part => part.text ?? part.game)
        .join(''),
      text,
    );
});

test('texts of the engine mean to the page what they mean to the engine', () => {
  const [{ forms }] = batch([{ op: 'days', day: 2 }]);
  const positions = [
    'domineering(2x4)',
    'clobber(xoxo/oxox)',
    'toads-and-frogs(TT.FF)',
    'domineering(3x3)',
    'amazons(x..o)',
  ];
  const more = batch(positions.flatMap(g => ['M', 'E', 'D'].map(modulo => ({ op: 'simplest', g, modulo })))).map(
    answer => answer.form,
  );
  const texts = [...forms, ...more, '{{{{0|*},1|||-2||{3|+-*}}|#},5|*3}'];
  const back = batch(texts.map(text => ({ op: 'show', g: braced(parse(text)) })));
  texts.forEach((text, at) => {
    if (at < texts.length - 1) assert.equal(back[at].form, text);
  });
  assert.equal(back.at(-1).ok, true);
});

test('structures are equal exactly for equal texts', () => {
  const [{ forms }] = batch([{ op: 'days', day: 2 }]);
  const structures = new Structures();
  const numbers = forms.map(text => structures.ofText(text));
  assert.equal(new Set(numbers).size, forms.length);
  assert.deepEqual(
    forms.map(text => structures.ofText(braced(parse(text)))),
    numbers,
  );
  const same = [
    ['{0|}', '1'],
    ['{|-1}', '-2'],
    ['{0,*|0,*}', '*2'],
    ['{{1|-1}|{1|-1}}', '{+-1|+-1}'],
    ['+-{0,#|1}', '{{0,#|1}|{-1|0,#}}'],
  ];
  for (const [a, b] of same) assert.equal(structures.ofText(a), structures.ofText(b), a);
});
