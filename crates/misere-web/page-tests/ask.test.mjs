import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { NoToken, remembering, throughPort, throughServer } from '../page/ask.mjs';

const answering = replies => {
  const seen = [];
  const fetch = async (path, options) => {
    seen.push({ path, ...options });
    return replies.shift();
  };
  return { ask: throughServer({ token: () => 'secret', fetch }), seen };
};

test('a question is a line, with the token in a header', async () => {
  const { ask, seen } = answering([new Response('{"ok":true,"rank":0}\n')]);
  assert.deepEqual(await ask({ op: 'rank', g: '0' }), { ok: true, rank: 0 });
  assert.equal(seen[0].path, '/ask');
  assert.equal(seen[0].headers['X-Token'], 'secret');
  assert.deepEqual(JSON.parse(seen[0].body), { op: 'rank', g: '0' });
});

test('lines with progress come before the answer, however the bytes are cut', async () => {
  const text = '{"progress":"1 of 2 · ●"}\n{"progress":"2 of 2"}\n{"ok":true,"form":"é"}';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size < 9; size += 1) {
    const stream = new ReadableStream({
      start(to) {
        for (let at = 0; at < bytes.length; at += size) to.enqueue(bytes.slice(at, at + size));
        to.close();
      },
    });
    const heard = [];
    const { ask } = answering([new Response(stream)]);
    assert.deepEqual(await ask({ op: 'rank' }, { progress: line => heard.push(line) }), { ok: true, form: 'é' });
    assert.deepEqual(heard, ['1 of 2 · ●', '2 of 2']);
  }
});

test('a full server is asked again after the time it names', async () => {
  const busy = () => new Response('busy', { status: 503, headers: { 'Retry-After': '0.05' } });
  const { ask, seen } = answering([busy(), busy(), new Response('{"ok":true}')]);
  const before = performance.now();
  assert.deepEqual(await ask({ op: 'rank' }), { ok: true });
  assert.equal(seen.length, 3);
  assert.ok(performance.now() - before >= 95);
});

test('who gives up while waiting does not ask again', async () => {
  const { ask, seen } = answering([new Response('busy', { status: 503, headers: { 'Retry-After': '30' } })]);
  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(), 20);
  await assert.rejects(ask({ op: 'rank' }, { signal: giveUp.signal }), { name: 'AbortError' });
  assert.equal(seen.length, 1);
});

test('refusals are answers with a message, a missing token is not', async () => {
  const { ask } = answering([
    new Response('{"ok":false,"code":"syntax","message":"no"}', { status: 400 }),
    new Response('too long', { status: 413 }),
    new Response('', { status: 200 }),
    new Response('token', { status: 401 }),
  ]);
  assert.equal((await ask({})).code, 'syntax');
  assert.deepEqual(await ask({}), { ok: false, code: 'http', message: '413: too long' });
  assert.equal((await ask({})).ok, false);
  await assert.rejects(ask({}), NoToken);
});

test('a server that is gone is named', async () => {
  const ask = throughServer({
    token: () => '',
    fetch: async () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await assert.rejects(ask({ op: 'rank' }), /does not answer/);
});

test('a question is asked once, unless a limit stopped it', async () => {
  let asked = 0;
  const ask = remembering(async ({ op }) => {
    asked += 1;
    return op === 'slow' ? { ok: false, code: 'limit' } : { ok: true, asked };
  }, 2);
  assert.deepEqual(await ask({ op: 'a' }), await ask({ op: 'a' }));
  await ask({ op: 'slow' });
  await ask({ op: 'slow' });
  assert.equal(asked, 3);
  await ask({ op: 'b' });
  await ask({ op: 'c' });
  assert.deepEqual(await ask({ op: 'a' }), { ok: true, asked: 6 });
});

test('a worker or a kernel answers messages, in any order, and is told of who gives up', async () => {
  const { port1, port2 } = new MessageChannel();
  const heard = [];
  port2.on('message', ({ id, question, cancel }) => {
    heard.push(cancel ? `cancel ${id}` : question.op);
    if (question?.op === 'second') {
      port2.postMessage({ id, progress: 'soon' });
      port2.postMessage({ id, answer: 2 });
      port2.postMessage({ id: '1', answer: 1 });
    }
  });
  const ask = throughPort(port1);
  const progress = [];
  const first = ask({ op: 'first' }),
    second = ask({ op: 'second' }, { progress: text => progress.push(text) });
  assert.deepEqual(await Promise.all([first, second]), [1, 2]);
  assert.deepEqual(progress, ['soon']);
  const giveUp = new AbortController();
  const third = ask({ op: 'third' }, { signal: giveUp.signal });
  giveUp.abort();
  await assert.rejects(third, { name: 'AbortError' });
  await new Promise(resolve => setTimeout(resolve, 30));
  assert.deepEqual(heard, ['first', 'second', 'third', 'cancel 3']);
  port1.close();
});
