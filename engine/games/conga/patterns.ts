import type { Pattern, Patterns, Places } from '../../patterns.ts';
import { LETTERS } from './boards.ts';
import type { CongaPosition } from './position.ts';
import { squareAt, STONES } from './sowing.ts';

// A stack is enclosed by what stands round it, the edge included; how large it is matters less the larger it is.

const owners = ['.', ...LETTERS];
const stacks = ['.', ...LETTERS.flatMap((letters) => [letters[0], letters.slice(1, 3), letters.slice(3)])];

const atEdge: Places = {
  names: ['at the edge', 'inside'],
  of: (row, _column, rows) => (row === 0 || row === rows - 1 ? 0 : 1),
};

const list: Pattern[] = [
  { name: 'neighbours', squares: ['+++', '+#+', '+++'], contents: owners },
  { name: 'cross of stacks', squares: ['.+.', '+#+', '.+.'], contents: stacks },
  { name: 'diagonal cross of stacks', squares: ['+.+', '.#.', '+.+'], contents: stacks },
  { name: 'row of 4 stacks', squares: ['####'], contents: stacks, places: atEdge },
  { name: 'row of 3 stacks', squares: ['###'], contents: stacks, places: atEdge },
  {
    name: 'square of stacks',
    squares: ['##', '##'],
    contents: stacks,
    places: {
      names: ['in a corner', 'at the edge', 'inside'],
      of(row, column, rows, columns) {
        const edges = Number(row % (rows - 2) === 0) + Number(column % (columns - 2) === 0);
        return 2 - edges;
      },
    },
  },
];

export const patterns: Patterns<CongaPosition> = {
  id: 'conga-patterns-1',
  list,
  pieces: LETTERS,
  read(position, squares) {
    const { size } = position;
    for (let row = 0, i = 0; row < size; row++) {
      for (let column = 0; column < size; column++, i++) {
        const square = squareAt(row, column);
        const first = position.stones(0, square);
        const second = position.stones(1, square);
        squares[i] = second === 0 ? first : second + STONES;
      }
    }
  },
};
