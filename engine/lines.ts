import type { Move } from './position.ts';

/** Deeper than this no line is followed. */
export const MAX_PLY = 120;

const ROW = MAX_PLY + 2;

/** The best line from each ply. */
export class Lines {
  // In rows, one a ply.
  private readonly moves = new Int32Array(ROW * ROW);
  private readonly lengths = new Int32Array(ROW);

  /** Leaves a ply without a line. */
  clear(ply: number): void {
    this.lengths[ply] = 0;
  }

  /** Makes a move and the line after it the best line from this ply. */
  keep(ply: number, move: Move): void {
    const { moves } = this;
    const row = ply * ROW;
    const length = this.lengths[ply + 1];
    moves[row] = move;
    for (let i = 0; i < length; i++) moves[row + 1 + i] = moves[row + ROW + i];
    this.lengths[ply] = length + 1;
  }

  /** The line from the root. */
  best(): Move[] {
    return Array.from(this.moves.subarray(0, this.lengths[0]));
  }
}
