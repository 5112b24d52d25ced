// Rules of one's own, in the language of rules files.

import { cellsOf } from './cells.mjs';
import { el } from './dom.mjs';
import { textField } from './fields.mjs';
import { FIRST } from './state.mjs';

const EXAMPLE = 'game Mine\nboard xo/ox\nleft xo -> .x turned\nright as left, exchanging x and o';

/** The name by which positions of rules are written: the title in small letters, with hyphens. */
export function nameOf(rules) {
  const title = /^[ \t]*game[ \t]+(.*)$/m.exec(rules)?.[1] ?? 'rules';
  const words = title.split(/[\s-]+/u).map(word => word.replace(/[^\p{Alphabetic}\p{N}]/gu, ''));
  return words.filter(Boolean).join('-').toLowerCase();
}

/** The position that opens first: the start, an example, or each cell once. */
export const firstPosition = rules => rules.start ?? rules.examples[0] ?? (cellsOf(rules) ?? ['.']).join('');

/** A position as the ruleset writes it: `2x4` is a board. */
export async function asWritten(ask, { ruleset, position, modulo }) {
  const { position: written } = await ask({ op: 'moves', g: `${ruleset}(${position})`, modulo });
  return written ?? position;
}

/** Whether a question speaks of the game with these rules. */
export const mentions = (question, rules) => Boolean(rules) && JSON.stringify(question).includes(nameOf(rules));

/** The place where rules are written, folded until there are some. */
export function rulesEditor(ctx) {
  const { rules, ruleset, path, here, modulo } = ctx.state;
  let found = null,
    first = null;
  const check = async (text, signal) => {
    if (!text.trim()) return { ok: true };
    const ask = question => ctx.askAlone({ ...question, rules: [text] }, signal);
    found = await ask({ op: 'ruleset', ruleset: nameOf(text) });
    if (found.ok) first = await asWritten(ask, { ruleset: found.name, position: firstPosition(found), modulo });
    return found;
  };
  const change = (text, push) => {
    const own = rules && ruleset === nameOf(rules);
    if (!text.trim())
      return ctx.set(
        { rules: '', ...(own ? { ruleset: FIRST.ruleset, path: FIRST.path, here: 0, record: [] } : {}) },
        { push },
      );
    const position = own ? path[here] : first;
    return ctx.set({ rules: text, ruleset: found.name, path: [position], here: 0, record: [] }, { push });
  };
  return el(
    'details',
    { class: 'quiet', open: Boolean(rules), data: { keep: 'rules' } },
    el('summary', {}, 'own rules'),
    textField({ key: 'rules', label: 'rules', value: rules, lines: 7, check, change }),
    rules ? null : [el('p', { class: 'soft' }, 'such as'), el('pre', { tabindex: '0' }, EXAMPLE)],
  );
}
