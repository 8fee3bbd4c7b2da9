import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { betsy } from '../../../engine/games/betsy/game.ts';
import { solvable } from '../../../engine/games/betsy/numbering.ts';
import { InputError } from '../../../engine/input-error.ts';
import { artefactAt, jsonOf } from '../../artefacts/artefact.ts';
import { gamesOf } from '../../dataset/games.ts';
import { GrowingDataset } from '../../dataset/growing-dataset.ts';
import { isOfDataset, readManifest } from '../../dataset/manifest.ts';
import { gameRowsText } from '../../dataset/rows.ts';
import { readShard } from '../../dataset/shards.ts';
import { readNightlyConfig } from '../../nightly/config.ts';
import { nightLines } from '../../nightly/night-journal.ts';
import { nightFolder, openNight } from '../../nightly/night.ts';
import { ValueCodes } from '../../../engine/games/betsy/value-codes.ts';
import { readCheckpoint } from '../../oracle/betsy/betsy-solution.ts';
import { SpsaJournal } from '../../prove/spsa/spsa-journal.ts';
import { openOracle } from '../../tables/oracle-file.ts';
import { readOracle } from '../../oracle/oracle-folder.ts';
import type { TableOracle } from '../../tables/oracle.ts';
import { plainPaint } from '../../../engine/node/terminal.ts';
import { Failure } from '../../process/failure.ts';
import { isOfPlayer, needFiles, readManifest as readShipped } from '../../ship/ship-manifest.ts';
import { randomFrom } from '../../statistics/random.ts';
import { readWeightsFile } from '../../store/read-weights.ts';
import { readResult, readRun } from '../../store/run-folder.ts';
import { checkpointOf, roomPlaces, SHARD_GAMES, SOLVED } from './torture-room.ts';
import type { Subject } from './trial.ts';

// What nobody reads again, and what people write.
const OUTPUTS = /(\.html|\.csv|(^|\/)(nightly|sweep|spsa|tuned\/\w+)\.json)$|(^|\/)site\//;

/** Every file of a room that the toolkit reads again, with its readers. Refuses a file that nobody has told of. */
export async function subjectsIn(room: string): Promise<Subject[]> {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(room, name)).isFile() && !OUTPUTS.test(name))
    .toSorted();
  const found = await Promise.all(files.map((name) => subjectsOf(room, join(room, name))));
  const unknown = files.find((_, i) => found[i].length === 0);
  if (unknown !== undefined) throw new Failure(`nothing is known of ${unknown}; expected a reader for it`);
  return found.flat();
}

async function subjectsOf(room: string, file: string): Promise<Subject[]> {
  const [folder, name] = [dirname(file), basename(file)];
  const subject = (kind: string, read: Subject['read'], isRepaired?: Subject['isRepaired']) => [
    { kind, file, read, isRepaired },
  ];
  if (name === 'run.json') return subject('run.json', () => readRun(folder));
  if (name === 'result.json') {
    const { kind } = readRun(folder);
    return subject(`result.json of a ${kind}`, () => readResult(folder, kind));
  }
  if (name.endsWith('.csv.gz')) {
    const shard = readManifest(folder).shards.find((entry) => entry.file === name)!;
    return subject('shard', () => readShard(folder, shard));
  }
  if (name.endsWith('.journal')) return [gamesJournal(room, file)];
  if (name === 'journal.jsonl') return [nightJournal(room, file)];
  if (name === 'steps.jsonl') return subject('journal of spsa', () => spsaLines(folder), isShorter);
  if (name === 'pebbles-3.bin') return subject('checkpoint of an oracle', () => solvedIn(folder));
  if (name.endsWith('.checkpoint')) return [await fitCheckpoint(room, file)];
  if (name === 'values.bin' || name === 'checks.bin') {
    return [
      ...subject(`${name} of an oracle, by a player`, () => valuesOf(openOracle(folder, betsy, 2, solvable))),
      ...(name === 'values.bin'
        ? subject('values.bin of an oracle, whole', () => valuesOf(readOracle(folder).oracle))
        : []),
    ];
  }
  if (relative(room, file).includes('players/') && name !== 'manifest.json')
    return subject('file of a shipped player', () =>
      needFiles(playerFolder(file), readShipped(playerFolder(file))),
    );
  if (name === 'manifest.json') return manifests(file);
  if (name.endsWith('.json') && jsonOf(file)?.['format'] === 'evalsmith-weights-1') {
    const { kind, evidence } = readWeightsFile(file).weights;
    const title = `${kind} weights${evidence === undefined ? '' : ' with evidence'}`;
    return [
      ...subject(title, () => readWeightsFile(file).weights),
      ...subject('weights, as an origin of others', () => origin(file)),
    ];
  }
  return [];
}

function manifests(file: string): Subject[] {
  const folder = dirname(file);
  const json = jsonOf(file)!;
  if (isOfDataset(json)) return [{ kind: 'manifest of a dataset', file, read: () => readManifest(folder) }];
  if (isOfPlayer(json))
    return [{ kind: 'manifest of a shipped player', file, read: () => readShipped(folder) }];
  return [
    {
      kind: 'manifest of an oracle',
      file,
      read: () => [valuesOf(openOracle(folder, betsy, 2, solvable)), readOracle(folder).manifest.sha256],
    },
    { kind: 'oracle, as an origin of others', file, read: () => origin(folder, file) },
  ];
}

const playerFolder = (file: string) =>
  ['browser', 'node'].includes(basename(dirname(file))) ? dirname(dirname(file)) : dirname(file);

/** What the lineage of something made from it tells; whoever asks for one that is damaged says so. */
function origin(place: string, file = place): unknown {
  const found = artefactAt(place);
  if (found === undefined) throw new InputError(`${file} is damaged`);
  // Without its functions, of which no two are the same.
  return JSON.parse(JSON.stringify({ ...found, command: found.command?.('OUT', []) }));
}

function valuesOf(oracle: TableOracle): number[] {
  const positions = oracle.sample(oracle.distinct, randomFrom(1));
  return Array.from(positions, (position) => oracle.valueOf(position));
}

function solvedIn(folder: string): unknown {
  const layer = new Uint8Array(SOLVED);
  const codes = ValueCodes.newTable(false);
  const next = readCheckpoint(folder, 3, () => layer, codes);
  return { next, layer, codes };
}

/** What a run that is resumed ends with: the bytes of its dataset, after the games that are missing were played. */
interface Resumed {
  shard: string;
  manifest: string;
  played: number;
}

function gamesJournal(room: string, file: string): Subject {
  const folder = dirname(file);
  const { games } = roomPlaces(room);
  const texts = new Map(
    Array.from(gamesOf(games, readManifest(games)), (rows) => [rows[0].game, gameRowsText(rows)]),
  );
  const begun = readFileSync(join(folder, 'manifest.json'));
  const header = readManifest(folder);
  const read = (): Resumed => {
    const parts = ['manifest.json', 'shard-00000.csv.gz'].map((name) => join(folder, name));
    try {
      const dataset = new GrowingDataset(folder, header, SHARD_GAMES, () => {});
      let played = 0;
      try {
        for (const index of dataset.missing(SHARD_GAMES)) {
          dataset.add(index, texts.get(index)!);
          played++;
        }
        dataset.writeFull(SHARD_GAMES);
      } finally {
        dataset.close();
      }
      const [manifest, shard] = parts.map((part) => readFileSync(part, 'base64'));
      return { shard, manifest, played };
    } finally {
      writeFileSync(parts[0], begun);
      rmSync(parts[1], { force: true });
    }
  };
  const isRepaired = (value: unknown, whole: unknown) => {
    const [is, was] = [value as Resumed, whole as Resumed];
    return is.shard === was.shard && is.manifest === was.manifest && is.played > was.played;
  };
  return { kind: 'journal of games', file, read, isRepaired };
}

/** Opens a night again: the same with what it has done. One whose journal is damaged is given up, in a line that says so. */
function nightJournal(room: string, file: string): Subject {
  const config = readNightlyConfig(roomPlaces(room).config);
  const read = (): unknown[] => {
    const notes: string[] = [];
    const terminal = {
      out() {},
      note: (line: string) => void notes.push(line),
      input: () => '',
      paint: plainPaint,
    };
    try {
      const night = openNight(config, terminal);
      if (night.number !== 1) throw new InputError(`${file}: ${notes[0]}`);
      return nightLines(night.folder).before;
    } finally {
      rmSync(nightFolder(config.out, 2), { recursive: true, force: true });
    }
  };
  return { kind: 'journal of a night', file, read, isRepaired: isShorter };
}

/** The same lines and fewer of them are those of a run that was killed earlier: it does the rest again. */
function isShorter(value: unknown, whole: unknown): boolean {
  const [is, was] = [value as unknown[], whole as unknown[]];
  return is.length < was.length && isDeepStrictEqual(is, was.slice(0, is.length));
}

function spsaLines(folder: string): unknown[] {
  const { begin, steps } = new SpsaJournal(folder);
  return begin === undefined ? [] : [begin, ...steps];
}

async function fitCheckpoint(room: string, file: string): Promise<Subject> {
  const { games } = roomPlaces(room);
  let damage: string | undefined;
  const checkpoint = await checkpointOf(
    games,
    file.replace(/\.checkpoint$/, ''),
    (reason) => (damage = reason),
  );
  const read = () => {
    damage = undefined;
    return { state: checkpoint.read(), damage };
  };
  // A fit that starts again ends with the same numbers.
  const isRepaired = (value: unknown) => {
    const { state, damage: reason } = value as ReturnType<typeof read>;
    return state === undefined && reason !== undefined;
  };
  return { kind: 'checkpoint of a fit', file, read, isRepaired };
}
