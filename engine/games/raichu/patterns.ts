import { type Pattern, type Patterns, rowsFromBottom } from '../../patterns.ts';
import { type RaichuPosition, squareAt } from './position.ts';

// The first player moves down the board, so rows are counted from the side of promotion. Pieces beside and behind each other are
// safe from jumps; a piece alone on its row tells how far it has come.

const contents = ['.', 'w', 'W', '@', 'b', 'B', '$'];

const list: Pattern[] = [
  { name: 'piece', squares: ['#'], contents, places: rowsFromBottom(8, 1) },
  { name: 'square', squares: ['##', '##'], contents, places: rowsFromBottom(4, 2) },
  { name: 'column of 4', squares: ['#', '#', '#', '#'], contents, places: rowsFromBottom(3, 4) },
  { name: 'row of 4', squares: ['####'], contents },
  { name: 'diagonal of 3', squares: ['#..', '.#.', '..#'], contents, places: rowsFromBottom(3, 3) },
];

// Numbers of pieces have a bit for the side and two for the kind.
const NUMBERS = Int8Array.of(0, 1, 2, 3, 0, 4, 5, 6);

export const patterns: Patterns<RaichuPosition> = {
  id: 'raichu-patterns-1',
  list,
  pieces: ['wW@', 'bB$'],
  read(position, squares) {
    const { size } = position;
    for (let row = 1, i = 0; row <= size; row++) {
      const first = squareAt(size, row, 1);
      for (let square = first; square < first + size; square++)
        squares[i++] = NUMBERS[position.pieceOn(square)];
    }
  },
};
