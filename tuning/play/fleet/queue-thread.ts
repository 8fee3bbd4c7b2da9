// The file that a queue worker's threads run: games of any run, one at a time.
import { gameNamed } from '../../../engine/games/index.ts';
import { legalMoves, type Move, type Position } from '../../../engine/position.ts';
import { gameRowsText } from '../../dataset/rows.ts';
import { MatchPlayer } from '../match-player.ts';
import { serveTasks } from '../../process/pool.ts';
import { GamePlayer } from '../selfplay-player.ts';
import { isSelfplay, type PlayableJob } from './run-store.ts';

export interface ThreadTask {
  run: string;
  job: PlayableJob;
  index: number;
  opening: readonly Move[];
}

/** A game, or why it cannot be played. */
export type ThreadAnswer =
  | { index: number; text: string; searchMilliseconds: number; milliseconds: number }
  | { refused: string };

type Play = (
  index: number,
  opening: readonly Move[],
) => Promise<{ text: string; searchMilliseconds: number }>;

// Runs whose players are kept at hand; each takes some megabytes.
const MOST_RUNS = 4;

function playOf(job: PlayableJob): Play {
  const game = gameNamed(job.game)!;
  if (isSelfplay(job)) {
    const player = new GamePlayer(game, job);
    return (index, opening) => {
      const { rows, searchMilliseconds } = player.play(index, opening);
      return Promise.resolve({ text: gameRowsText(rows), searchMilliseconds });
    };
  }
  const player = new MatchPlayer(game, job);
  return async (index, opening) => {
    const { record } = await player.play(index, opening);
    return { text: gameRowsText(record.rows), searchMilliseconds: 0 };
  };
}

/** Why an opening cannot be played, or undefined. */
function objection({ job, opening }: ThreadTask): string | undefined {
  const position: Position = gameNamed(job.game)!.start(job.size);
  for (const [ply, move] of opening.entries()) {
    if (position.winner !== -1 || !legalMoves(position).includes(move))
      return `the opening is not legal at ply ${ply}`;
    position.make(move);
  }
  return undefined;
}

serveTasks(() => {
  const players = new Map<string, Play>();
  return async (given): Promise<ThreadAnswer> => {
    const task = given as ThreadTask;
    const begin = performance.now();
    const refused = objection(task);
    if (refused !== undefined) return { refused };
    const play = players.get(task.run) ?? playOf(task.job);
    players.delete(task.run);
    players.set(task.run, play);
    for (const run of players.keys()) if (players.size > MOST_RUNS) players.delete(run);
    const played = await play(task.index, task.opening);
    return { index: task.index, ...played, milliseconds: performance.now() - begin };
  };
});
