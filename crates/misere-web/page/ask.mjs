// One function for the page, whoever answers: ask(question, {signal, progress}) gives the answer of the table.

/** The server wants a token that this page does not have. */
export class NoToken extends Error {}

/** How often a question is asked again when the server is full. */
const PATIENCE = 30;

/** Asks a server of `misere serve`. `token` is called for each request, since it may arrive later. */
export function throughServer({ base = '', token, fetch = globalThis.fetch.bind(globalThis) }) {
  return async function ask(question, { signal, progress } = {}) {
    const headers = { 'Content-Type': 'application/json', 'X-Token': token() };
    const body = JSON.stringify(question);
    for (let tries = 0; ; tries += 1) {
      const response = await reached(fetch(`${base}/ask`, { method: 'POST', headers, body, signal }), signal);
      if (response.status === 503 && tries < PATIENCE) {
        await rest(Number(response.headers.get('Retry-After') || 1) * 1000, signal);
        continue;
      }
      if (response.status === 401) throw new NoToken();
      if (!response.ok) return refusal(response.status, await response.text());
      return lastLine(response.body, progress);
    }
  };
}

/** Asks what answers messages: a worker, or the kernel of a notebook. Giving up sends {id, cancel: true}. */
export function throughPort(port) {
  const waiting = new Map();
  let last = 0;
  port.addEventListener('message', ({ data }) => {
    const asker = waiting.get(data.id);
    if (data.progress !== undefined) asker?.progress?.(data.progress);
    else if (waiting.delete(data.id)) asker.resolve(data.answer);
  });
  port.start?.();
  return (question, { signal, progress } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const id = String((last += 1));
      waiting.set(id, { resolve, progress });
      signal?.addEventListener('abort', () => {
        if (waiting.delete(id)) port.postMessage({ id, cancel: true });
        reject(signal.reason);
      });
      port.postMessage({ id, question });
    });
}

/** Keeps answers: the same question has the same answer. What a limit stopped may be asked again. */
export function remembering(ask, most = 5000) {
  const known = new Map();
  return async function remembered(question, options) {
    const key = JSON.stringify(question);
    if (known.has(key)) return known.get(key);
    const answer = await ask(question, options);
    if (known.size >= most) known.delete(known.keys().next().value);
    if (answer.ok || answer.code === 'syntax') known.set(key, answer);
    return answer;
  };
}

/** The response, or an error that says what may be done about it. */
async function reached(response, signal) {
  try {
    return await response;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Error('The server does not answer: see whether it still runs in its terminal.', { cause: error });
  }
}

function refusal(status, text) {
  try {
    const answer = JSON.parse(text);
    if (answer.ok === false) return answer;
  } catch {
    // The body is a text.
  }
  return { ok: false, code: 'http', message: `${status}: ${text || 'the server gave no reason'}` };
}

/** Reads lines as they come: those with `progress` are passed on, the last line is the answer. */
async function lastLine(stream, progress) {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '',
    answer = null;
  const take = line => {
    if (!line.trim()) return;
    const record = JSON.parse(line);
    if (record.progress !== undefined && record.ok === undefined) progress?.(record.progress);
    else answer = record;
  };
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop();
    lines.forEach(take);
  }
  take(rest);
  return answer ?? { ok: false, code: 'http', message: 'the server closed the connection without an answer' };
}

/** Sleeps, unless the question is given up. */
function rest(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
