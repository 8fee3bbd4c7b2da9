import { stringify } from 'csv-stringify/sync';
import type { Manifest } from './manifest.ts';
import { gameOf } from './dataset-game.ts';
import { visitSamples } from './samples.ts';

const ROWS_AT_ONCE = 1000;

/** Writes the feature matrix of a dataset as CSV, some rows at a time: a row a position, a column a feature. */
export function writeFeatureTable(folder: string, manifest: Manifest, write: (text: string) => void): number {
  const game = gameOf(manifest);
  const values = new Float64Array(game.features.names.length);
  write(stringify([['game', 'ply', 'source', 'score', 'result', 'count', ...game.features.names]]));
  let rows: (string | number | null)[][] = [];
  let written = 0;
  visitSamples(game, folder, manifest, ({ game: number, ply, source, score, result, count }, position) => {
    game.features.extract(position, values);
    const about = number === -1 ? [null, null] : [number, ply];
    rows.push([...about, source, Number.isNaN(score) ? null : score, result, count, ...values]);
    written++;
    if (rows.length < ROWS_AT_ONCE) return;
    write(stringify(rows));
    rows = [];
  });
  if (rows.length > 0) write(stringify(rows));
  return written;
}
