import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { loadWeights } from '../engine/cli/weights-files.ts';
import { games } from '../engine/games/index.ts';
import { DECISIVE } from '../engine/score.ts';
import { packageFolder } from './provenance.ts';

const folder = join(packageFolder(), 'engine', 'weights');
const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const schema = z.fromJSONSchema(json('schema.json'));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && file !== 'schema.json')
  .toSorted();

test.each(files)('%s satisfies the JSON Schema of weights files', (file) => {
  expect(schema.safeParse(json(file)).error?.issues ?? []).toEqual([]);
});

test('there are weights files to check, and the schema names every game and the bound of scores', () => {
  expect(files.length).toBeGreaterThanOrEqual(games.length);
  const { properties } = json('schema.json');
  expect(properties.game.enum).toEqual(games.map(({ name }) => name));
  expect(properties.vectors.items.properties.score.maximum).toBe(DECISIVE);
});

test('the keys of the schema stand in the order of the file', () => {
  const weights = loadWeights(games[0], games[0].usualSize, 'baseline:hand');
  const keys = Object.keys(json('schema.json').properties).filter((key) => key !== 'evidence');
  expect(Object.keys(weights)).toEqual(keys);
});

test.each<[string, (weights: Record<string, any>) => void]>([
  ['another format', (weights) => (weights['format'] = 'evalsmith-weights-2')],
  ['another game', (weights) => (weights['game'] = 'chess')],
  ['half a weight', (weights) => (weights['weights']['tempo'] = 0.5)],
  ['a weight as text', (weights) => (weights['weights']['tempo'] = '1')],
  ['no vectors', (weights) => (weights['vectors'] = [])],
  ['a vector without a score', (weights) => delete weights['vectors'][0]['score']],
  ['a scale of 0', (weights) => (weights['scale'] = 0)],
  ['a short hash', (weights) => (weights['sha256'] = 'abc')],
  ['an unknown key', (weights) => (weights['remark'] = 'good')],
  ['no origin', (weights) => (weights['provenance'] = {})],
])('the JSON Schema refuses %s', (_, change) => {
  const weights = json(join('baselines', 'betsy', 'hand.json'));
  change(weights);
  expect(schema.safeParse(weights).success).toBe(false);
});
