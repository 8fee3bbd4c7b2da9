import type { Game } from '../../../engine/game.ts';
import { evaluatorOf, type Weights } from '../../../engine/weights.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { visitShard } from '../../dataset/samples.ts';
import type { RowSettings, SplitSettings } from '../data/data-settings.ts';
import { type FitData, type KeptRows, readFitData } from '../data/fit-data.ts';

/** The rows, and where in the datasets they stand. */
export interface DrawsData extends FitData {
  kept: readonly KeptRows[];
}

/** The score and the class of each row of a part. */
export interface JudgedRows {
  scores: Float64Array;
  classes: Uint16Array;
}

export async function readDrawsData(
  game: Game,
  folders: readonly string[],
  settings: RowSettings & SplitSettings,
  heard?: (read: number) => void,
): Promise<DrawsData> {
  const kept: KeptRows[] = [];
  const data = await readFitData(game, folders, settings, heard, undefined, undefined, (rows) =>
    kept.push(rows),
  );
  return { ...data, kept };
}

/** What weights say of the rows, each from its board, and of which class it is. */
export function judgedRows(
  { game, datasets, train, heldOut, kept }: DrawsData,
  weights: Weights,
): { train: JudgedRows; heldOut: JudgedRows } {
  const evaluator = evaluatorOf(weights, game);
  const room = (rows: number): JudgedRows => ({
    scores: new Float64Array(rows),
    classes: new Uint16Array(rows),
  });
  const parts = [room(train.rows), room(heldOut.rows)];
  const ends = [0, 0];
  const manifests = datasets.map(({ path }) => readManifest(path));
  for (let next = 0; next < kept.length;) {
    const { dataset, shard } = kept[next];
    let row = 0;
    const manifest = manifests[dataset];
    visitShard(game, datasets[dataset].path, manifest, manifest.shards[shard], (_, position) => {
      while (isOf(kept[next], dataset, shard) && row >= kept[next].end) next++;
      if (isOf(kept[next], dataset, shard) && row >= kept[next].start) {
        const part = kept[next].isHeldOut ? 1 : 0;
        parts[part].scores[ends[part]] = evaluator.evaluate(position);
        parts[part].classes[ends[part]++] = game.drawClasses!.of(position);
      }
      row++;
    });
    while (isOf(kept[next], dataset, shard)) next++;
  }
  return { train: parts[0], heldOut: parts[1] };
}

function isOf(rows: KeptRows | undefined, dataset: number, shard: number): boolean {
  return rows !== undefined && rows.dataset === dataset && rows.shard === shard;
}
