import { InputError } from '../../engine/input-error.ts';
import { contentsHash, makeDataset } from '../dataset/dataset-writer.ts';
import { positionsOf } from '../dataset/games.ts';
import { type Manifest, readManifest } from '../dataset/manifest.ts';
import type { PositionRow } from '../dataset/rows.ts';
import { randomFrom } from '../statistics/random.ts';
import type { Value } from '../tables/exact-values.ts';
import { resultOf, type TableOracle } from '../tables/oracle.ts';

/** Which positions: some at random, or those of a dataset whose move was searched. */
export type Chosen = { count: number; seed: number } | { dataset: string };

/**
 * Writes a dataset of positions with their true values as results: of those chosen, or of all,
 * each once up to symmetry with the first player to move.
 */
export function writeTruth(oracle: TableOracle, sha256: string, out: string, chosen?: Chosen): Manifest {
  const { game, size } = oracle;
  const random = chosen !== undefined && 'count' in chosen ? chosen : undefined;
  const folder = chosen !== undefined && 'dataset' in chosen ? chosen.dataset : undefined;
  const sources = folder === undefined ? [] : [readSource(oracle, folder)];
  if (random !== undefined) checkCount(oracle, random.count);
  const settings = {
    by: 'oracle',
    positions: random?.count ?? null,
    seed: random?.seed ?? null,
    of: [sha256, ...sources.map(contentsHash)],
  };
  let rows = allRows(oracle);
  if (random !== undefined) rows = chosenRows(oracle, random);
  if (folder !== undefined) rows = rowsOfDataset(oracle, folder, sources[0]);
  const header = { code: 'truth', kind: 'positions', game: game.name, size, settings, sources } as const;
  return makeDataset(out, header, (writer) => writer.addPositions(rows));
}

function readSource({ game, size }: TableOracle, folder: string): Manifest {
  const manifest = readManifest(folder);
  if (manifest.game !== game.name || manifest.size !== size)
    throw new InputError(
      `--of ${folder} is of ${manifest.game} ${manifest.size}; the oracle is of ${game.name} ${size}`,
    );
  return manifest;
}

/** Refuses to choose more positions than there are. */
export function checkCount(oracle: TableOracle, count: number): void {
  if (count > oracle.distinct)
    throw new InputError(
      `--positions is ${count}; the oracle has ${oracle.distinct} undecided positions up to symmetry`,
    );
}

/** The truth of each searched position of a dataset, as often as it is there. */
function* rowsOfDataset(oracle: TableOracle, folder: string, manifest: Manifest): Generator<PositionRow> {
  const { game, size } = oracle;
  for (const { player, board, count } of positionsOf(folder, manifest, false)) {
    const position = game.parseBoard(size, player === game.players[0] ? 0 : 1, board);
    yield rowOf(player, board, oracle.valueOf(position), count);
  }
}

function* chosenRows(
  oracle: TableOracle,
  { count, seed }: { count: number; seed: number },
): Generator<PositionRow> {
  const { game } = oracle;
  for (const position of oracle.sample(count, randomFrom(seed, 'oracle')))
    yield rowOf(game.players[position.turn], game.formatBoard(position), oracle.valueOf(position));
}

function* allRows(oracle: TableOracle): Generator<PositionRow> {
  const [player] = oracle.game.players;
  for (const { board, value } of oracle.all()) yield rowOf(player, board, value);
}

function rowOf(player: string, board: string, value: Value, count = 1): PositionRow {
  return { player, board, score: undefined, result: resultOf(value), count };
}
