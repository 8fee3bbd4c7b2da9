import type { Position } from './position.ts';

/**
 * Some squares whose contents, taken together, have a weight for each combination. They are laid wherever they fit on a board of
 * any size, turned and mirrored as the rules allow: all these places share the weights.
 */
export interface Pattern {
  readonly name: string;
  /** Row by row: `#` is a square of the pattern, `+` one that may lie beyond the edge, and anything else none of its squares. */
  readonly squares: readonly string[];
  /**
   * What is told apart on a square: letters of the board that count as one, the empty square's first, in the first player's view, whose
   * own letters are those of the first player.
   */
  readonly contents: readonly string[];
  /** Parts of the board with weights of their own; without it, all of it is one. */
  readonly places?: Places;
}

/** Parts of a board, as the player to move sees it. */
export interface Places {
  readonly names: readonly string[];
  /** The index of the part in which the pattern's upper left corner lies, by its row and column from 0. */
  of(row: number, column: number, rows: number, columns: number): number;
}

/** What a game declares for weights of patterns. */
export interface Patterns<P extends Position = Position> {
  /** Changes whenever the meaning of a name does, so that old weights are refused. A pattern that is added needs no other id. */
  readonly id: string;
  readonly list: readonly Pattern[];
  /** The letters of the first and the second player's pieces, kind by kind; an empty square is a dot. */
  readonly pieces: readonly [string, string];
  /** Writes for each square, row by row from the top, 0 or the number of its piece from 1 in the order of these letters. */
  read(position: P, squares: Int8Array): void;
}

/** What stands for a square beyond the edge in the name of a combination. */
export const BEYOND = '#';

/** A part of the board in all of its rows from the bottom up: `row 1`, …, and the last with all rows above. */
export function rowsFromBottom(count: number, height: number): Places {
  return {
    names: rowNames(count),
    of: (row, _column, rows) => Math.min(rows - height - row, count - 1),
  };
}

function rowNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `row ${i + 1}${i === count - 1 ? ' up' : ''}`);
}
