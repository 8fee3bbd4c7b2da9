// Of the native pass alone: both backends in one process, and what a person sees of native.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFolder } from '../../store/identity.ts';
import { TestProcess } from '../../testing/test-process.ts';
import { loadBackend } from './backend.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-native-'));
const at = (name: string) => join(root, name);
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function succeeded(words: string, environment: Record<string, string> = {}): Promise<TestProcess> {
  const process = new TestProcess(words.split(' '), environment);
  expect([await process.ended, process.notes]).toEqual([0, expect.anything()]);
  return process;
}

beforeAll(() => succeeded(`selfplay conga --size 3 --games 30 --nodes 50 --workers 1 --out ${at('games')}`));

test('each backend computes from when it is loaded, with what the other has made too', async () => {
  const { tf, name } = await loadBackend('native');
  expect(name).toMatch(/^tfjs-node 4\.\d+\.\d+ with TensorFlow \d+\.\d+\.\d+/);
  const square = tf.tensor2d([1, 2, 3, 4], [2, 2]);
  for (const [choice, engine] of [
    ['wasm', 'wasm'],
    ['native', 'tensorflow'],
    ['wasm', 'wasm'],
  ] as const) {
    await loadBackend(choice);
    expect(tf.getBackend()).toBe(engine);
    expect(tf.tidy(() => tf.matMul(square, square).dataSync())).toEqual(Float32Array.of(7, 10, 15, 22));
  }
  square.dispose();
});

test('a fit says what computes it, and nothing of TensorFlow’s own is heard', async () => {
  const { notes } = await succeeded(`fit linear ${at('games')} --backend native --out ${at('linear')}`);
  const lines = notes.trimEnd().split('\n');
  expect(lines.filter((line) => !/^(iteration \d+: loss|\d+ of \d+ positions read)/.test(line))).toEqual([
    expect.stringMatching(/^computing with tfjs-node \S+ with TensorFlow \S+$/),
  ]);
});

// Of a product so large that threads share the sums of its inner dimension.
const PRODUCT = `
  const { loadBackend } = await import(process.argv[1]);
  const { tf } = await loadBackend('native');
  const numbers = Float32Array.from({ length: 16384 * 64 }, (_, i) => ((i * 7919) % 1009) / 1009 - 0.5);
  const matrix = tf.tensor2d(numbers, [16384, 64]);
  console.log(tf.matMul(matrix, matrix, true, false).dataSync().join());
`;

test('the threads that a machine is set to make no difference', () => {
  const built = join(packageFolder(), 'dist', 'tuning', 'fit', 'backend', 'backend.js');
  const product = (environment: Record<string, string>) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', PRODUCT, pathToFileURL(built).href], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
  const usual = product({});
  expect(usual.split(',')).toHaveLength(64 * 64);
  expect(product({ TF_NUM_INTRAOP_THREADS: '4' }) === usual).toBe(true);
  expect(product({ TF_ENABLE_ONEDNN_OPTS: '1' }) === usual).toBe(true);
});
