// The worker of the Play page: told once which game and weights, then a player like any shipped one.
import type { ChosenParameters } from '../../engine/parameters.ts';
import { gameNamed } from '../../engine/games/index.ts';
import type { PlayerRequest, Reply } from '../ship/browser-messages.ts';
import { serve } from '../ship/browser-worker.ts';
import type { ShippedWeights } from '../ship/shipped-weights.ts';
import { addOutsideGames } from './take-scripts.ts';

/** What the page says first. */
export interface Engagement {
  game: string;
  weights: ShippedWeights;
  parameters: ChosenParameters;
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
  ({ data: { game, weights, parameters } }) => serve(gameNamed(game)!, [weights], parameters, scope),
  { once: true },
);
