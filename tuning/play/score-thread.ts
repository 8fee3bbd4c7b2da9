// A thread that scores games anew.
import { gameNamed } from '../../engine/games/index.ts';
import { takeOutsideGames } from '../../engine/node/outside-games.ts';
import type { GameRow } from '../dataset/rows.ts';
import { serveTasks } from '../process/pool.ts';
import { newScores, type Scorer } from './new-scores.ts';

export interface ScoreTask {
  index: number;
  rows: GameRow[];
}

export interface ScoredGame {
  index: number;
  text: string;
}

takeOutsideGames();
serveTasks((own) => {
  const { game, ...scorer } = own as Scorer;
  const textOf = newScores(gameNamed(game)!, scorer);
  return (task): ScoredGame => {
    const { index, rows } = task as ScoreTask;
    return { index, text: textOf(index, rows) };
  };
});
