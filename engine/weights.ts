import { type Evaluator, LinearEvaluator } from './evaluator.ts';
import type { Game } from './game.ts';
import { InputError } from './input-error.ts';
import type { Position, Side } from './position.ts';

export const WEIGHTS_FORMAT = 'evalsmith-weights-1';

/** A position with the exact score that the weights give it, so that a reader can tell it understands them. */
export interface Vector {
  player: string;
  board: string;
  size: number;
  score: number;
}

/** A heuristic as it is kept in a file: weights over named features. The order of the keys is that of the file. */
export interface Weights {
  format: typeof WEIGHTS_FORMAT;
  game: string;
  /** The board size they are for, or any. */
  size: number | 'any';
  kind: 'linear';
  /** The id of the features that they weigh. */
  features: string;
  /** Win probability = sigmoid(score / scale). */
  scale: number;
  weights: Record<string, number>;
  vectors: Vector[];
  /** How they came about: settings, seed, code version, hashes of datasets, metrics. */
  provenance: Record<string, unknown>;
  /** What they have won since; added by the gate and not part of the hash. */
  evidence?: unknown;
  sha256: string;
}

/** A function from text to its SHA-256 in hexadecimal. */
export type Sha256 = (text: string) => string;

/** The text that the hash of a weights file is over: all of it but the evidence and the hash itself. */
export function hashedText(weights: Omit<Weights, 'sha256' | 'evidence'>): string {
  const { format, game, size, kind, features, scale, weights: numbers, vectors, provenance } = weights;
  return JSON.stringify({ format, game, size, kind, features, scale, weights: numbers, vectors, provenance });
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
  return new LinearEvaluator(
    game.features,
    game.features.names.map((name) => weights.weights[name]),
  );
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
  if (weights.size !== 'any' && weights.size !== size) {
    refuse(`it is for size ${show(weights.size)}; expected ${size} or "any"`);
  }
  if (weights.kind !== 'linear') refuse(`its kind is ${show(weights.kind)}; expected "linear"`);
  if (weights.features !== game.features.id) {
    refuse(`it weighs the features ${show(weights.features)}; this program has ${show(game.features.id)}`);
  }
  if (typeof weights.scale !== 'number' || !(weights.scale > 0)) refuse('its scale is not a number above 0');
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
  if (typeof weights.sha256 !== 'string') refuse('it has no sha256');
}

function checkVectors(weights: Weights, game: Game): void {
  if (!Array.isArray(weights.vectors) || weights.vectors.length === 0) refuse('it has no vectors');
  const evaluator = evaluatorOf(weights, game);
  for (const vector of weights.vectors) {
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
