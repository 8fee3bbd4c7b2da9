import { bitCount } from '../../bits.ts';
import type { Features } from '../../features.ts';
import type { Side } from '../../position.ts';
import { type CongaPosition, movers } from './position.ts';

// Conga is won by taking the enemy's moves away, so the heuristic counts exits. The source study's three measures are here:
// the number of moves, the number of squares, and the squares weighted by the directions that the board offers from each.
// A side on four squares can always move, so the other side's squares with few exits matter more than the sum: squares
// shut in altogether, with one exit and with two, the stones shut in, and the size of the largest stack, which a single move
// of the enemy can enclose. Adjacent own squares can always move into each other.
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
] as const;

// The corners and the other border squares of each size: three and five directions instead of eight.
const CORNERS: Record<number, number> = { 3: 0x0505, 4: 0x9009 };
const EDGES: Record<number, number> = { 3: 0x0252, 4: 0x6996 };

const counts = new Float64Array(NAMES.length);

export const features: Features<CongaPosition> = {
  id: 'conga-1',
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
  const own = position.mask(side);
  const open = position.board & ~position.mask((side ^ 1) as Side);
  // The number of exits of every square at once: bit s of exits1 is the ones of square s, of exits2 its twos, and so on.
  let exits1 = 0;
  let exits2 = 0;
  let exits4 = 0;
  let exits8 = 0;
  let adjacent = 0;
  for (let direction = 0; direction < 8; direction++) {
    const free = movers(own, open, direction);
    if ((direction & 1) === 0) adjacent += bitCount(movers(own, own, direction));
    const carry1 = exits1 & free;
    const carry2 = exits2 & carry1;
    exits1 ^= free;
    exits2 ^= carry1;
    exits8 |= exits4 & carry2;
    exits4 ^= carry2;
  }
  const many = exits4 | exits8;
  const shut = own & ~(exits1 | exits2 | many);
  const squares = bitCount(own);
  const onCorners = bitCount(own & CORNERS[position.size]);
  const onEdges = bitCount(own & EDGES[position.size]);
  counts[1] = bitCount(exits1) + 2 * bitCount(exits2) + 4 * bitCount(exits4) + 8 * bitCount(exits8);
  counts[2] = squares;
  counts[3] = 8 * squares - 5 * onCorners - 3 * onEdges;
  counts[4] = bitCount(shut);
  counts[5] = bitCount(exits1 & ~exits2 & ~many);
  counts[6] = bitCount(exits2 & ~exits1 & ~many);
  counts[7] = shut === 0 ? 0 : position.stonesOn(side, shut);
  counts[8] = position.largestStack(side);
  counts[9] = adjacent;
  counts[10] = squares < 4 ? 4 - squares : 0;
}
