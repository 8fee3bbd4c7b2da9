import type { Evaluator } from './evaluator.ts';
import { MAX_PLY } from './lines.ts';
import { defaultParameters, type SearchParameters } from './parameters.ts';
import type { Move, Position } from './position.ts';
import { DRAW, isDecisive, WIN } from './score.ts';
import { RootCredit } from './root-credit.ts';
import type { Table } from './table.ts';
import { INFINITE, type Rigour, STOPPED, Tree } from './tree.ts';

// More plies than any game has.
const ENDLESS = 1 << 30;

/** What ends a search; the first limit that is reached does. */
export interface Limits {
  /** The depths to search, from 1 by default. */
  firstDepth?: number;
  depth?: number;
  /** Searches the moves of the root after the first from the last on, to meet a search that begins at the other end. */
  fromLast?: boolean;
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
  /** Where searches of several threads keep their histories together. */
  histories?: SharedArrayBuffer;
}

/** Alpha-beta search of one position with one evaluator and one table. It knows no game and no clock. */
export class Search<P extends Position = Position> {
  private readonly tree: Tree<P>;
  private fromLast = false;
  private readonly aspirationDepth: number;
  private readonly aspirationMargin: number;
  private readonly aspirationSwing: number;
  private readonly aspirationGrowth: number;
  private readonly credit: RootCredit;
  private readonly rootReductionMoves: number;

  constructor(
    position: P,
    evaluator: Evaluator<P>,
    table: Table,
    { quietCap = ENDLESS, parameters = defaultParameters, histories }: SearchOptions = {},
  ) {
    this.tree = new Tree(position, evaluator, table, quietCap, parameters, histories);
    this.aspirationDepth = parameters.aspirationDepth;
    this.aspirationMargin = Math.max(1, Math.round(parameters.aspirationMargin * evaluator.scale));
    this.aspirationSwing = parameters.aspirationSwing;
    this.rootReductionMoves = parameters.rootReductionMoves;
    this.aspirationGrowth = parameters.aspirationGrowth;
    this.credit = new RootCredit(evaluator, parameters);
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
    const { tree } = this;
    tree.begin(rigour, limits.nodes, limits.stop);
    this.fromLast = limits.fromLast ?? false;
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
    let swing = 0;
    const deepest = Math.min(limits.depth ?? MAX_PLY, MAX_PLY);
    try {
      for (let depth = limits.firstDepth ?? 1; depth <= deepest; depth++) {
        const last = best;
        this.searchRoots(roots, depth, last, swing, better);
        swing = isDecisive(best.score) || last.depth === 0 ? 0 : Math.abs(best.score - last.score);
        if (rigour === 'selective' && (isForced || this.isSettled(best, roots))) break;
      }
    } catch (error) {
      if (error !== STOPPED) throw error;
      tree.goBack();
      best = { ...best, nodes: tree.nodes };
    }
    return best;
  }

  /** Goes on to another position of the same size, knowing what was learnt about ordering moves. */
  turnTo(position: P): void {
    this.tree.position = position;
  }

  /** Forgets what was learnt about ordering moves; the table is not its own. */
  forget(): void {
    this.tree.forget();
  }

  private rootMoves(excluded: readonly Move[] = []): Int32Array {
    const { position, moves } = this.tree;
    const end = position.generate(moves, 0);
    return moves.slice(0, end).filter((move) => !excluded.includes(move));
  }

  /** Whether a move of the root wins by any rule. Such looks are no nodes. */
  private winsAtOnce(move: Move): boolean {
    const { position } = this.tree;
    const { turn } = position;
    position.make(move);
    const outcome = position.winner === -1 && !position.hasMove() ? position.blocked : position.winner;
    position.unmake();
    return outcome === turn;
  }

  /** Searches the root moves to a depth within a window round the last score, and wider where that fails. */
  private searchRoots(
    roots: Int32Array,
    depth: number,
    last: Line,
    swing: number,
    better: (line: Line) => void,
  ): void {
    this.tree.iteration = depth;
    const isNear = depth >= this.aspirationDepth && !isDecisive(last.score);
    let margin = isNear ? this.aspirationMargin + Math.round(this.aspirationSwing * swing) : INFINITE;
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
    const { tree, credit } = this;
    let best = -INFINITE;
    let lower = alpha;
    for (let nth = 0; nth < roots.length; nth++) {
      const i = this.fromLast && nth > 0 ? roots.length - nth : nth;
      const move = roots[i];
      const reduction = i < this.rootReductionMoves ? 0 : tree.rootReduction(depth, i, move);
      tree.make(move);
      const points = credit.pointsFor(tree.position.state);
      const reply = (left: number, above: number, below: number) => {
        const low = credit.needed(above, points);
        const high = credit.needed(below - 1, points) + 1;
        return credit.credited(0 - tree.search(left, 0 - high, 0 - low, 1, true), points);
      };
      let score = i === 0 ? -INFINITE : reply(depth - 1 - reduction, lower, lower + 1);
      if (reduction > 0 && score > lower) score = reply(depth - 1, lower, lower + 1);
      if (i === 0 || score > lower) score = reply(depth - 1, lower, beta);
      tree.unmake();
      if (score <= best) continue;
      best = score;
      if (score <= lower) continue;
      lower = score;
      // The new best first, the others in their order: the next depth begins with it.
      roots.copyWithin(1, 0, i);
      roots[0] = move;
      tree.lines.keep(0, move);
      better({ move, score, depth, nodes: tree.nodes, moves: tree.lines.best() });
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
    const { tree } = this;
    tree.rigour = 'proof';
    let shortest = true;
    for (let i = 0; i < roots.length && shortest; i++) {
      tree.make(roots[i]);
      shortest = 0 - tree.search(plies - 2, -(WIN - plies + 1), -(WIN - plies), 1, false) <= WIN - plies;
      tree.unmake();
    }
    tree.rigour = 'selective';
    return shortest;
  }
}
