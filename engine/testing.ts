import type { Game } from './game.ts';
import type { Activation, Network } from './network.ts';
import { legalMoves, type Position, winnerOf } from './position.ts';
import { sealedNetwork } from './seal.ts';
import type { NetworkWeights, Sha256 } from './weights.ts';

/** A small seeded generator for tests: whole numbers below a bound. */
export function seededBelow(seed: number): (bound: number) => number {
  let word = seed;
  return (bound) => {
    word = (Math.imul(word, 1664525) + 1013904223) | 0;
    return Math.floor(((word >>> 8) / 0x1000000) * bound);
  };
}

/** Plays random legal moves from the start, at most `plies` of them, calling back before each and at the end. */
export function playRandomly(
  game: Game,
  size: number,
  seed: number,
  plies: number,
  visit: (position: Position) => void = () => {},
): Position {
  const below = seededBelow(seed);
  const position = game.start(size);
  for (let ply = 0; ply < plies && winnerOf(position) === -1; ply++) {
    visit(position);
    const moves = legalMoves(position);
    position.make(moves[below(moves.length)]);
  }
  visit(position);
  return position;
}

/** A network of random weights: `most` bounds those of the inputs, and the rest are such that the hidden units are seldom cut off. */
export function randomNetwork(
  game: Game,
  size: number,
  hidden: number,
  seed: number,
  { activation = 'clipped', most = 300 }: { activation?: Activation; most?: number } = {},
): Network {
  const below = seededBelow(seed);
  const numbers = (length: number, bound: number, middle = 0) =>
    Int16Array.from({ length }, () => middle - bound + below(2 * bound + 1));
  return {
    hidden,
    activation,
    inputWeights: numbers(game.inputs(size).count * hidden, most),
    hiddenBiases: numbers(hidden, 300, 300),
    outputWeights: numbers(2 * hidden, 120),
    outputBias: below(20_000),
  };
}

/** A network of random weights as a file has it. */
export function sealedRandomNetwork(
  game: Game,
  size: number,
  hidden: number,
  sha256: Sha256,
): NetworkWeights {
  const network = randomNetwork(game, size, hidden, 1);
  return sealedNetwork(game, { size, scale: 400, provenance: { origin: 'random' }, network }, sha256);
}
