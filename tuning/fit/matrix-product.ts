import type { KernelConfig, KernelFunc, TensorInfo } from '@tensorflow/tfjs';
import type { TensorFlow } from './backend.ts';

/** The only version of the wasm backend whose product is known to need the patch, and to bear it. */
const PATCHED_VERSION = '4.22.0';

interface ProductArguments {
  inputs: { a: TensorInfo; b: TensorInfo };
  attrs: { transposeA: boolean; transposeB: boolean };
  backend: { disposeData(dataId: object): boolean };
}

/**
 * On the wasm backend a product with a transposed factor runs ten times slower than a straight one, so transposing first
 * pays. Returns what takes the patch back, or undefined where the version is another and nothing was done.
 */
export function patchMatrixProduct(tf: TensorFlow, wasmVersion: string): (() => void) | undefined {
  if (wasmVersion !== PATCHED_VERSION) return undefined;
  const stock = tf.getKernel('BatchMatMul', 'wasm');
  const transpose = tf.getKernel('Transpose', 'wasm').kernelFunc;
  const patched: KernelConfig = {
    kernelName: 'BatchMatMul',
    backendName: 'wasm',
    kernelFunc: ((args: ProductArguments) => product(stock.kernelFunc, transpose, args)) as never,
  };
  replaceKernel(tf, patched);
  return () => replaceKernel(tf, stock);
}

function product(stock: KernelFunc, transpose: KernelFunc, args: ProductArguments): TensorInfo {
  const { inputs, attrs, backend } = args;
  if (!attrs.transposeA && !attrs.transposeB) return stock(args as never) as TensorInfo;
  const straight = (x: TensorInfo): TensorInfo => {
    const axes = Array.from(x.shape, (_, axis) => axis);
    const perm = [...axes.slice(0, -2), axes.at(-1)!, axes.at(-2)!];
    return transpose({ inputs: { x }, attrs: { perm }, backend } as never) as TensorInfo;
  };
  const a = attrs.transposeA ? straight(inputs.a) : inputs.a;
  const b = attrs.transposeB ? straight(inputs.b) : inputs.b;
  try {
    const plain = { ...attrs, transposeA: false, transposeB: false };
    return stock({ inputs: { a, b }, attrs: plain, backend } as never) as TensorInfo;
  } finally {
    if (a !== inputs.a) backend.disposeData(a.dataId);
    if (b !== inputs.b) backend.disposeData(b.dataId);
  }
}

// Registering over another would warn. The stock kernel was set up when the backend was, and stays so.
function replaceKernel(tf: TensorFlow, kernel: KernelConfig): void {
  tf.unregisterKernel(kernel.kernelName, kernel.backendName);
  tf.registerKernel(kernel);
}
