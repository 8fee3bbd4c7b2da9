import type { SearchParameters } from './parameters.ts';

const EVERY_MOVE = 1 << 20;

// Depths and numbers of moves from here on are reduced alike.
const TABLE_SHIFT = 5;
const TABLE_SIDE = 1 << TABLE_SHIFT;

/**
 * What a selective search leaves out: by how much a position's own score must be beyond the window, and how late a quiet
 * move must come. Margins follow the evaluator's scale, so that they mean the same for any weights.
 */
export class Selectivity {
  private readonly standingDepth: number;
  private readonly standing: number;
  private readonly futileDepth: number;
  private readonly futileAtOnce: number;
  private readonly futile: number;
  private readonly lateDepth: number;
  private readonly lateBase: number;
  private readonly lateGrowth: number;
  private readonly reductionDepth: number;
  private readonly reductionMoves: number;
  private readonly reductions: Int8Array;
  private readonly worseningReductions: Int8Array;
  private readonly improvingPlies: number;

  constructor(scale: number, parameters: SearchParameters) {
    this.standingDepth = parameters.reverseFutilityDepth;
    this.standing = Math.round(parameters.reverseFutilityMargin * scale);
    this.futileDepth = parameters.futilityDepth;
    this.futileAtOnce = Math.round(parameters.futilityBase * scale);
    this.futile = Math.round(parameters.futilityMargin * scale);
    this.lateDepth = parameters.lateMoveDepth;
    this.lateBase = parameters.lateMoveBase;
    this.lateGrowth = parameters.lateMoveGrowth;
    this.reductionDepth = parameters.reductionDepth;
    this.reductionMoves = parameters.reductionMoves;
    this.reductions = reductionTable(parameters, 0);
    this.worseningReductions = reductionTable(parameters, parameters.reductionWorsening);
    this.improvingPlies = parameters.improvingPlies;
  }

  /** Whether a position is so good as it stands that the other side will not undo it in the depth that is left. */
  standsAbove(score: number, beta: number, depth: number, isImproving: boolean): boolean {
    const plies = isImproving ? Math.max(depth - this.improvingPlies, 0) : depth;
    return depth <= this.standingDepth && score - this.standing * plies >= beta;
  }

  /** Whether a position is so bad as it stands that no quiet move will mend it in the depth that is left. */
  isFutile(score: number, alpha: number, depth: number): boolean {
    return depth <= this.futileDepth && score + this.futileAtOnce + this.futile * depth <= alpha;
  }

  /** After this many moves near the leaves the quiet ones are left out. */
  mostMoves(depth: number): number {
    return depth <= this.lateDepth ? this.lateBase + this.lateGrowth * depth * depth : EVERY_MOVE;
  }

  /** How many plies a quiet move is searched less deep that comes after `nth` others. */
  reduction(depth: number, nth: number, isImproving: boolean): number {
    if (nth < this.reductionMoves || depth < this.reductionDepth) return 0;
    const table = isImproving ? this.reductions : this.worseningReductions;
    return table[(Math.min(depth, TABLE_SIDE - 1) << TABLE_SHIFT) | Math.min(nth, TABLE_SIDE - 1)];
  }
}

function reductionTable({ reductionBase, reductionDivisor }: SearchParameters, more: number): Int8Array {
  const table = new Int8Array(TABLE_SIDE * TABLE_SIDE);
  for (let depth = 1; depth < TABLE_SIDE; depth++) {
    for (let nth = 1; nth < TABLE_SIDE; nth++) {
      const reduction = Math.floor(
        reductionBase + (Math.log(depth) * Math.log(nth)) / reductionDivisor + more,
      );
      // Below its depth nothing is left of a search.
      table[(depth << TABLE_SHIFT) | nth] = Math.min(Math.max(reduction, 0), depth - 1);
    }
  }
  return table;
}
