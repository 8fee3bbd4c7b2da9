import { sha256 } from '../../../engine/node/sha256.ts';
import type { Game } from '../../../engine/game.ts';
import { InputError } from '../../../engine/input-error.ts';
import { readShards, type ReadingWay } from '../../dataset/column-reader.ts';
import { type Columns, readManifests } from '../../dataset/columns.ts';
import { describeDataset } from '../../dataset/dataset-writer.ts';
import { GrowingArray } from '../../dataset/growing-array.ts';
import type { DatasetDescription, Manifest } from '../../dataset/manifest.ts';
import type { DecodedShard, ShardColumns } from '../../dataset/shard-columns.ts';
import { Failure } from '../../process/failure.ts';
import { type Reason, reasonAgainst } from './row-choice.ts';
import type { RowSettings, SplitSettings } from './data-settings.ts';

/** Rows to learn from or to measure by; those of one game stand together. */
export type Rows = Pick<
  Columns,
  'rows' | 'features' | 'scores' | 'results' | 'counts' | 'games' | 'plies' | 'names'
> & {
  /** Plies to the end of the game; -1 where that is not known. */
  toGo?: Int16Array;
};

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

const NEITHER = 0;
const TRAIN = 1;
const HELD_OUT = 2;

/** Who wants more of rows than their columns, and is told of those that count, in their order: from one up to another of a shard. */
export interface ExtraWanted {
  /** The id of the inputs whose lists are wanted, or SQUARES. */
  extra: string;
  kept: (shard: DecodedShard, start: number, end: number, isHeldOut: boolean) => void;
}

/** Rows that count and follow each other: those of a shard from one up to another. */
export interface KeptRows {
  dataset: number;
  shard: number;
  start: number;
  end: number;
  isHeldOut: boolean;
}

/** Reads datasets of a game and one size; throws a Failure where they leave nothing to learn from. */
export async function readFitData(
  game: Game,
  folders: readonly string[],
  settings: RowSettings & SplitSettings,
  heard: (read: number) => void = () => {},
  wanted?: ExtraWanted,
  way?: ReadingWay,
  kept: (rows: KeptRows) => void = () => {},
): Promise<FitData> {
  const manifests = readManifests(folders);
  checkRows(folders, manifests, settings);
  const { size } = manifests[0];
  const { names } = game.features;
  const positions = manifests.reduce((sum, manifest) => sum + manifest.positions, 0);
  const parts = [TRAIN, HELD_OUT].map(() => new RowsMaker(names, positions));
  const partOf = partsOf(settings);
  const leftOut = { opening: 0, random: 0, early: 0, decided: 0, noisy: 0 };
  let read = 0;
  // Games of different datasets are different games.
  let firstGame = 0;
  for (const [i, manifest] of manifests.entries()) {
    let lastGame = firstGame - 1;
    let place = 0;
    for await (const shard of readShards(game, folders[i], manifest, wanted?.extra, way)) {
      const { columns } = shard;
      heard(read);
      const rows = columns.scores.length;
      read += rows;
      const partOfRow = (row: number) => {
        const reason = reasonAgainst(settings, columns, row);
        if (reason !== undefined) leftOut[reason]++;
        return reason === undefined ? partOf(columns, row) : NEITHER;
      };
      // Rows of one part that follow each other are added together.
      for (let start = 0, part = partOfRow(0); start < rows;) {
        let end = start + 1;
        let next = NEITHER;
        while (end < rows && (next = partOfRow(end)) === part) end++;
        if (part !== NEITHER) {
          lastGame = parts[part - 1].add(columns, start, end, firstGame, lastGame);
          wanted?.kept(shard, start, end, part === HELD_OUT);
          kept({ dataset: i, shard: place, start, end, isHeldOut: part === HELD_OUT });
        }
        [start, part] = [end, next];
      }
      place++;
    }
    firstGame = lastGame + 1;
  }
  const [train, heldOut] = parts.map((part) => part.made());
  const datasets = folders.map((path, i) => ({ path, description: describeDataset(manifests[i]) }));
  const data = { game, size, train, heldOut, read, leftOut, datasets };
  checkNotEmpty(data, settings.heldOut);
  return data;
}

/** Rows that are added one by one. */
class RowsMaker {
  private readonly names: readonly string[];
  private readonly features: GrowingArray<Float32Array>;
  private readonly scores: GrowingArray<Float32Array>;
  private readonly results: GrowingArray<Float32Array>;
  private readonly counts: GrowingArray<Float32Array>;
  private readonly games: GrowingArray<Int32Array>;
  private readonly plies: GrowingArray<Int16Array>;
  private readonly toGo: GrowingArray<Int16Array>;

  constructor(names: readonly string[], expected: number) {
    this.names = names;
    this.features = new GrowingArray(Float32Array, expected * names.length);
    this.scores = new GrowingArray(Float32Array, expected);
    this.results = new GrowingArray(Float32Array, expected);
    this.counts = new GrowingArray(Float32Array, expected);
    this.games = new GrowingArray(Int32Array, expected);
    this.plies = new GrowingArray(Int16Array, expected);
    this.toGo = new GrowingArray(Int16Array, expected);
  }

  /** Adds the rows from `start` up to `end`, and returns the last number of a game so far. */
  add(columns: ShardColumns, start: number, end: number, firstGame: number, lastGame: number): number {
    const width = this.names.length;
    this.features.pushPart(columns.features, start * width, end * width);
    this.scores.pushPart(columns.scores, start, end);
    this.results.pushPart(columns.results, start, end);
    this.counts.pushPart(columns.counts, start, end);
    this.plies.pushPart(columns.plies, start, end);
    this.toGo.pushPart(columns.toGo, start, end);
    let last = lastGame;
    for (let row = start; row < end; row++) {
      const own = columns.games[row];
      // A position on its own is a game of its own.
      const game = own === -1 ? last + 1 : firstGame + own;
      this.games.push(game);
      if (game > last) last = game;
    }
    return last;
  }

  made(): Rows {
    return {
      names: this.names,
      rows: this.scores.length,
      features: this.features.trimmed(),
      scores: this.scores.trimmed(),
      results: this.results.trimmed(),
      counts: this.counts.trimmed(),
      games: this.games.trimmed(),
      plies: this.plies.trimmed(),
      toGo: this.toGo.trimmed(),
    };
  }
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

function checkNotEmpty({ train, heldOut, read, leftOut }: FitData, share: number): void {
  if (train.rows + heldOut.rows === 0) {
    const reasons = Object.entries(leftOut).filter(([, count]) => count > 0);
    const text = reasons.map(([reason, count]) => `${count} ${reason}`).join(', ');
    throw new Failure(`all ${read} positions were left out (${text}); expected some to learn from`);
  }
  if (train.rows === 0 || (heldOut.rows === 0 && share > 0)) {
    const missing = train.rows === 0 ? 'left to learn from' : 'held out';
    throw new Failure(`no game is ${missing}; expected more games or another --held-out or --fraction`);
  }
}

/** Puts each game as a whole into one part, by a hash of its number: the same for every dataset that holds it. */
function partsOf({ seed, heldOut, fraction }: SplitSettings): (columns: ShardColumns, row: number) => number {
  const partOf = (name: string) => {
    const hash = sha256(`${seed}:${name}`);
    if (share(hash.slice(0, 12)) < heldOut) return HELD_OUT;
    // By other digits, so that a smaller fraction learns from a part of a larger one and is measured by the same games.
    return share(hash.slice(12, 24)) < fraction ? TRAIN : NEITHER;
  };
  let last = { game: -1, part: NEITHER };
  return ({ games, names }, row) => {
    const number = games[row];
    // A position on its own goes where all that equal it up to symmetry go.
    if (number === -1) {
      const length = names.length / games.length;
      return partOf(String.fromCharCode(...names.subarray(row * length, (row + 1) * length)));
    }
    if (number !== last.game) last = { game: number, part: partOf(`game ${number}`) };
    return last.part;
  };
}

/** Whether a fit with this seed and share holds out the game of this number. */
export function isHeldOutGame(seed: number, heldOut: number, game: number): boolean {
  return share(sha256(`${seed}:game ${game}`).slice(0, 12)) < heldOut;
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
    ...(rows.toGo && { toGo: Int16Array.from(wanted, (row) => rows.toGo![row]) }),
  };
}

/** How many games the rows are of. */
export function countGames({ games }: Rows): number {
  let count = 0;
  for (let row = 0; row < games.length; row++) if (row === 0 || games[row] !== games[row - 1]) count++;
  return count;
}
