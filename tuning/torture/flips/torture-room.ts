import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { betsy } from '../../../engine/games/betsy/game.ts';
import { gamesOf } from '../../dataset/games.ts';
import { GrowingDataset } from '../../dataset/growing-dataset.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { gameRowsText } from '../../dataset/rows.ts';
import { loadBackend } from '../../fit/backend/backend.ts';
import { Checkpoint } from '../../fit/data/checkpoint.ts';
import type { FitSettings } from '../../fit/data/data-settings.ts';
import { fitSettings } from '../../fit/data/fit-kind.ts';
import { makeFit } from '../../fit/fit-run.ts';
import { fitKind } from '../../fit/kinds.ts';
import { nightFolder } from '../../nightly/night.ts';
import { writeSealedBytes } from '../../oracle/values-file.ts';
import { ValueCodes } from '../../../engine/games/betsy/value-codes.ts';
import { Failure } from '../../process/failure.ts';
import { OPEN_GATE, SMALL_PART, writeConfig } from '../../testing/small-nights.ts';
import { evalsmith } from '../../testing/run-command.ts';
import { SMALL_SPSA } from '../../testing/writing-commands.ts';

/** Games that are in a journal, of a shard of so many. */
export const SHARD_GAMES = 8;
const JOURNALED = 6;

/** The values of a solution that was stopped. */
export const SOLVED = 500;

/** Where things lie in the room. */
export const roomPlaces = (room: string) => ({
  games: join(room, 'games'),
  journals: [1, 2].map((number) => join(room, `journaled-${number}`)),
  network: join(room, 'network'),
  oracle: join(room, 'oracle'),
  solving: join(room, 'oracle-2.checkpoint'),
  config: join(room, 'nightly.json'),
});

async function must(...args: string[]): Promise<void> {
  const { code, notes } = await evalsmith(args);
  if (code !== 0) throw new Failure(`evalsmith ${args.join(' ')} ended with ${code}: ${notes.at(-1)}`);
}

/** Fills a new folder with every kind of file that the toolkit writes and reads again, each made as people make it. */
export async function makeRoom(room: string): Promise<void> {
  const { games, journals, network, oracle, solving, config } = roomPlaces(room);
  mkdirSync(room, { recursive: true });
  const few = ['--games', '24', '--games-per-shard', String(SHARD_GAMES), '--nodes', '30', '--workers', '1'];
  await must('selfplay', 'betsy', '--size', '3', ...few, '--seed', '1', '--out', games);
  journals.forEach((folder, i) => journalGames(games, folder, i + 1));
  await must('dataset', 'dedupe', games, '--out', join(room, 'positions'));
  const sweep = join(room, 'sweep.json');
  writeFileSync(sweep, JSON.stringify({ datasets: ['games'], grid: { ridge: [1, 2] } }));
  await must('sweep', sweep, '--out', join(room, 'sweep'));
  await beginNetwork(games, network);
  await must('oracle', 'build', 'betsy', '--size', '2', '--out', oracle);
  mkdirSync(solving);
  writeSealedBytes(
    join(solving, 'pebbles-3.bin'),
    new Uint8Array(ValueCodes.newTable(false).buffer),
    Uint8Array.from({ length: SOLVED }, (_, i) => i * 7),
  );
  await must(
    'oracle',
    'grade',
    'baseline:hand',
    'random',
    '--oracle',
    oracle,
    '--nodes',
    '10',
    '--out',
    join(room, 'grade'),
  );
  const hand = ['baseline:hand', 'baseline:lines', '--game', 'betsy', '--size', '3', '--nodes', '30'];
  await must('match', ...hand, '--games', '8', '--workers', '1', '--out', join(room, 'match'));
  const spsa = join(room, 'spsa.json');
  writeFileSync(spsa, JSON.stringify(SMALL_SPSA));
  const tuned = ['--workers', '1', '--parameters-folder', join(room, 'tuned')];
  await must('spsa', spsa, ...tuned, '--out', join(room, 'spsa'));
  writeConfig(room, { workers: 1, games: [{ ...SMALL_PART, gate: OPEN_GATE }] });
  await must('nightly', config);
  // A night that was killed before its last line.
  const journal = join(nightFolder(join(room, 'out'), 1), 'journal.jsonl');
  writeFileSync(journal, readFileSync(journal, 'utf8').replace(/.*\n$/, ''));
}

/** The first games of a dataset as a run that was killed leaves them; runs of different seeds. */
function journalGames(from: string, folder: string, seed: number): void {
  const { size, settings, ...manifest } = readManifest(from);
  const header = { game: manifest.game, size, settings: { ...settings, seed } };
  const dataset = new GrowingDataset(folder, header, SHARD_GAMES, () => {});
  for (const rows of gamesOf(from, readManifest(from)))
    if (rows[0].game < JOURNALED) dataset.add(rows[0].game, gameRowsText(rows));
  dataset.close();
}

/** The settings and data of a fit of a network, and the file that keeps how far it has come. */
export async function networkFit(games: string) {
  const kind = fitKind('network');
  const settings: FitSettings = fitSettings(kind, { hidden: 8, epochs: 3 }, 'the fit');
  return { kind, settings, data: await kind.read(betsy, [games], settings) };
}

export async function checkpointOf(
  games: string,
  folder: string,
  damaged: (reason: string) => void,
): Promise<Checkpoint> {
  const { kind, settings, data } = await networkFit(games);
  const { name } = await loadBackend();
  return new Checkpoint(folder, kind.name, data, settings, name, damaged);
}

async function beginNetwork(games: string, folder: string): Promise<void> {
  const { kind, settings, data } = await networkFit(games);
  let epochs = 0;
  const watch = {
    resumed: () => {},
    restarted: () => {},
    heard: () => void epochs++,
    shouldStop: () => epochs > 0,
  };
  await makeFit(kind, await loadBackend(), data, settings, folder, watch);
}
