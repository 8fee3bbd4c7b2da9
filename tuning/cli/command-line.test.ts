import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { weightsFolder } from '../../engine/node/weights-folder.ts';
import { packageFolder } from '../store/identity.ts';
import { needs } from '../testing/installed-program.ts';
import { evalsmith } from '../testing/run-command.ts';
import { filesBelow } from '../testing/test-process.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-line-'));
afterAll(() => rmSync(room, { recursive: true, force: true }));

describe('help', () => {
  test('is an overview of all commands where there is no command, with exit code 0', async () => {
    const { code, out, notes } = await evalsmith([]);
    expect([code, notes]).toEqual([0, []]);
    expect(out).toEqual((await evalsmith(['--help'])).out);
    expect(out.join('\n')).toContain('Play:\n  play ');
    expect(out.join('\n')).not.toContain('Commands:');
    expect(out.join('\n')).not.toContain('More:');
  });

  test('shows every default in one way and marks what is required', async () => {
    const selfplay = (await evalsmith(['selfplay', '--help'])).out.join('\n').replaceAll(/\s+/g, ' ');
    expect(selfplay).toContain('--nodes <K> nodes searched a move (default: 5000)');
    expect(selfplay).toContain('is resumed (required)');
    const play = (await evalsmith(['play', '--help'])).out.join('\n').replaceAll(/\s+/g, ' ');
    expect(play).toContain('1 to 10 (default: 6)');
    expect(play).toContain('(default: the usual size of the game)');
    expect(play).toContain('baseline:NAME or a file (default: default)');
    const words = await everyHelp();
    expect(words).not.toMatch(/unless told otherwise|by default\)|\(default: "/);
  });

  test.each([['--version'], ['-V'], ['selfplay', '--version'], ['dataset', 'verify', '--version']])(
    'is the version for %j %j %j',
    async (...args) => {
      expect(await evalsmith(args)).toEqual({ code: 0, out: ['0.0.0'], notes: [] });
    },
  );

  test('of a player program tells its version', () => {
    const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'));
    const player = join(packageFolder(), 'dist', 'player', 'conga.cjs');
    const { stdout, status } = spawnSync(process.execPath, [player, '--version'], { encoding: 'utf8' });
    expect([stdout, status]).toEqual([`${version}\n`, 0]);
  });
});

async function everyHelp(): Promise<string> {
  const { commandsOf } = await import('./program.ts');
  const names = (await commandsOf()).map(({ form }) => form.name);
  const engine = ['move', 'analyze', 'play', 'moves', 'show', 'check', 'perft', 'bench'];
  const all = [...engine, ...names].map(
    async (name) => (await evalsmith([...name.split(' '), '--help'])).out,
  );
  return (await Promise.all(all)).flat().join('\n');
}

describe('weights', () => {
  const figure = ['betsy', '3', 'o', '...x..o.ox.oxxxoxo'];
  const scoreWith = async (name: string) =>
    JSON.parse((await evalsmith(['move', ...figure, '--depth', '1', '--weights', name, '--json'])).out[0]);

  test('are called default, linear, hand, a baseline or a file wherever a command takes them', async () => {
    const hand = join(weightsFolder(), 'baselines', 'betsy', 'hand.json');
    expect(await scoreWith('hand')).toEqual(await scoreWith('baseline:hand'));
    expect(await scoreWith('hand')).toEqual(await scoreWith(hand));
    expect(await scoreWith('linear')).toEqual(await scoreWith(join(weightsFolder(), 'betsy.json')));
    const match = [
      'match',
      'linear',
      'hand',
      '--game',
      'betsy',
      '--size',
      '3',
      '--games',
      '2',
      '--nodes',
      '20',
    ];
    expect((await evalsmith([...match, '--out', join(room, 'names')])).code).toBe(0);
  });

  test('of a name are shown for every game that has them, or for the one that is named', async () => {
    const { out } = await evalsmith(['weights', 'show', 'baseline:hand']);
    expect(out.filter((line) => line.startsWith('linear weights for'))).toHaveLength(3);
    const one = await evalsmith(['weights', 'show', 'baseline:lines']);
    expect(one.out[0]).toMatch(/^linear weights for betsy/);
    expect((await evalsmith(['weights', 'show', 'default', '--game', 'conga'])).out[0]).toMatch(
      /^network .* conga/,
    );
    expect(await evalsmith(['weights', 'show', 'baseline:nobody'])).toMatchObject({ code: 2, out: [] });
    expect((await evalsmith(['weights', 'diff', 'linear', 'hand'])).notes).toEqual([
      'evalsmith: "linear" is of every game; expected --game with one of them',
    ]);
  });

  test('are taken by the player program under the same names', () => {
    const player = join(packageFolder(), 'dist', 'player', 'betsy.cjs');
    const line = (name: string) =>
      spawnSync(process.execPath, [player, ...figure.slice(1), '5', '--weights', name], { encoding: 'utf8' });
    expect(line('hand')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('2 ...x..o.oxooxxxoxo'),
    });
  });
});

describe('completion', () => {
  const script = async (shell: string) => {
    const file = join(room, `completion.${shell}`);
    writeFileSync(file, (await evalsmith(['completion', shell])).out.join('\n'));
    return file;
  };
  const run = (shell: string, code: string) => {
    const { stdout, stderr } = spawnSync(shell, ['-c', code], { encoding: 'utf8', cwd: room });
    expect(stderr).toBe('');
    return stdout.trim().split(/\s+/);
  };
  const bash = needs('bash');
  const fish = needs('fish');
  const zsh = needs('zsh');

  test.skipIf(bash.isMissing)(`by bash knows commands, options and values${bash.note}`, async () => {
    const file = await script('bash');
    const complete = (...words: string[]) =>
      run(
        bash.path,
        `source ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _evalsmith; printf '%s\\n' "\${COMPREPLY[@]}"`,
      );
    expect(complete('evalsmith', 'sel')).toEqual(['selfplay']);
    expect(complete('evalsmith', 'dataset', 'ver')).toEqual(['verify']);
    expect(complete('evalsmith', 'match', '--se')).toEqual(['--seconds', '--seed']);
    expect(complete('evalsmith', 'match', '--model', 'lo')).toEqual(['logistic']);
    expect(complete('evalsmith', 'match', 'a', 'b', '--game', '')).toEqual(
      expect.arrayContaining(['betsy', 'conga']),
    );
    expect(complete('evalsmith', 'move', '--weights', 'h')).toEqual(['hand']);
  });

  test.skipIf(fish.isMissing)(`by fish knows commands, options and values${fish.note}`, async () => {
    const file = await script('fish');
    const complete = (line: string) => run(fish.path, `source ${file}; complete -C '${line}'`);
    expect(complete('evalsmith sel')).toContain('selfplay');
    expect(complete('evalsmith dataset ver')).toContain('verify');
    expect(complete('evalsmith match --see')).toContain('--seed');
    expect(complete('evalsmith match --model lo')).toContain('logistic');
  });

  test.skipIf(zsh.isMissing)(`by zsh is read without a word${zsh.note}`, async () => {
    const file = await script('zsh');
    expect(run(zsh.path, `compdef() { print -- $* }; source ${file}`)).toEqual(['_evalsmith', 'evalsmith']);
  });

  test('is refused for another shell in a line', async () => {
    expect((await evalsmith(['completion', 'tcsh'])).notes[0]).toContain(
      'Allowed choices are bash, zsh, fish.',
    );
  });
});

describe('an installed package', () => {
  // What npm would install, in a folder of its own.
  const installed = join(room, 'node_modules', 'evalsmith');
  mkdirSync(join(installed, 'engine'), { recursive: true });
  for (const part of ['package.json', 'dist', 'engine/weights'])
    cpSync(join(packageFolder(), part), join(installed, part), { recursive: true });
  symlinkSync(join(packageFolder(), 'node_modules'), join(installed, 'node_modules'));
  const run = (program: string, ...args: string[]) =>
    spawnSync(process.execPath, [join(installed, 'dist', program), ...args], { encoding: 'utf8', cwd: room });
  const main = join('tuning', 'cli', 'main.js');
  const weights = () => filesBelow(join(installed, 'engine', 'weights'));
  const start = '.'.repeat(18);

  test('is never written to: what a gate accepts goes to the working folder, is read first, and that is said', () => {
    const before = weights();
    const few = '--nodes 30 --games 20 --alpha 0.4 --beta 0.4 --clock-games 0 --other-games 0 --workers 2';
    const gate = ['gate', 'hand', '--game', 'betsy', '--size', '3', '--sprt=-1000,-500', ...few.split(' ')];
    const { stdout, stderr, status } = run(main, ...gate, '--out', 'gate');
    expect([status, stdout.trimEnd().split('\n').at(-1)], stderr).toEqual([0, 'accepted']);
    const own = join('evalsmith', 'weights', 'betsy.json');
    expect(stderr).toContain(`accepted weights will be written to ${own}, and be played in place of `);
    expect(existsSync(join(room, own))).toBe(true);
    expect(weights()).toEqual(before);
    const said = `${own} of this folder is played, and not the weights of the package\n`;
    const move = run(main, 'move', 'betsy', '3', 'x', start, '--nodes', '50', '--json');
    const hand = run(main, 'move', 'betsy', '3', 'x', start, '--nodes', '50', '--json', '--weights', 'hand');
    expect([move.stderr, hand.stderr]).toEqual([said, '']);
    expect(JSON.parse(move.stdout)).toEqual(JSON.parse(hand.stdout));
  });

  test('has player programs that look only at their own weights', () => {
    writeFileSync(join(room, 'evalsmith', 'weights', 'betsy.json'), 'broken');
    const player = run(join('player', 'betsy.cjs'), '3', 'o', '...x..o.ox.oxxxoxo', '5');
    expect([player.status, player.stderr]).toEqual([0, '']);
    expect(run(main, 'move', 'betsy', '3', 'x', start, '--depth', '1').status).toBe(2);
  });
});
