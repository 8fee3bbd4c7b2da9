import { type Pattern, type Patterns, rowsFromBottom } from '../../patterns.ts';
import { type BetsyPosition, rowsOf } from './position.ts';

// Pebbles fall and columns turn, so what a square is worth depends on how high it lies: most patterns have weights for each row.
// Rows of five are whole lines on the usual board; pairs of columns tell what a rotation brings back beside what.

const contents = ['.', 'x', 'o'];

const list: Pattern[] = [
  { name: 'row of 5', squares: ['#####'], contents, places: rowsFromBottom(8, 1) },
  { name: 'row of 3', squares: ['###'], contents, places: rowsFromBottom(8, 1) },
  { name: 'column of 5', squares: ['#', '#', '#', '#', '#'], contents, places: rowsFromBottom(4, 5) },
  { name: 'pair of columns', squares: ['##', '##', '##', '##'], contents, places: rowsFromBottom(5, 4) },
  {
    name: 'diagonal of 5',
    squares: ['#....', '.#...', '..#..', '...#.', '....#'],
    contents,
    // The diagonals that count run from the upper corners.
    places: { names: ['a line', 'elsewhere'], of: (row, column) => (row === column ? 0 : 1) },
  },
  { name: 'square of 3', squares: ['###', '###', '###'], contents },
];

export const patterns: Patterns<BetsyPosition> = {
  id: 'betsy-patterns-1',
  list,
  pieces: ['x', 'o'],
  read({ size, columns }, squares) {
    const last = (rowsOf(size) - 1) * size - 1;
    for (let column = 1; column <= size; column++) {
      let square = last + column;
      for (let rest = columns[column]; rest > 1; rest >>= 1, square -= size) squares[square] = 2 - (rest & 1);
      for (; square >= 0; square -= size) squares[square] = 0;
    }
  },
};
