import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sha256 } from '../../engine/node/sha256.ts';
import { games } from '../../engine/games/index.ts';
import { areForAnySize, inputsIds } from '../../engine/input-sets.ts';
import type { NetworkWeights } from '../../engine/models/network/network-weights.ts';
import { readWeights } from '../../engine/weights.ts';
import { describeDataset } from '../dataset/dataset-writer.ts';
import { readManifest } from '../dataset/manifest.ts';
import { chosenBackend, loadBackend } from '../fit/backend/backend.ts';
import { packageFolder } from '../store/identity.ts';
import { networkFitResultSchema } from '../fit/network/network-result.ts';
import { readResult, readRun } from '../store/run-folder.ts';
import { temporaryName } from '../store/temporary-name.ts';
import { checkedLine } from '../store/checked-line.ts';
import { evalsmith as runCommand } from '../testing/run-command.ts';

const evalsmith = (command: string) => runCommand(command.split(' '));

const root = mkdtempSync(join(tmpdir(), 'evalsmith-fit-network-'));
const at = (...names: string[]) => join(root, ...names);
const json = (...names: string[]) => JSON.parse(readFileSync(at(...names), 'utf8'));

const SETTINGS = '--hidden 16 --epochs 8 --batch 256 --lambda 0.8';

beforeAll(async () => {
  for (const { name } of games)
    await evalsmith(
      `selfplay ${name} --games 60 --nodes 40 --random-rate 0.05 --cap 80 --workers 1 --out ${at(name)}`,
    );
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe.each(games.map((game) => ({ name: game.name, game })))('fit network on $name', ({ name, game }) => {
  const out = `fit-${name}`;

  test('writes a whole run folder and tells what it found', async () => {
    const {
      code,
      out: lines,
      notes,
    } = await evalsmith(`fit network ${at(name)} ${SETTINGS} --out ${at(out)}`);
    expect(code).toBe(0);
    expect(readdirSync(at(out)).toSorted()).toEqual([
      'metrics.csv',
      'result.json',
      'run.json',
      'weights.json',
    ]);
    expect(existsSync(at(`${out}.checkpoint`))).toBe(false);
    expect(lines.join('\n')).toContain('16 hidden units a side, clipped');
    expect(notes[0]).toBe(`computing with ${(await loadBackend()).name}`);
    expect(notes[1]).toMatch(/^epoch 1: loss .*, held out .*, \d+ positions a second, at most .* left$/);
    const run = readRun(at(out));
    expect(run.command).toBe(
      `evalsmith fit network ${at(name)} --out ${at(out)} --lambda 0.8 --hidden 16 --epochs 8 --batch 256 --backend ${chosenBackend('auto')}`,
    );
    const metrics = readFileSync(at(out, 'metrics.csv'), 'utf8').trimEnd().split('\n');
    expect(metrics[0]).toBe('epoch,train_loss,held_out_loss,train_accuracy,held_out_accuracy,seconds');
    const losses = metrics.slice(1).map((line) => Number(line.split(',')[1]));
    expect(losses.at(-1)).toBeLessThan(losses[0]);
  });

  test('measures it against nothing, hand and a linear fit, and how far the file is from the model', () => {
    const result = networkFitResultSchema.parse(readResult(at(out), 'fit'));
    const losses = Object.fromEntries(result.losses.map((entry) => [entry.name, entry]));
    expect(Object.keys(losses)).toEqual(['zero', 'hand', 'hand rescaled', 'linear', 'fit', 'exported']);
    expect(losses['fit'].train.loss).toBeLessThan(losses['zero'].train.loss);
    expect(Math.abs(losses['exported'].heldOut!.loss - losses['fit'].heldOut!.loss)).toBeLessThan(1e-2);
    expect(result.weights.difference.mean).toBeLessThan(0.02);
    expect(result.weights.difference.largest).toBeLessThan(0.1);
    for (const table of [result.phases, result.calibration])
      expect((table as { rows: number }[]).reduce((sum, { rows }) => sum + rows, 0)).toBe(
        result.rows.heldOut,
      );
    expect(result.bestEpoch).toBeLessThanOrEqual(result.epochs);
  });

  test('exports weights that the player takes on this size alone, with no trace of this machine', async () => {
    const text = readFileSync(at(out, 'weights.json'), 'utf8');
    const weights = readWeights(text, game, game.usualSize, sha256) as NetworkWeights;
    const other = game.sizes.find((size) => size !== game.usualSize)!;
    expect(() => readWeights(text, game, other, sha256)).toThrow(`expected ${other} or "any"`);
    expect(weights.provenance).toMatchObject({
      origin: 'fit network',
      seed: 1,
      settings: { hidden: 16, lambda: 0.8 },
      datasets: [describeDataset(readManifest(at(name)))],
    });
    expect(text).not.toContain(root);
    const schema = JSON.parse(readFileSync(join(packageFolder(), 'engine/weights/schema.json'), 'utf8'));
    expect(z.fromJSONSchema(schema).safeParse(weights).error?.issues ?? []).toEqual([]);
    expect((await evalsmith(`weights check ${at(out, 'weights.json')}`)).code).toBe(0);
    const analysed = await evalsmith(
      `move ${game.name} ${game.usualSize} ${vectorOf(weights)} --nodes 500 --weights ${at(out, 'weights.json')}`,
    );
    expect(analysed.code).toBe(0);
  });

  test('gives the same bytes when it is run again, and leaves no tensor behind', async () => {
    const { tf } = await loadBackend();
    const before = tf.memory().numTensors;
    expect((await evalsmith(`fit network ${at(name)} ${SETTINGS} --out ${at(`${out}-again`)}`)).code).toBe(0);
    expect(readFileSync(at(`${out}-again`, 'weights.json'))).toEqual(readFileSync(at(out, 'weights.json')));
    expect(tf.memory().numTensors).toBe(before);
  });
});

function vectorOf({ vectors: [{ player, board }] }: NetworkWeights): string {
  return `${player} ${board}`;
}

describe.each(games.map((game) => ({ name: game.name, game })))('on $name', ({ name, game }) => {
  test.each(inputsIds(game).slice(1))(
    'a network over %s, with an output for each phase, is played on the sizes that it is for',
    async (id) => {
      const out = at(`${name}-${id.replaceAll(' ', '-')}`);
      const args = ['fit', 'network', at(name), '--inputs', id, '--buckets', '8', '--hidden', '8'];
      const teaching = ['--epochs', '2', '--lambda', '0.3', '--lambda-end', '0.7', '--lambda-plies', '9'];
      const more = [...teaching, '--weigh-by', 'both', '--until', 'converged', '--out', out];
      const { code, notes } = await runCommand([...args, ...more]);
      expect(code, notes.join('\n')).toBe(0);
      const text = readFileSync(join(out, 'weights.json'), 'utf8');
      const isForAny = areForAnySize(game, id);
      const weights = readWeights(text, game, game.usualSize, sha256) as NetworkWeights;
      expect([weights.size, weights.inputs]).toEqual([isForAny ? 'any' : game.usualSize, id]);
      expect(weights.weights.outputBias).toHaveLength(8);
      const schema = JSON.parse(readFileSync(join(packageFolder(), 'engine/weights/schema.json'), 'utf8'));
      expect(z.fromJSONSchema(schema).safeParse(weights).error?.issues ?? []).toEqual([]);
      const other = game.sizes.find((size) => size !== game.usualSize)!;
      if (isForAny) expect(readWeights(text, game, other, sha256)).toEqual(weights);
      else expect(() => readWeights(text, game, other, sha256)).toThrow('it is for size');
    },
  );

  test('inputs that the game has not are refused in a line that names those that it has', async () => {
    const { code, notes } = await evalsmith(`fit network ${at(name)} --inputs none --out ${at('never')}`);
    expect([code, notes]).toEqual([
      2,
      [`evalsmith: --inputs is none; ${name} has ${inputsIds(game).join(', ')}`],
    ]);
    expect(existsSync(at('never'))).toBe(false);
  });
});

describe('a fit that is stopped', () => {
  const command = (out: string) =>
    `fit network ${at('betsy')} --hidden 8 --epochs 60 --patience 60 --batch 16 --out ${at(out)}`;

  /** Runs the built program until it tells of an epoch, then ends it by a signal, and returns how it ended. */
  function stoppedAt(epoch: number, signal: NodeJS.Signals): Promise<{ code: number | null; notes: string }> {
    const program = join(packageFolder(), 'dist', 'tuning', 'cli', 'main.js');
    const child = spawn(process.execPath, [program, ...command('stopped').split(' ')]);
    let notes = '';
    child.stderr.on('data', (bytes: Buffer) => {
      notes += bytes.toString();
      if (!child.killed && notes.includes(`epoch ${epoch}:`)) child.kill(signal);
    });
    return new Promise((resolve) => {
      child.on('close', (code) => resolve({ code, notes }));
    });
  }

  test('resumes from its checkpoint, by Ctrl-C or killed, and ends with the same bytes', async () => {
    const interrupted = await stoppedAt(2, 'SIGINT');
    expect(interrupted.code).toBe(130);
    expect(interrupted.notes).toContain('the same command resumes after the last whole epoch');
    expect([existsSync(at('stopped')), existsSync(at('stopped.checkpoint'))]).toEqual([false, true]);
    const killed = await stoppedAt(12, 'SIGKILL');
    expect(killed.code).toBe(null);
    expect(killed.notes).toMatch(/resuming after epoch \d/);
    expect([existsSync(at('stopped')), existsSync(at('stopped.checkpoint'))]).toEqual([false, true]);
    const { code, notes } = await evalsmith(command('stopped'));
    expect(code).toBe(0);
    expect(notes.some((note) => /^resuming after epoch \d\d/.test(note))).toBe(true);
    expect(existsSync(at('stopped.checkpoint'))).toBe(false);
    await evalsmith(command('whole'));
    expect(readFileSync(at('stopped', 'weights.json'))).toEqual(readFileSync(at('whole', 'weights.json')));
    const losses = (out: string) => readFileSync(at(out, 'metrics.csv'), 'utf8').replaceAll(/,[^,]*$/gm, '');
    expect(losses('stopped')).toBe(losses('whole'));
  });

  test('leaves no checkpoint beside a folder that was finished before it was killed', async () => {
    writeFileSync(at('whole.checkpoint'), 'stale');
    const { pid } = spawnSync(process.execPath, ['--version']);
    const cutShort = temporaryName(at('whole.checkpoint')).replace(`.${process.pid}.`, `.${pid}.`);
    writeFileSync(cutShort, 'st');
    const { code, notes } = await evalsmith(command('whole'));
    expect([code, notes.at(-1)]).toEqual([0, `${at('whole')} has this fit already`]);
    expect([at('whole.checkpoint'), cutShort].filter((file) => existsSync(file))).toEqual([]);
  });

  test('is not resumed by another fit', async () => {
    writeFileSync(at('other.checkpoint'), checkedLine('{"format":"evalsmith-checkpoint-3","fit":"?"}'));
    const { code, notes } = await evalsmith(command('other'));
    expect([code, notes.at(-1)]).toEqual([2, expect.stringContaining('is of a fit with other settings')]);
    expect(existsSync(at('other'))).toBe(false);
  });
});

test('optimizer and schedule are settings, recorded and named in the command where they are not the usual', async () => {
  const own = '--optimizer adamw --weight-decay 0.5 --schedule linear --warm-up 0.1';
  const shared = `fit network ${at('betsy')} --hidden 8 --epochs 2`;
  for (const options of ['', own]) {
    const out = at(options === '' ? 'usual' : 'adamw');
    expect((await evalsmith(`${shared} ${options} --out ${out}`.replaceAll('  ', ' '))).code).toBe(0);
  }
  const { command, settings } = readRun(at('adamw'));
  expect(command.endsWith(`${own} --backend ${chosenBackend('auto')}`)).toBe(true);
  expect(settings).toMatchObject({ optimizer: 'adamw', weightDecay: 0.5, schedule: 'linear', warmUp: 0.1 });
  const inputOf = (out: string) => (json(out, 'weights.json') as NetworkWeights).weights.input;
  expect(inputOf('adamw')).not.toBe(inputOf('usual'));
});

test('a fit ends early when the loss on held-out games no longer falls', async () => {
  const { code } = await evalsmith(
    `fit network ${at('betsy')} --hidden 8 --epochs 200 --patience 3 --batch 64 --rate 0.05 --out ${at('early')}`,
  );
  expect(code).toBe(0);
  const { epochs, bestEpoch } = networkFitResultSchema.parse(readResult(at('early'), 'fit'));
  expect(epochs).toBe(bestEpoch + 3);
  expect(epochs).toBeLessThan(200);
});

test('a sweep varies the size of the network and goes on where it was stopped', async () => {
  const config = {
    model: 'network',
    datasets: ['betsy'],
    settings: { epochs: 2, batch: 256 },
    grid: { hidden: [8, 24], activation: ['clipped', 'squared'] },
  };
  writeFileSync(at('sweep.json'), JSON.stringify(config));
  const { code, out } = await evalsmith(`sweep ${at('sweep.json')} --out ${at('sweep')}`);
  expect([code, out.length]).toEqual([0, 5]);
  const { fits } = readResult(at('sweep'), 'sweep');
  expect(fits.map(({ settings }) => settings['hidden'])).toEqual([8, 8, 24, 24]);
  const again = await evalsmith(`sweep ${at('sweep.json')} --out ${at('sweep')}`);
  expect(again.notes.filter((note) => note.includes('is there already'))).toHaveLength(4);
  expect(again.out).toEqual(out);
});

test.each<[string, string]>([
  ['--hidden 12', '--hidden is "12"; expected a whole number from 8 to 512, a multiple of 8'],
  ['--hidden 520', '--hidden is "520"; expected a whole number from 8 to 512'],
  ['--activation tanh', '--activation is "tanh"; expected clipped or squared'],
  ['--epochs 0', '--epochs is "0"'],
  ['--rate 2', '--rate is "2"'],
  ['--batch x', '--batch is "x"'],
  ['--optimizer sgd', '--optimizer is "sgd"; expected adam or adamw'],
  ['--schedule step', '--schedule is "step"; expected constant, linear or cosine'],
  ['--warm-up 2', '--warm-up is "2"'],
  ['--ridge 1', "unknown option '--ridge'"],
])('%s is refused in one line with exit code 2', async (options, reason) => {
  const { code, out, notes } = await evalsmith(`fit network ${at('betsy')} ${options} --out ${at('never')}`);
  expect([code, out, notes.length]).toEqual([2, [], 1]);
  expect(notes[0]).toContain(reason);
  expect(existsSync(at('never'))).toBe(false);
});
