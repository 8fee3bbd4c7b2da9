import type { Evaluator } from './evaluator.ts';
import type { Game } from './game.ts';
import type { SearchParameters } from './parameters.ts';
import { Player } from './player.ts';
import { legalMoves, type Position, winnerOf } from './position.ts';

/** How many plies deep the searches of the signature go. */
export const BENCH_DEPTH = 7;

// Seeds that are tried before the way to a midgame position is halved, for games that end early.
const SEEDS_PER_LENGTH = 128;

/** The positions of the fixed searches: the start and ten midgame positions of each game. */
export function benchPositions(game: Game, size: number): Position[] {
  const positions = [game.start(size)];
  for (let seed = 1; positions.length < 11; seed++) {
    const position = game.start(size);
    // Any pattern that never changes will do; this one wanders.
    let word = seed;
    const plies = (12 + (seed % 8)) >> Math.floor(seed / SEEDS_PER_LENGTH);
    for (let ply = 0; ply < plies && winnerOf(position) === -1; ply++) {
      const moves = legalMoves(position);
      word = (Math.imul(word, 1664525) + 1013904223) | 0;
      position.make(moves[(word >>> 16) % moves.length]);
    }
    const board = game.formatBoard(position);
    if (winnerOf(position) === -1) positions.push(game.parseBoard(size, position.turn, board));
  }
  return positions;
}

/** The nodes that searching each position to a fixed depth takes: the signature of rules, heuristic and search together. */
export function benchNodes(
  game: Game,
  size: number,
  evaluator: Evaluator,
  depth: number,
  parameters?: SearchParameters,
): number {
  const player = new Player(game, evaluator, undefined, parameters);
  let nodes = 0;
  for (const position of benchPositions(game, size)) {
    player.forget();
    nodes += player.choose(position, { depth }).nodes;
  }
  return nodes;
}
