import { stringify } from 'csv-stringify/sync';
import { InputError } from '../../engine/input-error.ts';

export const GAME_COLUMNS = [
  'game',
  'ply',
  'player',
  'board',
  'move',
  'source',
  'score',
  'nodes',
  'result',
  'end',
] as const;
export const POSITION_COLUMNS = ['player', 'board', 'score', 'result', 'count'] as const;

/** Who chose a move: the list of openings, chance, the search, or another program. */
export type Source = 'opening' | 'random' | 'search' | 'program';

/** A position of a game: score and result are for the player to move; the score is empty where nothing was searched. */
export interface GameRow {
  game: number;
  ply: number;
  player: string;
  board: string;
  move: string;
  source: string;
  score: number | undefined;
  nodes: number | undefined;
  /** 1 won, 0.5 drawn, 0 lost. */
  result: number;
  end: string;
}

/** A position on its own: how it ended on average over `count` games. */
export interface PositionRow {
  player: string;
  board: string;
  score: number | undefined;
  result: number;
  count: number;
}

export function gameRowsText(rows: readonly GameRow[]): string {
  return stringify(rows as GameRow[], { columns: [...GAME_COLUMNS] });
}

export function positionRowsText(rows: readonly PositionRow[]): string {
  return stringify(rows as PositionRow[], { columns: [...POSITION_COLUMNS] });
}

export function headerText(columns: readonly string[]): string {
  return `${columns.join(',')}\n`;
}

/** The fields of each row of a shard's text with the row's number, from 1; the header is checked and left out. */
export function* fieldsOfRows(
  text: string,
  columns: readonly string[],
): Generator<{ row: number; fields: string[] }> {
  const header = headerText(columns);
  if (!text.startsWith(header)) throw new InputError(`the header is not ${header.trimEnd()}`);
  let row = 0;
  for (let at = header.length; at < text.length;) {
    const end = text.indexOf('\n', at);
    row++;
    if (end === -1) throw new InputError(`row ${row} is cut off`);
    const fields = text.slice(at, end).split(',');
    if (fields.length !== columns.length)
      throw new InputError(`row ${row} has ${fields.length} fields; expected ${columns.length}`);
    yield { row, fields };
    at = end + 1;
  }
}

/** The rows of a shard of games. */
export function* gameRows(text: string): Generator<GameRow> {
  for (const { fields } of fieldsOfRows(text, GAME_COLUMNS)) yield gameRow(fields);
}

export function gameRow(fields: readonly string[]): GameRow {
  const [game, ply, player, board, move, source, score, nodes, result, end] = fields;
  return {
    game: Number(game),
    ply: Number(ply),
    player,
    board,
    move,
    source,
    score: optionalNumber(score),
    nodes: optionalNumber(nodes),
    result: Number(result),
    end,
  };
}

export function* positionRows(text: string): Generator<PositionRow> {
  for (const { fields } of fieldsOfRows(text, POSITION_COLUMNS)) {
    const [player, board, score, result, count] = fields;
    yield { player, board, score: optionalNumber(score), result: Number(result), count: Number(count) };
  }
}

function optionalNumber(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}
