import { makeFolder } from '../store/new-folder.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Game } from '../../engine/game.ts';
import { playRandomly } from '../../engine/testing.ts';
import { readColumns } from '../dataset/columns.ts';
import { DatasetWriter } from '../dataset/dataset-writer.ts';
import { gameRowsText, type GameRow } from '../dataset/rows.ts';

const POSITIONS = 1_000_000;

/** Reading a million positions of random games into columns of features. */
export function benchmarkReading(game: Game): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'evalsmith-bench-')), 'dataset');
  makeFolder(folder, (temporary) => writeRandomGames(game, temporary));
  const begin = performance.now();
  const columns = readColumns(game, [folder]);
  const seconds = (performance.now() - begin) / 1000;
  const megabytes = process.memoryUsage().rss / 2 ** 20;
  return `${game.name} ${game.usualSize}: ${columns.rows} positions in ${seconds.toFixed(1)} s, ${Math.round(columns.rows / seconds)} a second, ${megabytes.toFixed(0)} MB resident`;
}

function writeRandomGames(game: Game, folder: string): void {
  const size = game.usualSize;
  const writer = new DatasetWriter(folder, {
    kind: 'games',
    game: game.name,
    size,
    settings: { by: 'benchmark' },
  });
  let positions = 0;
  for (let number = 0; positions < POSITIONS; number++) {
    const rows: GameRow[] = [];
    playRandomly(game, size, number + 1, 60, (position) => {
      rows.push({
        game: number,
        ply: position.state.ply,
        player: game.players[position.turn],
        board: game.formatBoard(position),
        move: '1',
        source: 'search',
        score: (number * 7919) % 200,
        nodes: 5000,
        result: 0.5,
        end: 'cap',
      });
    });
    positions += rows.length;
    writer.add(gameRowsText(rows), rows.length);
  }
  writer.finish();
}
