import { DRAWN } from '../../engine/position.ts';
import { Failure } from '../process/failure.ts';
import { type Counts, LONGEST, NO_POSITION, type Values } from '../tables/exact-values.ts';
import type { Numbering } from '../../engine/numbering.ts';

/** The passes over all numbers that a solution takes: to count moves, to note them, to go back along them. */
export const PASSES = 3;

/**
 * Solves a board: from the positions that end at once it goes back along the moves, a ply at a time. A position
 * is won as soon as one of its moves leads to a lost one, and lost when all lead to won ones; what is never
 * reached is a draw. `heard` is told how many numbers have been passed over, of three times their count.
 */
export function solve(numbering: Numbering, heard: (passed: number) => void = () => {}): Values {
  const { count } = numbering;
  const values = new Int16Array(count).fill(NO_POSITION);
  // Moves of each position that do not end the game and are not known to lead to a won one.
  const open = new Uint8Array(count);
  // First how many moves lead to each position, then where the list of those who make them ends.
  const ends = new Uint32Array(count + 2);
  const solved = new Int32Array(count);
  let solvedCount = 0;
  const moves = new Int32Array(numbering.position.moveLimit);
  const next = new Int32Array(numbering.position.moveLimit);

  for (let number = 0; number < count; number++) {
    if (number % 10_000 === 0) heard(number);
    if (numbering.place(number) === 0) continue;
    const end = continuations(numbering, moves, next);
    values[number] = end === WON ? 1 : end === 0 ? -1 : 0;
    if (end <= 0) {
      solved[solvedCount++] = number;
      continue;
    }
    open[number] = end;
    for (let i = 0; i < end; i++) ends[next[i] + 1]++;
  }

  for (let number = 0; number <= count; number++) ends[number + 1] += ends[number];
  const before = new Int32Array(ends[count + 1]);
  for (let number = 0; number < count; number++) {
    if (number % 10_000 === 0) heard(count + number);
    if (open[number] === 0) continue;
    numbering.place(number);
    const end = continuations(numbering, moves, next);
    // Each list is filled from its start, so that in the end `ends` holds where it stops.
    for (let i = 0; i < end; i++) before[ends[next[i]]++] = number;
  }

  for (let at = 0; at < solvedCount; at++) {
    if (at % 10_000 === 0) heard(2 * count + at);
    const number = solved[at];
    const value = values[number];
    if (Math.abs(value) === LONGEST) throw new Failure(`a game takes more than ${LONGEST} plies`);
    for (let i = number === 0 ? 0 : ends[number - 1]; i < ends[number]; i++) {
      const previous = before[i];
      if (values[previous] !== 0) continue;
      if (value < 0) values[previous] = 1 - value;
      else if (--open[previous] === 0) values[previous] = -1 - value;
      else continue;
      solved[solvedCount++] = previous;
    }
  }
  heard(PASSES * count);
  return values;
}

const WON = -1;

/**
 * Writes the numbers that the moves of the placed position lead to, those that lose at once left out; WON where one wins at once.
 * One that draws at once leads to the number after the last, which is never solved.
 */
function continuations(numbering: Numbering, moves: Int32Array, next: Int32Array): number {
  const { position } = numbering;
  const mover = position.turn;
  const moveCount = position.generate(moves, 0);
  let end = 0;
  for (let i = 0; i < moveCount; i++) {
    position.make(moves[i]);
    const winner = position.winner === -1 && !position.hasMove() ? position.blocked : position.winner;
    if (winner === -1) next[end++] = numbering.numberOf(position);
    else if (winner === DRAWN) next[end++] = numbering.count;
    position.unmake();
    if (winner === mover) return WON;
  }
  return end;
}

/** Counts what a solution holds. */
export function countsOf(numbering: Numbering, values: Values): Counts {
  const counts = { boards: 0, won: 0, lost: 0, drawn: 0, longestWin: 0, longestLoss: 0, distinct: 0 };
  for (let number = 0; number < values.length; number++) {
    const value = values[number];
    if (value === NO_POSITION) continue;
    // Exchanging the colours of these boards gives as many again with the other player to move.
    const boards = numbering.boardsOf(number);
    counts.boards += boards;
    counts.distinct++;
    if (value === 0) counts.drawn += 2 * boards;
    else if (value > 0) counts.won += 2 * boards;
    else counts.lost += 2 * boards;
    counts.longestWin = Math.max(counts.longestWin, value);
    counts.longestLoss = Math.max(counts.longestLoss, -value);
  }
  return counts;
}
