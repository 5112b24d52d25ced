// A small sign that the page works, with a button that stops it.

import { el } from './dom.mjs';

/** Milliseconds after which a question is called long. */
const LONG = 600;

export class Busy {
  #waiting = 0;
  #timer = null;
  #text = el('span', {}, 'working…');

  constructor(cancel) {
    const button = el('button', { onclick: cancel }, 'cancel');
    this.node = el('div', { class: 'busy', hidden: true }, this.#text, button);
  }

  /** One more question is asked. */
  begin() {
    this.#waiting += 1;
    this.#timer ??= setTimeout(() => {
      this.node.hidden = false;
    }, LONG);
  }

  /** One question is answered, or given up. */
  end() {
    this.#waiting -= 1;
    if (this.#waiting) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.node.hidden = true;
    this.#text.textContent = 'working…';
  }

  /** How far a question is. */
  say(progress) {
    this.#text.textContent = inWords(progress);
  }
}

/** How many questions are before one, or what is done for it. */
export function inWords({ waiting, seconds, memory, doing, done, total }) {
  if (waiting) return `waiting for ${waiting === 1 ? 'another question' : `${waiting} questions`}`;
  const words = ['working…'];
  if (seconds !== undefined) words.push(`${seconds.toFixed(1)} s`, `${Math.round(memory / 2 ** 20)} MB`);
  if (doing !== undefined) words.push(doing, done.toLocaleString('en'));
  if (total !== undefined) words.push('of', total.toLocaleString('en'));
  return words.join(' ');
}
