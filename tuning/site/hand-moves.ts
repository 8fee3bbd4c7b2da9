import { type Game, widthOf } from '../../engine/game.ts';
import { legalMoves, type Position, type Side } from '../../engine/position.ts';
import { changedSquares } from '../page/board-drawing.ts';
import { wordsOf } from '../page/game-words.ts';

/** A legal move as a person makes it. */
export interface HandMove {
  text: string;
  /** What is clicked one after the other; nothing for a move of a column or of the list. */
  squares: readonly number[];
  isOfColumn: boolean;
}

/** The legal moves of a position, by its game's own words or by what each of them changes on the board. */
export function handMoves(game: Game, position: Position): HandMove[] {
  const { columns, squares } = wordsOf(game);
  const { size, turn } = position;
  const before = game.formatBoard(position);
  const ofColumns = Array.from({ length: widthOf(game, size) }, (_, i) => [
    columns?.above.move(i + 1),
    columns?.below?.move(i + 1),
  ]).flat();
  return Array.from(legalMoves(position), (move) => {
    const text = game.formatMove(position, move);
    if (ofColumns.includes(text)) return { text, squares: [], isOfColumn: true };
    let named;
    if (squares === undefined) {
      position.make(move);
      named = squaresOfChange(game, before, game.formatBoard(position), turn);
      position.unmake();
    } else named = squares(text, size);
    const isOnBoard = named?.every((square) => before[square] !== undefined) ?? false;
    return { text, squares: isOnBoard && named ? named : [], isOfColumn: false };
  });
}

/** Where a piece was put, or from where to where it went; undefined where a move did neither. */
function squaresOfChange(
  { pieces }: Game,
  before: string,
  after: string,
  mover: Side,
): readonly number[] | undefined {
  const isOwn = (letter: string) => letter !== '.' && (pieces?.[mover].includes(letter) ?? true);
  const changed = changedSquares(before, after);
  const left = changed.filter((square) => after[square] === '.' && isOwn(before[square]));
  const taken = changed.filter((square) => isOwn(after[square]));
  // Not the pieces that turned over round the one that was put.
  const put = taken.filter((square) => before[square] === '.');
  if (left.length === 1 && taken.length === 1) return [left[0], taken[0]];
  if (left.length === 0 && put.length === 1) return put;
  return changed.length === 1 ? changed : undefined;
}
