import { boardGame, squareName } from 'evalsmith/engine';
import { features } from './features.ts';
import { InARow } from './position.ts';

// The game: what evalsmith takes from this folder. Only evalsmith/engine and the files of this folder may be imported.
export default boardGame<InARow>({
  name: 'in-a-row',
  sizes: [3, 4, 5, 6],
  usualSize: 5,
  // The letters of the two players, and of their pieces, kind by kind.
  players: ['x', 'o'],
  pieces: ['x', 'o'],
  startBoard: (size) => '.'.repeat(size * size),
  emptyPosition: (size, turn) => new InARow(size, turn),
  // A move as people write it: row.column.
  formatMove: ({ size }, move) => squareName(move - 1, size),
  features,
  // What wins the game, in a word.
  wonBy: 'line',
  // Where each square goes by each symmetry of the rules. Leave it out for a game that has none.
  symmetries,
});

/** How many random plies games begin with, so that no two are alike. */
export const openingPlies = 4;

/** Every turn and mirror image of the board but the board itself. */
function symmetries(size: number): number[][] {
  const mirrored = imageOf(size, (row, column) => [row, size - 1 - column]);
  const turned = imageOf(size, (row, column) => [column, size - 1 - row]);
  const after = (first: number[], then: number[]) => first.map((square) => then[square]);
  const half = after(turned, turned);
  const turns = [turned, half, after(half, turned)];
  return [...turns, mirrored, ...turns.map((turn) => after(turn, mirrored))];
}

function imageOf(size: number, to: (row: number, column: number) => [number, number]): number[] {
  return Array.from({ length: size * size }, (_, square) => {
    const [row, column] = to(Math.floor(square / size), square % size);
    return row * size + column;
  });
}
