// What a run tunes: where each number begins, how far it may go, and who plays with given values.
import type { Game } from '../../../engine/game.ts';
import { InputError } from '../../../engine/input-error.ts';
import { type LinearWeights, linearModel } from '../../../engine/models/linear/linear-weights.ts';
import { networkModel, type NetworkWeights } from '../../../engine/models/network/network-weights.ts';
import type { Parts } from '../../../engine/models/model.ts';
import { QB } from '../../../engine/models/network/network.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import {
  type ChosenParameters,
  chosenParameters,
  type ParameterName,
  parameters as declared,
  parametersFault,
  parametersOf,
} from '../../../engine/parameters.ts';
import { sealedWeights } from '../../../engine/seal.ts';
import type { Weights } from '../../../engine/weights.ts';
import type { Heuristic } from '../../play/participants.ts';
import type { TunedNumber } from '../../statistics/perturbation.ts';
import type { SpsaSettings, Tuning } from './spsa-config.ts';

/** A number with its name. */
export interface NamedNumber extends TunedNumber {
  readonly name: string;
  readonly unit: string;
}

/** All that a run tunes. */
export interface Tuned {
  readonly what: 'parameters' | 'weights';
  readonly numbers: readonly NamedNumber[];
  /** Who plays with these values. */
  player(values: readonly number[], provenance?: Record<string, unknown>): Heuristic;
}

/** A number before anything is said of how it is tuned. */
interface Known extends Pick<NamedNumber, 'name' | 'unit' | 'start' | 'least' | 'most' | 'isWhole'> {
  /** A difference in it that may matter, where it begins at 0. */
  readonly spread: number;
}

/** What a config tunes of a heuristic; throws an InputError where it names what is not there, or a range that is none. */
export function tunedOf(game: Game, start: Heuristic, settings: SpsaSettings): Tuned {
  const { tuneParameters, tuneWeights, rEnd } = settings;
  if (Object.keys(tuneParameters).length > 0) {
    const numbers = numbersOf('tuneParameters', knownParameters(start.parameters), tuneParameters, rEnd);
    return { what: 'parameters', numbers, player: (values) => withParameters(start, named(numbers, values)) };
  }
  const numbers = numbersOf('tuneWeights', knownWeights(start.weights), tuneWeights, rEnd);
  needSafe(game, start.weights, numbers);
  const provenance = { origin: 'spsa' };
  return {
    what: 'weights',
    numbers,
    player: (values, told = provenance) => ({
      ...start,
      weights: withWeights(game, start.weights, named(numbers, values), told),
    }),
  };
}

function named(numbers: readonly NamedNumber[], values: readonly number[]): Record<string, number> {
  return Object.fromEntries(numbers.map(({ name }, i) => [name, values[i]]));
}

function numbersOf(
  key: string,
  known: readonly Known[],
  given: Readonly<Record<string, Tuning>>,
  rEnd: number,
): NamedNumber[] {
  const { '*': others, ...own } = given;
  const strange = Object.keys(own).find((name) => !known.some((one) => one.name === name));
  if (strange !== undefined)
    throw new InputError(
      `CONFIG tunes ${JSON.stringify(strange)} in ${key}; expected one of ${known.map(({ name }) => name).join(', ')}`,
    );
  return known.flatMap((one) => {
    const tuning = Object.hasOwn(own, one.name) ? own[one.name] : others;
    return tuning === undefined ? [] : [numberOf(key, one, tuning, rEnd)];
  });
}

function numberOf(key: string, known: Known, tuning: Tuning, rEnd: number): NamedNumber {
  const { name, unit, start, isWhole, spread } = known;
  const reach = Math.max(Math.abs(start), spread);
  const least = tuning.least ?? Math.max(known.least, start - reach);
  const most = tuning.most ?? Math.min(known.most, start + reach);
  const refuse = (problem: string): never => {
    throw new InputError(`CONFIG is wrong at ${key}.${name}: ${problem}`);
  };
  if (isWhole && !(Number.isInteger(least) && Number.isInteger(most)))
    refuse(`its range is ${least} to ${most}; expected whole numbers`);
  if (least < known.least || most > known.most || least >= most)
    refuse(`its range is ${least} to ${most}; expected one within ${known.least} to ${known.most}`);
  if (start < least || start > most)
    refuse(`it begins at ${start}, outside its range of ${least} to ${most}`);
  const cEnd = tuning.cEnd ?? (most - least) / 20;
  return { name, unit, start, least, most, isWhole, cEnd, rEnd: tuning.rEnd ?? rEnd };
}

function knownParameters(chosen: ChosenParameters): Known[] {
  const values = parametersOf(chosen);
  return (Object.keys(declared) as ParameterName[]).map((name) => {
    const { unit, least, most, isWhole } = declared[name];
    return { name, unit, start: values[name], least, most, isWhole, spread: 1 };
  });
}

function withParameters(start: Heuristic, values: Record<string, number>): Heuristic {
  const all = { ...parametersOf(start.parameters), ...values };
  const fault = parametersFault(all);
  if (fault !== undefined) throw new InputError(`CONFIG: ${fault}`);
  return { ...start, parameters: chosenParameters(all) };
}

const OUTPUT = 'output:';
const OUTPUT_BIAS = 'outputBias';

/** The numbers of a weights file that may be tuned: all of linear weights, of a network its last layer. */
function knownWeights(weights: Weights): Known[] {
  const whole = { unit: 'points', isWhole: true, least: -1e6, most: 1e6 };
  if (isLinear(weights)) {
    const spread = Math.ceil(weights.scale / 10);
    return Object.entries(weights.weights).map(([name, start]) => ({ ...whole, name, start, spread }));
  }
  if (weights.kind !== networkModel.kind)
    throw new InputError(
      `CONFIG tunes weights of the kind ${weights.kind}; expected ${linearModel.kind} or ${networkModel.kind}`,
    );
  const { output, outputBias } = (weights as NetworkWeights).weights;
  const int16 = { unit: `1/${QB} of a unit`, isWhole: true, least: -32_768, most: 32_767, spread: QB >> 2 };
  return [
    ...output.map((start, i) => ({ ...int16, name: `${OUTPUT}${i}`, start })),
    ...biasesOf(outputBias).map((start, i, { length }) => ({
      ...whole,
      least: -(2 ** 30),
      most: 2 ** 30,
      name: biasName(i, length),
      start,
      spread: QB << 8,
    })),
  ];
}

function biasesOf(outputBias: number | readonly number[]): readonly number[] {
  return typeof outputBias === 'number' ? [outputBias] : outputBias;
}

/** One of several outputs has its number. */
function biasName(index: number, count: number): string {
  return count === 1 ? OUTPUT_BIAS : `${OUTPUT_BIAS}:${index}`;
}

function isLinear(weights: Weights): weights is LinearWeights {
  return weights.kind === linearModel.kind;
}

function partsWith(weights: Weights, values: Readonly<Record<string, number>>): Parts<Weights> {
  const {
    format: _,
    game: __,
    vectors: ___,
    evidence: ____,
    evidenceSha256: _____,
    sha256: ______,
    ...parts
  } = weights;
  if (isLinear(weights)) return { ...parts, weights: { ...weights.weights, ...values } };
  const { weights: numbers } = weights as NetworkWeights;
  const output = numbers.output.map((number, i) => values[`${OUTPUT}${i}`] ?? number);
  const biases = biasesOf(numbers.outputBias).map(
    (number, i, { length }) => values[biasName(i, length)] ?? number,
  );
  const outputBias = typeof numbers.outputBias === 'number' ? biases[0] : biases;
  return { ...parts, weights: { ...numbers, output, outputBias } };
}

function withWeights(
  game: Game,
  weights: Weights,
  values: Readonly<Record<string, number>>,
  provenance: Record<string, unknown>,
): Weights {
  const sizes = [...new Set(weights.vectors.map(({ size }) => size))];
  return sealedWeights(game, { ...partsWith(weights, values), provenance }, sizes, sha256);
}

/** Refuses ranges within which no file of the kind could be played. */
function needSafe(game: Game, weights: Weights, numbers: readonly NamedNumber[]): void {
  const farthest = numbers.map(({ least, most }) => (Math.abs(least) > Math.abs(most) ? least : most));
  const parts = partsWith(weights, named(numbers, farthest));
  const model = isLinear(weights) ? linearModel : networkModel;
  model.check(parts as never, game);
}
