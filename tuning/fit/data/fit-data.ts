import { sha256 } from '../../../engine/node/sha256.ts';
import { canonicalBoard, type Game } from '../../../engine/game.ts';
import { InputError } from '../../../engine/input-error.ts';
import type { Position } from '../../../engine/position.ts';
import { type Columns, readColumns, readManifests } from '../../dataset/columns.ts';
import type { Sample } from '../../dataset/samples.ts';
import { describeDataset } from '../../dataset/dataset-writer.ts';
import type { DatasetDescription, Manifest } from '../../dataset/manifest.ts';
import { Failure } from '../../process/failure.ts';
import { type Reason, reasonsAgainst } from './row-choice.ts';
import type { RowSettings, SplitSettings } from './data-settings.ts';

/** Rows to learn from or to measure by; those of one game stand together. */
export type Rows = Pick<
  Columns,
  'rows' | 'features' | 'scores' | 'results' | 'counts' | 'games' | 'plies' | 'names'
>;

/** What a fit takes in: the rows that count, in two parts that share no game. */
export interface FitData {
  game: Game;
  size: number;
  train: Rows;
  heldOut: Rows;
  /** Rows of the datasets, and how many of them were left out for which reason. */
  read: number;
  leftOut: Record<Reason, number>;
  datasets: { path: string; description: DatasetDescription }[];
}

const HEARD_EVERY = 10_000;

const NEITHER = 0;
const TRAIN = 1;
const HELD_OUT = 2;

/** Reads datasets of a game and one size, and calls `kept` for each row that counts, in their order; throws a Failure where they leave nothing to learn from. */
export function readFitData(
  game: Game,
  folders: readonly string[],
  settings: RowSettings & SplitSettings,
  heard: (read: number) => void = () => {},
  kept: (position: Position, isHeldOut: boolean) => void = () => {},
): FitData {
  const manifests = readManifests(folders);
  checkRows(folders, manifests, settings);
  const { size } = manifests[0];
  const reasonAgainst = reasonsAgainst(settings);
  const partOf = partsOf(game, size, settings);
  const partOfRow: number[] = [];
  const leftOut = { opening: 0, random: 0, early: 0, decided: 0, noisy: 0 };
  let read = 0;
  const columns = readColumns(game, folders, (sample, position) => {
    if (read % HEARD_EVERY === 0) heard(read);
    read++;
    const reason = reasonAgainst(sample, position);
    if (reason !== undefined) leftOut[reason]++;
    const part = reason === undefined ? partOf(sample) : NEITHER;
    if (part === NEITHER) return false;
    partOfRow.push(part);
    kept(position, part === HELD_OUT);
    return true;
  });
  const rowsOf = (part: number) =>
    rowsAt(
      columns,
      [...partOfRow.keys()].filter((row) => partOfRow[row] === part),
    );
  const datasets = folders.map((path, i) => ({ path, description: describeDataset(manifests[i]) }));
  const data = { game, size, train: rowsOf(TRAIN), heldOut: rowsOf(HELD_OUT), read, leftOut, datasets };
  checkNotEmpty(data);
  return data;
}

function checkRows(
  folders: readonly string[],
  manifests: readonly Manifest[],
  { firstPly }: RowSettings,
): void {
  manifests.forEach(({ positions, kind }, i) => {
    if (positions === 0)
      throw new Failure(`${folders[i]} is an empty dataset; expected positions to learn from`);
    if (firstPly > 0 && kind === 'positions')
      throw new InputError(`--first-ply is ${firstPly}; the positions of ${folders[i]} have no plies`);
  });
}

function checkNotEmpty({ train, heldOut, read, leftOut }: FitData): void {
  if (train.rows + heldOut.rows === 0) {
    const reasons = Object.entries(leftOut).filter(([, count]) => count > 0);
    const text = reasons.map(([reason, count]) => `${count} ${reason}`).join(', ');
    throw new Failure(`all ${read} positions were left out (${text}); expected some to learn from`);
  }
  if (train.rows === 0 || heldOut.rows === 0) {
    const missing = train.rows === 0 ? 'left to learn from' : 'held out';
    throw new Failure(`no game is ${missing}; expected more games or another --held-out or --fraction`);
  }
}

/** Puts each game as a whole into one part, by a hash of its number: the same for every dataset that holds it. */
function partsOf(game: Game, size: number, split: SplitSettings): (sample: Sample) => number {
  const { seed, heldOut, fraction } = split;
  const partOf = (name: string) => {
    const hash = sha256(`${seed}:${name}`);
    if (share(hash.slice(0, 12)) < heldOut) return HELD_OUT;
    // By other digits, so that a smaller fraction learns from a part of a larger one and is measured by the same games.
    return share(hash.slice(12, 24)) < fraction ? TRAIN : NEITHER;
  };
  let last = { game: -1, part: NEITHER };
  return ({ game: number, side, board }) => {
    // A position on its own goes where all that equal it up to symmetry go.
    if (number === -1) return partOf(game.players[side] + canonicalBoard(game, size, board));
    if (number !== last.game) last = { game: number, part: partOf(`game ${number}`) };
    return last.part;
  };
}

/** Twelve hexadecimal digits as a number from 0 up to 1. */
function share(digits: string): number {
  return Number.parseInt(digits, 16) / 2 ** 48;
}

/** Some of the rows, in this order. */
export function rowsAt(rows: Rows, wanted: readonly number[]): Rows {
  const width = rows.names.length;
  const features = new Float32Array(wanted.length * width);
  wanted.forEach((row, i) => features.set(rows.features.subarray(row * width, (row + 1) * width), i * width));
  return {
    names: rows.names,
    rows: wanted.length,
    features,
    scores: Float32Array.from(wanted, (row) => rows.scores[row]),
    results: Float32Array.from(wanted, (row) => rows.results[row]),
    counts: Float32Array.from(wanted, (row) => rows.counts[row]),
    games: Int32Array.from(wanted, (row) => rows.games[row]),
    plies: Int16Array.from(wanted, (row) => rows.plies[row]),
  };
}

/** How many games the rows are of. */
export function countGames({ games }: Rows): number {
  let count = 0;
  for (let row = 0; row < games.length; row++) if (row === 0 || games[row] !== games[row - 1]) count++;
  return count;
}
