// A game of one's own with a feature set of its own.
import {
  boardGame,
  BoardPosition,
  DRAWN,
  FeatureList,
  type Features,
  type Move,
  type Outcome,
  type Side,
  squareName,
} from 'evalsmith/engine';

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'].map((line) => [...line].map(Number));

export class TicTacToe extends BoardPosition {
  constructor(turn: Side) {
    super(3, 9, 9, turn);
  }

  generate(moves: Int32Array, start: number): number {
    let end = start;
    if (this.winner !== -1) return end;
    for (let square = 0; square < 9; square++) if (this.board[square] === 0) moves[end++] = square + 1;
    return end;
  }

  protected play(move: Move, mover: Side): void {
    this.put(move - 1, mover + 1);
    this.noteProgress();
  }

  protected decide(): Outcome {
    const { board } = this;
    for (const [a, b, c] of LINES)
      if (board[a] !== 0 && board[a] === board[b] && board[a] === board[c]) return (board[a] - 1) as Side;
    return board.includes(0) ? -1 : DRAWN;
  }
}

const list = new FeatureList();
const CENTRE = list.slot('centre');
const OPEN_LINES = list.slot('open lines');

const features: Features<TicTacToe> = {
  id: 'tictactoe-1',
  names: list.names,
  extract({ board, turn }, values) {
    const own = turn + 1;
    values[CENTRE] = board[4] === 0 ? 0 : board[4] === own ? 1 : -1;
    values[OPEN_LINES] = 0;
    for (const line of LINES) {
      const pieces = line.map((square) => board[square]).filter((piece) => piece !== 0);
      if (new Set(pieces).size === 1)
        values[OPEN_LINES] += pieces[0] === own ? pieces.length : -pieces.length;
    }
  },
};

export default boardGame<TicTacToe>({
  name: 'tictactoe',
  sizes: [3],
  players: ['x', 'o'],
  pieces: ['x', 'o'],
  startBoard: () => '.'.repeat(9),
  emptyPosition: (_size, turn) => new TicTacToe(turn),
  formatMove: (_position, move) => squareName(move - 1, 3),
  features,
  wonBy: 'line',
});
