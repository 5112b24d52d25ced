// What stands around a view: title, tabs, tools, messages, dialogs.

import { el, rove } from './dom.mjs';
import { VIEWS } from './state.mjs';

export const TITLES = { board: 'Board', form: 'Form', compare: 'Compare', order: 'Order', play: 'Play' };

const KEYS = [
  ['1 to 5', 'Board, Form, Compare, Order, Play'],
  ['arrows', 'move on a board, among options, in an order'],
  ['space', 'change a cell'],
  ['Enter', 'go to an option, open a game'],
  ['Backspace', 'back along the path, or a move back in play'],
  ['→ at the middle', 'return to the branch left last'],
  ['C', 'copy'],
  ['Ctrl+Z, Ctrl+Y', 'undo, redo'],
  ['?', 'this list'],
];

export class Frame {
  #status = el('p', { class: 'status', role: 'status' });
  #dialog = el('dialog', { onclick: event => event.target === this.#dialog && this.#dialog.close() });
  #tabs;
  #signs;

  /** `choose(view)` and `toggleSigns()` hear of clicks; `undo` and `redo` may be missing. */
  constructor(root, { panel, busy, copy, choose, toggleSigns, undo, redo }) {
    this.#tabs = VIEWS.map((view, at) => this.#tab(view, at, panel, choose));
    const title = 'write conjugates of integers with a bar';
    this.#signs = el('button', { title, onclick: toggleSigns }, '−1 or 1̄');
    const tools = [tool('undo', '↶', undo), tool('redo', '↷', redo), copy, this.#signs];
    root.replaceChildren(
      this.#skip(panel),
      el(
        'header',
        {},
        el('h1', {}, 'mis', el('span', {}, 'è'), 're'),
        el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Views' }, this.#tabs),
        el(
          'div',
          { class: 'tools' },
          tools,
          tool('keys', '?', () => this.help()),
        ),
      ),
      el('main', {}, panel),
      busy,
      this.#status,
      this.#dialog,
    );
  }

  #tab(view, at, panel, choose) {
    const properties = {
      role: 'tab',
      'aria-controls': panel.id,
      'aria-keyshortcuts': String(at + 1),
      data: { view },
      onclick: () => choose(view),
      onkeydown: event => rove(event, this.#tabs, 'ArrowLeft', 'ArrowRight'),
    };
    return el('button', properties, TITLES[view]);
  }

  #skip(panel) {
    const skip = event => {
      event.preventDefault();
      panel.focus();
    };
    return el('a', { class: 'skip', href: `#${panel.id}`, onclick: skip }, 'Skip to the page');
  }

  /** Marks the view and the signs of a state. */
  mark({ view, signs }) {
    for (const tab of this.#tabs) {
      const chosen = tab.dataset.view === view;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
    this.#signs.setAttribute('aria-pressed', String(signs === 'bar'));
    this.say('');
  }

  say(text) {
    this.#status.textContent = text;
  }

  get hasDialog() {
    return this.#dialog.open;
  }

  /** Shows nodes, of which the first is the title. */
  dialog(nodes) {
    this.#dialog.replaceChildren(...nodes, el('form', { method: 'dialog' }, el('button', { type: 'submit' }, 'close')));
    this.#dialog.setAttribute('aria-label', nodes[0].textContent);
    this.#dialog.showModal();
  }

  help() {
    const rows = KEYS.map(([key, use]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, use)]);
    this.dialog([el('h2', {}, 'Keys'), el('dl', {}, rows)]);
  }
}

function tool(label, sign, action) {
  return action && el('button', { 'aria-label': label, title: label, onclick: action }, sign);
}
