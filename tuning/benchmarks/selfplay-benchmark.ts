import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { selfplay } from '../play/selfplay.ts';
import type { GamesGoal } from '../play/numbered-games.ts';
import { type SelfplayJob, selfplayJob } from '../play/selfplay-job.ts';
import { selfplaySettings } from '../play/selfplay-settings.ts';

// So many that a run takes some ten seconds or more with two workers.
const GAMES: Readonly<Record<string, number>> = { betsy: 120, raichu: 60, conga: 40 };
const NODES = 5000;

/** Positions a second with one worker and with two, in turn, and how much of the workers' time is search. */
export async function benchmarkSelfplay(game: Game): Promise<string> {
  const one = await measure(game, 1);
  const two = await measure(game, 2);
  return (
    `${game.name} ${game.usualSize}: ${one.rate.toFixed(0)} positions a second with one worker, ` +
    `${two.rate.toFixed(0)} with two, ${(two.rate / one.rate).toFixed(2)}x; ` +
    `${(100 * Math.min(one.searching, two.searching)).toFixed(1)} % of their time searching; ` +
    `${two.bytes.toFixed(1)} bytes a position`
  );
}

/** The run that is measured. */
function measuredJob(game: Game): SelfplayJob {
  const size = game.usualSize;
  const weights = loadWeights(game, size, 'baseline:hand');
  const openingBound = Math.round(2 * weights.scale);
  const settings = z.object(selfplaySettings).parse({ nodes: NODES, openings: 7, openingBound, cap: 200 });
  return selfplayJob(game, size, settings, { seed: 1, weights, opponent: null, parameters: {} });
}

/** Plays the games with some workers, or with those of a queue. */
export async function measure(game: Game, workers: number, fleet?: GamesGoal['fleet']) {
  let begin = 0;
  let search = 0;
  let work = 0;
  const goal = {
    folder: join(mkdtempSync(join(tmpdir(), 'evalsmith-bench-')), 'dataset'),
    games: GAMES[game.name],
    workers,
    fleet,
    // Openings and the start of the threads are not part of the rate.
    note: () => {},
    shouldStop: () => {
      begin ||= performance.now();
      return false;
    },
  };
  const { games, positions, shards } = await selfplay(game, measuredJob(game), goal, (played) => {
    search += played.searchMilliseconds;
    work += played.milliseconds;
  });
  const seconds = (performance.now() - begin) / 1000;
  const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0);
  return { rate: positions / seconds, searching: search / work, bytes: bytes / positions, games, positions };
}
