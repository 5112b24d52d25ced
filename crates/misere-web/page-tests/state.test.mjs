import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, encode, FIRST, game, tidy, VIEWS, walk } from '../page/state.mjs';

test('an empty address is the first state, and the first state an empty address', () => {
  assert.deepEqual(decode(''), FIRST);
  assert.equal(encode(FIRST), '');
});

test('every field comes back from the address', () => {
  const other = {
    view: 'order',
    ruleset: 'octal(0.77)',
    rules: 'game A & B\nleft x. -> .x # 100% "é"',
    path: ['3 5', '0b1 1r2', '#=&+%'],
    here: 1,
    modulo: 'D({|-1,0})',
    moduli: ['M', 'D({|-1,0},-1)'],
    show: 'outcome',
    forms: ['{0|+-1}', '*'],
    form: 0,
    g: '-1+*',
    h: '{|}',
    list: ['0'],
    source: 'day',
    day: 2,
    record: ['xo/ox', '.x/ox'],
    convention: 'normal',
    you: 'Right',
    begins: 'Right',
    signs: 'bar',
  };
  assert.deepEqual(Object.keys(other).sort(), Object.keys(FIRST).sort());
  assert.deepEqual(decode(encode(other)), other);
  for (const [name, value] of Object.entries(other)) {
    const changed = tidy({ ...FIRST, [name]: value });
    assert.deepEqual(decode(encode(changed)), changed, name);
  }
});

test('fields that make no sense have their first value', () => {
  for (const text of ['view=evil', 'day=-1', 'day=x', 'here=7', 'here=-1', 'here=0.5', 'unknown=1', 'signs='])
    assert.deepEqual(decode(text), FIRST, text);
  assert.equal(decode('view=__proto__').view, 'board');
  assert.deepEqual(
    VIEWS.map(view => decode(`view=${view}`).view),
    VIEWS,
  );
});

test('a walk back and forth remembers the branch', () => {
  const start = { path: ['a'], here: 0 };
  const there = walk.go(start.path, start.here, 'b');
  const back = walk.back(there.path, there.here);
  assert.deepEqual(back, { path: ['a', 'b'], here: 0 });
  assert.deepEqual(walk.forth(back.path, back.here), there);
  assert.deepEqual(walk.go(back.path, back.here, 'b'), there);
  assert.deepEqual(walk.go(back.path, back.here, 'c'), { path: ['a', 'c'], here: 1 });
  assert.deepEqual(walk.back(start.path, 0), start);
  assert.deepEqual(walk.forth(start.path, 0), start);
});

test('a position is a game', () => assert.equal(game(FIRST), 'domineering(..../....)'));
