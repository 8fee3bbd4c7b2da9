import { join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Position, Side } from '../../engine/position.ts';
import type { Manifest, Shard } from './manifest.ts';
import { GAME_COLUMNS, headerText, POSITION_COLUMNS, type Source } from './rows.ts';
import { readShardBytes } from './shards.ts';

/** All that a row may name. */
export const SOURCES: readonly Source[] = ['opening', 'random', 'search', 'program'];

/** One row of a dataset of either kind, for the player to move. The same object is used for every row. */
export interface Sample {
  /** The number of the game, or -1 in a dataset of positions. */
  readonly game: number;
  /** -1 in a dataset of positions. */
  readonly ply: number;
  readonly side: Side;
  readonly board: string;
  /** Who chose the move; a position on its own counts as searched. */
  readonly source: string;
  /** NaN where nothing was searched. */
  readonly score: number;
  readonly result: number;
  /** In how many games it occurred. */
  readonly count: number;
}

/** What is called for a row; the position too is the same object for every row of its side. */
export type SampleVisitor = (sample: Sample, position: Position) => void;

type DatasetForm = Pick<Manifest, 'kind' | 'size'>;

/** Calls `visit` for every row of a dataset, one shard in memory at a time. */
export function visitSamples(game: Game, folder: string, manifest: Manifest, visit: SampleVisitor): void {
  for (const shard of manifest.shards) visitShard(game, folder, manifest, shard, visit);
}

/** Calls `visit` for every row of a shard; throws an InputError where it is not what the manifest says. */
export function visitShard(
  game: Game,
  folder: string,
  { kind, size }: DatasetForm,
  shard: Shard,
  visit: SampleVisitor,
): void {
  const start = game.formatBoard(game.start(size));
  const rows = new ShardRows(readShardBytes(folder, shard), join(folder, shard.file), kind, start.length);
  const [first, second] = game.players;
  const positions = [0, 1].map((turn) => game.parseBoard(size, turn as Side, start));
  while (rows.next()) {
    rows.side = rows.isPlayer(first) ? 0 : 1;
    if (rows.side === 1 && !rows.isPlayer(second)) throw rows.wrong(`is of no player of ${game.name}`);
    const position = positions[rows.side];
    // What is wrong with a board is told by who reads it for people.
    if (!game.placeBoard(position, rows.bytes, rows.boardStart, rows.boardEnd))
      game.parseBoard(size, rows.side, rows.board);
    visit(rows, position);
  }
}

const COMMA = 44;
const NEWLINE = 10;
const MINUS = 45;
const ZERO = 48;

/** The rows of a shard, one after the other, read from the bytes of its text: no text is made of what is a number. */
class ShardRows implements Sample {
  game = -1;
  ply = -1;
  side: Side = 0;
  source: string = 'search';
  score = NaN;
  result = 0;
  count = 1;
  boardStart = 0;
  boardEnd = 0;
  readonly bytes: Buffer;
  private readonly file: string;
  private readonly isGames: boolean;
  private readonly boardLength: number;
  private readonly boardField: number;
  private at: number;
  private row = 0;
  // Where each field begins, and where one after the last would.
  private readonly starts: Int32Array;

  constructor(bytes: Buffer, file: string, kind: Manifest['kind'], boardLength: number) {
    const columns: readonly string[] = kind === 'games' ? GAME_COLUMNS : POSITION_COLUMNS;
    this.bytes = bytes;
    this.file = file;
    this.isGames = kind === 'games';
    this.boardLength = boardLength;
    this.boardField = columns.indexOf('board');
    const header = headerText(columns);
    this.at = header.length;
    if (bytes.toString('latin1', 0, this.at) !== header)
      throw new InputError(`${file}: the header is not ${header.trimEnd()}`);
    this.starts = new Int32Array(columns.length + 1);
  }

  get board(): string {
    return this.bytes.toString('latin1', this.boardStart, this.boardEnd);
  }

  /** Reads the next row; false where there is none. */
  next(): boolean {
    if (this.at >= this.bytes.length) return false;
    this.row++;
    this.readFields();
    const { isGames, boardField, starts } = this;
    this.boardStart = starts[boardField];
    this.boardEnd = starts[boardField + 1] - 1;
    if (isGames) {
      this.game = this.number(0);
      this.ply = this.number(1);
      this.source = this.sourceAt(5);
    } else this.count = this.number(4);
    const score = isGames ? 6 : 2;
    const isEmpty = starts[score] === starts[score + 1] - 1;
    this.score = isEmpty ? NaN : this.number(score);
    this.result = this.resultAt(isGames ? 8 : 3);
    if (!(this.result >= 0 && this.result <= 1)) throw this.wrong('has a result that is not from 0 to 1');
    if (!Number.isFinite(this.score) && !isEmpty) throw this.wrong('has a score that is no number');
    if (!(this.count > 0 && Number.isSafeInteger(this.count)))
      throw this.wrong('has a count that is no number above 0');
    if (!(Number.isSafeInteger(this.game) && Number.isSafeInteger(this.ply)))
      throw this.wrong('has a game or ply that is no number');
    return true;
  }

  /** Whether the row is for the player of this letter. */
  isPlayer(letter: string): boolean {
    const start = this.starts[this.boardField - 1];
    return this.boardStart - start === 2 && this.bytes[start] === letter.charCodeAt(0);
  }

  /** Finds where each field of the row begins. */
  private readFields(): void {
    const { bytes, starts, boardField, boardLength } = this;
    const last = starts.length - 1;
    let field = 0;
    let at = this.at;
    starts[0] = at;
    for (; ; at++) {
      const byte = bytes[at];
      if (byte === COMMA) {
        if (++field < last) starts[field] = at + 1;
        // What a board says is looked at once, by who reads it.
        if (field === boardField && bytes[at + 1 + boardLength] === COMMA) at += boardLength;
      } else if (byte === NEWLINE) break;
      else if (byte === undefined) throw this.wrong('is cut off');
    }
    if (field !== last - 1) throw this.wrong(`has ${field + 1} fields; expected ${last}`);
    starts[last] = at + 1;
    this.at = at + 1;
  }

  wrong(problem: string): InputError {
    return new InputError(`${this.file}: row ${this.row} ${problem}`);
  }

  private number(field: number): number {
    const { bytes } = this;
    const start = this.starts[field];
    const end = this.starts[field + 1] - 1;
    const isNegative = bytes[start] === MINUS;
    const first = isNegative ? start + 1 : start;
    // Up to nine digits by hand; all else as Number() has it.
    if (first === end || end - first > 9) return this.otherNumber(start, end);
    let number = 0;
    for (let at = first; at < end; at++) {
      const digit = bytes[at] - ZERO;
      if (digit < 0 || digit > 9) return this.otherNumber(start, end);
      number = 10 * number + digit;
    }
    return isNegative ? -number : number;
  }

  private resultAt(field: number): number {
    const start = this.starts[field];
    return this.starts[field + 1] - start === 4 && this.isAt(start, '0.5') ? 0.5 : this.number(field);
  }

  private otherNumber(start: number, end: number): number {
    return Number(this.bytes.toString('latin1', start, end));
  }

  private sourceAt(field: number): string {
    const start = this.starts[field];
    const length = this.starts[field + 1] - 1 - start;
    for (const source of SOURCES) if (source.length === length && this.isAt(start, source)) return source;
    return this.bytes.toString('latin1', start, start + length);
  }

  private isAt(start: number, text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.bytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }
}
