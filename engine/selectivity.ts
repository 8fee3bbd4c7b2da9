// How far each judgement is trusted: beyond these depths a search leaves nothing out because of it.
const STANDING_DEPTH = 6;
const FUTILE_DEPTH = 4;
const LATE_DEPTH = 3;

// In units of the evaluator's scale.
const STANDING_A_PLY = 0.3;
const FUTILE_AT_ONCE = 0.2;
const FUTILE_A_PLY = 0.3;

const EVERY_MOVE = 1 << 20;

/**
 * What a selective search leaves out: by how much a position's own score must be beyond the window, and how late a quiet
 * move must come. Margins follow the evaluator's scale, so that they mean the same for any weights.
 */
export class Selectivity {
  private readonly standing: number;
  private readonly futileAtOnce: number;
  private readonly futile: number;
  private readonly reductions = reductionTable();

  constructor(scale: number) {
    this.standing = Math.round(STANDING_A_PLY * scale);
    this.futileAtOnce = Math.round(FUTILE_AT_ONCE * scale);
    this.futile = Math.round(FUTILE_A_PLY * scale);
  }

  /** Whether a position is so good as it stands that the other side will not undo it in the depth that is left. */
  standsAbove(score: number, beta: number, depth: number): boolean {
    return depth <= STANDING_DEPTH && score - this.standing * depth >= beta;
  }

  /** Whether a position is so bad as it stands that no quiet move will mend it in the depth that is left. */
  isFutile(score: number, alpha: number, depth: number): boolean {
    return depth <= FUTILE_DEPTH && score + this.futileAtOnce + this.futile * depth <= alpha;
  }

  /** After this many moves near the leaves the quiet ones are left out. */
  mostMoves(depth: number): number {
    return depth <= LATE_DEPTH ? 3 + 2 * depth * depth : EVERY_MOVE;
  }

  /** How many plies a quiet move is searched less deep that comes after `nth` others. */
  reduction(depth: number, nth: number): number {
    if (nth < 3 || depth < 3) return 0;
    return this.reductions[(Math.min(depth, 31) << 5) | Math.min(nth, 31)];
  }
}

function reductionTable(): Int8Array {
  const table = new Int8Array(32 * 32);
  for (let depth = 1; depth < 32; depth++) {
    for (let nth = 1; nth < 32; nth++)
      table[(depth << 5) | nth] = Math.floor(0.5 + (Math.log(depth) * Math.log(nth)) / 2.2);
  }
  return table;
}
