// The place of a view. A new view takes over what the old one has computed, what is open, and the focus.

import { el } from './dom.mjs';
import { complaint } from './fields.mjs';

const present = nodes => nodes.flat(Infinity).filter(node => node !== null && node !== undefined && node !== false);

export class Panel {
  /** The focus that waits for its element. */
  #pending = null;

  constructor(id) {
    this.node = el('div', { id, class: 'panel', tabindex: '-1', role: 'tabpanel' });
  }

  /**
   * Shows the parts that `build(slot)` makes. `slot(name, properties)` is an element that keeps the content of
   * the element of this name in the same view, until it is filled. The focus goes to the element with the key
   * `focus`, or stays.
   */
  show(view, title, build, focus) {
    const wanted = focus ? { key: focus } : this.#focused();
    const opened = openParts(this.node);
    const old = this.node.dataset.view === view ? this.node : el('div');
    const slot = (name, properties = {}) => {
      const before = old.querySelector(`[data-slot="${name}"]`);
      return el('div', { ...properties, data: { slot: name } }, ...(before?.childNodes ?? []));
    };
    this.node.replaceChildren(...present(build(slot)));
    this.node.dataset.view = view;
    this.node.setAttribute('aria-label', title);
    if (old === this.node) open(this.node, opened);
    this.#focus(wanted);
  }

  /** Fills a slot when its content is there; an error becomes its content, unless nobody waits for it. */
  async fill(slot, work, signal) {
    slot.setAttribute('aria-busy', 'true');
    let nodes;
    try {
      nodes = await work();
    } catch (error) {
      nodes = [el('p', { class: 'err', role: 'alert' }, complaint(error.answer?.message ? error.answer : error))];
    }
    if (signal.aborted) return;
    const opened = openParts(slot);
    slot.replaceChildren(...present(nodes));
    open(slot, opened);
    slot.removeAttribute('aria-busy');
    if (this.#pending) this.#focus(this.#pending);
  }

  /** Tells in all slots that wait that they wait no longer. */
  giveUp(again) {
    for (const slot of this.node.querySelectorAll('[aria-busy]')) {
      slot.removeAttribute('aria-busy');
      const button = el('button', { class: 'small', onclick: again }, 'ask again');
      slot.replaceChildren(el('p', { class: 'soft' }, 'cancelled ', button));
    }
  }

  #focused() {
    const at = this.node.ownerDocument.activeElement;
    if (!at?.dataset?.key || !this.node.contains(at)) return null;
    return { key: at.dataset.key, value: at.value, start: at.selectionStart, end: at.selectionEnd };
  }

  /** Puts the focus where it was, now or when the element is there; what is typed stays as it is. */
  #focus(wanted) {
    this.#pending = wanted;
    if (!wanted) return;
    const at = this.node.querySelector(`[data-key="${CSS.escape(wanted.key)}"]`);
    if (!at || at.closest('[aria-busy]')) return;
    this.#pending = null;
    at.focus();
    if (wanted.value === undefined || !/^(INPUT|TEXTAREA)$/.test(at.tagName)) return;
    at.value = wanted.value;
    at.setSelectionRange(wanted.start, wanted.end);
  }
}

const openParts = node => [...node.querySelectorAll('details[open][data-keep]')].map(part => part.dataset.keep);

function open(node, names) {
  for (const part of node.querySelectorAll('details[data-keep]')) {
    if (names.includes(part.dataset.keep)) part.open = true;
  }
}
