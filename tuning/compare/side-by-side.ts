// Several runs side by side, as an object: all that the table, the page and --json say.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { quoted } from '../../engine/text/arguments.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';
import type { FitResult, MatchResult, Run, SweepResult } from '../store/runs.ts';
import { pairedLosses, pairedSchema } from './held-out.ts';
import { linearFitResultSchema } from '../fit/linear/linear-result.ts';

const number = z.number();
const interval = z.strictObject({
  value: number.nullable(),
  low: number.nullable(),
  high: number.nullable(),
});
const stepSchema = z.strictObject({
  iteration: z.int(),
  trainLoss: number,
  heldOutLoss: number.nullable(),
});
const weightSchema = z.strictObject({
  weight: number,
  low: number.nullable(),
  high: number.nullable(),
});

const runSchema = z.strictObject({
  name: z.string(),
  folder: z.string(),
  kind: z.string(),
  game: z.string().nullable(),
  size: z.int().nullable(),
  model: z.string().nullable(),
  /** Of the weights that a fit made. */
  weights: z.string().nullable(),
  /** Of the exported file on held-out games, of a fit. */
  losses: z.strictObject({ loss: number, resultLoss: number, accuracy: number }).nullable(),
  steps: z.array(stepSchema),
  /** What a match or the stages of a gate came to, for the first participant. */
  played: z.array(
    z.strictObject({
      stage: z.string().nullable(),
      games: z.int(),
      won: z.int(),
      drawn: z.int(),
      lost: z.int(),
      elo: interval.nullable(),
      verdict: z.string().nullable(),
    }),
  ),
});

/** What evalsmith compare --json prints. */
export const comparisonSchema = z.strictObject({
  runs: z.array(runSchema),
  /** The settings in which the runs differ, as texts in the order of the runs; null where a run has no such setting. */
  settings: z.array(z.strictObject({ name: z.string(), values: z.array(z.string().nullable()) })),
  /** Whether losses against the target may be compared: fits to one target. */
  isOneTarget: z.boolean(),
  /** The features of linear fits, in logits with their intervals by game; null for a fit that lacks one. */
  features: z.array(z.strictObject({ name: z.string(), weights: z.array(weightSchema.nullable()) })),
  /** Of each fit less the first, game by game, or why that is not known. */
  paired: pairedSchema,
  /** The matches between weights of these fits that lie beside them. */
  matches: z.array(
    z.strictObject({
      folder: z.string(),
      first: z.int(),
      second: z.int(),
      games: z.int(),
      by: z.string(),
      elo: interval.nullable(),
    }),
  ),
  /** The fits of each sweep. */
  sweeps: z.array(
    z.strictObject({
      run: z.int(),
      varied: z.array(z.string()),
      fits: z.array(
        z.strictObject({
          folder: z.string(),
          values: z.array(z.union([z.string(), number])),
          resultLoss: number,
          loss: number,
        }),
      ),
    }),
  ),
});

export type Comparison = z.infer<typeof comparisonSchema>;
type ComparedRun = Comparison['runs'][number];

interface ReadRun {
  folder: string;
  run: Run;
  about: ComparedRun;
  fit?: FitResult;
  sweep?: SweepResult;
}

/** Reads runs and lays them side by side; throws an InputError where a folder is no run. */
export async function comparisonOf(folders: readonly string[]): Promise<Comparison> {
  const runs = folders.map(readOne);
  if (runs.length === 1 && runs[0].sweep === undefined)
    throw new InputError(`RUN is ${quoted(folders[0])} alone; expected two runs or more, or one sweep`);
  const fits = runs.flatMap(({ fit, folder, run }, index) =>
    fit === undefined ? [] : [{ fit, folder, run, index }],
  );
  const linear = runs.map(({ fit }) =>
    fit?.model === 'linear' ? linearFitResultSchema.parse(fit).features : undefined,
  );
  const names = [...new Set(linear.flatMap((features) => features?.map(({ name }) => name) ?? []))];
  const target = ({ run }: { run: Run }) =>
    JSON.stringify(
      ['lambda', 'lambdaEnd', 'lambdaPlies', 'scoreScale'].map((name) => run.settings[name] ?? null),
    );
  return {
    runs: runs.map(({ about }) => about),
    settings: differingSettings(runs),
    isOneTarget: new Set(fits.map(target)).size < 2,
    features: names.map((name) => ({
      name,
      weights: linear.map((features) => {
        const feature = features?.find((known) => known.name === name);
        if (feature === undefined) return null;
        const [low, high] = feature.byGame?.interval ?? [null, null];
        return { weight: feature.weight, low, high };
      }),
    })),
    paired: await pairedLosses(fits),
    matches: knownMatches(runs),
    sweeps: runs.flatMap(({ sweep }, run) => (sweep === undefined ? [] : [sweptFits(sweep, run)])),
  };
}

function readOne(folder: string): ReadRun {
  if (!existsSync(folder)) throw new InputError(`RUN is ${JSON.stringify(folder)}, which is no folder`);
  if (!hasRun(folder)) throw new InputError(`${folder} is no run: it has no run.json`);
  const run = readRun(folder);
  const about: ComparedRun = {
    name: basename(resolve(folder)),
    folder,
    kind: run.kind,
    game: null,
    size: null,
    model: null,
    weights: null,
    losses: null,
    steps: [],
    played: playedIn(folder, run),
  };
  if (run.kind === 'sweep') return { folder, run, about, sweep: readResult(folder, 'sweep') };
  if (run.kind === 'nightly') return { folder, run, about };
  if (run.kind !== 'fit') {
    const { game, size } = readResult(folder, run.kind);
    return { folder, run, about: { ...about, game, size } };
  }
  const fit = readResult(folder, 'fit');
  const { game, size, model, weights, losses, steps = [] } = fit;
  const exported = losses.find(({ name }) => name === 'exported');
  return {
    folder,
    run,
    fit,
    about: {
      ...about,
      game,
      size,
      model,
      weights: weights.sha256,
      losses: exported?.heldOut ?? null,
      steps: steps.map(({ iteration, trainLoss, heldOutLoss }) => ({ iteration, trainLoss, heldOutLoss })),
    },
  };
}

function playedIn(folder: string, { kind }: Run): ComparedRun['played'] {
  const resultOf = (stage: string | null, { games, won, drawn, lost, estimate, sprt }: MatchResult) => ({
    stage,
    games,
    won,
    drawn,
    lost,
    elo: estimate?.elo ?? null,
    verdict: sprt === null ? null : sprt.decision === 'continue' ? 'undecided' : sprt.decision,
  });
  if (kind === 'match') return [resultOf(null, readResult(folder, 'match'))];
  if (kind !== 'gate') return [];
  const { stages, verdict } = readResult(folder, 'gate');
  return stages.map(({ name, result }, i) => {
    const stage = resultOf(name, result);
    return i === stages.length - 1
      ? { ...stage, verdict: [stage.verdict, verdict].filter(Boolean).join(', ') }
      : stage;
  });
}

/** Settings as texts, of which those are left out that are the same in all runs that have them; first what they are made of. */
function differingSettings(runs: readonly ReadRun[]): Comparison['settings'] {
  const hashes = runs.map(({ run }) => run.inputs.map(({ sha256 }) => sha256).join());
  const isSameInput = new Set(hashes).size === 1;
  const all: Readonly<Record<string, unknown>>[] = runs.map(({ run, about }) => ({
    ...(about.model !== null && { model: about.model }),
    ...(!isSameInput && { inputs: run.inputs.map(({ path }) => path) }),
    ...run.settings,
  }));
  const names = [...new Set(all.flatMap((settings) => Object.keys(settings)))];
  return names
    .map((name) => ({ name, values: all.map((settings) => settingText(settings[name])) }))
    .filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1);
}

function settingText(value: unknown): string | null {
  if (value === undefined) return null;
  if (value === null) return 'as usual';
  if (Array.isArray(value)) return value.map(String).join(', ') || 'none';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Matches of which both sides are weights of these fits, among the runs and in the folders beside them. */
function knownMatches(runs: readonly ReadRun[]): Comparison['matches'] {
  const hashes = runs.map(({ about }) => about.weights);
  const beside = new Set(
    runs.flatMap(({ folder }) => [resolve(folder), ...matchesIn(dirname(resolve(folder)))]),
  );
  const matches: Comparison['matches'] = [];
  for (const folder of beside) {
    try {
      if (!hasRun(folder)) continue;
      const run = readRun(folder);
      if (run.kind !== 'match' && run.kind !== 'gate') continue;
      const sides = run.inputs.map(({ sha256 }) => hashes.indexOf(sha256));
      if (sides.length !== 2 || sides.includes(-1) || sides[0] === sides[1]) continue;
      const [first, second] = sides;
      const played =
        run.kind === 'match'
          ? [{ name: undefined, result: readResult(folder, 'match') }]
          : readResult(folder, 'gate').stages.filter(({ result }) => result.size === runs[first].about.size);
      for (const { name, result } of played)
        matches.push({
          folder,
          first,
          second,
          games: result.games,
          by: name === undefined ? byText(run, result.sprt !== null) : `a gate, ${name}`,
          elo: result.estimate?.elo ?? null,
        });
    } catch (error) {
      // What lies beside the runs and is damaged is not theirs.
      if (!(error instanceof InputError)) throw error;
    }
  }
  return matches;
}

function byText({ settings }: Run, isTest: boolean): string {
  const { seconds, nodes } = settings as { seconds: number | null; nodes: number };
  const limit = seconds ? `${seconds} s a move` : `${nodes} nodes a move`;
  return isTest ? `${limit}, sequential test` : limit;
}

function matchesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

function sweptFits({ fits }: SweepResult, run: number): Comparison['sweeps'][number] {
  const done = fits.filter(({ heldOut }) => heldOut !== undefined && heldOut !== null);
  const names = Object.keys(done[0]?.settings ?? {});
  const varied = names.filter(
    (name) => new Set(done.map(({ settings }) => JSON.stringify(settings[name]))).size > 1,
  );
  return {
    run,
    varied,
    fits: done.map(({ folder, settings, heldOut }) => ({
      folder,
      values: varied.map((name) => {
        const value = settings[name];
        return typeof value === 'number' ? value : (settingText(value) ?? 'none');
      }),
      resultLoss: heldOut!.resultLoss,
      loss: heldOut!.loss,
    })),
  };
}
