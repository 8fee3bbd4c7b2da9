import { canonicalBoard, type Game } from '../../engine/game.ts';
import { inputsOf } from '../../engine/input-sets.ts';
import { MoversView } from '../../engine/models/patterns/pattern-places.ts';
import type { Inputs } from '../../engine/inputs.ts';
import type { Position } from '../../engine/position.ts';
import { GrowingArray } from './growing-array.ts';
import type { Manifest, Shard } from './manifest.ts';
import { SOURCES, visitShard } from './samples.ts';

/** A shard in numbers: all that a fit may want of its rows, whatever its settings. */
export interface ShardColumns {
  /** A row of features for each row. */
  features: Int8Array | Int16Array | Float32Array;
  /** NaN where nothing was searched. */
  scores: Float32Array;
  results: Float32Array;
  counts: Float32Array;
  /** The number of the game and the ply; -1 in a dataset of positions. */
  games: Int32Array;
  plies: Int16Array;
  /** Plies to the end of the game; -1 in a dataset of positions. */
  toGo: Int16Array;
  /** Indexes into SOURCES. */
  sources: Uint8Array;
  /** 1 where a capture or promotion is at hand. */
  noisy: Uint8Array;
  /** For positions on their own, the letter of the player and the first of the symmetric boards, as many bytes for each row. */
  names: Uint8Array;
}

/**
 * The inputs that are on in each row: two lists a row, as the player to move sees it and as the other does. List i is
 * active[offsets[i]] up to but not including active[offsets[i + 1]].
 */
export interface InputLists {
  rows: number;
  active: Uint16Array;
  offsets: Int32Array;
  /** Of each row how far its game has come; 0 where the game does not tell. */
  phases: Uint8Array;
}

/** In place of an id of inputs: the boards themselves. */
export const SQUARES = 'squares';

/** A shard in numbers, with what was wanted besides. */
export interface DecodedShard {
  columns: ShardColumns;
  lists?: InputLists;
  /** The piece on each square as the player to move sees the board, row after row. */
  squares?: Uint8Array;
}

/** Reads a shard, with what is wanted besides its columns, the lists of the inputs of an id or SQUARES; throws an InputError where it is not what the manifest says. */
export function decodedShard(
  game: Game,
  folder: string,
  manifest: Pick<Manifest, 'kind' | 'size'>,
  shard: Shard,
  extra: string | undefined,
): DecodedShard {
  const { size } = manifest;
  const { positions } = shard;
  const values = new Float64Array(game.features.names.length);
  const features = new GrowingArray(Float32Array, positions * values.length);
  const scores = new GrowingArray(Float32Array, positions);
  const results = new GrowingArray(Float32Array, positions);
  const counts = new GrowingArray(Float32Array, positions);
  const games = new GrowingArray(Int32Array, positions);
  const plies = new GrowingArray(Int16Array, positions);
  const sources = new GrowingArray(Uint8Array, positions);
  const noisy = new GrowingArray(Uint8Array, positions);
  const names = new GrowingArray(Uint8Array);
  const maker =
    extra === undefined || extra === SQUARES
      ? undefined
      : new InputListsMaker(game, inputsOf(game, size, extra)!, positions);
  const view = extra === SQUARES ? new MoversView(game, size) : undefined;
  const squares = new GrowingArray(Uint8Array, view === undefined ? 1 : positions * view.squares);
  const moves = new Int32Array(game.start(size).moveLimit);
  visitShard(game, folder, manifest, shard, (sample, position) => {
    game.features.extract(position, values);
    features.pushAll(values);
    scores.push(sample.score);
    results.push(sample.result);
    counts.push(sample.count);
    games.push(sample.game);
    plies.push(sample.ply);
    sources.push(SOURCES.indexOf(sample.source as (typeof SOURCES)[number]));
    noisy.push(position.generateLoud(moves, 0) > 0 ? 1 : 0);
    if (sample.game === -1)
      names.pushAll(Buffer.from(game.players[sample.side] + canonicalBoard(game, size, sample.board)));
    maker?.add(position);
    if (view === undefined) return;
    view.write(position, squares.room(view.squares), squares.length);
    squares.length += view.squares;
  });
  const columns = {
    features: features.trimmed(),
    scores: scores.trimmed(),
    results: results.trimmed(),
    counts: counts.trimmed(),
    games: games.trimmed(),
    plies: plies.trimmed(),
    toGo: pliesToGo(games.trimmed(), plies.trimmed()),
    sources: sources.trimmed(),
    noisy: noisy.trimmed(),
    names: names.trimmed(),
  };
  return { columns, lists: maker?.made(), squares: view && squares.trimmed() };
}

/** Of the plies of whole games, how many are to come, that of the row included. */
function pliesToGo(games: Int32Array, plies: Int16Array): Int16Array {
  const toGo = new Int16Array(plies.length).fill(-1);
  let length = 0;
  for (let row = plies.length - 1; row >= 0; row--) {
    if (games[row] === -1) continue;
    if (row === plies.length - 1 || games[row] !== games[row + 1]) length = plies[row] + 1;
    toGo[row] = length - plies[row];
  }
  return toGo;
}

/** The same in as few bytes as hold all features, to be kept or sent to another thread. */
export function narrowed(columns: ShardColumns): ShardColumns {
  const { features } = columns;
  if (areWhole(features, 8)) return { ...columns, features: new Int8Array(features) };
  return areWhole(features, 16) ? { ...columns, features: new Int16Array(features) } : columns;
}

/** Whether all are whole numbers of so many bits. */
function areWhole(numbers: ShardColumns['features'], bits: number): boolean {
  const shift = 32 - bits;
  for (let i = 0; i < numbers.length; i++) if ((numbers[i] << shift) >> shift !== numbers[i]) return false;
  return true;
}

// More inputs are seldom on.
const USUAL_ACTIVE = 64;

/** Makes lists of positions that are added one by one. */
export class InputListsMaker {
  private readonly game: Game;
  private readonly inputs: Inputs;
  private readonly parts: Int32Array;
  private readonly active: GrowingArray<Uint16Array>;
  private readonly offsets: GrowingArray<Int32Array>;
  private readonly phases: GrowingArray<Uint8Array>;

  constructor(game: Game, inputs: Inputs, expectedRows = 0) {
    this.game = game;
    this.inputs = inputs;
    this.phases = new GrowingArray(Uint8Array, expectedRows);
    this.parts = new Int32Array(2 * inputs.mostParts);
    this.active = new GrowingArray(Uint16Array, 2 * expectedRows * Math.min(inputs.mostActive, USUAL_ACTIVE));
    this.offsets = new GrowingArray(Int32Array, 2 * expectedRows + 1);
    this.offsets.push(0);
  }

  add(position: Position): void {
    const { inputs, parts, active, offsets } = this;
    this.phases.push(this.game.phase?.(position) ?? 0);
    const last = inputs.partsOf(position, parts);
    const room = active.room(2 * inputs.mostActive);
    for (let seen = 0; seen < 2; seen++) {
      let end = active.length;
      for (let i = position.turn ^ seen; i < last; i += 2) end = inputs.inputsOf(parts[i], room, end);
      active.length = end;
      offsets.push(end);
    }
  }

  /** Adds the lists of rows of others, from `start` up to `end`. */
  addRows({ active, offsets, phases }: InputLists, start: number, end: number): void {
    this.phases.pushPart(phases, start, end);
    const [first, last] = [2 * start, 2 * end];
    const shift = this.active.length - offsets[first];
    this.active.pushPart(active, offsets[first], offsets[last]);
    for (let list = first + 1; list <= last; list++) this.offsets.push(offsets[list] + shift);
  }

  made(): InputLists {
    return {
      rows: (this.offsets.length - 1) / 2,
      active: this.active.trimmed(),
      offsets: this.offsets.trimmed(),
      phases: this.phases.trimmed(),
    };
  }
}
