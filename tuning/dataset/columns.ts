import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Position, Side } from '../../engine/position.ts';
import { GrowingArray } from './growing-array.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { GAME_COLUMNS, headerText, POSITION_COLUMNS } from './rows.ts';
import { shardTexts } from './shards.ts';

/** One row of a dataset of either kind, for the player to move. The same object is used for every row. */
export interface Sample {
  /** The number of the game, or -1 in a dataset of positions. */
  game: number;
  /** -1 in a dataset of positions. */
  ply: number;
  side: Side;
  board: string;
  /** Who chose the move; a position on its own counts as searched. */
  source: string;
  /** NaN where nothing was searched. */
  score: number;
  result: number;
  /** In how many games it occurred. */
  count: number;
}

/** Calls `visit` for every row of a dataset, one shard in memory at a time. */
export function visitSamples(
  game: Game,
  folder: string,
  manifest: Manifest,
  visit: (sample: Sample) => void,
): void {
  const isGames = manifest.kind === 'games';
  const columns = isGames ? GAME_COLUMNS : POSITION_COLUMNS;
  const fields: string[] = Array.from(columns, () => '');
  const sample: Sample = {
    game: -1,
    ply: -1,
    side: 0,
    board: '',
    source: 'search',
    score: NaN,
    result: 0,
    count: 1,
  };
  const header = headerText(columns);
  let row = 0;
  const refuse = (problem: string): never => {
    throw new InputError(`${folder} row ${row}: ${problem}; evalsmith dataset verify tells more`);
  };
  for (const text of shardTexts(folder, manifest)) {
    if (!text.startsWith(header)) refuse(`the header is not ${header.trimEnd()}`);
    for (let at = header.length; at < text.length;) {
      row++;
      at = readFields(text, at, fields);
      if (at === -1) refuse(`it has not ${fields.length} fields`);
      if (isGames) {
        sample.game = Number(fields[0]);
        sample.ply = Number(fields[1]);
        sample.source = fields[5];
      } else sample.count = Number(fields[4]);
      const first = isGames ? 2 : 0;
      sample.side = fields[first] === game.players[0] ? 0 : 1;
      if (fields[first] !== game.players[sample.side]) refuse('it has another player');
      sample.board = fields[first + 1];
      const score = fields[isGames ? 6 : 2];
      sample.score = score === '' ? NaN : Number(score);
      sample.result = Number(fields[isGames ? 8 : 3]);
      if (!(sample.result >= 0 && sample.result <= 1)) refuse('its result is not from 0 to 1');
      if (score !== '' && !Number.isFinite(sample.score)) refuse('its score is no number');
      if (!(sample.count > 0 && Number.isSafeInteger(sample.count))) refuse('its count is no number above 0');
      if (!(Number.isSafeInteger(sample.game) && Number.isSafeInteger(sample.ply)))
        refuse('its game or ply is no number');
      visit(sample);
    }
  }
}

/** Reads the fields of the row that begins at `at` and returns where the next begins; -1 where it has more or fewer. */
function readFields(text: string, at: number, fields: string[]): number {
  const end = text.indexOf('\n', at);
  let start = at;
  for (let i = 0; i < fields.length - 1; i++) {
    const comma = text.indexOf(',', start);
    if (comma === -1 || comma > end) return -1;
    fields[i] = text.slice(start, comma);
    start = comma + 1;
  }
  const last = text.slice(start, end);
  fields[fields.length - 1] = last;
  return end === -1 || last.includes(',') ? -1 : end + 1;
}

/** A dataset in memory: a row of features and a few numbers for every position that is kept. */
export interface Columns {
  game: Game;
  size: number;
  rows: number;
  names: readonly string[];
  /** rows * names.length values. */
  features: Float32Array;
  /** NaN where nothing was searched. */
  scores: Float32Array;
  results: Float32Array;
  counts: Float32Array;
  games: Int32Array;
  plies: Int16Array;
}

/** Reads the features of all positions that `keep` lets through, from datasets of one game and size. */
export function readColumns(
  game: Game,
  folders: readonly string[],
  keep: (sample: Sample, position: Position) => boolean = () => true,
): Columns {
  const manifests = readManifests(folders);
  const { size } = manifests[0];
  const { names } = game.features;
  const values = new Float64Array(names.length);
  const features = new GrowingArray(Float32Array);
  const scores = new GrowingArray(Float32Array);
  const results = new GrowingArray(Float32Array);
  const counts = new GrowingArray(Float32Array);
  const gameNumbers = new GrowingArray(Int32Array);
  const plies = new GrowingArray(Int16Array);
  // Games of different datasets are different games.
  let firstGame = 0;
  manifests.forEach((manifest, i) => {
    let lastGame = firstGame - 1;
    visitSamples(game, folders[i], manifest, (sample) => {
      const position = game.parseBoard(size, sample.side, sample.board);
      if (!keep(sample, position)) return;
      game.features.extract(position, values);
      features.pushAll(values);
      scores.push(sample.score);
      results.push(sample.result);
      counts.push(sample.count);
      // A position on its own is a game of its own.
      lastGame = sample.game === -1 ? lastGame + 1 : Math.max(lastGame, firstGame + sample.game);
      gameNumbers.push(sample.game === -1 ? lastGame : firstGame + sample.game);
      plies.push(sample.ply);
    });
    firstGame = lastGame + 1;
  });
  return {
    game,
    size,
    rows: scores.length,
    names,
    features: features.trimmed(),
    scores: scores.trimmed(),
    results: results.trimmed(),
    counts: counts.trimmed(),
    games: gameNumbers.trimmed(),
    plies: plies.trimmed(),
  };
}

/** The manifests of datasets that belong together; refuses a mixture of games or sizes. */
export function readManifests(folders: readonly string[]): Manifest[] {
  const manifests = folders.map(readManifest);
  manifests.forEach(({ game, size }, i) => {
    if (game !== manifests[0].game || size !== manifests[0].size)
      throw new InputError(
        `${folders[i]} is a dataset of ${game} ${size}; expected one of ${manifests[0].game} ${manifests[0].size} like ${folders[0]}`,
      );
  });
  return manifests;
}
