import type { Terminal } from '../../engine/node/terminal.ts';
import type { Position } from '../../engine/position.ts';
import { startProgress } from '../process/progress.ts';
import { randomFrom } from '../statistics/random.ts';
import { type Oracle, valueText, worthOf } from '../tables/oracle.ts';
import { readOracle } from './oracle-folder.ts';
import { checkCount } from './truth-dataset.ts';

const USUAL_POSITIONS = 100_000;

/**
 * What is wrong with a position's value by the rules of the game: it has to be that of its best move. Where this holds for every
 * position, all values are right: those of wins and losses by induction on their plies, and so those of draws.
 */
function wrongValue(oracle: Oracle, position: Position): string | undefined {
  const value = oracle.valueOf(position);
  const best = oracle.movesOf(position)[0].value;
  if (worthOf(best) === worthOf(value)) return undefined;
  const { game, size } = oracle;
  const asked = `${game.name} ${size} ${game.players[position.turn]} ${game.formatBoard(position)}`;
  return `${asked} is ${valueText(value)}, but its best move makes it ${valueText(best)}`;
}

/** Checks the hash of an oracle and holds the values of positions chosen at random to the rules. Returns the exit code. */
export function verifyOracle(
  folder: string,
  chosen: number | undefined,
  seed: number,
  terminal: Terminal,
): number {
  const { oracle } = readOracle(folder);
  const count = chosen ?? Math.min(USUAL_POSITIONS, oracle.distinct);
  checkCount(oracle, count);
  const progress = startProgress(count, 'positions', terminal);
  let checked = 0;
  let wrong: string | undefined;
  for (const position of oracle.drawn(count, randomFrom(seed, 'verify'))) {
    wrong ??= wrongValue(oracle, position);
    if (wrong !== undefined) break;
    progress.update(++checked, '');
  }
  progress.end();
  terminal.out(
    wrong ??
      `good: ${oracle.game.name} ${oracle.size}, ${count} of ${oracle.distinct} positions held to the rules`,
  );
  return wrong === undefined ? 0 : 1;
}
