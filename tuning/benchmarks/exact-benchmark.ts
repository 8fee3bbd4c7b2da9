import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../../engine/cli/benchmarks/punctuality.ts';
import { answerMove } from '../../engine/text/answer.ts';
import type { Game } from '../../engine/game.ts';
import type { Position } from '../../engine/position.ts';
import { packageFolder } from '../store/identity.ts';
import { randomFrom } from '../statistics/random.ts';
import { storedOf } from '../tables/exact-values.ts';
import { type Oracle, outcomeOf, TableOracle } from '../tables/oracle.ts';
import { solvableOf } from '../tables/solvable.ts';
import { writeOracle } from '../oracle/oracle-folder.ts';
import { countsOf, solve } from '../oracle/retrograde.ts';

const SIZE = 3;
const POSITIONS = 2000;
const SECONDS = 0.2;

/** How often the player program keeps the exact value of random undecided positions, by itself and with an oracle. */
export async function benchmarkExact(game: Game): Promise<string> {
  if (game.name !== 'betsy') return `${game.name}: left out, since only Betsy ${SIZE} is quickly solved`;
  const begin = performance.now();
  const { numbering } = solvableOf(game, SIZE);
  const values = solve(numbering);
  const built = (performance.now() - begin) / 1000;
  const counts = countsOf(numbering, values);
  const valueAt = (number: number) => values[number];
  const { distinct } = counts;
  const oracle = new TableOracle(game, SIZE, { numbering, distances: 'end', valueAt, distinct });
  const positions = oracle.sample(POSITIONS, randomFrom(1, 'exact'));
  const folder = join(mkdtempSync(join(tmpdir(), 'evalsmith-bench-')), 'oracle');
  writeOracle(
    folder,
    { game: game.name, size: SIZE, scope: {} },
    { values: storedOf(values), distances: 'end', counts },
  );
  const alone = await keptBy(oracle, positions, []);
  const exact = await keptBy(oracle, positions, ['--oracle', folder]);
  return (
    `${game.name} ${SIZE}: solved in ${built.toFixed(1)} s; of ${POSITIONS} positions at ${SECONDS} s the value is kept in ` +
    `${alone} (${((100 * alone) / POSITIONS).toFixed(2)} %), with the oracle in ${exact}`
  );
}

async function keptBy(oracle: Oracle, positions: readonly Position[], options: string[]): Promise<number> {
  let kept = 0;
  for (const position of positions) {
    const move = await answer(oracle, position, options);
    const chosen = oracle.movesOf(position).find((valued) => valued.move === move);
    if (chosen !== undefined && outcomeOf(chosen.value) === outcomeOf(oracle.valueOf(position))) kept++;
  }
  return kept;
}

async function answer(
  { game }: Oracle,
  position: Position,
  options: readonly string[],
): Promise<number | undefined> {
  const file = join(packageFolder(), 'dist', 'player', `${game.name}.cjs`);
  const args = [String(SIZE), game.players[position.turn], game.formatBoard(position), String(SECONDS)];
  const { output } = await runNode([file, ...args, ...options]);
  return answerMove(game, position, output.trimEnd().split('\n').at(-1)!);
}
