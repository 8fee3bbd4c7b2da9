import { expect, test } from 'vitest';
import { sigmoid } from '../../statistics/cross-entropy.ts';
import { randomFrom } from '../../statistics/random.ts';
import {
  isSolved,
  newtonStep,
  type SparseProblem,
  sparseLogits,
  type SparseState,
  startOf,
} from './sparse-logistic.ts';

const WIDTH = 3;
const COMBINATIONS = 400;

/** Rows of two dense numbers, one that is always 0, and five combinations each, whose results were drawn by planted weights. */
function planted(rows: number, ridge: number) {
  const random = randomFrom(1, 'planted');
  const uniform = () => 2 * (random.below(1_000_001) / 1_000_000) - 1;
  const weights = Float64Array.from({ length: WIDTH + COMBINATIONS }, uniform);
  const features = new Float32Array(rows * WIDTH);
  const ids = new Int32Array(rows * 5);
  const offsets = Float64Array.from({ length: rows + 1 }, (_, row) => 5 * row);
  for (let row = 0; row < rows; row++) {
    features[row * WIDTH] = 1;
    features[row * WIDTH + 1] = uniform();
    // Few combinations are frequent.
    for (let i = 0; i < 5; i++)
      ids[5 * row + i] = Math.min(Math.floor(COMBINATIONS * uniform() ** 4), COMBINATIONS - 1);
  }
  const lists = { ids, offsets };
  const logits = sparseLogits({ features, width: WIDTH, lists }, weights);
  const problem: SparseProblem = {
    rows,
    features,
    width: WIDTH,
    wanted: [0, 1, 2],
    lists,
    combinations: COMBINATIONS,
    targets: Float32Array.from(logits, (logit) => (random.chance(sigmoid(logit)) ? 1 : 0)),
    counts: Float32Array.from({ length: rows }, (_, row) => 1 + (row % 2)),
    penalties: new Float64Array(WIDTH + COMBINATIONS).fill(ridge),
  };
  return { problem, weights };
}

async function solved(problem: SparseProblem): Promise<SparseState> {
  let state = startOf(problem);
  while (!isSolved(state)) state = (await newtonStep(problem, state, () => false))!;
  return state;
}

/** The slope of the penalised loss by each weight, added up in the plainest way. */
function slopeOf(
  { rows, features, width, lists, targets, counts, penalties }: SparseProblem,
  weights: Float32Array,
) {
  const slope = Array.from(weights, (weight, i) => penalties[i] * weight);
  for (let row = 0; row < rows; row++) {
    const on = Array.from({ length: width }, (_, i) => [i, features[row * width + i]]);
    for (let i = lists.offsets[row]; i < lists.offsets[row + 1]; i++) on.push([width + lists.ids[i], 1]);
    const logit = on.reduce((sum, [i, value]) => sum + weights[i] * value, 0);
    for (const [i, value] of on) slope[i] += counts[row] * (sigmoid(logit) - targets[row]) * value;
  }
  return slope;
}

test('planted weights are found again, those of frequent combinations the better', async () => {
  const { problem, weights } = planted(60_000, 0.25);
  const { weights: found } = await solved(problem);
  const seen = new Int32Array(COMBINATIONS);
  for (const id of problem.lists.ids) seen[id]++;
  const frequent = [...seen.keys()].filter((id) => seen[id] > 2000);
  expect(frequent.length).toBeGreaterThan(10);
  for (const id of frequent) expect(Math.abs(found[WIDTH + id] - weights[WIDTH + id])).toBeLessThan(0.25);
  expect(Math.abs(found[1] - weights[1])).toBeLessThan(0.1);
  expect(found[2]).toBe(0);
});

test('where it ends the penalised loss is level, whatever it started from', async () => {
  const { problem } = planted(4000, 2);
  const { weights } = await solved(problem);
  // In units of what a weight of the same rows would be unsure by.
  for (const value of slopeOf(problem, weights)) expect(Math.abs(value)).toBeLessThan(0.3);
});

test('a combination keeps of its weight the share that its rows have of them and the ridge', async () => {
  const rows = 1000;
  for (const [count, ridge] of [
    [10, 30],
    [300, 30],
    [300, 3000],
  ]) {
    const ids = Int32Array.from({ length: count }, () => 0);
    const offsets = Float64Array.from({ length: rows + 1 }, (_, row) => Math.min(row, count));
    // A small tilt, where the loss is as good as square.
    const problem: SparseProblem = {
      rows,
      features: new Float32Array(0),
      width: 0,
      wanted: [],
      lists: { ids, offsets },
      combinations: 1,
      targets: new Float32Array(rows).fill(0.51),
      counts: new Float32Array(rows).fill(1),
      penalties: new Float64Array(1).fill(ridge / 4),
    };
    const { weights } = await solved(problem);
    const alone = Math.log(0.51 / 0.49);
    expect(weights[0] / alone).toBeCloseTo(count / (count + ridge), 2);
  }
});

test('the same problem gives the same bits, from its beginning or from any step', async () => {
  const { problem } = planted(3000, 1);
  const whole = await solved(problem);
  let state = (await newtonStep(problem, startOf(problem), () => false))!;
  expect(await newtonStep(problem, state, () => true)).toBeUndefined();
  state = JSON.parse(JSON.stringify({ ...state, weights: [...state.weights] })) as SparseState;
  state.weights = Float32Array.from(state.weights);
  while (!isSolved(state)) state = (await newtonStep(problem, state, () => false))!;
  expect(state.weights).toEqual(whole.weights);
});
