import { type Baseline, boardGame, type Drawing, type Words } from 'evalsmith/engine';
import { features } from './features.ts';
import { patterns } from './patterns.ts';
import { ConnectFour, rowsOf } from './position.ts';

export default boardGame<ConnectFour>({
  name: 'connect-four',
  sizes: [5, 6, 7, 8],
  usualSize: 7,
  players: ['x', 'o'],
  pieces: ['x', 'o'],
  width: (size) => size,
  startBoard: (size) => '.'.repeat(size * rowsOf(size)),
  emptyPosition: (size, turn) => new ConnectFour(size, turn),
  formatMove: (_position, move) => String(move),
  fault: hangingStone,
  features,
  patterns,
  wonBy: 'line',
  symmetries: (size) => [
    Array.from({ length: size * rowsOf(size) }, (_, square) => square + size - 1 - 2 * (square % size)),
  ],
});

function hangingStone({ board, size }: ConnectFour): string | undefined {
  for (let square = 0; square + size < board.length; square++)
    if (board[square] !== 0 && board[square + size] === 0)
      return `has a stone in column ${(square % size) + 1} above an empty square`;
  return undefined;
}

/** The guesses of a person who has read how the game is played well, before anything was tuned. */
export const baselines: Readonly<Record<string, Baseline>> = {
  hand: {
    scale: 100,
    weights: {
      'stones in the middle': 20,
      'stones beside the middle': 10,
      'lines with one': 2,
      'lines with two': 10,
      'threats at hand': 50,
      'threats one above': 50,
      'threats later': 30,
      'threats in time': 50,
      'threats stacked': 50,
    },
  },
};

/** The first plies of games are random, so that no two are alike. */
export const openingPlies = 6;

export const otherSizes = [6, 8];

export const words: Words = {
  sides: ['Blue', 'Red'],
  aim: () => 'Drop a stone into a column (↓). Four in a row, column or diagonal win.',
  piece: (letter) => ({ x: 'blue stone', o: 'red stone' })[letter] ?? 'empty',
  move: (text) => `drop in column ${text}`,
  columns: { above: { action: 'drop', sign: '↓', move: String } },
  ends: { line: 'by four in a row', drawn: 'as the board is full' },
};

/** All squares alike. */
export const drawing: Drawing = { shade: () => '' };
