import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../engine/node/sha256.ts';
import { PHASES } from '../../../engine/game.ts';
import { games } from '../../../engine/games/index.ts';
import { areForAnySize, inputsIds, inputsOf } from '../../../engine/input-sets.ts';
import { type Activation, QB } from '../../../engine/models/network/network.ts';
import type { Position } from '../../../engine/position.ts';
import { DECISIVE } from '../../../engine/score.ts';
import { networkParts } from '../../../engine/models/network/network-weights.ts';
import { sealedWeights } from '../../../engine/seal.ts';
import { evaluatorOf, readWeights } from '../../../engine/weights.ts';
import { randomFrom } from '../../statistics/random.ts';
import { loadBackend } from '../backend/backend.ts';
import { measureWeights } from '../data/comparison.ts';
import { differenceOf } from '../data/logits.ts';
import { InputListsMaker, type NetworkData } from './network-data.ts';
import { solveLogistic } from '../linear/logistic.ts';
import { limitsOf, NetworkModel, type NetworkShape, parametersOf } from './network-model.ts';
import { plantedPositions } from './planted-positions.ts';
import { NETWORK_SCALE, quantised, scoresOf } from './quantisation.ts';
import { fitSettings } from '../data/fit-kind.ts';
import { networkKind } from './network-kind.ts';
import type { NetworkSettings } from './network-settings.ts';
import { newTraining, type Training, trainEpoch } from './training.ts';

const { tf } = await loadBackend();
const [betsy] = games;

const targetsOf = ({ train, heldOut }: NetworkData) => ({
  scoreScale: null,
  train: train.results,
  heldOut: heldOut.results,
});

function startModel(shape: NetworkShape, { inputs }: NetworkData, mostRows: number): Promise<NetworkModel> {
  const { mostActive } = inputs;
  return NetworkModel.start(tf, shape, { mostRows, mostActive, maps: inputs.symmetries(), threads: 1 });
}

async function trained(
  data: NetworkData,
  given: Partial<NetworkSettings>,
): Promise<{ model: NetworkModel; training: Training }> {
  const settings = fitSettings(networkKind, given, 'test');
  const { hidden, buckets, activation, batch, epochs } = settings;
  const shape = { inputs: data.inputs.count, hidden, buckets, activation };
  const model = await startModel(shape, data, batch);
  const training = newTraining(model, settings);
  while (training.steps.length < epochs) await trainEpoch(model, training, data, targetsOf(data), settings);
  return { model, training };
}

/** Whether two pebbles at the bottom of the outer columns have the same owner: no sum of anything that looks at one column. */
function outerBottomsAgree(position: Position): number {
  const board = betsy.formatBoard(position);
  const size = betsy.usualSize;
  const [left, right] = [board[board.length - size], board[board.length - 1]];
  if (left === '.' || right === '.') return 0;
  return left === right ? 3 : -3;
}

test('a network reaches a lower loss on held-out games than the linear fit where the teacher is not linear', async () => {
  const data = plantedPositions(betsy, betsy.usualSize, 20_000, outerBottomsAgree, randomFrom('teacher'));
  const targets = targetsOf(data);
  const wanted = Array.from(data.train.names.keys());
  const linear = solveLogistic(tf, { rows: data.train, targets: targets.train, ridge: 1, wanted });
  const linearLoss = measureWeights(data, targets, linear.weights).heldOut!.loss;
  const { training } = await trained(data, { hidden: 16, epochs: 15, batch: 512, rate: 0.01 });
  const loss = training.steps[training.bestEpoch - 1].heldOutLoss;
  expect(loss).toBeLessThan(linearLoss - 0.1);
});

describe.each(games.map((game) => ({ name: game.name, game })))('a network for $name', ({ game }) => {
  const [usual, others, features] = inputsIds(game);
  test.each<[Activation, number, string, number]>([
    ['clipped', 10, usual, 1],
    ['squared', 10, others, 8],
    ['squared', 7, usual, 2],
    ['squared', 10, features, 4],
  ])(
    'is exported as a file whose scores are exact and near the model on 10,000 positions, %s, %i fraction bits, %s, %i outputs',
    async (activation, fractionBits, id, buckets) => {
      const size = game.usualSize;
      const values = new Float64Array(game.features.names.length);
      const teacher = (position: Position) => {
        game.features.extract(position, values);
        return values.reduce((sum, value) => sum + Math.sin(value), 0);
      };
      const inputs = inputsOf(game, size, id)!;
      const data = plantedPositions(game, size, 10_000, teacher, randomFrom('export'), inputs);
      const settings = { hidden: 32, buckets, activation, epochs: 5, batch: 256, rate: 0.01 };
      const { model, training } = await trained(data, settings);
      const parameters = parametersOf(model.shape, training.values);
      const network = quantised(model.shape, parameters, fractionBits);
      const one = 2 ** fractionBits;
      const ofSize = areForAnySize(game, id) ? ('any' as const) : size;
      const parts = {
        size: ofSize,
        inputs: id,
        scale: NETWORK_SCALE,
        network,
        provenance: { origin: 'test' },
      };
      const evaluator = evaluatorOf(sealedWeights(game, networkParts(parts), [size], sha256), game);
      const positions = data.positions.slice(0, 10_000);
      const maker = new InputListsMaker(game, data.inputs);
      const scores = positions.map((position) => {
        maker.add(position);
        return evaluator.evaluate(position);
      });
      // In double precision, from the rounded numbers alone.
      const active = new Int32Array(data.inputs.mostActive);
      const expected = positions.map((position) => {
        const bucket = Math.floor((game.phase!(position) * buckets) / PHASES);
        let logit = network.outputBiases[bucket] / (one * QB);
        [position.turn, 1 - position.turn].forEach((side, half) => {
          const count = data.inputs.extract(position, side as 0 | 1, active);
          for (let unit = 0; unit < 32; unit++) {
            let sum = network.hiddenBiases[unit] / one;
            for (let i = 0; i < count; i++) sum += network.inputWeights[active[i] * 32 + unit] / one;
            const clipped = Math.min(1, Math.max(0, sum));
            const value = activation === 'squared' ? Math.floor(clipped * clipped * one) / one : clipped;
            logit += (value * network.outputWeights[32 * (2 * bucket + half) + unit]) / QB;
          }
        });
        return Math.trunc(Math.max(-DECISIVE, Math.min(DECISIVE, logit * NETWORK_SCALE))) + 0;
      });
      expect(scores).toEqual(expected);
      const lists = maker.made();
      expect([...scoresOf(network, lists, NETWORK_SCALE)]).toEqual(scores);
      const logits = model.logits(parameters, lists);
      expect(Math.max(...logits) - Math.min(...logits)).toBeGreaterThan(1);
      const difference = differenceOf(Int32Array.from(scores), NETWORK_SCALE, logits);
      const coarseness = 2 ** (10 - fractionBits);
      expect(difference.mean).toBeLessThan(0.02 * coarseness);
      expect(difference.largest).toBeLessThan(0.1 * coarseness);
    },
  );

  test('looks at mirrored positions as the game itself mirrors them', () => {
    const size = game.usualSize;
    const data = plantedPositions(game, size, 50, () => 0, randomFrom('mirrored'));
    const active = new Int32Array(data.inputs.mostActive);
    const inputsOf = (position: Position) => {
      const count = data.inputs.extract(position, position.turn, active);
      return active.slice(0, count);
    };
    for (const position of data.positions) {
      const boards = game.symmetricBoards(size, game.formatBoard(position));
      const mirrored = boards.map((board) =>
        inputsOf(game.parseBoard(size, position.turn, board)).toSorted(),
      );
      const mapped = data.inputs.symmetries().map((map) =>
        inputsOf(position)
          .map((input) => map[input])
          .toSorted(),
      );
      expect(mapped).toEqual(mirrored);
    }
  });
});

test('the gradient is the slope of the loss, parameter by parameter', async () => {
  const data = plantedPositions(betsy, betsy.usualSize, 300, outerBottomsAgree, randomFrom('slope'));
  const shape = { inputs: data.inputs.count, hidden: 8, buckets: 2, activation: 'squared' as const };
  const model = await startModel(shape, data, 512);
  const { values } = newTraining(model, fitSettings(networkKind, { hidden: 8, buckets: 2 }, 'test'));
  const { train, trainLists: lists } = data;
  const counts = Float32Array.from(train.counts, (_, row) => 1 + (row % 3));
  const order = Int32Array.from({ length: train.rows }, (_, row) => row);
  const logits = new Float32Array(train.rows);
  const parameters = parametersOf(shape, values);
  model.gradient(parameters, { lists, order }, train.results, counts, logits);
  const gradient = model.kernel.gradient.slice();
  expect(model.logits(parameters, lists)).toEqual(logits);
  const lossAt = (i: number, value: number) => {
    const moved = values.slice();
    moved[i] = value;
    const there = model.logits(parametersOf(shape, moved), lists);
    const weight = counts.reduce((sum, count) => sum + count, 0);
    return there.reduce(
      (sum, logit, row) =>
        sum + (counts[row] * Math.log(1 + Math.exp(train.results[row] === 1 ? -logit : logit))) / weight,
      0,
    );
  };
  const STEP = 1e-2;
  for (let i = values.length - 1; i > 0; i -= 29) {
    const slope = (lossAt(i, values[i] + STEP) - lossAt(i, values[i] - STEP)) / (2 * STEP);
    expect(Math.abs(gradient[i] - slope)).toBeLessThan(1e-3);
  }
});

test.each([128, 512])(
  'weights of %i hidden units stay within the limits of the file, at any rate',
  async (hidden) => {
    const data = plantedPositions(betsy, betsy.usualSize, 2000, outerBottomsAgree, randomFrom('limits'));
    const { model, training } = await trained(data, { hidden, epochs: 5, batch: 64, rate: 1 });
    const limits = limitsOf(model.shape);
    expect(training.values.every((value, i) => Math.abs(value) <= limits[i])).toBe(true);
    const network = quantised(model.shape, parametersOf(model.shape, limits), 10);
    const { size, inputs } = data;
    const parts = { size, inputs: inputs.id, scale: NETWORK_SCALE, network, provenance: { origin: 'test' } };
    const text = JSON.stringify(sealedWeights(betsy, networkParts(parts), [data.size], sha256));
    expect(readWeights(text, betsy, data.size, sha256).kind).toBe('network');
  },
);

test('the same seed gives the same numbers, another seed others, and no tensor is left behind', async () => {
  const data = plantedPositions(betsy, betsy.usualSize, 3000, outerBottomsAgree, randomFrom('seed'));
  const before = tf.memory().numTensors;
  const of = async (seed: number) => (await trained(data, { hidden: 8, epochs: 2, seed })).training.best;
  const first = await of(1);
  expect(await of(1)).toEqual(first);
  expect(await of(2)).not.toEqual(first);
  expect(tf.memory().numTensors).toBe(before);
});
