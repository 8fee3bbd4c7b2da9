import type { DrawClasses } from './draw-classes.ts';
import type { Endings } from './endings.ts';
import type { Features } from './features.ts';
import type { Inputs } from './inputs.ts';
import type { Patterns } from './patterns.ts';
import type { Move, Position, Side } from './position.ts';

/** The phases of a game; a network may have an output for each, or for so many of them together. */
export const PHASES = 8;

/** Colours a piece of a drawing for the side it belongs to, or for neither. */
export type Paint = (text: string, side: Side | -1) => string;

/** All that the rest of the program knows about a game. */
export interface Game<P extends Position = Position> {
  readonly name: string;
  /** The board sizes that exist, smallest first, and the usual one. */
  readonly sizes: readonly number[];
  readonly usualSize: number;
  /** The letters of the first and the second player. */
  readonly players: readonly [string, string];
  /** A game that reaches this many plies is a draw by default. */
  readonly plyCap: number;
  /** A game with this many plies in a row without a capture or promotion is a draw, where the game has such a rule. */
  readonly quietCap?: number;
  /** What wins the game at once, in a word: line, capture. */
  readonly wonBy: string;
  /** Squares in a row of a board; as many as the size, where it is not there. */
  width?(size: number): number;
  /** The letters of each player's pieces on boards, where a piece is a letter. */
  readonly pieces?: readonly [string, string];

  /** Positions that a search need not look into, as their value is known. */
  readonly endings?: Endings<P>;
  /** Classes of positions by which weights may scale their scores towards the draw. */
  readonly drawClasses?: DrawClasses<P>;
  readonly features: Features<P>;
  /** What weights of patterns look at; such weights are for games that declare some. */
  readonly patterns?: Patterns<P>;
  /** What networks for boards of this size look at, unless a file names other inputs. */
  inputs(size: number): Inputs<P>;
  /** Other inputs that networks may look at, by id. */
  readonly otherInputs?: Readonly<Record<string, (size: number) => Inputs<P>>>;
  /** How far a game has come, as a whole number from 0 up to below PHASES, the same to both sides. */
  phase?(position: P): number;

  start(size: number): P;
  /** Reads a board in the game's notation; throws an InputError that says what is wrong with it. */
  parseBoard(size: number, turn: Side, text: string): P;
  /**
   * Sets up the board of a text, given as bytes from `start` up to `end`, at the beginning of a position's history; the player to move
   * stays. False, and the position is not to be used, for what `parseBoard` refuses. For reading many boards: nothing is allocated.
   */
  placeBoard(position: P, text: Uint8Array, start: number, end: number): boolean;
  /** Mends a board text of the right form that nobody can mean literally; for the player alone. */
  settle?(size: number, text: string): string;
  formatBoard(position: P): string;
  /**
   * The position without what stands on a square, counted row by row from the top, where no game may come to such a board and
   * `parseBoard` refuses it; for explanations alone.
   */
  without?(position: P, square: number): P | undefined;
  /** The text of a legal move of this position. */
  formatMove(position: P, move: Move): string;
  /** The last line of a player's output: the move it chose, the board after it, or both. */
  formatAnswer(position: P, move: Move, boardAfter: string): string;
  /** The board for people. */
  draw(position: P, paint: Paint): string;
  /** The boards that the symmetries of the rules make of this one, itself included. */
  symmetricBoards(size: number, board: string): string[];
  /** The board with the colours exchanged, so that it means the same to the other player. */
  swapColours(size: number, board: string): string;
}

/** Squares in a row of a board. */
export function widthOf(game: Game, size: number): number {
  return game.width?.(size) ?? size;
}

/** The first in text order of the boards that are the same up to symmetry. */
export function canonicalBoard(game: Game, size: number, board: string): string {
  return game.symmetricBoards(size, board).reduce((least, other) => (other < least ? other : least));
}

/** Reads a move of this position, in the notation that `formatMove` writes. */
export function findMove(
  game: Game,
  position: Position,
  moves: Iterable<Move>,
  text: string,
): Move | undefined {
  for (const move of moves) if (game.formatMove(position, move) === text) return move;
  return undefined;
}
