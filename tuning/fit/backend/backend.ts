// The only file that loads TensorFlow.js and chooses what it computes with.
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, sep } from 'node:path';
import type * as tensorflow from '@tensorflow/tfjs';
import { InputError } from '../../../engine/input-error.ts';
import { explainMissing } from '../../../engine/node/optional-package.ts';
import { Failure } from '../../process/failure.ts';
import { patchMatrixProduct } from './matrix-product.ts';
import { registerWeightedSums } from './weighted-sums.ts';

export type TensorFlow = typeof tensorflow;

export interface Backend {
  tf: TensorFlow;
  /** What computes, with its version: results are the same bit by bit where this and the processor are. */
  name: string;
  /** How many threads our own kernels compute on; they change no bit. */
  threads: number;
}

/** What can compute: WebAssembly everywhere, the library of TensorFlow where it is installed. */
export const BACKENDS = ['wasm', 'native'] as const;
export type BackendKind = (typeof BACKENDS)[number];

export const BACKEND_CHOICES = ['auto', ...BACKENDS] as const;
export type BackendChoice = (typeof BACKEND_CHOICES)[number];

/** What auto means where it is set. */
export const BACKEND_VARIABLE = 'EVALSMITH_BACKEND';

/**
 * The backend that a choice means. Unless the environment says otherwise auto is wasm wherever one is, though native is faster:
 * wasm gives the same bytes on any machine, native only on processors of one make.
 */
export function chosenBackend(choice: BackendChoice): BackendKind {
  if (choice !== 'auto') return choice;
  const wanted = process.env[BACKEND_VARIABLE] ?? '';
  if (wanted === '' || wanted === 'auto') return 'wasm';
  const kind = BACKENDS.find((known) => known === wanted);
  if (kind !== undefined) return kind;
  throw new InputError(
    `${BACKEND_VARIABLE} is ${JSON.stringify(wanted)}; expected ${BACKEND_CHOICES.join(', ')}`,
  );
}

/** The backend whose name was recorded; undefined for one that there is not. */
export function recordedBackend(name: string): BackendKind | undefined {
  const [program] = name.split(' ');
  return BACKENDS.find((kind) => PROGRAMS[kind] === program);
}

/** What the names of backends begin with. */
const PROGRAMS: Readonly<Record<BackendKind, string>> = { wasm: 'wasm', native: 'tfjs-node' };

const threads = availableParallelism();

const loading = new Map<BackendKind, Promise<Backend>>();

/** TensorFlow.js on a backend, which computes until another is loaded. Throws an InputError that says why native does not work. */
export async function loadBackend(choice: BackendChoice = 'auto'): Promise<Backend> {
  const kind = chosenBackend(choice);
  const known = loading.get(kind) ?? { wasm, native }[kind]();
  loading.set(kind, known);
  const backend = await known;
  await backend.tf.setBackend(ENGINE_NAMES[kind]);
  return backend;
}

/** What TensorFlow.js calls them. */
const ENGINE_NAMES: Readonly<Record<BackendKind, string>> = { wasm: 'wasm', native: 'tensorflow' };

async function library(): Promise<TensorFlow> {
  const tf = (await installed(import('@tensorflow/tfjs'))) as TensorFlow & { default?: TensorFlow };
  return tf.default ?? tf;
}

async function installed<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part;
  } catch (error) {
    return explainMissing(error, 'fits need TensorFlow.js');
  }
}

async function wasm(): Promise<Backend> {
  const tf = await library();
  const { setWasmPaths, version_wasm: version } = await installed(import('@tensorflow/tfjs-backend-wasm'));
  const entry = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm');
  setWasmPaths(dirname(entry) + sep);
  if (!(await tf.setBackend(ENGINE_NAMES.wasm)) || !multiplies(tf))
    throw new Failure('the wasm backend of TensorFlow.js does not work here');
  await registerWeightedSums(tf);
  const patch = patchMatrixProduct(tf, version);
  const note = patch === undefined ? '' : ' with patched product';
  return { tf, name: `${PROGRAMS.wasm} ${version}${note}`, threads };
}

// An optional dependency, so its types may not be there either.
const NATIVE_PACKAGE: string = '@tensorflow/tfjs-node';

async function native(): Promise<Backend> {
  const tf = await library();
  let problem: string;
  try {
    const { version } = await nativePackage();
    if ((await tf.setBackend(ENGINE_NAMES.native)) && multiplies(tf)) {
      const { binding } = tf.backend() as unknown as { binding: { TF_Version: string } };
      const name = `${PROGRAMS.native} ${version['tfjs-node']} with TensorFlow ${binding.TF_Version}`;
      return { tf, name, threads };
    }
    problem = 'it loads and does not multiply two matrices as it should';
  } catch (error) {
    problem = nativeProblem(error as NodeJS.ErrnoException);
  }
  throw new InputError(
    `the native backend does not work here: ${problem}; npm install ${NATIVE_PACKAGE} gets it, or .ci/native-tensorflow.sh ` +
      'where its download fails; --backend wasm does without',
  );
}

/** Loads the package without its chatter, and so that it computes alike on any number of cores. */
async function nativePackage(): Promise<{ version: Record<string, string> }> {
  process.env['TF_CPP_MIN_LOG_LEVEL'] ??= '3';
  // Sums are split by threads, and the second core serves a second fit. oneDNN chooses its code by the processor, and says so.
  process.env['TF_NUM_INTRAOP_THREADS'] = '1';
  process.env['TF_ENABLE_ONEDNN_OPTS'] = '0';
  // Newer Nodes no longer have what the package calls while it loads, and warn of what else it uses.
  const util = createRequire(import.meta.url)('node:util') as Record<string, unknown>;
  util['isNullOrUndefined'] ??= (value: unknown) => value === null || value === undefined;
  const { noDeprecation = false } = process;
  process.noDeprecation = true;
  try {
    return (await import(NATIVE_PACKAGE)) as { version: Record<string, string> };
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

/** Why the package does not load, in a line. */
function nativeProblem({ code, message }: NodeJS.ErrnoException): string {
  const [line] = message.split('\n');
  if (code === 'ERR_MODULE_NOT_FOUND' && line.includes(`'${NATIVE_PACKAGE}'`))
    return `the package ${NATIVE_PACKAGE} is not installed`;
  if (line.includes('tfjs_binding.node) can not be found'))
    return `${NATIVE_PACKAGE} is installed without its binary, tfjs_binding.node`;
  if (code === 'ERR_DLOPEN_FAILED') return `its library cannot be loaded (${line})`;
  return line;
}

function multiplies(tf: TensorFlow): boolean {
  return tf.tidy(() => {
    const square = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    return tf.matMul(square, square).dataSync().join() === '7,10,15,22';
  });
}
