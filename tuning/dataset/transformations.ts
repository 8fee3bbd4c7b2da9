// Datasets made from others: deduplicated, split, sampled, cut, merged. Each appears whole or not at all.
import { mkdirSync } from 'node:fs';
import { makeFolder } from '../store/new-folder.ts';
import { sha256 } from '../../engine/node/sha256.ts';
import { canonicalBoard, type Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { randomFrom } from '../statistics/random.ts';
import { contentsHash, DatasetWriter, makeDataset } from './dataset-writer.ts';
import { gamesOf, positionsOf } from './games.ts';
import {
  firstDifference,
  type Manifest,
  readManifest,
  shardNumber,
  withShards,
  writeManifest,
} from './manifest.ts';
import { gameRowsText, type PositionRow, positionRowsText } from './rows.ts';
import { readShard, writeShard } from './shards.ts';

type Made = Manifest['settings'];

/** What a dataset made from others begins with: of their kind, game and size, with how it was made and the rules that go with it. */
function derived(sources: readonly Manifest[], made: Made, rules: Made = {}) {
  const { kind, game, size } = sources[0];
  return { kind, game, size, settings: { ...made, of: sources.map(contentsHash), ...rules }, sources };
}

export type DedupeMode = 'none' | 'first' | 'merge';

/** Positions on their own, each once up to symmetry: its first occurrence, or the mean of all. */
export function dedupe(game: Game, folder: string, out: string, mode: DedupeMode, all: boolean): Manifest {
  const manifest = readManifest(folder);
  const rows = positionsOf(folder, manifest, all);
  if (mode === 'none') return makePositions(manifest, out, rows, { by: 'dedupe', mode, all });
  const kept = new Map<string, PositionRow>();
  for (const row of rows) {
    const board = canonicalBoard(game, manifest.size, row.board);
    const known = kept.get(row.player + board);
    if (known === undefined) kept.set(row.player + board, { ...row, board });
    else if (mode === 'merge') mergeInto(known, row);
  }
  return makePositions(manifest, out, kept.values(), { by: 'dedupe', mode, all });
}

/** The mean of what two say of the same position. */
function mergeInto(known: PositionRow, row: PositionRow): void {
  const count = known.count + row.count;
  const mean = (a: number, b: number) => (a * known.count + b * row.count) / count;
  known.result = mean(known.result, row.result);
  if (known.score !== undefined && row.score !== undefined) known.score = mean(known.score, row.score);
  else known.score ??= row.score;
  known.count = count;
}

/** A random choice of positions; the same seed chooses the same. */
export function sample(folder: string, out: string, count: number, seed: number, all: boolean): Manifest {
  const manifest = readManifest(folder);
  const random = randomFrom(seed, 'sample');
  // Each row replaces one of the chosen with the chance that makes every row as likely as any other.
  const chosen: { order: number; row: PositionRow }[] = [];
  let order = 0;
  for (const row of positionsOf(folder, manifest, all)) {
    const place = order < count ? order : random.below(order + 1);
    if (place < count) chosen[place] = { order, row };
    order++;
  }
  const rows = chosen.toSorted((a, b) => a.order - b.order).map(({ row }) => row);
  return makePositions(manifest, out, rows, { by: 'sample', count, seed, all });
}

function makePositions(source: Manifest, out: string, rows: Iterable<PositionRow>, made: Made): Manifest {
  const header = { ...derived([source], made), kind: 'positions' as const };
  return makeDataset(out, header, (writer) => writer.addPositions(rounded(rows)));
}

/** Means with as many digits as make sense. */
function* rounded(rows: Iterable<PositionRow>): Generator<PositionRow> {
  for (const row of rows) {
    const score = row.score === undefined ? undefined : Math.round(row.score * 100) / 100;
    yield { ...row, score, result: Math.round(row.result * 1e6) / 1e6 };
  }
}

/** Two datasets, `train` and `held-out`: whole games, or of positions each with all its duplicates, go to one of them. */
export function split(
  game: Game,
  folder: string,
  out: string,
  heldOut: number,
  seed: number,
): [Manifest, Manifest] {
  const manifest = readManifest(folder);
  return makeFolder(out, (temporary) => {
    const [train, apart] = ['train', 'held-out'].map((part) => {
      mkdirSync(`${temporary}/${part}`);
      const header = derived([manifest], { by: 'split', part, heldOut, seed }, rulesOf(manifest));
      return new DatasetWriter(`${temporary}/${part}`, header);
    });
    const partOf = (name: string) => (shareOf(`${seed}:${name}`) < heldOut ? apart : train);
    if (manifest.kind === 'games') {
      for (const rows of gamesOf(folder, manifest))
        partOf(`game ${rows[0].game}`).add(gameRowsText(rows), rows.length);
    } else {
      for (const row of positionsOf(folder, manifest, true)) {
        const name = row.player + canonicalBoard(game, manifest.size, row.board);
        partOf(name).add(positionRowsText([row]), 1);
      }
    }
    return [train.finish(), apart.finish()];
  });
}

/** A dataset of as many games from the beginning of another as have no more than so many positions. */
export function firstGames(folder: string, out: string, positions: number): Manifest {
  const source = readManifest(folder);
  const header = derived([source], { by: 'first games', positions }, rulesOf(source));
  return makeDataset(out, header, (writer) => {
    let left = positions;
    for (const rows of gamesOf(folder, source)) {
      left -= rows.length;
      if (left < 0) break;
      writer.add(gameRowsText(rows), rows.length);
    }
  });
}

/** The rules by which its games ended, which go with them. */
export function rulesOf({ settings }: Manifest): Manifest['settings'] {
  return Object.fromEntries(
    ['cap', 'repetition'].flatMap((rule) => (rule in settings ? [[rule, settings[rule]]] : [])),
  );
}

/** A number from 0 to 1 that a name decides. */
function shareOf(name: string): number {
  return Number.parseInt(sha256(name).slice(0, 12), 16) / 2 ** 48;
}

/**
 * One dataset of several. Shards of one run, made apart, become that run as one machine would have made it;
 * games of different runs are numbered anew.
 */
export function merge(folders: readonly string[], out: string): Manifest {
  const manifests = folders.map(readManifest);
  const [first] = manifests;
  for (const [i, { kind, game, size }] of manifests.entries()) {
    if (kind !== first.kind || game !== first.game || size !== first.size)
      throw new InputError(
        `${folders[i]} has ${kind} of ${game} ${size}; ${folders[0]} has ${first.kind} of ${first.game} ${first.size}`,
      );
  }
  const sameRun =
    first.settings['by'] === 'selfplay' &&
    manifests.every((manifest) => firstDifference(first, manifest) === undefined);
  return sameRun ? mergeShards(folders, manifests, out) : mergeRuns(folders, manifests, out);
}

function mergeShards(folders: readonly string[], manifests: readonly Manifest[], out: string): Manifest {
  return makeFolder(out, (temporary) => {
    const shards = new Map<number, { folder: string; shard: Manifest['shards'][number] }>();
    manifests.forEach((manifest, i) => {
      for (const shard of manifest.shards) {
        const known = shards.get(shardNumber(shard));
        if (known === undefined || known.shard.games < shard.games)
          shards.set(shardNumber(shard), { folder: folders[i], shard });
      }
    });
    const written = Array.from(shards, ([number, { folder, shard }]) =>
      writeShard(temporary, number, readShard(folder, shard), shard),
    );
    const manifest = withShards(manifests[0], written);
    writeManifest(temporary, manifest);
    return manifest;
  });
}

function mergeRuns(folders: readonly string[], manifests: readonly Manifest[], out: string): Manifest {
  const header = derived(manifests, { by: 'merge' });
  return makeDataset(out, header, (writer) => {
    if (header.kind === 'positions') return writer.addPositions(everyPosition(folders, manifests));
    let game = 0;
    for (const [i, manifest] of manifests.entries())
      for (const rows of gamesOf(folders[i], manifest)) {
        writer.add(gameRowsText(rows.map((row) => ({ ...row, game }))), rows.length);
        game++;
      }
  });
}

function* everyPosition(folders: readonly string[], manifests: readonly Manifest[]): Generator<PositionRow> {
  for (const [i, manifest] of manifests.entries()) yield* positionsOf(folders[i], manifest, true);
}
