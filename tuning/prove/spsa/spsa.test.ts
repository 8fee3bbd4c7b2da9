import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { betsy } from '../../../engine/games/betsy/game.ts';
import { sealedRandomNetwork } from '../../../engine/models/network/random-network.ts';
import { parametersOf, readParameters } from '../../../engine/parameters.ts';
import { linearWeights, weightsText } from '../../../engine/seal.ts';
import { loadWeights } from '../../../engine/node/named-weights.ts';
import { sha256 } from '../../../engine/node/sha256.ts';
import { gamesOf } from '../../dataset/games.ts';
import { readManifest } from '../../dataset/manifest.ts';
import { freePort, TestRedis } from '../../testing/fleet-processes.ts';
import { needs } from '../../testing/installed-program.ts';
import { evalsmith } from '../../testing/run-command.ts';
import { filesBelow, TestProcess, until } from '../../testing/test-process.ts';
import { readResult, readRun } from '../../store/run-folder.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-spsa-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));
const at = (...names: string[]) => join(room, ...names);

const OPEN = { elo0: -600, elo1: -200, alpha: 0.4, beta: 0.4, games: 40 };
const SMALL = {
  game: 'betsy',
  size: 3,
  weights: 'baseline:hand',
  parameters: 'default',
  nodes: 100,
  games: 64,
  gamesPerStep: 8,
  openingsOfSteps: 20,
  rEnd: 0.1,
  tuneParameters: { futilityBase: { least: 0, most: 1 }, lateMoveBase: { least: 1, most: 12 } },
  test: OPEN,
};

function wordsOf(name: string, config: object, ...more: string[]): string[] {
  writeFileSync(at(`${name}.json`), JSON.stringify(config));
  const out = ['--out', at(name), '--parameters-folder', at(`${name}-parameters`)];
  return ['spsa', at(`${name}.json`), '--workers', '1', ...out, ...more];
}

async function spsa(name: string, config: object, ...more: string[]) {
  const { code, out, notes } = await evalsmith(wordsOf(name, config, ...more));
  return { code, out, notes, result: readResult(at(name), 'spsa') };
}

describe('spsa', () => {
  test('follows what wins: a feature of the wrong sign finds the right one, and the weights are accepted and written', async () => {
    const { weights } = loadWeights(betsy, 4, 'baseline:lines') as { weights: Record<string, number> };
    const planted = { ...weights, 'lines lacking 2': -20 };
    const text = weightsText(linearWeights(betsy, { scale: 100, weights: planted }, sha256));
    writeFileSync(at('planted-weights.json'), text);
    const { code, result } = await spsa('planted', {
      ...SMALL,
      size: 4,
      weights: 'planted-weights.json',
      nodes: 30,
      games: 240,
      openingsOfSteps: 100,
      tuneParameters: {},
      tuneWeights: { 'lines lacking 2': { least: -60, most: 60, cEnd: 15, rEnd: 0.2 } },
    });
    const [{ end, chosen }] = result.numbers;
    expect(end).toBeGreaterThan(0);
    expect([code, result.verdict, result.reason]).toEqual([0, 'accepted', null]);
    const written = readFileSync(at('planted', 'weights.json'), 'utf8');
    const won = loadWeights(betsy, 4, at('planted', 'weights.json')) as { weights: Record<string, number> };
    expect(won.weights).toEqual({ ...planted, 'lines lacking 2': chosen });
    expect(JSON.parse(written).provenance).toMatchObject({ origin: 'spsa', games: 240 });
  }, 120_000);

  test('ends in the same bytes for any number of workers, and after it was killed', async () => {
    const calm = await spsa('calm', SMALL);
    expect([calm.code, calm.result.games, calm.result.steps]).toEqual([0, 64, 8]);
    await spsa('two', SMALL, '--workers', '2');
    const killed = new TestProcess(wordsOf('killed', SMALL));
    const journal = at('killed', 'steps.jsonl');
    const linesThere = () => (existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length : 0);
    await until(
      () => linesThere() > 3,
      () => killed.notes,
    );
    await killed.kill();
    expect(existsSync(at('killed', 'run.json'))).toBe(false);
    await spsa('killed', SMALL);
    const filesOf = (name: string) =>
      filesBelow(at(name), (path) => path === 'run.json' || path === 'test/run.json');
    expect(filesOf('two')).toEqual(filesOf('calm'));
    expect(filesOf('killed')).toEqual(filesOf('calm'));
    const settingsOf = (name: string) => readRun(at(name)).settings;
    expect(settingsOf('killed')).toEqual(settingsOf('calm'));
  }, 120_000);

  test('makes accepted search parameters those that are played, and says the same when it is asked again', async () => {
    const { result, notes } = await spsa('calm', SMALL);
    const file = at('calm-parameters', 'betsy.json');
    const [futility, moves] = result.numbers;
    const parameters = readParameters(readFileSync(file, 'utf8'), 'betsy');
    expect(parametersOf(parameters)).toMatchObject({
      futilityBase: futility.chosen,
      lateMoveBase: moves.chosen,
    });
    expect(notes.at(-1)).toBe(`${file} has the accepted search parameters`);
    // What is played by now did not take part in the run.
    const other = JSON.stringify({
      format: 'evalsmith-parameters-1',
      game: 'betsy',
      parameters: { futilityDepth: 1 },
    });
    writeFileSync(file, other);
    const again = await spsa('calm', SMALL);
    expect([again.code, again.notes.at(-1)]).toEqual([0, expect.stringContaining(`${file} stays: `)]);
    expect(readFileSync(file, 'utf8')).toBe(other);
  }, 60_000);

  test('tests its estimate from openings that no step has played', async () => {
    const { settings } = readRun(at('calm', 'test'));
    expect(settings['skipOpenings']).toBe(20);
    const all = await evalsmith([
      'match',
      'random',
      'random',
      '--game',
      'betsy',
      '--size',
      '3',
      '--games',
      '40',
      '--out',
      at('first'),
    ]);
    expect(all.code).toBe(0);
    const openingsIn = (folder: string) =>
      new Set(
        Array.from(gamesOf(folder, readManifest(folder)), (rows) =>
          rows
            .filter(({ source }) => source === 'opening')
            .map(({ move }) => move)
            .join(' '),
        ),
      );
    const tested = openingsIn(at('calm', 'test', 'games'));
    const trained = openingsIn(at('first', 'games'));
    expect([trained.size, tested.size > 0]).toEqual([20, true]);
    expect([...tested].filter((opening) => trained.has(opening))).toEqual([]);
  }, 60_000);

  test('writes nothing where the test rejects the estimate', async () => {
    const strict = { ...SMALL, test: { ...OPEN, elo0: 300, elo1: 600 } };
    const { code, out, result } = await spsa('strict', strict);
    expect([code, result.verdict]).toEqual([1, 'rejected']);
    expect(out.at(-1)).toBe('rejected: it is not better by 600 rather than 300');
    expect(existsSync(at('strict-parameters'))).toBe(false);
  }, 60_000);

  test('tunes the output layer of a network', async () => {
    writeFileSync(at('network.json'), weightsText(sealedRandomNetwork(betsy, 3, 8, sha256)));
    const { result } = await spsa('output', {
      ...SMALL,
      games: 32,
      weights: 'network.json',
      tuneParameters: {},
      tuneWeights: { '*': {} },
    });
    expect(result.numbers.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 16 }, (_, i) => `output:${i}`),
      'outputBias',
    ]);
    const { output, outputBias } = loadWeights(betsy, 3, at('output', 'candidate.json')).weights as {
      output: number[];
      outputBias: number;
    };
    expect([...output, outputBias]).toEqual(result.numbers.map(({ chosen }) => chosen));
  }, 60_000);

  test('is told of by status, report and compare', async () => {
    const status = await evalsmith(['status', at('calm'), '--json']);
    expect(JSON.parse(status.out[0])).toMatchObject({
      kind: 'spsa',
      game: 'betsy',
      size: 3,
      done: 64,
      goal: 64,
    });
    expect((await evalsmith(['report', at('calm')])).code).toBe(0);
    const page = readFileSync(at('calm', 'index.html'), 'utf8');
    for (const { name, end } of readResult(at('calm'), 'spsa').numbers) {
      expect(page).toContain(`${name} over games, from `);
      expect(page).toContain(String(Number(end.toPrecision(4))));
    }
    const { code, out } = await evalsmith(['compare', at('calm'), at('strict')]);
    expect([code, out.some((line) => line.startsWith('test '))]).toEqual([0, true]);
  }, 60_000);

  test('is stopped by Ctrl-C between steps, tells so, and resumes', async () => {
    const long = { ...SMALL, games: 4000, tuneParameters: { futilityBase: {} } };
    const stopped = new TestProcess(wordsOf('stopped', long));
    const journal = at('stopped', 'steps.jsonl');
    await until(
      () => existsSync(journal) && readFileSync(journal, 'utf8').split('\n').length > 3,
      () => stopped.notes,
    );
    expect(await stopped.kill('SIGINT'), stopped.notes).toBe(130);
    expect(stopped.notes).toContain('the same command resumes from here');
    expect(readRun(at('stopped')).status).toBe('stopped');
    expect(readResult(at('stopped'), 'spsa')).toMatchObject({ verdict: null, test: null });
    expect((await evalsmith(['report', at('stopped')])).code).toBe(0);
    const other = await evalsmith(wordsOf('stopped', { ...long, seed: 2 }));
    expect([other.code, other.notes]).toEqual([2, [expect.stringContaining('seed is 1 there and 2 here')]]);
  }, 60_000);

  test.each<[string, object, string]>([
    [
      'nothing to tune',
      { tuneParameters: {} },
      'wrong at tuneParameters: expected numbers in it or in tuneWeights',
    ],
    ['both to tune', { tuneWeights: { tempo: {} } }, 'and not in both'],
    [
      'an unknown parameter',
      { tuneParameters: { luck: {} } },
      'tunes "luck" in tuneParameters; expected one of aspirationDepth',
    ],
    [
      'an unknown feature',
      { tuneParameters: {}, tuneWeights: { luck: {} } },
      'tunes "luck" in tuneWeights; expected one of tempo',
    ],
    [
      'a range beyond that of the parameter',
      { tuneParameters: { futilityBase: { least: -1 } } },
      'its range is -1 to',
    ],
    [
      'a start outside the range',
      { tuneParameters: { futilityBase: { least: 1, most: 2 } } },
      'it begins at 0.2, outside',
    ],
    [
      'a range of a whole number that is not',
      { tuneParameters: { reductionMoves: { least: 0.5 } } },
      'expected whole numbers',
    ],
    ['an unknown key', { luck: 1 }, 'luck: an unknown key'],
    ['an unknown game', { game: 'chess' }, 'wrong at game: expected one of betsy'],
    ['a test that is none', { test: { elo0: 5, elo1: 5 } }, 'wrong at test.elo0: expected less than elo1'],
    ['nodes and seconds', { seconds: 1 }, 'wrong at seconds: expected it without nodes'],
    ['more openings than there are', { openings: 2, openingsOfSteps: 100 }, 'too few for'],
  ])('refuses a config with %s, and writes nothing', async (_, wrong, reason) => {
    const { code, out, notes } = await evalsmith(wordsOf('refused', { ...SMALL, ...wrong }));
    expect([code, out, notes]).toEqual([2, [], [expect.stringContaining(reason)]]);
    expect(existsSync(at('refused')) ? readdirSync(at('refused')) : []).toEqual([]);
  });

  test('names a line of its journal that is damaged', async () => {
    const journal = at('strict', 'steps.jsonl');
    const lines = readFileSync(journal, 'utf8').split('\n');
    writeFileSync(journal, lines.toSpliced(3, 1).join('\n'));
    const { code, notes } = await evalsmith(
      wordsOf('strict', { ...SMALL, test: { ...OPEN, elo0: 300, elo1: 600 } }),
    );
    expect([code, notes.at(-1)]).toEqual([2, expect.stringContaining('steps.jsonl is damaged at line 4')]);
  });
});

const redisServer = needs('redis-server');

test.skipIf(redisServer.isMissing)(
  `spsa on a queue ends in the bytes of threads${redisServer.note}`,
  async () => {
    const redis = new TestRedis(await freePort());
    await redis.start();
    const worker = new TestProcess(['worker', '--concurrency', '1', '--queue', redis.url]);
    try {
      await spsa('queued', { ...SMALL, games: 24 }, '--queue', redis.url);
      await spsa('threaded', { ...SMALL, games: 24 });
      const filesOf = (name: string) => filesBelow(at(name), (path) => path.endsWith('run.json'));
      expect(filesOf('queued')).toEqual(filesOf('threaded'));
      const timed = await evalsmith(
        wordsOf('timed', { ...SMALL, nodes: null, seconds: 0.01 }, '--queue', redis.url),
      );
      expect([timed.code, timed.notes]).toEqual([
        2,
        [expect.stringContaining('--queue plays by --nodes alone')],
      ]);
    } finally {
      await worker.kill();
      await redis.remove();
    }
  },
  120_000,
);
