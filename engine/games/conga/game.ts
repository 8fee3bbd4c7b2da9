import type { Game } from '../../game.ts';
import { features } from './features.ts';
import { CongaInputs } from './inputs.ts';
import {
  draw,
  formatBoard,
  formatMove,
  parseBoard,
  PLAYERS,
  startBoard,
  swapColours,
  symmetricBoards,
} from './notation.ts';
import type { CongaPosition } from './position.ts';

export const conga: Game<CongaPosition> = {
  name: 'conga',
  sizes: [3, 4],
  usualSize: 4,
  players: PLAYERS,
  plyCap: 500,
  wonBy: 'blocked',
  features,
  inputs: (size) => new CongaInputs(size),
  start: (size) => parseBoard(size, 0, startBoard(size)),
  parseBoard,
  formatBoard,
  formatMove: (_position, move) => formatMove(move),
  formatAnswer: (_position, move, board) => `${formatMove(move)} ${board}`,
  draw,
  symmetricBoards,
  swapColours,
};
