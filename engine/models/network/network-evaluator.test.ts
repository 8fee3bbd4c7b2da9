import { describe, expect, test } from 'vitest';
import type { Game } from '../../game.ts';
import { games } from '../../games/index.ts';
import { NetworkEvaluator } from './network-evaluator.ts';
import { type Activation, largestSum, type Network } from './network.ts';
import { legalMoves, otherSide, type Position, type Side, winnerOf } from '../../position.ts';
import { DECISIVE } from '../../score.ts';
import { Search } from '../../search.ts';
import { Table } from '../../table.ts';
import { playRandomly, seededBelow } from '../../testing.ts';
import { randomNetwork } from './random-network.ts';

// The network written a second time, in floating point and from scratch.
class PlainNetwork {
  private readonly game: Game;
  private readonly network: Network;
  private readonly scale: number;

  constructor(game: Game, network: Network, scale: number) {
    this.game = game;
    this.network = network;
    this.scale = scale;
  }

  hidden(position: Position, side: Side): number[] {
    const inputs = this.game.inputs(position.size);
    const { hidden, hiddenBiases, inputWeights } = this.network;
    const active = new Int32Array(inputs.mostActive);
    const count = inputs.extract(position, side, active);
    return Array.from(hiddenBiases, (bias, i) =>
      active.subarray(0, count).reduce((sum, input) => sum + inputWeights[input * hidden + i], bias),
    );
  }

  evaluate(position: Position): number {
    const { outputBias, outputWeights, activation } = this.network;
    const units = [
      ...this.hidden(position, position.turn),
      ...this.hidden(position, otherSide(position.turn)),
    ].map((sum) => {
      const clipped = Math.min(Math.max(sum / 1024, 0), 1);
      return activation === 'clipped' ? clipped : Math.floor(clipped * clipped * 1024) / 1024;
    });
    const logit = units.reduce(
      (sum, unit, i) => sum + (unit * outputWeights[i]) / 256,
      outputBias / (1024 * 256),
    );
    const score = Math.trunc(logit * this.scale) + 0;
    return Math.max(-DECISIVE, Math.min(DECISIVE, score));
  }
}

const cases = games.flatMap((game) =>
  [...new Set([game.sizes[0], game.usualSize, game.sizes[Math.min(6, game.sizes.length - 1)]])].map(
    (size) => ({
      game,
      size,
      name: `${game.name} ${size}`,
    }),
  ),
);

function expectKept(evaluator: NetworkEvaluator<Position>, plain: PlainNetwork, position: Position): void {
  for (const side of [0, 1] as const) {
    const kept = evaluator.accumulator(position, side);
    const sums = plain.hidden(position, side);
    // Comparing by hand is faster than an expectation for each number.
    if (sums.some((sum, i) => sum !== kept[i])) expect([...kept]).toEqual(sums);
  }
}

describe.each(cases)('the sums kept for $name', ({ game, size }) => {
  const network = randomNetwork(game, size, 8, 5);
  const plain = new PlainNetwork(game, network, 400);

  test.each([1, 3, 20, 90])(
    'equal those from scratch on random walks to and fro, judged every %i plies or so',
    (interval) => {
      const below = seededBelow(interval);
      const evaluator = new NetworkEvaluator(game.inputs(size), network, 400);
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
    const evaluator = new NetworkEvaluator(game.inputs(size), network, 400);
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
      const search = new Search(position, watching, Table.ofMegabytes(1), game.quietCap);
      search.deepen({ nodes: size > 12 ? 500 : 3000 });
    }
    expect(judged).toBeGreaterThan(500);
  });
});

describe.each(games.map((game) => ({ game, name: game.name })))('a network for $name', ({ game }) => {
  const size = game.usualSize;

  test.each<[Activation, number]>([
    ['clipped', 300],
    ['squared', 300],
    ['clipped', 32_767],
  ])(
    'gives the very scores of a floating-point computation, 10,000 positions, %s, weights up to %i',
    (activation, most) => {
      const network = randomNetwork(game, size, 16, 9, { activation, most });
      const evaluator = new NetworkEvaluator(game.inputs(size), network, 437.5);
      const plain = new PlainNetwork(game, network, 437.5);
      const scores = new Set<number>();
      const counts = { positions: 0, differing: 0 };
      for (let seed = 0; counts.positions < 10_000; seed++) {
        playRandomly(game, size, seed, 60, (position) => {
          const score = evaluator.evaluate(position);
          counts.positions++;
          scores.add(score);
          if (score !== plain.evaluate(position) || Object.is(score, -0)) counts.differing++;
        });
      }
      expect(counts.differing).toBe(0);
      expect(scores.size).toBeGreaterThan(300);
    },
  );

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
      network.outputBias = sign * (2 ** 31 - 1);
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
  network.outputBias = 0;
  expect(largestSum(network)).toBe(256 * 1024 * 8191);
  expect(largestSum(network)).toBeLessThan(2 ** 31);
  const evaluator = new NetworkEvaluator(game.inputs(4), network, 0.001);
  expect(evaluator.evaluate(game.start(4))).toBe(Math.trunc((256 * 8191 * 0.001) / 256));
  network.outputWeights.fill(-8192);
  expect(largestSum(network)).toBe(2 ** 31);
});
