// The page below one element: views, keys, and what all views share.

import { NoToken } from './ask.mjs';
import { board } from './board.mjs';
import { cardButton, cardContent } from './cards.mjs';
import { compare } from './compare.mjs';
import { copyMenu } from './copy.mjs';
import { el, rove } from './dom.mjs';
import { complaint } from './fields.mjs';
import { form } from './form.mjs';
import { order } from './order.mjs';
import { play, takenBack } from './play.mjs';
import { mentions } from './rules.mjs';
import { tidy, VIEWS, walk } from './state.mjs';
import { typeset, typesetSentence } from './typeset.mjs';

const SHOW = { board, form, compare, order, play };
const TITLES = { board: 'Board', form: 'Form', compare: 'Compare', order: 'Order', play: 'Play' };

/** Forms longer than this are described by their size. */
const LONGEST = 1500;
/** Milliseconds after which a question is called long. */
const LONG = 600;

const KEYS = [
  ['1 to 5', 'Board, Form, Compare, Order, Play'], ['arrows', 'move on a board, among options, in an order'],
  ['space', 'change a cell'], ['Enter', 'go to an option, open a game'], ['Backspace', 'back along the path, or a move back in play'],
  ['→ at the middle', 'return to the branch left last'], ['C', 'copy'], ['Ctrl+Z, Ctrl+Y', 'undo, redo'], ['?', 'this list'],
];

/** An answer that is none: an error of the engine. */
class Refused extends Error {
  constructor(answer) {
    super(answer.message ?? `not known: ${answer.tried}`);
    this.answer = answer;
  }
}

let mounted = 0;

/**
 * Builds the page inside of `root`, and touches nothing outside of it.
 *
 * `ask(question, {signal, progress})` answers; `state` is where to begin; `changed(state, push)` hears of each
 * change, `push` saying whether it is one to come back to. `undo` and `redo` are offered if they are given,
 * `address(state)` is the address to copy, `refused()` is called when the token is missing.
 * The answer has `set(change)`, for whoever changes the state from outside, and `stop()`.
 */
export function mount(root, { ask, state: first, changed = () => {}, undo = null, redo = null, address = null, refused = null }) {
  const page = new Page(root, { ask, changed, undo, redo, address, refused }, tidy(first));
  page.render();
  return { set: change => page.replace(change), stop: () => page.stop() };
}

class Page {
  #root; #outside; #state; #main; #status; #busy; #tabs; #copy; #overlay; #signs;
  #rendering = new AbortController();
  #seen = []; #waiting = 0; #timer = null; #subject = null; #pending = null;

  constructor(root, outside, state) {
    this.#root = root;
    this.#outside = outside;
    this.#state = state;
    root.classList.add('misere');
    const id = `misere-${mounted += 1}`;
    this.#main = el('div', { id, class: 'panel', tabindex: '-1', role: 'tabpanel', 'aria-label': TITLES[state.view] });
    this.#status = el('p', { class: 'status', role: 'status' });
    this.#busy = el('div', { class: 'busy', hidden: true }, el('span', {}, 'working…'), el('button', { type: 'button', onclick: () => this.#cancel() }, 'cancel'));
    this.#overlay = el('dialog', { onclick: event => { if (event.target === this.#overlay) this.#overlay.close(); } });
    this.#copy = copyMenu(() => ({ ctx: this.#context(this.#rendering.signal), subject: this.#subject }), 'C');
    const tab = (view, at) => el('button', { type: 'button', role: 'tab', 'aria-controls': id, 'aria-keyshortcuts': String(at + 1), data: { view }, onclick: () => this.#set({ view }), onkeydown: event => rove(event, this.#tabs, 'ArrowLeft', 'ArrowRight') }, TITLES[view]);
    this.#tabs = VIEWS.map(tab);
    this.#signs = el('button', { type: 'button', title: 'write conjugates of integers with a bar', onclick: () => this.#set({ signs: this.#state.signs === 'bar' ? 'minus' : 'bar' }, { push: false }) }, '−1 or 1̄');
    const tool = (label, sign, action) => (action ? el('button', { type: 'button', 'aria-label': label, title: label, onclick: action }, sign) : null);
    root.replaceChildren(
      el('a', { class: 'skip', href: `#${id}`, onclick: event => { event.preventDefault(); this.#main.focus(); } }, 'Skip to the page'),
      el('header', {}, el('h1', {}, 'mis', el('span', {}, 'è'), 're'),
        el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Views' }, this.#tabs),
        el('div', { class: 'tools' }, tool('undo', '↶', outside.undo), tool('redo', '↷', outside.redo), this.#copy.node, this.#signs, tool('keys', '?', () => this.#help()))),
      el('main', {}, this.#main), this.#busy, this.#status, this.#overlay);
    this.onkey = event => this.#key(event);
    root.addEventListener('keydown', this.onkey);
  }

  stop() {
    this.#rendering.abort();
    this.#root.removeEventListener('keydown', this.onkey);
    this.#root.classList.remove('misere');
    this.#root.replaceChildren();
  }

  /** Another state from outside, of which nobody need be told. */
  replace(change) {
    this.#state = tidy({ ...this.#state, ...change });
    this.render();
  }

  #set(change, { push = true, focus = null } = {}) {
    this.#state = tidy({ ...this.#state, ...change });
    this.#outside.changed(this.#state, push);
    this.render(focus);
  }

  /** Builds the view anew; what was computed before stays, dimmed, until its successor is there. */
  render(focus = null) {
    this.#rendering.abort();
    this.#rendering = new AbortController();
    const { view } = this.#state;
    const focused = this.#focused();
    const old = this.#main.dataset.view === view ? this.#main : el('div');
    const ctx = this.#context(this.#rendering.signal, old);
    const parts = SHOW[view](ctx);
    this.#main.replaceChildren(...parts.filter(Boolean));
    this.#main.dataset.view = view;
    this.#main.setAttribute('aria-label', TITLES[view]);
    this.#tabs.forEach(tab => {
      const chosen = tab.dataset.view === view;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    });
    this.#signs.setAttribute('aria-pressed', String(this.#state.signs === 'bar'));
    this.#status.textContent = '';
    this.#focus(focus ? { key: focus } : focused);
  }

  #focused() {
    const at = this.#root.ownerDocument.activeElement;
    if (!at?.dataset?.key || !this.#main.contains(at)) return null;
    return { key: at.dataset.key, value: at.value, start: at.selectionStart, end: at.selectionEnd };
  }

  /** Puts the focus where it was, now or when the element is there. */
  #focus(wanted) {
    this.#pending = wanted;
    if (!wanted) return;
    const at = this.#main.querySelector(`[data-key="${CSS.escape(wanted.key)}"]`);
    if (!at || at.closest('[aria-busy]')) return;
    this.#pending = null;
    at.focus();
    if (wanted.value === undefined || at.tagName === 'BUTTON' || at.tagName === 'SELECT') return;
    at.value = wanted.value;
    at.setSelectionRange?.(wanted.start, wanted.end);
  }

  #context(signal, old = el('div')) {
    const shown = { bars: this.#state.signs === 'bar' };
    const ctx = {
      state: this.#state,
      set: (change, options) => this.#set(change, options),
      ask: question => this.#ask(question, signal),
      askAlone: (question, alone) => this.#ask(question, alone),
      must: async question => {
        const answer = await this.#ask(question, signal);
        if (!answer.ok || answer.known === false) throw new Refused(answer);
        return answer;
      },
      run: work => this.#guard(work, signal, error => this.#say(error.message)),
      fill: (slot, work) => this.#fill(slot, work, signal),
      slot: (name, props = {}) => keptSlot(old, name, props),
      pen: () => shown,
      G: (text, options = {}) => typeset(text, { ...shown, ...options }),
      sentence: text => typesetSentence(text, shown),
      card: name => cardButton(name, chosen => this.#dialog(cardContent(chosen))),
      dialog: nodes => this.#dialog(nodes),
      copies: subject => { this.#subject = subject; },
      say: text => this.#say(text),
      seen: forms => this.#remember(forms),
      recent: () => [...this.#seen],
      address: () => this.#outside.address?.(this.#state) ?? '',
    };
    return ctx;
  }

  async #ask(question, signal) {
    const { rules } = this.#state;
    const full = { ...question, longest: question.longest === undefined ? LONGEST : question.longest };
    if (full.longest === null) delete full.longest;
    if (!full.rules && mentions(question, rules)) full.rules = [rules];
    signal.throwIfAborted();
    this.#wait(1);
    try {
      return await this.#outside.ask(full, { signal, progress: how => { if (!signal.aborted) this.#busy.firstChild.textContent = progressText(how); } });
    } catch (error) {
      if (error instanceof NoToken) this.#outside.refused?.();
      throw error;
    } finally {
      this.#wait(-1);
    }
  }

  /** Shows that the page works, if that takes long. */
  #wait(step) {
    this.#waiting += step;
    if (this.#waiting === 0) {
      clearTimeout(this.#timer);
      this.#timer = null;
      this.#busy.hidden = true;
      this.#busy.firstChild.textContent = 'working…';
    } else this.#timer ??= setTimeout(() => { this.#busy.hidden = false; }, LONG);
  }

  #cancel() {
    this.#rendering.abort();
    for (const slot of this.#main.querySelectorAll('[aria-busy]')) {
      slot.removeAttribute('aria-busy');
      slot.replaceChildren(el('p', { class: 'soft' }, 'cancelled ', el('button', { type: 'button', class: 'small', onclick: () => this.render() }, 'ask again')));
    }
    this.#say('cancelled');
  }

  #fill(slot, work, signal) {
    slot.setAttribute('aria-busy', 'true');
    const done = nodes => {
      const opened = [...slot.querySelectorAll('details[open][data-keep]')].map(details => details.dataset.keep);
      slot.replaceChildren(...nodes.flat(Infinity).filter(node => node !== null && node !== undefined && node !== false));
      for (const details of slot.querySelectorAll('details[data-keep]')) if (opened.includes(details.dataset.keep)) details.open = true;
      slot.removeAttribute('aria-busy');
      if (this.#pending) this.#focus(this.#pending);
    };
    return this.#guard(async () => done(await work()), signal, error => done([el('p', { class: 'err', role: 'alert' }, complaint(error.answer?.message ? error.answer : error))]));
  }

  async #guard(work, signal, complain) {
    try {
      await work();
    } catch (error) {
      if (!signal.aborted) complain(error);
    }
  }

  #remember(forms) {
    for (const text of forms) {
      if (typeof text !== 'string') continue;
      this.#seen = [...this.#seen.filter(other => other !== text), text].slice(-60);
    }
  }

  #say(text) {
    this.#status.textContent = text;
  }

  #dialog(nodes) {
    this.#overlay.replaceChildren(...nodes, el('form', { method: 'dialog' }, el('button', {}, 'close')));
    this.#overlay.setAttribute('aria-label', nodes[0].textContent);
    this.#overlay.showModal();
  }

  #help() {
    this.#dialog([el('h2', {}, 'Keys'), el('dl', {}, KEYS.map(([key, use]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, use)]))]);
  }

  #key(event) {
    if (event.defaultPrevented || this.#overlay.open || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      const action = key === 'z' && !event.shiftKey ? this.#outside.undo : key === 'y' || key === 'z' ? this.#outside.redo : null;
      if (action) event.preventDefault();
      return action?.();
    }
    if (event.altKey) return;
    const view = VIEWS[Number(key) - 1];
    if (view) this.#set({ view });
    else if (key === 'c') this.#copy.open();
    else if (key === '?') this.#help();
    else if (key === 'backspace') this.#back();
    else return;
    event.preventDefault();
  }

  #back() {
    const { view, path, here, forms, form: at } = this.#state;
    if (view === 'board' && here > 0) this.#set(walk.back(path, here), { focus: 'middle' });
    else if (view === 'form' && at > 0) this.#set({ form: at - 1 }, { focus: 'middle' });
    else if (view === 'play' && this.#state.record.length > 1) this.#set({ record: takenBack(this.#state) });
  }
}

/** An element with a name that takes over the content of its predecessor. */
function keptSlot(old, name, props) {
  const before = old.querySelector(`[data-slot="${name}"]`);
  return el('div', { ...props, data: { slot: name } }, ...(before?.childNodes ?? []));
}

/** How far a question is: how many are before it, or what is done for it. */
function progressText({ waiting, seconds, memory, doing, done, total }) {
  if (waiting) return `waiting for ${waiting === 1 ? 'another question' : `${waiting} questions`}`;
  const spent = seconds === undefined ? [] : [`${seconds.toFixed(1)} s`, `${Math.round(memory / 2 ** 20)} MB`];
  const far = doing === undefined ? [] : [`${doing} ${done.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`];
  return ['working…', ...spent, ...far].join(' ');
}
