// Installs of this package in which native does not work, each for a reason of its own.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../../engine/node/sha256.ts';
import { weightsText } from '../../../engine/seal.ts';
import { hashedText, type Weights } from '../../../engine/weights.ts';
import { packageFolder } from '../../store/identity.ts';
import { evalsmith } from '../../testing/run-command.ts';
import { TestProcess } from '../../testing/test-process.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-native-problem-'));
const at = (...names: string[]) => join(root, ...names);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const PROBLEMS: Readonly<Record<string, { index?: string; reason: RegExp }>> = {
  'is not installed': { reason: /the package @tensorflow\/tfjs-node is not installed/ },
  // As the package itself says it.
  'has no binary': {
    index: `throw new Error('The Node.js native addon module (tfjs_binding.node) can not be found at path: x. \\nPlease run');`,
    reason: /@tensorflow\/tfjs-node is installed without its binary, tfjs_binding\.node/,
  },
  'has a library that is none of this system': {
    index: 'process.dlopen(module, __filename);',
    reason: /its library cannot be loaded \(.*index\.js: .+\)/,
  },
  'lacks a package': {
    index: "require('no-such-package');",
    reason: /Cannot find module 'no-such-package'/,
  },
  'multiplies wrongly': {
    index: `
      const tf = require('@tensorflow/tfjs');
      const { MathBackendCPU } = require('@tensorflow/tfjs-backend-cpu');
      // Without its words of welcome.
      tf.registerBackend('tensorflow', () => Object.assign(new MathBackendCPU(), { firstUse: false }), 3);
      for (const kernel of tf.getKernelsForBackend('cpu')) {
        const { kernelFunc } = kernel.kernelName === 'BatchMatMul' ? tf.getKernel('Identity', 'cpu') : kernel;
        const wrong = (given) => kernelFunc({ ...given, inputs: { ...given.inputs, x: given.inputs.a ?? given.inputs.x } });
        tf.registerKernel({ ...kernel, backendName: 'tensorflow', kernelFunc: wrong });
      }
      exports.version = { 'tfjs-node': '0.0.0' };`,
    reason: /it loads and does not multiply two matrices as it should/,
  },
};

/** This package with the same packages beside it but for the native one; returns its program. */
function install(name: string, index: string | undefined): string {
  const from = packageFolder();
  const folder = at(name.replaceAll(' ', '-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@tensorflow'), { recursive: true });
  cpSync(join(from, 'package.json'), join(folder, 'package.json'));
  cpSync(join(from, 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(from, 'engine'), join(folder, 'engine'));
  const link = (path: string) => symlinkSync(join(from, 'node_modules', path), join(modules, path));
  for (const other of readdirSync(join(from, 'node_modules'))) if (other !== '@tensorflow') link(other);
  for (const other of readdirSync(join(from, 'node_modules', '@tensorflow')))
    if (other !== 'tfjs-node') link(join('@tensorflow', other));
  if (index !== undefined) {
    const native = join(modules, '@tensorflow', 'tfjs-node');
    mkdirSync(native);
    writeFileSync(join(native, 'package.json'), '{"name": "@tensorflow/tfjs-node", "main": "index.js"}');
    writeFileSync(join(native, 'index.js'), index);
  }
  return join(folder, 'dist', 'tuning', 'cli', 'main.js');
}

const HOW =
  /; npm install @tensorflow\/tfjs-node gets it, or .*native-tensorflow\.sh .*; --backend wasm does without$/;

beforeAll(async () => {
  const selfplay = `selfplay conga --size 3 --games 20 --nodes 50 --workers 1 --out ${at('games')}`;
  expect((await evalsmith(selfplay.split(' '))).code).toBe(0);
}, 60_000);

describe.each(Object.entries(PROBLEMS))('where the native package %s', (name, { index, reason }) => {
  let program: string;
  beforeAll(() => {
    program = install(name, index);
  });

  const run = async (words: string, environment = {}) => {
    const process = new TestProcess(words.split(' '), environment, program);
    return { code: await process.ended, lines: process.notes.trimEnd().split('\n') };
  };
  const fit = (out: string) => `fit linear ${at('games')} --out ${at(out)}`;

  test('native is refused in a line with the reason and what to do, by option or by variable', async () => {
    const refused = { code: 2, lines: [expect.stringMatching(reason)] };
    const asked = await run(`${fit('never')} --backend native`);
    expect(asked).toEqual(refused);
    expect(asked.lines[0]).toMatch(HOW);
    expect(await run(fit('never'), { EVALSMITH_BACKEND: 'native' })).toEqual(refused);
  });
});

test('auto does not try a native package that is broken: it is wasm, and says so', async () => {
  const program = install('auto', PROBLEMS['has no binary'].index);
  const words = ['fit', 'linear', at('games'), '--out', at('auto-fit')];
  const fit = new TestProcess(words, { EVALSMITH_BACKEND: '' }, program);
  expect(await fit.ended).toBe(0);
  expect(fit.notes).toMatch(/^computing with wasm /m);
});

test('weights that native made are not made again without it, and the plan is told all the same', async () => {
  const program = install('remake', undefined);
  expect((await evalsmith(['fit', 'linear', at('games'), '--out', at('made')])).code).toBe(0);
  const file = at('made', 'weights.json');
  const { sha256: _, ...weights } = JSON.parse(readFileSync(file, 'utf8')) as Weights;
  // As they were recorded before the backend was a setting.
  delete (weights.provenance['settings'] as Record<string, unknown>)['backend'];
  weights.provenance['backend'] = 'tfjs-node 4.22.0';
  writeFileSync(file, weightsText({ ...weights, sha256: sha256(hashedText(weights)) }));
  const words = ['remake', file, '--out', at('remade')];
  const refused = new TestProcess(words, { EVALSMITH_BACKEND: 'wasm' }, program);
  expect(await refused.ended).toBe(2);
  expect(refused.notes.trimEnd()).toMatch(
    /^evalsmith: \S+ was made with tfjs-node 4\.22\.0; the native backend does not work here: .*is not installed;.*gets it/,
  );
  const plan = new TestProcess([...words, '--plan'], { EVALSMITH_BACKEND: 'wasm' }, program);
  expect(await plan.ended).toBe(0);
  expect(plan.output).toMatch(/^evalsmith fit linear .* --backend native$/m);
});
