import type { Game } from './game.ts';
import type { Baseline } from './game-module.ts';
import { linearModel, linearParts, type LinearWeights } from './models/linear/linear-weights.ts';
import type { Parts } from './models/model.ts';
import { legalMoves, type Position, winnerOf } from './position.ts';
import {
  evaluatorOf,
  hashedPart,
  type Sha256,
  type Vector,
  vectorPosition,
  type Weights,
  WEIGHTS_FORMAT,
} from './weights.ts';

/** A whole weights file: with vectors from a game on each of the sizes, and its hash. */
export function sealedWeights<W extends Weights>(
  game: Game,
  parts: Parts<W> & Parts<Weights>,
  sizes: readonly number[],
  sha256: Sha256,
): W {
  const evaluator = evaluatorOf(parts, game);
  const vectors = sizes
    .flatMap((size) => samplePositions(game, size))
    .map((vector) => ({ ...vector, score: evaluator.evaluate(vectorPosition(vector, game)) }));
  const hashed = hashedPart({ ...parts, format: WEIGHTS_FORMAT, game: game.name, vectors });
  return { ...hashed, sha256: sha256(JSON.stringify(hashed)) } as unknown as W;
}

/**
 * Linear weights made by hand, or by a fit of one's own, as a whole weights file for boards of any size; a feature without a weight
 * gets 0. Throws an InputError where a weight is of no feature of the game or no whole number.
 */
export function linearWeights(
  game: Game,
  { scale, weights }: Baseline,
  sha256: Sha256,
  provenance: Record<string, unknown> = { origin: 'set by hand' },
): Weights {
  const made = { size: 'any' as const, scale, weights: { ...weights }, provenance };
  linearModel.check({ ...made, features: game.features.id } as LinearWeights, game);
  const sizes = [...new Set([game.usualSize, game.sizes[0]])];
  return sealedWeights<LinearWeights>(game, linearParts(game, made), sizes, sha256);
}

/** The text of a weights file. */
export function weightsText(weights: Weights): string {
  return `${JSON.stringify(weights, null, 2)}\n`;
}

/** A few positions of one game played with a fixed pattern of moves, or its start where it is over sooner. */
function samplePositions(game: Game, size: number): Omit<Vector, 'score'>[] {
  const position = game.start(size);
  const vectors = [];
  for (let ply = 1; ply <= 24; ply++) {
    const moves = legalMoves(position);
    position.make(moves[(ply * 7) % moves.length]);
    if (winnerOf(position) !== -1) break;
    if (ply % 6 === 0) vectors.push(vectorOf(game, position));
  }
  return vectors.length > 0 ? vectors : [vectorOf(game, game.start(size))];
}

function vectorOf(game: Game, position: Position): Omit<Vector, 'score'> {
  return { player: game.players[position.turn], board: game.formatBoard(position), size: position.size };
}
