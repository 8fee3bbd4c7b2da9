// The same held-out games, judged by the weights of several fits.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { evaluatorOf } from '../../engine/weights.ts';
import { isDecisive } from '../../engine/score.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Side } from '../../engine/position.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { gameOf } from '../dataset/dataset-game.ts';
import { gamesOf } from '../dataset/games.ts';
import { readManifest } from '../dataset/manifest.ts';
import { isHeldOutGame } from '../fit/data/fit-data.ts';
import { crossEntropy } from '../statistics/cross-entropy.ts';
import { meanOf } from '../statistics/interval.ts';
import { needFitWeights } from '../store/fit-weights.ts';
import { readWeightsFile } from '../store/read-weights.ts';
import type { FitResult, Run } from '../store/runs.ts';

const measured = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });

export const pairedSchema = z.union([
  z.strictObject({ problem: z.string() }),
  z.strictObject({
    games: z.int(),
    positions: z.int(),
    /** The run that the others are compared with. */
    first: z.int(),
    /** The loss on results less that of the first, in nats: its mean over games, with its interval. */
    differences: z.array(
      z.strictObject({ run: z.int(), resultLoss: z.number(), difference: measured.nullable() }),
    ),
  }),
]);

interface ReadFit {
  fit: FitResult;
  folder: string;
  run: Run;
  /** Among all runs that are compared. */
  index: number;
}

type Paired = z.infer<typeof pairedSchema>;

/** How much better or worse each fit predicts the results of the games that all of them held out. */
export async function pairedLosses(fits: readonly ReadFit[]): Promise<Paired> {
  const problem = problemOf(fits);
  if (problem !== undefined) return { problem };
  const [{ run, fit }] = fits;
  const { seed } = run;
  const share = run.settings['heldOut'] as number;
  const losses: number[][] = fits.map(() => []);
  let positions = 0;
  for (const { path } of run.inputs) {
    const manifest = readManifest(path);
    const game = gameOf(manifest);
    const judges = fits.map(({ folder }) => {
      const { weights } = readWeightsFile(join(folder, 'weights.json'), game);
      return { evaluator: evaluatorOf(weights, game), scale: weights.scale };
    });
    for (const rows of gamesOf(path, manifest)) {
      if (!isHeldOutGame(seed, share, rows[0].game)) continue;
      const sums = judges.map(() => 0);
      let count = 0;
      for (const { source, score, player, board, result } of rows) {
        if (source !== 'search' || score === undefined || isDecisive(score)) continue;
        const position = game.parseBoard(fit.size, game.players.indexOf(player) as Side, board);
        judges.forEach(({ evaluator, scale }, i) => {
          sums[i] += crossEntropy(evaluator.evaluate(position) / scale, result);
        });
        count++;
      }
      if (count === 0) continue;
      positions += count;
      sums.forEach((sum, i) => losses[i].push(sum / count));
    }
  }
  const games = losses[0].length;
  if (games < 2) return { problem: 'fewer than two games were held out' };
  const mean = (list: readonly number[]) => list.reduce((sum, loss) => sum + loss, 0) / games;
  return {
    games,
    positions,
    first: fits[0].index,
    differences: fits.map(({ index }, i) => ({
      run: index,
      resultLoss: mean(losses[i]),
      difference: i === 0 ? null : meanOf(losses[i].map((loss, game) => loss - losses[0][game])),
    })),
  };
}

/** Why fits cannot be compared game by game; undefined where they can. */
function problemOf(fits: readonly ReadFit[]): string | undefined {
  if (fits.length < 2) return 'there are no two fits among the runs';
  const [{ fit, run }] = fits;
  for (const other of fits) {
    const { folder } = other;
    if (other.fit.game !== fit.game || other.fit.size !== fit.size) return 'the fits are of different boards';
    const split = (one: Run) =>
      JSON.stringify([one.seed, one.settings['heldOut'], one.inputs.map(({ sha256 }) => sha256)]);
    if (split(other.run) !== split(run))
      return 'the fits held out different games: of other datasets, another share or another seed';
    try {
      needFitWeights(folder, other.fit.weights.sha256);
    } catch (error) {
      if (error instanceof InputError) return error.message;
      throw error;
    }
  }
  for (const { path, sha256 } of run.inputs) {
    if (!existsSync(path)) return `the dataset ${path} is not here`;
    const manifest = readManifest(path);
    if (contentsHash(manifest) !== sha256) return `${path} is not the dataset that was learned from`;
    if (manifest.kind !== 'games') return `${path} is a dataset of positions, not of games`;
  }
  return undefined;
}
