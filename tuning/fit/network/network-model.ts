import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs';
import type { Activation } from '../../../engine/models/network/network-evaluator.ts';
import type { Random } from '../../statistics/random.ts';
import type { TensorFlow } from '../backend/backend.ts';
import type { InputLists } from './network-data.ts';
import { crossEntropy, sigmoid } from '../../statistics/cross-entropy.ts';
import { makeSparseLayer, type SparseLayer } from '../backend/sparse-layer.ts';

export interface NetworkShape {
  inputs: number;
  hidden: number;
  activation: Activation;
}

/** The numbers of a network in one array, and the parts of it by name, as in engine/models/network/network-evaluator.ts but real numbers. */
export interface Parameters {
  all: Float32Array;
  inputWeights: Float32Array;
  hiddenBiases: Float32Array;
  outputWeights: Float32Array;
  outputBias: Float32Array;
}

export function parametersOf({ inputs, hidden }: NetworkShape, all?: Float32Array): Parameters {
  const lengths = [inputs * hidden, hidden, 2 * hidden, 1];
  const numbers = all ?? new Float32Array(lengths.reduce((sum, length) => sum + length));
  let end = 0;
  const [inputWeights, hiddenBiases, outputWeights, outputBias] = lengths.map((length) =>
    numbers.subarray(end, (end += length)),
  );
  return { all: numbers, inputWeights, hiddenBiases, outputWeights, outputBias };
}

/** Small random weights, with the hidden units of a usual position between 0 and 1. */
export function randomParameters(shape: NetworkShape, random: Random): Parameters {
  const parameters = parametersOf(shape);
  const between = (least: number, most: number) => least + ((most - least) * random.below(2 ** 24)) / 2 ** 24;
  const outputMost = 1 / Math.sqrt(2 * shape.hidden);
  parameters.inputWeights.forEach((_, i, numbers) => (numbers[i] = between(-0.1, 0.1)));
  parameters.hiddenBiases.forEach((_, i, numbers) => (numbers[i] = between(0.1, 0.6)));
  parameters.outputWeights.forEach((_, i, numbers) => (numbers[i] = between(-outputMost, outputMost)));
  return parameters;
}

// So far from 0 that training seldom meets them, and so near that int16 and int32 never overflow: of 256 output weights
// at their limit the sum is half of what the engine refuses.
const INPUT_LIMIT = 4;
const OUTPUT_LIMIT = 16;
const OUTPUT_BIAS_LIMIT = 16;

/** How far from 0 each parameter may be. */
export function limitsOf(shape: NetworkShape): Float32Array {
  const limits = parametersOf(shape);
  limits.inputWeights.fill(INPUT_LIMIT);
  limits.hiddenBiases.fill(INPUT_LIMIT);
  limits.outputWeights.fill(OUTPUT_LIMIT);
  limits.outputBias.fill(OUTPUT_BIAS_LIMIT);
  return limits.all;
}

/** The rows of a batch: which, in what order, and by which symmetry each is seen. */
export interface Batch {
  lists: InputLists;
  order: Int32Array;
  from: number;
  to: number;
  /** What becomes of each input, by symmetry, and the symmetry of each row of the batch; none where rows are seen as they are. */
  symmetries?: { maps: readonly Uint16Array[]; chosen: Uint8Array };
}

/** A network in TensorFlow.js: the logits of rows, and the gradient of their loss. */
export class NetworkModel {
  readonly shape: NetworkShape;
  /** The most rows of a batch. */
  readonly most: number;
  private readonly tf: TensorFlow;
  private readonly layer: SparseLayer;

  /** `mostActive` is the most inputs on in a row, as one side sees it. */
  constructor(tf: TensorFlow, module: object, shape: NetworkShape, most: number, mostActive: number) {
    this.tf = tf;
    this.shape = shape;
    this.most = most;
    this.layer = makeSparseLayer(tf, module, { ...shape, lists: 2 * most, named: 2 * most * mostActive });
  }

  /** The logits of all rows, as they are. */
  logits(parameters: Parameters, lists: InputLists): Float32Array {
    const { tf } = this;
    const logits = new Float32Array(lists.rows);
    const order = Int32Array.from({ length: lists.rows }, (_, row) => row);
    for (let from = 0; from < lists.rows; from += this.most) {
      const to = Math.min(from + this.most, lists.rows);
      this.load({ lists, order, from, to });
      tf.tidy(() => {
        const output = this.output(this.tensors(parameters), to - from);
        logits.set(output.dataSync<'float32'>(), from);
      });
    }
    return logits;
  }

  /**
   * Writes the gradient of the mean cross-entropy of a batch, each row by its count, and the logits of its rows, both by
   * the parameters as they are.
   */
  gradient(
    parameters: Parameters,
    batch: Batch,
    targets: Float32Array,
    counts: Float32Array,
    gradient: Parameters,
    logits: Float32Array,
  ): void {
    const { tf } = this;
    const { order, from, to } = batch;
    this.load(batch);
    tf.tidy(() => {
      const loss = (...tensors: Tensor[]) => {
        const output = this.output(tensors, to - from);
        return tf.customGrad((...args) => {
          const numbers = (args[0] as Tensor).dataSync<'float32'>();
          const slopes = new Float32Array(numbers.length);
          let weight = 0;
          let sum = 0;
          for (let i = 0; i < numbers.length; i++) {
            const row = order[from + i];
            logits[row] = numbers[i];
            weight += counts[row];
            sum += counts[row] * crossEntropy(numbers[i], targets[row]);
            slopes[i] = counts[row] * (sigmoid(numbers[i]) - targets[row]);
          }
          for (let i = 0; i < slopes.length; i++) slopes[i] /= weight;
          return {
            value: tf.scalar(sum / weight),
            gradFunc: (slope: Tensor) => tf.mul(slope, tf.tensor2d(slopes, [slopes.length, 1])),
          };
        })(output);
      };
      const { grads } = tf.valueAndGrads(loss)(this.tensors(parameters));
      let end = 0;
      for (const grad of grads) {
        gradient.all.set(grad.dataSync<'float32'>(), end);
        end += grad.size;
      }
    });
  }

  private tensors({ inputWeights, hiddenBiases, outputWeights, outputBias }: Parameters): Tensor[] {
    const { tf } = this;
    const { inputs, hidden } = this.shape;
    return [
      tf.tensor2d(inputWeights, [inputs, hidden]),
      tf.tensor1d(hiddenBiases),
      tf.tensor2d(outputWeights, [2 * hidden, 1]),
      tf.tensor1d(outputBias),
    ];
  }

  /** The logits of the rows that `load` has put into the layer; their two lists follow each other, and so do their hidden units. */
  private output([inputWeights, hiddenBiases, outputWeights, outputBias]: Tensor[], rows: number): Tensor2D {
    const { tf } = this;
    const { hidden } = this.shape;
    const units = this.layer.apply(inputWeights as Tensor2D, hiddenBiases as Tensor1D, 2 * rows);
    return tf.add(tf.matMul(tf.reshape(units, [rows, 2 * hidden]), outputWeights), outputBias);
  }

  private load({ lists: { active, offsets }, order, from, to, symmetries }: Batch): void {
    const { lists: target, offsets: ends } = this.layer;
    let end = 0;
    for (let i = from; i < to; i++) {
      const list = 2 * order[i];
      const start = offsets[list];
      const last = offsets[list + 2];
      const at = 2 * (i - from);
      ends[at] = end;
      ends[at + 1] = end + offsets[list + 1] - start;
      if (symmetries === undefined) {
        for (let k = start; k < last; k++) target[end++] = active[k];
        continue;
      }
      const map = symmetries.maps[symmetries.chosen[i - from]];
      for (let k = start; k < last; k++) target[end++] = map[active[k]];
    }
    ends[2 * (to - from)] = end;
  }
}
