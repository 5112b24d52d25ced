// The program itself, for tests that compare the page with it.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = ['release', 'debug'].map(kind =>
  fileURLToPath(new URL(`../../../target/${kind}/misere`, import.meta.url)),
);

/** The program: `$MISERE`, or what cargo built last for release or debugging. */
export const program = process.env.MISERE ?? built.find(existsSync);
if (!program) throw new Error('there is no program: run cargo build -p misere-cli, or set MISERE');

/** The answers to questions, in one batch. */
export function batch(questions) {
  const input = questions.map(question => `${JSON.stringify(question)}\n`).join('');
  const output = execFileSync(program, ['batch'], { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return output
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** The answer to one question. */
export const answer = question => batch([question])[0];
