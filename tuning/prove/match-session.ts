import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { commandText } from '../settings/command-text.ts';
import { INTERRUPTED, stopOnInterrupt } from '../process/interrupt.ts';
import { startProgress } from '../process/progress.ts';
import { codeVersion } from '../store/identity.ts';
import { writeRunFolder } from '../store/run-folder.ts';
import { type MatchResult, matchResultSchema, RESULT_FORMAT } from '../store/runs.ts';
import { estimate } from '../statistics/estimate.ts';
import { strengthLines, testLines } from '../statistics/strength-text.ts';
import { type MatchGoal, type MatchState, playMatch } from './match-run.ts';
import type { MatchJob } from '../play/match-settings.ts';

export interface Session extends Pick<MatchGoal, 'folder' | 'pairs' | 'sprt' | 'workers' | 'fleet'> {
  /** As the person named them. */
  names: readonly [string, string];
  /** Asked before each game, besides Ctrl-C. */
  shouldStop?: () => boolean;
}

/** A match as a person sees it: progress, Ctrl-C, a summary. Returns the exit code. */
export async function runMatch(
  game: Game,
  job: MatchJob,
  terminal: Terminal,
  session: Session & { json: boolean },
): Promise<number> {
  const result = await matchInFolder(game, job, terminal, session);
  if (session.json) terminal.out(JSON.stringify(result));
  else for (const line of resultLines(result)) terminal.out(line);
  if (result.isOver) return 0;
  terminal.note('stopped; the same command goes on from here');
  return INTERRUPTED;
}

/** Plays a match into its run folder, with progress; Ctrl-C stops it before it is over. */
export async function matchInFolder(
  game: Game,
  job: MatchJob,
  terminal: Terminal,
  session: Session,
): Promise<MatchResult> {
  const stop = stopOnInterrupt(() =>
    terminal.note('stopping when the games under way are done; Ctrl-C again drops them'),
  );
  mkdirSync(session.folder, { recursive: true });
  const progress = startProgress(session.sprt === null ? 2 * session.pairs : undefined, 'games', terminal);
  let state;
  try {
    state = await playMatch(game, job, {
      ...session,
      folder: join(session.folder, 'games'),
      shouldStop: () => stop.requested || (session.shouldStop?.() ?? false),
      heard(sheet, pairs, sprt) {
        const { won, drawn, lost } = sheet.score(pairs);
        const ratio = sprt === null ? '' : `, LLR ${sprt.llr.toFixed(2)}`;
        progress.update(2 * pairs, `won ${won}, drawn ${drawn}, lost ${lost}${ratio}`);
      },
    });
  } finally {
    stop.forget();
    progress.end();
  }
  const result = resultOf(job, session, state);
  writeFolder(job, session, result);
  return result;
}

function resultOf(job: MatchJob, session: Session, state: MatchState): MatchResult {
  const score = state.sheet.score(state.pairs);
  return {
    format: RESULT_FORMAT,
    kind: 'match',
    game: job.game,
    size: job.size,
    first: session.names[0],
    second: session.names[1],
    ...score,
    pairs: [...score.pairs],
    effectiveGames: score.games - 2 * score.identicalPairs,
    estimate: estimate(score.pairs),
    sprt: session.sprt === null || state.sprt === null ? null : { ...session.sprt, ...state.sprt },
    isOver: state.isOver,
  };
}

/** All that decides the games, and how many there shall be at most. */
function matchCommand({ game, size, settings }: MatchJob, { folder, names, pairs, sprt }: Session): string {
  const { nodes, seconds, openings, openingBound, cap, seed } = settings;
  return commandText(['evalsmith', 'match', ...names], {
    game,
    size,
    nodes,
    seconds,
    games: 2 * pairs,
    ...(sprt && { sprt: `${sprt.elo0},${sprt.elo1}`, alpha: sprt.alpha, beta: sprt.beta, model: sprt.model }),
    openings,
    'opening-bound': openingBound,
    cap,
    seed,
    out: folder,
  });
}

function writeFolder(job: MatchJob, session: Session, result: MatchResult): void {
  const { settings } = job;
  const { folder, names } = session;
  const run = {
    kind: 'match' as const,
    command: matchCommand(job, session),
    settings: { ...settings },
    seed: settings.seed,
    codeVersion: codeVersion('games', job.game),
    inputs: [job.first, job.second].flatMap((participant, i) =>
      participant.kind === 'weights' ? [{ path: names[i], sha256: participant.weights.sha256 }] : [],
    ),
    status: result.isOver ? ('done' as const) : ('stopped' as const),
  };
  writeRunFolder(folder, run, matchResultSchema, result);
}

export function resultLines(result: MatchResult): string[] {
  const { won, drawn, lost, identicalPairs, ends } = result;
  const endings = Object.entries(ends).map(([end, count]) => `${end} ${count}`);
  return [
    `${result.first} against ${result.second}, ${result.game} ${result.size}`,
    `Games  ${won} won, ${drawn} drawn, ${lost} lost; ${result.pliesPerGame.toFixed(1)} plies a game; ${endings.join(', ')}`,
    ...(identicalPairs === 0
      ? []
      : [`       ${identicalPairs} pairs of identical games; ${result.effectiveGames} games tell something`]),
    ...strengthLines(result.pairs, result.estimate),
    ...(result.sprt === null ? [] : testLines(result.sprt, result.sprt)),
  ];
}
