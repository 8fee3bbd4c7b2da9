// The entry through which other builds of evalsmith play against this one. Each finds the dist/engine/opponent.js of the
// other, so what is exported here may grow and must not change.
import { findMove } from './game.ts';
import { games } from './games/index.ts';
import { InputError } from './input-error.ts';
import { parametersOf, readParameters } from './parameters.ts';
import { Player } from './player.ts';
import { legalMoves } from './position.ts';
import { Table } from './table.ts';
import { evaluatorOf, readWeights, type Sha256 } from './weights.ts';

export { usualWeights } from './usual-weights.ts';

export interface OpponentLimits {
  nodes?: number;
  depth?: number;
  /** Asked now and then. */
  stop?: () => boolean;
}

export interface Opponent {
  /** The sha256 of its weights. */
  readonly weights: string;
  /** Begins a game, and knows nothing of earlier ones. */
  begin(): void;
  /** Its move after these, all those of the game so far; null where by its rules the game cannot have gone so. */
  answer(
    played: readonly string[],
    limits: OpponentLimits,
  ): { move: string; score: number; nodes: number } | null;
}

/**
 * A player of this build with a transposition table of so many megabytes, and the search parameters of a file's text or the defaults;
 * throws where it knows no such game or weights.
 */
export function openOpponent(
  gameName: string,
  size: number,
  weightsText: string,
  sha256: Sha256,
  megabytes: number,
  parametersText?: string,
): Opponent {
  const game = games.find(({ name }) => name === gameName);
  if (game === undefined || !game.sizes.includes(size))
    throw new InputError(`${gameName} ${size} is not played here`);
  const weights = readWeights(weightsText, game, size, sha256);
  const chosen = parametersText === undefined ? {} : readParameters(parametersText, gameName);
  const table = Table.ofMegabytes(megabytes);
  const player = new Player(game, evaluatorOf(weights, game), table, parametersOf(chosen));
  let position = game.start(size);
  return {
    weights: weights.sha256,
    begin() {
      player.forget();
      position = game.start(size);
    },
    answer(played, limits) {
      for (const text of played.slice(position.state.ply)) {
        const move = findMove(game, position, legalMoves(position), text);
        if (move === undefined) return null;
        position.make(move);
      }
      const { move, score, nodes } = player.choose(position, limits);
      return { move: game.formatMove(position, move), score, nodes };
    },
  };
}
