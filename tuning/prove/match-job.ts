import { z } from 'zod';
import { loadWeights } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import type { Weights } from '../../engine/weights.ts';
import type { GameJob } from '../play/game-job.ts';
import { filledIn } from '../play/game-settings.ts';
import { matchSettings, type MatchSettings, USUAL_NODES } from '../play/match-settings.ts';
import { identityOf, type Participant } from '../play/participants.ts';
import { picked, type Values } from '../settings/setting.ts';

export interface MatchJob extends GameJob {
  settings: MatchSettings;
  /** Judge the openings, for neither side's taste. */
  judge: Weights;
}

const USUAL = z.object(matchSettings).parse({});
const GAMES_PER_SHARD = 1000;

/** A match of two participants on one board; what is not chosen is as usual for the game. */
export function matchJob(
  game: Game,
  size: number,
  seats: readonly [Participant, Participant],
  { seed, ...chosen }: { seed: number } & Partial<Values<typeof matchSettings>>,
): MatchJob {
  const judge = loadWeights(game, size, 'baseline:hand');
  const settings = filledIn(picked(matchSettings, { ...USUAL, ...chosen }), game, judge.scale);
  if (settings.seconds === null && settings.depth === null) settings.nodes ??= USUAL_NODES;
  return {
    game: game.name,
    size,
    seats,
    judge,
    settings: {
      by: 'match',
      seed,
      first: identityOf(seats[0]),
      second: identityOf(seats[1]),
      ...settings,
      gamesPerShard: GAMES_PER_SHARD,
    },
  };
}
