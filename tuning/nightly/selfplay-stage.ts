import { usualParameters } from '../../engine/node/named-parameters.ts';
import type { Game } from '../../engine/game.ts';
import type { Weights } from '../../engine/weights.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { hasManifest, type Manifest, readManifest } from '../dataset/manifest.ts';
import { Failure } from '../process/failure.ts';
import { INTERRUPTED } from '../process/interrupt.ts';
import { runSelfplay } from '../play/selfplay.ts';
import { selfplayJob } from '../play/selfplay-job.ts';
import type { PartConfig } from './config.ts';
import type { Players, Stage } from './stage.ts';

/** Games of the champion against itself: as many as the config says, or as there is time for. */
export function selfplayStage(
  game: Game,
  { size, selfplay: settings }: PartConfig,
  champion: Weights,
  { seed, folder, ...players }: { seed: number; folder: string } & Players,
): Stage<Manifest> {
  const wanted = settings.games ?? Infinity;
  return {
    name: 'selfplay',
    title: `self-play, ${settings.games === null ? 'for a time' : `${settings.games} games`}`,
    milliseconds: null,
    find(recorded) {
      // Games that the journal does not know of may be all there with the lock of a process that was killed; resuming them
      // clears that up.
      if (recorded === undefined || !hasManifest(folder)) return undefined;
      const manifest = readManifest(folder);
      const isSame = contentsHash(manifest) === recorded && manifest.settings['weights'] === champion.sha256;
      return isSame ? manifest : undefined;
    },
    async make(budget, terminal) {
      const parameters = usualParameters(game);
      const seats = { weights: champion, opponent: null, parameters };
      const job = selfplayJob(game, size, settings, { seed, ...seats });
      const code = await runSelfplay(game, job, terminal, {
        folder,
        games: wanted,
        ...players,
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
