// A thread of the network benchmark, with one network alone: code that has seen several is slower.
import { parentPort, workerData } from 'node:worker_threads';
import { benchPositions } from '../../bench.ts';
import type { Evaluator } from '../../evaluator.ts';
import type { Game } from '../../game.ts';
import { games } from '../../games/index.ts';
import { inputsOf } from '../../input-sets.ts';
import { NetworkEvaluator } from '../../models/network/network-evaluator.ts';
import { randomNetwork } from '../../models/network/random-network.ts';
import { Player } from '../../player.ts';
import type { Position } from '../../position.ts';
import { evaluatorOf } from '../../weights.ts';
import { loadWeights } from '../../node/named-weights.ts';
import { secondsFromNow } from '../../text/limits.ts';

/** A network by its hidden units and the bits of its sums, 0 for one in JavaScript; none is the hand-made weights. */
export interface NetworkForm {
  hidden: number;
  bits: 0 | 16 | 32;
  /** The usual ones where not named. */
  inputs?: string;
  /** One where not said. */
  buckets?: number;
}

export interface NetworkTask {
  game: string;
  form: NetworkForm | undefined;
}

/** What a thread is asked for: nodes a second, or the nodes of a first move in so many seconds. */
export type NetworkQuestion = { nodes: number } | { seconds: number };

// With weights of this size sums fit into 16 bits in every game, and with an input of the second they do not.
const MOST_WEIGHT = 80;
const WIDE_WEIGHT = 32_767;

/** Makes the evaluator when it is called, from numbers that are there already. */
function evaluatorOfForm(game: Game, form: NetworkForm | undefined): () => Evaluator {
  const size = game.usualSize;
  if (form === undefined) return () => evaluatorOf(loadWeights(game, size, 'baseline:hand'), game);
  const { hidden, bits, buckets = 1 } = form;
  const inputs = inputsOf(game, size, form.inputs)!;
  const phase = (position: Position) => game.phase!(position);
  const numbers = { activation: 'squared', most: MOST_WEIGHT, inputs, buckets } as const;
  const network = randomNetwork(game, size, hidden, 1, numbers);
  // What is good for one side is bad for the other, as in any network that has learnt something.
  network.outputWeights.forEach((_, i, weights) => {
    if (i % (2 * hidden) >= hidden) weights[i] = -weights[i - hidden];
  });
  if (bits === 32) network.inputWeights[0] = WIDE_WEIGHT;
  return () => {
    const evaluator = new NetworkEvaluator(inputs, network, 400, { mayUseWasm: bits !== 0, phase });
    const expected = bits === 0 ? 'javascript' : `wasm ${bits}`;
    if (evaluator.computing !== expected)
      throw new Error(`a network is computed by ${evaluator.computing}, not ${expected}`);
    return evaluator;
  };
}

/** Nodes a second of processor time, for others are at work too, over the start and ten midgame positions. */
function searchRate(game: Game, player: Player, most: number): number {
  let nodes = 0;
  let microseconds = 0;
  for (const position of benchPositions(game, game.usualSize)) {
    player.forget();
    const begin = process.cpuUsage();
    nodes += player.choose(position, { nodes: most }).nodes;
    const { user, system } = process.cpuUsage(begin);
    microseconds += user + system;
  }
  return (nodes * 1e6) / microseconds;
}

const { game: name, form } = workerData as NetworkTask;
const game = games.find((known) => known.name === name)!;
const newEvaluator = evaluatorOfForm(game, form);
let player: Player | undefined;

parentPort!.on('message', (question: NetworkQuestion) => {
  const limits = 'seconds' in question ? secondsFromNow(question.seconds) : undefined;
  player ??= new Player(game, newEvaluator());
  const answer =
    'nodes' in question
      ? searchRate(game, player, question.nodes)
      : player.choose(game.start(game.usualSize), limits!).nodes;
  parentPort!.postMessage(answer);
});
