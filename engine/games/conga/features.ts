import { bitCount } from '../../bits.ts';
import type { Features } from '../../features.ts';
import type { Side } from '../../position.ts';
import { type CongaPosition, LINE_ROOM, LINE_STEPS } from './position.ts';

// Conga is won by taking the enemy's moves away, so the heuristic counts exits. The source study's three measures are here:
// the number of moves, the number of squares, and the squares weighted by the directions that the board offers from each.
// A side on four squares can always move, so the other side's squares with few exits matter more than the sum: squares
// shut in altogether, with one exit and with two, the stones shut in, and the size of the largest stack, which a single move
// of the enemy can enclose. Adjacent own squares can always move into each other. Past eight squares another one adds little.
// Each feature is the own number less the enemy's, except tempo, which belongs to the player to move.

const NAMES = [
  'tempo',
  'moves',
  'squares',
  'weighted squares',
  'squares without exit',
  'squares with one exit',
  'squares with two exits',
  'stones without exit',
  'largest stack',
  'adjacent own squares',
  'squares short of four',
  'squares short of eight',
] as const;

// A pair is a mask twice in one word: for a direction in the lower half, for its opposite in the upper.
const PAIR = 0x10001;
const LINES = 4;
const STEPS = LINE_STEPS;
const ROOM = LINE_ROOM;

// By size, the corners and the other border squares: three and five directions instead of eight.
const CORNERS = [0, 0, 0, 0x0505, 0x9009];
const EDGES = [0, 0, 0, 0x0252, 0x6996];

const counts = new Float64Array(NAMES.length);

export const features: Features<CongaPosition> = {
  id: 'conga-2',
  names: NAMES,
  extract(position, values) {
    const turn = position.turn;
    look(position, turn);
    for (let i = 1; i < values.length; i++) values[i] = counts[i];
    look(position, (turn ^ 1) as Side);
    for (let i = 1; i < values.length; i++) values[i] -= counts[i];
    values[0] = 1;
  },
};

function look(position: CongaPosition, side: Side): void {
  const size = position.size;
  const own = position.mask(side);
  const ownPair = Math.imul(own, PAIR);
  const openPair = Math.imul(position.board & ~position.mask((side ^ 1) as Side), PAIR);
  // Exits of every square at once, apart for the two directions of a line: their ones, twos and fours.
  let ones = 0;
  let twos = 0;
  let fours = 0;
  let adjacent = 0;
  for (let line = 0; line < LINES; line++) {
    const free = ownPair & steppedFrom(openPair, line);
    adjacent += bitCount(own & steppedFrom(ownPair, line));
    const carry = ones & free;
    ones ^= free;
    fours |= twos & carry;
    twos ^= carry;
  }
  // The two halves added; a sum above two is only known to be more.
  const one = (ones ^ (ones >>> 16)) & 0xffff;
  const carry = ones & (ones >>> 16);
  const two = (twos ^ (twos >>> 16) ^ carry) & 0xffff;
  const more = ((twos & (twos >>> 16)) | (carry & (twos | (twos >>> 16))) | fours | (fours >>> 16)) & 0xffff;
  const shut = own & ~(one | two | more);
  const squares = bitCount(own);
  counts[1] = bitCount(ones) + 2 * bitCount(twos) + 4 * bitCount(fours);
  counts[2] = squares;
  counts[3] = 8 * squares - 5 * bitCount(own & CORNERS[size]) - 3 * bitCount(own & EDGES[size]);
  counts[4] = bitCount(shut);
  counts[5] = bitCount(one & ~two & ~more);
  counts[6] = bitCount(two & ~one & ~more);
  counts[7] = shut === 0 ? 0 : position.stonesOn(side, shut);
  counts[8] = position.largestStack(side);
  counts[9] = adjacent;
  counts[10] = squares < 4 ? 4 - squares : 0;
  counts[11] = squares < 8 ? 8 - squares : 0;
}

/** The squares, for both directions of a line, from which the next square is in the mask. */
function steppedFrom(pair: number, line: number): number {
  const step = STEPS[line];
  return (((pair & 0xffff) >> step) | ((pair & -0x10000) << step)) & ROOM[line];
}
