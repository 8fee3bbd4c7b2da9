import type { Terminal } from '../../engine/node/terminal.ts';
import type { Position } from '../../engine/position.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { startProgress } from '../process/progress.ts';
import { randomFrom } from '../statistics/random.ts';
import { type TableOracle, valueText, worthOf } from '../tables/oracle.ts';
import { solvableName } from '../tables/solvable-name.ts';
import type { Audited } from './audit.ts';
import type { AuditTask, AuditWork } from './audit-thread.ts';
import { readOracle } from './oracle-folder.ts';
import { checkCount } from './truth-dataset.ts';

const USUAL_POSITIONS = 100_000;
// Numbers a task of an audit.
const PART = 1 << 20;

/** What is wrong with a position's value by the rules of the game: it has to be that of its best move. */
function wrongValue(oracle: TableOracle, position: Position): string | undefined {
  const value = oracle.valueOf(position);
  const best = oracle.movesOf(position)[0].value;
  if (worthOf(best) === worthOf(value)) return undefined;
  const { game, size, distances } = oracle;
  const asked = `${game.name} ${size} ${game.players[position.turn]} ${game.formatBoard(position)}`;
  return `${asked} is ${valueText(value, distances)}, but its best move makes it ${valueText(best, distances)}`;
}

/** What a check of an oracle found. */
interface Verified {
  checked: number;
  /** The first value that is wrong, and how; null where none is. */
  wrong: string | null;
  text: string;
}

/** Checks the hash of an oracle and the values of positions chosen at random against the rules. */
export function verifySample(
  folder: string,
  chosen: number | undefined,
  seed: number,
  terminal: Terminal,
): Verified {
  const { oracle, manifest } = readOracle(folder);
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
  const good = `good: ${solvableName(manifest)}, ${count} of ${oracle.distinct} positions checked against the rules`;
  return { checked, wrong: wrong ?? null, text: wrong ?? good };
}

/** Checks the hash of an oracle and every value against the rules, on threads. */
export async function verifyAll(folder: string, workers: number, terminal: Terminal): Promise<Verified> {
  const { oracle, manifest, bytes } = readOracle(folder);
  const { count } = oracle.numbering;
  const work: AuditWork = { folder, manifest, bytes };
  const pool = new Pool<AuditTask, Audited>(workerFile('oracle/audit-thread.js'), workers, work);
  const progress = startProgress(count, 'numbers', terminal);
  let passed = 0;
  let positions = 0;
  let wrong: string | undefined;
  try {
    await pool.runAll(
      ranges(count, () => wrong !== undefined),
      (audited) => {
        progress.update(Math.min(count, (passed += PART)), '');
        positions += audited.positions;
        wrong ??= audited.wrong;
      },
    );
  } finally {
    progress.end();
    await pool.close();
  }
  if (wrong === undefined && positions !== oracle.distinct)
    wrong = `${positions} positions have a value; the manifest counts ${oracle.distinct}`;
  const good = `good: ${solvableName(manifest)}, all ${positions} positions checked against the rules`;
  return { checked: positions, wrong: wrong ?? null, text: wrong ?? good };
}

function* ranges(count: number, isOver: () => boolean): Generator<AuditTask> {
  for (let from = 0; from < count && !isOver(); from += PART)
    yield { from, to: Math.min(count, from + PART) };
}
