// The page of `misere serve`: token, address, history.

import { remembering, throughServer } from './ask.mjs';
import { el } from './dom.mjs';
import { mount } from './main.mjs';
import { decode, encode } from './state.mjs';

const ALIVE = 60_000;
const KEY = 'misere-token';
const channel = new BroadcastChannel('misere');

let token = sessionStorage.getItem(KEY) ?? '';

/** Keeps a token for this origin and takes it out of the address. */
function keep(found) {
  token = found;
  sessionStorage.setItem(KEY, found);
}

/** Reads the address: `t` is the token, all else the state. */
function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const given = fields.get('t');
  if (given) {
    keep(given);
    fields.delete('t');
    const rest = fields.toString();
    history.replaceState(null, '', rest ? `#${rest}` : location.pathname);
  }
  return decode(fields);
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
  const take = event => {
    event.preventDefault();
    const found = /(?:#t=|[#&]t=|^)([\w-]{16,})\s*$/.exec(input.value.trim());
    if (!found) {
      message.textContent = 'The line ends with #t= and the token.';
      return;
    }
    keep(found[1]);
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
        el('form', { onsubmit: take }, input, el('button', {}, 'open')),
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
  const changed = (state, push) =>
    history[push ? 'pushState' : 'replaceState'](null, '', encode(state) ? `#${encode(state)}` : location.pathname);
  const refused = () => {
    view?.stop();
    view = null;
    askForLine('The server does not accept this token.');
  };
  view = mount(document.body, {
    ask,
    state: readAddress(),
    changed,
    undo: () => history.back(),
    redo: () => history.forward(),
    address,
    refused,
  });
}

addEventListener('popstate', () => view?.set(readAddress()));
setInterval(() => {
  if (token) fetch('alive', { method: 'POST', headers: { 'X-Token': token } }).catch(() => {});
}, ALIVE);

readAddress();
if (token || (await fromOtherTab())) begin();
else askForLine('');
