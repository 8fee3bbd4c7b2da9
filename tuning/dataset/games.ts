import { InputError } from '../../engine/input-error.ts';
import type { Manifest } from './manifest.ts';
import { gameRows, type GameRow, positionRows, type PositionRow } from './rows.ts';
import { shardTexts } from './shards.ts';

/** Refuses a dataset of positions where whole games are needed. */
export function needGames(folder: string, manifest: Manifest): void {
  if (manifest.kind !== 'games')
    throw new InputError(`${folder} is a dataset of ${manifest.kind}; expected one of games`);
}

/** The rows of each game, in order. */
export function* gamesOf(folder: string, manifest: Manifest): Generator<GameRow[]> {
  for (const text of shardTexts(folder, manifest)) {
    let rows: GameRow[] = [];
    for (const row of gameRows(text)) {
      if (rows.length > 0 && rows[0].game !== row.game) {
        yield rows;
        rows = [];
      }
      rows.push(row);
    }
    if (rows.length > 0) yield rows;
  }
}

/** Every position of a dataset of either kind; of games, those that were searched or, where asked for, all. */
export function* positionsOf(folder: string, manifest: Manifest, all: boolean): Generator<PositionRow> {
  for (const text of shardTexts(folder, manifest)) {
    if (manifest.kind === 'positions') yield* positionRows(text);
    else {
      for (const { player, board, score, result, source } of gameRows(text))
        if (all || source === 'search') yield { player, board, score, result, count: 1 };
    }
  }
}
