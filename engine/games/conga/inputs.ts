import type { State } from '../../history.ts';
import { Inputs } from '../../inputs.ts';
import type { Side } from '../../position.ts';
import { type CongaPosition, fromSquare } from './position.ts';
import { placeOf, STONES } from './sowing.ts';

// Each stone is an input: the first, second, … tenth stone of a stack, on each square, own or enemy. So what is learnt of a low
// stack holds for a high one, and twenty inputs are always on. The rules of moving favour no corner, so both sides see the
// board as it lies. A part is some stones of a stack, from one up to another: a sowing takes a whole stack
// away and adds to up to three.

const SQUARES = 16;
// A part is whose stack it is, its square, how many stones lie below the part, and how many up to its top.
const STONES_SHIFT = 4;
const SQUARE_SHIFT = 2 * STONES_SHIFT;
const ENEMY_SHIFT = SQUARE_SHIFT + 4;
const STACK = 15;
/** The part of no stones. */
export const NOTHING = 0;

export class CongaInputs extends Inputs<CongaPosition> {
  private readonly size: number;

  constructor(size: number) {
    super('conga-1', 2 * size * size * STONES, 2 * STONES, 2 << ENEMY_SHIFT);
    this.size = size;
  }

  partsOf(position: CongaPosition, parts: Int32Array): number {
    let end = 0;
    for (const owner of [0, 1] as const) {
      for (let square = 0; square < SQUARES; square++) {
        const stones = position.stones(owner, square);
        if (stones === 0) continue;
        parts[end++] = partOf(owner, square, stones);
        parts[end++] = partOf(owner ^ 1, square, stones);
      }
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    const { row, column } = placeOf((part >> SQUARE_SHIFT) & (SQUARES - 1));
    const first = (((part >> ENEMY_SHIFT) * this.size + row) * this.size + column) * STONES;
    let end = start;
    for (let stone = (part >> STONES_SHIFT) & STACK; stone < (part & STACK); stone++) {
      active[end++] = first + stone;
    }
    return end;
  }

  changesBy(_position: CongaPosition, state: State, changes: Int32Array): number {
    const before = state.previous.previous;
    const owner = (state.turn ^ 1) as Side;
    const square = fromSquare(state.move);
    const others = ~(STACK << ((square & 7) << 2));
    const changed1 = (before.word1 ^ state.word1) & (square < 8 ? others : -1);
    const changed2 = (before.word2 ^ state.word2) & (square < 8 ? -1 : others);
    const sown = ((square < 8 ? before.word1 : before.word2) >>> ((square & 7) << 2)) & STACK;
    const end = writeAdded(changed1, before.word1, state.word1, 0, owner, changes, 0);
    const last = writeAdded(changed2, before.word2, state.word2, SQUARES / 2, owner, changes, end);
    changes[0] = partOf(owner, square, sown);
    changes[2] = partOf(owner ^ 1, square, sown);
    return last;
  }

  // A square has stones of one side.
  override exclusive(): Uint16Array {
    return Uint16Array.from({ length: this.count }, (_, input) => input % (this.count / 2));
  }

  symmetries(): Uint16Array[] {
    const { size } = this;
    const last = size - 1;
    return Array.from({ length: 8 }, (_, symmetry) =>
      Uint16Array.from({ length: this.count }, (_, input) => {
        const stone = input % STONES;
        const place = Math.floor(input / STONES);
        const enemy = Math.floor(place / (size * size));
        let row = Math.floor(place / size) % size;
        let column = place % size;
        if ((symmetry & 1) !== 0) column = last - column;
        if ((symmetry & 2) !== 0) row = last - row;
        if ((symmetry & 4) !== 0) [row, column] = [column, row];
        return ((enemy * size + row) * size + column) * STONES + stone;
      }),
    );
  }
}

/** Stones of a square, by how many lie below them (in the high four bits) and up to the top one, as a side sees them. */
export function partOf(enemy: number, square: number, stones: number): number {
  return (enemy << ENEMY_SHIFT) | (square << SQUARE_SHIFT) | stones;
}

/** Writes what was added to the stacks of one side among the changed squares of a word, in place of nothing. */
function writeAdded(
  changed: number,
  before: number,
  after: number,
  firstSquare: number,
  owner: Side,
  changes: Int32Array,
  start: number,
): number {
  let end = start;
  let rest = changed;
  while (rest !== 0) {
    const shift = (31 - Math.clz32(rest & -rest)) & ~3;
    rest &= ~(STACK << shift);
    const square = firstSquare + (shift >> 2);
    const stones = (((before >>> shift) & STACK) << STONES_SHIFT) | ((after >>> shift) & STACK);
    changes[end] = NOTHING;
    changes[end + 1] = partOf(owner, square, stones);
    changes[end + 2] = NOTHING;
    changes[end + 3] = partOf(owner ^ 1, square, stones);
    end += 4;
  }
  return end;
}
