import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs';
import type { Activation } from '../../../engine/models/network/network-evaluator.ts';
import type { TensorFlow } from './backend.ts';

// What the types of Node leave out.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

/** What assembly/sparse-layer-kernel.ts exports; the numbers are addresses but for count, hidden and squared. */
interface Code {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  forward(
    lists: number,
    offsets: number,
    count: number,
    weights: number,
    biases: number,
    hidden: number,
    squared: number,
    outputs: number,
  ): void;
  backward(
    lists: number,
    offsets: number,
    count: number,
    slopes: number,
    outputs: number,
    hidden: number,
    squared: number,
    weightGradient: number,
    biasGradient: number,
  ): void;
}

const PAGE = 65_536;
const ALIGNMENT = 64;

export interface SparseLayerShape {
  inputs: number;
  hidden: number;
  activation: Activation;
  /** The most lists of a batch, and the most inputs that all of them name. */
  lists: number;
  named: number;
}

/**
 * A layer over inputs that are on or off, given as lists of those that are on: row i of its output is activation(biases + the sum of
 * the rows of weights that list i names). An operation of TensorFlow.js with a gradient of its own, computed in a WebAssembly
 * module of ours, so that neither the inputs nor their gradient are ever matrices. The gradient is that of the last batch.
 */
export class SparseLayer {
  /** The lists of the batch, one after the other, and where each begins; to be filled before `apply`. */
  readonly lists: Uint16Array;
  readonly offsets: Int32Array;
  private readonly tf: TensorFlow;
  private readonly code: Code;
  private readonly inputs: number;
  private readonly hidden: number;
  private readonly squared: number;
  private readonly weights: Float32Array;
  private readonly biases: Float32Array;
  private readonly weightGradient: Float32Array;
  private readonly biasGradient: Float32Array;
  private readonly outputs: Float32Array;
  private readonly slopes: Float32Array;
  private batches = 0;

  constructor(tf: TensorFlow, module: object, shape: SparseLayerShape) {
    const { inputs, hidden, activation } = shape;
    this.tf = tf;
    this.code = new WebAssembly.Instance(module, {}).exports as Code;
    this.inputs = inputs;
    this.hidden = hidden;
    this.squared = activation === 'squared' ? 1 : 0;
    const { memory } = this.code;
    let end = ALIGNMENT;
    const room = (bytes: number): number => {
      const start = end;
      end += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
      return start;
    };
    const numbers = [
      inputs * hidden,
      hidden,
      inputs * hidden,
      hidden,
      shape.lists * hidden,
      shape.lists * hidden,
    ];
    const addresses = numbers.map((length) => room(4 * length));
    const [offsets, lists] = [room(4 * (shape.lists + 1)), room(2 * shape.named)];
    memory.grow(Math.max(0, Math.ceil((end - memory.buffer.byteLength) / PAGE)));
    [this.weights, this.biases, this.weightGradient, this.biasGradient, this.outputs, this.slopes] =
      addresses.map((address, i) => new Float32Array(memory.buffer, address, numbers[i]));
    this.offsets = new Int32Array(memory.buffer, offsets, shape.lists + 1);
    this.lists = new Uint16Array(memory.buffer, lists, shape.named);
  }

  /** The outputs of the first `count` lists, a row each. */
  apply(weights: Tensor2D, biases: Tensor1D, count: number): Tensor2D {
    const { tf, hidden } = this;
    const operation = tf.customGrad((...args) => {
      const [rows, first] = args as Tensor[];
      this.weights.set(rows.dataSync<'float32'>());
      this.biases.set(first.dataSync<'float32'>());
      this.forward(count);
      const batch = ++this.batches;
      return {
        value: tf.tensor2d(this.outputs.slice(0, count * hidden), [count, hidden]),
        gradFunc: (slopes: Tensor) => {
          if (batch !== this.batches) throw new Error('the gradient of a batch before the last');
          this.slopes.set(slopes.dataSync<'float32'>());
          this.backward(count);
          return [
            tf.tensor2d(this.weightGradient.slice(), [this.inputs, hidden]),
            tf.tensor1d(this.biasGradient.slice()),
          ];
        },
      };
    });
    return operation(weights, biases) as Tensor2D;
  }

  private forward(count: number): void {
    const { code, lists, offsets, weights, biases, hidden, squared, outputs } = this;
    code.forward(
      lists.byteOffset,
      offsets.byteOffset,
      count,
      weights.byteOffset,
      biases.byteOffset,
      hidden,
      squared,
      outputs.byteOffset,
    );
  }

  private backward(count: number): void {
    const { code, lists, offsets, slopes, outputs, hidden, squared, weightGradient, biasGradient } = this;
    weightGradient.fill(0);
    biasGradient.fill(0);
    code.backward(
      lists.byteOffset,
      offsets.byteOffset,
      count,
      slopes.byteOffset,
      outputs.byteOffset,
      hidden,
      squared,
      weightGradient.byteOffset,
      biasGradient.byteOffset,
    );
  }
}

/** The module that the build has made of assembly/sparse-layer-kernel.ts. */
export async function sparseLayerModule(): Promise<object> {
  // The sources have no such file; what is built names it, so that it is part of the identity of fits.
  const built = new URL('../../../dist/tuning/fit/backend/sparse-layer-code.js', import.meta.url).href;
  const isSource = import.meta.url.endsWith('.ts');
  const { code } = isSource
    ? ((await import(built)) as typeof import('./sparse-layer-code.js'))
    : await import('./sparse-layer-code.js');
  return WebAssembly.compile(Buffer.from(code, 'base64'));
}
