import { inputsIds, inputsOf } from '../../input-sets.ts';
import type { Position } from '../../position.ts';
import { isObject, type Model, type Parts, refuse, shown, type Weights } from '../model.ts';
import { makeInt16Text, parseInt16Text } from './int16-text.ts';
import { NetworkEvaluator } from './network-evaluator.ts';
import {
  type Activation,
  ACTIVATIONS,
  BUCKET_COUNTS,
  HIDDEN_MOST,
  HIDDEN_STEP,
  largestSum,
  type Network,
  FRACTION_BITS_LEAST,
  FRACTION_BITS_MOST,
  USUAL_FRACTION_BITS,
} from './network.ts';

/** A perspective network, for boards of one size unless its inputs are for any; see network.ts for what its numbers mean. */
export interface NetworkWeights extends Weights {
  kind: 'network';
  /** The id of the inputs that it looks at. */
  inputs: string;
  /** Hidden units of each side. */
  hidden: number;
  activation: Activation;
  /** USUAL_FRACTION_BITS where it is not there. */
  fractionBits?: number;
  weights: {
    /** As `makeInt16Text` writes them: for each input, in turn, its weight to each hidden unit. */
    input: string;
    hiddenBias: number[];
    /** For each output, from the hidden units of the player to move, then from those of the other. */
    output: number[];
    /** A list where there are several outputs. */
    outputBias: number | number[];
  };
}

const NUMBERS: readonly string[] = ['input', 'hiddenBias', 'output', 'outputBias'];

export const networkModel: Model<NetworkWeights> = {
  kind: 'network',
  keys: ['inputs', 'hidden', 'activation', 'fractionBits'],
  check(weights, game): void {
    const ids = inputsIds(game, weights.size);
    if (!ids.includes(weights.inputs)) {
      const known = ids.map(shown).join(', ') || 'none';
      refuse(`it looks at the inputs ${shown(weights.inputs)}; this program has ${known} for this size`);
    }
    const inputs = inputsOf(game, weights.size, weights.inputs)!;
    const { hidden, activation, fractionBits = USUAL_FRACTION_BITS, weights: numbers } = weights;
    if (
      !Number.isInteger(hidden) ||
      hidden < HIDDEN_STEP ||
      hidden > HIDDEN_MOST ||
      hidden % HIDDEN_STEP !== 0
    ) {
      refuse(
        `it has ${shown(hidden)} hidden units; expected a multiple of ${HIDDEN_STEP} up to ${HIDDEN_MOST}`,
      );
    }
    if (!ACTIVATIONS.includes(activation)) {
      refuse(`its activation is ${shown(activation)}; expected ${ACTIVATIONS.map(shown).join(' or ')}`);
    }
    if (
      !Number.isInteger(fractionBits) ||
      fractionBits < FRACTION_BITS_LEAST ||
      fractionBits > FRACTION_BITS_MOST
    ) {
      refuse(
        `it has ${shown(fractionBits)} fraction bits; expected a whole number from ${FRACTION_BITS_LEAST} to ${FRACTION_BITS_MOST}`,
      );
    }
    if (!isObject(numbers))
      refuse(`it has no weights, but ${shown(numbers)}; expected an object of ${NUMBERS.join(', ')}`);
    const strange = Object.keys(numbers).find((key) => !NUMBERS.includes(key));
    if (strange !== undefined)
      refuse(`its weights have the key ${shown(strange)}; expected ${NUMBERS.join(', ')}`);
    const inputWeights = typeof numbers.input === 'string' ? parseInt16Text(numbers.input) : undefined;
    if (inputWeights === undefined) return refuse('its input weights are not base64 text of int16 numbers');
    if (inputWeights.length !== inputs.count * hidden) {
      const expected = `${inputs.count * hidden}, ${hidden} for each of ${inputs.count} inputs`;
      refuse(`it has ${inputWeights.length} input weights; expected ${expected}`);
    }
    checkNumbers('hidden biases', numbers.hiddenBias, hidden);
    const biases = biasesOf(numbers.outputBias);
    for (const bias of biases) {
      if (!Number.isSafeInteger(bias)) refuse(`its output bias is not a whole number, but ${shown(bias)}`);
    }
    if (!BUCKET_COUNTS.includes(biases.length))
      refuse(`it has ${biases.length} output biases; expected ${BUCKET_COUNTS.join(', ')}`);
    if (biases.length > 1 && game.phase === undefined)
      refuse(`it has ${biases.length} outputs, and ${game.name} has no phases to choose among them`);
    checkNumbers('output weights', numbers.output, 2 * hidden * biases.length);
    const outputWeights = Int16Array.from(numbers.output);
    if (largestSum({ fractionBits, outputWeights, outputBiases: biases }) >= 2 ** 31) {
      refuse('its output weights are so large that their sum could overflow 32 bits');
    }
  },
  evaluator(weights, game) {
    const inputs = inputsOf(game, weights.size, weights.inputs)!;
    const phase = game.phase && ((position: Position) => game.phase!(position));
    return new NetworkEvaluator(inputs, networkOf(weights), weights.scale, { phase });
  },
  over({ inputs, hidden, activation, fractionBits = USUAL_FRACTION_BITS, weights }) {
    const buckets = biasesOf(weights.outputBias).length;
    const outputs = buckets === 1 ? '' : `, ${buckets} outputs by phase`;
    return `the inputs ${inputs}, ${hidden} hidden units a side, ${activation}, ${fractionBits} fraction bits${outputs}`;
  },
};

function biasesOf(outputBias: number | number[]): number[] {
  return Array.isArray(outputBias) ? outputBias : [outputBias];
}

function networkOf({ hidden, activation, fractionBits, weights }: Parts<NetworkWeights>): Network {
  return {
    hidden,
    activation,
    fractionBits: fractionBits ?? USUAL_FRACTION_BITS,
    inputWeights: parseInt16Text(weights.input)!,
    hiddenBiases: Int16Array.from(weights.hiddenBias),
    outputWeights: Int16Array.from(weights.output),
    outputBiases: Int32Array.from(biasesOf(weights.outputBias)),
  };
}

function checkNumbers(name: string, numbers: unknown, count: number): void {
  if (!Array.isArray(numbers) || numbers.length !== count) {
    refuse(`it has ${Array.isArray(numbers) ? numbers.length : 'no list of'} ${name}; expected ${count}`);
  }
  for (const number of numbers as unknown[]) {
    if (!Number.isInteger(number))
      refuse(`one of its ${name} is ${shown(number)}, which is not a whole number`);
    if (((number as number) << 16) >> 16 !== number) {
      refuse(`one of its ${name} is ${shown(number)}, which is no int16 number`);
    }
  }
}

/** A network over the inputs of an id, to be sealed. */
export function networkParts({
  network,
  ...heading
}: Pick<NetworkWeights, 'size' | 'inputs' | 'scale' | 'provenance'> & {
  network: Network;
}): Parts<NetworkWeights> {
  const { hidden, activation, fractionBits, inputWeights, hiddenBiases, outputWeights, outputBiases } =
    network;
  return {
    ...heading,
    kind: 'network',
    hidden,
    activation,
    // Left out where it is the usual one, so that such files are what they always were.
    ...(fractionBits !== USUAL_FRACTION_BITS && { fractionBits }),
    weights: {
      input: makeInt16Text(inputWeights),
      hiddenBias: [...hiddenBiases],
      output: [...outputWeights],
      // A number where there is one, so that such files are what they always were.
      outputBias: outputBiases.length === 1 ? outputBiases[0] : [...outputBiases],
    },
  };
}
