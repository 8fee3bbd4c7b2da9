import { type Endings, UNKNOWN } from './endings.ts';
import type { Evaluator } from './evaluator.ts';
import { Lines, MAX_PLY } from './lines.ts';
import { Correction } from './correction.ts';
import { MoveOrdering } from './move-ordering.ts';
import type { SearchParameters } from './parameters.ts';
import { DRAWN, type Move, type Position } from './position.ts';
import { DECISIVE, DRAW, isDecisive, lossIn, WIN, winProbability } from './score.ts';
import { Selectivity } from './selectivity.ts';
import { EXACT, LOWER, NO_SCORE, type Table, UPPER } from './table.ts';

/** Beyond all scores. */
export const INFINITE = WIN + 1;
// No number of nodes.
const UNLIMITED = -1;
const INDEPENDENT = 1 << 20;
const STOP_INTERVAL = 255;
const SEEN_MASK = 4095;

/**
 * How much a search may skip. `selective` plays; `proof` follows every line to its depth, so that what it does not find
 * is not there; `plain` does not even use what the table knows, and equals negamax by the book.
 */
export type Rigour = 'selective' | 'proof' | 'plain';

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
  private stop: ((nodes: number) => boolean) | undefined;
  private rootPly = 0;
  // The earliest ply whose position the last score depends on, because a line came back to it.
  private dependency = INDEPENDENT;
  private readonly selectivity: Selectivity;

  private readonly correction: Correction | undefined;
  // How many positions before this one have a key with these low bits: only where some do is a repetition looked for.
  private readonly seen = new Uint16Array(SEEN_MASK + 1);
  // The static score of each ply, and the move that a test of whether it is singular leaves out.
  private readonly statics = new Int32Array(MAX_PLY + 2);
  private readonly excluded = new Int32Array(MAX_PLY + 2);
  /** The depth of this iteration. */
  iteration = 0;

  // Parameters, as fields for the inner loops.
  private readonly iterativeDepth: number;
  private readonly singularDepth: number;
  private readonly singularMargin: number;
  private readonly probCutDepth: number;
  private readonly probCutReduction: number;
  private readonly probCutMargin: number;
  private readonly tableInQuiescence: boolean;
  private readonly tableAsStatic: boolean;
  private readonly nullMoveDepth: number;
  private readonly nullMoveReduction: number;
  private readonly quiescencePlies: number;
  private readonly contempt: number;
  // For the player to move at the root, of a draw that hangs on how it came about: no table has such scores.
  private drawScore = DRAW;

  constructor(
    position: P,
    evaluator: Evaluator<P>,
    table: Table,
    quietCap: number,
    parameters: SearchParameters,
    histories?: SharedArrayBuffer,
  ) {
    this.position = position;
    this.evaluator = evaluator;
    this.endings = evaluator.endings;
    this.table = table;
    this.quietCap = quietCap;
    this.moves = new Int32Array((MAX_PLY + 2) * position.moveLimit);
    this.ordering = new MoveOrdering(this.moves, MAX_PLY, parameters, histories);
    this.selectivity = new Selectivity(evaluator.scale, parameters);
    this.correction =
      parameters.correctionShare === 0 ? undefined : new Correction(evaluator.scale, parameters);
    this.iterativeDepth = parameters.iterativeDepth;
    this.singularDepth = parameters.singularDepth;
    this.singularMargin = Math.round(parameters.singularMargin * evaluator.scale);
    this.probCutDepth = parameters.probCutDepth;
    this.probCutReduction = parameters.probCutReduction;
    this.probCutMargin = Math.round(parameters.probCutMargin * evaluator.scale);
    this.tableInQuiescence = parameters.tableInQuiescence === 1;
    this.tableAsStatic = parameters.tableAsStatic === 1;
    this.nullMoveDepth = parameters.nullMoveDepth;
    this.nullMoveReduction = parameters.nullMoveReduction;
    this.quiescencePlies = parameters.quiescencePlies;
    this.contempt = parameters.contempt;
  }

  /** Makes the position, as it stands, the root of a new search. */
  begin(rigour: Rigour, nodeLimit = UNLIMITED, stop?: (nodes: number) => boolean): void {
    this.rigour = rigour;
    this.nodes = 0;
    this.nodeLimit = nodeLimit;
    this.stop = stop;
    this.rootPly = this.position.state.ply;
    if (this.contempt !== 0) {
      const { scale } = this.evaluator;
      const stake = winProbability(this.evaluator.evaluate(this.position), scale);
      this.drawScore = Math.max(-DECISIVE, 0 - Math.round(this.contempt * scale * stake));
    }
    this.table.grow();
    this.ordering.begin();
    this.excluded.fill(0);
    this.seen.fill(0);
    for (let state = this.position.state; state.ply > state.progress;) {
      state = state.previous;
      this.seen[state.keyLow & SEEN_MASK]++;
    }
    this.statics[0] = rigour === 'selective' ? this.evaluator.evaluate(this.position) : NO_SCORE;
  }

  /** Forgets what was learnt; the table is not its own. */
  forget(): void {
    this.ordering.forget();
    this.correction?.forget();
  }

  /** Takes back whatever a stopped search had on the board. */
  goBack(): void {
    const position = this.position;
    while (position.state.ply > this.rootPly) {
      if (position.state.move === 0) position.unpass();
      else position.unmake();
    }
  }

  /** How many plies a move of the root is searched less deep that comes after `nth` others. */
  rootReduction(depth: number, nth: number, move: Move): number {
    if (this.rigour !== 'selective' || this.position.gain(move) > 0) return 0;
    return this.selectivity.reduction(depth, nth, true);
  }

  /** Makes a move, which is a node; throws STOPPED where there are enough. */
  make(move: Move): void {
    if (this.nodes === this.nodeLimit) throw STOPPED;
    this.nodes++;
    if ((this.nodes & STOP_INTERVAL) === 0 && this.stop !== undefined && this.stop(this.nodes)) throw STOPPED;
    this.seen[this.position.state.keyLow & SEEN_MASK]++;
    this.position.make(move);
  }

  unmake(): void {
    this.position.unmake();
    this.seen[this.position.state.keyLow & SEEN_MASK]--;
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
    const selective = this.rigour === 'selective';
    this.dependency = INDEPENDENT;
    this.lines.clear(ply);
    if (state.winner !== -1) return this.decided(ply);
    const repeated = this.seen[state.keyLow & SEEN_MASK] === 0 ? -1 : state.lastOccurrence();
    if (repeated !== -1 || state.ply - state.progress >= this.quietCap) {
      this.dependency = repeated === -1 ? -1 : repeated - this.rootPly;
      // No proof has a taste.
      if (!selective) return DRAW;
      return (ply & 1) === 0 ? this.drawScore : 0 - this.drawScore;
    }
    if (this.endings !== undefined && selective) {
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
    const excluded = this.excluded[ply];
    const isPrincipal = beta - alpha > 1;
    // Whether the game is decided, and how soon, is told neither by a judgement nor by a score that may rest on one.
    const asksForResult = isDecisive(alpha) || isDecisive(beta);
    let tableMove = 0;
    let tableScore = 0;
    let tableBound = 0;
    let tableDepth = 0;
    let raw = NO_SCORE;
    if (table.find(keyLow, keyHigh)) {
      tableMove = table.move;
      tableScore = fromTable(table.score, ply);
      tableBound = table.bound;
      tableDepth = table.depth;
      raw = table.staticScore;
      const trusted = selective
        ? tableDepth >= depth && !isPrincipal && excluded === 0 && (!asksForResult || isDecisive(tableScore))
        : this.rigour === 'proof' && isDecisive(tableScore);
      if (trusted && ((tableBound & LOWER) !== 0 ? tableScore >= beta : false)) return tableScore;
      if (trusted && ((tableBound & UPPER) !== 0 ? tableScore <= alpha : false)) return tableScore;
    }

    const { selectivity, statics } = this;
    let judged = NO_SCORE;
    if (selective && !asksForResult && !position.isThreatened()) {
      if (raw === NO_SCORE) raw = this.evaluator.evaluate(position);
      judged = this.correction === undefined ? raw : this.correction.corrected(position, raw);
    }
    statics[ply] = judged;
    const isImproving = ply < 2 || judged === NO_SCORE || judged > statics[ply - 2];
    // A position is judged as it stands only where no more is asked than on which side of one score it lies.
    const isJudged = judged !== NO_SCORE && !isPrincipal;
    if (isJudged && excluded === 0) {
      if (this.tableAsStatic && !isDecisive(tableScore)) {
        if ((tableBound & (tableScore > judged ? LOWER : UPPER)) !== 0) judged = tableScore;
      }
      if (judged >= beta && selectivity.standsAbove(judged, beta, depth, isImproving) && position.hasMove())
        return judged;
      if (judged >= beta && mayPass && depth >= this.nullMoveDepth && position.mayPass()) {
        const score = this.pass(depth, beta, ply);
        if (score >= beta) return isDecisive(score) ? beta : score;
      }
      if (depth >= this.probCutDepth) {
        const score = this.probCut(depth, judged, beta, ply);
        if (score !== NO_SCORE) return score;
      }
    }

    let extension = 0;
    if (
      depth >= this.singularDepth &&
      tableMove !== 0 &&
      selective &&
      excluded === 0 &&
      !asksForResult &&
      (tableBound & LOWER) !== 0 &&
      tableDepth >= depth - 3 &&
      !isDecisive(tableScore) &&
      ply < 2 * this.iteration
    ) {
      const bar = tableScore - this.singularMargin * depth;
      this.excluded[ply] = tableMove;
      const score = this.search((depth - 1) >> 1, bar - 1, bar, ply, mayPass);
      this.excluded[ply] = 0;
      this.lines.clear(ply);
      if (score < bar) extension = 1;
    }
    if (depth >= this.iterativeDepth && tableMove === 0 && selective && !asksForResult) depth--;

    const start = ply * position.moveLimit;
    const moves = this.moves;
    const ordering = this.ordering;
    const end = position.generate(moves, start);
    if (end === start) return this.blocked(ply);
    ordering.order(position, start, end, ply, tableMove);

    const isFutile = isJudged && selectivity.isFutile(judged, alpha, depth);
    const most = isJudged ? selectivity.mostMoves(depth) : end - start;
    let best = -INFINITE;
    let bestMove = 0;
    let bestIsQuiet = false;
    let lower = lowest;
    let dependency = INDEPENDENT;
    for (let i = start; i < end; i++) {
      const move = ordering.pick(i, end);
      if (move === excluded) continue;
      const isQuiet = ordering.isQuiet(i);
      const nth = i - start;
      // A move that does not lose has been found, so a lost position is never taken for one that was not looked into.
      if (isQuiet && best > -DECISIVE && (isFutile || nth >= most)) continue;
      const left = depth - 1 + (move === tableMove ? extension : 0);
      this.make(move);
      let score;
      if (best === -INFINITE) score = 0 - this.search(left, 0 - highest, 0 - lower, ply + 1, true);
      else {
        const reduction = selective && isQuiet ? selectivity.reduction(depth, nth, isImproving) : 0;
        score = 0 - this.search(left - reduction, -lower - 1, 0 - lower, ply + 1, true);
        if (score > lower && reduction > 0)
          score = 0 - this.search(left, -lower - 1, 0 - lower, ply + 1, true);
        if (score > lower && score < highest)
          score = 0 - this.search(left, 0 - highest, 0 - lower, ply + 1, true);
      }
      this.unmake();
      const childDependency = this.dependency;
      if (childDependency < dependency) dependency = childDependency;
      if (score <= best) continue;
      best = score;
      if (score <= lower) continue;
      lower = score;
      bestMove = move;
      bestIsQuiet = isQuiet;
      this.lines.keep(ply, move);
      if (score < highest) continue;
      // A refutation needs no other line than its own.
      dependency = childDependency;
      if (isQuiet) ordering.reward(position, start, i, depth, ply);
      break;
    }

    this.dependency = dependency < ply ? dependency : INDEPENDENT;
    if (excluded !== 0) return best === -INFINITE ? alpha : best;
    const bound = best >= highest ? LOWER : best > lowest ? EXACT : UPPER;
    if (dependency >= ply) {
      const toKeep = bestMove === 0 ? tableMove : bestMove;
      table.store(keyLow, keyHigh, toKeep, toTable(best, ply), depth, bound, raw);
    } else if (bestMove !== 0 && tableMove === 0) {
      // A score that hangs on how we came here is not kept, only the move.
      table.store(keyLow, keyHigh, bestMove, 0, 0, 0, raw);
    }
    if (this.correction !== undefined && statics[ply] !== NO_SCORE && !isDecisive(best)) {
      const isTold = bestMove === 0 || bestIsQuiet;
      if (isTold && (best > statics[ply] ? bound !== UPPER : bound !== LOWER))
        this.correction.learn(position, best - raw, depth);
    }
    return best;
  }

  /** The score of passing, searched less deep. */
  private pass(depth: number, beta: number, ply: number): number {
    const position = this.position;
    const slot = position.state.keyLow & SEEN_MASK;
    this.seen[slot]++;
    position.pass();
    // Below 0 plies a depth counts those of quiescence.
    const left = Math.max(depth - this.nullMoveReduction, 0);
    const score = 0 - this.search(left, 0 - beta, 1 - beta, ply + 1, false);
    position.unpass();
    this.seen[slot]--;
    this.lines.clear(ply);
    return score;
  }

  /** What a shallow search finds far beyond a null window below beta; NO_SCORE where it finds no such thing. */
  private probCut(depth: number, judged: number, beta: number, ply: number): number {
    const left = Math.max(depth - this.probCutReduction, 1);
    const isAbove = judged >= beta;
    const bar = isAbove ? beta + this.probCutMargin : beta - this.probCutMargin;
    const score = this.search(left, bar - 1, bar, ply, false);
    this.lines.clear(ply);
    if (isAbove ? score < bar : score >= bar) return NO_SCORE;
    return isDecisive(score) ? (isAbove ? beta : beta - 1) : score;
  }

  /** Follows what cannot be judged as it stands: captures, promotions, and threats to win at once. */
  private quiesce(alpha: number, beta: number, ply: number, extended: number): number {
    const position = this.position;
    if (position.winningMove() !== 0) return WIN - ply - 1;
    if (ply >= MAX_PLY) return this.evaluator.evaluate(position);
    const usesTable = this.tableInQuiescence && this.rigour === 'selective';
    let raw = NO_SCORE;
    if (usesTable && this.table.find(position.keyLow, position.keyHigh)) {
      const score = fromTable(this.table.score, ply);
      const bound = this.table.bound;
      raw = this.table.staticScore;
      if (isDecisive(score) || !(isDecisive(alpha) || isDecisive(beta))) {
        if ((bound & LOWER) !== 0 && score >= beta) return score;
        if ((bound & UPPER) !== 0 && score <= alpha) return score;
      }
    }
    if (this.rigour === 'selective' && extended < this.quiescencePlies && position.isThreatened()) {
      return this.parry(alpha, beta, ply, extended);
    }
    if (!position.hasMove()) return this.blocked(ply);
    if (raw === NO_SCORE) raw = this.evaluator.evaluate(position);
    let best =
      this.correction === undefined || this.rigour !== 'selective'
        ? raw
        : this.correction.corrected(position, raw);
    if (best >= beta || extended >= this.quiescencePlies) return best;
    const start = ply * position.moveLimit;
    const end = position.generateLoud(this.moves, start);
    let lower = Math.max(alpha, best);
    let dependency = INDEPENDENT;
    this.ordering.orderByGain(position, start, end);
    for (let i = start; i < end; i++) {
      this.make(this.ordering.pick(i, end));
      this.dependency = INDEPENDENT;
      const score =
        position.winner === -1
          ? 0 - this.quiesce(0 - beta, 0 - lower, ply + 1, extended + 1)
          : 0 - this.decided(ply + 1);
      this.unmake();
      if (this.dependency < dependency) dependency = this.dependency;
      if (score <= best) continue;
      best = score;
      if (score >= beta) break;
      if (score > lower) lower = score;
    }
    this.dependency = dependency;
    if (usesTable && extended === 0 && end > start && dependency === INDEPENDENT) {
      const bound = best >= beta ? LOWER : best > alpha ? EXACT : UPPER;
      this.table.store(position.keyLow, position.keyHigh, 0, toTable(best, ply), 0, bound, raw);
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
      this.unmake();
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
