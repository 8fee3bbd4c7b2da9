import { needNewFolder } from '../store/new-folder.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { startProgress } from '../process/progress.ts';
import { removeCheckpoint, solveByLayers } from './betsy-solution.ts';
import { numberingOf } from './board-numbering.ts';
import type { Numbering } from './numbering.ts';
import { valueText } from './oracle.ts';
import { writeOracle } from './oracle-folder.ts';
import { PASSES, solve, type Values } from './retrograde.ts';

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
  needNewFolder(out);
  const values =
    numbering.count <= FEW_POSITIONS
      ? solveAtOnce(numbering, terminal)
      : await solveSlowly(build, numbering.count, terminal);
  if (values === undefined) {
    terminal.note('stopped; the same command resumes from here');
    return INTERRUPTED;
  }
  const { counts, start } = writeOracle(out, game, size, values);
  removeCheckpoint(checkpointOf(out));
  const { boards, distinct, won, lost, drawn, longestWin, longestLoss } = counts;
  terminal.out(`${game.name} ${size}: the start is ${valueText(start)}`);
  terminal.out(`${boards} undecided boards, ${distinct} positions up to symmetry and colour`);
  terminal.out(`over both players to move ${won} won, ${lost} lost, ${drawn} drawn`);
  terminal.out(`longest win ${longestWin} plies, longest loss ${longestLoss}`);
  terminal.out(`written to ${out}`);
  return 0;
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
