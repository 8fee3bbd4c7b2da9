import { COLOURS, disc, type Drawing, SQUARE } from '../../drawing.ts';

export const drawing: Drawing = {
  // The second player's pebbles have a hole, so that colour is not all that tells them apart.
  piece: (letter, x, y) =>
    letter === 'x' ? disc(x, y, 7.5, COLOURS.first) : disc(x, y, 5.5, COLOURS.paper, COLOURS.second, 4),
  // The rows in which no line counts.
  shade: (size, columns, rows) =>
    `M0,${Math.min(size, rows) * SQUARE}H${columns * SQUARE}V${rows * SQUARE}H0Z`,
};
