import type { Game } from '../../../engine/game.ts';
import { InputError } from '../../../engine/input-error.ts';
import { placesOf } from '../../../engine/models/patterns/pattern-places.ts';
import { PatternSums } from '../../../engine/models/patterns/pattern-sums.ts';
import { type PatternTables, tablesOf } from '../../../engine/models/patterns/pattern-tables.ts';
import type { ReadingWay } from '../../dataset/column-reader.ts';
import { GrowingArray } from '../../dataset/growing-array.ts';
import { type DecodedShard, SQUARES } from '../../dataset/shard-columns.ts';
import type { RowSettings, SplitSettings } from '../data/data-settings.ts';
import { type FitData, readFitData } from '../data/fit-data.ts';

/** What a fit of patterns takes in: the rows and, in their order, their boards as the player to move sees them. */
export interface PatternsData extends FitData {
  tables: PatternTables;
  trainSquares: Uint8Array;
  heldOutSquares: Uint8Array;
}

/** The tables of a game; throws an InputError where it declares no patterns. */
export function neededTables(game: Game): PatternTables {
  const tables = tablesOf(game);
  if (tables === undefined)
    throw new InputError(`${game.name} declares no patterns; expected a game that does`);
  return tables;
}

/** Reads datasets of a game and one size for patterns. */
export async function readPatternsData(
  game: Game,
  folders: readonly string[],
  settings: RowSettings & SplitSettings,
  heard: (read: number) => void = () => {},
  way?: ReadingWay,
): Promise<PatternsData> {
  const tables = neededTables(game);
  const [train, heldOut] = [new GrowingArray(Uint8Array), new GrowingArray(Uint8Array)];
  const kept = ({ columns, squares }: DecodedShard, start: number, end: number, isHeldOut: boolean) => {
    const width = squares!.length / columns.scores.length;
    (isHeldOut ? heldOut : train).pushPart(squares!, start * width, end * width);
  };
  const data = await readFitData(game, folders, settings, heard, { extra: SQUARES, kept }, way);
  return { ...data, tables, trainSquares: train.trimmed(), heldOutSquares: heldOut.trimmed() };
}

/** The combinations on the board of each row: those of row i are ids[offsets[i]] up to but not including ids[offsets[i + 1]]. */
export interface CombinationLists {
  ids: Int32Array;
  offsets: Float64Array;
}

/** Calls `visit` for each board with the combination of each place, counted through all tables. */
export function visitBoards(
  { game, size, tables }: PatternsData,
  squares: Uint8Array,
  visit: (combinations: Int32Array, row: number) => void,
): void {
  const places = placesOf(game, tables, size);
  const sums = new PatternSums(tables, places, 0, new Int16Array(tables.length));
  for (let row = 0, start = 0; start < squares.length; row++, start += places.squares) {
    sums.turnTo(squares.subarray(start, start + places.squares));
    visit(sums.combinations, row);
  }
}

/** For each combination of all tables the one that it shares its weight with; -1 where it can have none. */
export function sharedCombinations({ list, length }: PatternTables, without: readonly string[]): Int32Array {
  const shared = new Int32Array(length).fill(-1);
  for (const { pattern, start, shared: own } of list) {
    if (without.includes(pattern.name)) continue;
    for (let i = 0; i < own.length; i++) if (own[i] !== -1) shared[start + i] = start + own[i];
  }
  return shared;
}

/** The combinations that the boards have so often, each standing for those that are the same, in order. */
export function combinationsSeen(
  data: PatternsData,
  shared: Int32Array,
  least: number,
): { combinations: Int32Array; counts: Int32Array } {
  const counts = new Int32Array(shared.length);
  visitBoards(data, data.trainSquares, (combinations) => {
    for (const combination of combinations) if (shared[combination] !== -1) counts[shared[combination]]++;
  });
  const combinations = Int32Array.from(
    [...counts.keys()].filter((combination) => counts[combination] >= least),
  );
  return { combinations, counts: combinations.map((combination) => counts[combination]) };
}

/** The lists of all rows; a combination is known by its index among those that may have a weight. */
export function combinationLists(
  data: PatternsData,
  squares: Uint8Array,
  shared: Int32Array,
  combinations: Int32Array,
): CombinationLists {
  const indexOf = new Int32Array(shared.length).fill(-1);
  combinations.forEach((combination, i) => (indexOf[combination] = i));
  const idOf = shared.map((stands) => (stands === -1 ? -1 : indexOf[stands]));
  const ids = new GrowingArray(Int32Array);
  const offsets = new GrowingArray(Float64Array);
  offsets.push(0);
  visitBoards(data, squares, (onBoard) => {
    const room = ids.room(onBoard.length);
    for (let i = 0; i < onBoard.length; i++) {
      const id = idOf[onBoard[i]];
      if (id !== -1) room[ids.length++] = id;
    }
    offsets.push(ids.length);
  });
  return { ids: ids.trimmed(), offsets: offsets.trimmed() };
}
