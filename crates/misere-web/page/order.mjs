// The order of a list of games, or of the classes of a day.

import { choice, el, svg } from './dom.mjs';
import { modulusPicker, textField } from './fields.mjs';
import { beyond, layered, neighbours } from './layered.mjs';
import { formOf } from './values.mjs';

const WIDE = 128,
  HIGH = 92,
  MOST_SEEN = 16;

export function order(ctx) {
  const { state } = ctx;
  const body = ctx.slot('order');
  ctx.fill(body, async () => {
    const { classes, covers } = await (state.source === 'day' ? ofDay(ctx) : ofList(ctx));
    return diagram(ctx, classes, covers);
  });
  const { day: born, list, modulo } = state;
  const ofADay = { question: { op: 'census', day: born, modulo }, picture: { op: 'census_hasse', day: born, modulo } };
  const ofAList = {
    form: list.join(', '),
    question: { op: 'hasse', games: list, modulo },
    picture: { op: 'hasse', games: list, modulo },
  };
  ctx.copies(state.source === 'day' ? ofADay : ofAList);
  const source = choice(
    'Games',
    [
      ['list', 'of a list'],
      ['day', 'of a day'],
    ],
    state.source,
    chosen => ctx.set({ source: chosen }),
  );
  const seen = ctx.recent().slice(-MOST_SEEN);
  const recent = el(
    'button',
    { disabled: seen.length === 0, onclick: () => ctx.set({ source: 'list', list: seen }) },
    'take the nodes just seen',
  );
  const day = choice(
    'Day',
    [0, 1, 2].map(n => [String(n), `day ${n}`]),
    String(state.day),
    n => ctx.set({ day: Number(n) }),
  );
  return [
    el(
      'section',
      { class: 'card wide', 'aria-label': 'Order' },
      el(
        'div',
        { class: 'row' },
        el('h2', {}, 'Order'),
        source,
        state.source === 'day' ? day : recent,
        modulusPicker(ctx),
      ),
      state.source === 'list' ? listField(ctx) : null,
      body,
    ),
  ];
}

function listField(ctx) {
  const check = (text, signal) => ctx.askAlone({ op: 'hasse', games: split(text), modulo: ctx.state.modulo }, signal);
  const change = (text, push) => ctx.set({ list: split(text) }, { push });
  return textField({ key: 'list', label: 'games', value: ctx.state.list.join(', '), check, change });
}

/** The games of a text, with commas between them that stand in no brackets. */
export function split(text) {
  const games = [];
  let depth = 0,
    game = '';
  for (const sign of text) {
    if ('{(['.includes(sign)) depth += 1;
    if ('})]'.includes(sign)) depth -= 1;
    if (sign === ',' && depth <= 0) {
      games.push(game.trim());
      game = '';
    } else game += sign;
  }
  return [...games, game.trim()].filter(Boolean);
}

async function ofList(ctx) {
  const { classes, covers } = await ctx.must({ op: 'hasse', games: ctx.state.list, modulo: ctx.state.modulo });
  return { classes: classes.map(([first]) => first), covers };
}

async function ofDay(ctx) {
  const { day, modulo } = ctx.state;
  const [{ forms }, { pairs }] = await Promise.all([
    ctx.must({ op: 'census', day, modulo }),
    ctx.must({ op: 'census_covers', day, modulo }),
  ]);
  return { classes: forms, covers: pairs.map(({ above, below }) => [above, below]) };
}

function diagram(ctx, classes, covers) {
  const { places, rows } = layered(classes.length, covers);
  const { up, down } = neighbours(classes.length, covers);
  const width = Math.max(1, ...rows.map(row => row.length)) * WIDE + 60,
    height = rows.length * HIGH + 20;
  const X = at => width / 2 - 20 + places[at].x * WIDE,
    Y = at => height - 50 - places[at].level * HIGH;
  const frame = svg('svg', {
    class: 'hasse',
    viewBox: `0 0 ${width} ${height}`,
    role: 'group',
    'aria-label': `Hasse diagram of ${classes.length} classes`,
  });
  const lines = covers.map(([above, below]) => ({
    above,
    below,
    line: svg('line', { x1: X(above), y1: Y(above), x2: X(below), y2: Y(below) }),
  }));
  const light = lighting(lines, up, down);
  const elements = classes.map((form, at) => {
    const label = svg(
      'foreignObject',
      { x: X(at) + 10, y: Y(at) - 20, width: WIDE - 12, height: 40 },
      el(
        'div',
        {},
        formOf(ctx, { form }, { fold: false, levels: 2 }),
        el('span', { class: 'hidden' }, `, covers ${down[at].length}, covered by ${up[at].length}`),
      ),
    );
    const open = () => form !== null && ctx.set({ view: 'form', forms: [form], form: 0 });
    return svg(
      'g',
      {
        class: 'element',
        tabindex: at ? '-1' : '0',
        role: 'button',
        data: { key: `class-${at}` },
        onclick: open,
        onmouseenter: () => light(elements, at),
        onfocus: () => light(elements, at),
        onmouseleave: () => light(elements, null),
        onblur: () => light(elements, null),
        onkeydown: event => keys(event, at, { elements, places, rows, open }),
      },
      svg('circle', { cx: X(at), cy: Y(at), r: 6 }),
      label,
    );
  });
  frame.append(...lines.map(({ line }) => line), ...elements);
  const scroll = el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Diagram' }, frame);
  requestAnimationFrame(() => {
    scroll.scrollLeft = (scroll.scrollWidth - scroll.clientWidth) / 2;
  });
  return [scroll, legend(frame, width, `${classes.length} classes, ${covers.length} covers; a click opens a game`)];
}

/** Arrows go to the nearest element of the row above or below, or along the row. */
function keys(event, at, { elements, places, rows, open }) {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault();
    return open();
  }
  const { level, x } = places[at];
  const rise = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0,
    along = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
  if (!rise && !along) return;
  event.preventDefault();
  const row = rows[level + rise] ?? [];
  const next = along
    ? row[row.indexOf(at) + along]
    : [...row].sort((a, b) => Math.abs(places[a].x - x) - Math.abs(places[b].x - x))[0];
  if (next !== undefined) elements[next].focus();
}

/** Lights what is above and below an element and dims the rest; `null` lights all. */
function lighting(lines, up, down) {
  return (elements, at) => {
    const above = at === null ? null : beyond(at, up),
      below = at === null ? null : beyond(at, down);
    const kind = other =>
      at === null ? '' : other === at ? 'at' : above.has(other) ? 'above' : below.has(other) ? 'below' : 'dim';
    elements.forEach((element, other) => element.setAttribute('class', `element ${kind(other)}`));
    for (const { above: high, below: low, line } of lines) {
      const lit = at === null || [above, below].some(set => [high, low].every(end => end === at || set.has(end)));
      line.setAttribute('class', lit ? '' : 'dim');
    }
  };
}

function legend(frame, width, text) {
  let scale = 1;
  const zoom = factor => {
    scale = factor === null ? 1 : Math.min(4, Math.max(0.25, scale * factor));
    frame.style.width = `${Math.round(width * scale)}px`;
  };
  zoom(null);
  const button = (label, sign, factor) =>
    el('button', { class: 'small', 'aria-label': label, onclick: () => zoom(factor) }, sign);
  return el(
    'p',
    { class: 'legend' },
    el(
      'span',
      { class: 'pair' },
      button('smaller', '−', 0.8),
      button('larger', '+', 1.25),
      button('1:1, the first size', '1:1', null),
    ),
    el('span', { class: 'key above' }, 'above'),
    el('span', { class: 'key below' }, 'below'),
    el('span', {}, text),
  );
}
