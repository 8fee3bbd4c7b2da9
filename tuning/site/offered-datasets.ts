import { mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { readManifest } from '../dataset/manifest.ts';
import { writeParquet } from '../dataset/parquet.ts';
import type { DatasetOffer } from './dataset-offer.ts';

const DATASETS_FOLDER = 'datasets';

// What a page loads at once.
const MOST_BYTES = 16 << 20;

/** Writes datasets into a site that is being made. */
export async function offeredDatasets(folders: readonly string[], site: string): Promise<DatasetOffer[]> {
  const offers: DatasetOffer[] = [];
  mkdirSync(join(site, DATASETS_FOLDER));
  for (const folder of folders) {
    const name = basename(resolve(folder));
    if (offers.some((offer) => offer.name === name))
      throw new InputError(
        `two of --dataset are called ${quoted(name)}; expected folders of different names`,
      );
    const { game, size, games, positions } = readManifest(folder);
    const file = `${DATASETS_FOLDER}/${name}.parquet`;
    await writeParquet(folder, join(site, file));
    const { size: bytes } = statSync(join(site, file));
    if (bytes > MOST_BYTES)
      throw new InputError(
        `--dataset ${folder} takes ${bytes} bytes; a site has at most ${MOST_BYTES} of one inside: evalsmith dataset sample makes a smaller one, and the page opens the files of evalsmith dataset parquet, of any size`,
      );
    offers.push({ name, game, size, games, positions, file });
  }
  return offers;
}
