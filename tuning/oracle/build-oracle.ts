import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { startProgress } from '../process/progress.ts';
import { codeVersion } from '../store/identity.ts';
import { needNewFolder } from '../store/new-folder.ts';
import { MANIFEST, type OracleManifest, openSolved, readOracleManifest } from '../tables/oracle-file.ts';
import { valueText } from '../tables/oracle.ts';
import { type SolvedBoard, solvableName } from '../tables/solvable-name.ts';
import type { Solvable } from '../../engine/numbering.ts';
import { readOracle, type Solution, solvedBoardOf, writeOracle } from './oracle-folder.ts';
import { solverOf } from './solvers.ts';

const CHECKPOINT_MILLISECONDS = 300_000;

interface Build extends SolvedBoard {
  solvable: Solvable;
  out: string;
  workers: number;
}

/** Solves a board and writes its oracle, with progress and Ctrl-C. Returns the exit code. */
export async function buildOracle(build: Build, terminal: Terminal): Promise<number> {
  const { game, size, scope, out } = build;
  const board = { game, size, scope };
  const there = solvedIn(out, board);
  if (there !== undefined) {
    removeCheckpoint(out);
    terminal.note(`${out} has this oracle already`);
    tell(there, out, terminal);
    return 0;
  }
  const solution = await solved(board, build, terminal);
  if (solution === undefined) {
    terminal.note('stopped; the same command resumes from here');
    return INTERRUPTED;
  }
  const manifest = writeOracle(out, board, solution);
  removeCheckpoint(out);
  tell(manifest, out, terminal);
  return 0;
}

/** The oracle of this board and code, made before; undefined where there is no such folder. Refuses any other. */
function solvedIn(out: string, { game, size, scope }: SolvedBoard): OracleManifest | undefined {
  if (!existsSync(join(out, MANIFEST))) {
    needNewFolder(out);
    return undefined;
  }
  const manifest = readOracleManifest(out);
  const isSame =
    solvableName(manifest) === solvableName({ game, size, scope }) &&
    manifest.codeVersion === codeVersion('oracle', game);
  if (!isSame) needNewFolder(out);
  // Refuses one that is damaged.
  openSolved(out, manifest, solvedBoardOf(out, manifest));
  readOracle(out);
  return manifest;
}

function tell(manifest: OracleManifest, out: string, terminal: Terminal): void {
  const { counts, start, distances } = manifest;
  const { boards, distinct, won, lost, drawn, longestWin, longestLoss } = counts;
  if (start !== null) terminal.out(`${solvableName(manifest)}: the start is ${valueText(start, distances)}`);
  else terminal.out(solvableName(manifest));
  terminal.out(`${boards} undecided boards, ${distinct} positions up to symmetry and colour`);
  terminal.out(`over both players to move ${won} won, ${lost} lost, ${drawn} drawn`);
  terminal.out(`longest win ${longestWin} plies, longest loss ${longestLoss}`);
  terminal.out(`written to ${out}`);
}

const checkpointOf = (out: string) => `${out}.checkpoint`;

/** Deletes the checkpoint of a solution that is now kept elsewhere. */
function removeCheckpoint(out: string): void {
  rmSync(checkpointOf(out), { recursive: true, force: true });
}

async function solved(
  board: SolvedBoard,
  { solvable, out, workers }: Build,
  terminal: Terminal,
): Promise<Solution | undefined> {
  const solve = await solverOf(board);
  const stop = stopOnInterrupt(() =>
    terminal.note(
      'stopping as soon as what is done is kept; Ctrl-C again drops what was done since the last time',
    ),
  );
  let progress: ReturnType<typeof startProgress> | undefined;
  try {
    return await solve(board, solvable, {
      workers,
      checkpoint: checkpointOf(out),
      checkpointMilliseconds: CHECKPOINT_MILLISECONDS,
      shouldStop: () => stop.requested,
      heard(done, total, text) {
        progress ??= startProgress(total, 'steps', terminal);
        progress.update(done, text);
      },
    });
  } finally {
    stop.forget();
    progress?.end();
  }
}
