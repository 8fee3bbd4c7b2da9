import { makeFolder } from '../store/new-folder.ts';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sha256 } from '../../engine/node/sha256.ts';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { type Position, winnerOf } from '../../engine/position.ts';
import { DECISIVE } from '../../engine/score.ts';
import { playRandomly } from '../../engine/testing.ts';
import type { LinearWeights } from '../../engine/models/linear/linear-weights.ts';
import { evaluatorOf, hashedText, readWeights } from '../../engine/weights.ts';
import { contentsHash, DatasetWriter, describeDataset } from '../dataset/dataset-writer.ts';
import { readManifest } from '../dataset/manifest.ts';
import { gameRowsText, positionRowsText } from '../dataset/rows.ts';
import { chosenBackend, loadBackend } from '../fit/backend/backend.ts';
import { packageFolder } from '../store/identity.ts';
import { linearFitResultSchema } from '../fit/linear/linear-result.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { TestProcess } from '../testing/test-process.ts';
import { evalsmith as runCommand } from '../testing/run-command.ts';

const evalsmith = (...args: string[]) => runCommand(args);

const root = mkdtempSync(join(tmpdir(), 'evalsmith-fit-'));
const at = (...names: string[]) => join(root, ...names);
const json = (...names: string[]) => JSON.parse(readFileSync(at(...names), 'utf8'));

const GAMES = { betsy: 150, raichu: 60, conga: 60 };

beforeAll(async () => {
  const settings = '--nodes 60 --random-rate 0.05 --cap 80 --workers 1';
  for (const [game, count] of Object.entries(GAMES))
    await evalsmith(...`selfplay ${game} --games ${count} ${settings} --out ${at(game)}`.split(' '));
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a fit without held-out games says so wherever it tells what it found', async () => {
  const { code, out, notes } = await evalsmith(
    'fit',
    'linear',
    at('betsy'),
    '--held-out',
    '0',
    '--out',
    at('all'),
  );
  expect(code).toBe(0);
  expect(out.join('\n')).toMatch(/^on the games learned from +loss/m);
  expect(out[0]).toContain(' 0 of 0 held out');
  expect(notes.filter((note) => /iteration \d+: .*held out/.test(note))).toEqual([]);
  const { losses, rows, steps, calibration, phases } = json('all', 'result.json');
  expect(rows).toMatchObject({ heldOut: 0, heldOutGames: 0 });
  for (const { heldOut, train } of losses) expect([heldOut, typeof train.loss]).toEqual([null, 'number']);
  for (const { heldOutLoss } of steps) expect(heldOutLoss).toBeNull();
  expect([calibration, phases]).toEqual([[], []]);
  expect(readFileSync(at('all', 'metrics.csv'), 'utf8')).toMatch(/^0,0\.\d+,,0\.\d+,,/m);
  expect((await evalsmith('report', at('all'))).code).toBe(0);
  expect(readFileSync(at('all', 'index.html'), 'utf8')).toContain('No game was held out');
  const network = await evalsmith('fit', 'network', at('betsy'), '--held-out', '0', '--out', at('none'));
  expect([network.code, network.notes.join()]).toEqual([
    2,
    expect.stringContaining('expected a number from 0.01 to 0.9'),
  ]);
});

test('a sweep of fits without held-out games has a page that says so', async () => {
  const config = { datasets: [at('betsy')], settings: { heldOut: 0 }, grid: { ridge: [1, 10] } };
  writeFileSync(at('sweep.json'), JSON.stringify(config));
  expect((await evalsmith('sweep', at('sweep.json'), '--out', at('sweep'))).code).toBe(0);
  expect((await evalsmith('report', at('sweep'))).code).toBe(0);
  expect(readFileSync(at('sweep', 'index.html'), 'utf8')).toContain(
    'none of which was measured on held-out games',
  );
});

describe.each(games.map((game) => ({ name: game.name, game })))('fit linear on $name', ({ name, game }) => {
  const out = `fit-${name}`;
  let weights: LinearWeights;

  test('writes a whole run folder and tells what it found', async () => {
    const { code, out: lines } = await evalsmith(
      'fit',
      'linear',
      at(name),
      '--lambda',
      '0.8',
      '--out',
      at(out),
    );
    expect(code).toBe(0);
    expect(readdirSync(at(out)).toSorted()).toEqual([
      'metrics.csv',
      'result.json',
      'run.json',
      'weights.json',
    ]);
    for (const feature of game.features.names) expect(lines.join('\n')).toContain(feature);
    const run = readRun(at(out));
    expect(run.inputs).toEqual([{ path: at(name), sha256: contentsHash(readManifest(at(name))) }]);
    expect(run.command).toBe(
      `evalsmith fit linear ${at(name)} --out ${at(out)} --lambda 0.8 --backend ${chosenBackend('auto')}`,
    );
    const metrics = readFileSync(at(out, 'metrics.csv'), 'utf8').trimEnd().split('\n');
    expect(metrics[0]).toBe('iteration,train_loss,held_out_loss,train_accuracy,held_out_accuracy,seconds');
    const losses = metrics.slice(1).map((line) => Number(line.split(',')[1]));
    expect(losses.at(-1)).toBeLessThan(losses[0]);
  });

  test('measures it against nothing and against hand, row by row and phase by phase', async () => {
    const result = linearFitResultSchema.parse(readResult(at(out), 'fit'));
    const losses = Object.fromEntries(result.losses.map((entry) => [entry.name, entry]));
    expect(losses['fit'].train.loss).toBeLessThan(losses['zero'].train.loss);
    expect(losses['fit'].train.loss).toBeLessThan(losses['hand'].train.loss);
    expect(Math.abs(losses['exported'].train.loss - losses['fit'].train.loss)).toBeLessThan(1e-3);
    expect(result.features.map((feature) => feature.name)).toEqual(game.features.names);
    const { read, leftOut, train, heldOut } = result.rows;
    expect(Object.values(leftOut).reduce((sum, count) => sum + count, train + heldOut)).toBe(read);
    expect(leftOut['noisy'] > 0).toBe(name === 'raichu');
    for (const table of [result.phases, result.calibration])
      expect((table as { rows: number }[]).reduce((sum, { rows }) => sum + rows, 0)).toBe(heldOut);
    expect(result.scoreScale).toBeGreaterThan(1);
    expect(result.backend).toBe((await loadBackend()).name);
  });

  test('exports weights that the player takes, with what they came from and no trace of this machine', async () => {
    const text = readFileSync(at(out, 'weights.json'), 'utf8');
    weights = readWeights(text, game, game.usualSize, sha256) as LinearWeights;
    for (const size of game.sizes.slice(0, 3)) expect(readWeights(text, game, size, sha256)).toEqual(weights);
    expect(weights.provenance).toMatchObject({
      origin: 'fit linear',
      seed: 1,
      settings: { lambda: 0.8, ridge: 1 },
      datasets: [describeDataset(readManifest(at(name)))],
    });
    expect(text).not.toContain(root);
    expect(text).not.toMatch(/time|seconds|workers|host/i);
    const schema = JSON.parse(readFileSync(join(packageFolder(), 'engine/weights/schema.json'), 'utf8'));
    expect(z.fromJSONSchema(schema).safeParse(weights).error?.issues ?? []).toEqual([]);
    expect((await evalsmith('weights', 'check', at(out, 'weights.json'))).code).toBe(0);
  });

  test('the engine’s scores are those of the rounded weights exactly, and near the model, on 10,000 positions', () => {
    const result = linearFitResultSchema.parse(readResult(at(out), 'fit'));
    const evaluator = evaluatorOf(weights, game);
    const values = new Float64Array(game.features.names.length);
    const differences = positionsOf(game, 10_000).map((position) => {
      game.features.extract(position, values);
      const sum = game.features.names.reduce((total, key, i) => total + values[i] * weights.weights[key], 0);
      const score = evaluator.evaluate(position);
      expect(score).toBe(Math.max(-DECISIVE, Math.min(DECISIVE, sum)) + 0);
      const logit = result.features.reduce((total, { weight }, i) => total + values[i] * weight, 0);
      return Math.abs(score / weights.scale - logit);
    });
    expect(differences).toHaveLength(10_000);
    expect(differences.reduce((sum, difference) => sum + difference) / 10_000).toBeLessThan(0.02);
    expect(Math.max(...differences)).toBeLessThan(0.1);
  });

  test('gives the same bytes when it is run again, and leaves no tensor behind', async () => {
    const { tf } = await loadBackend();
    const before = tf.memory().numTensors;
    const again = at(`${out}-again`);
    expect((await evalsmith('fit', 'linear', at(name), '--lambda', '0.8', '--out', again)).code).toBe(0);
    expect(readFileSync(join(again, 'weights.json'))).toEqual(readFileSync(at(out, 'weights.json')));
    expect(tf.memory().numTensors).toBe(before);
  });
});

/** Positions of random games that are not decided. */
function positionsOf(game: Game, count: number): Position[] {
  const positions: Position[] = [];
  for (let seed = 0; positions.length < count; seed++) {
    const position = playRandomly(game, game.usualSize, seed, 4 + (seed % 60));
    if (winnerOf(position) === -1) positions.push(position);
  }
  return positions;
}

test('a dataset of positions is fitted by its counts', async () => {
  const { size } = readManifest(at('betsy'));
  makeFolder(at('positions'), (folder) => {
    const writer = new DatasetWriter(folder, {
      kind: 'positions',
      game: 'betsy',
      size,
      settings: { by: 'test' },
    });
    for (let seed = 0; seed < 400; seed++) {
      const position = playRandomly(games[0], size, seed, 6 + (seed % 20));
      const row = { player: games[0].players[position.turn], board: games[0].formatBoard(position) };
      if (winnerOf(position) === -1)
        writer.add(
          positionRowsText([{ ...row, score: 10, result: (seed % 3) / 2, count: 1 + (seed % 4) }]),
          1,
        );
    }
    return writer.finish();
  });
  expect((await evalsmith('fit', 'linear', at('positions'), '--out', at('fit-positions'))).code).toBe(0);
  expect(json('fit-positions', 'result.json').phases).toEqual([]);
  const refused = `fit linear ${at('positions')} --first-ply 4 --out ${at('never')}`;
  const { code, notes } = await evalsmith(...refused.split(' '));
  expect([code, existsSync(at('never'))]).toEqual([2, false]);
  expect(notes[0]).toContain('have no plies');
});

describe.each(['linear', 'network'])(
  'what fit %s cannot fit is one line, and nothing is written',
  (model) => {
    beforeAll(() => {
      const make = (name: string, write: (writer: DatasetWriter) => void) =>
        existsSync(at(name)) ||
        makeFolder(at(name), (folder) => {
          const header = { kind: 'games', game: 'betsy', size: 5, settings: {} } as const;
          const writer = new DatasetWriter(folder, header);
          write(writer);
          return writer.finish();
        });
      const place = { ply: 0, player: 'x', board: '.'.repeat(40), move: '1', source: 'search' };
      const row = (game: number, result: number) =>
        gameRowsText([{ game, ...place, score: 1, nodes: 1, result, end: 'line' }]);
      make('empty', () => {});
      make('single', (writer) => writer.add(row(0, 1), 1));
      make('broken', (writer) => {
        for (let game = 0; game < 30; game++) writer.add(row(game, NaN), 1);
      });
    });

    test.each<[string, string[], string, number?]>([
      ['an empty dataset', ['empty'], 'is an empty dataset'],
      ['datasets of different games', ['betsy', 'conga'], 'expected one of betsy 5', 2],
      ['results that are no numbers', ['broken'], 'a result that is not from 0 to 1', 2],
      ['all rows left out', ['betsy', '--first-ply', '10000'], 'positions were left out'],
      ['nothing left to learn from', ['betsy', '--fraction', '0.00001'], 'no game is left to learn from'],
      ['a single game, which cannot be both learned from and held out', ['single'], 'no game is'],
    ])('%s', async (_, args, reason, exitCode = 1) => {
      const words = args.map((word, i) =>
        i < 2 && !word.startsWith('--') && existsSync(at(word)) ? at(word) : word,
      );
      const { code, out, notes } = await evalsmith('fit', model, ...words, '--out', at('never'));
      expect([code, out]).toEqual([exitCode, []]);
      expect(notes.at(-1)).toContain(reason);
      expect(notes.filter((note) => note.startsWith('evalsmith:'))).toHaveLength(1);
      expect(readdirSync(root).filter((file) => file.startsWith('never'))).toEqual([]);
    });
  },
);

describe('wrong options are one line, exit code 2, and nothing is written', () => {
  test.each<[string[], string]>([
    [['--lambda', '2'], '--lambda is "2"; expected a number from 0 to 1'],
    [['--ridge', '-1'], '--ridge is "-1"'],
    [['--keep-all'], "unknown option '--keep-all'"],
    [['--without', 'luck'], '--without names "luck"; the features are tempo'],
    [['--held-out', '0.95'], '--held-out is "0.95"'],
    [['--seed', 'x'], '--seed is "x"'],
    [['--frobnicate'], "unknown option '--frobnicate'"],
  ])('%j', async (args, reason) => {
    const { code, out, notes } = await evalsmith('fit', 'linear', at('betsy'), ...args, '--out', at('never'));
    expect([code, out, notes.length]).toEqual([2, [], 1]);
    expect(notes[0]).toContain(reason);
    expect(existsSync(at('never'))).toBe(false);
  });

  test.each(['linear', 'network'])('datasets of different games for fit %s', async (model) => {
    const { code, out, notes } = await evalsmith(
      'fit',
      model,
      at('betsy'),
      at('conga'),
      '--out',
      at('never'),
    );
    expect([code, out]).toEqual([2, []]);
    expect(notes.at(-1)).toMatch(/conga is a dataset of conga 4; expected one of betsy 5 like .*betsy$/);
    expect(existsSync(at('never'))).toBe(false);
  });

  test('a folder that is there already is refused before anything is read', async () => {
    const { code, notes } = await evalsmith('fit', 'linear', at('nowhere'), '--out', at('betsy'));
    expect([code, notes]).toEqual([
      2,
      [`evalsmith: --out ${at('betsy')} exists already; expected a new folder`],
    ]);
  });
});

describe('weights', () => {
  const file = () => at('fit-betsy', 'weights.json');

  test('show tells what a file is, as text and as JSON', async () => {
    const { out } = await evalsmith('weights', 'show', file());
    expect(out[0]).toBe('linear weights for betsy, size any, over the features betsy-2');
    expect(out.join('\n')).toContain('"origin": "fit linear"');
    const [line] = (await evalsmith('weights', 'show', file(), '--json')).out;
    expect(JSON.parse(line)).toEqual(json('fit-betsy', 'weights.json'));
  });

  test('diff compares two of one game, and refuses those of two', async () => {
    const { code, out } = await evalsmith('weights', 'diff', file(), 'baseline:hand');
    expect([code, out.length]).toEqual([0, 2 + games[0].features.names.length]);
    expect((await evalsmith('weights', 'diff', file(), file())).out).toEqual([
      'the files hold the same weights',
    ]);
    const other = await evalsmith('weights', 'diff', file(), at('fit-conga', 'weights.json'));
    expect([other.code, other.notes[0]]).toEqual([2, expect.stringContaining('it is for the game "conga"')]);
  });

  test.each<[string, (weights: LinearWeights) => unknown, string]>([
    ['a digit changed', (weights) => (weights.weights['tempo'] += 1), 'its sha256 does not match'],
    ['an unknown game', (weights) => (weights.game = 'chess'), 'it is for the game "chess"'],
    ['a missing feature', (weights) => delete weights.weights['tempo'], 'but this program gives'],
    ['a NaN', (weights) => (weights.weights['tempo'] = NaN), '"tempo" is not a whole number'],
  ])('check refuses %s with the reason and exit code 1', async (name, change, reason) => {
    const weights = json('fit-betsy', 'weights.json') as LinearWeights;
    change(weights);
    if (name !== 'a digit changed') weights.sha256 = sha256(hashedText(weights));
    writeFileSync(at('changed.json'), JSON.stringify(weights));
    const { code, out } = await evalsmith('weights', 'check', file(), at('changed.json'));
    expect(code).toBe(1);
    expect(out[0]).toBe(`${file()}: good`);
    expect(out[1]).toContain(reason);
    expect((await evalsmith('weights', 'show', at('changed.json'))).code).toBe(2);
  });

  test('check of a file that is not there is wrong input', async () => {
    const { code, notes } = await evalsmith('weights', 'check', at('none.json'));
    expect([code, notes.length]).toEqual([2, 1]);
    expect(notes[0]).toContain('cannot be read (ENOENT)');
  });
});

describe('sweep', () => {
  const sweep = (config: unknown, out: string) => {
    writeFileSync(at('sweep.json'), JSON.stringify(config));
    return evalsmith('sweep', at('sweep.json'), '--out', at(out));
  };
  const config = {
    datasets: ['betsy'],
    settings: { ridge: 10 },
    grid: { lambda: [0.5, 1], fraction: [0.5, 1] },
    fits: [{ without: ['tempo', 'parity of empty squares'] }],
  };

  test('runs a grid and a list, tells all in one table, and goes on where it was stopped', async () => {
    const { code, out, notes } = await sweep(config, 'sweep');
    expect([code, out.length]).toEqual([0, 6]);
    expect(notes).toHaveLength(6);
    expect(notes[1]).toBe(`computing with ${(await loadBackend()).name}`);
    expect(readRun(at('sweep')).command).toMatch(`--backend ${chosenBackend('auto')}`);
    const { fits } = readResult(at('sweep'), 'sweep');
    expect(fits.map(({ settings }) => [settings['lambda'], settings['fraction'], settings['ridge']])).toEqual(
      [
        [0.5, 0.5, 10],
        [0.5, 1, 10],
        [1, 0.5, 10],
        [1, 1, 10],
        [1, 1, 10],
      ],
    );
    expect(fits[0].trainRows!).toBeLessThan(fits[1].trainRows!);
    expect(readRun(at('sweep')).status).toBe('done');
    const table = readFileSync(at('sweep', 'table.csv'), 'utf8');
    expect(table.split('\n')[0]).toMatch(/^lambda,without,fraction,rows,train loss/);

    rmSync(at('sweep', fits[2].folder), { recursive: true });
    const kept = readFileSync(at('sweep', fits[1].folder, 'metrics.csv'));
    const again = await sweep(config, 'sweep');
    expect(again.notes.filter((note) => note.includes('is there already'))).toHaveLength(4);
    expect(again.out).toEqual(out);
    expect(readFileSync(at('sweep', fits[1].folder, 'metrics.csv'))).toEqual(kept);
    expect(readFileSync(at('sweep', 'table.csv'), 'utf8')).toBe(table);
  });

  test('of fits that hear nothing is ended by Ctrl-C at once, and resumes', async () => {
    const grid = { ...config, grid: { ...config.grid, ridge: [1, 2, 3, 4, 5, 6, 7, 8] } };
    const { out } = await sweep(grid, 'calm');
    const stopped = new TestProcess(['sweep', at('sweep.json'), '--out', at('stopped')]);
    // As soon as it is heard of, with thirty fits to come.
    stopped.child.stderr!.on('data', () => {
      if (stopped.notes.includes('fit 3 of 33')) stopped.child.kill('SIGINT');
    });
    expect([await stopped.ended, stopped.child.signalCode]).toEqual([null, 'SIGINT']);
    const again = await sweep(grid, 'stopped');
    expect([again.code, again.out]).toEqual([0, out]);
    expect(again.notes.filter((note) => note.includes('is there already')).length).toBeGreaterThan(1);
  });

  test('plays the matches of its fits, tells Elo beside the loss, and plays none again', async () => {
    const match = {
      against: 'baseline:hand',
      games: 4,
      nodes: 30,
      sizes: [4, 5],
      positions: 10,
      deepNodes: 200,
    };
    const played = { datasets: ['betsy'], grid: { ridge: [1, 10] }, match };
    const { code, out, notes } = await sweep(played, 'played');
    expect([code, notes.filter((note) => note.startsWith('match of fit')).length]).toEqual([0, 4]);
    const { fits } = readResult(at('played'), 'sweep');
    for (const { matches, agreement } of fits) {
      expect(matches!.map(({ size, won, drawn, lost }) => [size, won + drawn + lost])).toEqual([
        [4, 4],
        [5, 4],
      ]);
      expect(agreement).toBeGreaterThan(0);
      for (const { folder } of matches!) expect(readResult(at('played', folder), 'match').games).toBe(4);
    }
    const [header] = readFileSync(at('played', 'table.csv'), 'utf8').split('\n');
    expect(header).toContain('winner predicted,same move,Elo on 4,from,to,Elo on 5,from,to,fit');
    const again = await sweep(played, 'played');
    expect(again.out).toEqual(out);
    expect((await evalsmith('report', at('played'))).code).toBe(0);
    expect(readFileSync(at('played', 'index.html'), 'utf8')).toContain('In play on size 4');
    const { code: refused } = await sweep({ ...played, match: { games: 3 } }, 'odd');
    expect([refused, existsSync(at('odd'))]).toEqual([2, false]);
  });

  test('tells which fits failed, does the others, and exits with 1', async () => {
    const { code, out } = await sweep({ datasets: ['betsy'], grid: { firstPly: [9000, 0] } }, 'partly');
    expect(code).toBe(1);
    expect(out[1]).toContain('failed: all');
    expect(json('partly', 'result.json').fits.map(({ status }: { status: string }) => status)).toEqual([
      'failed',
      'done',
    ]);
  });

  test.each<[string, unknown, string]>([
    ['no fits', { datasets: ['betsy'] }, 'has no fits'],
    ['no datasets', { grid: { lambda: [1] } }, 'is wrong at datasets'],
    ['an unknown setting', { datasets: ['betsy'], grid: { luck: [1] } }, 'grid.luck: an unknown key'],
    ['a value out of range', { datasets: ['betsy'], grid: { lambda: [1, 2] } }, 'is wrong at grid.lambda.1'],
    ['an unknown feature', { datasets: ['betsy'], fits: [{ without: ['luck'] }] }, '--without names "luck"'],
    ['a dataset that is not there', { datasets: ['none'], grid: { lambda: [1] } }, 'is no dataset'],
  ])('refuses a config with %s', async (_, wrong, reason) => {
    const { code, notes } = await sweep(wrong, 'refused');
    expect([code, notes.length, existsSync(at('refused'))]).toEqual([2, 1, false]);
    expect(notes[0]).toContain(reason);
  });
});

test.each([
  'fit',
  'fit linear',
  'fit network',
  'sweep',
  'weights',
  'weights show',
  'weights check',
  'weights diff',
])('help explains %s with an example', async (command) => {
  const { code, out } = await evalsmith(...command.split(' '), '--help');
  expect(code).toBe(0);
  expect(out.join('\n')).toMatch(/Usage: evalsmith[^]*Example:\n {2}evalsmith /);
});
