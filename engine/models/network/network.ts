/** In the first layer and in what it gives, 1 is this number. */
export const QA = 1024;

/** In the weights of the output 1 is this number; in its sum, therefore, QA * QB. */
export const QB = 256;

/** `clipped` is the input cut off at 0 and 1; `squared` the square of that, rounded down to a whole number of 1/QA. */
export type Activation = 'clipped' | 'squared';

export const ACTIVATIONS: readonly Activation[] = ['clipped', 'squared'];

/**
 * The numbers of a network as its file has them, unpacked. A model in real numbers has the logit
 *
 *     outputBias + sum over units of outputWeight * activation(hiddenBias + sum over active inputs of inputWeight)
 *
 * and is written as round(inputWeight * QA), round(hiddenBias * QA), round(outputWeight * QB), round(outputBias * QA * QB).
 * The score is trunc(sum * scale / (QA * QB)) of the whole-number sum, at most DECISIVE either way.
 */
export interface Network {
  /** A multiple of HIDDEN_STEP. */
  hidden: number;
  activation: Activation;
  /** For each input, in turn, its weight to each hidden unit. */
  inputWeights: Int16Array;
  hiddenBiases: Int16Array;
  /** From the hidden units of the player to move, then from those of the other. */
  outputWeights: Int16Array;
  outputBias: number;
}

export const HIDDEN_STEP = 8;
export const HIDDEN_MOST = 128;

/** The largest sum that an evaluator can meet; above 2 ** 31 - 1 a network cannot be played. */
export function largestSum(network: Pick<Network, 'outputWeights' | 'outputBias'>): number {
  const { outputWeights, outputBias } = network;
  return outputWeights.reduce((sum, weight) => sum + QA * Math.abs(weight), Math.abs(outputBias));
}
