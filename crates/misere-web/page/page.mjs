// The page of `misere serve`: token, address, history.

import { remembering, throughServer } from './ask.mjs';
import { el } from './dom.mjs';
import { mount } from './main.mjs';
import { decode, encode } from './state.mjs';

const ALIVE = 60_000;
const KEY = 'misere-token';
const channel = new BroadcastChannel('misere');

let token = sessionStorage.getItem(KEY) ?? '';

/** Keeps a token for this origin. */
function keep(found) {
  token = found;
  sessionStorage.setItem(KEY, found);
}

/** The state of an address, or of a line from the terminal: `t` is the token, all else the state. */
function take(hash) {
  const fields = new URLSearchParams(hash);
  const given = fields.get('t');
  if (given) keep(given);
  fields.delete('t');
  return decode(fields);
}

/** Shows the state in the address, and no token. */
function write(state, push) {
  const fields = encode(state);
  history[push ? 'pushState' : 'replaceState'](null, '', fields ? `#${fields}` : location.pathname);
}

/** Reads the address, from which a token goes. */
function readAddress() {
  const state = take(location.hash.slice(1));
  if (new URLSearchParams(location.hash.slice(1)).has('t')) write(state, false);
  return state;
}

/** Asks the other tabs for the token; they answer within a moment, if there are any. */
function fromOtherTab() {
  return new Promise(resolve => {
    const hear = ({ data }) => {
      if (!data.token) return;
      keep(data.token);
      done(true);
    };
    const timer = setTimeout(() => done(false), 400);
    const done = found => {
      clearTimeout(timer);
      channel.removeEventListener('message', hear);
      resolve(found);
    };
    channel.addEventListener('message', hear);
    channel.postMessage({ wanted: true });
  });
}

channel.addEventListener('message', ({ data }) => {
  if (data.wanted && token) channel.postMessage({ token });
});

/** Asks for the line that the server printed. */
function askForLine(problem) {
  const input = el('input', {
    'aria-label': 'line from the terminal',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'listening on http://127.0.0.1:…/#t=…',
  });
  const message = el('p', { class: 'err', role: 'alert' }, problem);
  const open = event => {
    event.preventDefault();
    const line = input.value.trim();
    const fields = line.includes('#') ? line.slice(line.indexOf('#') + 1) : `t=${line}`;
    if (!/(^|&)t=[\w-]{16,}(&|$)/.test(fields)) {
      message.textContent = 'The line has #t= and the token.';
      return;
    }
    const state = take(fields);
    if (!location.hash) write(state, false);
    begin();
  };
  document.body.classList.add('misere');
  document.body.replaceChildren(
    el(
      'main',
      { class: 'line-wanted' },
      el(
        'section',
        { class: 'card' },
        el('h1', {}, 'mis', el('span', {}, 'è'), 're'),
        el('p', {}, 'This page needs the token of its server. Paste the line from the terminal:'),
        el('form', { onsubmit: open }, input, el('button', { type: 'submit' }, 'open')),
        message,
      ),
    ),
  );
  input.focus();
}

let view = null;

function begin() {
  view?.stop();
  const ask = remembering(throughServer({ token: () => token }));
  const address = state => `${location.origin}${location.pathname}#${encode(state)}`;
  const refused = () => {
    view?.stop();
    view = null;
    askForLine('The server does not accept this token.');
  };
  view = mount(document.body, {
    ask,
    state: readAddress(),
    changed: write,
    undo: () => history.back(),
    redo: () => history.forward(),
    address,
    refused,
  });
}

// Back, forward, and an address that is pasted into an open page.
addEventListener('popstate', () => {
  const state = readAddress();
  if (view) view.set(state);
  else if (token) begin();
});
setInterval(() => {
  if (token) fetch('alive', { method: 'POST', headers: { 'X-Token': token } }).catch(() => {});
}, ALIVE);

readAddress();
if (token || (await fromOtherTab())) begin();
else askForLine('');
