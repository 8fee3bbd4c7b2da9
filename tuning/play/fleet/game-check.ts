import { gameNamed } from '../../../engine/games/index.ts';
import type { Game } from '../../../engine/game.ts';
import { InputError } from '../../../engine/input-error.ts';
import { type Move, otherSide, type Side } from '../../../engine/position.ts';
import type { RecordedEnding } from '../../dataset/game-record.ts';
import type { GameRow, Source } from '../../dataset/rows.ts';
import { replayedRows } from '../../dataset/verify.ts';
import type { GameJob } from '../game-job.ts';
import { possibleSources, type RefereeSettings } from '../referee.ts';

/** What a game is checked by: all of a run but the weights. */
export interface CheckedJob extends Pick<GameJob, 'game' | 'size' | 'settings'> {
  seats: readonly { kind: string }[];
}

/** Games that came in together. */
export type CheckTask = readonly { index: number; text: string; opening: readonly Move[] | undefined }[];

/** Of each game how it ended, or why it is refused. */
export type CheckAnswer = ((RecordedEnding & { plies: number }) | { problem: string })[];

export function checkedGames(job: CheckedJob, task: CheckTask): CheckAnswer {
  return task.map(({ index, text, opening }) => {
    try {
      return checkedGame(job, index, text, opening);
    } catch (error) {
      if (error instanceof InputError) return { problem: error.message };
      throw error;
    }
  });
}

/**
 * Plays a game that a worker sent again by the rules; what a search thought of a move is taken on trust. Throws an InputError
 * that says why these rows are not game `index`, begun with its opening where that is known.
 */
export function checkedGame(
  job: CheckedJob,
  index: number,
  text: string,
  opening: readonly Move[] | undefined,
): RecordedEnding & { plies: number } {
  const game = gameNamed(job.game)!;
  const of = { size: job.size, settings: { ...job.settings } };
  const rows = replayedRows(game, of, index, text, (row) => checkRow(job, row));
  if (rows.length === 0) throw new InputError('it has no rows');
  if (opening !== undefined) checkOpening(game, job.size, rows, opening);
  const [{ player, result, end }] = rows;
  const first = game.players.indexOf(player) as Side;
  const winner = result === 0.5 ? -1 : result === 1 ? first : otherSide(first);
  return { plies: rows.length, winner, end };
}

function checkRow(job: CheckedJob, { source, score, nodes, end }: GameRow): void {
  if (!possibleSources(job.settings, job.seats).includes(source as Source))
    throw new InputError(`no move of this run is by ${source}`);
  if (score !== undefined && !(Number.isSafeInteger(nodes) && nodes! >= 0))
    throw new InputError(`the nodes are ${nodes}; expected a whole number`);
  const { adjudicate }: RefereeSettings = job.settings;
  if (end === 'adjudicated' && !adjudicate) throw new InputError('no game of this run is adjudicated');
  if (['late', 'silent', 'illegal', 'crashed'].includes(end))
    throw new InputError(`no program plays in this run that could be ${end}`);
}

function checkOpening(game: Game, size: number, rows: readonly GameRow[], opening: readonly Move[]): void {
  const position = game.start(size);
  for (const [ply, row] of rows.entries()) {
    if ((row.source === 'opening') !== ply < opening.length)
      throw new InputError(`its opening has not ${opening.length} plies`);
    if (ply >= opening.length) break;
    if (game.formatMove(position, opening[ply]) !== row.move)
      throw new InputError(`its opening is not the one of this game at ply ${ply}`);
    position.make(opening[ply]);
  }
}
