import { bitCount } from '../../bits.ts';
import type { Features } from '../../features.ts';
import type { BetsyPosition } from './position.ts';

// A line is won by filling it, so a line is worth more the less it lacks, and nothing once an enemy pebble stands in it;
// but pebbles move: a rotation lowers a whole column and brings its bottom pebble back on top. So besides the lines as they
// stand (lacking one, two or three pebbles), the heuristic counts the rotations that would bring a pebble into a row that lacks two or
// three, often in place of an enemy's, what lies low in the columns and will come round again, and what lies on top and decides the next line. Wins in one move
// are not counted: the search sees them. The parity of the empty squares tells who will run out of harmless moves first.
// Each feature is the own number less the enemy's, except tempo and parity, which belong to the player to move.

const NAMES = [
  'tempo',
  'lines lacking 1',
  'lines lacking 2',
  'lines lacking 3',
  'rotations into rows lacking 2',
  'rotations into rows lacking 3',
  'pebbles on top',
  'pebbles in the top square',
  'pebbles on the diagonals',
  'pebbles in the lower rows',
  'pebbles at the bottom',
  'pebbles next to the bottom',
  'parity of empty squares',
] as const;

const IGNORED_ROWS = 3;
const LOWER_SQUARES = 7;

// What one side has, gathered by `look`.
const counts = new Float64Array(NAMES.length);

export const features: Features<BetsyPosition> = {
  id: 'betsy-2',
  names: NAMES,
  extract(position, values) {
    const turn = position.turn;
    look(position, turn);
    for (let i = 1; i < 12; i++) values[i] = counts[i];
    look(position, turn ^ 1);
    for (let i = 1; i < 12; i++) values[i] -= counts[i];
    values[0] = 1;
    values[12] = ((position.supply(0) + position.supply(1)) & 1) === 0 ? -1 : 1;
  },
};

function look(position: BetsyPosition, side: number): void {
  const { size, columns } = position;
  const all = (1 << size) - 1;
  // Rows, as bits, that lack at least one, two, three, four own pebbles, and rows with an enemy pebble.
  let lack1 = 0;
  let lack2 = 0;
  let lack3 = 0;
  let lack4 = 0;
  let blocked = 0;
  let rising = 0;
  let falling = 0;
  let diagonalsBlocked = 0;
  let one = 0;
  let two = 0;
  let three = 0;
  let onTop = 0;
  let inSquare = 0;
  let low = 0;
  let atBottom = 0;
  let nextToBottom = 0;
  for (let column = 1; column <= size; column++) {
    const filled = columns[column];
    if (filled === 1) {
      lack4 |= lack3;
      lack3 |= lack2;
      lack2 |= lack1;
      lack1 = all;
      continue;
    }
    const closing = 1 << (31 - Math.clz32(filled));
    const own = side === 0 ? filled ^ closing : ~filled & (closing - 1);
    const ownTop = own >> IGNORED_ROWS;
    const enemyTop = ((closing - 1) ^ own) >> IGNORED_ROWS;
    const lacking = all & ~ownTop;
    lack4 |= lack3 & lacking;
    lack3 |= lack2 & lacking;
    lack2 |= lack1 & lacking;
    lack1 |= lacking;
    blocked |= enemyTop;
    onTop += (own & (closing >> 1)) === 0 ? 0 : 1;
    low += bitCount(own & LOWER_SQUARES);
    atBottom += own & 1;
    nextToBottom += (own >> 1) & 1;
    rising += (ownTop >> (column - 1)) & 1;
    falling += (ownTop >> (size - column)) & 1;
    diagonalsBlocked |= ((enemyTop >> (column - 1)) & 1) | (((enemyTop >> (size - column)) & 1) << 1);
    const pebbles = bitCount(ownTop);
    inSquare += pebbles;
    if (enemyTop !== 0) continue;
    if (pebbles === size - 1) one++;
    else if (pebbles === size - 2) two++;
    else if (pebbles === size - 3) three++;
  }
  const rowsLacking2 = lack2 & ~lack3;
  const rowsLacking3 = lack3 & ~lack4;
  one += bitCount(lack1 & ~lack2 & ~blocked);
  two += bitCount(rowsLacking2 & ~blocked);
  three += bitCount(rowsLacking3 & ~blocked);
  for (let diagonal = 0; diagonal < 2; diagonal++) {
    if (((diagonalsBlocked >> diagonal) & 1) !== 0) continue;
    const lacking = size - (diagonal === 0 ? rising : falling);
    if (lacking === 1) one++;
    else if (lacking === 2) two++;
    else if (lacking === 3) three++;
  }
  counts[1] = one;
  counts[2] = two;
  counts[3] = three;
  counts[4] = rowsLacking2 === 0 ? 0 : rotationsInto(position, side, rowsLacking2);
  counts[5] = rowsLacking3 === 0 ? 0 : rotationsInto(position, side, rowsLacking3);
  counts[6] = onTop;
  counts[7] = inSquare;
  counts[8] = rising + falling;
  counts[9] = low;
  counts[10] = atBottom;
  counts[11] = nextToBottom;
}

/** How many squares of these rows get an own pebble that had none, over the rotations of each column. */
function rotationsInto(position: BetsyPosition, side: number, rows: number): number {
  const { size, columns } = position;
  let count = 0;
  for (let column = 1; column <= size; column++) {
    const filled = columns[column];
    const height = 31 - Math.clz32(filled);
    if (height <= IGNORED_ROWS) continue;
    const own = side === 0 ? filled ^ (1 << height) : ~filled & ((1 << height) - 1);
    const rotated = (own >> 1) | ((own & 1) << (height - 1));
    count += bitCount(((rotated & ~own) >> IGNORED_ROWS) & rows);
  }
  return count;
}
