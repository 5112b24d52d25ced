// What can be taken away: each text gives the same answer where it is pasted.

import { el } from './dom.mjs';
import { mentions, nameOf } from './rules.mjs';

/** Copies offered for a subject {form, question, picture, other}: [name, how to make the text]. */
export function copies(ctx, subject) {
  const { form, question, picture, other } = subject;
  const rules = mentions(question, ctx.state.rules) ? ctx.state.rules : '';
  const latex = async () => latexOf(ctx, subject);
  const drawn = format => async () => {
    const answer = await ctx.must({ ...picture, format });
    return format === 'svg' ? answer.picture : `% ${ctx.address()}\n${answer.picture}`;
  };
  const certificate = async () => {
    const answer = await ctx.must({ ...question, why: true });
    if (!answer.certificate) throw new Error('Answers to this question have no certificate.');
    return JSON.stringify(answer.certificate);
  };
  return [
    [
      'Notation',
      async () =>
        form === undefined
          ? (await ctx.must({ ...question, longest: null })).forms.join(', ')
          : [form, other].filter(Boolean).join('\n'),
    ],
    ...(question.op === 'simplest'
      ? [['Simplest form', async () => (await ctx.must({ ...question, longest: null })).form]]
      : []),
    ['LaTeX', latex],
    ['TikZ', drawn('tikz')],
    ['SVG', drawn('svg')],
    ['Command', async () => command(question, rules)],
    ['Python', async () => python(question, rules)],
    ['Certificate', certificate],
    ['Address', async () => ctx.address()],
  ];
}

const RELATIONS = { '=': '=', '>': '>', '<': '<', '||': '\\parallel' };

/** LaTeX by the engine, after a comment with the address. */
async function latexOf(ctx, { question }) {
  const { op, g, h, games } = question;
  const writing = { style: 'latex', longest: null };
  const written = async text => (await ctx.must({ op: 'show', g: text, ...writing })).form;
  let text;
  if (op === 'compare') {
    const [greater, lesser, { relation }] = await Promise.all([written(g), written(h), ctx.must(question)]);
    text = `${greater} ${RELATIONS[relation]} ${lesser}`;
  } else if (games) {
    text = (await Promise.all(games.map(written))).join(',\\ ');
  } else {
    const answer = await ctx.must({ ...question, ...writing });
    text = answer.form ?? answer.forms.join(',\\ ');
  }
  return `% ${ctx.address()}\n$${text}$`;
}

/** An argument for a shell. */
export const quoted = text =>
  /^[\w.,/=:-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command that asks a question; rules of one's own come from a file made on the way, which names the game. */
export function command({ op, g, h, games, day, modulo }, rules = '') {
  const texts = [g, h, games?.join(',')].filter(text => text !== undefined);
  const options = [
    ...(day === undefined ? [] : ['--day', String(day)]),
    ...(modulo === undefined ? [] : ['--modulo', quoted(modulo)]),
  ];
  const file = rules ? `${nameOf(rules)}.rules` : '';
  const own = rules ? ['--rules', quoted(file)] : [];
  // After `--` a game that begins with a minus sign is no option.
  const minus = texts.some(text => text.startsWith('-'));
  const last = minus ? [...options, '--', ...texts.map(quoted)] : [...texts.map(quoted), ...options];
  const line = ['misere', op.replaceAll('_', '-'), ...own, ...last].join(' ');
  return rules ? `cat > ${quoted(file)} <<'END'\n${rules.trimEnd()}\nEND\n${line}` : line;
}

/** The same in Python. */
export function python({ op, g, h, games, day, modulo }, rules = '') {
  const literal = JSON.stringify;
  // A position of one's own rules is made by the ruleset, which the text of a game does not know there.
  const own = rules ? new RegExp(`^${nameOf(rules)}\\((.*)\\)$`, 's') : null;
  const argument = text => (own?.test(text) ? `own(${literal(own.exec(text)[1])})` : literal(text));
  const list = [g, h].filter(text => text !== undefined).map(argument);
  if (games) list.push(`[${games.map(argument).join(', ')}]`);
  if (day !== undefined) list.push(String(day));
  if (modulo !== undefined) list.push(`U(${literal(modulo)})`);
  const lines = [`from misere import U, questions${rules ? ', ruleset' : ''}`];
  if (rules) lines.push(`own = ruleset(${literal(`${rules.trimEnd()}\n`)})`);
  return [...lines, `print(questions.${op}(${list.join(', ')}))`].join('\n');
}

/** The menu: a button that opens a list. */
export function copyMenu(makeCtx) {
  const list = el('div', { class: 'menu', role: 'menu', 'aria-label': 'Copy', hidden: true });
  const button = el(
    'button',
    {
      'aria-haspopup': 'menu',
      'aria-expanded': 'false',
      'aria-keyshortcuts': 'c',
      onclick: () => toggle(list.hidden),
    },
    'Copy ',
    el('kbd', { 'aria-hidden': 'true' }, 'C'),
  );
  const toggle = open => {
    list.hidden = !open;
    button.setAttribute('aria-expanded', String(open));
    if (!open) return;
    const { ctx, subject } = makeCtx();
    list.replaceChildren(
      ...copies(ctx, subject).map(([name, make]) =>
        el(
          'button',
          {
            role: 'menuitem',
            tabindex: '-1',
            onclick: () => {
              toggle(false);
              button.focus();
              ctx.run(async () => hand(ctx, name, await make()));
            },
          },
          name,
        ),
      ),
    );
    list.firstChild.focus();
  };
  list.addEventListener('keydown', event => {
    const items = [...list.children],
      at = items.indexOf(event.target);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    if (event.key === 'Escape') {
      toggle(false);
      button.focus();
    } else if (event.key === 'Tab') toggle(false);
    else if (next !== undefined) items[(next + items.length) % items.length].focus();
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  });
  const holder = el('span', { class: 'copy' }, button, list);
  holder.addEventListener('focusout', event => {
    if (!list.hidden && event.relatedTarget && !holder.contains(event.relatedTarget)) toggle(false);
  });
  return { node: holder, open: () => toggle(true) };
}

/** Puts a text into the clipboard, or shows it where there is none. */
async function hand(ctx, name, text) {
  try {
    await navigator.clipboard.writeText(text);
    ctx.say(`${name} copied`);
  } catch {
    const area = el('textarea', { rows: '12', 'aria-label': name, readonly: true });
    area.value = text;
    ctx.dialog([el('h2', {}, name), area]);
    area.select();
  }
}
