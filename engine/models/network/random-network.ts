import type { Game } from '../../game.ts';
import type { Inputs } from '../../inputs.ts';
import { sealedWeights } from '../../seal.ts';
import { seededBelow } from '../../testing.ts';
import type { Sha256 } from '../../weights.ts';
import { type Activation, type Network, USUAL_FRACTION_BITS } from './network.ts';
import { networkParts, type NetworkWeights } from './network-weights.ts';

/** A network of random weights: `most` bounds those of the inputs, and the rest are such that the hidden units are seldom cut off. */
export function randomNetwork(
  game: Game,
  size: number,
  hidden: number,
  seed: number,
  {
    activation = 'clipped',
    fractionBits = USUAL_FRACTION_BITS,
    most = 300,
    inputs = game.inputs(size),
    buckets = 1,
  }: {
    activation?: Activation;
    fractionBits?: number;
    most?: number;
    inputs?: Pick<Inputs, 'count'>;
    buckets?: number;
  } = {},
): Network {
  const below = seededBelow(seed);
  const numbers = (length: number, bound: number, middle = 0) =>
    Int16Array.from({ length }, () => middle - bound + below(2 * bound + 1));
  return {
    hidden,
    activation,
    fractionBits,
    inputWeights: numbers(inputs.count * hidden, most),
    hiddenBiases: numbers(hidden, 300, 300),
    outputWeights: numbers(buckets * 2 * hidden, 120),
    outputBiases: Int32Array.from({ length: buckets }, () => below(20_000)),
  };
}

/** A network of random weights as a file has it. */
export function sealedRandomNetwork(
  game: Game,
  size: number,
  hidden: number,
  sha256: Sha256,
  fractionBits?: number,
): NetworkWeights {
  const network = randomNetwork(game, size, hidden, 1, { fractionBits });
  const inputs = game.inputs(size).id;
  const parts = { size, inputs, scale: 400, provenance: { origin: 'random' }, network };
  return sealedWeights(game, networkParts(parts), [size], sha256);
}
