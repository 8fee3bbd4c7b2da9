import { FeatureList, type Features } from 'evalsmith/engine';
import { type ConnectFour, FOUR, rowsOf } from './position.ts';

// What makes a position of Connect Four good. First, room for lines: stones in the middle are on more lines than stones at the edge, and
// a line with stones of both players is worth nothing, so lines are counted that one player alone has stones on, by how many. A line that
// lacks one stone is a threat, and then its last square decides. If it can be filled at once ("at hand"), the other must fill it. If it
// cannot, nobody wants to fill the square below it, and at the end, when all other columns are full, somebody has to. Who that is follows
// from counting: where an even number of squares is empty, the player to move fills the first, third and fifth row of each column and the
// other the second, fourth and sixth, if each answers in the column of the other. So a threat is worth most in a row that its owner comes
// to by such play ("in time"), and among these the lowest of its column. A threat right above another of the same player wins by force once
// the lower one can be filled. Each feature is what the player to move has less what the other has.

const list = new FeatureList();
const MIDDLE = list.slot('stones in the middle');
const BESIDE = list.slot('stones beside the middle');
const ONE = list.slot('lines with one');
const TWO = list.slot('lines with two');
const AT_HAND = list.slot('threats at hand');
const NEXT = list.slot('threats one above');
const LATER = list.slot('threats later');
const IN_TIME = list.slot('threats in time');
const FIRST_IN_TIME = list.slot('first threats in time');
const STACKED = list.slot('threats stacked');

/** The squares of every line of four, one line after the other. */
function linesOn(size: number): Int8Array {
  const lines: number[] = [];
  const rows = rowsOf(size);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < size; column++)
      for (const [down, right] of [
        [0, 1],
        [1, 0],
        [1, 1],
        [1, -1],
      ]) {
        const [lastRow, lastColumn] = [row + (FOUR - 1) * down, column + (FOUR - 1) * right];
        if (lastRow >= rows || lastColumn < 0 || lastColumn >= size) continue;
        for (let i = 0; i < FOUR; i++) lines.push((row + i * down) * size + column + i * right);
      }
  return Int8Array.from(lines);
}

const linesBySize = new Map<number, Int8Array>();

function linesFor(size: number): Int8Array {
  const lines = linesBySize.get(size) ?? linesOn(size);
  linesBySize.set(size, lines);
  return lines;
}

// Which threats each square has: 1 where the first player would complete a line there, 2 where the second would, 3 where both.
const threats = new Uint8Array(256);
// What a line counts for, by its stones; three make a threat, which is counted by its square.
const SLOTS = [-1, ONE, TWO];

export const features: Features<ConnectFour> = {
  id: 'connect-four-1',
  names: list.names,
  extract(position, values) {
    values.fill(0);
    threats.fill(0, 0, position.board.length);
    countStones(position, values);
    countLines(position, values);
    countThreats(position, values);
  },
};

/** 1 for a stone of the player to move, -1 for one of the other. */
function signOf({ turn }: ConnectFour, stone: number): number {
  return stone === turn + 1 ? 1 : -1;
}

function countStones(position: ConnectFour, values: Float64Array): void {
  const { board, size } = position;
  for (let square = 0; square < board.length; square++) {
    const stone = board[square];
    if (stone === 0) continue;
    // In half columns: a board of an even size has two in the middle.
    const distance = Math.abs(2 * (square % size) - (size - 1));
    if (distance < 2) values[MIDDLE] += signOf(position, stone);
    else if (distance < 4) values[BESIDE] += signOf(position, stone);
  }
}

/** Counts lines, and marks the squares that three stones lack. */
function countLines(position: ConnectFour, values: Float64Array): void {
  const { board } = position;
  const lines = linesFor(position.size);
  for (let first = 0; first < lines.length; first += FOUR) {
    let stones = 0;
    let owner = 0;
    let empty = 0;
    for (let i = first; i < first + FOUR; i++) {
      const stone = board[lines[i]];
      if (stone === 0) empty = lines[i];
      else {
        stones++;
        owner |= stone;
      }
    }
    if (owner === 0 || owner === 3) continue;
    if (stones === FOUR - 1) threats[empty] |= owner;
    else if (stones < FOUR - 1) values[SLOTS[stones]] += signOf(position, owner);
  }
}

/** Counts the threats of each column from below. */
function countThreats(position: ConnectFour, values: Float64Array): void {
  const { board, size } = position;
  let empty = 0;
  for (let square = 0; square < board.length; square++) if (board[square] === 0) empty++;
  // The rows that the player to move comes to, counted from the bottom, from 0: even ones or odd ones.
  const ownRows = empty & 1;
  for (let column = 0; column < size; column++) {
    let below = 0;
    let before = 0;
    let height = 0;
    for (let square = board.length - size + column; square >= 0; square -= size) {
      if (board[square] !== 0) continue;
      const row = rowsOf(size) - 1 - Math.floor(square / size);
      for (let stone = 1; stone <= 2; stone++) {
        if ((threats[square] & stone) === 0) continue;
        const sign = signOf(position, stone);
        values[height === 0 ? AT_HAND : height === 1 ? NEXT : LATER] += sign;
        if ((below & stone) !== 0) values[STACKED] += sign;
        if (((row & 1) === ownRows) === (sign === 1) && height > 0) {
          values[IN_TIME] += sign;
          if (before === 0) values[FIRST_IN_TIME] += sign;
        }
      }
      below = threats[square];
      if (height > 0) before |= below;
      height++;
    }
  }
}
