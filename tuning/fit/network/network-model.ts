import type { Tensor, Tensor2D } from '@tensorflow/tfjs';
import type { Activation } from '../../../engine/models/network/network.ts';
import type { Random } from '../../statistics/random.ts';
import type { TensorFlow } from '../backend/backend.ts';
import type { InputLists } from './network-data.ts';
import { crossEntropy, sigmoid } from '../../statistics/cross-entropy.ts';
import { type KernelRows, NetworkKernel } from '../backend/network-kernel.ts';

export interface NetworkShape {
  inputs: number;
  hidden: number;
  /** Outputs, one of which counts for a row. */
  buckets: number;
  activation: Activation;
}

/** The numbers of a network in one array, and the parts of it by name, as in engine/models/network/network.ts but real numbers. */
export interface Parameters {
  all: Float32Array;
  inputWeights: Float32Array;
  hiddenBiases: Float32Array;
  outputWeights: Float32Array;
  outputBiases: Float32Array;
}

export function parametersOf({ inputs, hidden, buckets }: NetworkShape, all?: Float32Array): Parameters {
  const lengths = [inputs * hidden, hidden, buckets * 2 * hidden, buckets];
  const numbers = all ?? new Float32Array(lengths.reduce((sum, length) => sum + length));
  let end = 0;
  const [inputWeights, hiddenBiases, outputWeights, outputBiases] = lengths.map((length) =>
    numbers.subarray(end, (end += length)),
  );
  return { all: numbers, inputWeights, hiddenBiases, outputWeights, outputBiases };
}

/** Small random weights, with the hidden units of a usual position between 0 and 1; all outputs begin alike. */
export function randomParameters(shape: NetworkShape, random: Random): Parameters {
  const parameters = parametersOf(shape);
  const between = (least: number, most: number) => least + ((most - least) * random.below(2 ** 24)) / 2 ** 24;
  const outputMost = 1 / Math.sqrt(2 * shape.hidden);
  parameters.inputWeights.forEach((_, i, numbers) => (numbers[i] = between(-0.1, 0.1)));
  parameters.hiddenBiases.forEach((_, i, numbers) => (numbers[i] = between(0.1, 0.6)));
  const units = 2 * shape.hidden;
  parameters.outputWeights.forEach(
    (_, i, numbers) => (numbers[i] = i < units ? between(-outputMost, outputMost) : numbers[i - units]),
  );
  return parameters;
}

// So far from 0 that training seldom meets them, and so near that int16 and int32 never overflow: of all output weights
// at their limit the sum is at most half of what the engine refuses.
const INPUT_LIMIT = 4;
const OUTPUT_LIMIT = 16;
const OUTPUT_LIMIT_HIDDEN = 128;
const OUTPUT_BIAS_LIMIT = 16;

/** How far from 0 each parameter may be. */
export function limitsOf(shape: NetworkShape): Float32Array {
  const limits = parametersOf(shape);
  limits.inputWeights.fill(INPUT_LIMIT);
  limits.hiddenBiases.fill(INPUT_LIMIT);
  limits.outputWeights.fill(OUTPUT_LIMIT * Math.min(1, OUTPUT_LIMIT_HIDDEN / shape.hidden));
  limits.outputBiases.fill(OUTPUT_BIAS_LIMIT);
  return limits.all;
}

/** The rows of a batch: which, and by which of the maps, counted from 1, each is seen; as they are where no maps are chosen. */
export interface Batch {
  lists: InputLists;
  order: Int32Array;
  chosen?: Uint8Array;
}

/** What a model is made for. */
export interface ModelRoom {
  /** The most rows of a batch. */
  mostRows: number;
  /** The most inputs on in a row, as one side sees it. */
  mostActive: number;
  /** What becomes of each input, by symmetry. */
  maps: readonly Uint16Array[];
  threads: number;
}

/** A network in TensorFlow.js: the logits of rows, the gradient of their loss, and steps down it. */
export class NetworkModel {
  readonly shape: NetworkShape;
  /** Where the parameters and the state of the optimizer are; of any other parameters only logits are had. */
  readonly kernel: NetworkKernel;
  private readonly tf: TensorFlow;
  private readonly mostRows: number;
  private readonly taken = new WeakMap<InputLists, KernelRows>();

  static async start(tf: TensorFlow, shape: NetworkShape, room: ModelRoom): Promise<NetworkModel> {
    const kernel = await NetworkKernel.start({ ...shape, ...room }, room.maps, room.threads);
    return new NetworkModel(tf, shape, kernel, room.mostRows);
  }

  private constructor(tf: TensorFlow, shape: NetworkShape, kernel: NetworkKernel, mostRows: number) {
    this.tf = tf;
    this.shape = shape;
    this.kernel = kernel;
    this.mostRows = mostRows;
  }

  /** The logits of all rows, as they are. */
  logits(parameters: Parameters, lists: InputLists): Float32Array {
    const { tf } = this;
    const logits = new Float32Array(lists.rows);
    for (let from = 0; from < lists.rows; from += this.mostRows) {
      const count = Math.min(this.mostRows, lists.rows - from);
      const order = Int32Array.from({ length: count }, (_, i) => from + i);
      tf.tidy(() => {
        const output = this.output(this.tensors(parameters), { lists, order });
        logits.set(output.dataSync<'float32'>(), from);
      });
    }
    return logits;
  }

  /**
   * Writes into the kernel the gradient of the mean cross-entropy of a batch, each row by its count, and the logits of its
   * rows, both by the parameters as they are.
   */
  gradient(
    parameters: Parameters,
    batch: Batch,
    targets: Float32Array,
    counts: Float32Array,
    logits: Float32Array,
  ): void {
    const { tf, kernel } = this;
    tf.tidy(() => {
      const loss = (...tensors: Tensor[]) => {
        const output = this.output(tensors, batch);
        return tf.customGrad((...args) => {
          const numbers = (args[0] as Tensor).dataSync<'float32'>();
          const { value, slopes } = meanCrossEntropy(numbers, batch.order, targets, counts);
          for (let i = 0; i < numbers.length; i++) logits[batch.order[i]] = numbers[i];
          return {
            value: tf.scalar(value),
            gradFunc: (slope: Tensor) => tf.mul(slope, tf.tensor2d(slopes, [slopes.length, 1])),
          };
        })(output);
      };
      const { grads } = tf.valueAndGrads(loss)(this.tensors(parameters));
      let end = 0;
      for (const grad of grads) {
        kernel.gradient.set(grad.dataSync<'float32'>(), end);
        end += grad.size;
      }
    });
  }

  close(): Promise<void> {
    return this.kernel.close();
  }

  private tensors({ inputWeights, hiddenBiases, outputWeights, outputBiases }: Parameters): Tensor[] {
    const { tf } = this;
    const { inputs, hidden, buckets } = this.shape;
    // Copies: a native library takes no memory that threads share.
    return [
      tf.tensor2d(inputWeights.slice(), [inputs, hidden]),
      tf.tensor1d(hiddenBiases.slice()),
      tf.tensor2d(outputWeights.slice(), [buckets * 2 * hidden, 1]),
      tf.tensor1d(outputBiases.slice()),
    ];
  }

  /** The logits of rows: an operation of TensorFlow.js, with its gradient, that the kernel computes. The gradient is that of the last batch. */
  private output(tensors: Tensor[], { lists, order, chosen }: Batch): Tensor2D {
    const { tf, kernel, shape } = this;
    const rows = this.rowsOf(lists);
    const operation = tf.customGrad((...args) => {
      const given = (args as Tensor[]).slice(0, tensors.length);
      let end = 0;
      for (const tensor of given) {
        kernel.values.set(tensor.dataSync<'float32'>(), end);
        end += tensor.size;
      }
      kernel.order.set(order);
      if (chosen === undefined) kernel.chosen.fill(0);
      else kernel.chosen.set(chosen);
      const logits = kernel.forward(rows, order.length);
      return {
        value: tf.tensor2d(logits.slice(), [order.length, 1]),
        gradFunc: (slopes: Tensor) => {
          kernel.slopes.set(slopes.dataSync<'float32'>());
          kernel.backward();
          return this.tensors(parametersOf(shape, kernel.gradient));
        },
      };
    });
    return operation(...tensors) as Tensor2D;
  }

  private rowsOf(lists: InputLists): KernelRows {
    const rows = this.taken.get(lists) ?? this.kernel.take(lists);
    this.taken.set(lists, rows);
    return rows;
  }
}

/** The mean cross-entropy of logits of some rows, each by its count, and its slope by each logit. */
function meanCrossEntropy(
  logits: Float32Array,
  order: Int32Array,
  targets: Float32Array,
  counts: Float32Array,
): { value: number; slopes: Float32Array } {
  const slopes = new Float32Array(logits.length);
  let weight = 0;
  let sum = 0;
  for (let i = 0; i < logits.length; i++) {
    const row = order[i];
    weight += counts[row];
    sum += counts[row] * crossEntropy(logits[i], targets[row]);
    slopes[i] = counts[row] * (sigmoid(logits[i]) - targets[row]);
  }
  for (let i = 0; i < slopes.length; i++) slopes[i] /= weight;
  return { value: sum / weight, slopes };
}
