import { z } from 'zod';
import { FACTOR_MOST, FACTOR_ONE } from '../../engine/models/draws.ts';
import { DECISIVE } from '../../engine/score.ts';
import { WEIGHTS_FORMAT } from '../../engine/weights.ts';
import { hash } from '../settings/setting.ts';
import { fitKinds } from './kinds.ts';

const game = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/)
  .meta({ id: 'game' });

const size = z.int().min(2);

const dataset = z
  .strictObject({
    sha256: hash.describe('Over the hashes of its shards.'),
    kind: z.enum(['games', 'positions']).optional(),
    size,
    games: z.int().min(0).optional(),
    positions: z.int().min(0),
    codeVersion: z.string().optional(),
    settings: z.looseObject({}).optional(),
    get sources() {
      return z
        .array(dataset)
        .optional()
        .describe('The datasets that it was made from; none for games that were played.');
    },
  })
  .meta({
    id: 'dataset',
    description:
      'What it takes to make a dataset again and to know that it is the same; datasets/README.md tells what the settings mean.',
  });

const vectors = z
  .array(
    z.strictObject({
      player: z.string().length(1),
      board: z.string().min(1),
      size,
      score: z.int().min(-DECISIVE).max(DECISIVE),
    }),
  )
  .min(1)
  .meta({ id: 'vectors', description: 'Positions with the exact score that each must be given.' });

const draws = z
  .strictObject({
    classes: z.string().min(1).describe('The id of the classes of positions.'),
    factors: z
      .record(z.string(), z.int().min(0).max(FACTOR_MOST))
      .describe(`By class, in parts of ${FACTOR_ONE}: what a score is multiplied by.`),
    won: z
      .int()
      .min(1)
      .max(DECISIVE)
      .optional()
      .describe('Beyond this score a point counts an eighth, and the search prefers progress.'),
  })
  .meta({ id: 'draws', description: 'How far scores are scaled towards the draw, by class of position.' });

const provenance = z
  .looseObject({
    origin: z.string(),
    datasets: z.array(dataset).optional().describe('What was learned from.'),
  })
  .meta({
    id: 'provenance',
    description: 'How they came about: settings, seed, code version, datasets, metrics.',
  });

/** The JSON Schema of weights files of every kind, its keys in the order of a file. */
export function weightsSchemaText(): string {
  const kinds = fitKinds.flatMap(({ name, file }) => {
    if (file === undefined) return [];
    const kind = z
      .strictObject({
        format: z.literal(WEIGHTS_FORMAT),
        game,
        size: z.union([size, z.literal('any')]).describe('The board size it is for, or any.'),
        kind: z.literal(name),
        ...file.over,
        scale: z.number().gt(0).describe('Win probability = sigmoid(score / scale).'),
        weights: file.weights,
        draws: draws.optional(),
        vectors,
        provenance,
        evidence: z.unknown().optional().describe('What they have won since; not part of the hash.'),
        evidenceSha256: hash.optional().describe('Over the compact JSON of the evidence.'),
        sha256: hash.describe(
          'Over the compact JSON of all before it but the evidence and its hash, in this order of keys.',
        ),
      })
      .meta({ id: name, description: file.description });
    return [kind];
  });
  const schema = z.discriminatedUnion('kind', kinds as [(typeof kinds)[0]]);
  const description =
    'A heuristic for one game: win probability = sigmoid(score / scale). The engine also checks the hash and the vectors.';
  const form = z.toJSONSchema(schema, { io: 'input' });
  return `${JSON.stringify({ title: 'evalsmith weights', description, ...form }, undefined, 2)}\n`;
}
