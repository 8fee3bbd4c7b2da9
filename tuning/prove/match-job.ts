import { loadWeights } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { USUAL_BOUND, USUAL_OPENINGS } from '../play/openings.ts';
import { identityOf, type Participant } from '../play/participants.ts';
import type { GameJob } from '../play/game-job.ts';
import type { MatchSettings } from '../play/match-settings.ts';
import type { Weights } from '../../engine/weights.ts';

export interface MatchJob extends GameJob {
  settings: MatchSettings;
  /** Judge the openings, for neither side's taste. */
  judge: Weights;
}

interface MatchChoices {
  seed: number;
  /** Nodes or seconds a move. */
  nodes: number | null;
  seconds: number | null;
  depth?: number;
  openings?: number;
  openingBound?: number;
  cap?: number;
  repetition?: boolean;
}

/** A match of two participants on one board; what is not chosen is as usual for the game. */
export function matchJob(
  game: Game,
  size: number,
  seats: readonly [Participant, Participant],
  choices: MatchChoices,
): MatchJob {
  const judge = loadWeights(game, size, 'baseline:hand');
  return {
    game: game.name,
    size,
    seats,
    judge,
    settings: {
      by: 'match',
      seed: choices.seed,
      first: identityOf(seats[0]),
      second: identityOf(seats[1]),
      nodes: choices.nodes,
      seconds: choices.seconds,
      depth: choices.depth ?? null,
      openings: choices.openings ?? USUAL_OPENINGS[game.name],
      openingBound: choices.openingBound ?? Math.round(judge.scale * USUAL_BOUND),
      cap: choices.cap ?? game.plyCap,
      repetition: choices.repetition ?? true,
      gamesPerShard: 1000,
    },
  };
}
