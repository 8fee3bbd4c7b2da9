import type { Evaluator } from '../evaluator.ts';
import { type Game, widthOf } from '../game.ts';
import { InputError } from '../input-error.ts';
import type { Position } from '../position.ts';

// What a heuristic without named terms is explained by: the pieces, taken off one by one.

/** How the score changes when what stands on a square is taken off. */
export interface PieceChange {
  row: number;
  column: number;
  piece: string;
  /** The static score without it less the score with it, for the player to move. */
  change: number;
}

/** The changes for all pieces that can be taken off with the game still undecided, row by row from the top. */
export function pieceChanges(game: Game, position: Position, evaluator: Evaluator): PieceChange[] {
  const score = evaluator.evaluate(position);
  const width = widthOf(game, position.size);
  return [...game.formatBoard(position)].flatMap((piece, square) => {
    if (piece === '.') return [];
    const other = without(game, position, square);
    if (other === undefined || other.winner !== -1) return [];
    const change = evaluator.evaluate(other) - score;
    return [{ row: Math.floor(square / width) + 1, column: (square % width) + 1, piece, change }];
  });
}

/** The position without what stands on a square; what floats then falls. Undefined where the game has no such board. */
function without(game: Game, position: Position, square: number): Position | undefined {
  if (game.without !== undefined) return game.without(position, square);
  const board = game.formatBoard(position);
  const text = `${board.slice(0, square)}.${board.slice(square + 1)}`;
  try {
    return game.parseBoard(position.size, position.turn, game.settle?.(position.size, text) ?? text);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The board with the change beside each piece; a piece that cannot be taken off has none. */
export function pieceChangeLines(game: Game, position: Position, changes: readonly PieceChange[]): string[] {
  const columns = widthOf(game, position.size);
  const texts = Array.from(game.formatBoard(position), (letter, square) => {
    const row = Math.floor(square / columns) + 1;
    const found = changes.find((one) => one.row === row && one.column === (square % columns) + 1);
    return found === undefined ? letter : `${letter} ${found.change > 0 ? '+' : ''}${found.change}`;
  });
  const width = Math.max(...texts.map((text) => text.length));
  return Array.from({ length: texts.length / columns }, (_, row) =>
    texts
      .slice(row * columns, (row + 1) * columns)
      .map((text) => text.padEnd(width))
      .join('  ')
      .trimEnd(),
  );
}
