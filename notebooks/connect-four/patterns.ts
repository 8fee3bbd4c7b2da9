import { type Pattern, rowsFromBottom } from 'evalsmith/engine';

// Four squares in a row are what wins; how high they lie decides who will be the one to fill them.

const contents = ['.', 'x', 'o'];

const list: Pattern[] = [
  { name: 'row of 4', squares: ['####'], contents, places: rowsFromBottom(6, 1) },
  { name: 'column of 4', squares: ['#', '#', '#', '#'], contents, places: rowsFromBottom(3, 4) },
  {
    name: 'diagonal of 4',
    squares: ['#...', '.#..', '..#.', '...#'],
    contents,
    places: rowsFromBottom(3, 4),
  },
  { name: 'square of 3', squares: ['###', '###', '###'], contents },
];

export const patterns = { id: 'connect-four-patterns-1', list };
