// Rules of one's own, in the language of rules files.

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

/** The position that opens first: rules may be without examples, and have cells at least. */
export const firstPosition = ({ start, examples, cells }) => start ?? examples[0] ?? [...(cells ?? '.')].join('');

/** Whether a question speaks of the game with these rules. */
export const mentions = (question, rules) => Boolean(rules) && JSON.stringify(question).includes(nameOf(rules));

/** The place where rules are written, folded until there are some. */
export function rulesEditor(ctx) {
  const { rules, ruleset, path, here } = ctx.state;
  let found = null;
  const check = async (text, signal) => {
    found = text.trim() ? await ctx.askAlone({ op: 'ruleset', ruleset: nameOf(text), rules: [text] }, signal) : { ok: true };
    return found;
  };
  const change = (text, push) => {
    const own = rules && ruleset === nameOf(rules);
    if (!text.trim()) return ctx.set({ rules: '', ...(own ? { ruleset: FIRST.ruleset, path: FIRST.path, here: 0, record: [] } : {}) }, { push });
    const position = own ? path[here] : firstPosition(found);
    return ctx.set({ rules: text, ruleset: found.name, path: [position], here: 0, record: [] }, { push });
  };
  return el('details', { class: 'quiet', open: Boolean(rules), data: { keep: 'rules' } }, el('summary', {}, 'own rules'),
    textField({ key: 'rules', label: 'rules', value: rules, lines: 7, check, change }),
    rules ? null : [el('p', { class: 'soft' }, 'such as'), el('pre', { tabindex: '0' }, EXAMPLE)]);
}
