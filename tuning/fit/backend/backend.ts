// The only file that loads TensorFlow.js and chooses what it computes with.
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import type * as tensorflow from '@tensorflow/tfjs';
import { Failure } from '../../process/failure.ts';
import { patchMatrixProduct } from './matrix-product.ts';
import { registerWeightedSums } from './weighted-sums.ts';

export type TensorFlow = typeof tensorflow;

export interface Backend {
  tf: TensorFlow;
  /** What computes, with its version: results are the same bit by bit where this is the same. */
  name: string;
}

let loading: Promise<Backend> | undefined;

/** TensorFlow.js on its native library where that is installed and works, else on WebAssembly. */
export function loadBackend(): Promise<Backend> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Backend> {
  const tf = (await import('@tensorflow/tfjs')) as TensorFlow & { default?: TensorFlow };
  const library = tf.default ?? tf;
  return (await native(library)) ?? (await wasm(library));
}

/** Undefined for whatever reason it does not work: not installed, installed without its library, broken. */
async function native(tf: TensorFlow): Promise<Backend | undefined> {
  try {
    // Newer Nodes no longer have what the package calls while it loads.
    const util = createRequire(import.meta.url)('node:util') as Record<string, unknown>;
    util['isNullOrUndefined'] ??= (value: unknown) => value === null || value === undefined;
    // An optional dependency, so its types may not be there either.
    const name: string = '@tensorflow/tfjs-node';
    const { version } = (await import(name)) as { version: Record<string, string> };
    if (!(await tf.setBackend('tensorflow')) || !multiplies(tf)) return undefined;
    return { tf, name: `tfjs-node ${version['tfjs-node'] ?? version['tfjs']}` };
  } catch {
    return undefined;
  }
}

async function wasm(tf: TensorFlow): Promise<Backend> {
  const { setWasmPaths, version_wasm: version } = await import('@tensorflow/tfjs-backend-wasm');
  const entry = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(dirname(entry) + sep);
  if (!(await tf.setBackend('wasm')) || !multiplies(tf))
    throw new Failure('TensorFlow.js has no backend that works here: neither tfjs-node nor wasm');
  await registerWeightedSums(tf);
  const patch = patchMatrixProduct(tf, version);
  return { tf, name: `wasm ${version}${patch === undefined ? '' : ' with patched product'}` };
}

function multiplies(tf: TensorFlow): boolean {
  return tf.tidy(() => {
    const square = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    return tf.matMul(square, square).dataSync().join() === '7,10,15,22';
  });
}
