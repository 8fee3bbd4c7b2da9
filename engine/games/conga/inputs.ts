import type { State } from '../../history.ts';
import { Inputs } from '../../inputs.ts';
import type { Side } from '../../position.ts';
import type { CongaPosition } from './position.ts';
import { placeOf, STONES } from './sowing.ts';

// Each stone is an input: the first, second, … tenth stone of a stack, on each square, own or enemy. So what is learnt of a low
// stack holds for a high one, and twenty inputs are always on. The rules of moving favour no corner, so both sides see the
// board as it lies. A part is a stack of one side on one square; no stones there are a part without inputs.

const SQUARES = 16;
const STACKS = STONES + 1;

export class CongaInputs extends Inputs<CongaPosition> {
  private readonly size: number;

  constructor(size: number) {
    super('conga-1', 2 * size * size * STONES, 2 * STONES, 2 * SQUARES * STACKS);
    this.size = size;
  }

  partsOf(position: CongaPosition, parts: Int32Array): number {
    let end = 0;
    for (const owner of [0, 1] as const) {
      for (let square = 0; square < SQUARES; square++) {
        const stones = position.stones(owner, square);
        if (stones === 0) continue;
        parts[end++] = partFor(owner, square, stones);
        parts[end++] = partFor(owner ^ 1, square, stones);
      }
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    const stones = part % STACKS;
    const stack = Math.floor(part / STACKS);
    const { row, column } = placeOf(stack % SQUARES);
    const enemy = Math.floor(stack / SQUARES);
    const first = ((enemy * this.size + row) * this.size + column) * STONES;
    for (let stone = 0; stone < stones; stone++) active[start + stone] = first + stone;
    return start + stones;
  }

  changesBy(_position: CongaPosition, state: State, changes: Int32Array): number {
    const before = state.previous.previous;
    const mover = (state.turn ^ 1) as Side;
    const end = stacksChanged(before.word1, state.word1, 0, mover, changes, 0);
    return stacksChanged(before.word2, state.word2, SQUARES / 2, mover, changes, end);
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

/** A stack as a side sees it: 0 for an own one, 1 for an enemy's. */
function partFor(enemy: number, square: number, stones: number): number {
  return (enemy * SQUARES + square) * STACKS + stones;
}

/** Writes the stacks that differ between two words of packed stones of one side. */
function stacksChanged(
  before: number,
  after: number,
  firstSquare: number,
  owner: Side,
  changes: Int32Array,
  start: number,
): number {
  let end = start;
  let rest = before ^ after;
  while (rest !== 0) {
    const shift = (31 - Math.clz32(rest & -rest)) & ~3;
    rest &= ~(15 << shift);
    const square = firstSquare + (shift >> 2);
    const own = partFor(owner, square, 0);
    const enemy = partFor(owner ^ 1, square, 0);
    changes[end] = own + ((before >>> shift) & 15);
    changes[end + 1] = own + ((after >>> shift) & 15);
    changes[end + 2] = enemy + ((before >>> shift) & 15);
    changes[end + 3] = enemy + ((after >>> shift) & 15);
    end += 4;
  }
  return end;
}
