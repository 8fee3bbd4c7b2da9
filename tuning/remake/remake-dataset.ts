import { readdirSync } from 'node:fs';
import type { Terminal } from '../../engine/node/terminal.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { contentsHash } from '../dataset/dataset-writer.ts';
import { hasManifest, readManifest } from '../dataset/manifest.ts';
import { needShard } from '../dataset/shards.ts';
import { runSelfplay } from '../play/selfplay.ts';
import { derive } from './derivation.ts';
import { type DatasetStep, versionOf } from './plan.ts';

/** Makes a dataset again, or resumes that; one that is there is left as it is. Returns the exit code. */
export async function remakeDataset(step: DatasetStep, workers: number, terminal: Terminal): Promise<number> {
  const { game, made, how, inputs, folder } = step;
  if (isThere(step)) {
    terminal.note(`${folder} is there already`);
    return 0;
  }
  const places = inputs.map(({ place }) => place);
  if (how.by !== 'selfplay') {
    if (!hasManifest(folder)) derive(game, how, places, folder);
    return 0;
  }
  const { size, games } = made.description;
  const [weights, opponent = null] = places.map((place) => loadWeights(game, size, place));
  return runSelfplay(game, { game: game.name, size, settings: how, weights, opponent }, terminal, {
    folder,
    games,
    workers,
    milliseconds: Infinity,
  });
}

function isThere(step: DatasetStep): boolean {
  const { folder, made } = step;
  if (!hasManifest(folder)) return false;
  const manifest = readManifest(folder);
  for (const shard of manifest.shards) needShard(folder, shard);
  // Of self-play that was killed before it had cleared up.
  const isLeft = readdirSync(folder).some((name) => /^lock$|\.(journal|tmp)$/.test(name));
  return !isLeft && contentsHash(manifest) === made.sha256 && manifest.codeVersion === versionOf(step);
}
