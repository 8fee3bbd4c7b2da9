import { z } from 'zod';
import { firstBaseline, loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import type { Weights } from '../../engine/weights.ts';
import type { Book } from '../play/book.ts';
import type { GameJob } from '../play/game-job.ts';
import { filledIn } from '../play/game-settings.ts';
import { matchSettings, type MatchSettings, USUAL_NODES } from '../play/match-settings.ts';
import { type Contestant, identityOf } from '../play/participants.ts';
import { picked, type Values } from '../settings/setting.ts';

export interface MatchJob extends GameJob {
  settings: MatchSettings;
  /** As the person named them. */
  names: readonly [string, string];
  /** Judge the openings, for neither side's taste. */
  judge: Weights;
  /** What names the search parameters of those who name none of their own; null for the defaults. */
  parameters: string | null;
  /** What the games begin with instead of random plies. */
  book: Book | null;
}

const USUAL = z.object(matchSettings).parse({});
const GAMES_PER_SHARD = 1000;

/** A match of two on one board; what is not chosen is as usual for the game. */
export function matchJob(
  game: Game,
  size: number,
  [first, second]: readonly [Contestant, Contestant],
  {
    seed,
    parameters = null,
    book = null,
    skipOpenings = 0,
    ...chosen
  }: {
    seed: number;
    parameters?: string | null;
    book?: Book | null;
    skipOpenings?: number;
  } & Partial<Values<typeof matchSettings>>,
): MatchJob {
  const judge = loadWeights(game, size, firstBaseline(game));
  const settings = filledIn(picked(matchSettings, { ...USUAL, ...chosen }), game, judge.scale);
  if (settings.seconds === null && settings.depth === null) settings.nodes ??= USUAL_NODES;
  return {
    game: game.name,
    size,
    seats: [first.participant, second.participant],
    names: [first.name, second.name],
    judge,
    parameters,
    book,
    settings: {
      by: 'match',
      seed,
      first: identityOf(first.participant),
      second: identityOf(second.participant),
      ...settings,
      gamesPerShard: GAMES_PER_SHARD,
      ...(book !== null && { book: book.sha256 }),
      ...(skipOpenings > 0 && { skipOpenings }),
    },
  };
}
