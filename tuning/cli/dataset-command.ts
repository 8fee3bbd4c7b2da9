import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import type { Command } from 'commander';
import { parseWhole } from '../../engine/text/arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Manifest } from '../dataset/manifest.ts';
import { parseNumber } from './arguments.ts';

// More than this many problems are only counted.
const PROBLEMS_SHOWN = 20;

/** The tools for datasets. What they need is loaded when one is called: other commands start without it. */
export function addDatasetCommand(program: Command, terminal: Terminal, fail: () => void): void {
  const dataset = program
    .command('dataset')
    .summary('check, count, thin out, split and convert datasets')
    .description('Tools for the datasets that self-play writes; datasets/README.md tells their format.');
  addVerify(dataset, terminal, fail);
  addStats(dataset, terminal);
  addDedupe(dataset, terminal);
  addSplit(dataset, terminal);
  addSample(dataset, terminal);
  addMerge(dataset, terminal);
  addFeatures(dataset, terminal);
  addParquet(dataset, terminal);
  addReplay(dataset, terminal, fail);
}

const example = (text: string) => `\nExample:\n  evalsmith dataset ${text}`;

function made(terminal: Terminal, out: string, { games, positions }: Manifest): void {
  terminal.out(`${out}: ${games > 0 ? `${games} games, ` : ''}${positions} positions`);
}

function addVerify(dataset: Command, terminal: Terminal, fail: () => void): void {
  dataset
    .command('verify')
    .summary('check hashes and play every game again')
    .description(
      'Checks every hash, then plays every game again: each move legal, each board what the moves before lead to, ' +
        'each result right. Names what is wrong by shard and row; exit code 1 if anything is.',
    )
    .argument('DIR')
    .addHelpText('after', example('verify datasets/betsy-7'))
    .action(async (folder: string) => {
      const { verifyDataset } = await import('../dataset/verify.ts');
      const { readManifest } = await import('../dataset/manifest.ts');
      const { startProgress } = await import('../process/progress.ts');
      const manifest = readManifest(folder);
      const progress = startProgress(manifest.positions, 'positions', terminal);
      const problems = verifyDataset(folder, (positions) => {
        if (positions % 1000 === 0) progress.update(positions, '');
      });
      progress.end();
      for (const problem of problems.slice(0, PROBLEMS_SHOWN)) terminal.out(problem);
      if (problems.length > PROBLEMS_SHOWN) terminal.out(`… and ${problems.length - PROBLEMS_SHOWN} more`);
      if (problems.length > 0) return fail();
      terminal.out(
        `good: ${manifest.games} games, ${manifest.positions} positions, ${manifest.shards.length} shards`,
      );
    });
}

function addStats(dataset: Command, terminal: Terminal): void {
  dataset
    .command('stats')
    .summary('count games, results, ends, lengths, duplicates')
    .description('What a dataset holds, and how games ended by how the search scored their positions.')
    .argument('DIR')
    .option('--json', 'one JSON object')
    .addHelpText('after', example('stats datasets/betsy-7'))
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const { datasetStats, statsLines } = await import('../dataset/stats.ts');
      const { readManifest } = await import('../dataset/manifest.ts');
      const stats = datasetStats(folder, readManifest(folder));
      if (json) terminal.out(JSON.stringify(stats));
      else for (const line of statsLines(stats)) terminal.out(line);
    });
}

function addDedupe(dataset: Command, terminal: Terminal): void {
  dataset
    .command('dedupe')
    .summary('keep each position once, up to symmetry')
    .description(
      'Writes a dataset of positions: all of them (none), each once as it first occurred (first), or each once with ' +
        'the mean of its scores and results and their number (merge). Positions that are the same up to a symmetry ' +
        'of the rules are the same.',
    )
    .argument('DIR')
    .requiredOption('--out <DIR>', 'the new dataset')
    .option('--mode <none|first|merge>', 'what to do with duplicates', 'merge')
    .option('--all', 'take positions that were not searched too: of openings and before random moves')
    .addHelpText('after', example('dedupe datasets/betsy-7 --out datasets/betsy-7-positions'))
    .action(async (folder: string, { out, mode, all }: { out: string; mode: string; all?: boolean }) => {
      if (mode !== 'none' && mode !== 'first' && mode !== 'merge')
        throw new InputError(`--mode is ${JSON.stringify(mode)}; expected none, first or merge`);
      const { dedupe } = await import('../dataset/transformations.ts');
      const { gameOf } = await import('../dataset/dataset-game.ts');
      const { readManifest } = await import('../dataset/manifest.ts');
      made(terminal, out, dedupe(gameOf(readManifest(folder)), folder, out, mode, all ?? false));
    });
}

function addSplit(dataset: Command, terminal: Terminal): void {
  dataset
    .command('split')
    .summary('hold some games out')
    .description(
      'Writes two datasets, DIR/train and DIR/held-out. A game, or a position with all its duplicates, is in one of ' +
        'them alone; a hash of its number decides in which, so a longer run splits its beginning the same way.',
    )
    .argument('DIR')
    .requiredOption('--out <DIR>', 'the folder of the two new datasets')
    .option('--held-out <SHARE>', 'the share that is held out', '0.1')
    .option('--seed <S>', 'another seed holds out others', '1')
    .addHelpText('after', example('split datasets/betsy-7 --out datasets/betsy-7-split --held-out 0.2'))
    .action(async (folder: string, options: { out: string; heldOut: string; seed: string }) => {
      const share = parseNumber('--held-out', options.heldOut, 0, 1);
      const seed = parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER);
      const { split } = await import('../dataset/transformations.ts');
      const { gameOf } = await import('../dataset/dataset-game.ts');
      const { readManifest } = await import('../dataset/manifest.ts');
      const [train, heldOut] = split(gameOf(readManifest(folder)), folder, options.out, share, seed);
      made(terminal, `${options.out}/train`, train);
      made(terminal, `${options.out}/held-out`, heldOut);
    });
}

function addSample(dataset: Command, terminal: Terminal): void {
  dataset
    .command('sample')
    .summary('choose positions at random')
    .description('Writes a dataset of positions chosen at random, each as likely as any other.')
    .argument('DIR')
    .requiredOption('--out <DIR>', 'the new dataset')
    .requiredOption('--positions <K>', 'how many to choose')
    .option('--seed <S>', 'another seed chooses others', '1')
    .option('--all', 'choose among positions that were not searched too')
    .addHelpText('after', example('sample datasets/betsy-7 --positions 5000 --out datasets/betsy-7-sample'))
    .action(
      async (folder: string, options: { out: string; positions: string; seed: string; all?: boolean }) => {
        const count = parseWhole('--positions', options.positions, 1, 1e9);
        const seed = parseWhole('--seed', options.seed, 0, Number.MAX_SAFE_INTEGER);
        const { sample } = await import('../dataset/transformations.ts');
        made(terminal, options.out, sample(folder, options.out, count, seed, options.all ?? false));
      },
    );
}

function addMerge(dataset: Command, terminal: Terminal): void {
  dataset
    .command('merge')
    .summary('make one dataset of several')
    .description(
      'Writes one dataset of several of the same game and size. Shards of one run that were made apart (--shard) ' +
        'become what one machine would have made, byte for byte; games of different runs are numbered anew.',
    )
    .argument('<DIR...>')
    .requiredOption('--out <DIR>', 'the new dataset')
    .addHelpText('after', example('merge part-0 part-1 --out datasets/betsy-7'))
    .action(async (folders: string[], { out }: { out: string }) => {
      const { merge } = await import('../dataset/transformations.ts');
      made(terminal, out, merge(folders, out));
    });
}

function addFeatures(dataset: Command, terminal: Terminal): void {
  dataset
    .command('features')
    .summary('write the feature matrix as CSV')
    .description(
      'Writes a row a position: its game, ply, source, score, result, count and the value of each feature.',
    )
    .argument('DIR')
    .option('--out <FILE>', 'a new file; standard output unless told otherwise')
    .addHelpText('after', example('features datasets/betsy-7 --out betsy-7-features.csv'))
    .action(async (folder: string, { out }: { out?: string }) => {
      const { writeFeatureTable } = await import('../dataset/feature-table.ts');
      const { readManifest } = await import('../dataset/manifest.ts');
      const manifest = readManifest(folder);
      if (out === undefined) {
        writeFeatureTable(folder, manifest, (text) => terminal.out(text.trimEnd()));
        return;
      }
      refuseExisting(out);
      const rows = writeNewFile(out, (write) => writeFeatureTable(folder, manifest, write));
      terminal.out(`${out}: ${rows} positions`);
    });
}

function addParquet(dataset: Command, terminal: Terminal): void {
  dataset
    .command('parquet')
    .summary('convert to a Parquet file')
    .description(
      'Writes all rows as one Parquet file, for DuckDB, Polars, pandas and others. Needs @duckdb/node-api.',
    )
    .argument('DIR')
    .requiredOption('--out <FILE>', 'a new file')
    .addHelpText('after', example('parquet datasets/betsy-7 --out betsy-7.parquet'))
    .action(async (folder: string, { out }: { out: string }) => {
      refuseExisting(out);
      const { writeParquet } = await import('../dataset/parquet.ts');
      terminal.out(`${out}: ${await writeParquet(folder, out)} positions`);
    });
}

interface ReplayOptions {
  game: string;
  weights?: string;
  opponent?: string;
}

function addReplay(dataset: Command, terminal: Terminal, fail: () => void): void {
  dataset
    .command('replay')
    .summary('draw a game and play it again from its seed')
    .description(
      'Draws one game ply by ply, then plays it again from the seed and compares: exit code 1 where it differs.',
    )
    .argument('DIR')
    .requiredOption('--game <I>', 'the number of the game')
    .option('--weights <FILE>', 'the heuristic that the run played with, where it was not the usual one')
    .option('--opponent <FILE>', 'its opponent, where it had one')
    .addHelpText('after', example('replay datasets/betsy-7 --game 12'))
    .action(async (folder: string, options: ReplayOptions) => {
      const number = parseWhole('--game', options.game, 0, 1e9);
      const { drawGame, recordedGame, replayDifference } = await import('../play/replay.ts');
      const { gameOf } = await import('../dataset/dataset-game.ts');
      const { readManifest } = await import('../dataset/manifest.ts');
      const manifest = readManifest(folder);
      const rows = recordedGame(folder, manifest, number);
      drawGame(gameOf(manifest), manifest.size, rows, terminal);
      const difference = replayDifference(manifest, rows, options);
      terminal.out(difference ?? 'played again from its seed: the same');
      if (difference !== undefined) fail();
    });
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new InputError(`--out ${file} exists already; expected a new file`);
}

/** Writes a file piece by piece under another name; it gets its own when it is whole. */
function writeNewFile<Result>(file: string, fill: (write: (text: string) => void) => Result): Result {
  const temporary = `${file}.tmp`;
  const descriptor = openSync(temporary, 'w');
  try {
    const result = fill((text) => writeSync(descriptor, text));
    renameSync(temporary, file);
    return result;
  } finally {
    closeSync(descriptor);
    rmSync(temporary, { force: true });
  }
}
