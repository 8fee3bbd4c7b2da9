// Programs as users of the package write them: compiled against the built package, by its name and outside the repository, and run.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';

const folder = packageFolder();
const room = mkdtempSync(join(tmpdir(), 'evalsmith-programs-'));

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: room, encoding: 'utf8' });

beforeAll(() => {
  cpSync(join(import.meta.dirname, 'programs'), join(room, 'programs'), { recursive: true });
  mkdirSync(join(room, 'node_modules', '@types'), { recursive: true });
  symlinkSync(folder, join(room, 'node_modules', 'evalsmith'));
  symlinkSync(join(folder, 'node_modules', '@types', 'node'), join(room, 'node_modules', '@types', 'node'));
  writeFileSync(join(room, 'package.json'), JSON.stringify({ type: 'module' }));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2023',
    types: ['node'],
    strict: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'made',
    rootDir: 'programs',
  };
  writeFileSync(join(room, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['programs'] }));
});
afterAll(() => rmSync(room, { recursive: true, force: true }));

test('own programs compile against the built package, its declarations checked too', () => {
  const { stdout, status } = run(join(folder, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', room);
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test.each<[string, string[], string[]]>([
  [
    'a search loop and an evaluator find what our search finds',
    ['own-search.js'],
    [
      'perft 9 72 504 3024 15120',
      '......... 1.1 drawn true',
      'xx.oo.... 1.3 won true',
      'x...o...x 1.2 drawn true',
    ],
  ],
  [
    'weights over a feature set judge positions of the own game',
    ['own-weights.js'],
    [
      '......... 0 0.50 0 0',
      '....x.... 110 0.75 1 4',
      'o...x.... 50 0.62 1 1',
      'InputError: the weights file is refused: it has a weight for "corner", which is no feature of tictactoe',
    ],
  ],
  ['a referee and a sequential test decide a match of two seats', ['own-match.js'], ['true H1 true']],
  [
    'linear weights are fitted to a sample dataset, written, read and played',
    ['own-fit.js', join(folder, 'datasets', 'conga-sample'), 'weights.json'],
    ['0 true', 'true', 'tempo true, moves true', 'true true', 'true', 'true', 'true'],
  ],
])('%s', (_, [program, ...args], lines) => {
  const { stdout, stderr, status } = run(join(room, 'made', program), ...args);
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual(expect.arrayContaining(lines));
  expect(status).toBe(0);
});
