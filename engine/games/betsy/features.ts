import { bitCount } from '../../bits.ts';
import { FeatureList, type Features, subtract } from '../../features.ts';
import type { BetsyPosition } from './position.ts';

// A line is won by filling it, so a line is worth more the less it lacks, and nothing once an enemy pebble stands in it;
// but pebbles move: a rotation lowers a whole column and brings its bottom pebble back on top. So besides the lines as they
// stand (lacking one, two or three pebbles), the heuristic counts the rotations that would bring a pebble into a row that lacks two or
// three, often in place of an enemy's, what lies low in the columns and will come round again, and what lies on top and decides the next line. Wins in one move
// are not counted: the search sees them. The parity of the empty squares tells who will run out of harmless moves first.
// Each feature is the own number less the enemy's, except tempo and parity, which belong to the player to move.

const list = new FeatureList();
const TEMPO = list.slot('tempo');
const LINES_LACKING_1 = list.slot('lines lacking 1');
const LINES_LACKING_2 = list.slot('lines lacking 2');
const LINES_LACKING_3 = list.slot('lines lacking 3');
const ROTATIONS_LACKING_2 = list.slot('rotations into rows lacking 2');
const ROTATIONS_LACKING_3 = list.slot('rotations into rows lacking 3');
const ON_TOP = list.slot('pebbles on top');
const IN_TOP_SQUARE = list.slot('pebbles in the top square');
const ON_DIAGONALS = list.slot('pebbles on the diagonals');
const IN_LOWER_ROWS = list.slot('pebbles in the lower rows');
const AT_BOTTOM = list.slot('pebbles at the bottom');
const NEXT_TO_BOTTOM = list.slot('pebbles next to the bottom');
const PARITY = list.slot('parity of empty squares');

const IGNORED_ROWS = 3;
const LOWER_SQUARES = 7;

// What each side has, gathered by `look`.
const own = new Float64Array(list.names.length);
const enemy = new Float64Array(list.names.length);

export const features: Features<BetsyPosition> = {
  id: 'betsy-2',
  names: list.names,
  extract(position, values) {
    look(position, position.turn, own);
    look(position, position.turn ^ 1, enemy);
    subtract(values, own, enemy);
    values[TEMPO] = 1;
    values[PARITY] = emptyParity(position) === 0 ? -1 : 1;
  },
  count(position, side, counts) {
    look(position, side, counts);
    counts[PARITY] = emptyParity(position);
  },
};

function emptyParity(position: BetsyPosition): number {
  return (position.supply(0) + position.supply(1)) & 1;
}

function look(position: BetsyPosition, side: number, counts: Float64Array): void {
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
  counts[LINES_LACKING_1] = one;
  counts[LINES_LACKING_2] = two;
  counts[LINES_LACKING_3] = three;
  counts[ROTATIONS_LACKING_2] = rowsLacking2 === 0 ? 0 : rotationsInto(position, side, rowsLacking2);
  counts[ROTATIONS_LACKING_3] = rowsLacking3 === 0 ? 0 : rotationsInto(position, side, rowsLacking3);
  counts[ON_TOP] = onTop;
  counts[IN_TOP_SQUARE] = inSquare;
  counts[ON_DIAGONALS] = rising + falling;
  counts[IN_LOWER_ROWS] = low;
  counts[AT_BOTTOM] = atBottom;
  counts[NEXT_TO_BOTTOM] = nextToBottom;
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
