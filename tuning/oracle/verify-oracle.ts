import type { Terminal } from '../../engine/node/terminal.ts';
import type { Position } from '../../engine/position.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { startProgress } from '../process/progress.ts';
import { randomFrom } from '../statistics/random.ts';
import { type TableOracle, valueText, worthOf } from '../tables/oracle.ts';
import { solvableName } from '../tables/solvable-name.ts';
import { type Audited, type Found, nothingFound } from './audit.ts';
import { type LinkParts, type Proof, proveLinks } from './links.ts';
import type { Counts } from '../tables/exact-values.ts';
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
  /** The same for people. */
  lines: string[];
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
  return { checked, wrong: wrong ?? null, lines: [wrong ?? good] };
}

/** Checks the hash of an oracle and every value against the rules, on threads. */
export async function verifyAll(folder: string, workers: number, terminal: Terminal): Promise<Verified> {
  const { oracle, manifest, bytes } = readOracle(folder);
  const { count } = oracle.numbering;
  const work: AuditWork = { folder, manifest, bytes };
  const pool = new Pool<AuditTask, Audited>(workerFile('oracle/audit-thread.js'), workers, work);
  const progress = startProgress(count, 'numbers', terminal);
  const found = nothingFound();
  const links: LinkParts[] = [];
  let passed = 0;
  let wrong: string | undefined;
  try {
    await pool.runAll(
      ranges(count, () => wrong !== undefined),
      (audited) => {
        progress.update(Math.min(count, (passed += PART)), '');
        for (const key of KINDS) found[key] += audited.found[key];
        links.push(audited.links);
        wrong ??= audited.wrong;
      },
    );
  } finally {
    progress.end();
    await pool.close();
  }
  wrong ??= miscounted(found, manifest.counts);
  const proof = manifest.distances === 'none' && wrong === undefined ? proveLinks(links) : undefined;
  if (proof !== undefined) wrong = unproved(proof, oracle, manifest.counts);
  const lines = [
    wrong ?? `good: ${solvableName(manifest)}, all ${found.distinct} positions checked against the rules`,
  ];
  if (wrong === undefined && proof !== undefined)
    lines.push(
      `${proof.count} won or lost positions proved back from the ends of games, the longest win in ${proof.longestWin} plies`,
    );
  return { checked: found.distinct, wrong: wrong ?? null, lines };
}

const KINDS = ['distinct', 'boards', 'won', 'lost', 'drawn'] as const;

function miscounted(found: Found, counts: Counts): string | undefined {
  const kind = KINDS.find((one) => found[one] !== counts[one]);
  return kind && `${found[kind]} ${NAMES[kind]}; the manifest counts ${counts[kind]}`;
}

const NAMES = {
  distinct: 'positions have a value',
  boards: 'boards have a value',
  won: 'are won over both players to move',
  lost: 'are lost over both players to move',
  drawn: 'are drawn over both players to move',
};

/** What is wrong with wins and losses without distances. */
function unproved(proof: Proof, { game, numbering }: TableOracle, counts: Counts): string | undefined {
  if (proof.unproved !== -1) {
    numbering.place(proof.unproved);
    const { position } = numbering;
    return `${game.name} ${position.size} ${game.players[0]} ${game.formatBoard(position)} is neither won nor lost: no line from it is forced to an end`;
  }
  if (proof.longestWin === counts.longestWin && proof.longestLoss === counts.longestLoss) return undefined;
  return `the longest win takes ${proof.longestWin} plies and the longest loss ${proof.longestLoss}; the manifest has ${counts.longestWin} and ${counts.longestLoss}`;
}

function* ranges(count: number, isOver: () => boolean): Generator<AuditTask> {
  for (let from = 0; from < count && !isOver(); from += PART)
    yield { from, to: Math.min(count, from + PART) };
}
