import type { Game } from '../../engine/game.ts';
import type { Weights } from '../../engine/weights.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { hasManifest, type Manifest, readManifest } from '../dataset/manifest.ts';
import { Failure } from '../process/failure.ts';
import { INTERRUPTED } from '../process/interrupt.ts';
import { USUAL_BOUND, USUAL_OPENINGS } from '../play/openings.ts';
import { runSelfplay } from '../play/selfplay.ts';
import type { SelfplayJob } from '../play/selfplay-settings.ts';
import type { PartConfig } from './config.ts';
import type { Stage } from './stage.ts';

/** Games of the champion against itself: as many as the config says, or as there is time for. */
export function selfplayStage(
  game: Game,
  { size, selfplay: settings }: PartConfig,
  champion: Weights,
  { seed, folder, workers }: { seed: number; folder: string; workers: number },
): Stage<Manifest> {
  const wanted = settings.games ?? Infinity;
  return {
    name: 'selfplay',
    title: `self-play, ${settings.games === null ? 'by the clock' : `${settings.games} games`}`,
    milliseconds: null,
    find(recorded) {
      // Games that the journal does not know of may be all there with the lock of a process that was killed; to go on with them
      // clears that up.
      if (recorded === undefined || !hasManifest(folder)) return undefined;
      const manifest = readManifest(folder);
      const isSame = contentsHash(manifest) === recorded && manifest.settings['weights'] === champion.sha256;
      return isSame ? manifest : undefined;
    },
    async make(budget, terminal) {
      const job = selfplayJob(game, size, settings, champion, seed);
      const code = await runSelfplay(game, job, terminal, {
        folder,
        games: wanted,
        workers,
        milliseconds: Math.min(budget.left, settings.for ?? Infinity),
      });
      const manifest = readManifest(folder);
      if (manifest.games >= wanted) return manifest;
      if (code === INTERRUPTED || budget.isSpent) return undefined;
      if (manifest.games === 0) throw new Failure('no game was ended in the time of self-play');
      return manifest;
    },
    identify: contentsHash,
  };
}

function selfplayJob(
  game: Game,
  size: number,
  settings: PartConfig['selfplay'],
  weights: Weights,
  seed: number,
): SelfplayJob {
  return {
    game: game.name,
    size,
    weights,
    opponent: null,
    settings: {
      by: 'selfplay',
      seed,
      weights: weights.sha256,
      opponent: null,
      nodes: settings.nodes,
      depth: settings.depth,
      openings: settings.openings ?? USUAL_OPENINGS[game.name],
      openingBound: settings.openingBound ?? Math.round(weights.scale * USUAL_BOUND),
      randomRate: settings.randomRate,
      cap: settings.cap ?? game.plyCap,
      repetition: settings.repetition,
      adjudicate: settings.adjudicate,
      gamesPerShard: settings.gamesPerShard,
    },
  };
}
