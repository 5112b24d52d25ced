// What is typed: texts with their errors under the place, and universes.

import { choice, el } from './dom.mjs';

const PAUSE = 150;

/**
 * A field for a text that the engine reads.
 *
 * `check(text, signal)` asks; a good text goes to `change(text, push)`, where `push` is true once per visit
 * of the field, so that going back leaves it. A bad text stays in the field, marked, and changes nothing else.
 */
export function textField({ key, label, value, lines = 1, check, change }) {
  const id = `${key}-error-${(textField.count = (textField.count ?? 0) + 1)}`;
  const write = lines > 1 ? 'textarea' : 'input';
  const input = el(write, {
    'aria-label': label,
    'aria-describedby': id,
    value,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    rows: lines > 1 ? lines : null,
    data: { key },
  });
  const under = el('div', { class: 'under', 'aria-hidden': 'true' });
  const message = el('div', { class: 'err', id, role: 'alert' });
  let timer = 0,
    asking = new AbortController(),
    pushed = false;

  const marked = (at, to) => {
    const text = [...input.value];
    under.replaceChildren(text.slice(0, at).join(''), el('u', {}, text.slice(at, to).join('') || ' '));
    under.scrollLeft = input.scrollLeft;
  };
  const refuse = answer => {
    input.setAttribute('aria-invalid', 'true');
    const at = answer.at ?? null;
    if (at === null) under.replaceChildren();
    else marked(at, answer.to ?? at + 1);
    message.replaceChildren(...complaint(answer));
    for (const [text, better] of suggestions(input.value, answer)) {
      message.append(
        ' ',
        el(
          'button',
          {
            class: 'small',
            onclick: () => {
              input.value = better;
              input.focus();
              look();
            },
          },
          text,
        ),
      );
    }
  };
  const accept = () => {
    input.removeAttribute('aria-invalid');
    under.replaceChildren();
    message.replaceChildren();
  };
  const look = async () => {
    asking.abort();
    asking = new AbortController();
    const text = input.value,
      mine = asking.signal;
    let answer;
    try {
      answer = await check(text, mine);
    } catch (error) {
      if (mine.aborted) return;
      answer = { message: String(error.message ?? error) };
    }
    if (mine.aborted || !input.isConnected) return;
    if (answer.ok === false) return refuse(answer);
    accept();
    if (text === value) return;
    const push = !pushed;
    pushed = true;
    change(text, push);
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  });
  input.addEventListener('keydown', event => {
    if (event.key === 'Enter' && lines === 1) {
      clearTimeout(timer);
      look();
    }
  });
  input.addEventListener('scroll', () => {
    under.scrollLeft = input.scrollLeft;
    under.scrollTop = input.scrollTop;
  });
  return el(
    'div',
    { class: lines > 1 ? 'field tall' : 'field' },
    el('span', { class: 'label', 'aria-hidden': 'true' }, label),
    el('div', { class: 'typed' }, input, under),
    message,
  );
}

/** An error in words, with what it quotes in the letters of the field. */
export function complaint({ message, help }) {
  const ticked = text => text.split('`').map((part, at) => (at % 2 ? el('code', {}, part) : part));
  return [el('span', {}, ticked(message)), ...(help ? [el('span', { class: 'soft' }, ' ', ticked(help))] : [])];
}

/** [label, text] for each way to go on that an error names: a sign that is missing, or a better word. */
export function suggestions(text, answer) {
  const signs = [...text],
    found = [];
  const at = answer.at ?? null;
  if (at === null) return found;
  for (const [, sign] of (answer.expected ?? '').matchAll(/`([^`]+)`/g)) {
    if (sign === '}' || sign === ')' || sign === ']')
      found.push([`insert ${sign}`, [...signs.slice(0, at), sign, ...signs.slice(at)].join('')]);
  }
  for (const [, word] of (answer.help ?? '').matchAll(/did you mean (?:the ruleset )?`([^`]+)`/g)) {
    const to = answer.to ?? at + (/^[\w-]+/.exec(signs.slice(at).join(''))?.[0].length ?? 1);
    found.push([`write ${word}`, [...signs.slice(0, at), word, ...signs.slice(to)].join('')]);
  }
  return found;
}

/** A field for a game: a form, a sum, a position. */
export function gameField(ctx, { key, label, value, change }) {
  const check = (g, signal) => ctx.askAlone({ op: 'rank', g }, signal);
  return textField({ key, label, value, check, change });
}

/** The choice of the universe in which the page compares; any text that names one may be added. */
export function modulusPicker(ctx, label = 'Universe') {
  const { modulo, moduli } = ctx.state;
  const known = moduli.includes(modulo) ? moduli : [modulo, ...moduli];
  const pairs = [...known.map(name => [name, name]), ['', 'another…']];
  const other = el('span', {});
  const pick = chosen => {
    if (chosen) return ctx.set({ modulo: chosen });
    const change = text => ctx.set({ modulo: text, moduli: [...moduli, text] });
    other.replaceChildren(universeField(ctx, '', change));
    other.querySelector('input').focus();
  };
  return el(
    'span',
    { class: 'pair' },
    el('span', { class: 'soft' }, 'modulo', ctx.card('modulo')),
    choice(label, pairs, modulo, pick),
    other,
  );
}

/** A field for the name of a universe. */
export function universeField(ctx, value, change) {
  const check = (modulo, signal) =>
    modulo.trim()
      ? ctx.askAlone({ op: 'member', g: '0', modulo }, signal)
      : { ok: false, message: 'such as D(-1) or D({|-1,0})' };
  return textField({ key: 'universe', label: 'universe', value, check, change });
}
