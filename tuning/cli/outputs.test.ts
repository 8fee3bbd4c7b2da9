import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEngineCommands } from '../../engine/cli/commands.ts';
import { jsonSchemaText } from '../settings/json-schema.ts';
import { packageFolder } from '../store/identity.ts';
import { evalsmith } from '../testing/run-command.ts';
import { SMALL_PART } from '../testing/small-nights.ts';
import {
  commandIn,
  roomToWrite,
  WRITING_COMMANDS,
  type WritingCommand,
} from '../testing/writing-commands.ts';
import { OUTPUTS } from './outputs.ts';
import { commandsOf } from './program.ts';

type Output = keyof typeof OUTPUTS;
const NAMES = Object.keys(OUTPUTS) as Output[];
const fileOf = (name: Output) => `outputs/${name.replaceAll(' ', '-')}.schema.json`;

// These talk with a person, serve, or write what is no report.
const WITHOUT = ['dataset features', 'game new', 'play', 'puzzles', 'serve', 'worker'];

test('every command that reports has --json', async () => {
  const engine = new Command();
  addEngineCommands(engine, undefined as never, undefined as never, () => {});
  const ofEngine = engine.commands.map((command) => ({
    name: command.name(),
    hasJson: command.options.some(({ long }) => long === '--json'),
  }));
  const others = (await commandsOf()).map(({ form }) => ({
    name: form.name,
    hasJson: 'json' in form.options,
  }));
  const all = [...ofEngine, ...others];
  const named = (hasJson: boolean) =>
    all
      .filter((command) => command.hasJson === hasJson)
      .map(({ name }) => name)
      .toSorted();
  expect(named(true)).toEqual(NAMES.toSorted());
  expect(named(false)).toEqual(WITHOUT);
});

// `npx vitest run tuning/cli/outputs.test.ts -u` writes them.
describe('the published schema', () => {
  test.each(NAMES)('of %s is that of its output', async (name) => {
    const schema = jsonSchemaText(OUTPUTS[name], `A line of evalsmith ${name} --json`, 'output');
    await expect(schema).toMatchFileSnapshot(fileOf(name));
  });

  test('is there for no other command', () => {
    const files = readdirSync(join(packageFolder(), 'tuning', 'cli', 'outputs')).map(
      (file) => `outputs/${file}`,
    );
    expect(files.toSorted()).toEqual(NAMES.map(fileOf).toSorted());
  });
});

let room: string;
beforeAll(async () => {
  room = await roomToWrite();
}, 60_000);
afterAll(() => rmSync(room, { recursive: true, force: true }));

/** Whatever a command prints with --json is lines of objects of its form. */
async function needForm(name: Output, words: readonly string[], input = '', codes = [0]): Promise<void> {
  const { code, out, notes } = await evalsmith([...words, '--json'], input);
  expect([name, code, notes], notes.join('\n')).toEqual([name, expect.toBeOneOf(codes), notes]);
  expect(out.length).toBeGreaterThan(0);
  for (const line of out) {
    const read = OUTPUTS[name].safeParse(JSON.parse(line));
    expect(read.error?.issues, `${name}: ${line}`).toBeUndefined();
  }
}

const figure = 'betsy 3 o ...x..o.ox.oxxxoxo';

describe('what is printed with --json', () => {
  test.each<[Output, string]>([
    ['move', `move ${figure} --nodes 100`],
    ['analyze', `analyze ${figure} --depth 2 --weights hand`],
    ['moves', `moves ${figure}`],
    ['moves', 'moves betsy 2 o x.x.o.x.o.'],
    ['show', `show ${figure}`],
    ['check', `check ${figure}`],
    ['perft', 'perft betsy 3 2'],
    ['bench', 'bench'],
    ['sprt', 'sprt 1 2 3 4 5'],
    ['power', 'power --elo 10'],
    ['weights show', 'weights show hand'],
    ['weights check', 'weights check hand linear'],
    ['weights diff', 'weights diff linear hand --game conga'],
    ['weights diff', 'weights diff default hand --game conga'],
    ['game check', 'game check conga --size 3'],
    ['doctor', 'doctor'],
  ])('by %s has its form', async (name, command) => {
    await needForm(name, command.split(' '), '2 ...x..o.oxooxxxoxo\n');
  });

  const written = WRITING_COMMANDS.filter((name) => name in OUTPUTS) as (Output & WritingCommand)[];
  test.each(written)('by %s has its form', async (name) => {
    const out = join(room, 'out', name.replace(' ', '-'));
    // A gate may reject.
    await needForm(name, commandIn(room, name, out), '', name === 'gate' ? [0, 1] : [0]);
  });

  test('by the commands that read a folder has its form', async () => {
    const games = join(room, 'games');
    const oracle = join(room, 'oracle');
    await needForm('dataset verify', ['dataset', 'verify', games]);
    await needForm('dataset stats', ['dataset', 'stats', games]);
    await needForm('dataset replay', ['dataset', 'replay', games, '--game', '1', '--weights', 'default']);
    await needForm('oracle verify', ['oracle', 'verify', oracle, '--positions', '50']);
    await needForm('oracle query', ['oracle', 'query', 'betsy', '2', 'x', '..........', '--oracle', oracle]);
    await needForm('report', ['report', join(room, 'fit')]);
    await needForm('compare', ['compare', join(room, 'fit'), join(room, 'fit')]);
    await needForm('status', ['status', room]);
    await needForm('dataset query', ['dataset', 'query', games, 'SELECT * FROM rows LIMIT 3']);
    const sample = join(room, 'sample.csv');
    await needForm('oracle sample', [
      'oracle',
      'sample',
      '--oracle',
      oracle,
      '--positions',
      '9',
      '--out',
      sample,
    ]);
    const blunders = [
      'blunders',
      games,
      '--positions',
      '9',
      '--nodes',
      '100',
      '--out',
      join(room, 'blunders'),
    ];
    await needForm('blunders', blunders);
    await needForm('remake', ['remake', join(room, 'fit'), '--plan', '--out', join(room, 'never')]);
    expect(existsSync(join(room, 'never'))).toBe(false);
  });

  test('by a night has its form', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'evalsmith-night-'));
    const config = join(folder, 'nightly.json');
    writeFileSync(config, JSON.stringify({ out: 'nights', seed: 1, games: [SMALL_PART] }));
    await needForm('nightly', ['nightly', config, '--workers', '2']);
    rmSync(folder, { recursive: true });
  }, 120_000);
});
