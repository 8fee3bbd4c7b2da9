// A search loop of one's own, with the table of the engine and an evaluator of one's own.
import {
  DECISIVE,
  DRAW,
  DRAWN,
  type Evaluator,
  EXACT,
  LOWER,
  lossIn,
  type Move,
  perft,
  Player,
  type Position,
  Table,
  UPPER,
  WIN,
} from 'evalsmith/engine';
import game, { type TicTacToe } from './tic-tac-toe.ts';

export class OwnSearch<P extends Position> {
  private readonly evaluator: Evaluator<P>;
  private readonly table = Table.ofMegabytes(1);
  best: Move = 0;

  constructor(evaluator: Evaluator<P>) {
    this.evaluator = evaluator;
  }

  /** The score for the player to move; `best` is then the move to make. */
  search(position: P, depth: number, alpha = -WIN, beta = WIN): number {
    const { winner, turn, keyLow, keyHigh } = position;
    if (winner === DRAWN) return DRAW;
    if (winner !== -1) return winner === turn ? WIN : lossIn(0);
    if (depth === 0) return this.evaluator.evaluate(position);
    let first = 0;
    if (this.table.find(keyLow, keyHigh)) {
      const { bound, score, move } = this.table;
      first = move;
      if (
        this.table.depth === depth &&
        (bound === EXACT || (bound === LOWER ? score >= beta : score <= alpha))
      ) {
        this.best = move;
        return score;
      }
    }
    const moves = new Int32Array(position.moveLimit);
    const end = position.generate(moves, 0);
    if (end === 0) return position.blocked === DRAWN ? DRAW : lossIn(0);
    // The move of the table first.
    const at = moves.subarray(0, end).indexOf(first);
    if (at > 0) moves.copyWithin(1, 0, at).fill(first, 0, 1);
    let [best, bestMove, lower] = [-WIN - 1, 0, alpha];
    for (let i = 0; i < end && best < beta; i++) {
      position.make(moves[i]);
      const score = -this.search(position, depth - 1, -beta, -lower);
      position.unmake();
      if (score > best) [best, bestMove] = [score, moves[i]];
      lower = Math.max(lower, score);
    }
    const bound = best >= beta ? LOWER : best > alpha ? EXACT : UPPER;
    this.table.store(keyLow, keyHigh, bestMove, best, depth, bound);
    this.best = bestMove;
    return best;
  }
}

/** Judges by the centre alone. */
export const byCentre: Evaluator<TicTacToe> = {
  scale: 100,
  evaluate: ({ board, turn }) => (board[4] === 0 ? 0 : board[4] === turn + 1 ? 50 : -50),
};

console.log('perft', [1, 2, 3, 4, 5].map((depth) => perft(game.start(3), depth)).join(' '));
for (const board of ['.........', 'xx.oo....', 'x...o...x']) {
  const position = game.parseBoard(
    3,
    [...board].filter((letter) => letter !== '.').length % 2 === 0 ? 0 : 1,
    board,
  );
  const own = new OwnSearch(byCentre);
  const score = own.search(position, 9);
  const said = score > DECISIVE ? 'won' : score < -DECISIVE ? 'lost' : 'drawn';
  const ours = new Player(game, byCentre).choose(position, { depth: 9 });
  console.log(board, game.formatMove(position, own.best), said, Math.sign(score) === Math.sign(ours.score));
}
