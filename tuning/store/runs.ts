// The forms of run.json and of result.json, one for each kind of run; reports read nothing else.
import { z } from 'zod';
import { hash } from '../settings/setting.ts';
import { json } from './json-value.ts';

export const RUN_FORMAT = 'evalsmith-run-2';
export const RESULT_FORMAT = 'evalsmith-result-2';
// Those of version 0.1 had no checksum.
export const RUN_FORMATS = { format: RUN_FORMAT, older: 'evalsmith-run-1' } as const;
export const RESULT_FORMATS = { format: RESULT_FORMAT, older: 'evalsmith-result-1' } as const;

/** Means over rows: cross-entropy in nats against the target and against the result, and the share of winners told. */
const measureSchema = z.strictObject({
  loss: z.number(),
  resultLoss: z.number(),
  accuracy: z.number(),
});

/** Win probability against the result, in bins. */
const calibrationSchema = z.array(
  z.strictObject({ from: z.number(), rows: z.number(), predicted: z.number(), result: z.number() }),
);

/** How far a fit had come after a step; its seconds are no part of a result. */
const stepSchema = z.object({
  /** Counted in the steps of the kind. */
  iteration: z.int(),
  trainLoss: z.number(),
  /** Null where no game was held out. */
  heldOutLoss: z.number().nullable(),
  trainAccuracy: z.number(),
  heldOutAccuracy: z.number().nullable(),
});

/** What came of games or positions. */
const results = { won: z.int(), drawn: z.int(), lost: z.int() };

/** What the results of a kind that is about one board begin with. */
const boardResult = <Kind extends string>(kind: Kind) => ({
  // A gate of version 0.1 has results of matches inside.
  format: z.literal(Object.values(RESULT_FORMATS)),
  kind: z.literal(kind),
  game: z.string(),
  size: z.int(),
});

/** What result.json records of a fit of any kind; `model` is its kind. */
export const fitResultForm = {
  ...boardResult('fit'),
  backend: z.string(),
  rows: z.strictObject({
    read: z.int(),
    leftOut: z.record(z.string(), z.int()),
    train: z.int(),
    heldOut: z.int(),
    trainGames: z.int(),
    heldOutGames: z.int(),
  }),
  /** The scale of the search scores; null where they had no part. */
  scoreScale: z.number().nullable(),
  /** `fit` and the `exported` file beside weights of 0, the baseline hand on its own scale and on the best one, and what the kind adds. */
  losses: z.array(
    z.strictObject({
      name: z.string(),
      train: measureSchema,
      /** Null where no game was held out. */
      heldOut: measureSchema.nullable(),
    }),
  ),
  /** Of the held-out rows. */
  calibration: calibrationSchema,
  phases: z.array(measureSchema.extend({ from: z.int(), to: z.int(), rows: z.int() })),
  weights: z.strictObject({
    sha256: hash,
    scale: z.number(),
    /** In logits, between the exported file and the model. */
    difference: z.strictObject({ mean: z.number(), largest: z.number() }),
  }),
  /** One for each step of the kind; those of version 0.1 were in metrics.csv alone. */
  steps: z.array(stepSchema).optional(),
  seconds: z.number(),
};

/** The form of a fit of any kind; what its kind adds is checked by the kind. */
const fitResultSchema = z.looseObject({ ...fitResultForm, model: z.string() });

const intervalOrNone = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

export const sweepResultSchema = z.strictObject({
  format: z.literal(RESULT_FORMAT),
  kind: z.literal('sweep'),
  fits: z.array(
    z.strictObject({
      folder: z.string(),
      settings: z.record(z.string(), json),
      status: z.enum(['done', 'failed']),
      /** Why it failed. */
      reason: z.string().optional(),
      trainRows: z.int().optional(),
      train: measureSchema.optional(),
      heldOut: measureSchema.nullable().optional(),
      weights: hash.optional(),
      /** What it did in play, by size of board, where the config asks for it. */
      matches: z
        .array(
          z.strictObject({
            size: z.int(),
            folder: z.string(),
            won: z.int(),
            drawn: z.int(),
            lost: z.int(),
            elo: intervalOrNone,
          }),
        )
        .optional(),
      /** The share of held-out positions in which it moves as a deep search does. */
      agreement: z.number().optional(),
    }),
  ),
});

/** A game as its page draws it: the boards come from the moves by the rules. */
const exampleSchema = z.strictObject({
  /** Its number in the match. */
  game: z.int(),
  /** Of the player who moves first: 1 won, 0.5 drawn, 0 lost. */
  result: z.number(),
  end: z.string(),
  moves: z.string(),
  /** For each move the score for the player who made it, or who chose it where it has none. */
  said: z.string(),
});

/** The games of a match in short: all that its page shows of single games. */
const matchRecordSchema = z.strictObject({
  /** A digit a pair, in order: the half points of the first, 0 to 4. */
  points: z.string().regex(/^[0-4]*$/),
  /** Of each length in plies: how many games the player who moved first won, drew and lost. */
  lengths: z.array(z.tuple([z.int(), z.int(), z.int(), z.int()])),
  /** A game of usual length and, where it is another, the shortest that was won. */
  examples: z.array(exampleSchema).max(2),
});

/** How a program lost a game of a match without a move. */
export const programFailureSchema = z.strictObject({
  game: z.int().min(0),
  /** Of the move that it owed. */
  ply: z.int().min(0),
  /** 0 for the first participant, 1 for the second. */
  seat: z.int().min(0).max(1),
  end: z.enum(['late', 'silent', 'illegal', 'crashed']),
  /** Its last line, and the end of what it wrote to stderr. */
  answer: z.string(),
  stderr: z.string(),
  exit: z.union([z.int(), z.string()]).nullable(),
  milliseconds: z.int().min(0),
  expected: z.array(z.string()),
  legal: z.int().min(0),
});

/** What is kept of the programs in a match; of a failure alike in many games, some. */
const programsSchema = z.strictObject({
  failures: z.array(programFailureSchema),
  /** Of each participant, how many of its moves took how long, in bands; null for one that is no program. */
  times: z.array(
    z
      .strictObject({
        moves: z.int(),
        median: z.number(),
        /** Of a hundred moves, all but one took no longer. */
        percentile99: z.number(),
        longest: z.number(),
        bands: z.array(z.strictObject({ from: z.number(), to: z.number(), moves: z.int() })),
      })
      .nullable(),
  ),
});

export const matchResultSchema = z.strictObject({
  ...boardResult('match'),
  first: z.string(),
  second: z.string(),
  games: z.int(),
  ...results,
  /** Pairs by the points of the first: 0, 1/2, 1, 3/2, 2. */
  pairs: z.array(z.int()).length(5),
  /** Pairs whose two games are the same move for move, and the games that are left. */
  identicalPairs: z.int(),
  effectiveGames: z.int(),
  ends: z.record(z.string(), z.int()),
  pliesPerGame: z.number(),
  estimate: z
    .strictObject({
      games: z.number(),
      score: z.number(),
      variance: z.number(),
      elo: intervalOrNone,
      normalizedElo: intervalOrNone,
      /** Older runs have none. */
      gamePairElo: intervalOrNone.optional(),
      superiority: z.number().nullable(),
    })
    .nullable(),
  sprt: z
    .strictObject({
      elo0: z.number(),
      elo1: z.number(),
      alpha: z.number(),
      beta: z.number(),
      model: z.enum(['logistic', 'normalized']),
      llr: z.number(),
      lower: z.number(),
      upper: z.number(),
      decision: z.enum(['H0', 'H1', 'continue']),
    })
    .nullable(),
  isOver: z.boolean(),
  /** Null where the games of an older run were not kept. */
  record: matchRecordSchema.nullable().default(null),
  /** Where a program played. */
  programs: programsSchema.optional(),
});

const contenderSchema = z.strictObject({ name: z.string(), sha256: hash });

export const gateResultSchema = z.strictObject({
  ...boardResult('gate'),
  /** Which of several candidates went through the stages: rounds of games against the champion, best first; none for one candidate. */
  race: z
    .array(
      z.strictObject({
        /** Of each candidate. */
        games: z.int(),
        /** How many went on. */
        kept: z.int(),
        candidates: z.array(contenderSchema.extend({ score: z.number(), elo: intervalOrNone })),
      }),
    )
    .optional(),
  candidate: contenderSchema,
  champion: contenderSchema,
  verdict: z.enum(['accepted', 'rejected']),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  stages: z.array(z.strictObject({ name: z.string(), result: matchResultSchema })),
});

export const spsaResultSchema = z.strictObject({
  ...boardResult('spsa'),
  tuned: z.enum(['parameters', 'weights']),
  /** Of the steps. */
  games: z.int(),
  steps: z.int(),
  drawn: z.int(),
  pliesPerGame: z.number(),
  numbers: z.array(
    z.strictObject({
      name: z.string(),
      unit: z.string(),
      start: z.number(),
      least: z.number(),
      most: z.number(),
      isWhole: z.boolean(),
      /** At the end: the perturbation to either side, and the share of it that follows a won game. */
      cEnd: z.number(),
      rEnd: z.number(),
      /** The estimate, and what can be played of it. */
      end: z.number(),
      chosen: z.number(),
      /** The standard deviation that chance alone would give the estimate, if the number made no difference. */
      spread: z.number(),
    }),
  ),
  /** The estimates, in the order of the numbers, after so many games. */
  course: z.array(z.strictObject({ games: z.int(), values: z.array(z.number()) })),
  /** The estimate against the start; null where there was nothing to test, or not yet. */
  test: matchResultSchema.nullable(),
  /** Null where the run was stopped. */
  verdict: z.enum(['accepted', 'rejected']).nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
});

export const ladderResultSchema = z.strictObject({
  ...boardResult('ladder'),
  /** The player at 0. */
  anchor: z.string(),
  /** What moving first is worth, with the half width of its 95 % interval. */
  first: z.strictObject({ elo: z.number(), margin: z.number() }),
  /** Best first. */
  players: z.array(
    z.strictObject({
      name: z.string(),
      identity: z.string(),
      elo: z.number(),
      margin: z.number(),
      games: z.int(),
      score: z.number(),
    }),
  ),
  /** Each match, in the order of playing; the score is of the first. */
  matches: z
    .array(
      z.strictObject({
        first: z.string(),
        second: z.string(),
        games: z.int(),
        ...results,
        pliesPerGame: z.number(),
      }),
    )
    .default([]),
});

export const gradeResultSchema = z.strictObject({
  ...boardResult('grade'),
  /** The hash of the oracle's values. */
  oracle: hash,
  seed: z.int(),
  /** Undecided positions by their true value, and how many of them have moves of different values. */
  positions: z.strictObject({ ...results, choices: z.int() }),
  grades: z
    .array(
      z.strictObject({
        name: z.string(),
        identity: z.string(),
        /** Of the search; 0 is the static evaluation alone. Where the clock ended it, their average. */
        nodes: z.int(),
        /** How long each search took, where the clock ended it. */
        seconds: z.number().optional(),
        /** How often the move keeps the value: in all positions, and in those where not every move does. */
        kept: z.number(),
        keptChoices: z.number().nullable(),
        /** How often the move loses a game that was not lost. */
        blunders: z.number(),
        /** How often the move keeps the value, by value and plies to the end; a draw has 0 plies. */
        bands: z.array(
          z.strictObject({
            value: z.enum(['won', 'drawn', 'lost']),
            from: z.int(),
            to: z.int(),
            positions: z.int(),
            kept: z.number(),
          }),
        ),
        /** What the score says of the truth; null for a player that has none. */
        score: z
          .strictObject({
            /** How often its sign is right in positions that are not drawn; a score of 0 is half right. */
            sign: z.number().nullable(),
            /** Spearman's correlation with the order of the values, near wins first and near losses last. */
            rank: z.number().nullable(),
            /** The mean square of win probability less result. */
            squaredError: z.number(),
            calibration: calibrationSchema,
          })
          .nullable(),
      }),
    )
    .min(1),
});

/** A night: what was made for each game and size, and how far it came. Paths are from the night's folder. */
export const nightlyResultSchema = z.strictObject({
  format: z.literal(RESULT_FORMAT),
  kind: z.literal('nightly'),
  night: z.int(),
  /** Whether every stage ran to its end. */
  isComplete: z.boolean(),
  parts: z.array(
    z.strictObject({
      game: z.string(),
      size: z.int(),
      stages: z.array(
        z.strictObject({
          name: z.string(),
          /** A stage that is cut short or waiting is resumed by the same command; one that failed is not. */
          status: z.enum(['done', 'failed', 'skipped', 'cut short', 'waiting']),
          reason: z.string().nullable(),
        }),
      ),
      /** The games of this night, and all that the fits learned from. */
      generated: z.strictObject({ folder: z.string(), games: z.int(), positions: z.int() }).nullable(),
      learnedFrom: z.strictObject({ datasets: z.int(), games: z.int(), positions: z.int() }).nullable(),
      fits: z.array(
        z.strictObject({
          folder: z.string(),
          model: z.string(),
          weights: hash,
          heldOut: measureSchema.nullable(),
        }),
      ),
      gates: z.array(
        z.strictObject({
          folder: z.string(),
          candidate: z.string(),
          champion: z.string(),
          verdict: z.enum(['accepted', 'rejected']),
          reason: z.string().nullable(),
          /** Of the test at fixed nodes. */
          games: z.int(),
          elo: intervalOrNone.nullable(),
        }),
      ),
      champion: z.strictObject({
        /** How many gates had been won before this night, and after it. */
        before: z.int(),
        number: z.int(),
        sha256: hash,
        weights: z.string(),
        /** The shipped player; null where there is none yet. */
        player: z.string().nullable(),
      }),
      /** The champion's place among the others; null where it was not rated. */
      ladder: z
        .strictObject({
          folder: z.string(),
          anchor: z.string(),
          elo: z.number(),
          margin: z.number(),
          /** Over the champion of before this night, and over the oldest champion that was rated. */
          gain: z.number().nullable(),
          gainOfAll: z.number().nullable(),
        })
        .nullable(),
    }),
  ),
  page: z.string(),
  site: z.string(),
  /** What earlier nights had and no champion's lineage needs, from the folder of all nights. */
  deleted: z.array(z.strictObject({ path: z.string(), bytes: z.int() })),
});

/** The result of each kind of run. */
export const resultSchemas = {
  fit: fitResultSchema,
  sweep: sweepResultSchema,
  match: matchResultSchema,
  ladder: ladderResultSchema,
  gate: gateResultSchema,
  spsa: spsaResultSchema,
  grade: gradeResultSchema,
  nightly: nightlyResultSchema,
};

export type RunKind = keyof Results;

/** What was run, and on what: enough to run it again. */
export const runSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  kind: z.enum(Object.keys(resultSchemas) as RunKind[]),
  command: z.string(),
  settings: z.record(z.string(), json),
  seed: z.int(),
  codeVersion: z.string(),
  inputs: z.array(z.strictObject({ path: z.string(), sha256: hash })),
  status: z.enum(['done', 'failed', 'stopped']),
});

export type Run = z.infer<typeof runSchema>;
/** What a fit of any kind found. */
export type FitResult = z.infer<z.ZodObject<typeof fitResultForm>> & { model: string };
/** A step of a fit, and after how many seconds. */
export type FitStep = z.infer<typeof stepSchema> & { seconds: number };
export type FitLoss = FitResult['losses'][number];
/** What many fits found, one after the other. */
export type SweepResult = z.infer<typeof sweepResultSchema>;
/** How a match came out; won, drawn, lost and pairs are those of the first participant. */
export type MatchResult = z.infer<typeof matchResultSchema>;
export type MatchRecord = z.infer<typeof matchRecordSchema>;
export type MatchPrograms = z.infer<typeof programsSchema>;
export type ExampleGame = z.infer<typeof exampleSchema>;
/** Whether a candidate took the champion's place, and the matches that decided it. */
export type GateResult = z.infer<typeof gateResultSchema>;
/** What simultaneous perturbation made of some numbers, and whether that plays better. */
export type SpsaResult = z.infer<typeof spsaResultSchema>;
/** The ratings of players who have met each other. */
export type LadderResult = z.infer<typeof ladderResultSchema>;
/** How well players judge and move on a board whose truth is known. */
export type GradeResult = z.infer<typeof gradeResultSchema>;
/** What a night has made, and how far it came. */
export type NightlyResult = z.infer<typeof nightlyResultSchema>;

/** The result of each kind of run, as its result.json has it. */
export interface Results {
  fit: FitResult;
  sweep: SweepResult;
  match: MatchResult;
  ladder: LadderResult;
  gate: GateResult;
  spsa: SpsaResult;
  grade: GradeResult;
  nightly: NightlyResult;
}
