import { loadWeights } from '../../engine/node/weights-folder.ts';
import type { Game } from '../../engine/game.ts';
import { USUAL_BOUND, USUAL_OPENINGS } from '../play/openings.ts';
import { identityOf, type Participant } from '../play/participants.ts';
import type { MatchJob } from '../play/match-settings.ts';

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
  [first, second]: readonly [Participant, Participant],
  choices: MatchChoices,
): MatchJob {
  const referee = loadWeights(game, size, 'baseline:hand');
  return {
    game: game.name,
    size,
    first,
    second,
    referee,
    settings: {
      by: 'match',
      seed: choices.seed,
      first: identityOf(first),
      second: identityOf(second),
      nodes: choices.nodes,
      seconds: choices.seconds,
      depth: choices.depth ?? null,
      openings: choices.openings ?? USUAL_OPENINGS[game.name],
      openingBound: choices.openingBound ?? Math.round(referee.scale * USUAL_BOUND),
      cap: choices.cap ?? game.plyCap,
      repetition: choices.repetition ?? true,
      gamesPerShard: 1000,
    },
  };
}
