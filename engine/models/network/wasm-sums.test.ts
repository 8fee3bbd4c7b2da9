import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { games } from '../../games/index.ts';
import { inputsOf } from '../../input-sets.ts';
import type { Position } from '../../position.ts';
import { playRandomly } from '../../testing.ts';
import { evaluatorOf, vectorPosition } from '../../weights.ts';
import { sha256 } from '../../node/sha256.ts';
import { bucketOf } from './network.ts';
import { NetworkEvaluator } from './network-evaluator.ts';
import type { NetworkWeights } from './network-weights.ts';
import { sealedRandomNetwork } from './random-network.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Every network of this repository. */
const files = [
  ...readdirSync(join(root, 'engine', 'weights')).map((file) => join('engine', 'weights', file)),
  ...readdirSync(join(root, 'reports')).map((run) => join('reports', run, 'weights.json')),
].flatMap((file) => {
  try {
    const weights = JSON.parse(readFileSync(join(root, file), 'utf8')) as NetworkWeights;
    return weights.kind === 'network' ? [{ file, weights }] : [];
  } catch {
    return [];
  }
});

/** The score that the numbers of a file give by the formula in network.ts, in whole numbers without a bound and from scratch. */
function exactScore(weights: NetworkWeights, position: Position): number {
  const game = games.find(({ name }) => name === weights.game)!;
  const inputs = inputsOf(game, weights.size, weights.inputs)!;
  const { hidden, weights: numbers } = weights;
  const one = 1n << BigInt(weights.fractionBits ?? 10);
  const bytes = Buffer.from(numbers.input, 'base64');
  const biases = [numbers.outputBias].flat();
  const bucket = bucketOf(game.phase!(position), biases.length);
  const first = 2 * bucket * hidden;
  let output = BigInt(biases[bucket]);
  for (const [half, side] of ([position.turn, 1 - position.turn] as (0 | 1)[]).entries()) {
    const active = new Int32Array(inputs.mostActive);
    const on = active.subarray(0, inputs.extract(position, side, active));
    for (let unit = 0; unit < hidden; unit++) {
      let sum = BigInt(numbers.hiddenBias[unit]);
      for (const input of on) sum += BigInt(bytes.readInt16LE(2 * (input * hidden + unit)));
      const clipped = sum < 0n ? 0n : sum > one ? one : sum;
      const activated = weights.activation === 'squared' ? (clipped * clipped) / one : clipped;
      output += activated * BigInt(numbers.output[first + half * hidden + unit]);
    }
  }
  return Math.trunc((Number(output) * weights.scale) / (Number(one) * 256)) + 0;
}

test('there are networks of every game to be read', () => {
  expect(new Set(files.map(({ weights }) => weights.game))).toEqual(new Set(games.map(({ name }) => name)));
});

describe.each(files)('the network of $file', ({ weights }) => {
  const game = games.find(({ name }) => name === weights.game)!;

  test('gives its vectors', () => {
    const evaluator = evaluatorOf(weights, game) as NetworkEvaluator<Position>;
    expect(evaluator.computing).toMatch(/^wasm/);
    const scores = weights.vectors.map((vector) => evaluator.evaluate(vectorPosition(vector, game)));
    expect(scores).toEqual(weights.vectors.map(({ score }) => score));
  });

  test('gives exact scores', () => {
    const evaluator = evaluatorOf(weights, game);
    const differing: number[][] = [];
    for (let seed = 0; seed < 20; seed++) {
      playRandomly(game, weights.size === 'any' ? game.usualSize : weights.size, seed, 40, (position) => {
        const [score, exact] = [evaluator.evaluate(position), exactScore(weights, position)];
        if (score !== exact) differing.push([score, exact]);
      });
    }
    expect(differing).toEqual([]);
  });
});

const membersOf = ({ Memory, Instance, Module }: any) => ({ Memory, Instance, Module });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('where WebAssembly', () => {
  const known = (globalThis as any).WebAssembly;
  const refusing = (message: string) => () => {
    throw new RangeError(message);
  };

  test.each<[string, unknown]>([
    ['is not there', undefined],
    ['has no SIMD or is forbidden', { ...membersOf(known), Module: refusing('not compiled') }],
    ['gets no memory', { ...membersOf(known), Memory: refusing('no room') }],
  ])('%s, JavaScript gives the same scores', async (_, missing) => {
    const weights = sealedRandomNetwork(games[1], 8, 16, sha256);
    vi.resetModules();
    vi.stubGlobal('WebAssembly', missing);
    const { evaluatorOf: newEvaluator } = await import('../../weights.ts');
    const { games: newGames } = await import('../../games/index.ts');
    const evaluator = newEvaluator(weights, newGames[1]) as NetworkEvaluator<Position>;
    expect(evaluator.computing).toBe('javascript');
    const scores = weights.vectors.map((vector) => evaluator.evaluate(vectorPosition(vector, games[1])));
    expect(scores).toEqual(weights.vectors.map(({ score }) => score));
  });
});

test('memory that was refused is not asked for again', async () => {
  const weights = sealedRandomNetwork(games[1], 8, 16, sha256);
  let asked = 0;
  const Memory = function () {
    asked++;
    throw new RangeError('no room');
  };
  vi.resetModules();
  vi.stubGlobal('WebAssembly', { ...membersOf((globalThis as any).WebAssembly), Memory });
  const { evaluatorOf: newEvaluator } = await import('../../weights.ts');
  for (let times = 0; times < 3; times++) {
    const evaluator = newEvaluator(weights, games[1]) as NetworkEvaluator<Position>;
    expect(evaluator.computing).toBe('javascript');
  }
  expect(asked).toBe(1);
});

test('the code is compiled once, when the first network is to judge', async () => {
  const weights = sealedRandomNetwork(games[1], 8, 16, sha256);
  const { Memory, Instance, Module } = (globalThis as any).WebAssembly;
  let compiled = 0;
  const Watched = function (bytes: Uint8Array) {
    compiled++;
    return new Module(bytes);
  };
  vi.resetModules();
  vi.stubGlobal('WebAssembly', { Memory, Instance, Module: Watched });
  const { evaluatorOf: newEvaluator } = await import('../../weights.ts');
  const { loadWeights } = await import('../../node/named-weights.ts');
  newEvaluator(loadWeights(games[1], 8, 'baseline:hand'), games[1]).evaluate(games[1].start(8));
  expect(compiled).toBe(0);
  for (let times = 0; times < 2; times++) {
    const evaluator = newEvaluator(weights, games[1]) as NetworkEvaluator<Position>;
    expect(evaluator.computing).toMatch(/^wasm/);
  }
  expect(compiled).toBe(1);
});
