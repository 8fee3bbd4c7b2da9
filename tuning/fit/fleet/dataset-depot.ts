// Datasets on their way to other machines: a folder that all of them see, where each lies under the hash of its manifest, which
// holds those of its files. Nothing there is believed before it was checked.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../../engine/input-error.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import { MANIFEST, readManifest } from '../../dataset/manifest.ts';
import { needShard } from '../../dataset/shards.ts';
import { makeFolder } from '../../store/new-folder.ts';

// What a machine has not learned from for so long goes from its cache.
const KEPT_MILLISECONDS = 7 * 24 * 3600 * 1000;

/** What a dataset is known by on its way. */
export function parcelOf(folder: string): string {
  return sha256(readFileSync(join(folder, MANIFEST)));
}

/** Puts a dataset into the depot, unless it is there; where it shall be checked, what is there and damaged is replaced. */
export function publishDataset(depot: string, folder: string, isChecked = false): string {
  const parcel = parcelOf(folder);
  const place = placeIn(depot, parcel);
  if (existsSync(place) && isChecked && problemOf(place, parcel) !== undefined)
    rmSync(place, { recursive: true, force: true });
  if (!existsSync(place)) copyDataset(folder, place, parcel);
  return place;
}

/** This machine's own copy of a dataset of the depot, which is fetched once; throws an InputError where it is not what it should be. */
export function fetchDataset(depot: string, parcel: string): string {
  const cache = cacheFolder();
  const place = placeIn(cache, parcel);
  if (existsSync(place) && problemOf(place, parcel) !== undefined)
    rmSync(place, { recursive: true, force: true });
  if (!existsSync(place)) {
    const source = placeIn(depot, parcel);
    if (!existsSync(join(source, MANIFEST)))
      throw new InputError(`the dataset ${parcel.slice(0, 12)} is not in the folder of --store`);
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    copyDataset(source, place, parcel);
  }
  const now = new Date();
  utimesSync(place, now, now);
  dropUnused(cache);
  return place;
}

function cacheFolder(name = 'datasets'): string {
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'evalsmith', name);
}

/** What the checkpoint of a fit for others is named after, so that this machine goes on with it. */
export function checkpointPlace(id: string): string {
  return join(cacheFolder('fits'), id);
}

function placeIn(folder: string, parcel: string): string {
  return join(folder, parcel);
}

/** Whole and right, or not there at all. */
function copyDataset(from: string, to: string, parcel: string): void {
  try {
    makeFolder(to, (temporary) => {
      copyFileSync(join(from, MANIFEST), join(temporary, MANIFEST));
      if (parcelOf(temporary) !== parcel) throw new InputError(damaged(parcel, 'its manifest is another'));
      for (const { file } of readManifest(temporary).shards)
        if (existsSync(join(from, file))) copyFileSync(join(from, file), join(temporary, file));
      const problem = problemOf(temporary, parcel);
      if (problem !== undefined) throw new InputError(problem);
    });
  } catch (error) {
    // Another process of this machine was faster.
    if (problemOf(to, parcel) === undefined) return;
    throw error;
  }
}

function problemOf(folder: string, parcel: string): string | undefined {
  try {
    if (parcelOf(folder) !== parcel) return damaged(parcel, 'its manifest is another');
    for (const shard of readManifest(folder).shards) needShard(folder, shard);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!(error instanceof InputError) && code === undefined) throw error;
    return damaged(parcel, message);
  }
}

function damaged(parcel: string, problem: string): string {
  return `the dataset ${parcel.slice(0, 12)} did not arrive as it was sent: ${problem}`;
}

function dropUnused(cache: string): void {
  for (const name of readdirSync(cache)) {
    const path = join(cache, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MILLISECONDS)
      rmSync(path, { recursive: true, force: true });
  }
}
