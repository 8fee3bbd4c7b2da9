// What the programs do where their output goes nowhere, slowly, or where there is no memory.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { systemFailure } from '../process/failure.ts';
import { packageFolder } from '../store/identity.ts';

const built = (...path: string[]) => join(packageFolder(), 'dist', ...path);
const player = built('player', 'betsy.cjs');
const evalsmith = built('tuning', 'cli', 'main.js');
const START = '.'.repeat(18);
const MOVES = [evalsmith, 'moves', 'betsy', '3', 'x', START];
// A win that is proved at once, however much time there is.
const ANSWER = [player, '3', 'o', '...x..o.ox.oxxxoxo', '60'];
const samples = join(packageFolder(), 'datasets', 'conga-sample');
const ROWS = [evalsmith, 'dataset', 'features', samples];
const FULL = '/dev/full';

describe.skipIf(!existsSync(FULL))('a program whose output has no room', () => {
  /** With /dev/full as stdout (1) or stderr (2). */
  function run(args: readonly string[], descriptor: 1 | 2) {
    const full = openSync(FULL, 'w');
    const stdio: ('pipe' | number)[] = ['pipe', 'pipe', 'pipe'];
    stdio[descriptor] = full;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { stdio, encoding: 'utf8' });
    closeSync(full);
    return { status, text: descriptor === 1 ? stderr : stdout };
  }

  it.each([
    ['betsy', ANSWER],
    ['betsy', [player, '--help']],
    ['evalsmith', MOVES],
    ['evalsmith', [evalsmith, '--help']],
    ['evalsmith', ROWS],
  ])('says so in a line and fails (%s %#)', (name, args) => {
    expect(run(args, 1)).toEqual({
      status: 1,
      text: `${name}: the output cannot be written (ENOSPC)\n`,
    });
  });

  it.each([[[player, '3']], [[evalsmith, 'nonsense']]])(
    'has the same exit code where it is stderr (%#)',
    (args) => {
      expect(run(args, 2)).toEqual({ status: 2, text: '' });
    },
  );
});

describe('a program whose reader goes away', () => {
  it.each([[ANSWER], [MOVES], [ROWS]])('ends without a word (%#)', async (args) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let notes = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number];
    expect([code, notes]).toEqual([0, '']);
  });
});

describe('a program whose reader is slow', () => {
  /** The bytes that come through a pipe that does not block and is full before anybody reads. */
  async function read(program: readonly string[]): Promise<{ bytes: number; notes: string }> {
    // Node makes the pipe of its own stdout one that does not block; its children have the same pipe.
    const parent = `process.stdout;
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify(program)}, { stdio: 'inherit' });
      child.on('spawn', () => process.stderr.write('begun '));`;
    const child = spawn(process.execPath, ['--eval', parent], { stdio: ['ignore', 'pipe', 'pipe'] });
    let notes = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
    await once(child.stderr, 'data');
    await wait(500);
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => (bytes += part.length));
    await once(child, 'close');
    return { bytes, notes };
  }

  it('loses nothing of the output of a player', async () => {
    const module = JSON.stringify(built('engine', 'node', 'output.js'));
    const program = `import(${module}).then(({ writeOut }) => writeOut('x'.repeat(3e6)))`;
    expect(await read(['--eval', program])).toEqual({ bytes: 3e6, notes: 'begun ' });
  });

  it('loses nothing of long output of evalsmith', async () => {
    const { stdout } = spawnSync(process.execPath, ROWS, { maxBuffer: 1e9 });
    expect(stdout.length).toBeGreaterThan(300_000);
    expect(await read(ROWS)).toEqual({ bytes: stdout.length, notes: 'begun ' });
  });
});

describe('a lack of memory', () => {
  it('is a line and exit code 1 of a player, after its first answer', () => {
    let runs = 0;
    // From too little for Node itself to enough for the first answer and not for the table.
    for (let kilobytes = 400_000; kilobytes < 4_000_000; kilobytes += 30_000) {
      const command = `ulimit -v ${kilobytes}; exec "$@"`;
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command, 'sh', process.execPath, ...ANSWER], {
        encoding: 'utf8',
      });
      if (status === 0) break;
      if (stdout === '') continue;
      runs++;
      if (status === 1) expect(stderr).toBe('betsy: Array buffer allocation failed\n');
    }
    expect(runs).toBeGreaterThan(0);
  }, 60_000);

  it('is told in a line by evalsmith', async () => {
    const failureOf = (work: () => unknown) => {
      try {
        return work();
      } catch (error) {
        return systemFailure(error);
      }
    };
    const text = 'the memory is used up; what was there before is intact';
    expect(failureOf(() => new ArrayBuffer(2 ** 50))).toBe(text);
    expect(failureOf(() => new SharedArrayBuffer(2 ** 50))).toBe(text);
    const greedy = 'const all = []; for (;;) all.push(new Array(1000).fill(0).map(() => ({})));';
    const worker = new Worker(greedy, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } });
    const [error] = (await once(worker, 'error').catch((thrown: unknown) => [thrown])) as [unknown];
    expect(systemFailure(error)).toBe(text);
    expect(systemFailure(new RangeError('Invalid array length'))).toBeUndefined();
  });
});
