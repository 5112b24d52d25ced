// The table of replies that proves G ≥ H, played through from the certificate.

import { el } from './dom.mjs';
import { Structures } from './structure.mjs';

/** One threatens, Right in G or Left in H; the certificate replies, and what is left is ≥ again. */
export function replyTable(ctx, certificate, { names: [greater, lesser], forms }) {
  if (!certificate || forms.includes(null)) return [el('p', { class: 'soft' }, 'The games are too long to be played.')];
  const proof = new Proof(certificate);
  const line = el('ol', { class: 'line', 'aria-live': 'polite' }),
    choices = el('div', { class: 'choices' });
  const small = { levels: 3 };
  const claim = (g, h) => [ctx.G(g, small), ' ≥ ', ctx.G(h, small)];
  const label = ({ player, to }) => [
    `${player} in ${player === 'Right' ? greater : lesser} to `,
    ctx.G(to, { fold: false, levels: 3 }),
  ];

  const offer = async (g, h) => {
    choices.replaceChildren();
    const step = proof.find(g, h);
    line.append(el('li', {}, ...claim(g, h), step ? '' : ': not in the certificate'));
    if (!step) return;
    const [{ right }, { left }] = await Promise.all([ctx.must({ op: 'moves', g }), ctx.must({ op: 'moves', g: h })]);
    const threats = [
      ...right.map(move => ({ player: 'Right', to: move.form })),
      ...left.map(move => ({ player: 'Left', to: move.form })),
    ].filter(({ to }) => to !== null);
    if (step.by === 'same') return void line.lastChild.append(': the same game');
    choices.replaceChildren(
      ...threats.map(threat =>
        el('button', { onclick: () => ctx.run(() => reply(g, h, step, threat)) }, ...label(threat)),
      ),
    );
    if (!threats.length) line.lastChild.append(': no threat is left');
    if (step.strong.length) line.lastChild.append(el('span', { class: 'soft' }, ` (${step.strong.join(' and ')})`));
  };
  const reply = async (g, h, step, threat) => {
    choices.replaceChildren();
    const answers = await ctx.must({ op: 'moves', g: threat.to });
    const own = threat.player === 'Right' ? answers.left : answers.right;
    const elsewhere = await ctx.must({ op: 'moves', g: threat.player === 'Right' ? h : g });
    const matching = threat.player === 'Right' ? elsewhere.right : elsewhere.left;
    const next = proof.reply(step, threat, { g, h, own: texts(own), matching: texts(matching) });
    line.append(
      el(
        'li',
        {},
        ...label(threat),
        next ? '; the reply is ' : ': not in the certificate',
        next ? `${next.player} in ${next.inGreater ? greater : lesser} to ` : '',
        next ? ctx.G(next.to, small) : '',
      ),
    );
    if (next) await offer(next.g, next.h);
  };
  const begin = async () => {
    line.replaceChildren();
    await offer(...forms);
  };
  ctx.run(begin);
  return [
    el('p', {}, `Threaten as Right in ${greater} or as Left in ${lesser}.`),
    line,
    choices,
    el('button', { class: 'small', onclick: () => ctx.run(begin) }, 'again'),
  ];
}

const texts = moves => moves.map(move => move.form).filter(form => form !== null);

/** The steps of a certificate by the trees that they speak of. */
export class Proof {
  constructor({ nodes, steps }) {
    this.structures = new Structures();
    this.numbers = this.structures.ofNodes(nodes);
    this.nodes = nodes;
    this.steps = steps;
  }

  /** The step that claims g ≥ h, with the players that it says are strong. */
  find(g, h) {
    const [a, b] = [g, h].map(text => this.structures.ofText(text));
    const step = this.steps.find(
      ({ claim }) => claim.ge && this.numbers[claim.ge[0]] === a && this.numbers[claim.ge[1]] === b,
    );
    return step && this.#read(step);
  }

  #read({ claim, by }) {
    const { pairs } = by;
    const strong = [];
    if (pairs?.strong_left !== undefined) strong.push('the greater game is strong for Left');
    if (pairs?.strong_right !== undefined) strong.push('the lesser game is strong for Right');
    return { claim: claim.ge, by: typeof by === 'string' ? by : 'pairs', pairs, strong };
  }

  /**
   * The reply to a threat: a move in the same game (`own` are the texts of these), or the matching move in
   * the other game (`matching`).
   */
  reply(step, { player, to }, { g, h, own, matching }) {
    const moved = this.structures.ofText(to);
    const [greater, lesser] = step.claim;
    const options = player === 'Right' ? this.nodes[greater].r : this.nodes[lesser].l;
    const place = (options ?? []).findIndex(node => this.numbers[node] === moved);
    const number = step.pairs?.[player.toLowerCase()]?.[place];
    if (number === undefined) return null;
    const [a, b] = this.steps[number].claim.ge.map(node => this.numbers[node]);
    const named = (list, wanted) => list.find(text => this.structures.ofText(text) === wanted);
    if (player === 'Right') {
      const matched = a === moved ? named(matching, b) : undefined;
      if (matched !== undefined) return { player, inGreater: false, to: matched, g: to, h: matched };
      const answer = named(own, a);
      return answer === undefined ? null : { player: 'Left', inGreater: true, to: answer, g: answer, h };
    }
    const matched = b === moved ? named(matching, a) : undefined;
    if (matched !== undefined) return { player, inGreater: true, to: matched, g: matched, h: to };
    const answer = named(own, b);
    return answer === undefined ? null : { player: 'Right', inGreater: false, to: answer, g, h: answer };
  }
}
