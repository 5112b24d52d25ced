// A game tree as the papers draw it: Left's options to the lower left, Right's to the lower right.

import { el, svg } from './dom.mjs';

const STEP = 26,
  DROP = 40,
  MOST = 1500;

/** The tree of a game, or the reason why it is not drawn. */
export async function treeOf(ctx, g) {
  const { nodes, root } = await ctx.must({ op: 'tree', g });
  const layout = placed(nodes, root);
  if (!layout)
    return [
      el('p', { class: 'soft' }, `The tree has more than ${MOST} nodes; drawn once each they are ${nodes.length}.`),
    ];
  return [
    el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Drawing of the tree' }, picture(layout)),
  ];
}

/**
 * Places for the nodes of a tree, equal subtrees drawn apart: leaves side by side, a node above the middle
 * of its options. Nothing if there are too many.
 */
export function placed(nodes, root, most = MOST) {
  const all = [];
  let next = 0,
    depth = 0;
  // Without recursion, since games may be deep: a node is opened, its options placed, then it is closed.
  const open = (at, level, from) => ({ at, level, from, children: [], todo: children(nodes[at]) });
  const stack = [open(root, 0, null)];
  while (stack.length) {
    const top = stack.at(-1),
      child = top.todo.shift();
    if (child) {
      stack.push(
        child.stone
          ? { ...child, level: top.level + 1, from: child.player, children: [], todo: [] }
          : open(child.at, top.level + 1, child.player),
      );
      continue;
    }
    stack.pop();
    const [first, last] = [top.children[0], top.children.at(-1)];
    const x = first ? (first.x + last.x) / 2 : (next += 1);
    const done = { x, y: top.level, from: top.from, stone: top.stone ?? false, children: top.children };
    all.push(done);
    if (all.length > most) return null;
    depth = Math.max(depth, top.level);
    stack.at(-1)?.children.push(done);
  }
  return { all, width: next + 1, depth };
}

function children({ l = [], r = [], t = '' }) {
  const side = (list, player) => [
    ...list.map(at => ({ at, player })),
    ...(t.includes(player) ? [{ stone: true, player }] : []),
  ];
  return [...side(l, 'L'), ...side(r, 'R')];
}

function picture({ all, width, depth }) {
  const X = node => node.x * STEP,
    Y = node => 14 + node.y * DROP;
  const frame = svg('svg', {
    class: 'tree',
    width: width * STEP,
    height: 28 + depth * DROP,
    role: 'img',
    'aria-label': `a tree with ${all.length} nodes`,
  });
  for (const node of all) {
    for (const child of node.children)
      frame.append(svg('line', { class: `edge ${child.from}`, x1: X(node), y1: Y(node), x2: X(child), y2: Y(child) }));
  }
  for (const node of all) {
    frame.append(
      node.stone
        ? svg('rect', { class: 'stone', x: X(node) - 5, y: Y(node) - 5, width: 10, height: 10 })
        : svg('circle', { cx: X(node), cy: Y(node), r: 4 }),
    );
  }
  return frame;
}
