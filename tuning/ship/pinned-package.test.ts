import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageFolder } from '../store/identity.ts';

const room = mkdtempSync(join(tmpdir(), 'evalsmith-pinned-'));
const text = (name: string) => readFileSync(join(room, name), 'utf8');
const json = (name: string) => JSON.parse(text(name));
const run = (mode: string) => {
  const program = join(room, 'dist', 'tuning', 'ship', 'pinned-package.js');
  expect(spawnSync(process.execPath, [program, mode], { encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
};

beforeAll(() => {
  for (const name of ['package.json', 'package-lock.json', 'dist'])
    cpSync(join(packageFolder(), name), join(room, name), { recursive: true });
  mkdirSync(join(room, 'node_modules'));
});
afterAll(() => rmSync(room, { recursive: true, force: true }));

test('what is packed names the version of package-lock.json of all that an install has, and nothing stays behind', () => {
  const before = text('package.json');
  const locked = Object.entries<{ version: string; dev?: boolean }>(json('package-lock.json').packages);
  run('begin');
  // As where packing was killed.
  run('begin');
  const { dependencies, optionalDependencies, devDependencies, scripts } = json('package.json');
  expect(devDependencies).toBeUndefined();
  expect(scripts).toEqual(JSON.parse(before).scripts);
  const pinned: Record<string, string> = { ...dependencies, ...optionalDependencies };
  for (const [name, version] of Object.entries(pinned))
    expect([name, version]).toEqual([
      name,
      json('package-lock.json').packages[`node_modules/${name}`].version,
    ]);
  // Those that an override holds back, and some that only others depend on.
  expect(Object.keys(pinned)).toEqual(
    expect.arrayContaining(['msgpackr-extract', 'brace-expansion', 'd3-array']),
  );
  expect(dependencies).not.toHaveProperty('bullmq');
  expect(Object.keys(pinned).length).toBeGreaterThan(150);
  const shrinkwrap = json('npm-shrinkwrap.json');
  const { '': own, ...others } = shrinkwrap.packages;
  expect(others).toEqual(Object.fromEntries(locked.filter(([path, { dev }]) => path !== '' && dev !== true)));
  expect(own).toMatchObject({ dependencies, optionalDependencies });
  expect(own).not.toHaveProperty('devDependencies');
  run('end');
  expect(text('package.json')).toBe(before);
  expect(existsSync(join(room, 'npm-shrinkwrap.json'))).toBe(false);
});
