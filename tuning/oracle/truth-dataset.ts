import { InputError } from '../../engine/input-error.ts';
import { DatasetWriter, makeFolder } from '../dataset/derived.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { type PositionRow, positionRowsText } from '../dataset/rows.ts';
import { randomFrom } from '../random.ts';
import { type Oracle, resultOf } from './oracle.ts';

const ROWS_AT_A_TIME = 1000;

/**
 * Writes a dataset of positions with their true values as results: of some chosen at random, or of all,
 * each once up to symmetry with the first player to move.
 */
export function writeTruth(
  oracle: Oracle,
  sha256: string,
  out: string,
  chosen?: { count: number; seed: number },
): Manifest {
  const { game, size } = oracle;
  if (chosen !== undefined) checkCount(oracle, chosen.count);
  const settings = {
    by: 'oracle',
    positions: chosen?.count ?? null,
    seed: chosen?.seed ?? null,
    of: [sha256],
  };
  return makeFolder(out, (folder) => {
    const writer = new DatasetWriter(folder, { kind: 'positions', game: game.name, size, settings });
    let rows: PositionRow[] = [];
    const flush = () => {
      writer.add(positionRowsText(rows), rows.length);
      rows = [];
    };
    for (const row of chosen === undefined ? allRows(oracle) : chosenRows(oracle, chosen)) {
      rows.push(row);
      if (rows.length === ROWS_AT_A_TIME) flush();
    }
    flush();
    return writer.finish();
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
