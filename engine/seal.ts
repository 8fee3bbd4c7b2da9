import type { Game } from './game.ts';
import { makeInt16Text } from './int16-text.ts';
import type { Network } from './network.ts';
import { legalMoves, winnerOf } from './position.ts';
import {
  evaluatorOf,
  hashedText,
  type LinearWeights,
  type NetworkWeights,
  type Sha256,
  type Vector,
  vectorPosition,
  type Weights,
  WEIGHTS_FORMAT,
} from './weights.ts';

/** What decides a linear heuristic; a feature without a weight gets 0. */
export type LinearParts = Pick<LinearWeights, 'size' | 'scale' | 'weights' | 'provenance'>;

/** A whole weights file: with vectors from a game on each of the sizes, and its hash. */
export function sealedWeights(
  game: Game,
  parts: LinearParts,
  sizes: readonly number[],
  sha256: Sha256,
): LinearWeights {
  const weights: LinearWeights = {
    format: WEIGHTS_FORMAT,
    game: game.name,
    size: parts.size,
    kind: 'linear',
    features: game.features.id,
    scale: parts.scale,
    weights: Object.fromEntries(game.features.names.map((name) => [name, parts.weights[name] ?? 0])),
    vectors: [],
    provenance: parts.provenance,
    sha256: '',
  };
  return withVectors(weights, game, sizes, sha256);
}

/** What decides a network for boards of one size. */
export interface NetworkParts extends Pick<NetworkWeights, 'size' | 'scale' | 'provenance'> {
  network: Network;
}

/** A whole weights file of a network: with vectors from a game, and its hash. */
export function sealedNetwork(
  game: Game,
  { size, scale, provenance, network }: NetworkParts,
  sha256: Sha256,
): NetworkWeights {
  const { hidden, activation, inputWeights, hiddenBiases, outputWeights, outputBias } = network;
  const weights: NetworkWeights = {
    format: WEIGHTS_FORMAT,
    game: game.name,
    size,
    kind: 'network',
    inputs: game.inputs(size).id,
    hidden,
    activation,
    scale,
    weights: {
      input: makeInt16Text(inputWeights),
      hiddenBias: [...hiddenBiases],
      output: [...outputWeights],
      outputBias,
    },
    vectors: [],
    provenance,
    sha256: '',
  };
  return withVectors(weights, game, [size], sha256);
}

function withVectors<Kind extends Weights>(
  weights: Kind,
  game: Game,
  sizes: readonly number[],
  sha256: Sha256,
): Kind {
  const evaluator = evaluatorOf(weights, game);
  weights.vectors = sizes
    .flatMap((size) => samplePositions(game, size))
    .map((vector) => ({ ...vector, score: evaluator.evaluate(vectorPosition(vector, game)) }));
  weights.sha256 = sha256(hashedText(weights));
  return weights;
}

/** The text of a weights file. */
export function weightsText(weights: Weights): string {
  return `${JSON.stringify(weights, null, 2)}\n`;
}

/** A few positions of one game played with a fixed pattern of moves. */
function samplePositions(game: Game, size: number): Omit<Vector, 'score'>[] {
  const position = game.start(size);
  const vectors = [];
  for (let ply = 1; ply <= 24; ply++) {
    const moves = legalMoves(position);
    position.make(moves[(ply * 7) % moves.length]);
    if (winnerOf(position) !== -1) break;
    if (ply % 6 === 0)
      vectors.push({ player: game.players[position.turn], board: game.formatBoard(position), size });
  }
  return vectors;
}
