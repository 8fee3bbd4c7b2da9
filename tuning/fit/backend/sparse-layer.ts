import type { Tensor, Tensor1D, Tensor2D } from '@tensorflow/tfjs';
import type { Activation } from '../../../engine/models/network/network-evaluator.ts';
import type { TensorFlow } from './backend.ts';

// What the types of Node leave out.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

/** What assembly/sparse-layer-kernel.ts exports; a layer is the address of its `Layer`. */
interface Code {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  forward: (layer: number, count: number) => void;
  backward: (layer: number, count: number) => void;
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
export interface SparseLayer {
  /** The lists of the batch, one after the other, and where each begins; to be filled before `apply`. */
  readonly lists: Uint16Array;
  readonly offsets: Int32Array;
  /** The outputs of the first `count` lists, a row each. */
  apply(weights: Tensor2D, biases: Tensor1D, count: number): Tensor2D;
}

export function makeSparseLayer(tf: TensorFlow, module: object, shape: SparseLayerShape): SparseLayer {
  const { inputs, hidden, activation } = shape;
  const { memory, forward, backward } = new WebAssembly.Instance(module, {}).exports as Code;
  // Offsets, lists, weights, biases, the gradients of both, outputs and their slopes, as `Layer` has them.
  const [table, rows] = [inputs * hidden, shape.lists * hidden];
  const lengths = [shape.lists + 1, shape.named, table, hidden, table, hidden, rows, rows];
  // Each at the next address that is aligned, after the layer itself, with room for four bytes a number.
  let end = 2 * ALIGNMENT;
  const addresses = lengths.map((length) => {
    const start = end;
    end += Math.ceil((4 * length) / ALIGNMENT) * ALIGNMENT;
    return start;
  });
  memory.grow(Math.max(0, Math.ceil((end - memory.buffer.byteLength) / PAGE)));
  const layer = new Int32Array(memory.buffer, ALIGNMENT);
  layer.set([...addresses, hidden, activation === 'squared' ? 1 : 0]);
  const [weights, biases, weightGradient, biasGradient, outputs, slopes] = addresses
    .map((address, i) => new Float32Array(memory.buffer, address, lengths[i]))
    .slice(2);
  let batches = 0;
  return {
    offsets: new Int32Array(memory.buffer, addresses[0], lengths[0]),
    lists: new Uint16Array(memory.buffer, addresses[1], lengths[1]),
    apply(givenWeights, givenBiases, count) {
      const operation = tf.customGrad((...args) => {
        const [first, second] = args as Tensor[];
        weights.set(first.dataSync<'float32'>());
        biases.set(second.dataSync<'float32'>());
        forward(layer.byteOffset, count);
        const batch = ++batches;
        return {
          value: tf.tensor2d(outputs.slice(0, count * hidden), [count, hidden]),
          gradFunc: (given: Tensor) => {
            if (batch !== batches) throw new Error('the gradient of a batch before the last');
            slopes.set(given.dataSync<'float32'>());
            weightGradient.fill(0);
            biasGradient.fill(0);
            backward(layer.byteOffset, count);
            return [tf.tensor2d(weightGradient.slice(), [inputs, hidden]), tf.tensor1d(biasGradient.slice())];
          },
        };
      });
      return operation(givenWeights, givenBiases) as Tensor2D;
    },
  };
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
