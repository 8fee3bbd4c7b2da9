import { expect, test } from 'vitest';
import { games } from './games/index.ts';
import { perft } from './perft.ts';

// The table of the rules: sequences of 1, 2, 3, … plies from the start.
const known = [
  { game: 'betsy', size: 3, counts: [3, 12, 54, 264, 1368, 7392, 41181, 234543] },
  { game: 'betsy', size: 5, counts: [5, 30, 200, 1440, 11000, 88080, 732800, 6291840] },
  { game: 'raichu', size: 8, counts: [22, 484, 10087, 209457, 4186173] },
  { game: 'raichu', size: 10, counts: [28, 784, 21112] },
  { game: 'conga', size: 4, counts: [3, 8, 96, 1112, 13536, 162412, 2175112] },
];

test.each(known)(
  'the move sequences of $game $size are as many as the rules say',
  ({ game, size, counts }) => {
    const position = games.find(({ name }) => name === game)!.start(size);
    expect(counts.map((_, i) => perft(position, i + 1))).toEqual(counts);
  },
);

test('no ply at all is one sequence, and a decided position has no longer one', () => {
  const [betsy] = games;
  expect(perft(betsy.start(3), 0)).toBe(1);
  expect(perft(betsy.parseBoard(2, 1, 'x.x.o.x.o.'), 1)).toBe(0);
});
