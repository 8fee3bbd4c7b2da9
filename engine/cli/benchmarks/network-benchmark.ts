import { benchPositions } from '../../bench.ts';
import type { Evaluator } from '../../evaluator.ts';
import type { Game } from '../../game.ts';
import { NetworkEvaluator } from '../../models/network/network-evaluator.ts';
import { Player } from '../../player.ts';
import { randomNetwork } from '../../models/network/random-network.ts';
import { evaluatorOf } from '../../weights.ts';
import { loadWeights } from '../../node/named-weights.ts';
import { median } from './perft-benchmark.ts';

export const HIDDEN = 32;
export const NODES = 40_000;
const ROUNDS = 5;

/** Nodes per second with a network against those with the hand-made weights, the two in turn. */
export function benchmarkNetwork(game: Game): string {
  const size = game.usualSize;
  const network = randomNetwork(game, size, HIDDEN, 1, { most: 100 });
  // What is good for one side is bad for the other, as in any network that has learnt something.
  for (let i = 0; i < HIDDEN; i++) network.outputWeights[HIDDEN + i] = -network.outputWeights[i];
  const linear = evaluatorOf(loadWeights(game, size, 'baseline:hand'), game);
  const evaluator = new NetworkEvaluator(game.inputs(size), network, 400);
  searchRate(game, linear);
  searchRate(game, evaluator);
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const linearRate = searchRate(game, linear);
    rates.push(searchRate(game, evaluator));
    ratios.push(rates[round] / linearRate);
  }
  return `${game.name} ${size}: ${(median(rates) / 1e6).toFixed(2)} Mn/s, ${median(ratios).toFixed(2)}x linear`;
}

/** Nodes per second over the start and ten midgame positions. */
function searchRate(game: Game, evaluator: Evaluator): number {
  const player = new Player(game, evaluator);
  let nodes = 0;
  let milliseconds = 0;
  for (const position of benchPositions(game, game.usualSize)) {
    player.forget();
    const begin = performance.now();
    nodes += player.choose(position, { nodes: NODES }).nodes;
    milliseconds += performance.now() - begin;
  }
  return (nodes * 1000) / milliseconds;
}
