import { bucketOf, type Network, oneOf, QB } from '../../../engine/models/network/network.ts';
import { DECISIVE } from '../../../engine/score.ts';
import type { InputLists } from './network-data.ts';
import type { NetworkShape, Parameters } from './network-model.ts';

/** Scores of networks are logits times this: fine enough for a logit's hundredth, and coarse enough for no score to be cut off. */
export const NETWORK_SCALE = 400;

/** The network of whole numbers that the engine plays with. */
export function quantised(
  { hidden, activation }: NetworkShape,
  parameters: Parameters,
  fractionBits: number,
): Network {
  const one = oneOf({ fractionBits });
  const rounded = (numbers: Float32Array, unit: number) =>
    Int16Array.from(numbers, (number) => Math.round(number * unit));
  return {
    hidden,
    activation,
    fractionBits,
    inputWeights: rounded(parameters.inputWeights, one),
    hiddenBiases: rounded(parameters.hiddenBiases, one),
    outputWeights: rounded(parameters.outputWeights, QB),
    outputBiases: Int32Array.from(parameters.outputBiases, (bias) => Math.round(bias * one * QB)),
  };
}

/** The score that the engine gives each row, from its inputs alone. */
export function scoresOf(
  network: Network,
  { rows, active, offsets, phases }: InputLists,
  scale: number,
): Int32Array {
  const { hidden, hiddenBiases, inputWeights, outputWeights, outputBiases, activation } = network;
  const isSquared = activation === 'squared';
  const one = oneOf(network);
  const sums = new Int32Array(hidden);
  return Int32Array.from({ length: rows }, (_, row) => {
    const bucket = bucketOf(phases[row], outputBiases.length);
    let output = outputBiases[bucket];
    for (let side = 0; side < 2; side++) {
      sums.set(hiddenBiases);
      for (let k = offsets[2 * row + side]; k < offsets[2 * row + side + 1]; k++) {
        const first = active[k] * hidden;
        for (let i = 0; i < hidden; i++) sums[i] += inputWeights[first + i];
      }
      for (let i = 0; i < hidden; i++) {
        const clipped = Math.max(0, Math.min(one, sums[i]));
        const unit = isSquared ? Math.floor((clipped * clipped) / one) : clipped;
        output += unit * outputWeights[(2 * bucket + side) * hidden + i];
      }
    }
    return Math.max(-DECISIVE, Math.min(DECISIVE, Math.trunc((output * scale) / (one * QB))));
  });
}
