// Of the native pass alone: what one backend made is made again with that one, whatever the environment says.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { BACKEND_VARIABLE } from '../fit/backend/backend.ts';
import { evalsmith } from '../testing/run-command.ts';

const root = mkdtempSync(join(tmpdir(), 'evalsmith-remake-native-'));
const at = (...path: string[]) => join(root, ...path);
const must = async (text: string) => {
  const outcome = await evalsmith(text.split(' '));
  expect(outcome).toMatchObject({ code: 0 });
  return outcome;
};

beforeAll(async () => {
  await must(
    `selfplay conga --size 3 --games 20 --nodes 50 --workers 1 --weights baseline:hand --out ${at('games')}`,
  );
}, 60_000);
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each([
  ['native', 'wasm'],
  ['wasm', 'native'],
])('a network of %s, where auto is %s', async (backend, other) => {
  vi.stubEnv(BACKEND_VARIABLE, other);
  const settings = `--hidden 8 --epochs 4 --batch 64 --backend ${backend}`;
  await must(`fit network ${at('games')} ${settings} --out ${at(backend)}`);
  const { out, notes } = await must(`remake ${at(backend)} --workers 1 --out ${at(`${backend}-again`)}`);
  expect(out[0]).toMatch(/^the same, byte for byte/);
  expect(notes.join('\n')).not.toContain('may differ');
  const [made, again] = [at(backend, 'weights.json'), at(`${backend}-again`, 'conga-3.json')];
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(made, 'utf8'));
});
