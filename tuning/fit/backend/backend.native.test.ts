// Of the native pass alone: both backends in one process, and what a person sees of native.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('the number of threads that a machine is set to makes no difference', async () => {
  const fit = `fit network ${at('games')} --hidden 16 --epochs 3 --batch 1024 --backend native`;
  const threads = { TF_NUM_INTRAOP_THREADS: '4', TF_ENABLE_ONEDNN_OPTS: '1' };
  await succeeded(`${fit} --out ${at('one')}`);
  await succeeded(`${fit} --out ${at('four')}`, threads);
  const [one, four] = ['one', 'four'].map((name) => readFileSync(join(at(name), 'weights.json'), 'utf8'));
  expect(four).toBe(one);
});
