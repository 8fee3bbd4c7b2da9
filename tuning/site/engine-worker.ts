// The worker of Play and Explorer: told once which game and weights, then a player like any shipped one.
import type { ChosenParameters } from '../../engine/parameters.ts';
import type { PlayerRequest, Reply } from '../ship/browser-messages.ts';
import { serve } from '../ship/browser-worker.ts';
import type { ShippedWeights } from '../ship/shipped-weights.ts';
import { neededGame } from '../store/needed-game.ts';
import { gameOn } from '../tables/game-on-board.ts';
import type { SolvedBoard } from '../tables/solvable-name.ts';
import { addOutsideGames } from './take-scripts.ts';

/** What the page says first. */
export interface Engagement {
  game: string;
  weights: ShippedWeights;
  parameters: ChosenParameters;
  /** Where a variant of the game is played, which. */
  variant?: Pick<SolvedBoard, 'size' | 'scope'>;
}

interface WorkerScope {
  addEventListener(type: 'message', listen: (event: { data: PlayerRequest }) => void): void;
  addEventListener(type: 'message', listen: (event: { data: Engagement }) => void, how: { once: true }): void;
  postMessage(reply: Reply): void;
}

addOutsideGames();
const scope = globalThis as unknown as WorkerScope;
scope.addEventListener(
  'message',
  ({ data: { game, weights, parameters, variant } }) => {
    const base = neededGame(game, 'the board is of');
    const played = variant === undefined ? base : gameOn({ game, ...variant });
    serve(base, [weights], parameters, scope, played);
  },
  { once: true },
);
