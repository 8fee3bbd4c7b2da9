import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { betsy } from '../../../engine/games/betsy/game.ts';
import { solvable } from '../../../engine/games/betsy/numbering.ts';
import { games } from '../../../engine/games/index.ts';
import { sealedRandomNetwork } from '../../../engine/models/network/random-network.ts';
import { GameMemory } from '../../../engine/node/game-memory.ts';
import { sealedRandomPatterns } from '../../../engine/models/patterns/random-patterns.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import { namedWeightsFile } from '../../../engine/node/weights-folder.ts';
import {
  type ChosenParameters,
  parameterList,
  PARAMETERS_FORMAT,
  parametersOf,
  parseParameterList,
  readParameters,
} from '../../../engine/parameters.ts';
import { Player } from '../../../engine/player.ts';
import { Table } from '../../../engine/table.ts';
import { weightsText } from '../../../engine/seal.ts';
import {
  contributionsOf,
  evaluatorOf,
  hashedText,
  overText,
  readWeights,
  type Weights,
  weightsByFeature,
} from '../../../engine/weights.ts';
import { artefactAt, datasetArtefact } from '../../artefacts/artefact.ts';
import { readColumns } from '../../dataset/columns.ts';
import { gameOf } from '../../dataset/dataset-game.ts';
import { contentsHash } from '../../dataset/dataset-writer.ts';
import { writeFeatureTable } from '../../dataset/feature-table.ts';
import { GrowingDataset, journalName } from '../../dataset/growing-dataset.ts';
import { type Manifest, readManifest, withShards, writeManifest } from '../../dataset/manifest.ts';
import { GAME_COLUMNS, headerText, POSITION_COLUMNS, positionRowsText } from '../../dataset/rows.ts';
import { readShard, writeShard } from '../../dataset/shards.ts';
import { datasetStats } from '../../dataset/stats.ts';
import { verifyDataset } from '../../dataset/verify.ts';
import { InputError } from '../../../engine/input-error.ts';
import { nightLines } from '../../nightly/night-journal.ts';
import { type Book, BOOK_FORMAT, BookOpenings, openBook } from '../../play/book.ts';
import { openOracle } from '../../tables/oracle-file.ts';
import { reportOf } from '../../report/report.ts';
import { readManifest as readShipped } from '../../ship/ship-manifest.ts';
import { readSpsaConfig } from '../../prove/spsa/spsa-config.ts';
import { SpsaJournal } from '../../prove/spsa/spsa-journal.ts';
import { tunedOf } from '../../prove/spsa/tuned-numbers.ts';
import { SMALL_SPSA } from '../../testing/writing-commands.ts';
import { loadWeights } from '../../../engine/node/named-weights.ts';
import { checkedLine } from '../../store/checked-line.ts';
import { checksumOf } from '../../store/checksum.ts';
import { packageFolder } from '../../store/identity.ts';
import { readResult, readRun } from '../../store/run-folder.ts';
import { evalsmith } from '../../testing/run-command.ts';
import type { FuzzedReader } from './fuzzed-reader.ts';

/** Readers of the files that the toolkit writes; `dataset` is one of games. */
export async function fileReaders(room: string, dataset: string): Promise<FuzzedReader[]> {
  const oracle = join(room, 'oracle');
  await evalsmith(['oracle', 'build', 'betsy', '--size', '2', '--out', oracle]);
  return [
    ...games.map((game) => weights(game.name)),
    searchParameters(),
    book(room),
    manifests(room, dataset),
    shards(room, dataset),
    positions(room, dataset),
    gameJournals(room, dataset),
    nightJournals(room),
    spsaJournals(room),
    gameMemories(room),
    spsaConfigs(room),
    ...runs(room),
    oracles(oracle),
    shipped(room),
  ];
}

/** The same JSON with its checksum right. */
function sealedJson(text: string): string {
  const { checksum: _, ...value } = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify({ ...value, checksum: checksumOf(value) });
}

function weights(name: string): FuzzedReader {
  const game = games.find((known) => known.name === name)!;
  const size = game.sizes[0];
  const hand = readFileSync(namedWeightsFile(game, game.usualSize, 'baseline:hand'), 'utf8');
  return {
    name: `weights of ${name}`,
    seeds: [
      hand,
      weightsText(sealedRandomNetwork(game, size, 8, sha256)),
      weightsText(sealedRandomPatterns(game, sha256, 1000)),
    ],
    form: 'json',
    seal(text) {
      const value = JSON.parse(text) as Weights;
      return JSON.stringify({ ...value, sha256: sha256(hashedText(value)) });
    },
    read: (text) => readWeights(text, game, size, sha256),
    write: (value) => weightsText(value as Weights),
    use(value) {
      const read = value as Weights;
      evaluatorOf(read, game).evaluate(game.start(size));
      contributionsOf(read, game, game.start(size));
      weightsByFeature(read, game);
      overText(read);
    },
  };
}

function searchParameters(): FuzzedReader {
  const evaluator = { scale: 100, evaluate: () => 0 };
  const text = (chosen: object) =>
    JSON.stringify({ format: PARAMETERS_FORMAT, game: betsy.name, parameters: chosen });
  return {
    name: 'search parameters',
    seeds: [text({ futilityDepth: 5, reductionBase: -0.25, quiescencePlies: 0 })],
    form: 'json',
    read: (given) => readParameters(given, betsy.name),
    write: (value) => text(value as ChosenParameters),
    use(value) {
      const chosen = value as ChosenParameters;
      const player = new Player(betsy, evaluator, Table.ofMegabytes(1), parametersOf(chosen));
      player.choose(betsy.start(3), { nodes: 200 });
      if (parameterList(chosen) !== '') parseParameterList(parameterList(chosen));
    },
  };
}

function book(room: string): FuzzedReader {
  const file = join(room, 'book.json');
  const separation = { openings: 2, games: 4, decisivePairs: 0.5, drawn: 0, firstWins: 0.5, score: 0.5 };
  const player = { name: 'baseline:hand', sha256: 'a'.repeat(64), nodes: [40, 60] };
  const shown = { tried: separation, chosen: separation, confirmed: separation };
  const making = {
    command: 'evalsmith openings betsy',
    codeVersion: 'a',
    players: [player, player],
    ...shown,
  };
  const openings = [
    { moves: '1 1 2', pairs: 'WW' },
    { moves: '1 2 -1', pairs: 'LD' },
  ];
  const board = { format: BOOK_FORMAT, game: betsy.name, size: 3 };
  return {
    name: 'a book of openings',
    seeds: [
      sealedJson(
        JSON.stringify({ ...board, making: { ...making, seed: 1, openings: 3, openingBound: 9 }, openings }),
      ),
    ],
    form: 'json',
    seal: sealedJson,
    read(text) {
      writeFileSync(file, text);
      return openBook(betsy, 3, file);
    },
    use: (value) => new BookOpenings(value as Book, 1).at(0),
  };
}

function manifests(room: string, dataset: string): FuzzedReader {
  const folder = newFolder(room, 'manifest');
  return {
    name: 'manifest of a dataset',
    seeds: [readFileSync(join(dataset, 'manifest.json'), 'utf8')],
    form: 'json',
    seal: sealedJson,
    read(text) {
      writeFileSync(join(folder, 'manifest.json'), text);
      return readManifest(folder);
    },
    write: (value) => sealedJson(JSON.stringify(value)),
    use(value) {
      const manifest = value as Manifest;
      contentsHash(manifest);
      datasetArtefact(folder, manifest).command?.('OUT', []);
      gameOf(manifest);
      verifyDataset(folder);
    },
  };
}

/** Datasets of a stranger, whose hashes are right. */
function shards(room: string, dataset: string): FuzzedReader {
  const manifest = readManifest(dataset);
  const [shard] = manifest.shards;
  const seed = readShard(dataset, shard)
    .split('\n')
    .filter((row) => /^(game|0),/.test(row))
    .join('\n');
  return madeDataset(
    newFolder(room, 'shards'),
    'shard of games',
    manifest,
    headerText(GAME_COLUMNS),
    `${seed}\n`,
  );
}

function positions(room: string, dataset: string): FuzzedReader {
  const manifest: Manifest = { ...readManifest(dataset), kind: 'positions', games: 0 };
  const [first, second] = betsy.players;
  const board = betsy.formatBoard(betsy.start(manifest.size));
  const text = positionRowsText([
    { player: first, board, score: 12, result: 0.5, count: 3 },
    { player: second, board, score: undefined, result: 1, count: 1 },
  ]);
  const header = headerText(POSITION_COLUMNS);
  return madeDataset(newFolder(room, 'positions'), 'shard of positions', manifest, header, header + text);
}

function madeDataset(
  folder: string,
  name: string,
  manifest: Manifest,
  header: string,
  seed: string,
): FuzzedReader {
  const game = gameOf(manifest);
  const each = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
    }
  };
  return {
    name,
    seeds: [seed],
    form: 'text',
    // What changes the header alone tells little.
    seal: (text) => (text.startsWith(header) ? text : header + text.slice(text.indexOf('\n') + 1)),
    read(text) {
      const rows = text.split('\n').length - 2;
      const entry = writeShard(folder, 0, text, { games: 1, positions: Math.max(0, rows) });
      const made = withShards(manifest, [entry]);
      writeManifest(folder, made);
      each(() => readColumns(game, [folder]));
      each(() => datasetStats(folder, made));
      each(() => writeFeatureTable(folder, made, () => {}));
      const [problem] = verifyDataset(folder);
      if (problem !== undefined) throw new InputError(problem);
      return made;
    },
  };
}

function gameJournals(room: string, dataset: string): FuzzedReader {
  const folder = newFolder(room, 'journal');
  const manifest = readManifest(dataset);
  const perShard = manifest.settings['gamesPerShard'] as number;
  const text = readShard(dataset, manifest.shards[0])
    .split('\n')
    .slice(1)
    .filter((row) => row.startsWith('0,'));
  const place = `${journalName(manifest, 0)} `;
  return {
    name: 'journal of games',
    seeds: [JSON.stringify([0, `${text.join('\n')}\n`])],
    form: 'json',
    seal: (line) => checkedLine(line.replaceAll('\n', ' '), place),
    read(line) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      writeManifest(folder, { ...manifest, shards: [], games: 0, positions: 0 });
      writeFileSync(join(folder, 'shard-00000.journal'), line);
      const open = new GrowingDataset(folder, manifest, perShard, () => {});
      try {
        const known = [...open.known()];
        if (known.length === 0) throw new InputError('no game is known');
        return known;
      } finally {
        open.close();
      }
    },
  };
}

function nightJournals(room: string): FuzzedReader {
  const night = newFolder(room, 'night-0001');
  const entries = [
    { event: 'begin', night: 1, codeVersion: 'a', settings: {}, champions: { 'betsy-3': 0 } },
    { event: 'done', stage: 'betsy-3/selfplay', output: 'b' },
    { event: 'deleted', path: 'night-0001/games', bytes: 7 },
    { event: 'end', isComplete: true },
  ];
  return {
    name: 'journal of a night',
    seeds: entries.map((entry) => JSON.stringify(entry)),
    form: 'json',
    seal: (line) => checkedLine(line.replaceAll('\n', ' '), 'night-0001  '),
    read(line) {
      writeFileSync(join(night, 'journal.jsonl'), line);
      const { before } = nightLines(night);
      if (before.length === 0) throw new InputError('no line is whole');
      return before;
    },
    write: (value) =>
      (value as object[]).map((entry) => checkedLine(JSON.stringify(entry), 'night-0001  ')).join(''),
  };
}

function spsaJournals(room: string): FuzzedReader {
  const folder = newFolder(room, 'spsa');
  const begin = { codeVersion: 'a', weights: 'b', parameters: { futilityBase: 0.5 }, settings: { seed: 1 } };
  return {
    name: 'journal of spsa',
    seeds: [JSON.stringify(begin)],
    form: 'json',
    seal: (line) => checkedLine(line.replaceAll('\n', ' '), 'spsa  '),
    read(line) {
      writeFileSync(join(folder, 'steps.jsonl'), line);
      const there = new SpsaJournal(folder).begin;
      if (there === undefined) throw new InputError('no line is whole');
      return there;
    },
    write: (value) => checkedLine(JSON.stringify(value), 'spsa  '),
  };
}

function gameMemories(room: string): FuzzedReader {
  const file = join(room, 'memory.json');
  const known = {
    game: 'betsy',
    size: 2,
    player: 'x',
    board: '..........',
    moves: ['1'],
    last: '........x.',
  };
  const sealed = (kept: unknown) =>
    JSON.stringify({ format: 'evalsmith-memory-1', games: kept, sha256: sha256(JSON.stringify(kept)) });
  return {
    name: 'memory of a player program',
    seeds: [sealed([known]), sealed([])],
    form: 'json',
    seal: (text) => sealed((JSON.parse(text) as { games: unknown }).games),
    read(text) {
      writeFileSync(file, text);
      return new GameMemory(file, (reason) => {
        throw new InputError(reason);
      });
    },
    use(value) {
      const position = betsy.parseBoard(2, 0, '........xo');
      return (value as GameMemory).recall(betsy, position);
    },
  };
}

function spsaConfigs(room: string): FuzzedReader {
  const file = join(room, 'spsa-config.json');
  return {
    name: 'config of spsa',
    seeds: [
      JSON.stringify(SMALL_SPSA),
      readFileSync(join(packageFolder(), 'tuning/prove/spsa/spsa.json'), 'utf8'),
    ],
    form: 'json',
    read(text) {
      writeFileSync(file, text);
      return readSpsaConfig(file);
    },
    use(value) {
      const { game, size, settings } = value as ReturnType<typeof readSpsaConfig>;
      const weights = loadWeights(game, size, 'baseline:hand');
      tunedOf(game, { kind: 'weights', weights, parameters: {} }, settings);
    },
  };
}

/** run.json and the result.json of each kind, from the small ones that are published. */
function runs(room: string): FuzzedReader[] {
  const reports = join(packageFolder(), 'reports');
  const published = [
    'betsy-3-grade-clock',
    'betsy-linear-hand-size-3',
    'conga-ladder',
    'betsy-1-network-64',
    'betsy-own-linear-gate',
    'conga-1-linear',
  ];
  return published.flatMap((name) => {
    const folder = newFolder(room, name);
    for (const file of readdirSync(join(reports, name)).filter((known) => known.endsWith('.json')))
      cpSync(join(reports, name, file), join(folder, file));
    const { kind } = readRun(folder);
    const whole = readFileSync(join(folder, 'run.json'), 'utf8');
    const reader = (file: string, read: () => unknown): FuzzedReader => ({
      name: `${file} of a ${kind}, ${name}`,
      seeds: [readFileSync(join(reports, name, file), 'utf8')],
      form: 'json',
      seal: sealedJson,
      read(text) {
        if (file !== 'run.json') writeFileSync(join(folder, 'run.json'), whole);
        writeFileSync(join(folder, file), text);
        return read();
      },
      write: (value) => sealedJson(JSON.stringify(value)),
      use: () => reportOf(folder),
    });
    const result = readFileSync(join(folder, 'result.json'));
    const run = reader('run.json', () => {
      writeFileSync(join(folder, 'result.json'), result);
      return readRun(folder);
    });
    return [reader('result.json', () => readResult(folder, kind)), run];
  });
}

function oracles(folder: string): FuzzedReader {
  return {
    name: 'manifest of an oracle',
    seeds: [readFileSync(join(folder, 'manifest.json'), 'utf8')],
    form: 'json',
    seal: sealedJson,
    read(text) {
      writeFileSync(join(folder, 'manifest.json'), text);
      return openOracle(folder, betsy, 2, solvable);
    },
    use(value) {
      const oracle = value as ReturnType<typeof openOracle>;
      oracle.valueOf(betsy.start(2));
      artefactAt(folder)?.command?.('OUT', []);
    },
  };
}

function shipped(room: string): FuzzedReader {
  const folder = newFolder(room, 'shipped');
  const hash = 'a'.repeat(64);
  const trial = { sha256: hash, vectors: 4, bench: { size: 5, depth: 4, nodes: 100 } };
  const manifest = {
    format: 'evalsmith-ship-2',
    game: 'betsy',
    codeVersion: 'a',
    bench: 100,
    weights: [{ size: 'any', kind: 'linear', ...trial, evidence: { elo: 1 } }],
    files: { 'betsy.cjs': { bytes: 10, sha256: hash } },
  };
  return {
    name: 'manifest of a shipped player',
    seeds: [sealedJson(JSON.stringify(manifest))],
    form: 'json',
    seal: sealedJson,
    read(text) {
      writeFileSync(join(folder, 'manifest.json'), text);
      return readShipped(folder);
    },
    write: (value) => sealedJson(JSON.stringify(value)),
  };
}

function newFolder(room: string, name: string): string {
  const folder = join(room, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
