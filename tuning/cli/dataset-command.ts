import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Game } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { namedParameters } from '../../engine/node/named-parameters.ts';
import { WEIGHTS_HELP } from '../../engine/node/weights-folder.ts';
import { dedupeForm, folderArgument, mergeForm, sampleForm, splitForm } from '../dataset/dataset-forms.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { commandForm } from '../settings/command-form.ts';
import {
  jsonOption,
  outOption,
  parametersSetting,
  workerCount,
  workersOption,
} from '../settings/common-options.ts';
import { INTERRUPTED } from '../process/interrupt.ts';
import { optional, setting, toggle, whole } from '../settings/setting.ts';
import { cliCommand } from './command.ts';

// More than this many problems are only counted.
const PROBLEMS_SHOWN = 20;

/** What was made, for people or as JSON objects, one a line. */
function tell(terminal: Terminal, json: boolean, ...made: (readonly [folder: string, Manifest])[]): void {
  for (const [folder, { games, positions, shards }] of made)
    terminal.out(
      json
        ? JSON.stringify({ folder, games, positions, shards: shards.length })
        : `${folder}: ${games > 0 ? `${games} games, ` : ''}${positions} positions`,
    );
}

const verifyForm = commandForm({
  name: 'dataset verify',
  summary: 'check hashes and play every game again',
  description:
    'Checks every hash, then plays every game again: each move legal, each board what the moves before lead to, ' +
    'each result right. Names what is wrong by shard and row; exit code 1 if anything is.',
  examples: ['dataset verify datasets/betsy-7'],
  arguments: { folder: folderArgument },
  options: { json: jsonOption },
});

const verify = cliCommand(verifyForm, async ({ folder, json }, terminal) => {
  const { verifyDataset } = await import('../dataset/verify.ts');
  const { readManifest } = await import('../dataset/manifest.ts');
  const { startProgress } = await import('../process/progress.ts');
  const manifest = readManifest(folder);
  const progress = startProgress(manifest.positions, 'positions', terminal);
  const problems = verifyDataset(folder, (positions) => {
    if (positions % 1000 === 0) progress.update(positions, '');
  });
  progress.end();
  if (json) {
    const { games, positions, shards } = manifest;
    terminal.out(JSON.stringify({ games, positions, shards: shards.length, problems }));
    return problems.length > 0 ? 1 : 0;
  }
  for (const problem of problems.slice(0, PROBLEMS_SHOWN)) terminal.out(problem);
  if (problems.length > PROBLEMS_SHOWN) terminal.out(`… and ${problems.length - PROBLEMS_SHOWN} more`);
  if (problems.length > 0) return 1;
  terminal.out(
    `good: ${manifest.games} games, ${manifest.positions} positions, ${manifest.shards.length} shards`,
  );
  return 0;
});

const statsForm = commandForm({
  name: 'dataset stats',
  summary: 'count games, results, ends, lengths, duplicates',
  description: 'What a dataset holds, and how games ended by how the search scored their positions.',
  examples: ['dataset stats datasets/betsy-7'],
  arguments: { folder: folderArgument },
  options: { json: jsonOption },
});

const stats = cliCommand(statsForm, async ({ folder, json }, terminal) => {
  const { datasetStats, statsLines } = await import('../dataset/stats.ts');
  const { readManifest } = await import('../dataset/manifest.ts');
  const counted = datasetStats(folder, readManifest(folder));
  if (json) terminal.out(JSON.stringify(counted));
  else for (const line of statsLines(counted)) terminal.out(line);
});

const dedupe = cliCommand(dedupeForm, async ({ folder, out, mode, all, json }, terminal) => {
  const transformations = await import('../dataset/transformations.ts');
  tell(terminal, json, [out, transformations.dedupe(await gameIn(folder), folder, out, mode, all)]);
});

const split = cliCommand(splitForm, async ({ folder, out, heldOut, seed, json }, terminal) => {
  const transformations = await import('../dataset/transformations.ts');
  const [train, apart] = transformations.split(await gameIn(folder), folder, out, heldOut, seed);
  tell(terminal, json, [`${out}/train`, train], [`${out}/held-out`, apart]);
});

const sample = cliCommand(sampleForm, async ({ folder, out, positions, seed, all, json }, terminal) => {
  const transformations = await import('../dataset/transformations.ts');
  tell(terminal, json, [out, transformations.sample(folder, out, positions, seed, all)]);
});

const merge = cliCommand(mergeForm, async ({ folders, out, json }, terminal) => {
  const transformations = await import('../dataset/transformations.ts');
  tell(terminal, json, [out, transformations.merge(folders, out)]);
});

const relabelForm = commandForm({
  name: 'dataset relabel',
  summary: 'correct results by exact values, or scores by a search',
  description:
    'Writes a dataset again with what an oracle knows. A game ends, adjudicated, at its first position that the oracle knows, and all its ' +
    'results are by the value of that. A position on its own that it knows gets its value as result and as score. ' +
    'Or, with --weights instead, writes games again with the scores that a search gives their positions now; moves and results stay, ' +
    'and one that was stopped or killed resumes with the same command.',
  examples: [
    'dataset relabel datasets/raichu-1 --oracle oracles/raichu-8 --out datasets/raichu-1-exact',
    'dataset relabel datasets/conga-1 --weights default --nodes 2000 --out datasets/conga-1-deeper',
  ],
  arguments: { folder: folderArgument },
  options: {
    oracle: optional(z.string(), 'DIR', 'an oracle of the board', 'none'),
    weights: optional(z.string(), 'FILE', `who searches: ${WEIGHTS_HELP}`, 'nobody'),
    parameters: parametersSetting,
    nodes: setting(whole(1, 1e9).default(5000), 'K', 'nodes searched a position, with --weights'),
    out: outOption('the new dataset'),
    workers: workersOption,
    json: jsonOption,
  },
});

const relabel = cliCommand(relabelForm, async ({ folder, oracle, out, json, ...search }, terminal) => {
  if ((oracle === null) === (search.weights === null))
    throw new InputError('expected --oracle or --weights, one of them');
  const { readManifest } = await import('../dataset/manifest.ts');
  const game = await gameIn(folder);
  const { size } = readManifest(folder);
  if (oracle === null) {
    const { rescored } = await import('../play/rescored.ts');
    const { loadWeights } = await import('../../engine/node/named-weights.ts');
    const weights = loadWeights(game, size, search.weights!);
    const parameters = namedParameters(game, search.parameters);
    const scorer = { game: game.name, size, weights, parameters, nodes: search.nodes };
    const manifest = await rescored(folder, scorer, { out, workers: workerCount(search.workers) }, terminal);
    if (manifest === undefined) {
      terminal.note('stopped; the same command resumes from here');
      return INTERRUPTED;
    }
    tell(terminal, json, [out, manifest]);
    return 0;
  }
  const { relabelled } = await import('../oracle/relabelled.ts');
  const { openOracle, readOracleManifest } = await import('../tables/oracle-file.ts');
  const exact = openOracle(oracle, game, size, moduleOf(game).solvable);
  const { sha256 } = readOracleManifest(oracle);
  const { manifest, corrected } = relabelled({ folder, oracle: exact, sha256 }, out);
  tell(terminal, json, [out, manifest]);
  if (json) terminal.note(corrected);
  else terminal.out(corrected);
  return 0;
});

const featuresForm = commandForm({
  name: 'dataset features',
  summary: 'write the feature matrix as CSV',
  description:
    'Writes a row a position: its game, ply, source, score, result, count and the value of each feature.',
  examples: ['dataset features datasets/betsy-7 --out betsy-7-features.csv'],
  arguments: { folder: folderArgument },
  options: {
    out: optional(z.string(), 'FILE', 'a new file', 'standard output'),
  },
});

const features = cliCommand(featuresForm, async ({ folder, out }, terminal) => {
  const { writeFeatureTable } = await import('../dataset/feature-table.ts');
  const { readManifest } = await import('../dataset/manifest.ts');
  const manifest = readManifest(folder);
  if (out === null) {
    writeFeatureTable(folder, manifest, (text) => terminal.out(text.trimEnd()));
    return;
  }
  refuseExisting(out);
  const { fillFileAtomically } = await import('../store/atomic-file.ts');
  const rows = fillFileAtomically(out, (write) => writeFeatureTable(folder, manifest, write));
  terminal.out(`${out}: ${rows} positions`);
});

const parquetForm = commandForm({
  name: 'dataset parquet',
  summary: 'convert to a Parquet file',
  description:
    'Writes all rows as one Parquet file, for DuckDB, Polars, pandas and others. Needs @duckdb/node-api.',
  examples: ['dataset parquet datasets/betsy-7 --out betsy-7.parquet'],
  arguments: { folder: folderArgument },
  options: { out: setting(z.string(), 'FILE', 'a new file'), json: jsonOption },
});

const parquet = cliCommand(parquetForm, async ({ folder, out, json }, terminal) => {
  refuseExisting(out);
  const { writeParquet } = await import('../dataset/parquet.ts');
  const positions = await writeParquet(folder, out);
  terminal.out(json ? JSON.stringify({ file: out, positions }) : `${out}: ${positions} positions`);
});

const queryForm = commandForm({
  name: 'dataset query',
  summary: 'ask a dataset in SQL',
  description:
    'Answers a SELECT over the table rows, which has the rows of the dataset: of games game, ply, player, board, move, source, score, ' +
    'nodes, result and end; of positions player, board, score, result and count. Nothing is written, no other file is read and no ' +
    'extension is loaded. Needs @duckdb/node-api.',
  examples: [
    'dataset query datasets/betsy-7 \'SELECT "end", count(DISTINCT game) AS games FROM rows GROUP BY 1 ORDER BY 2 DESC\'',
  ],
  arguments: { folder: folderArgument, sql: setting(z.string(), 'SQL', 'one SELECT') },
  options: { json: toggle('a JSON object a row, by the names of the columns') },
});

const query = cliCommand(queryForm, async ({ folder, sql, json }, terminal) => {
  const { queryDataset } = await import('../dataset/query.ts');
  const { tableLines } = await import('../process/text-table.ts');
  const { columns, rows } = await queryDataset(folder, sql);
  if (json)
    for (const row of rows)
      terminal.out(JSON.stringify(Object.fromEntries(columns.map((column, i) => [column, row[i]]))));
  else
    for (const line of tableLines([columns, ...rows.map((row) => row.map((value) => String(value ?? '')))]))
      terminal.out(line);
});

const weightsOf = (help: string) => optional(z.string(), 'FILE', help);

const replayForm = commandForm({
  name: 'dataset replay',
  summary: 'draw a game and play it again from its seed',
  description:
    'Draws one game ply by ply. A game of self-play is then played again from its seed and compared: exit code 1 where it ' +
    'differs. Of a game that a program lost without a move, its last line and what it wrote to stderr are shown.',
  examples: ['dataset replay datasets/betsy-7 --game 12'],
  arguments: { folder: folderArgument },
  options: {
    game: setting(whole(0, 1e9), 'I', 'the number of the game'),
    weights: weightsOf('the heuristic that the run played with, where it was not the usual one'),
    opponent: weightsOf('its opponent, where it had one'),
    oracle: optional(z.string(), 'DIR', 'the oracle that ended its games, where one did'),
    json: jsonOption,
  },
});

const replay = cliCommand(replayForm, async ({ folder, game, weights, opponent, oracle, json }, terminal) => {
  const { drawGame, isReplayable, recordedGame, replayDifference } = await import('../play/replay.ts');
  const { failureIn, failureLines } = await import('../play/program-records.ts');
  const { readManifest } = await import('../dataset/manifest.ts');
  const manifest = readManifest(folder);
  const rows = recordedGame(folder, manifest, game);
  if (!json) drawGame(await gameIn(folder), manifest.size, rows, terminal);
  const failure = failureIn(dirname(folder), game);
  if (failure !== null && !json) for (const line of failureLines(failure)) terminal.out(line);
  const difference = isReplayable(manifest)
    ? await replayDifference(manifest, rows, { weights, opponent }, oracle)
    : undefined;
  const { result, end } = rows[0];
  if (json)
    terminal.out(JSON.stringify({ game, rows, result, end, failure, difference: difference ?? null }));
  else if (isReplayable(manifest)) terminal.out(difference ?? 'played again from its seed: the same');
  else terminal.note('a game of a match is drawn, and not played again');
  return difference === undefined ? 0 : 1;
});

export const commands = [
  verify,
  stats,
  dedupe,
  split,
  sample,
  merge,
  relabel,
  features,
  parquet,
  query,
  replay,
];

/** The game of a dataset. */
async function gameIn(folder: string): Promise<Game> {
  const { gameOf } = await import('../dataset/dataset-game.ts');
  const { readManifest } = await import('../dataset/manifest.ts');
  return gameOf(readManifest(folder));
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new InputError(`--out ${file} exists already; expected a new file`);
}
