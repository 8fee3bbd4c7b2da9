import type * as tensorflow from '@tensorflow/tfjs';
import type { KernelConfig, Tensor1D, Tensor2D, TensorInfo } from '@tensorflow/tfjs';

type TensorFlow = typeof tensorflow;

// What the types of Node leave out.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => { exports: unknown };
};

/** What assembly/weighted-sums-kernel.ts exports; a batch is the address of its `Batch`. */
interface Code {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  sum: (batch: number, count: number) => void;
}

/** What a kernel needs of the wasm backend; the library's own type tells less. */
interface WasmBackend {
  typedArrayFromHeap(tensor: TensorInfo): Float32Array;
  makeOutput(shape: number[], dtype: 'float32'): TensorInfo;
}

const KERNEL = 'WeightedSums';
const PAGE = 65_536;
const ALIGNMENT = 64;
// As the kernel has them.
const BLOCK = 64;
const TILE = 4;

/** Sums over the rows of a matrix, each by numbers of its own. */
export interface WeightedSums {
  /** Of factor * row[i], for each column. */
  rows: Float64Array;
  /** Of weight * row[i] * row[j], for each two columns. */
  products: Float64Array;
}

/** In double precision by a kernel of ours on the wasm backend, on others in single precision by plain operations. */
export function weightedSums(
  tf: TensorFlow,
  matrix: Tensor2D,
  factors: Tensor1D,
  weights: Tensor1D,
): WeightedSums {
  if (tf.getBackend() !== 'wasm' || tf.getKernel(KERNEL, 'wasm') === undefined)
    return plainWeightedSums(tf, matrix, factors, weights);
  const output = tf.engine().runKernel(KERNEL, { matrix, factors, weights }) as unknown as Tensor2D;
  const numbers = output.dataSync();
  output.dispose();
  // Tensors have single precision, so each sum is two numbers.
  const sums = new Float64Array(numbers.length / 2);
  for (let i = 0; i < sums.length; i++) sums[i] = numbers[i] + numbers[sums.length + i];
  const width = matrix.shape[1];
  return { rows: sums.subarray(0, width), products: sums.subarray(width) };
}

export function plainWeightedSums(
  tf: TensorFlow,
  matrix: Tensor2D,
  factors: Tensor1D,
  weights: Tensor1D,
): WeightedSums {
  const [rows, products] = tf.tidy(() => {
    const weighted = tf.mul(matrix, tf.expandDims(weights, 1));
    const sums = [tf.matMul(tf.expandDims(factors, 0), matrix), tf.matMul(matrix, weighted, true, false)];
    return sums.map((tensor) => tensor.dataSync<'float32'>());
  });
  return { rows: Float64Array.from(rows), products: Float64Array.from(products) };
}

/** Registers the kernel of weightedSums() with the wasm backend. */
export async function registerWeightedSums(tf: TensorFlow): Promise<void> {
  const kernel = makeKernel(await compiled());
  tf.registerKernel({
    kernelName: KERNEL,
    backendName: 'wasm',
    kernelFunc: kernel as unknown as KernelConfig['kernelFunc'],
  });
}

type Kernel = (args: { inputs: Record<string, TensorInfo>; backend: WasmBackend }) => TensorInfo;

function makeKernel(module: object): Kernel {
  const { memory, sum } = new WebAssembly.Instance(module, {}).exports as Code;
  return ({ inputs: { matrix, factors, weights }, backend }) => {
    const [rows, width] = matrix.shape;
    const padded = Math.ceil(width / TILE) * TILE;
    // What each address of `Batch` needs, in numbers of four bytes. Past the last row a block reads on, into the factors.
    const count = width + width ** 2;
    const block = 2 * BLOCK * padded;
    const lengths = [rows * width, rows + TILE, rows, block, block, 2 * padded, 2 * padded ** 2, 2 * count];
    let end = 2 * ALIGNMENT;
    const addresses = lengths.map((length) => {
      const start = end;
      end += Math.ceil((4 * length) / ALIGNMENT) * ALIGNMENT;
      return start;
    });
    memory.grow(Math.max(0, Math.ceil((end - memory.buffer.byteLength) / PAGE)));
    const write = (part: number, tensor: TensorInfo) =>
      new Float32Array(memory.buffer, addresses[part]).set(backend.typedArrayFromHeap(tensor));
    new Int32Array(memory.buffer, ALIGNMENT).set([...addresses, width, padded]);
    write(0, matrix);
    write(1, factors);
    write(2, weights);
    sum(ALIGNMENT, rows);
    const output = backend.makeOutput([2, count], 'float32');
    const sums = new Float32Array(memory.buffer, addresses[7], 2 * count);
    backend.typedArrayFromHeap(output).set(sums);
    return output;
  };
}

/** The module that the build has made of assembly/weighted-sums-kernel.ts. */
async function compiled(): Promise<object> {
  const { code } = await import('./weighted-sums-code.js');
  return WebAssembly.compile(Buffer.from(code, 'base64'));
}
