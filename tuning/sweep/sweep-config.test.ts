import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonSchemaText } from '../settings/json-schema.ts';
import { packageFolder } from '../store/identity.ts';
import { configSchema, readSweepConfig } from './sweep-config.ts';

test('the sample is read, a fit for each combination of its grid', () => {
  const { kind, fits, varied } = readSweepConfig(
    join(packageFolder(), 'tuning', 'sweep', 'sweep.json'),
    'auto',
  );
  expect([kind.name, varied]).toEqual(['linear', ['lambda', 'ridge']]);
  expect(fits.map(({ lambda, heldOut }) => [lambda, heldOut])).toEqual([0.5, 0.5, 1, 1].map((l) => [l, 0.2]));
});

test('a grid of more fits than anyone can wait for is refused before it is laid out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evalsmith-grid-'));
  const values = Array.from({ length: 1000 }, (_, i) => i / 1000);
  const grid = { lambda: values, ridge: values, seed: [...values.keys()] };
  const file = join(folder, 'sweep.json');
  writeFileSync(file, JSON.stringify({ datasets: ['games'], grid }));
  expect(() => readSweepConfig(file, 'auto')).toThrow('a grid of 1000000000 fits; expected 10000 at most');
  rmSync(folder, { recursive: true });
});

// `npx vitest run tuning/sweep/sweep-config.test.ts -u` writes it.
test('a JSON Schema lies beside the sample, of every key with its help', async () => {
  const text = jsonSchemaText(configSchema, 'The config of evalsmith sweep');
  await expect(text).toMatchFileSnapshot('sweep.schema.json');
});
