import { type Endings, UNKNOWN } from './endings.ts';
import type { Evaluator } from './evaluator.ts';
import { MoveOrdering } from './move-ordering.ts';
import { defaultParameters, type SearchParameters } from './parameters.ts';
import { DRAWN, type Move, type Position } from './position.ts';
import { DECISIVE, DRAW, isDecisive, lossIn, WIN } from './score.ts';
import { Selectivity } from './selectivity.ts';
import { EXACT, LOWER, type Table, UPPER } from './table.ts';

/** Deeper than this no line is followed. */
export const MAX_PLY = 120;

const INFINITE = WIN + 1;
// No number of nodes, and more plies than any game has.
const UNLIMITED = -1;
const ENDLESS = 1 << 30;
const INDEPENDENT = 1 << 20;
const STOP_INTERVAL = 255;

/**
 * How much a search may skip. `selective` plays; `proof` follows every line to its depth, so that what it does not find
 * is not there; `plain` does not even use what the table knows, and equals negamax by the book.
 */
export type Rigour = 'selective' | 'proof' | 'plain';

/** What ends a search; the first limit that is reached does. */
export interface Limits {
  /** The depths to search, from 1 unless told otherwise. */
  firstDepth?: number;
  depth?: number;
  nodes?: number;
  /** Asked every few hundred nodes, of which it hears the number. */
  stop?: (nodes: number) => boolean;
}

/** The result of a search to one depth. */
export interface Line {
  move: Move;
  /** For the player to move. */
  score: number;
  depth: number;
  nodes: number;
  moves: Move[];
}

/** What a search is given besides a position, an evaluator and a table. */
export interface SearchOptions {
  /** A game with this many plies in a row without progress is drawn; endless unless given. */
  quietCap?: number;
  /** The constants of the search; the defaults unless given. */
  parameters?: SearchParameters;
}

class Stopped extends Error {}
const STOPPED = new Stopped();

// Scores are turned round by 0 - score: -score makes -0 of 0, and V8 keeps that as a floating-point number.
/** Alpha-beta search of one position with one evaluator and one table. It knows no game and no clock. */
export class Search<P extends Position = Position> {
  /** Moves made. */
  nodes = 0;
  private position: P;
  private readonly evaluator: Evaluator<P>;
  private readonly endings: Endings<P> | undefined;
  private readonly table: Table;
  /** A draw after this many plies without progress. */
  private readonly quietCap: number;
  private rigour: Rigour = 'selective';
  private nodeLimit = UNLIMITED;
  private stop: Limits['stop'];
  private rootPly = 0;
  // The earliest ply whose position the last score depends on, because a line came back to it.
  private dependency = INDEPENDENT;

  // A stack of moves shared by all plies, each with the room for the most moves there can be.
  private readonly moves: Int32Array;
  private readonly ordering: MoveOrdering;
  private readonly selectivity: Selectivity;
  // The best line from each ply, in rows of MAX_PLY.
  private readonly lines = new Int32Array((MAX_PLY + 2) * (MAX_PLY + 2));
  private readonly lengths = new Int32Array(MAX_PLY + 2);

  // Parameters, as fields for the inner loops.
  private readonly aspirationDepth: number;
  private readonly aspirationMargin: number;
  private readonly aspirationGrowth: number;
  private readonly nullMoveDepth: number;
  private readonly nullMoveReduction: number;
  private readonly quiescencePlies: number;

  constructor(
    position: P,
    evaluator: Evaluator<P>,
    table: Table,
    { quietCap = ENDLESS, parameters = defaultParameters }: SearchOptions = {},
  ) {
    this.position = position;
    this.evaluator = evaluator;
    this.endings = evaluator.endings;
    this.table = table;
    this.quietCap = quietCap;
    this.moves = new Int32Array((MAX_PLY + 2) * position.moveLimit);
    this.ordering = new MoveOrdering(this.moves, MAX_PLY, parameters);
    this.selectivity = new Selectivity(evaluator.scale, parameters);
    this.aspirationDepth = parameters.aspirationDepth;
    this.aspirationMargin = parameters.aspirationMargin;
    this.aspirationGrowth = parameters.aspirationGrowth;
    this.nullMoveDepth = parameters.nullMoveDepth;
    this.nullMoveReduction = parameters.nullMoveReduction;
    this.quiescencePlies = parameters.quiescencePlies;
  }

  /**
   * Searches one depth after another until a limit is reached or nothing is left to find, and returns the last result;
   * a move that wins at once is the result whatever the limits. `report` is called when a depth is finished and when a
   * better move is found within one. Where `excluded` is given, its moves are not considered at the root, and a move
   * that is left alone is searched like any other, for its score.
   */
  deepen(
    limits: Limits,
    report: (line: Line) => void = () => {},
    excluded?: readonly Move[],
    rigour: Rigour = 'selective',
  ): Line {
    this.begin(limits, rigour);
    const roots = this.rootMoves(excluded);
    const winning = roots.find((move) => this.winsAtOnce(move));
    if (winning !== undefined) {
      const won: Line = { move: winning, score: WIN - 1, depth: 1, nodes: 0, moves: [winning] };
      report(won);
      return won;
    }
    const isForced = roots.length === 1 && excluded === undefined;
    let best: Line = { move: roots[0], score: DRAW, depth: 0, nodes: 0, moves: [roots[0]] };
    const better = (line: Line) => {
      best = line;
      report(line);
    };
    const deepest = Math.min(limits.depth ?? MAX_PLY, MAX_PLY);
    try {
      for (let depth = limits.firstDepth ?? 1; depth <= deepest; depth++) {
        this.searchRoots(roots, depth, best, better);
        if (rigour === 'selective' && (isForced || this.isSettled(best, roots))) break;
      }
    } catch (error) {
      if (error !== STOPPED) throw error;
      this.goBack();
      best = { ...best, nodes: this.nodes };
    }
    return best;
  }

  /** Goes on to another position of the same size, knowing what was learnt about ordering moves. */
  turnTo(position: P): void {
    this.position = position;
  }

  /** Forgets what was learnt about ordering moves; the table is not its own. */
  forget(): void {
    this.ordering.forget();
  }

  /** Takes back whatever a stopped search had on the board. */
  private goBack(): void {
    const position = this.position;
    while (position.state.ply > this.rootPly) {
      if (position.state.move === 0) position.unpass();
      else position.unmake();
    }
  }

  private begin(limits: Limits, rigour: Rigour): void {
    this.rigour = rigour;
    this.nodes = 0;
    this.nodeLimit = limits.nodes ?? UNLIMITED;
    this.stop = limits.stop;
    this.rootPly = this.position.state.ply;
    this.table.grow();
    this.ordering.begin();
  }

  private rootMoves(excluded: readonly Move[] = []): Int32Array {
    const end = this.position.generate(this.moves, 0);
    return this.moves.slice(0, end).filter((move) => !excluded.includes(move));
  }

  /** Whether a move of the root wins by any rule. Such looks are no nodes. */
  private winsAtOnce(move: Move): boolean {
    const position = this.position;
    const { turn } = position;
    position.make(move);
    const outcome = position.winner === -1 && !position.hasMove() ? position.blocked : position.winner;
    position.unmake();
    return outcome === turn;
  }

  /** Searches the root moves to a depth within a window round the last score, and wider where that fails. */
  private searchRoots(roots: Int32Array, depth: number, last: Line, better: (line: Line) => void): void {
    const isNear = depth >= this.aspirationDepth && !isDecisive(last.score);
    let margin = isNear ? this.aspirationMargin : INFINITE;
    let alpha = Math.max(last.score - margin, -INFINITE);
    let beta = Math.min(last.score + margin, INFINITE);
    for (;;) {
      const score = this.searchRootsWithin(roots, depth, alpha, beta, better);
      margin *= this.aspirationGrowth;
      if (score <= alpha && alpha > -INFINITE) alpha = Math.max(score - margin, -INFINITE);
      else if (score >= beta && beta < INFINITE) beta = Math.min(score + margin, INFINITE);
      else return;
    }
  }

  private searchRootsWithin(
    roots: Int32Array,
    depth: number,
    alpha: number,
    beta: number,
    better: (line: Line) => void,
  ): number {
    const position = this.position;
    let best = -INFINITE;
    let lower = alpha;
    for (let i = 0; i < roots.length; i++) {
      const move = roots[i];
      this.make(move);
      let score = i === 0 ? -INFINITE : 0 - this.search(depth - 1, -lower - 1, 0 - lower, 1, true);
      if (i === 0 || score > lower) score = 0 - this.search(depth - 1, 0 - beta, 0 - lower, 1, true);
      position.unmake();
      if (score <= best) continue;
      best = score;
      if (score <= lower) continue;
      lower = score;
      // The new best first, the others in their order: the next depth begins with it.
      roots.copyWithin(1, 0, i);
      roots[0] = move;
      this.keepLine(0, move);
      better({ move, score, depth, nodes: this.nodes, moves: this.bestLine() });
      if (score >= beta) break;
    }
    return best;
  }

  /** Whether a deeper search cannot change the choice: a result with no quicker win to be found. */
  private isSettled(best: Line, roots: Int32Array): boolean {
    if (!isDecisive(best.score)) return false;
    const plies = WIN - Math.abs(best.score);
    if (best.score < 0) return best.depth > plies;
    return best.depth >= plies || this.isShortestWin(roots, plies);
  }

  /** Whether every line shorter than a win of this length has been followed and none wins. */
  private isShortestWin(roots: Int32Array, plies: number): boolean {
    this.rigour = 'proof';
    let shortest = true;
    for (let i = 0; i < roots.length && shortest; i++) {
      this.make(roots[i]);
      shortest = 0 - this.search(plies - 2, -(WIN - plies + 1), -(WIN - plies), 1, false) <= WIN - plies;
      this.position.unmake();
    }
    this.rigour = 'selective';
    return shortest;
  }

  private make(move: Move): void {
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
  private search(depth: number, alpha: number, beta: number, ply: number, mayPass: boolean): number {
    const position = this.position;
    const state = position.state;
    this.dependency = INDEPENDENT;
    this.lengths[ply] = 0;
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
      this.lengths[ply + 1] = 0;
      this.keepLine(ply, winning);
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
        this.lengths[ply] = 0;
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
      this.keepLine(ply, move);
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

  /** Makes a move and the line after it the best line from this ply. */
  private keepLine(ply: number, move: Move): void {
    const row = ply * (MAX_PLY + 2);
    const length = this.lengths[ply + 1];
    this.lines[row] = move;
    for (let i = 0; i < length; i++) this.lines[row + 1 + i] = this.lines[row + MAX_PLY + 2 + i];
    this.lengths[ply] = length + 1;
  }

  private bestLine(): Move[] {
    return Array.from(this.lines.subarray(0, this.lengths[0]));
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
