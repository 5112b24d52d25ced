// A game against the program, misère or normal, with hints.

import { choice, el } from './dom.mjs';
import { pictures } from './cells.mjs';
import { game } from './state.mjs';

const other = player => (player === 'Left' ? 'Right' : 'Left');

/** Who is to move after so many moves. */
export const mover = ({ begins, record }) => (record.length % 2 === 1 ? begins : other(begins));

export function play(ctx) {
  const { state } = ctx;
  const record = state.record.length ? state.record : [state.path[state.here]];
  const now = { ...state, record };
  const position = record.at(-1),
    player = mover(now);
  const body = ctx.slot('play');
  ctx.fill(body, async () => {
    const draw = await pictures(ctx, state.ruleset);
    return [
      recordOf(record, state.begins, draw),
      el('p', {}, draw(position, true)),
      ...(await turn(ctx, now, { position, player, draw })),
    ];
  });
  ctx.copies({
    form: game(state, position),
    question: { op: 'moves', g: game(state, position), ...convention(now) },
    picture: { op: 'draw', g: game(state, position) },
  });
  const restart = change => ctx.set({ record: [record[0]], ...change });
  return [
    el(
      'section',
      { class: 'card wide', 'aria-label': 'Play' },
      el(
        'div',
        { class: 'row' },
        el('h2', {}, 'Play'),
        el('span', { class: 'soft' }, state.ruleset),
        choice(
          'Who cannot move',
          [
            ['misere', 'who cannot move wins'],
            ['normal', 'who cannot move loses'],
          ],
          state.convention,
          to => restart({ convention: to }),
        ),
        choice(
          'You play',
          [
            ['Left', 'you are Left'],
            ['Right', 'you are Right'],
          ],
          state.you,
          you => restart({ you }),
        ),
        choice(
          'First move',
          [
            ['Left', 'Left begins'],
            ['Right', 'Right begins'],
          ],
          state.begins,
          begins => restart({ begins }),
        ),
        el(
          'button',
          {
            disabled: record.length < 2,
            data: { key: 'take-back' },
            onclick: () => ctx.set({ record: takenBack(now) }),
          },
          'take back',
        ),
        el(
          'button',
          { data: { key: 'new-game' }, onclick: () => ctx.set({ record: [state.path[state.here]] }) },
          'from the board',
        ),
      ),
      body,
    ),
  ];
}

/** Normal play is play modulo N; misère outcomes are those of the position's home. */
const convention = ({ convention: rule }) => (rule === 'normal' ? { modulo: 'N' } : {});

const movesAt = (ctx, state, position) => ctx.must({ op: 'moves', g: game(state, position), ...convention(state) });

function recordOf(record, begins, draw) {
  const who = at => (at === 0 ? 'start' : at % 2 === 1 ? begins : other(begins));
  return el(
    'ol',
    { class: 'record', 'aria-label': 'Moves so far' },
    record.map((position, at) => el('li', {}, el('span', { class: 'soft' }, who(at)), draw(position))),
  );
}

/** The moves up to the last position before this one in which it was one's turn. */
export function takenBack(state) {
  const record = state.record.slice(0, -1);
  while (record.length > 1 && mover({ ...state, record }) !== state.you) record.pop();
  return record;
}

async function turn(ctx, state, { position, player, draw }) {
  const answer = await movesAt(ctx, state, position);
  const moves = answer[player.toLowerCase()];
  if (!moves.length) {
    const winner = state.convention === 'misere' ? player : other(player);
    return [
      el('p', { class: 'verdict' }, `${player} cannot move: ${winner === state.you ? 'you win' : 'the program wins'}.`),
    ];
  }
  if (player !== state.you) {
    const reply = await best(ctx, state, moves, player);
    ctx.set({ record: [...state.record, reply.position] }, { push: false });
    return [el('p', {}, 'The program moves.')];
  }
  return [
    el('p', { 'aria-live': 'polite' }, `Your move as ${player}.`),
    ...choices(ctx, state, { moves, player, draw }),
  ];
}

/** A winning move; without one, the move after which most replies lose. */
async function best(ctx, state, moves, player) {
  const winning = moves.find(move => move.wins);
  if (winning) return winning;
  const chances = await Promise.all(
    moves.map(async move => {
      const replies = (await movesAt(ctx, state, move.position))[other(player).toLowerCase()];
      const total = replies.reduce((sum, { times }) => sum + times, 0);
      const bad = replies.filter(({ wins }) => !wins).reduce((sum, { times }) => sum + times, 0);
      return total ? bad / total : 0;
    }),
  );
  return moves[chances.indexOf(Math.max(...chances))];
}

function choices(ctx, state, { moves, player, draw }) {
  const list = el('ul', { class: 'moves' });
  const go = async move => {
    const mine = [...state.record, move.position];
    const replies = (await movesAt(ctx, state, move.position))[other(player).toLowerCase()];
    const reply = replies.length ? await best(ctx, state, replies, other(player)) : null;
    ctx.set({ record: reply ? [...mine, reply.position] : mine }, { focus: 'move-0' });
  };
  const notes = moves.map(() => el('span', { class: 'soft' }));
  moves.forEach((move, at) => {
    const same = move.times > 1 ? el('span', { class: 'soft' }, `×${move.times}`) : null;
    list.append(
      el(
        'li',
        {},
        el(
          'button',
          { class: 'node', data: { key: `move-${at}` }, onclick: () => ctx.run(() => go(move)) },
          draw(move.position),
          same,
        ),
        notes[at],
      ),
    );
  });
  const hint = async () => {
    await Promise.all(
      moves.map(async (move, at) => {
        if (move.wins) return notes[at].replaceChildren(el('b', { class: 'good' }, 'wins'));
        const replies = (await movesAt(ctx, state, move.position))[other(player).toLowerCase()];
        const refutation = replies.find(({ wins }) => wins);
        notes[at].replaceChildren(
          'loses',
          ...(refutation ? [' to ', draw(refutation.position)] : [': the other player cannot move']),
        );
      }),
    );
    ctx.say(moves.some(move => move.wins) ? 'There is a winning move.' : 'Every move loses.');
  };
  return [list, el('button', { data: { key: 'hint' }, onclick: () => ctx.run(hint) }, 'hint')];
}
