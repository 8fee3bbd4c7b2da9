import { BENCH_DEPTH, benchNodes } from '../../engine/bench.ts';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { type ChosenParameters, parametersOf } from '../../engine/parameters.ts';
import { evaluatorOf, hashedText, readWeights, type Weights } from '../../engine/weights.ts';
import { pureSha256 } from './pure-sha256.ts';

// Runs in the shipped player, in browsers and here.

/** Weights as they lie in a shipped file: the board size they are for, and all that their hash is over, as JSON. */
export interface ShippedWeights {
  size: number | 'any';
  text: string;
}

/** What is shipped: a game, weights of it in order of their sizes, at most one for each, and search parameters. */
export interface Shipment {
  game: Game;
  weights: readonly Weights[];
  shipped: readonly ShippedWeights[];
  parameters: ChosenParameters;
}

/** What weights show of themselves when they are tried; the same wherever they are. */
export interface Trial {
  sha256: string;
  /** How many positions got exactly the score that the weights say they get. */
  vectors: number;
  /** The signature of the engine with these weights. */
  bench: { size: number; depth: number; nodes: number };
}

export function shippedWeightsOf(weights: Weights): ShippedWeights {
  const { size, sha256 } = weights;
  return { size, text: `${hashedText(weights).slice(0, -1)},"sha256":${JSON.stringify(sha256)}}` };
}

/** The board sizes that some of the weights are for. */
export function servedSizes(game: Game, shipped: readonly ShippedWeights[]): number[] {
  return game.sizes.filter((size) => weightsForSize(shipped, size) !== undefined);
}

/** Reads and checks the weights for a board: those for its size, else those for any. */
export function readShippedWeights(game: Game, shipped: readonly ShippedWeights[], size: number): Weights {
  const weights = weightsForSize(shipped, size);
  if (weights === undefined) {
    const sizes = servedSizes(game, shipped).join(', ');
    throw new InputError(`the size is ${size}; this player has weights for the sizes ${sizes} alone`);
  }
  return readWeights(weights.text, game, size, pureSha256);
}

/** The size on which weights are tried. */
export function trialSize(game: Game, { size }: ShippedWeights): number {
  return size === 'any' ? game.usualSize : size;
}

/** Checks weights and searches with them; throws an InputError where they are refused. */
export function trialOf(game: Game, shipped: ShippedWeights, chosen: ChosenParameters): Trial {
  const size = trialSize(game, shipped);
  const weights = readWeights(shipped.text, game, size, pureSha256);
  const nodes = benchNodes(game, size, evaluatorOf(weights, game), BENCH_DEPTH, parametersOf(chosen));
  return {
    sha256: weights.sha256,
    vectors: weights.vectors.length,
    bench: { size, depth: BENCH_DEPTH, nodes },
  };
}

function weightsForSize(shipped: readonly ShippedWeights[], size: number): ShippedWeights | undefined {
  return (
    shipped.find((weights) => weights.size === size) ?? shipped.find((weights) => weights.size === 'any')
  );
}
