// A separator, played: G + X and H + X side by side; one plays the side that loses, the program answers.

import { el } from './dom.mjs';

const other = player => (player === 'Left' ? 'Right' : 'Left');

/** The two sums: G ≱ H since the starter does worse in the first, or the other player better. */
export function separatorPlay(ctx, separator, { names, forms }) {
  if (!separator || separator.x === null || forms.includes(null))
    return [el('p', { class: 'soft' }, 'The games are too long to be played.')];
  const { x, starter } = separator;
  const first = starter ?? 'Left';
  const tables = names.map((name, at) => {
    const loser = forms[at] === separator.loses ? first : other(first);
    return sumTable(ctx, { name, parts: [forms[at], x], starter: first, loser });
  });
  return [
    el('p', {}, 'With X = ', ctx.G(x), `, ${first} moves first. You play the side that loses.`),
    el('div', { class: 'sums' }, tables),
  ];
}

function sumTable(ctx, { name, parts, starter, loser }) {
  const line = el('ol', { class: 'line', 'aria-live': 'polite' }),
    choices = el('div', { class: 'choices' });
  const sum = list => [ctx.G(list[0], { levels: 3 }), ' + ', ctx.G(list[1], { levels: 3 })];
  const again = el('button', { class: 'small', onclick: () => ctx.run(begin) }, 'again');
  const said = (...words) => line.append(el('li', {}, ...words));

  const offer = async now => {
    const moves = await movesOf(ctx, now, loser);
    const button = move =>
      el(
        'button',
        { onclick: () => ctx.run(() => answer(move)) },
        move.part ? 'in X to ' : `in ${name} to `,
        ctx.G(move.form, { fold: false, levels: 3 }),
      );
    choices.replaceChildren(...moves.map(button));
    if (!moves.length) said(`${loser} has no move.`);
  };
  const answer = async move => {
    choices.replaceChildren();
    said(`${loser}: `, ...sum(move.parts));
    await reply(move.parts);
  };
  const reply = async now => {
    const winner = other(loser);
    const moves = await movesOf(ctx, now, winner);
    for (const move of moves) {
      if (!(await winsFirst(ctx, move.parts, loser))) {
        said(`${winner}: `, ...sum(move.parts));
        return offer(move.parts);
      }
    }
    said(
      el(
        'b',
        {},
        (await endLike(ctx, now, winner)) ? `${winner} need not move, and wins.` : `${winner} has no winning move.`,
      ),
    );
  };
  const begin = async () => {
    line.replaceChildren();
    choices.replaceChildren();
    await (starter === loser ? offer(parts) : reply(parts));
  };
  ctx.run(begin);
  const title = `${name} + X: ${starter === loser ? `${starter}, moving first, loses` : `${starter}, moving first, wins`}`;
  return el('div', { class: 'sum' }, el('h4', {}, title), el('p', {}, ...sum(parts)), line, choices, again);
}

/** The moves of a player in the sum. A move is given by its summand and the summands after it. */
async function movesOf(ctx, parts, player) {
  const answers = await Promise.all(parts.map(g => ctx.must({ op: 'moves', g })));
  return answers.flatMap((answer, part) =>
    answer[player.toLowerCase()]
      .filter(({ form }) => form !== null)
      .map(({ form }) => ({ part, form, parts: parts.map((old, at) => (at === part ? form : old)) })),
  );
}

const asSum = parts => parts.map(part => `(${part})`).join('+');

async function winsFirst(ctx, parts, player) {
  const { outcome } = await ctx.must({ op: 'outcome', g: asSum(parts) });
  return outcome === 'N' || outcome === player[0];
}

async function endLike(ctx, parts, player) {
  return (await ctx.must({ op: 'end_like', g: asSum(parts) }))[player.toLowerCase()];
}
