// npm run quickstart: self-play, a fit, a match and a ladder on a small board, in a couple of minutes.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTerminal } from '../engine/cli/terminal.ts';
import { run } from './cli/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-quickstart-'));
const [games, fit, match] = ['games', 'fit', 'match'].map((name) => join(folder, name));

const STEPS = [
  `selfplay betsy --size 4 --games 1500 --nodes 400 --random-rate 0.05 --out ${games}`,
  `dataset verify ${games}`,
  `fit linear ${games} --out ${fit}`,
  `match ${join(fit, 'weights.json')} baseline:lines --game betsy --size 4 --games 200 --nodes 400 --out ${match}`,
  `move betsy 4 x ${'.'.repeat(28)} --weights ${join(fit, 'weights.json')}`,
];

const terminal = processTerminal();
for (const step of STEPS) {
  terminal.out(`\n$ evalsmith ${step}`);
  const code = await run(step.split(' '), terminal, '');
  if (code !== 0) process.exit(code);
}
terminal.out(`\nall of it is in ${folder}; the fitted heuristic is ${join(fit, 'weights.json')}`);
