import { DrawEvaluator, FACTOR_ONE } from '../../../engine/models/draws.ts';
import type { Draws } from '../../../engine/models/model.ts';
import { loadWeights } from '../../../engine/node/named-weights.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import { sealedWeights } from '../../../engine/seal.ts';
import type { Weights } from '../../../engine/weights.ts';
import { sigmoid } from '../../statistics/cross-entropy.ts';
import {
  baselineLosses,
  commonResult,
  fitProvenance,
  fitStep,
  fitTargets,
  measureBoth,
} from '../data/comparison.ts';
import type { Fit, FitStep } from '../data/fit-kind.ts';
import type { Rows } from '../data/fit-data.ts';
import { differenceOf } from '../data/logits.ts';
import { fitFactors } from './class-factors.ts';
import { type DrawsData, type JudgedRows, judgedRows } from './draws-data.ts';
import type { DrawsFitResult } from './draws-result.ts';
import type { DrawsSettings } from './draws-settings.ts';

/** Fits a factor to each class of draws for the scores of weights that are there, and measures what came of it on the games held out. */
export function fitDraws(
  backend: string,
  data: DrawsData,
  settings: DrawsSettings,
  heard: (steps: readonly FitStep[]) => void,
): Fit<DrawsFitResult> {
  const begin = performance.now();
  const { game, size } = data;
  const drawClasses = game.drawClasses!;
  const base = loadWeights(game, size, settings.weights);
  const { scale } = base;
  const unscaled: Weights = { ...base, draws: undefined };
  const judged = judgedRows(data, unscaled);
  const targets = fitTargets(data, settings);
  const factors = fitFactors(drawClasses.names.length, {
    judged: judged.train,
    rows: data.train,
    targets: targets.train,
    scale,
    ridge: settings.ridge,
  });
  const inFile = Array.from(factors, (factor) => Math.round(FACTOR_ONE * factor));
  const won = settings.won === null ? null : Math.round(scale * Math.log(settings.won / (1 - settings.won)));
  const draws: Draws = {
    classes: drawClasses.id,
    factors: Object.fromEntries(
      drawClasses.names.flatMap((name, i) => (inFile[i] === FACTOR_ONE ? [] : [[name, inFile[i]]])),
    ),
    ...(won !== null && { won }),
  };
  const parts = [judged.train, judged.heldOut];
  const before = parts.map(({ scores }) => scores.map((score) => score / scale));
  const fitted = parts.map(({ scores, classes }) =>
    scores.map((score, i) => (score / scale) * factors[classes[i]]),
  );
  const exported = parts.map((part) => scaledLogits(part, draws, data, scale));
  const losses = [
    ...baselineLosses(data, targets),
    { name: 'unscaled', ...measureBoth(data, targets, before[0], before[1]) },
    { name: 'fit', ...measureBoth(data, targets, fitted[0], fitted[1]) },
    { name: 'exported', ...measureBoth(data, targets, exported[0], exported[1]) },
  ];
  const steps = [
    fitStep(1, measureBoth(data, targets, fitted[0], fitted[1]), (performance.now() - begin) / 1000),
  ];
  heard(steps);
  const weights = scaledWeights(data, unscaled, draws, {
    ...fitProvenance('draws', data, settings, backend, targets.scoreScale, losses),
    settings: { ...settings, weights: base.sha256 },
    of: base.provenance,
  });
  return {
    weights,
    steps,
    result: {
      ...commonResult(data, backend, targets, losses, exported[1]),
      model: 'draws',
      base: { name: settings.weights, sha256: base.sha256 },
      won,
      classes: classTable(drawClasses.names, factors, inFile, judged, data.heldOut, before[1], exported[1]),
      weights: {
        sha256: weights.sha256,
        scale,
        difference: differenceOf(
          exported[1].map((logit) => logit * scale),
          scale,
          fitted[1],
        ),
      },
      seconds: (performance.now() - begin) / 1000,
    },
  };
}

/** What the file says of rows, as the engine reads it. */
function scaledLogits(
  { scores, classes }: JudgedRows,
  draws: Draws,
  { game }: DrawsData,
  scale: number,
): Float64Array {
  let row = 0;
  // The engine's own arithmetic, given the scores and classes that were read.
  const evaluator = new DrawEvaluator(
    { scale, evaluate: () => scores[row] },
    { ...game.drawClasses!, of: () => classes[row] },
    draws,
  );
  const position = game.start(game.usualSize);
  return Float64Array.from(scores, (_, i) => {
    row = i;
    return evaluator.evaluate(position) / scale;
  });
}

/** Weights with other draws, sealed again. */
function scaledWeights(
  { game, size }: DrawsData,
  base: Weights,
  draws: Draws,
  provenance: Record<string, unknown>,
): Weights {
  const {
    format: _,
    game: __,
    vectors: ___,
    evidence: ____,
    evidenceSha256: _____,
    sha256: ______,
    ...parts
  } = base;
  const sizes = base.size === 'any' ? [...new Set([size, game.usualSize, game.sizes[0]])] : [base.size];
  return sealedWeights(game, { ...parts, draws, provenance }, sizes, sha256);
}

function classTable(
  names: readonly string[],
  factors: Float64Array,
  inFile: readonly number[],
  { train, heldOut }: { train: JudgedRows; heldOut: JudgedRows },
  rows: Rows,
  before: Float64Array,
  after: Float64Array,
): DrawsFitResult['classes'] {
  const table = names.map((name, i) => ({
    name,
    trainRows: 0,
    factor: factors[i],
    inFile: inFile[i],
    heldOut: { rows: 0, before: 0, after: 0, result: 0 },
  }));
  train.classes.forEach((one) => table[one].trainRows++);
  heldOut.classes.forEach((one, row) => {
    const sums = table[one].heldOut;
    const count = rows.counts[row];
    const isAhead = before[row] >= 0;
    sums.rows += count;
    sums.before += count * sigmoid(Math.abs(before[row]));
    sums.after += count * sigmoid(isAhead ? after[row] : -after[row]);
    sums.result += count * (isAhead ? rows.results[row] : 1 - rows.results[row]);
  });
  return table
    .filter(({ trainRows, heldOut: { rows: held } }) => trainRows + held > 0)
    .map(({ heldOut: sums, ...one }) => ({ ...one, heldOut: meansOf(sums) }))
    .toSorted((a, b) => b.trainRows - a.trainRows);
}

function meansOf(sums: NonNullable<DrawsFitResult['classes'][number]['heldOut']>) {
  const { rows, before, after, result } = sums;
  return rows === 0 ? null : { rows, before: before / rows, after: after / rows, result: result / rows };
}
