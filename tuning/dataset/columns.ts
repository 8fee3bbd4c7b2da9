import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Position } from '../../engine/position.ts';
import { GrowingArray } from './growing-array.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { type Sample, visitSamples } from './samples.ts';

/** A dataset in memory: a row of features and a few numbers for every position that is kept. */
export interface Columns {
  game: Game;
  size: number;
  rows: number;
  names: readonly string[];
  /** rows * names.length values. */
  features: Float32Array;
  /** NaN where nothing was searched. */
  scores: Float32Array;
  results: Float32Array;
  counts: Float32Array;
  games: Int32Array;
  plies: Int16Array;
}

/** Reads the features of all positions that `keep` lets through, from datasets of one game and size. */
export function readColumns(
  game: Game,
  folders: readonly string[],
  keep: (sample: Sample, position: Position) => boolean = () => true,
): Columns {
  const manifests = readManifests(folders);
  const { size } = manifests[0];
  const { names } = game.features;
  const positions = manifests.reduce((sum, manifest) => sum + manifest.positions, 0);
  const values = new Float64Array(names.length);
  const features = new GrowingArray(Float32Array, positions * names.length);
  const scores = new GrowingArray(Float32Array, positions);
  const results = new GrowingArray(Float32Array, positions);
  const counts = new GrowingArray(Float32Array, positions);
  const gameNumbers = new GrowingArray(Int32Array, positions);
  const plies = new GrowingArray(Int16Array, positions);
  // Games of different datasets are different games.
  let firstGame = 0;
  manifests.forEach((manifest, i) => {
    let lastGame = firstGame - 1;
    visitSamples(game, folders[i], manifest, (sample, position) => {
      if (!keep(sample, position)) return;
      game.features.extract(position, values);
      features.pushAll(values);
      scores.push(sample.score);
      results.push(sample.result);
      counts.push(sample.count);
      // A position on its own is a game of its own.
      lastGame = sample.game === -1 ? lastGame + 1 : Math.max(lastGame, firstGame + sample.game);
      gameNumbers.push(sample.game === -1 ? lastGame : firstGame + sample.game);
      plies.push(sample.ply);
    });
    firstGame = lastGame + 1;
  });
  return {
    game,
    size,
    rows: scores.length,
    names,
    features: features.trimmed(),
    scores: scores.trimmed(),
    results: results.trimmed(),
    counts: counts.trimmed(),
    games: gameNumbers.trimmed(),
    plies: plies.trimmed(),
  };
}

/** The manifests of datasets that belong together; refuses a mixture of games or sizes. */
export function readManifests(folders: readonly string[]): Manifest[] {
  const manifests = folders.map(readManifest);
  manifests.forEach(({ game, size }, i) => {
    if (game !== manifests[0].game || size !== manifests[0].size)
      throw new InputError(
        `${folders[i]} is a dataset of ${game} ${size}; expected one of ${manifests[0].game} ${manifests[0].size} like ${folders[0]}`,
      );
  });
  return manifests;
}
