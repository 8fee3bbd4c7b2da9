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

// `npx vitest run tuning/sweep/sweep-config.test.ts -u` writes it.
test('a JSON Schema lies beside the sample, of every key with its help', async () => {
  const text = jsonSchemaText(configSchema, 'The config of evalsmith sweep');
  await expect(text).toMatchFileSnapshot('sweep.schema.json');
});
