import { join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import type { Game } from '../../engine/game.ts';
import { gamesOf } from '../dataset/games.ts';
import { GrowingDataset } from '../dataset/growing-dataset.ts';
import { readManifest } from '../dataset/manifest.ts';
import { type GamesGoal, playMissing, withoutLiars } from '../play/numbered-games.ts';
import { type Book, BookOpenings } from '../play/book.ts';
import { Openings } from '../play/openings.ts';
import { picked } from '../settings/setting.ts';
import { matchSettings } from '../play/match-settings.ts';
import { openProgramRecords } from '../play/program-records.ts';
import type { PlayedGame } from '../play/referee.ts';
import type { ProgramRecord } from '../play/seat.ts';
import { INTERRUPTED, stopAfterGames } from '../process/interrupt.ts';
import { startProgress } from '../process/progress.ts';
import { inOwnFolder } from '../store/own-folder.ts';
import { type MatchResult, RESULT_FORMAT } from '../store/runs.ts';
import { estimate } from '../statistics/estimate.ts';
import { strengthLines, testLines } from '../statistics/strength-text.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { matchForm } from './match-form.ts';
import type { MatchJob } from './match-job.ts';
import { matchPrograms } from './match-programs.ts';
import { weightsNameOf } from '../play/participants.ts';
import { matchRecord } from './match-record.ts';
import { type ProofRecord, writeProofRun } from './proof-run.ts';
import { sprtRisks } from './sprt-settings.ts';
import { ScoreSheet } from './score-sheet.ts';

/** Where games are played into a run folder: nothing of this changes how any of them goes. */
export interface MatchPlace extends Pick<GamesGoal, 'folder' | 'workers' | 'fleet'> {
  /** Asked before each game, besides Ctrl-C. */
  shouldStop?: () => boolean;
}

/** How far to play a match now, and where. */
export interface MatchGoal extends MatchPlace {
  games: number;
  /** Whether fewer games will do where there are not so many openings. */
  mayBeFewer?: boolean;
  /** Stops as soon as this is decided. */
  sprt: SprtSettings | null;
}

/** A match as a person sees it: progress, Ctrl-C, a summary. Returns the exit code. */
export async function runMatch(
  game: Game,
  job: MatchJob,
  terminal: Terminal,
  goal: MatchGoal & { json: boolean },
): Promise<number> {
  const result = await matchInFolder(game, job, terminal, goal);
  if (goal.json) terminal.out(JSON.stringify(result));
  else for (const line of resultLines(result)) terminal.out(line);
  if (result.isOver) return 0;
  terminal.note('stopped; the same command resumes from here');
  return INTERRUPTED;
}

/** Plays a match into its run folder, with progress; Ctrl-C stops it before it is over. */
export async function matchInFolder(
  game: Game,
  job: MatchJob,
  terminal: Terminal,
  goal: MatchGoal,
): Promise<MatchResult> {
  const about = recordOf(job, goal);
  const claim = { kind: 'match' as const, names: /^(games|programs\.journal)$/, free: ['games'], ...about };
  return await inOwnFolder(goal.folder, claim, async () => {
    const records = job.seats.some(({ kind }) => kind === 'command')
      ? openProgramRecords(goal.folder)
      : undefined;
    const sheet = await withoutLiars(() =>
      playedSheet(game, job, terminal, goal, (record) => records?.add(record)),
    );
    const programs = records && matchPrograms(records.records(), sheet.games);
    const result = { ...resultOf(game, job, goal, sheet), ...(programs && { programs }) };
    writeProofRun(matchForm, goal.folder, about, result, result.isOver ? 'done' : 'stopped');
    return result;
  });
}

async function playedSheet(
  game: Game,
  job: MatchJob,
  terminal: Terminal,
  goal: MatchGoal,
  keep: (record: ProgramRecord) => void,
): Promise<ScoreSheet> {
  const stop = stopAfterGames(terminal);
  const progress = startProgress(goal.sprt === null ? goal.games : undefined, 'games', terminal);
  const sheet = new ScoreSheet(game, goal.games, goal.sprt);
  try {
    const shouldStop = () => sheet.isOver || stop.requested || (goal.shouldStop?.() ?? false);
    const note = (line: string) => terminal.note(line);
    const inGames = { ...goal, folder: join(goal.folder, 'games'), shouldStop, note };
    await playMatch(game, job, inGames, sheet, ({ programs }) => {
      if (programs !== undefined) keep(programs);
      const { games, won, drawn, lost, sprt } = sheet;
      const ratio = sprt === null ? '' : `, LLR ${sprt.llr.toFixed(2)}`;
      progress.update(games, `won ${won}, drawn ${drawn}, lost ${lost}${ratio}`);
    });
    return sheet;
  } finally {
    stop.forget();
    progress.end();
  }
}

/** Plays a match, or resumes it, until it is over or should stop: from each opening two games with the sides exchanged. */
async function playMatch(
  game: Game,
  { judge, book, ...job }: MatchJob,
  { mayBeFewer = false, ...goal }: GamesGoal & Pick<MatchGoal, 'mayBeFewer'>,
  sheet: ScoreSheet,
  heard: (played: PlayedGame) => void,
): Promise<void> {
  const settings = { ...job.settings };
  const dataset = new GrowingDataset(goal.folder, { ...job, settings }, settings.gamesPerShard, goal.note);
  try {
    for (const [index, text] of dataset.known()) sheet.enter(index, text);
    if (!sheet.isOver) {
      const openings =
        book === null ? new Openings(game, job.size, settings, judge) : new BookOpenings(book, settings.seed);
      const { skipOpenings = 0 } = settings;
      if (sheet.test === null && !mayBeFewer)
        dataset.forgetUnless(() => openings.provide(skipOpenings + goal.games / 2));
      const openingOf = (index: number) => {
        const opening = openings.at(skipOpenings + (index >> 1));
        if (opening === undefined) sheet.mostGames = index & ~1;
        return opening;
      };
      await playMissing(dataset, job, goal, openingOf, (played) => {
        sheet.enter(played.index, played.text);
        dataset.writeFull(sheet.games);
        heard(played);
      });
    }
    dataset.keepBeginnings(sheet.games);
    if (sheet.isOver) dataset.dropRest();
  } finally {
    dataset.close();
  }
}

function resultOf(game: Game, job: MatchJob, { folder, sprt }: MatchGoal, sheet: ScoreSheet): MatchResult {
  const dataset = join(folder, 'games');
  const { games, won, drawn, lost, pairs, identicalPairs, ends } = sheet;
  return {
    format: RESULT_FORMAT,
    kind: 'match',
    game: job.game,
    size: job.size,
    first: job.names[0],
    second: job.names[1],
    games,
    won,
    drawn,
    lost,
    pairs,
    identicalPairs,
    ends,
    pliesPerGame: sheet.plies / Math.max(1, games),
    effectiveGames: games - 2 * identicalPairs,
    estimate: estimate(pairs),
    sprt: sprt === null || sheet.sprt === null ? null : { ...sprt, ...sheet.sprt },
    isOver: sheet.isOver,
    record: matchRecord(game, gamesOf(dataset, readManifest(dataset)), games / 2),
  };
}

/** What run.json records of a match: the values of its command, but for the folder, and the weights. */
function recordOf(
  { game, size, seats, names, settings, parameters, book }: MatchJob,
  { games, sprt }: MatchGoal,
): ProofRecord {
  const values = {
    first: names[0],
    second: names[1],
    game,
    size,
    ...picked(matchSettings, settings),
    ...(book !== null && { openings: null, openingBound: null }),
    parameters,
    book: book?.name ?? null,
    skipOpenings: settings.skipOpenings ?? 0,
    games,
    sprt: sprt && { elo0: sprt.elo0, elo1: sprt.elo1 },
    ...(sprt && picked(sprtRisks, sprt)),
    seed: settings.seed,
  };
  const inputs = seats.flatMap((seat, i) =>
    seat.kind === 'weights' ? [{ path: weightsNameOf(names[i]), sha256: seat.weights.sha256 }] : [],
  );
  return { settings: values, inputs: [...inputs, ...bookInput(book)] };
}

/** A book as an input of a run. */
export function bookInput(book: Book | null): ProofRecord['inputs'] {
  return book === null ? [] : [{ path: book.name, sha256: book.sha256 }];
}

export function resultLines(result: MatchResult): string[] {
  const { won, drawn, lost, identicalPairs, ends } = result;
  const share = ((100 * drawn) / Math.max(1, result.games)).toFixed(1);
  const endings = Object.entries(ends).map(([end, count]) => `${end} ${count}`);
  return [
    `${result.first} against ${result.second}, ${result.game} ${result.size}`,
    `Games  ${won} won, ${drawn} drawn, ${lost} lost; ${share} % drawn; ${result.pliesPerGame.toFixed(1)} plies a game; ${endings.join(', ')}`,
    ...(identicalPairs === 0
      ? []
      : [`       ${identicalPairs} pairs of identical games; ${result.effectiveGames} games tell something`]),
    ...strengthLines(result.pairs, result.estimate),
    ...(result.sprt === null ? [] : testLines(result.sprt, result.sprt)),
  ];
}
