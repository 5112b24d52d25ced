import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inWords } from '../page/busy.mjs';
import { cellsOf, isBoard } from '../page/cells.mjs';
import { command, copies, python, quoted } from '../page/copy.mjs';
import { suggestions } from '../page/fields.mjs';
import { beyond, layered, neighbours } from '../page/layered.mjs';
import { split } from '../page/order.mjs';
import { mover, takenBack } from '../page/play.mjs';
import { Proof } from '../page/replies.mjs';
import { mentions, nameOf } from '../page/rules.mjs';
import { placed } from '../page/tree.mjs';
import { grouped } from '../page/values.mjs';
import { answer, batch, program } from './engine.mjs';

/** Numbers that are the same in every run. */
function numbers(seed) {
  let state = seed;
  return below => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
}

test('in a diagram every cover goes up, and nobody shares a place', () => {
  const next = numbers(1);
  for (let count = 1; count < 40; count += 1) {
    const covers = [];
    for (let at = 0; at < count * 2; at += 1) {
      const [a, b] = [next(count), next(count)];
      if (a !== b) covers.push([Math.max(a, b), Math.min(a, b)]);
    }
    const { places, rows } = layered(count, covers);
    for (const [above, below] of covers) assert.ok(places[above].level > places[below].level);
    assert.equal(new Set(places.map(({ level, x }) => `${level} ${x}`)).size, count);
    assert.deepEqual(
      rows.flat().sort((a, b) => a - b),
      [...Array(count).keys()],
    );
  }
  assert.throws(
    () =>
      layered(2, [
        [0, 1],
        [1, 0],
      ]),
    RangeError,
  );
});

test('what lies beyond is the transitive closure', () => {
  const next = numbers(2);
  const count = 12,
    covers = Array.from({ length: 16 }, () => [next(count), next(count)]).filter(([a, b]) => a > b);
  const { down } = neighbours(count, covers);
  const reach = Array.from({ length: count }, (_, a) =>
    Array.from({ length: count }, (_, b) => covers.some(([x, y]) => x === a && y === b)),
  );
  for (let k = 0; k < count; k += 1)
    for (let i = 0; i < count; i += 1) for (let j = 0; j < count; j += 1) reach[i][j] ||= reach[i][k] && reach[k][j];
  for (let a = 0; a < count; a += 1)
    assert.deepEqual(
      [...beyond(a, down)].sort((x, y) => x - y),
      [...Array(count).keys()].filter(b => reach[a][b]),
    );
});

test('a list is split at commas outside of brackets', () => {
  assert.deepEqual(split(' {0,*|*} , nim(3,5),[-1 0],,  1'), ['{0,*|*}', 'nim(3,5)', '[-1 0]', '1']);
  assert.deepEqual(split(''), []);
});

test('a tree has a node for each option, and none lies on another', () => {
  const nodes = [{}, { l: [0], r: [0] }, { l: [0, 1], r: [1], t: 'L' }];
  const { all, depth } = placed(nodes, 2);
  assert.equal(all.length, 1 + 1 + 3 + 3 + 1);
  assert.equal(all.filter(node => node.stone).length, 1);
  assert.equal(depth, 2);
  assert.equal(new Set(all.map(({ x, y }) => `${x} ${y}`)).size, all.length);
  assert.equal(placed(nodes, 2, 5), null);
  const deep = Array.from({ length: 50_000 }, (_, at) => (at ? { l: [at - 1] } : {}));
  assert.equal(placed(deep, deep.length - 1, 60_000).depth, 49_999);
});

test('own rules have the name that the engine gives them', () => {
  const moves = 'left xo -> .x turned\nright as left, exchanging x and o\n';
  const texts = ['Mine', "King's  Clobber-Again", 'Snort Too'].map(title => `game ${title}\n${moves}`);
  for (const text of [...texts, moves])
    assert.equal(answer({ op: 'ruleset', ruleset: nameOf(text), rules: [text] }).name, nameOf(text), text);
  assert.ok(mentions({ op: 'outcome', g: 'mine(xo)' }, texts[0]));
  assert.ok(!mentions({ op: 'outcome', g: 'clobber(xo)' }, texts[0]));
  assert.ok(!mentions({ op: 'outcome', g: 'clobber(xo)' }, ''));
});

test('boards are drawn, heaps are not', () => {
  const cells = ruleset => cellsOf(answer({ op: 'ruleset', ruleset }));
  assert.deepEqual(new Set(cells('domineering')), new Set('.#'));
  assert.deepEqual(new Set(cells('amazons')), new Set('.xo#'));
  assert.deepEqual(new Set(cells('konane')), new Set('.xo#'));
  assert.deepEqual(new Set(cells('push')), new Set('.LR'));
  assert.ok(!isBoard('o_.|./..o_/...', cells('maze')));
  assert.deepEqual(new Set(cells('toads-and-frogs')), new Set('.TF'));
  for (const heaps of ['nim', 'hackenbush', 'octal(0.77)']) assert.equal(cells(heaps), null, heaps);
  assert.deepEqual(cellsOf({ cells: 'ab', syntax: 'rows of cells' }), ['a', 'b']);
  assert.ok(isBoard('.#/..', ['.', '#']) && !isBoard('2x4', ['.', '#']) && !isBoard('.', null));
});

test('progress is put into words', () => {
  assert.equal(inWords({ waiting: 1 }), 'waiting for another question');
  assert.equal(inWords({ waiting: 3 }), 'waiting for 3 questions');
  assert.equal(
    inWords({ seconds: 0.512, memory: 8511120, doing: 'domineering', done: 10597, total: 16690 }),
    'working… 0.5 s 8 MB domineering 10,597 of 16,690',
  );
  assert.equal(inWords({}), 'working…');
});

test('the other player moves after each move', () => {
  assert.equal(mover({ begins: 'Right', record: ['a'] }), 'Right');
  assert.equal(mover({ begins: 'Right', record: ['a', 'b'] }), 'Left');
});

test("moves are taken back to one's own turn", () => {
  const state = { begins: 'Left', you: 'Left', record: ['start', 'mine', 'theirs'] };
  assert.deepEqual(takenBack(state), ['start']);
  assert.deepEqual(takenBack({ ...state, you: 'Right' }), ['start', 'mine']);
  assert.deepEqual(takenBack({ ...state, record: ['start', 'mine'] }), ['start']);
});

test('a day is asked for in a command and in Python', () => {
  const question = { op: 'census', day: 1, modulo: 'D(-1)' };
  assert.equal(command(question), "misere census --day 1 --modulo 'D(-1)'");
  assert.equal(python(question), 'from misere import U, questions\nprint(questions.census(1, U("D(-1)")))');
  assert.match(
    execFileSync('sh', ['-c', command(question).replace('misere', program)], { encoding: 'utf8' }),
    /classes/,
  );
});

test('equal forms are one row, with the home first', () => {
  const row = (modulo, form) => ({ modulo, whole: form, answer: { ok: form !== undefined, modulo, form } });
  const rows = [row('M', 'a'), row('E', 'b'), row('D', 'c'), row('B', 'b'), row('X'), row('Y')];
  const names = home => grouped(rows, home).map(group => group.map(({ modulo }) => modulo).join());
  assert.deepEqual(names('B'), ['B,E', 'M', 'D', 'X', 'Y']);
  assert.deepEqual(names(null), ['M', 'E,B', 'D', 'X', 'Y']);
});

test('an error of the engine offers a text that the engine reads', () => {
  for (const g of ['{0,*|*', '{0|{1|2}', '±(1,2', '{0|{é', 'dominering(2x4)']) {
    const error = answer({ op: 'rank', g });
    assert.equal(error.ok, false, g);
    const better = suggestions(g, error).map(([, text]) => text);
    if (g === '{0|{é') assert.deepEqual(better, []);
    else
      assert.ok(
        better.length && batch(better.map(text => ({ op: 'rank', g: text }))).some(({ ok, at }) => ok || at > error.at),
        g,
      );
  }
});

test('an argument for a shell arrives as it is', () => {
  for (const text of ['{0,*|*}', "it's", '-1', 'a b', '$(ls)', '\\n', '2x4', 'D({|-1,0})']) {
    assert.equal(execFileSync('sh', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' }), text);
  }
});

test('a copied command gives the answer again', () => {
  const rules = 'game Mine\nboard xo/ox\nleft xo -> .x turned\nright as left, exchanging x and o\n';
  const cases = [
    [{ op: 'simplest', g: 'domineering(..../....)', modulo: 'D({|-1,0})' }],
    [{ op: 'compare', g: '-1', h: '*', modulo: 'D' }],
    [{ op: 'hasse', games: ['-1', '0', '{0,*|*}'], modulo: 'D' }],
    [{ op: 'outcome', g: '{0|*} where F = 1' }],
    [{ op: 'simplest', g: 'mine(xo/ox)', modulo: 'D' }, rules],
  ];
  for (const [question, own] of cases) {
    const folder = mkdtempSync(join(tmpdir(), 'misere-'));
    const line = command(question, own).replace(/misere (?=[a-z])/, 'misere --json ');
    const env = { ...process.env, PATH: `${dirname(program)}:${process.env.PATH}` };
    let printed;
    try {
      printed = execFileSync('sh', ['-c', line], {
        encoding: 'utf8',
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    } catch (error) {
      printed = error.stdout || error.stderr;
    }
    const asked = own ? { ...question, rules: [own] } : question;
    const { field, ...expected } = answer(asked);
    const { field: _, ...found } = JSON.parse(printed.trim().split('\n').at(-1));
    assert.deepEqual(found, expected, line);
  }
});

test('copied texts give the same answer where they are pasted', async () => {
  const ctx = {
    state: { rules: '' },
    address: () => 'http://127.0.0.1:1/#g=100%25',
    must: async ({ longest, ...question }) => answer(question),
  };
  const g = '{2,+-1|0|||-1|0,#||}',
    question = { op: 'simplest', g: `${g}+*3`, modulo: 'E' };
  const made = Object.fromEntries(
    await Promise.all(
      copies(ctx, { form: question.g, question, picture: { op: 'draw', g, tree: true } }).map(async ([name, make]) => [
        name,
        await make(),
      ]),
    ),
  );
  const { form } = answer(question);
  const read = text => answer({ op: 'show', g: text }).form;
  assert.equal(answer({ ...question, g: made.Notation }).form, form);
  assert.equal(read(made['Simplest form']), form);
  const [comment, body] = made.LaTeX.split('\n');
  assert.equal(comment, '% http://127.0.0.1:1/#g=100%25');
  assert.equal(read(`${comment}\n${body.replace(/^\$|\$$/g, '')}`), form);
  assert.match(made.TikZ, /^% http:.*\n\\begin\{tikzpicture\}/);
  assert.match(made.SVG, /^<svg /);
  assert.equal(made.Address, ctx.address());
  const file = join(mkdtempSync(join(tmpdir(), 'misere-')), 'proof.json');
  writeFileSync(file, made.Certificate);
  assert.match(execFileSync(program, ['check', file], { encoding: 'utf8' }), /checked/);
});

test('every threat has the reply of the certificate, and what is left is greater or equal', () => {
  const games = [
    '0',
    '*',
    '{0|*}',
    '{*|0}',
    '{0,*|*}',
    '{*|0,*}',
    '*2',
    '{1|0}',
    '{2,+-1|0}',
    '{2,+-1||-1|0,#}',
    '{-1|0,1}',
    'domineering(2x3)',
  ];
  const forms = new Map(games.map(g => [g, answer({ op: 'show', g }).form]));
  const questions = ['D', 'E', 'D(-1)'].flatMap(modulo =>
    games.flatMap(g => games.map(h => ({ op: 'compare', g, h, modulo, why: true }))),
  );
  let threats = 0;
  for (const [at, compared] of batch(questions).entries()) {
    const { g: greater, h: lesser, modulo } = questions[at];
    if (!/[>=]/.test(compared.relation)) continue;
    const proof = new Proof(compared.certificate);
    const todo = [[forms.get(greater), forms.get(lesser)]],
      seen = new Set();
    while (todo.length) {
      const [g, h] = todo.pop();
      if (seen.has(`${g} ${h}`)) continue;
      seen.add(`${g} ${h}`);
      assert.match(answer({ op: 'compare', g, h, modulo }).relation, /[>=]/);
      const step = proof.find(g, h);
      assert.ok(step, `${g} >= ${h}`);
      if (step.by === 'same') continue;
      const options = (form, player) => answer({ op: 'options', g: form, player }).forms;
      for (const [player, from] of [
        ['Right', g],
        ['Left', h],
      ]) {
        for (const to of options(from, player)) {
          threats += 1;
          const own = options(to, player === 'Right' ? 'Left' : 'Right'),
            matching = options(player === 'Right' ? h : g, player);
          const reply = proof.reply(step, { player, to }, { g, h, own, matching });
          assert.ok(reply, `${player} to ${to} in ${g} >= ${h}`);
          todo.push([reply.g, reply.h]);
        }
      }
    }
  }
  assert.ok(threats > 50, String(threats));
});
