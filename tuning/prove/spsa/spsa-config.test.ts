import { expect, test } from 'vitest';
import { jsonSchemaText } from '../../settings/json-schema.ts';
import { readSpsaConfig, spsaConfigSchema } from './spsa-config.ts';

test('the sample is read', () => {
  const { game, size, settings } = readSpsaConfig('tuning/prove/spsa/spsa.json');
  expect([game.name, size, settings.weights, settings.alpha]).toEqual(['betsy', 3, 'baseline:hand', 0.602]);
  expect(Object.keys(settings.tuneParameters)).toContain('futilityBase');
});

// `npx vitest run tuning/prove/spsa/spsa-config.test.ts -u` writes it.
test('a JSON Schema lies beside the sample, of every key with its help', async () => {
  const text = jsonSchemaText(spsaConfigSchema, 'The config of evalsmith spsa');
  await expect(text).toMatchFileSnapshot('spsa.schema.json');
});
