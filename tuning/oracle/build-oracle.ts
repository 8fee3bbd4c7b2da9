import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeVersion } from '../store/identity.ts';
import { needNewFolder } from '../store/new-folder.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { startProgress } from '../process/progress.ts';
import { removeCheckpoint, solveByLayers } from './betsy/betsy-solution.ts';
import { numberingOf } from '../tables/board-numbering.ts';
import type { Numbering } from '../tables/numbering.ts';
import { valueText } from '../tables/oracle.ts';
import { MANIFEST, openOracle, type OracleManifest, readOracleManifest } from '../tables/oracle-file.ts';
import { readOracle, writeOracle } from './oracle-folder.ts';
import { type Values } from '../tables/exact-values.ts';
import { PASSES, solve } from './retrograde.ts';

// Beyond this the lists of moves that `solve` makes are too long for the memory.
const FEW_POSITIONS = 100_000_000;

const CHECKPOINT_MILLISECONDS = 300_000;

interface Build {
  game: Game;
  size: number;
  out: string;
  workers: number;
}

/** Solves a board and writes its oracle, with progress and Ctrl-C. Returns the exit code. */
export async function buildOracle(build: Build, terminal: Terminal): Promise<number> {
  const { game, size, out } = build;
  const numbering = numberingOf(game, size);
  const there = solvedIn(out, game, size);
  if (there !== undefined) {
    removeCheckpoint(checkpointOf(out));
    terminal.note(`${out} has this oracle already`);
    tell(there, out, terminal);
    return 0;
  }
  const values =
    numbering.count <= FEW_POSITIONS
      ? solveAtOnce(numbering, terminal)
      : await solveSlowly(build, numbering.count, terminal);
  if (values === undefined) {
    terminal.note('stopped; the same command resumes from here');
    return INTERRUPTED;
  }
  const manifest = writeOracle(out, game, size, values);
  removeCheckpoint(checkpointOf(out));
  tell(manifest, out, terminal);
  return 0;
}

/** The oracle of this board and code, made before; undefined where there is no such folder. Refuses any other. */
function solvedIn(out: string, game: Game, size: number): OracleManifest | undefined {
  if (!existsSync(join(out, MANIFEST))) {
    needNewFolder(out);
    return undefined;
  }
  const manifest = readOracleManifest(out);
  const isSame =
    manifest.game === game.name &&
    manifest.size === size &&
    manifest.codeVersion === codeVersion('oracle', game.name);
  if (!isSame) needNewFolder(out);
  // Refuses one that is damaged.
  openOracle(out, game, size);
  readOracle(out);
  return manifest;
}

function tell({ game, size, counts, start }: OracleManifest, out: string, terminal: Terminal): void {
  const { boards, distinct, won, lost, drawn, longestWin, longestLoss } = counts;
  terminal.out(`${game} ${size}: the start is ${valueText(start)}`);
  terminal.out(`${boards} undecided boards, ${distinct} positions up to symmetry and colour`);
  terminal.out(`over both players to move ${won} won, ${lost} lost, ${drawn} drawn`);
  terminal.out(`longest win ${longestWin} plies, longest loss ${longestLoss}`);
  terminal.out(`written to ${out}`);
}

function checkpointOf(out: string): string {
  return `${out}.checkpoint`;
}

function solveAtOnce(numbering: Numbering, terminal: Terminal): Values {
  const progress = startProgress(PASSES * numbering.count, 'steps', terminal);
  const values = solve(numbering, (passed) => progress.update(passed, ''));
  progress.end();
  return values;
}

async function solveSlowly(
  { size, out, workers }: Build,
  count: number,
  terminal: Terminal,
): Promise<Values | undefined> {
  const stop = stopOnInterrupt(() =>
    terminal.note('stopping after the boards with as many pebbles; Ctrl-C again drops them'),
  );
  let progress: ReturnType<typeof startProgress> | undefined;
  try {
    return await solveByLayers(size, count, {
      workers,
      checkpoint: checkpointOf(out),
      checkpointMilliseconds: CHECKPOINT_MILLISECONDS,
      shouldStop: () => stop.requested,
      heard(solved, total, pebbles) {
        progress ??= startProgress(total, 'boards', terminal);
        progress.update(solved, `solving those with ${pebbles} pebbles`);
      },
    });
  } finally {
    stop.forget();
    progress?.end();
  }
}
