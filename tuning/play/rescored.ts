import type { Terminal } from '../../engine/node/terminal.ts';
import { contentsHash, describeDataset } from '../dataset/dataset-writer.ts';
import { gamesOf, needGames } from '../dataset/games.ts';
import { GrowingDataset } from '../dataset/growing-dataset.ts';
import { type Manifest, readManifest } from '../dataset/manifest.ts';
import { rulesOf } from '../dataset/transformations.ts';
import { stopAfterGames } from '../process/interrupt.ts';
import { Pool, workerFile } from '../process/pool.ts';
import { startProgress } from '../process/progress.ts';
import type { Scorer } from './new-scores.ts';
import type { ScoredGame, ScoreTask } from './score-thread.ts';
import { recordedParameters } from './search-parameters.ts';

const GAMES_PER_SHARD = 1000;

/**
 * Writes games again with the scores that a search gives their positions now, or resumes that; moves and results stay. Undefined where it
 * was stopped, and the same call resumes.
 */
export async function rescored(
  folder: string,
  { game, size, weights, parameters, nodes }: Scorer,
  { out, workers }: { out: string; workers: number },
  terminal: Terminal,
): Promise<Manifest | undefined> {
  const source = readManifest(folder);
  needGames(folder, source);
  const settings = {
    by: 'rescore',
    of: [contentsHash(source)],
    weights: weights.sha256,
    ...recordedParameters(parameters),
    nodes,
    ...rulesOf(source),
    gamesPerShard: GAMES_PER_SHARD,
  };
  const header = { game, size, settings, code: 'rescore' as const, sources: [describeDataset(source)] };
  const dataset = new GrowingDataset(out, header, GAMES_PER_SHARD, (line) => terminal.note(line));
  const stop = stopAfterGames(terminal);
  const progress = startProgress(source.games, 'games', terminal);
  try {
    const missing = new Set(dataset.missing(source.games));
    let done = source.games - missing.size;
    function* tasks(): Generator<ScoreTask> {
      let index = 0;
      // Numbered anew: where games were left out of the source, none may be missing here.
      for (const rows of gamesOf(folder, source)) {
        if (stop.requested) return;
        if (missing.has(index)) yield { index, rows };
        index++;
      }
    }
    const scorer: Scorer = { game, size, weights, parameters, nodes };
    const pool = new Pool<ScoreTask, ScoredGame>(workerFile('play/score-thread.js'), workers, scorer);
    try {
      await pool.runAll(tasks(), ({ index, text }) => {
        dataset.add(index, text);
        dataset.writeFull(source.games);
        progress.update(++done, '');
      });
    } finally {
      await pool.close();
    }
    dataset.keepBeginnings(source.games);
    return done === source.games ? dataset.manifest : undefined;
  } finally {
    dataset.close();
    progress.end();
    stop.forget();
  }
}
