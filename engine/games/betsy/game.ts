import type { Game } from '../../game.ts';
import { features } from './features.ts';
import { BetsyInputs } from './inputs.ts';
import {
  draw,
  formatBoard,
  formatMove,
  parseBoard,
  PLAYERS,
  settleBoard,
  swapColours,
  symmetricBoards,
} from './notation.ts';
import { BetsyPosition } from './position.ts';

export const betsy: Game<BetsyPosition> = {
  name: 'betsy',
  sizes: Array.from({ length: 23 }, (_, i) => i + 2),
  usualSize: 5,
  players: PLAYERS,
  plyCap: 400,
  wonBy: 'line',
  features,
  inputs: (size) => new BetsyInputs(size),
  start: (size) => new BetsyPosition(size, 0, new Int32Array(size + 1).fill(1)),
  parseBoard,
  settle: settleBoard,
  formatBoard,
  formatMove: (_position, move) => formatMove(move),
  formatAnswer: (_position, move, board) => `${formatMove(move)} ${board}`,
  draw,
  symmetricBoards,
  swapColours,
};
