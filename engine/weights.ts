import { type Evaluator, LinearEvaluator } from './evaluator.ts';
import type { Game } from './game.ts';
import { InputError } from './input-error.ts';
import { parseInt16Text } from './int16-text.ts';
import {
  type Activation,
  ACTIVATIONS,
  HIDDEN_MOST,
  HIDDEN_STEP,
  largestSum,
  type Network,
  NetworkEvaluator,
} from './network.ts';
import type { Position, Side } from './position.ts';

export const WEIGHTS_FORMAT = 'evalsmith-weights-1';

/** A position with the exact score that the weights give it, so that a reader can tell it understands them. */
export interface Vector {
  player: string;
  board: string;
  size: number;
  score: number;
}

/** A heuristic as it is kept in a file. The order of the keys is that of the file. */
export type Weights = LinearWeights | NetworkWeights;

interface Heading {
  format: typeof WEIGHTS_FORMAT;
  game: string;
}

interface Ending {
  vectors: Vector[];
  /** How they came about: settings, seed, code version, datasets by hash and by all that it takes to make them again, metrics. */
  provenance: Record<string, unknown>;
  /** What they have won since; added by the gate and not part of the hash. */
  evidence?: unknown;
  sha256: string;
}

/** Weights over named features. */
export interface LinearWeights extends Heading, Ending {
  /** The board size they are for, or any. */
  size: number | 'any';
  kind: 'linear';
  /** The id of the features that they weigh. */
  features: string;
  /** Win probability = sigmoid(score / scale). */
  scale: number;
  weights: Record<string, number>;
}

/** A perspective network for boards of one size; see network.ts for what its numbers mean. */
export interface NetworkWeights extends Heading, Ending {
  size: number;
  kind: 'network';
  /** The id of the inputs that it looks at. */
  inputs: string;
  /** Hidden units of each side. */
  hidden: number;
  activation: Activation;
  /** Win probability = sigmoid(score / scale). */
  scale: number;
  weights: {
    /** As `makeInt16Text` writes them: for each input, in turn, its weight to each hidden unit. */
    input: string;
    hiddenBias: number[];
    /** From the hidden units of the player to move, then from those of the other. */
    output: number[];
    outputBias: number;
  };
}

/** A function from text to its SHA-256 in hexadecimal. */
export type Sha256 = (text: string) => string;

/** Any weights before they have a hash. */
export type UnsealedWeights =
  | Omit<LinearWeights, 'sha256' | 'evidence'>
  | Omit<NetworkWeights, 'sha256' | 'evidence'>;

/** The text that the hash of a weights file is over: all of it but the evidence and the hash itself. */
export function hashedText(weights: UnsealedWeights): string {
  const { format, game, size, kind, scale, weights: numbers, vectors, provenance } = weights;
  const judged =
    kind === 'network'
      ? { inputs: weights.inputs, hidden: weights.hidden, activation: weights.activation }
      : { features: weights.features };
  return JSON.stringify({
    format,
    game,
    size,
    kind,
    ...judged,
    scale,
    weights: numbers,
    vectors,
    provenance,
  });
}

/** Reads and checks weights for a game and a board size; throws an InputError that says why they are refused. */
export function readWeights(text: string, game: Game, size: number, sha256: Sha256): Weights {
  const weights = parseJson(text);
  checkForm(weights, game, size);
  if (sha256(hashedText(weights)) !== weights.sha256)
    refuse('its sha256 does not match its contents; it was changed after it was made');
  checkVectors(weights, game);
  return weights;
}

/** The evaluator that plays with these weights. */
export function evaluatorOf(weights: Weights, game: Game): Evaluator {
  if (weights.kind === 'network') {
    return new NetworkEvaluator(game.inputs(weights.size), networkOf(weights), weights.scale);
  }
  return new LinearEvaluator(
    game.features,
    game.features.names.map((name) => weights.weights[name]),
    weights.scale,
  );
}

function networkOf({ hidden, activation, weights }: NetworkWeights): Network {
  return {
    hidden,
    activation,
    inputWeights: parseInt16Text(weights.input)!,
    hiddenBiases: Int16Array.from(weights.hiddenBias),
    outputWeights: Int16Array.from(weights.output),
    outputBias: weights.outputBias,
  };
}

function parseJson(text: string): Weights {
  try {
    const value = JSON.parse(text) as unknown;
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      refuse('it is not a JSON object');
    return value as Weights;
  } catch (error) {
    if (error instanceof InputError) throw error;
    return refuse('it is not JSON');
  }
}

function checkForm(weights: Weights, game: Game, size: number): void {
  if (weights.format !== WEIGHTS_FORMAT)
    refuse(`its format is ${show(weights.format)}; expected ${show(WEIGHTS_FORMAT)}`);
  if (weights.game !== game.name)
    refuse(`it is for the game ${show(weights.game)}; expected ${show(game.name)}`);
  if (weights.size !== size && (weights.kind === 'network' || weights.size !== 'any')) {
    const expected =
      weights.kind === 'network' ? `${size}, for a network is for one size` : `${size} or "any"`;
    refuse(`it is for size ${show(weights.size)}; expected ${expected}`);
  }
  if (typeof weights.scale !== 'number' || !(weights.scale > 0)) refuse('its scale is not a number above 0');
  if (weights.kind === 'linear') checkLinear(weights, game);
  else if (weights.kind === 'network') checkNetwork(weights, game);
  else refuse(`its kind is ${show((weights as Weights).kind)}; expected "linear" or "network"`);
  if (typeof weights.sha256 !== 'string') refuse('it has no sha256');
}

function checkLinear(weights: LinearWeights, game: Game): void {
  if (weights.features !== game.features.id) {
    refuse(`it weighs the features ${show(weights.features)}; this program has ${show(game.features.id)}`);
  }
  const { names } = game.features;
  if (weights.weights === null || typeof weights.weights !== 'object') refuse('it has no weights');
  for (const name of names) {
    if (!Object.hasOwn(weights.weights, name)) refuse(`it has no weight for the feature ${show(name)}`);
    if (!Number.isSafeInteger(weights.weights[name]))
      refuse(`its weight for ${show(name)} is not a whole number`);
  }
  const unknown = Object.keys(weights.weights).find((name) => !names.includes(name));
  if (unknown !== undefined)
    refuse(`it has a weight for ${show(unknown)}, which is no feature of ${game.name}`);
}

function checkNetwork(weights: NetworkWeights, game: Game): void {
  const inputs = game.inputs(weights.size);
  if (weights.inputs !== inputs.id) {
    refuse(`it looks at the inputs ${show(weights.inputs)}; this program has ${show(inputs.id)}`);
  }
  const { hidden, activation, weights: numbers } = weights;
  if (
    !Number.isInteger(hidden) ||
    hidden < HIDDEN_STEP ||
    hidden > HIDDEN_MOST ||
    hidden % HIDDEN_STEP !== 0
  ) {
    refuse(`it has ${show(hidden)} hidden units; expected a multiple of ${HIDDEN_STEP} up to ${HIDDEN_MOST}`);
  }
  if (!ACTIVATIONS.includes(activation)) {
    refuse(`its activation is ${show(activation)}; expected ${ACTIVATIONS.map(show).join(' or ')}`);
  }
  if (numbers === null || typeof numbers !== 'object') refuse('it has no weights');
  const inputWeights = typeof numbers.input === 'string' ? parseInt16Text(numbers.input) : undefined;
  if (inputWeights === undefined) return refuse('its input weights are not base64 text of int16 numbers');
  if (inputWeights.length !== inputs.count * hidden) {
    const expected = `${inputs.count * hidden}, ${hidden} for each of ${inputs.count} inputs`;
    refuse(`it has ${inputWeights.length} input weights; expected ${expected}`);
  }
  checkNumbers('hidden biases', numbers.hiddenBias, hidden);
  checkNumbers('output weights', numbers.output, 2 * hidden);
  if (!Number.isSafeInteger(numbers.outputBias)) refuse('its output bias is not a whole number');
  const outputWeights = Int16Array.from(numbers.output);
  if (largestSum({ outputWeights, outputBias: numbers.outputBias }) >= 2 ** 31) {
    refuse('its output weights are so large that their sum could overflow 32 bits');
  }
}

function checkNumbers(name: string, numbers: unknown, count: number): void {
  if (!Array.isArray(numbers) || numbers.length !== count) {
    refuse(`it has ${Array.isArray(numbers) ? numbers.length : 'no list of'} ${name}; expected ${count}`);
  }
  for (const number of numbers as unknown[]) {
    if (!Number.isInteger(number))
      refuse(`one of its ${name} is ${show(number)}, which is not a whole number`);
    if (((number as number) << 16) >> 16 !== number) {
      refuse(`one of its ${name} is ${show(number)}, which is no int16 number`);
    }
  }
}

function checkVectors(weights: Weights, game: Game): void {
  if (!Array.isArray(weights.vectors) || weights.vectors.length === 0) refuse('it has no vectors');
  const evaluator = evaluatorOf(weights, game);
  for (const vector of weights.vectors) {
    if (weights.kind === 'network' && vector.size !== weights.size) {
      refuse(`it is a network for size ${weights.size} and has a vector of size ${show(vector.size)}`);
    }
    const score = evaluator.evaluate(vectorPosition(vector, game));
    if (score !== vector.score) {
      refuse(`it should give ${vector.board} the score ${vector.score}, but this program gives ${score}`);
    }
  }
}

export function vectorPosition(vector: Omit<Vector, 'score'>, game: Game): Position {
  return game.parseBoard(vector.size, game.players.indexOf(vector.player) as Side, vector.board);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function refuse(reason: string): never {
  throw new InputError(`the weights file is refused: ${reason}`);
}
