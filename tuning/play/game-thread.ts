// The file that the threads of a run and those of a queue worker run.
import { gameNamed, moduleOf } from '../../engine/games/index.ts';
import { takeOutsideGames } from '../../engine/node/outside-games.ts';
import { serveTasks } from '../process/pool.ts';
import { openOracle } from '../tables/oracle-file.ts';
import type { GameJob, GameTask } from './game-job.ts';
import { openSeat } from './participants.ts';
import { type PlayedGame, type Referee, refereeOf } from './referee.ts';

/** A game of the run that the thread was begun with, or of any. */
export interface ThreadTask extends GameTask {
  run?: { id: string; job: GameJob };
}

// Runs whose seats are kept at hand; each takes some megabytes.
const MOST_RUNS = 4;

async function refereeFor({ game: name, size, settings, seats, oracle }: GameJob): Promise<Referee> {
  const game = gameNamed(name)!;
  const board = { game, size, limits: settings };
  const opened = await Promise.all(seats.map((participant) => openSeat(participant, board)));
  const truth = oracle === undefined ? undefined : openOracle(oracle, game, size, moduleOf(game).solvable);
  return refereeOf(game, size, settings, opened, truth);
}

takeOutsideGames();
serveTasks((own) => {
  const referees = new Map<string, Referee>();
  return async (task): Promise<PlayedGame> => {
    const { index, opening, run = { id: '', job: own as GameJob } } = task as ThreadTask;
    const referee = referees.get(run.id) ?? (await refereeFor(run.job));
    referees.delete(run.id);
    referees.set(run.id, referee);
    for (const id of referees.keys()) if (referees.size > MOST_RUNS) referees.delete(id);
    return referee(index, opening);
  };
});
