// Places for the elements of a finite order.

/**
 * Levels and places: an element stands above all that it covers, and near them.
 *
 * `covers` has pairs [above, below] of places; the answer has, for each element, {level, x}, and the rows.
 */
export function layered(count, covers) {
  const { up, down } = neighbours(count, covers);
  const level = Array(count).fill(0);
  for (const at of bottomUp(count, up, down))
    for (const above of up[at]) level[above] = Math.max(level[above], level[at] + 1);
  const rows = [];
  level.forEach((height, at) => (rows[height] ??= []).push(at));
  const x = Array(count).fill(0);
  const spread = row =>
    row.forEach((at, place) => {
      x[at] = place - (row.length - 1) / 2;
    });
  rows.forEach(spread);
  for (let round = 0; round < 12; round += 1) {
    for (const row of round % 2 ? [...rows].reverse() : rows) {
      const near = new Map(
        row.map(at => [
          at,
          mean(
            [...up[at], ...down[at]].map(other => x[other]),
            x[at],
          ),
        ]),
      );
      row.sort((a, b) => near.get(a) - near.get(b) || a - b);
      spread(row);
    }
  }
  return { places: level.map((height, at) => ({ level: height, x: x[at] })), rows };
}

/** Who covers whom, in both directions. */
export function neighbours(count, covers) {
  const up = Array.from({ length: count }, () => []),
    down = Array.from({ length: count }, () => []);
  for (const [above, below] of covers) {
    down[above].push(below);
    up[below].push(above);
  }
  return { up, down };
}

/** All that is reached from an element. */
export function beyond(at, next) {
  const reached = new Set(),
    todo = [at];
  while (todo.length) {
    for (const other of next[todo.pop()]) {
      if (reached.has(other)) continue;
      reached.add(other);
      todo.push(other);
    }
  }
  return reached;
}

/** The elements, those below first. */
function bottomUp(count, up, down) {
  const missing = down.map(list => list.length),
    ready = [];
  missing.forEach((number, at) => {
    if (!number) ready.push(at);
  });
  for (let place = 0; place < ready.length; place += 1) {
    for (const above of up[ready[place]]) if ((missing[above] -= 1) === 0) ready.push(above);
  }
  if (ready.length < count) throw new RangeError('the covers have a cycle');
  return ready;
}

const mean = (list, otherwise) => (list.length ? list.reduce((sum, value) => sum + value, 0) / list.length : otherwise);
