// npm run torture:fuzz [INPUTS [SEED [keep]]]: reads many texts that nobody meant with every reader, so many with each, guided by
// the code that they reach, and counts what came of it; with `keep` the corpus gets those that reached new code.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duration } from '../../process/progress.ts';
import { tableLines } from '../../process/text-table.ts';
import { BlockCoverage } from './block-coverage.ts';
import { corpusOf, keepInCorpus } from './corpus.ts';
import { fuzz, type FuzzTally } from './fuzz.ts';
import { readersIn } from './readers.ts';
import { watchForHangs } from './watchdog.ts';

const [inputs, seed] = [Number(process.argv[2] ?? 5000), Number(process.argv[3] ?? 1)];
const keep = process.argv[4] === 'keep';
const only = process.argv[5];
const MOST_MEGABYTES = 512;

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-fuzz-'));
try {
  const begin = performance.now();
  const readers = await readersIn(folder);
  const watchdog = watchForHangs();
  const coverage = new BlockCoverage();
  const tallies: FuzzTally[] = [];
  for (const reader of readers) {
    if (only !== undefined && !reader.name.includes(only)) continue;
    const tally = await fuzz(reader, {
      seed,
      inputs,
      corpus: corpusOf(reader.name),
      coverage,
      heard: (text) => watchdog.heard(reader.name, text),
      wrong: (problem, text) =>
        console.error(`${reader.name}: ${problem}\n  by ${JSON.stringify(text.slice(0, 400))}`),
    });
    if (keep) keepInCorpus(reader.name, tally.kept);
    tallies.push(tally);
  }
  watchdog.end();
  const rows = tallies.map(({ reader, inputs: read, accepted, refused, wrong, slowest, kept }) =>
    [reader, read, accepted, refused, wrong, Math.round(slowest), kept.length].map(String),
  );
  const sum = (column: number) => String(rows.reduce((total, row) => total + Number(row[column]), 0));
  const all = [
    'all',
    sum(1),
    sum(2),
    sum(3),
    sum(4),
    String(Math.max(...rows.map((row) => Number(row[5])))),
    sum(6),
  ];
  const header = ['reader', 'inputs', 'accepted', 'refused', 'uncaught', 'slowest ms', 'new code'];
  for (const line of tableLines([header, ...rows, all])) console.log(line);
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `\n${coverage.blocks} blocks reached; peak memory ${megabytes} MB of ${MOST_MEGABYTES}; ${duration(performance.now() - begin)}`,
  );
  coverage.close();
  process.exitCode = Number(sum(4)) > 0 || megabytes > MOST_MEGABYTES ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
