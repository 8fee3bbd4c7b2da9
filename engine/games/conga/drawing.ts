import { COLOURS, disc, type Drawing, label } from '../../drawing.ts';

export const drawing: Drawing = {
  // The more stones, the larger, with their number inside.
  piece(letter, x, y) {
    const stones = 'abcdefghij'.indexOf(letter.toLowerCase()) + 1;
    const radius = 5.6 + 0.3 * stones;
    return letter === letter.toLowerCase()
      ? disc(x, y, radius, COLOURS.first) + label(x, y, String(stones), COLOURS.paper, 9)
      : disc(x, y, radius - 0.8, COLOURS.paper, COLOURS.second, 1.8) +
          label(x, y, String(stones), COLOURS.second, 9);
  },
};
