// What each command prints with --json: a line is one object of this form. The published schemas are made from these.
import { z } from 'zod';
import { blundersSchema } from '../blunders/blunders.ts';
import { comparisonSchema } from '../compare/side-by-side.ts';
import { liveRunSchema } from '../live/live-run.ts';
import { matchResultSchema, programFailureSchema, resultSchemas } from '../store/runs.ts';
import { hash } from '../settings/setting.ts';

const count = z.int().min(0);
const text = z.string();
const texts = z.array(text);
const counted = <Shape extends z.ZodRawShape>(shape: Shape) => z.strictObject(shape);

const choice = { move: text, score: z.number(), winProbability: z.number(), depth: count, nodes: count };
const features = z.array(
  counted({ feature: text, value: z.number(), weight: z.number(), contribution: z.number() }),
);
const madeDataset = counted({ folder: text, games: count, positions: count, shards: count });
const testedWeights = counted({
  kind: text,
  size: z.int().or(z.literal('any')),
  scale: z.number(),
  sha256: hash,
});
const exactValue = { value: z.enum(['won', 'drawn', 'lost']), plies: z.int().nullable() };
const part = counted({ name: text, serves: text, found: text.nullable(), remedy: text });
const jobs = { waiting: count, active: count, failed: count };

/** By the words of the command. */
export const OUTPUTS = {
  move: counted({ ...choice, board: text, line: texts }),
  analyze: counted({
    features,
    pieces: z.array(counted({ row: count, column: count, piece: text, change: z.number() })),
    lines: z.array(counted({ ...choice, line: texts, features })),
  }),
  moves: counted({
    winner: text.nullable(),
    moves: z.array(counted({ move: text, board: text, winner: text.nullable() })),
  }),
  show: counted({ player: text, winner: text.nullable(), moves: texts, drawing: text }),
  check: counted({ isLegal: z.boolean(), line: text, move: text.nullable(), expected: text }),
  perft: counted({ game: text, size: z.int(), depth: count, nodes: count, seconds: z.number() }),
  bench: z.object({ bench: count, seconds: z.number() }).catchall(count),
  selfplay: madeDataset,
  openings: counted({ file: text, openings: count }),
  'dataset verify': counted({ games: count, positions: count, shards: count, problems: texts }),
  'dataset stats': counted({
    game: text,
    size: z.int(),
    kind: z.enum(['games', 'positions']),
    games: count,
    positions: count,
    searched: count,
    bytesPerPosition: z.number(),
    results: counted({ first: count, drawn: count, second: count }),
    firstPlayer: counted({ mean: z.number(), error: z.number() }).nullable(),
    ends: z.record(text, count),
    plies: counted({ least: count, mean: z.number(), most: count }).nullable(),
    duplicates: count,
    scoreBands: z.array(counted({ from: z.int(), positions: count, result: z.number() })),
    bandWidth: count,
  }),
  'dataset dedupe': madeDataset,
  'dataset split': madeDataset,
  'dataset sample': madeDataset,
  'dataset merge': madeDataset,
  'dataset relabel': madeDataset,
  'dataset parquet': counted({ file: text, positions: count }),
  'dataset query': z.record(text, z.union([text, z.number(), z.boolean()]).nullable()),
  'dataset replay': counted({
    game: count,
    rows: z.array(z.record(text, z.union([text, z.number()]))),
    result: z.number(),
    end: text,
    failure: programFailureSchema.nullable(),
    difference: text.nullable(),
  }),
  'fit linear': resultSchemas.fit,
  'fit network': resultSchemas.fit,
  'fit patterns': resultSchemas.fit,
  'fit draws': resultSchemas.fit,
  sweep: resultSchemas.sweep,
  'weights show': z.looseObject({ format: text, game: text, kind: text, sha256: hash }),
  'weights check': counted({ file: text, refusal: text.nullable() }),
  'weights diff': counted({
    game: text,
    first: testedWeights,
    second: testedWeights,
    logits: z.array(counted({ feature: text, first: z.number(), second: z.number() })).nullable(),
  }),
  match: resultSchemas.match,
  gate: resultSchemas.gate,
  spsa: resultSchemas.spsa,
  ladder: resultSchemas.ladder,
  sprt: counted({
    pairs: z.array(count).length(5),
    estimate: matchResultSchema.shape.estimate,
    settings: counted({
      elo0: z.number(),
      elo1: z.number(),
      alpha: z.number(),
      beta: z.number(),
      model: text,
    }),
    llr: z.number(),
    lower: z.number(),
    upper: z.number(),
    decision: z.enum(['H0', 'H1', 'continue']),
  }),
  power: counted({
    elo: z.number(),
    settings: counted({
      elo0: z.number(),
      elo1: z.number(),
      alpha: z.number(),
      beta: z.number(),
      model: text,
    }),
    variance: z.number(),
    fixed: counted({ pairs: count }),
    sequential: z.array(counted({ elo: z.number(), pass: z.number(), pairs: count })),
  }),
  'oracle build': z.looseObject({ folder: text, game: text, size: z.int(), sha256: hash }),
  'oracle verify': counted({ checked: count, wrong: text.nullable() }),
  'oracle query': counted({
    ...exactValue,
    moves: z.array(counted({ move: text, ...exactValue })),
    line: texts,
  }),
  'oracle grade': resultSchemas.grade,
  'oracle dataset': madeDataset,
  'oracle sample': counted({ file: text, positions: count }),
  nightly: resultSchemas.nightly,
  ship: z.looseObject({ format: text, game: text, bench: count }),
  remake: z.union([counted({ isSame: z.boolean(), findings: texts }), counted({ steps: texts })]),
  report: counted({ kind: text, title: text, summary: text, path: text }),
  compare: comparisonSchema,
  status: liveRunSchema,
  blunders: blundersSchema,
  site: counted({ folder: text, runs: texts }),
  'queue status': counted({
    queue: text,
    redis: counted({ version: text, bytes: count, eviction: text, appendonly: z.boolean() }),
    runs: z.array(z.looseObject({ id: text, ...jobs })),
    strays: counted(jobs),
    fits: counted(jobs),
    workers: z.array(z.looseObject({ name: text })),
  }),
  doctor: counted({
    evalsmith: text,
    node: counted({ version: text, needs: text }),
    processor: counted({ cores: count, model: text }),
    memory: counted({ free: z.number(), total: z.number() }),
    disk: counted({ free: z.number() }),
    backends: z.array(z.looseObject({ backend: text })),
    packages: z.array(part),
    programs: z.array(part),
    queue: z
      .union([counted({ name: text, redis: text, workers: count }), counted({ problem: text })])
      .nullable(),
  }),
  'game check': z.looseObject({ game: text, rules: z.array(z.looseObject({ verdict: text })) }),
} satisfies Record<string, z.ZodType>;
