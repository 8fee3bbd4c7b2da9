import { type Endings, UNKNOWN } from './endings.ts';
import type { Evaluator } from './evaluator.ts';
import { Lines, MAX_PLY } from './lines.ts';
import { MoveOrdering } from './move-ordering.ts';
import type { SearchParameters } from './parameters.ts';
import { DRAWN, type Move, type Position } from './position.ts';
import { DECISIVE, DRAW, isDecisive, lossIn, WIN } from './score.ts';
import { Selectivity } from './selectivity.ts';
import { EXACT, LOWER, type Table, UPPER } from './table.ts';

/** Beyond all scores. */
export const INFINITE = WIN + 1;
// No number of nodes.
const UNLIMITED = -1;
const INDEPENDENT = 1 << 20;
const STOP_INTERVAL = 255;

/**
 * How much a search may skip. `selective` plays; `proof` follows every line to its depth, so that what it does not find
 * is not there; `plain` does not even use what the table knows, and equals negamax by the book.
 */
export type Rigour = 'selective' | 'proof' | 'plain';

/** Asked every few hundred nodes, of which it hears the number, whether the search is to stop. */
export type Stop = (nodes: number) => boolean;

/** What `make` throws when a limit is reached. */
export const STOPPED = new (class Stopped extends Error {})();

// Scores are turned round by 0 - score: -score makes -0 of 0, and V8 keeps that as a floating-point number.
/** The nodes below the root: alpha-beta search to a depth, with one evaluator and one table. */
export class Tree<P extends Position = Position> {
  /** Moves made. */
  nodes = 0;
  rigour: Rigour = 'selective';
  position: P;
  /** A stack of moves shared by all plies, each with the room for the most moves there can be. */
  readonly moves: Int32Array;
  readonly lines = new Lines();
  readonly ordering: MoveOrdering;
  private readonly evaluator: Evaluator<P>;
  private readonly endings: Endings<P> | undefined;
  private readonly table: Table;
  /** A draw after this many plies without progress. */
  private readonly quietCap: number;
  private nodeLimit = UNLIMITED;
  private stop: Stop | undefined;
  private rootPly = 0;
  // The earliest ply whose position the last score depends on, because a line came back to it.
  private dependency = INDEPENDENT;
  private readonly selectivity: Selectivity;

  // Parameters, as fields for the inner loops.
  private readonly nullMoveDepth: number;
  private readonly nullMoveReduction: number;
  private readonly quiescencePlies: number;

  constructor(
    position: P,
    evaluator: Evaluator<P>,
    table: Table,
    quietCap: number,
    parameters: SearchParameters,
  ) {
    this.position = position;
    this.evaluator = evaluator;
    this.endings = evaluator.endings;
    this.table = table;
    this.quietCap = quietCap;
    this.moves = new Int32Array((MAX_PLY + 2) * position.moveLimit);
    this.ordering = new MoveOrdering(this.moves, MAX_PLY, parameters);
    this.selectivity = new Selectivity(evaluator.scale, parameters);
    this.nullMoveDepth = parameters.nullMoveDepth;
    this.nullMoveReduction = parameters.nullMoveReduction;
    this.quiescencePlies = parameters.quiescencePlies;
  }

  /** Makes the position, as it stands, the root of a new search. */
  begin(rigour: Rigour, nodeLimit = UNLIMITED, stop?: Stop): void {
    this.rigour = rigour;
    this.nodes = 0;
    this.nodeLimit = nodeLimit;
    this.stop = stop;
    this.rootPly = this.position.state.ply;
    this.table.grow();
    this.ordering.begin();
  }

  /** Takes back whatever a stopped search had on the board. */
  goBack(): void {
    const position = this.position;
    while (position.state.ply > this.rootPly) {
      if (position.state.move === 0) position.unpass();
      else position.unmake();
    }
  }

  /** Makes a move, which is a node; throws STOPPED where there are enough. */
  make(move: Move): void {
    if (this.nodes === this.nodeLimit) throw STOPPED;
    this.nodes++;
    if ((this.nodes & STOP_INTERVAL) === 0 && this.stop !== undefined && this.stop(this.nodes)) throw STOPPED;
    this.position.make(move);
  }

  /** The score of a position that is decided. */
  private decided(ply: number): number {
    const { winner, turn } = this.position.state;
    if (winner === DRAWN) return DRAW;
    return winner === turn ? WIN - ply : lossIn(ply);
  }

  /** The score of a position without a legal move. */
  private blocked(ply: number): number {
    return this.position.blocked === DRAWN ? DRAW : lossIn(ply);
  }

  /** The score for the player to move: exact within (alpha, beta), otherwise a bound. */
  search(depth: number, alpha: number, beta: number, ply: number, mayPass: boolean): number {
    const position = this.position;
    const state = position.state;
    this.dependency = INDEPENDENT;
    this.lines.clear(ply);
    if (state.winner !== -1) return this.decided(ply);
    const repeated = state.lastOccurrence();
    if (repeated !== -1 || state.ply - state.progress >= this.quietCap) {
      this.dependency = repeated === -1 ? -1 : repeated - this.rootPly;
      return DRAW;
    }
    if (this.endings !== undefined && this.rigour === 'selective') {
      const known = this.endings.scoreOf(position);
      if (known !== UNKNOWN) return known;
    }
    if (depth <= 0) return this.quiesce(alpha, beta, ply, 0 - depth);
    if (ply >= MAX_PLY) return this.evaluator.evaluate(position);

    // No win from here can be quicker than one move, and no loss quicker than one already seen.
    const lowest = Math.max(alpha, lossIn(ply));
    const highest = Math.min(beta, WIN - ply - 1);
    if (lowest >= highest) return lowest;
    const winning = position.winningMove();
    if (winning !== 0) {
      this.lines.clear(ply + 1);
      this.lines.keep(ply, winning);
      return WIN - ply - 1;
    }

    const table = this.table;
    const keyLow = position.keyLow;
    const keyHigh = position.keyHigh;
    const isPrincipal = beta - alpha > 1;
    // Whether the game is decided, and how soon, is told neither by a judgement nor by a score that may rest on one.
    const asksForResult = isDecisive(alpha) || isDecisive(beta);
    let tableMove = 0;
    if (table.find(keyLow, keyHigh)) {
      tableMove = table.move;
      const score = fromTable(table.score, ply);
      const trusted =
        this.rigour === 'selective'
          ? table.depth >= depth && !isPrincipal && (!asksForResult || isDecisive(score))
          : this.rigour === 'proof' && isDecisive(score);
      const bound = table.bound;
      if (trusted && ((bound & LOWER) !== 0 ? score >= beta : false)) return score;
      if (trusted && ((bound & UPPER) !== 0 ? score <= alpha : false)) return score;
    }

    // A position is judged as it stands only where no more is asked than on which side of one score it lies.
    const selective = this.rigour === 'selective';
    const { selectivity } = this;
    const isJudged = selective && !isPrincipal && !asksForResult && !position.isThreatened();
    const judged = isJudged ? this.evaluator.evaluate(position) : 0;
    if (isJudged && judged >= beta) {
      if (selectivity.standsAbove(judged, beta, depth) && position.hasMove()) return judged;
      if (mayPass && depth >= this.nullMoveDepth && position.mayPass()) {
        position.pass();
        // Below 0 plies a depth counts those of quiescence.
        const left = Math.max(depth - this.nullMoveReduction, 0);
        const score = 0 - this.search(left, 0 - beta, 1 - beta, ply + 1, false);
        position.unpass();
        this.lines.clear(ply);
        if (score >= beta) return isDecisive(score) ? beta : score;
      }
    }

    const start = ply * position.moveLimit;
    const moves = this.moves;
    const end = position.generate(moves, start);
    if (end === start) return this.blocked(ply);
    this.ordering.order(position, start, end, ply, tableMove);

    const isFutile = isJudged && selectivity.isFutile(judged, alpha, depth);
    const most = isJudged ? selectivity.mostMoves(depth) : end - start;
    let best = -INFINITE;
    let bestMove = 0;
    let lower = lowest;
    let dependency = INDEPENDENT;
    for (let i = start; i < end; i++) {
      const move = this.ordering.pick(i, end);
      const isQuiet = this.ordering.isQuiet(i);
      const nth = i - start;
      // A move that does not lose has been found, so a lost position is never taken for one that was not looked into.
      if (isQuiet && best > -DECISIVE && (isFutile || nth >= most)) continue;
      this.make(move);
      let score;
      if (nth === 0) score = 0 - this.search(depth - 1, 0 - highest, 0 - lower, ply + 1, true);
      else {
        const reduction = selective && isQuiet ? selectivity.reduction(depth, nth) : 0;
        score = 0 - this.search(depth - 1 - reduction, -lower - 1, 0 - lower, ply + 1, true);
        if (score > lower && reduction > 0)
          score = 0 - this.search(depth - 1, -lower - 1, 0 - lower, ply + 1, true);
        if (score > lower && score < highest)
          score = 0 - this.search(depth - 1, 0 - highest, 0 - lower, ply + 1, true);
      }
      position.unmake();
      const childDependency = this.dependency;
      if (childDependency < dependency) dependency = childDependency;
      if (score <= best) continue;
      best = score;
      if (score <= lower) continue;
      lower = score;
      bestMove = move;
      this.lines.keep(ply, move);
      if (score < highest) continue;
      // A refutation needs no other line than its own.
      dependency = childDependency;
      if (isQuiet) this.ordering.reward(position.turn, start, i, depth, ply);
      break;
    }

    this.dependency = dependency < ply ? dependency : INDEPENDENT;
    if (dependency >= ply) {
      const bound = best >= highest ? LOWER : best > lowest ? EXACT : UPPER;
      table.store(keyLow, keyHigh, bestMove === 0 ? tableMove : bestMove, toTable(best, ply), depth, bound);
    } else if (bestMove !== 0 && tableMove === 0) {
      // A score that hangs on how we came here is not kept, only the move.
      table.store(keyLow, keyHigh, bestMove, 0, 0, 0);
    }
    return best;
  }

  /** Follows what cannot be judged as it stands: captures, promotions, and threats to win at once. */
  private quiesce(alpha: number, beta: number, ply: number, extended: number): number {
    const position = this.position;
    if (position.winningMove() !== 0) return WIN - ply - 1;
    if (ply >= MAX_PLY) return this.evaluator.evaluate(position);
    if (this.rigour === 'selective' && extended < this.quiescencePlies && position.isThreatened()) {
      return this.parry(alpha, beta, ply, extended);
    }
    if (!position.hasMove()) return this.blocked(ply);
    let best = this.evaluator.evaluate(position);
    if (best >= beta || extended >= this.quiescencePlies) return best;
    const start = ply * position.moveLimit;
    const end = position.generateLoud(this.moves, start);
    let lower = Math.max(alpha, best);
    this.ordering.orderByGain(position, start, end);
    for (let i = start; i < end; i++) {
      this.make(this.ordering.pick(i, end));
      const score =
        position.winner === -1
          ? 0 - this.quiesce(0 - beta, 0 - lower, ply + 1, extended + 1)
          : 0 - this.decided(ply + 1);
      position.unmake();
      if (score <= best) continue;
      best = score;
      if (score >= beta) break;
      if (score > lower) lower = score;
    }
    return best;
  }

  /** Searches every answer to a threat to win at once. */
  private parry(alpha: number, beta: number, ply: number, extended: number): number {
    const position = this.position;
    const start = ply * position.moveLimit;
    const end = position.generate(this.moves, start);
    let best = lossIn(ply);
    let lower = alpha;
    let dependency = INDEPENDENT;
    for (let i = start; i < end; i++) {
      this.make(this.moves[i]);
      const score = 0 - this.search(-extended - 1, 0 - beta, 0 - lower, ply + 1, false);
      position.unmake();
      dependency = Math.min(dependency, this.dependency);
      if (score <= best) continue;
      best = score;
      if (score >= beta) break;
      if (score > lower) lower = score;
    }
    this.dependency = dependency;
    return best;
  }
}

/** Decisive scores are stored as distances from the position itself, not from the root. */
function toTable(score: number, ply: number): number {
  if (score > DECISIVE) return score + ply;
  return score < -DECISIVE ? score - ply : score;
}

function fromTable(score: number, ply: number): number {
  if (score > DECISIVE) return score - ply;
  return score < -DECISIVE ? score + ply : score;
}
