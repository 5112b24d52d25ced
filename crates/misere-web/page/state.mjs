// The state of the page: what was asked, never an answer. The address holds it.

export const VIEWS = ['board', 'form', 'compare', 'order', 'play'];

/** The state of an empty address. */
export const FIRST = Object.freeze({
  view: 'board',
  ruleset: 'domineering',
  rules: '',
  path: ['..../....'],
  here: 0,
  modulo: 'D({|-1,0})',
  moduli: ['M', 'E', 'D', 'B', 'D({|-1,0})'],
  show: 'simplest',
  forms: ['{0,*|*}'],
  form: 0,
  g: '{0,*|*}',
  h: '0',
  list: ['0', '*', '1', '-1', '{0|*}', '{*|0}', '{0,*|*}', '{*|0,*}', '*2', '{1|0}', '{0|-1}'],
  source: 'list',
  day: 1,
  record: [],
  convention: 'misere',
  you: 'Left',
  begins: 'Left',
  signs: 'minus',
});

const CHOICES = {
  view: VIEWS,
  source: ['list', 'day'],
  convention: ['misere', 'normal'],
  you: ['Left', 'Right'],
  begins: ['Left', 'Right'],
  signs: ['minus', 'bar'],
};

/** The part of an address after `#`; fields that stand at their first value are left out. */
export function encode(state) {
  const fields = new URLSearchParams();
  for (const [name, first] of Object.entries(FIRST)) {
    const value = state[name];
    if (JSON.stringify(value) === JSON.stringify(first)) continue;
    for (const one of Array.isArray(value) ? value : [value]) fields.append(name, one);
  }
  return fields.toString();
}

/** The state of an address; fields that make no sense have their first value. */
export function decode(text) {
  const fields = new URLSearchParams(text);
  const state = { ...FIRST };
  for (const [name, first] of Object.entries(FIRST)) {
    const given = fields.getAll(name);
    if (given.length)
      state[name] = Array.isArray(first) ? given : typeof first === 'number' ? Number(given[0]) : given[0];
  }
  return tidy(state);
}

/** Puts every field that is out of its range back to its first value. */
export function tidy(state) {
  const tidied = { ...FIRST, ...state };
  for (const [name, values] of Object.entries(CHOICES)) {
    if (!values.includes(tidied[name])) tidied[name] = FIRST[name];
  }
  const within = (at, list) => (Number.isInteger(at) && at >= 0 && at < list.length ? at : list.length - 1);
  tidied.here = within(tidied.here, tidied.path);
  tidied.form = within(tidied.form, tidied.forms);
  if (!Number.isInteger(tidied.day) || tidied.day < 0) tidied.day = FIRST.day;
  return tidied;
}

/** A walk: the nodes passed and the place among them. `go` keeps the branch beyond if it leads to the same node. */
export const walk = {
  go: (path, here, next) =>
    path[here + 1] === next ? { path, here: here + 1 } : { path: [...path.slice(0, here + 1), next], here: here + 1 },
  back: (path, here) => ({ path, here: Math.max(0, here - 1) }),
  forth: (path, here) => ({ path, here: Math.min(path.length - 1, here + 1) }),
};

/** The position as a game that the engine reads. */
export const game = (state, position = state.path[state.here]) => `${state.ruleset}(${position})`;
