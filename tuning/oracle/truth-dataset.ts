import { makeFolder } from '../store/new-folder.ts';
import { InputError } from '../../engine/input-error.ts';
import { visitSamples } from '../dataset/columns.ts';
import { contentsHash, DatasetWriter } from '../dataset/dataset-writer.ts';
import { type Manifest, readManifest } from '../dataset/manifest.ts';
import { type PositionRow, positionRowsText } from '../dataset/rows.ts';
import { randomFrom } from '../statistics/random.ts';
import { type Oracle, resultOf } from './oracle.ts';

const ROWS_AT_A_TIME = 1000;

/** Which positions: some at random, or those of a dataset whose move was searched. */
export type Chosen = { count: number; seed: number } | { dataset: string };

/**
 * Writes a dataset of positions with their true values as results: of those chosen, or of all,
 * each once up to symmetry with the first player to move.
 */
export function writeTruth(oracle: Oracle, sha256: string, out: string, chosen?: Chosen): Manifest {
  const { game, size } = oracle;
  const random = chosen !== undefined && 'count' in chosen ? chosen : undefined;
  const source = chosen !== undefined && 'dataset' in chosen ? readSource(oracle, chosen.dataset) : undefined;
  if (random !== undefined) checkCount(oracle, random.count);
  const settings = {
    by: 'oracle',
    positions: random?.count ?? null,
    seed: random?.seed ?? null,
    of: [sha256, ...(source === undefined ? [] : [contentsHash(source.manifest)])],
  };
  return makeFolder(out, (folder) => {
    const writer = new DatasetWriter(folder, {
      code: 'truth',
      kind: 'positions',
      game: game.name,
      size,
      settings,
      sources: source === undefined ? [] : [source.manifest],
    });
    let rows: PositionRow[] = [];
    const flush = () => {
      writer.add(positionRowsText(rows), rows.length);
      rows = [];
    };
    const add = (row: PositionRow) => {
      rows.push(row);
      if (rows.length === ROWS_AT_A_TIME) flush();
    };
    if (source !== undefined) visitTruth(oracle, source, add);
    else for (const row of random === undefined ? allRows(oracle) : chosenRows(oracle, random)) add(row);
    flush();
    return writer.finish();
  });
}

interface Source {
  folder: string;
  manifest: Manifest;
}

function readSource({ game, size }: Oracle, folder: string): Source {
  const manifest = readManifest(folder);
  if (manifest.game !== game.name || manifest.size !== size)
    throw new InputError(
      `--of ${folder} is of ${manifest.game} ${manifest.size}; the oracle is of ${game.name} ${size}`,
    );
  return { folder, manifest };
}

/** Calls `visit` with the truth of each searched position of a dataset, as often as it is there. */
function visitTruth(oracle: Oracle, { folder, manifest }: Source, visit: (row: PositionRow) => void): void {
  const { game, size } = oracle;
  visitSamples(game, folder, manifest, ({ source, side, board, count }) => {
    if (source !== 'search') return;
    const value = oracle.valueOf(game.parseBoard(size, side, board));
    visit({ ...rowOf(game.players[side], board, resultOf(value)), count });
  });
}

/** Refuses to choose more positions than there are. */
export function checkCount(oracle: Oracle, count: number): void {
  if (count > oracle.distinct)
    throw new InputError(
      `--positions is ${count}; the oracle has ${oracle.distinct} undecided positions up to symmetry`,
    );
}

function* chosenRows(
  oracle: Oracle,
  { count, seed }: { count: number; seed: number },
): Generator<PositionRow> {
  const { game } = oracle;
  for (const position of oracle.sample(count, randomFrom(seed, 'oracle'))) {
    yield rowOf(game.players[position.turn], game.formatBoard(position), resultOf(oracle.valueOf(position)));
  }
}

function* allRows(oracle: Oracle): Generator<PositionRow> {
  const [player] = oracle.game.players;
  for (const { board, value } of oracle.all()) yield rowOf(player, board, resultOf(value));
}

function rowOf(player: string, board: string, result: number): PositionRow {
  return { player, board, score: undefined, result, count: 1 };
}
