import { describe, expect, test } from 'vitest';
import { type Game, PHASES } from '../../game.ts';
import { games } from '../../games/index.ts';
import { inputsIds, inputsOf } from '../../input-sets.ts';
import { NetworkEvaluator } from './network-evaluator.ts';
import type { Computing } from './sums.ts';
import { type Activation, largestSum, largestUnit, type Network } from './network.ts';
import { legalMoves, otherSide, type Position, type Side, winnerOf } from '../../position.ts';
import { DECISIVE } from '../../score.ts';
import { Search } from '../../search.ts';
import { Table } from '../../table.ts';
import { playRandomly, seededBelow } from '../../testing.ts';
import { randomNetwork } from './random-network.ts';

// The network written a second time, in floating point and from scratch.
class IndependentNetwork {
  private readonly game: Game;
  private readonly network: Network;
  private readonly scale: number;
  private readonly id: string | undefined;

  constructor(game: Game, network: Network, scale: number, id?: string) {
    this.game = game;
    this.network = network;
    this.scale = scale;
    this.id = id;
  }

  hidden(position: Position, side: Side): number[] {
    const inputs = inputsOf(this.game, position.size, this.id)!;
    const { hidden, hiddenBiases, inputWeights } = this.network;
    const active = new Int32Array(inputs.mostActive);
    const count = inputs.extract(position, side, active);
    return Array.from(hiddenBiases, (bias, i) =>
      active.subarray(0, count).reduce((sum, input) => sum + inputWeights[input * hidden + i], bias),
    );
  }

  evaluate(position: Position): number {
    const { outputBiases, outputWeights, activation, fractionBits } = this.network;
    const buckets = outputBiases.length;
    const bucket = Math.floor((this.game.phase!(position) * buckets) / PHASES);
    const one = 2 ** fractionBits;
    const units = [
      ...this.hidden(position, position.turn),
      ...this.hidden(position, otherSide(position.turn)),
    ].map((sum) => {
      const clipped = Math.min(Math.max(sum / one, 0), 1);
      return activation === 'clipped' ? clipped : Math.floor(clipped * clipped * one) / one;
    });
    const logit = units.reduce(
      (sum, unit, i) => sum + (unit * outputWeights[bucket * units.length + i]) / 256,
      outputBiases[bucket] / (one * 256),
    );
    const score = Math.trunc(logit * this.scale) + 0;
    return Math.max(-DECISIVE, Math.min(DECISIVE, score));
  }
}

const cases = games.flatMap((game) => {
  const sizes = [game.sizes[0], game.usualSize, game.sizes[Math.min(6, game.sizes.length - 1)]];
  const [usual, ...others] = inputsIds(game);
  return [
    ...[...new Set(sizes)].map((size) => ({ game, size, id: usual, name: `${usual}, size ${size}` })),
    ...others.map((id) => ({ game, size: game.usualSize, id, name: `${id}, size ${game.usualSize}` })),
  ];
});

function expectKept(
  evaluator: NetworkEvaluator<Position>,
  plain: IndependentNetwork,
  position: Position,
): void {
  for (const side of [0, 1] as const) {
    const kept = evaluator.accumulator(position, side);
    const sums = plain.hidden(position, side);
    // Comparing by hand is faster than an expectation for each number.
    if (sums.some((sum, i) => sum !== kept[i])) expect([...kept]).toEqual(sums);
  }
}

// Weights with which the sums of every game fit into 16 bits, and others with which none do.
const NARROW = 80;
const WIDE = 32_767;

const ways = cases.flatMap((given) =>
  (
    [
      ['wasm 16', NARROW],
      ['wasm 32', WIDE],
      ['javascript', WIDE],
    ] as const
  ).map(([computing, most]) => ({ ...given, computing, most })),
);

describe.each(ways)('the sums kept for $name by $computing', ({ game, size, id, computing, most }) => {
  const inputs = inputsOf(game, size, id)!;
  const network = randomNetwork(game, size, 8, 5, { most: size > 8 ? most >> 3 : most, inputs });
  const plain = new IndependentNetwork(game, network, 400, id);
  const newEvaluator = () =>
    new NetworkEvaluator(inputs, network, 400, { mayUseWasm: computing !== 'javascript' });

  test('are computed so', () => {
    expect(newEvaluator().computing).toBe(computing);
  });

  test.each([1, 3, 20, 90])(
    'equal those from scratch on random walks to and fro, judged every %i plies or so',
    (interval) => {
      const below = seededBelow(interval);
      const evaluator = newEvaluator();
      for (let walk = 0; walk < 4; walk++) {
        const position = game.start(size);
        // A walk that goes back rarely comes to plies that share the room of earlier ones.
        const back = walk === 0 ? 12 : 3;
        for (let step = 0; step < (size > 12 ? 200 : 700); step++) {
          const { state } = position;
          const over = winnerOf(position) !== -1;
          if (state.ply > 0 && (over || below(back) === 0)) {
            for (let times = 1 + below(4); times > 0 && position.state.ply > 0; times--) {
              if (position.state.move === 0) position.unpass();
              else position.unmake();
            }
          } else if (position.mayPass() && state.move !== 0 && below(6) === 0) position.pass();
          else {
            const moves = legalMoves(position);
            position.make(moves[below(moves.length)]);
          }
          if (below(interval) === 0) expectKept(evaluator, plain, position);
        }
        expectKept(evaluator, plain, position);
      }
    },
  );

  test('equal those from scratch wherever a search asks for a score', () => {
    const evaluator = newEvaluator();
    let judged = 0;
    const watching = {
      scale: evaluator.scale,
      evaluate(position: Position): number {
        judged++;
        expectKept(evaluator, plain, position);
        return evaluator.evaluate(position);
      },
    };
    for (let seed = 0; seed < 4; seed++) {
      const position = playRandomly(game, size, seed, 5 * seed);
      if (winnerOf(position) !== -1) continue;
      const search = new Search(position, watching, Table.ofMegabytes(1), game);
      search.deepen({ nodes: size > 12 ? 500 : 3000 });
    }
    expect(judged).toBeGreaterThan(500);
  });
});

describe.each(games.map((game) => ({ game, name: game.name })))('a network for $name', ({ game }) => {
  const size = game.usualSize;

  const [usual, others, ofFeatures] = inputsIds(game);

  test.each<[Activation, number, number, number, Computing, string, number]>([
    ['clipped', 16, 80, 10, 'wasm 16', usual, 1],
    ['squared', 16, 80, 10, 'wasm 16', usual, 1],
    ['squared', 40, 80, 7, 'wasm 16', usual, 8],
    ['clipped', 40, 2000, 10, 'wasm 32', usual, 1],
    ['squared', 40, 2000, 10, 'wasm 32', usual, 4],
    ['clipped', 16, 32_767, 10, 'wasm 32', usual, 2],
    ['squared', 16, 32_767, 6, 'wasm 32', usual, 1],
    ['squared', 40, 80, 10, 'wasm 16', others, 8],
    ['squared', 16, 2000, 10, 'wasm 32', others, 1],
    ['squared', 40, 80, 10, 'wasm 16', ofFeatures, 4],
    ['clipped', 16, 2000, 10, 'wasm 32', ofFeatures, 1],
  ])(
    'gives in WebAssembly and in JavaScript the very scores of a floating-point computation, 10,000 positions, %s, %i units, weights up to %i, %i fraction bits, %s, %s, %i outputs',
    (activation, hidden, most, fractionBits, computing, id, buckets) => {
      const inputs = inputsOf(game, size, id)!;
      const form = { activation, most, fractionBits, inputs, buckets };
      const network = randomNetwork(game, size, hidden, 9, form);
      const phase = (position: Position) => game.phase!(position);
      const evaluators = [true, false].map(
        (mayUseWasm) => new NetworkEvaluator(inputs, network, 437.5, { mayUseWasm, phase }),
      );
      expect(evaluators.map((evaluator) => evaluator.computing)).toEqual([computing, 'javascript']);
      const plain = new IndependentNetwork(game, network, 437.5, id);
      const scores = new Set<number>();
      const counts = { positions: 0, differing: 0 };
      for (let seed = 0; counts.positions < 10_000; seed++) {
        playRandomly(game, size, seed, 60, (position) => {
          const expected = plain.evaluate(position);
          counts.positions++;
          scores.add(expected);
          for (const evaluator of evaluators) {
            const score = evaluator.evaluate(position);
            if (score !== expected || Object.is(score, -0)) counts.differing++;
          }
        });
      }
      expect(counts.differing).toBe(0);
      expect(scores.size).toBeGreaterThan(300);
    },
  );

  test('has no sum beyond the largest that is told', () => {
    const inputs = game.inputs(size);
    const network = randomNetwork(game, size, 8, 3, { most: 300 });
    const most = largestUnit(network, inputs);
    const plain = new IndependentNetwork(game, network, 400);
    for (let seed = 0; seed < 100; seed++) {
      playRandomly(game, size, seed, 60, (position) => {
        for (const side of [0, 1] as const)
          expect(Math.max(...plain.hidden(position, side).map(Math.abs))).toBeLessThanOrEqual(most);
      });
    }
  });

  test.each([
    [32_767, 'wasm 16'],
    [-32_767, 'wasm 16'],
    [32_768, 'wasm 32'],
    [-32_769, 'wasm 32'],
  ] as const)('may have a sum of %i, computed by %s', (sum, computing) => {
    const inputs = game.inputs(size);
    const network = randomNetwork(game, size, 8, 3);
    const position = playRandomly(game, size, 1, 11);
    const active = new Int32Array(inputs.mostActive);
    const count = inputs.extract(position, position.turn, active);
    expect(count).toBeGreaterThan(5);
    network.inputWeights.fill(0);
    for (const input of active.subarray(0, count)) network.inputWeights[8 * input] = 200 * Math.sign(sum);
    network.hiddenBiases[0] = sum - 200 * count * Math.sign(sum);
    network.outputWeights.fill(1000);
    expect(largestUnit(network, inputs)).toBe(Math.abs(sum));
    const evaluator = new NetworkEvaluator(inputs, network, 400);
    expect(evaluator.computing).toBe(computing);
    expect(evaluator.accumulator(position, position.turn)[0]).toBe(sum);
    expect(evaluator.evaluate(position)).toBe(new IndependentNetwork(game, network, 400).evaluate(position));
  });

  test('judges a position as it does the one with the colours exchanged', () => {
    const evaluator = new NetworkEvaluator(game.inputs(size), randomNetwork(game, size, 32, 2), 400);
    for (let seed = 0; seed < 50; seed++) {
      const position = playRandomly(game, size, seed, seed);
      const board = game.swapColours(size, game.formatBoard(position));
      const exchanged = game.parseBoard(size, otherSide(position.turn), board);
      expect(evaluator.evaluate(exchanged)).toBe(evaluator.evaluate(position));
    }
  });

  test('stays within the scores of undecided games', () => {
    const network = randomNetwork(game, size, 8, 2);
    const position = game.start(size);
    for (const sign of [1, -1]) {
      network.outputWeights.fill(0);
      network.outputBiases[0] = sign * (2 ** 31 - 1);
      const evaluator = new NetworkEvaluator(game.inputs(size), network, 400);
      expect(evaluator.evaluate(position)).toBe(sign * DECISIVE);
    }
  });
});

test('the largest sum of a network is met when every unit is at its highest, and fits in 32 bits or is found out', () => {
  const game = games[2];
  const network = randomNetwork(game, 4, 128, 1);
  network.hiddenBiases.fill(32_767);
  network.inputWeights.fill(0);
  network.outputWeights.fill(8191);
  network.outputBiases[0] = 0;
  expect(largestSum(network)).toBe(256 * 1024 * 8191);
  expect(largestSum(network)).toBeLessThan(2 ** 31);
  const evaluator = new NetworkEvaluator(game.inputs(4), network, 0.001);
  expect(evaluator.evaluate(game.start(4))).toBe(Math.trunc((256 * 8191 * 0.001) / 256));
  network.outputWeights.fill(-8192);
  expect(largestSum(network)).toBe(2 ** 31);
});
