// Which texts, and which nodes of a certificate, are the same tree.

import { parse } from './notation.mjs';

/** Numbers for trees: equal trees have equal numbers. */
export class Structures {
  #numbers = new Map();
  #sides = [];

  /** The number of the tree with these options, given by number, and these tombstones ('', 'L', 'R' or 'LR'). */
  of(left, right, stones = '') {
    const list = side => [...new Set(side)].sort((a, b) => a - b);
    const key = `${list(left)}|${list(right)}|${stones}`;
    if (!this.#numbers.has(key)) {
      this.#numbers.set(key, this.#sides.length);
      this.#sides.push([list(left), list(right), stones]);
    }
    return this.#numbers.get(key);
  }

  /** The number of a form in the engine's ASCII. */
  ofText(text) {
    return this.#ofTree(parse(text));
  }

  /** The numbers of nodes as certificates have them, options first. */
  ofNodes(nodes) {
    const numbers = [];
    for (const { l = [], r = [], t = '' } of nodes)
      numbers.push(
        this.of(
          l.map(at => numbers[at]),
          r.map(at => numbers[at]),
          t,
        ),
      );
    return numbers;
  }

  #ofTree(tree) {
    const ordinary = list => list.filter(game => game.kind !== 'tombstone').map(game => this.#ofTree(game));
    const stone = (list, letter) => (list.some(game => game.kind === 'tombstone') ? letter : '');
    switch (tree.kind) {
      case 'integer':
        return this.#integer(Number(tree.n));
      case 'star':
        return this.#star(Number(tree.n || 1));
      case 'switch': {
        const left = ordinary(tree.left),
          stoned = stone(tree.left, 'LR');
        return this.of(
          left,
          left.map(number => this.#conjugate(number)),
          stoned,
        );
      }
      case 'game':
        return this.of(ordinary(tree.left), ordinary(tree.right), stone(tree.left, 'L') + stone(tree.right, 'R'));
      default:
        throw new SyntaxError('a tombstone is no game');
    }
  }

  #integer(n) {
    let number = this.of([], []);
    for (let at = 0; at < Math.abs(n); at += 1) number = n > 0 ? this.of([number], []) : this.of([], [number]);
    return number;
  }

  #star(n) {
    const smaller = [this.of([], [])];
    while (smaller.length <= n) smaller.push(this.of(smaller, smaller));
    return smaller[n];
  }

  #conjugate(number) {
    const [left, right, stones] = this.#sides[number];
    const swapped = { L: 'R', R: 'L' }[stones] ?? stones;
    return this.of(
      right.map(at => this.#conjugate(at)),
      left.map(at => this.#conjugate(at)),
      swapped,
    );
  }
}
