import { PHASES } from '../../game.ts';
import type { Inputs } from '../../inputs.ts';
import type { Position } from '../../position.ts';

/** How many bits behind the point the first layer and what it gives may have, and have where a file does not say. */
export const FRACTION_BITS_LEAST = 6;
export const FRACTION_BITS_MOST = 10;
export const USUAL_FRACTION_BITS = 10;

/** In the weights of the output 1 is this number. */
export const QB = 256;

/** `clipped` is the input cut off at 0 and 1; `squared` the square of that, rounded down to a whole number of 1 / QA. */
export type Activation = 'clipped' | 'squared';

export const ACTIVATIONS: readonly Activation[] = ['clipped', 'squared'];

/**
 * The numbers of a network as its file has them, unpacked. A model in real numbers has the logit
 *
 *     outputBias + sum over units of outputWeight * activation(hiddenBias + sum over active inputs of inputWeight)
 *
 * and is written as round(inputWeight * QA), round(hiddenBias * QA), round(outputWeight * QB), round(outputBias * QA * QB), where QA
 * is 2 ** fractionBits. Where there are several outputs, the phase of the game decides which one counts. With fewer such bits the sums of the first layer are smaller, and may be computed in 16 bits.
 * The score is trunc(sum * scale / (QA * QB)) of the whole-number sum, at most DECISIVE either way.
 */
export interface Network {
  /** A multiple of HIDDEN_STEP. */
  hidden: number;
  activation: Activation;
  fractionBits: number;
  /** For each input, in turn, its weight to each hidden unit. */
  inputWeights: Int16Array;
  hiddenBiases: Int16Array;
  /** For each bucket, from the hidden units of the player to move, then from those of the other. */
  outputWeights: Int16Array;
  /** By bucket. */
  outputBiases: Int32Array;
}

/** How many outputs a network may have: the phases of a game, or two, four or all of them together. */
export const BUCKET_COUNTS: readonly number[] = [1, 2, 4, PHASES];

/** Of so many buckets that of a phase. */
export function bucketOf(phase: number, buckets: number): number {
  return ((phase * buckets) / PHASES) | 0;
}

export const HIDDEN_STEP = 8;
export const HIDDEN_MOST = 512;

/** What is 1 in the first layer and in what it gives. */
export function oneOf({ fractionBits }: Pick<Network, 'fractionBits'>): number {
  return 2 ** fractionBits;
}

/** The largest sum that an evaluator can meet; above 2 ** 31 - 1 a network cannot be played. */
export function largestSum(
  network: Pick<Network, 'fractionBits' | 'outputWeights'> & { outputBiases: ArrayLike<number> },
): number {
  const { outputWeights, outputBiases } = network;
  const one = oneOf(network);
  const units = outputWeights.length / outputBiases.length;
  return Array.from(outputBiases).reduce((largest, bias, bucket) => {
    const weights = outputWeights.subarray(bucket * units, (bucket + 1) * units);
    return Math.max(
      largest,
      weights.reduce((sum, weight) => sum + one * Math.abs(weight), Math.abs(bias)),
    );
  }, 0);
}

/**
 * No sum of a hidden unit, of any position, is farther from 0: of each group of inputs that exclude each other the one that adds the
 * most, and of those as many as can be on.
 */
export function largestUnit<P extends Position>(network: Network, inputs: Inputs<P>): number {
  const { hidden, inputWeights, hiddenBiases } = network;
  const groups = inputs.exclusive();
  const count = groups.reduce((most, group) => Math.max(most, group + 1), 0);
  // By unit and group, how far its inputs go up and down.
  const ups = new Int32Array(hidden * count);
  const downs = new Int32Array(hidden * count);
  for (let input = 0; input < inputs.count; input++) {
    for (let unit = 0; unit < hidden; unit++) {
      const weight = inputWeights[input * hidden + unit];
      const at = unit * count + groups[input];
      if (weight > ups[at]) ups[at] = weight;
      else if (-weight > downs[at]) downs[at] = -weight;
    }
  }
  const most = (numbers: Int32Array, unit: number) => {
    const ofUnit = numbers.subarray(unit * count, (unit + 1) * count);
    if (count > inputs.mostActive) ofUnit.sort();
    return ofUnit.subarray(-inputs.mostActive).reduce((sum, number) => sum + number, 0);
  };
  return hiddenBiases.reduce(
    (largest, bias, unit) => Math.max(largest, bias + most(ups, unit), most(downs, unit) - bias),
    0,
  );
}
