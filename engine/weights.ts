import type { Evaluator } from './evaluator.ts';
import type { Game } from './game.ts';
import { InputError } from './input-error.ts';
import { jsonFault } from './json-text.ts';
import { models } from './models/index.ts';
import { checkDraws, DrawEvaluator } from './models/draws.ts';
import {
  type Contribution,
  isObject,
  type Model,
  refuse,
  shown,
  type Vector,
  type Weights,
} from './models/model.ts';
import type { Position, Side } from './position.ts';

export type { Contribution, Vector, Weights } from './models/model.ts';

export const WEIGHTS_FORMAT = 'evalsmith-weights-1';

/** Several times what the largest network needs. */
export const WEIGHTS_MOST_CHARACTERS = 1 << 24;

// A file has four of each board size.
const MOST_VECTORS = 1000;

/** A function from text to its SHA-256 in hexadecimal. */
export type Sha256 = (text: string) => string;

/** All of a weights file but the evidence and the hash, in the order of the file. */
export function hashedPart(weights: Omit<Weights, 'evidence' | 'sha256'>): Record<string, unknown> {
  const values = weights as unknown as Record<string, unknown>;
  const keys = hashedKeys(weights).filter((key) => values[key] !== undefined);
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

function hashedKeys(weights: Pick<Weights, 'kind'>): string[] {
  const own = modelOf(weights).keys;
  return ['format', 'game', 'size', 'kind', ...own, 'scale', 'weights', 'draws', 'vectors', 'provenance'];
}

/** The text that the hash of a weights file is over. */
export function hashedText(weights: Omit<Weights, 'evidence' | 'sha256'>): string {
  return JSON.stringify(hashedPart(weights));
}

/** Reads and checks weights for a game and a board size; throws an InputError that says why they are refused. */
export function readWeights(text: string, game: Game, size: number, sha256: Sha256): Weights {
  const weights = parseJson(text);
  checkForm(weights, game, size);
  needSeal(weights, sha256);
  checkVectors(weights, game);
  return weights;
}

/** Refuses weights that are not what was written. Evidence of older files has no hash. */
export function needSeal(weights: Weights, sha256: Sha256): void {
  const hashed = hashedPart(weights);
  const { evidence, evidenceSha256 } = weights;
  // What no hash is over, nobody vouches for.
  const known = [...hashedKeys(weights), 'evidence', 'evidenceSha256', 'sha256'];
  const strange = Object.keys(weights).find((key) => !known.includes(key));
  if (strange !== undefined) refuse(`it has the key ${shown(strange)}; expected ${known.join(', ')}`);
  if (sha256(JSON.stringify(hashed)) !== weights.sha256)
    refuse('its sha256 does not match its contents; it was changed after it was made');
  if (evidenceSha256 !== undefined && sha256(JSON.stringify(evidence) ?? '') !== evidenceSha256)
    refuse('its evidenceSha256 does not match its evidence; it was changed after it was made');
}

/** The evaluator that plays with these weights, and with the endings of the game that are known. */
export function evaluatorOf(
  weights: Pick<Weights, 'kind' | 'size' | 'scale' | 'weights' | 'draws' | 'provenance'>,
  game: Game,
): Evaluator {
  const judge = modelOf(weights).evaluator(weights, game);
  const { draws } = weights;
  const evaluator: Evaluator =
    draws === undefined ? judge : new DrawEvaluator(judge, game.drawClasses!, draws);
  evaluator.endings = game.endings;
  return evaluator;
}

/** Each weight by the name of what it weighs; undefined where the score is no weighted sum of named terms. */
export function weightsByFeature(weights: Weights, game: Game): Record<string, number> | undefined {
  return modelOf(weights).byFeature?.(weights, game);
}

/** What each named term adds to the score of a position, for the player to move there; none where the score is not their sum. */
export function contributionsOf(weights: Weights, game: Game, position: Position): Contribution[] {
  return modelOf(weights).contributions?.(weights, game, position) ?? [];
}

/** What the weights are over, for people. */
export function overText(weights: Weights): string {
  return modelOf(weights).over(weights);
}

function modelOf({ kind }: Pick<Weights, 'kind'>): Model {
  const model = models.find((known) => known.kind === kind);
  if (model !== undefined) return model;
  return refuse(
    `its kind is ${shown(kind)}; expected ${models.map((known) => shown(known.kind)).join(' or ')}`,
  );
}

function parseJson(text: string): Weights {
  if (text.length > WEIGHTS_MOST_CHARACTERS)
    refuse(`it has ${text.length} characters; expected at most ${WEIGHTS_MOST_CHARACTERS}`);
  const fault = jsonFault(text);
  if (fault !== undefined) refuse(fault);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    refuse('it is not JSON');
  }
  if (!isObject(value)) return refuse('it is not a JSON object');
  return value as unknown as Weights;
}

function checkForm(weights: Weights, game: Game, size: number): void {
  if (weights.format !== WEIGHTS_FORMAT)
    refuse(`its format is ${shown(weights.format)}; expected ${shown(WEIGHTS_FORMAT)}`);
  if (weights.game !== game.name)
    refuse(`it is for the game ${shown(weights.game)}; expected ${shown(game.name)}`);
  const model = modelOf(weights);
  if (weights.size !== size && weights.size !== 'any')
    refuse(`it is for size ${shown(weights.size)}; expected ${size} or "any"`);
  if (!Number.isFinite(weights.scale) || weights.scale <= 0)
    refuse(`its scale is not a number above 0, but ${shown(weights.scale)}`);
  if (!isObject(weights.provenance))
    refuse(`its provenance is ${shown(weights.provenance)}; expected an object`);
  model.check(weights, game);
  if (weights.draws !== undefined) checkDraws(weights.draws, game);
  if (typeof weights.sha256 !== 'string')
    refuse(`it has no sha256, but ${shown(weights.sha256)}; expected 64 hexadecimal digits`);
}

function checkVectors(weights: Weights, game: Game): void {
  const vectors: unknown = weights.vectors;
  if (!Array.isArray(vectors) || vectors.length === 0)
    return refuse(`it has no vectors, but ${shown(vectors)}; expected a list of positions with their scores`);
  if (vectors.length > MOST_VECTORS)
    refuse(`it has ${vectors.length} vectors; expected at most ${MOST_VECTORS}`);
  const evaluator = evaluatorOf(weights, game);
  for (const [i, vector] of vectors.entries()) {
    checkVector(vector, `vector ${i + 1}`, weights, game);
    const position = positionOf(vector, `vector ${i + 1}`, game);
    const score = evaluator.evaluate(position);
    if (score !== vector.score) {
      refuse(`it should give ${vector.board} the score ${vector.score}, but this program gives ${score}`);
    }
  }
}

function checkVector(vector: unknown, name: string, weights: Weights, game: Game): asserts vector is Vector {
  if (!isObject(vector)) return refuse(`its ${name} is ${shown(vector)}; expected an object`);
  const { player, board, size, score } = vector;
  if (!game.players.includes(player as string))
    refuse(`its ${name} has the player ${shown(player)}; expected ${game.players.map(shown).join(' or ')}`);
  if (!game.sizes.includes(size as number))
    refuse(`its ${name} is of size ${shown(size)}; expected one of ${game.sizes.join(', ')}`);
  if (weights.size !== 'any' && size !== weights.size)
    refuse(`it is for size ${weights.size} and its ${name} is of size ${shown(size)}`);
  if (typeof board !== 'string') refuse(`its ${name} has the board ${shown(board)}; expected a text`);
  if (!Number.isSafeInteger(score))
    refuse(`its ${name} has the score ${shown(score)}; expected a whole number`);
}

function positionOf(vector: Vector, name: string, game: Game): Position {
  try {
    return vectorPosition(vector, game);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return refuse(`its ${name} is no position: ${error.message}`);
  }
}

export function vectorPosition(vector: Omit<Vector, 'score'>, game: Game): Position {
  return game.parseBoard(vector.size, game.players.indexOf(vector.player) as Side, vector.board);
}
