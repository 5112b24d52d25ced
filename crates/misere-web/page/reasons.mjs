// The reasons of a proof, put into sentences from their data.

import { el } from './dom.mjs';

const STATEMENTS = { ge: '≥', not_ge: '≱', equal: '=', not_equal: '≠', simplest: 'has the simplest form' };

const WAYS = {
  same: 'they are the same game',
  replies: 'every move has a reply',
  end_like: 'it is end-like',
  play: 'by play',
  strategy: 'by a strategy',
  support: 'by what follows',
};

/** A list of reasons: {claim, by, …} as the rows of proofs have them. */
export function reasonsOf(ctx, reasons) {
  return el(
    'ul',
    { class: 'why' },
    reasons.map(reason => el('li', {}, claimOf(ctx, reason.claim), wayOf(ctx, reason), details(ctx, reason))),
  );
}

/** A game in the field of a record; a long one is described by the fields beside it. */
function game(ctx, record, field) {
  if (record[field] !== null) return ctx.G(record[field], { levels: 4 });
  const edges = Number(record[`${field}_edges`]);
  return el('span', { class: 'long' }, `(${edges.toLocaleString('en')} edges)`);
}

const games = (ctx, list) =>
  list.flatMap((text, at) => [at ? ', ' : null, text === null ? '…' : ctx.G(text, { levels: 4 })]);

function claimOf(ctx, claim) {
  const g = 'g' in claim ? game(ctx, claim, 'g') : null;
  const sign = STATEMENTS[claim.statement];
  if (sign) return [g, ` ${sign} `, game(ctx, claim, 'h')];
  switch (claim.statement) {
    case 'strong':
      return [g, ` is strong for ${claim.player}`];
    case 'not_strong':
      return [g, ` is not strong for ${claim.player}`];
    case 'member':
      return [g, ' is a game of the universe'];
    case 'outcome':
      return ['the outcome of ', g, ` is ${claim.outcome}`];
    case 'test_set':
      return ['the test set is ', ...games(ctx, claim.games ?? [])];
    default:
      return [g, ` is ${claim.statement.replaceAll('_', ' ')}`];
  }
}

function wayOf(ctx, reason) {
  if (reason.separator) return separated(ctx, reason.separator);
  if (reason.end !== undefined) return [': moving first they lose the sum with the end ', game(ctx, reason, 'end')];
  if (reason.to !== undefined) return [': they move to ', game(ctx, reason, 'to')];
  if (reason.ends) return [': moving first they win the sum with each of ', ...games(ctx, reason.ends)];
  const cells = reason.cells === undefined ? '' : ` with ${reason.cells} cells`;
  return reason.by ? `: ${WAYS[reason.by] ?? reason.by.replaceAll('_', ' ')}${cells}` : ': see the certificate';
}

function separated(ctx, separator) {
  const starter = separator.starter ?? 'either player';
  return [
    ': with X = ',
    game(ctx, separator, 'x'),
    `, ${starter}, moving first, loses `,
    game(ctx, separator, 'loses'),
    ' + X and wins ',
    game(ctx, separator, 'wins'),
    ' + X',
  ];
}

function details(ctx, { replies = [], more_replies: more, starts = [], separators, tombstone_ends: ends }) {
  const lines = [...replies.map(reply => replyLine(ctx, reply)), ...starts.map(start => startLine(ctx, start))];
  if (more) lines.push([`and ${more} more in the certificate`]);
  if (separators !== undefined)
    lines.push([
      `${separators} separators show that no option is dominated or reversible, ${ends} ends that no tombstone can be erased`,
    ]);
  return lines.length
    ? el(
        'ul',
        { class: 'why' },
        lines.map(line => el('li', {}, line)),
      )
    : null;
}

function replyLine(ctx, { claim, answers, strong }) {
  const each = answers.map(answer => [
    `${answer.player ?? 'a player'}’s `,
    game(ctx, answer, 'option'),
    ' by ',
    claimOf(ctx, answer.claim),
  ]);
  const needed = strong.map(one => [
    game(ctx, one, 'g'),
    ` is strong for ${one.player}`,
    one.by && WAYS[one.by] ? ` (${WAYS[one.by]})` : '',
  ]);
  const parts = [...each, ...needed];
  return [
    claimOf(ctx, claim),
    ': ',
    parts.length ? parts.flatMap((part, at) => [at ? '; ' : null, part]) : 'no move threatens it',
  ];
}

function startLine(ctx, { starter, winner, answers, ...start }) {
  const head = `${starter}, moving first, ${starter === winner ? 'wins' : 'loses'}`;
  const to =
    start.to === undefined || (start.to === null && !('to_edges' in start))
      ? ''
      : [' by moving to ', game(ctx, start, 'to')];
  const each = answers.map(answer => [
    game(ctx, answer, 'option'),
    answer.reply === null && !('reply_edges' in answer)
      ? ' loses at once'
      : [' is answered by ', game(ctx, answer, 'reply')],
  ]);
  return [head, to, each.length ? [': ', each.flatMap((part, at) => [at ? '; ' : null, part])] : null];
}
