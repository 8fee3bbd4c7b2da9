import { bitCount } from '../../bits.ts';
import { FeatureList, type Features, subtract } from '../../features.ts';
import type { Side } from '../../position.ts';
import { type CongaPosition, LINE_ROOM, LINE_STEPS } from './position.ts';

// Conga is won by taking the enemy's moves away, so the heuristic counts exits. The source study's three measures are here:
// the number of moves, the number of squares, and the squares weighted by the directions that the board offers from each.
// A side on four squares can always move, so the other side's squares with few exits matter more than the sum: squares
// shut in altogether, with one exit and with two, the stones shut in, and the size of the largest stack, which a single move
// of the enemy can enclose. Adjacent own squares can always move into each other. Past eight squares another one adds little.
// Each feature is the own number less the enemy's, except tempo, which belongs to the player to move.

const list = new FeatureList();
const TEMPO = list.slot('tempo');
const MOVES = list.slot('moves');
const SQUARES = list.slot('squares');
const WEIGHTED_SQUARES = list.slot('weighted squares');
const WITHOUT_EXIT = list.slot('squares without exit');
const WITH_ONE_EXIT = list.slot('squares with one exit');
const WITH_TWO_EXITS = list.slot('squares with two exits');
const STONES_WITHOUT_EXIT = list.slot('stones without exit');
const LARGEST_STACK = list.slot('largest stack');
const ADJACENT = list.slot('adjacent own squares');
const SHORT_OF_FOUR = list.slot('squares short of four');
const SHORT_OF_EIGHT = list.slot('squares short of eight');

// A pair is a mask twice in one word: for a direction in the lower half, for its opposite in the upper.
const PAIR = 0x10001;
const LINES = 4;
const STEPS = LINE_STEPS;
const ROOM = LINE_ROOM;

// By size, the corners and the other border squares: three and five directions instead of eight.
const CORNERS = [0, 0, 0, 0x0505, 0x9009];
const EDGES = [0, 0, 0, 0x0252, 0x6996];

// What each side has, gathered by `look`.
const own = new Float64Array(list.names.length);
const enemy = new Float64Array(list.names.length);

export const features: Features<CongaPosition> = {
  id: 'conga-2',
  names: list.names,
  extract(position, values) {
    look(position, position.turn, own);
    look(position, (position.turn ^ 1) as Side, enemy);
    subtract(values, own, enemy);
    values[TEMPO] = 1;
  },
  count: look,
};

function look(position: CongaPosition, side: Side, counts: Float64Array): void {
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
  counts[MOVES] = bitCount(ones) + 2 * bitCount(twos) + 4 * bitCount(fours);
  counts[SQUARES] = squares;
  counts[WEIGHTED_SQUARES] =
    8 * squares - 5 * bitCount(own & CORNERS[size]) - 3 * bitCount(own & EDGES[size]);
  counts[WITHOUT_EXIT] = bitCount(shut);
  counts[WITH_ONE_EXIT] = bitCount(one & ~two & ~more);
  counts[WITH_TWO_EXITS] = bitCount(two & ~one & ~more);
  counts[STONES_WITHOUT_EXIT] = shut === 0 ? 0 : position.stonesOn(side, shut);
  counts[LARGEST_STACK] = position.largestStack(side);
  counts[ADJACENT] = adjacent;
  counts[SHORT_OF_FOUR] = squares < 4 ? 4 - squares : 0;
  counts[SHORT_OF_EIGHT] = squares < 8 ? 8 - squares : 0;
}

/** The squares, for both directions of a line, from which the next square is in the mask. */
function steppedFrom(pair: number, line: number): number {
  const step = STEPS[line];
  return (((pair & 0xffff) >> step) | ((pair & -0x10000) << step)) & ROOM[line];
}
