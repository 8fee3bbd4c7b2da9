import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sha256 } from '../../engine/node/sha256.ts';
import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { games } from '../../engine/games/index.ts';
import { models } from '../../engine/models/index.ts';
import { sealedRandomNetwork } from '../../engine/models/network/random-network.ts';
import type { Weights } from '../../engine/weights.ts';
import { packageFolder } from '../store/identity.ts';
import { fitKinds } from './kinds.ts';
import { weightsSchemaText } from './weights-schema.ts';

const folder = join(packageFolder(), 'engine', 'weights');
const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
const schema = z.fromJSONSchema(json('schema.json'));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && file !== 'schema.json')
  .toSorted();

test.each(files)('%s satisfies the JSON Schema of weights files', (file) => {
  expect(schema.safeParse(json(file)).error?.issues ?? []).toEqual([]);
});

// `npx vitest run tuning/fit/weights-schema.test.ts -u` writes it.
test('the JSON Schema is that of the kinds of weights that there are', async () => {
  expect(files.length).toBeGreaterThanOrEqual(games.length);
  expect(fitKinds.filter(({ file }) => file !== undefined).map(({ name }) => name)).toEqual(
    models.map(({ kind }) => kind),
  );
  await expect(weightsSchemaText()).toMatchFileSnapshot('../../engine/weights/schema.json');
});

const networkOf = (game: Game, fractionBits?: number) =>
  sealedRandomNetwork(game, game.usualSize, 16, sha256, fractionBits);

test.each(games.map((game) => [game.name, game] as const))('a network for %s satisfies it', (_, game) => {
  expect(schema.safeParse(networkOf(game)).error?.issues ?? []).toEqual([]);
  expect(schema.safeParse(networkOf(game, 8)).error?.issues ?? []).toEqual([]);
});

test.each<[string, Weights]>([
  ['linear', loadWeights(games[0], games[0].usualSize, 'baseline:hand')],
  ['network', networkOf(games[0], 8)],
])('the keys of the schema stand in the order of a %s file', (kind, weights) => {
  const keys = Object.keys(json('schema.json').$defs[kind].properties).filter(
    (key) => !key.startsWith('evidence') && (key !== 'draws' || weights.draws !== undefined),
  );
  expect(Object.keys(weights)).toEqual(keys);
});

test.each<[string, (weights: Record<string, any>) => void]>([
  ['another format', (weights) => (weights['format'] = 'evalsmith-weights-2')],
  ['a game without a name', (weights) => (weights['game'] = '')],
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

test.each<[string, (weights: Record<string, any>) => void]>([
  ['12 hidden units', (weights) => (weights['hidden'] = 12)],
  ['11 fraction bits', (weights) => (weights['fractionBits'] = 11)],
  ['another activation', (weights) => (weights['activation'] = 'tanh')],
  ['a bias that is no int16', (weights) => (weights['weights']['hiddenBias'][0] = 40_000)],
  ['input weights that are no base64', (weights) => (weights['weights']['input'] = 'a b')],
  ['features', (weights) => (weights['features'] = 'betsy-1')],
])('the JSON Schema refuses a network with %s', (_, change) => {
  const weights = networkOf(games[0]);
  change(weights);
  expect(schema.safeParse(weights).success).toBe(false);
});
