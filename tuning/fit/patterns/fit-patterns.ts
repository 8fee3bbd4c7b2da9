import { patternsParts } from '../../../engine/models/patterns/patterns-weights.ts';
import { combinationName } from '../../../engine/models/patterns/pattern-tables.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import { sealedWeights } from '../../../engine/seal.ts';
import { Failure } from '../../process/failure.ts';
import type { FitLoss } from '../../store/runs.ts';
import type { Backend } from '../backend/backend.ts';
import type { Checkpoint } from '../data/checkpoint.ts';
import {
  baselineLosses,
  commonResult,
  fitProvenance,
  fitStep,
  fitTargets,
  measureBoth,
} from '../data/comparison.ts';
import type { Fit, FitStep, FitWatch } from '../data/fit-kind.ts';
import { linearLoss } from '../linear/linear-loss.ts';
import { USUAL_RIDGE } from '../linear/logistic.ts';
import { roundedBy } from '../linear/rounding.ts';
import {
  combinationLists,
  combinationsSeen,
  type PatternsData,
  sharedCombinations,
} from './patterns-data.ts';
import type { PatternsFitResult } from './patterns-result.ts';
import type { PatternsSettings } from './patterns-settings.ts';
import {
  isSolved,
  newtonStep,
  type SparseProblem,
  type SparseState,
  sparseLogits,
  startOf,
} from './sparse-logistic.ts';

/** How far a fit has come: what its checkpoint keeps. */
interface Progress {
  state: SparseState;
  steps: FitStep[];
}

/** Fits a weight to each combination and feature, from its checkpoint where there is one. Undefined where it was told to stop. */
export async function fitPatterns(
  { tf, name: backend }: Backend,
  data: PatternsData,
  settings: PatternsSettings,
  checkpoint: Checkpoint,
  watch: FitWatch,
): Promise<Fit<PatternsFitResult> | undefined> {
  const begin = performance.now();
  const { game, size, train, heldOut } = data;
  const targets = fitTargets(data, settings);
  const { problem, combinations, counts, heldOutLists } = problemOf(data, settings, targets.train);
  let { state, steps }: Progress = readProgress(checkpoint) ?? { state: startOf(problem), steps: [] };
  if (steps.length > 0) watch.resumed(steps.length);
  const spent = steps.at(-1)?.seconds ?? 0;
  const seconds = () => spent + (performance.now() - begin) / 1000;
  const bothLogits = (weights: ArrayLike<number>) =>
    [
      sparseLogits(problem, weights),
      sparseLogits({ ...heldOut, width: problem.width, lists: heldOutLists }, weights),
    ] as const;
  while (!isSolved(state)) {
    const next = await newtonStep(problem, state, watch.shouldStop);
    if (next === undefined) return undefined;
    state = next;
    const measured = measureBoth(data, targets, ...bothLogits(state.weights));
    steps = [...steps, fitStep(state.iterations, measured, seconds())];
    checkpoint.write({ state: withNumberOf(state), steps });
    watch.heard(steps);
    if (watch.shouldStop() && !isSolved(state)) return undefined;
  }
  const weights = Float64Array.from(state.weights);
  const [logits, heldOutLogits] = bothLogits(weights);
  const rounded = roundedBy(weights, logits, (whole) => sparseLogits(problem, whole));
  const exported = bothLogits(rounded.weights.map((weight) => weight / rounded.scale));
  const losses: FitLoss[] = [
    ...baselineLosses(data, targets),
    ...linearLoss(tf, data, targets),
    { name: 'fit', ...measureBoth(data, targets, logits, heldOutLogits) },
    { name: 'exported', ...measureBoth(data, targets, ...exported) },
  ];
  const { width } = problem;
  const file = sealedWeights(
    game,
    patternsParts(game, {
      size: 'any',
      scale: rounded.scale,
      features: Object.fromEntries(train.names.map((name, i) => [name, rounded.weights[i]])),
      combinations: new Map(
        Array.from(combinations, (combination, i) => [combination, rounded.weights[width + i]]),
      ),
      provenance: fitProvenance('patterns', data, settings, backend, targets.scoreScale, losses),
    }),
    [...new Set([size, game.usualSize, game.sizes[0]])],
    sha256,
  );
  return {
    weights: file,
    steps,
    result: {
      ...commonResult(data, backend, targets, losses, exported[1]),
      model: 'patterns',
      iterations: state.iterations,
      lastStep: state.distance,
      tables: tablesFound(data, problem, combinations, weights, rounded.weights),
      features: featuresFound(problem, train.names, weights, rounded.weights),
      largest: largestFound(data, problem, { combinations, counts, weights, rounded: rounded.weights }),
      weights: { sha256: file.sha256, scale: rounded.scale, difference: rounded.difference },
      seconds: seconds(),
    },
  };
}

function problemOf(data: PatternsData, settings: PatternsSettings, targets: Float32Array) {
  const { train, tables, trainSquares, heldOutSquares } = data;
  const { names, features, counts: rowCounts, rows } = train;
  const width = names.length;
  const shared = sharedCombinations(tables, settings.without);
  const { combinations, counts } = combinationsSeen(data, shared, settings.least);
  const wanted = Array.from(names.keys()).filter((i) => !settings.without.includes(names[i]));
  const squares = meanSquares(features, width, rowCounts);
  const penalties = new Float64Array(width + combinations.length).fill(settings.ridge * ROW);
  // As in a linear fit; a feature that is always 0 gets a weight of 0.
  for (let i = 0; i < width; i++) penalties[i] = squares[i] === 0 ? 1 : USUAL_RIDGE * squares[i];
  if (wanted.length + combinations.length === 0)
    throw new Failure('no combination is there so often; expected other data or a smaller --least');
  const problem: SparseProblem = {
    rows,
    features,
    width,
    wanted,
    lists: combinationLists(data, trainSquares, shared, combinations),
    combinations: combinations.length,
    targets,
    counts: rowCounts,
    penalties,
  };
  const heldOutLists = combinationLists(data, heldOutSquares, shared, combinations);
  return { problem, combinations, counts, heldOutLists };
}

// What a row adds to the second derivative at even odds.
const ROW = 1 / 4;

function meanSquares(features: Float32Array, width: number, counts: Float32Array): Float64Array {
  const sums = new Float64Array(width);
  let total = 0;
  for (let row = 0; row < counts.length; row++) {
    total += counts[row];
    for (let i = 0; i < width; i++) sums[i] += counts[row] * features[row * width + i] ** 2;
  }
  return sums.map((sum) => sum / total);
}

/** With a number where JSON has none. */
function withNumberOf(state: SparseState): SparseState {
  return { ...state, distance: Number.isFinite(state.distance) ? state.distance : Number.MAX_VALUE };
}

function readProgress(checkpoint: Checkpoint): Progress | undefined {
  return checkpoint.read() as Progress | undefined;
}

type Found = PatternsFitResult;

/** The root mean square over rows of what each table adds to the logit. */
function tablesFound(
  { tables, train }: PatternsData,
  { width, lists: { ids, offsets } }: SparseProblem,
  combinations: Int32Array,
  weights: Float64Array,
  rounded: readonly number[],
): Found['tables'] {
  const tableOf = Int32Array.from(combinations, (combination) =>
    tables.list.indexOf(tables.tableOf(combination)),
  );
  const squares = new Float64Array(tables.list.length);
  const sums = new Float64Array(tables.list.length);
  let total = 0;
  for (let row = 0; row < train.rows; row++) {
    total += train.counts[row];
    sums.fill(0);
    for (let i = offsets[row]; i < offsets[row + 1]; i++) sums[tableOf[ids[i]]] += weights[width + ids[i]];
    for (let table = 0; table < sums.length; table++) squares[table] += train.counts[row] * sums[table] ** 2;
  }
  return tables.list.map(({ name }, table) => ({
    name,
    combinations: tableOf.reduce((count, of) => count + Number(of === table), 0),
    inFile: tableOf.reduce((count, of, i) => count + Number(of === table && rounded[width + i] !== 0), 0),
    effect: Math.sqrt(squares[table] / total),
  }));
}

function featuresFound(
  { features, width, counts }: SparseProblem,
  names: readonly string[],
  weights: Float64Array,
  rounded: readonly number[],
): Found['features'] {
  const squares = meanSquares(features, width, counts);
  return names.map((name, i) => ({
    name,
    weight: weights[i],
    effect: weights[i] * Math.sqrt(squares[i]),
    rounded: rounded[i],
  }));
}

const LARGEST = 24;

function largestFound(
  { tables, train }: PatternsData,
  { width }: SparseProblem,
  {
    combinations,
    counts,
    weights,
    rounded,
  }: { combinations: Int32Array; counts: Int32Array; weights: Float64Array; rounded: readonly number[] },
): Found['largest'] {
  const effect = (i: number) => Math.abs(weights[width + i]) * Math.sqrt(counts[i] / train.rows);
  return [...combinations.keys()]
    .toSorted((a, b) => effect(b) - effect(a))
    .slice(0, LARGEST)
    .map((i) => {
      const table = tables.tableOf(combinations[i]);
      return {
        table: table.name,
        squares: [...table.pattern.squares],
        combination: combinationName(table, combinations[i] - table.start),
        weight: weights[width + i],
        rounded: rounded[width + i],
        count: counts[i],
      };
    });
}
