import type * as tensorflow from '@tensorflow/tfjs';
import type { KernelConfig, TensorInfo } from '@tensorflow/tfjs';

/** The only version of the wasm backend whose product is known to need the patch, and to bear it. */
const PATCHED_VERSION = '4.22.0';

/** A kernel as it is; the library's own type tells less. */
type Kernel = (args: {
  inputs: Record<string, TensorInfo>;
  attrs: Record<string, unknown>;
  backend: { disposeData(dataId: object): boolean };
}) => TensorInfo;

/**
 * On the wasm backend a product with a transposed factor runs ten times slower than a straight one, so transposing first
 * pays. Returns what takes the patch back, or undefined where the version is another and nothing was done.
 */
export function patchMatrixProduct(tf: typeof tensorflow, wasmVersion: string): (() => void) | undefined {
  if (wasmVersion !== PATCHED_VERSION) return undefined;
  const stock = tf.getKernel('BatchMatMul', 'wasm');
  const transpose = tf.getKernel('Transpose', 'wasm').kernelFunc as unknown as Kernel;
  const patched = transposingProduct(stock.kernelFunc as unknown as Kernel, transpose);
  replaceKernel(tf, {
    kernelName: 'BatchMatMul',
    backendName: 'wasm',
    kernelFunc: patched as unknown as KernelConfig['kernelFunc'],
  });
  return () => replaceKernel(tf, stock);
}

function transposingProduct(multiply: Kernel, transpose: Kernel): Kernel {
  return ({ inputs, attrs, backend }) => {
    const { transposeA, transposeB } = attrs;
    if (!transposeA && !transposeB) return multiply({ inputs, attrs, backend });
    const straight = (x: TensorInfo): TensorInfo => {
      const axes = Array.from(x.shape.keys());
      const perm = [...axes.slice(0, -2), axes.at(-1)!, axes.at(-2)!];
      return transpose({ inputs: { x }, attrs: { perm }, backend });
    };
    const [first, second] = [inputs['a'], inputs['b']];
    if (transposeA && !transposeB && second.shape.at(-1) === 1) {
      // A single column is turned over instead of the matrix, and so is the row that comes of it.
      const row = straight(second);
      const product = multiply({
        inputs: { a: row, b: first },
        attrs: { ...attrs, transposeA: false },
        backend,
      });
      const column = straight(product);
      for (const { dataId } of [row, product]) backend.disposeData(dataId);
      return column;
    }
    const a = transposeA ? straight(first) : first;
    const b = transposeB ? straight(second) : second;
    try {
      const plain = { ...attrs, transposeA: false, transposeB: false };
      return multiply({ inputs: { a, b }, attrs: plain, backend });
    } finally {
      if (transposeA) backend.disposeData(a.dataId);
      if (transposeB) backend.disposeData(b.dataId);
    }
  };
}

// Registering over another would warn. The stock kernel was set up when the backend was, and stays so.
function replaceKernel(tf: typeof tensorflow, kernel: KernelConfig): void {
  tf.unregisterKernel(kernel.kernelName, kernel.backendName);
  tf.registerKernel(kernel);
}
