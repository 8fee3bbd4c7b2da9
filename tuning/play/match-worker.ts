// The file that a match's worker threads run.
import { gameNamed } from '../../engine/games/index.ts';
import type { Move } from '../../engine/position.ts';
import { gameRowsText } from '../dataset/rows.ts';
import { serveTasks } from '../process/pool.ts';
import { MatchPlayer } from './match-player.ts';
import type { MatchJob } from './match-settings.ts';

export interface MatchTask {
  index: number;
  opening: readonly Move[];
}

export interface MatchAnswer {
  index: number;
  text: string;
}

serveTasks((data) => {
  const job = data as MatchJob;
  const player = new MatchPlayer(gameNamed(job.game)!, job);
  return async (task): Promise<MatchAnswer> => {
    const { index, opening } = task as MatchTask;
    const { record } = await player.play(index, opening);
    return { index, text: gameRowsText(record.rows) };
  };
});
