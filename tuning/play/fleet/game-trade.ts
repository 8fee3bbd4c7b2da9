import { gameNamed } from '../../../engine/games/index.ts';
import { InputError } from '../../../engine/input-error.ts';
import { legalMoves } from '../../../engine/position.ts';
import { Failure } from '../../process/failure.ts';
import { Pool, workerFile } from '../../process/pool.ts';
import type { GameJob, GameTask } from '../game-job.ts';
import type { ThreadTask } from '../game-thread.ts';
import type { PlayedGame } from '../referee.ts';
import { type FleetResult, readJob } from './messages.ts';
import { GAMES_QUEUE, keys, KEPT_SECONDS } from './redis-keys.ts';
import { fetchRun } from './run-store.ts';
import type { Trade, TradePlace } from './trade.ts';

// Runs whose weights are kept at hand.
const MOST_RUNS = 8;

// A result of a run that is over would stay for ever.
const PUSH_RESULT = `
  if redis.call('exists', KEYS[1]) == 0 then return 0 end
  redis.call('rpush', KEYS[2], ARGV[1])
  redis.call('expire', KEYS[2], ARGV[2])
  return 1`;

/** Plays the games of a queue. */
export function gameTrade({
  client,
  version,
  name,
  concurrency,
  atQueue,
  played,
  failed,
}: TradePlace): Trade {
  const pool = new Pool<ThreadTask, PlayedGame>(workerFile('play/game-thread.js'), concurrency, null);
  const runs = new Map<string, Promise<GameJob | undefined>>();
  return {
    queue: GAMES_QUEUE,
    // One job more than threads, so that none of them waits for the next.
    concurrency: concurrency + 1,
    done: 'played',
    work: play,
    close: () => pool.close(),
  };

  /** Plays a job and sends its games back. */
  async function play(data: unknown): Promise<void> {
    const { run, games: tasks } = readJob(data);
    const known = await runOf(run);
    if (known === undefined) return;
    for (const task of tasks) checkOpening(known, task);
    const games = await Promise.all(tasks.map((task) => playGame({ ...task, run: { id: run, job: known } })));
    const result: FleetResult = { version, worker: name, games };
    const names = [keys.run(run), keys.results(run)];
    await atQueue(() => client.eval(PUSH_RESULT, 2, ...names, JSON.stringify(result), KEPT_SECONDS));
    played(tasks.length);
  }

  async function playGame(task: ThreadTask): Promise<FleetResult['games'][number]> {
    try {
      const { index, text, searchMilliseconds, milliseconds } = await pool.run(task);
      return { index, text, searchMilliseconds, milliseconds };
    } catch (error) {
      failed(new Failure(`a thread has ended: ${(error as Error).message}`));
      throw error;
    }
  }

  async function runOf(id: string): Promise<GameJob | undefined> {
    const run = runs.get(id) ?? atQueue(() => fetchRun(client, id, version));
    runs.set(id, run);
    for (const known of runs.keys()) if (runs.size > MOST_RUNS) runs.delete(known);
    try {
      const known = await run;
      if (known === undefined) runs.delete(id);
      return known;
    } catch (error) {
      runs.delete(id);
      throw error;
    }
  }
}

/** Refuses an opening that cannot be played. */
function checkOpening({ game, size }: GameJob, { opening }: GameTask): void {
  const position = gameNamed(game)!.start(size);
  for (const [ply, move] of opening.entries()) {
    if (position.winner !== -1 || !legalMoves(position).includes(move))
      throw new InputError(`the opening is not legal at ply ${ply}`);
    position.make(move);
  }
}
