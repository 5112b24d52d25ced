// Elements, made without innerHTML: text of others enters the page as text only.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element. `on…` are listeners, `data` is the dataset, all else are attributes; absent children are skipped.
 * A button submits nothing unless its type says so.
 */
export function el(tag, props = {}, ...children) {
  return furnish(document.createElement(tag), tag === 'button' ? { type: 'button', ...props } : props, children);
}

/** The same in SVG. */
export function svg(tag, props = {}, ...children) {
  return furnish(document.createElementNS(SVG, tag), props, children);
}

function furnish(node, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'data') Object.assign(node.dataset, value);
    else if (name === 'value' && node.tagName !== 'OPTION') node.value = value;
    else node.setAttribute(name === 'class' ? 'class' : name, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

/** A select with [value, label] pairs. */
export function choice(label, pairs, chosen, change, key) {
  const options = pairs.map(([value, text]) => el('option', { value, selected: value === chosen }, text));
  return el(
    'select',
    { 'aria-label': label, data: { key: key ?? label }, onchange: event => change(event.target.value) },
    options,
  );
}

/** Moves the focus among elements in reading order; returns whether the key was one of the two. */
export function rove(event, elements, back, forth) {
  const step = event.key === forth ? 1 : event.key === back ? -1 : 0;
  if (!step) return false;
  const list = [...elements],
    next = list[list.indexOf(event.currentTarget) + step];
  if (next) next.focus();
  event.preventDefault();
  return true;
}
