// The file that self-play's worker threads run.
import { gameNamed } from '../../engine/games/index.ts';
import type { Move } from '../../engine/position.ts';
import { gameRowsText } from '../dataset/rows.ts';
import { serveTasks } from '../process/pool.ts';
import { GamePlayer, type PlayedGame } from './selfplay-player.ts';
import type { SelfplayJob } from './selfplay-settings.ts';

export interface GameTask {
  index: number;
  opening: readonly Move[];
}

/** A game as text: rows as objects cost seven times as much to send. */
export interface GameAnswer extends Omit<PlayedGame, 'rows'> {
  text: string;
  plies: number;
  /** How long the whole game took, searches and all. */
  milliseconds: number;
}

serveTasks((data) => {
  const job = data as SelfplayJob;
  const player = new GamePlayer(gameNamed(job.game)!, job);
  return (task): GameAnswer => {
    const { index, opening } = task as GameTask;
    const begin = performance.now();
    const { rows, ...played } = player.play(index, opening);
    const text = gameRowsText(rows);
    return { ...played, text, plies: rows.length, milliseconds: performance.now() - begin };
  };
});
