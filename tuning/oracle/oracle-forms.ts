import { z } from 'zod';
import { commandForm } from '../settings/command-form.ts';
import { gameArgument, jsonOption, outOption, parametersSetting } from '../settings/common-options.ts';
import { optional, seedSetting, setting, whole } from '../settings/setting.ts';

export const oracleOption = setting(z.string(), 'DIR', 'the oracle of the board');

const different = (numbers: readonly number[]) => new Set(numbers).size === numbers.length;

/** What narrows a board down to a part of its positions or to a variant; which of them a game has, its module says. */
export const scopeSettings = {
  pebbles: optional(whole(1, 400), 'K', 'Betsy: so many pebbles a side'),
  pieces: optional(whole(2, 8), 'K', 'Raichu: the endings with at most so many pieces'),
  stones: optional(whole(1, 10), 'K', 'Conga: so many stones a side'),
};

export const buildForm = commandForm({
  name: 'oracle build',
  summary: 'solve a board',
  description:
    'Solves every position of a board, or of a part or variant of it, going back from the ends of games, and writes the values. ' +
    'Betsy 4 takes minutes, and 1.5 GB of memory and of disk; it resumes where it was stopped or killed.',
  examples: [
    'oracle build betsy --size 3 --out oracles/betsy-3',
    'oracle build betsy --size 5 --pebbles 8 --out oracles/betsy-5-8',
    'oracle build conga --size 4 --stones 7 --out oracles/conga-4-7',
  ],
  arguments: { game: gameArgument },
  options: {
    size: setting(z.int(), 'N', 'the size of the board'),
    ...scopeSettings,
    out: outOption('the folder of the oracle, which must not exist'),
    workers: optional(whole(1, 256), 'W', 'threads, where the solver uses several', 'one a core'),
    json: jsonOption,
  },
});

/** What decides a grade, besides who is graded. */
export const gradeSettings = {
  oracle: optional(z.string(), 'DIR', 'the oracle of the board'),
  sample: optional(z.string(), 'FILE', 'positions with their values instead, from oracle sample'),
  nodes: setting(
    z.array(whole(0, 1e9)).min(1).refine(different, 'expected no number twice').nullable().default(null),
    'K,…',
    'nodes of each search; 0 is the static evaluation alone',
    '0,100,1000,10000',
  ),
  seconds: setting(
    z
      .array(z.number().gt(0).max(86_400))
      .min(1)
      .refine(different, 'expected no number twice')
      .nullable()
      .default(null),
    'S,…',
    'seconds of each search instead of nodes',
  ),
  positions: setting(
    whole(1, 1e9).nullable().default(null),
    'K',
    'how many positions',
    '1000 of an oracle, all of a sample; all where there are fewer',
  ),
  parameters: parametersSetting,
  seed: seedSetting('another seed chooses others'),
};

export const gradeForm = commandForm({
  name: 'oracle grade',
  summary: 'grade heuristics against the truth',
  description:
    'Lets players choose moves in the same random undecided positions and tells how often they keep the value, ' +
    'how often they lose what was not lost, and how well their scores fit the truth. Players are weights files, ' +
    'default, linear, hand, baseline:NAME or random, for which the average over all moves is taken.',
  examples: [
    'oracle grade random baseline:lines baseline:hand --oracle oracles/betsy-3',
    'oracle grade baseline:hand --sample datasets/betsy-4-truth.csv --seconds 0.1,1',
  ],
  arguments: { players: setting(z.array(z.string()).min(1), 'PLAYER', 'whom to grade') },
  options: {
    ...gradeSettings,
    out: setting(
      z.string().nullable().default(null),
      'DIR',
      'a run folder to write: run.json, result.json and tables as CSV',
    ),
    json: jsonOption,
  },
});

export const sampleForm = commandForm({
  name: 'oracle sample',
  summary: 'positions with the values of all their moves',
  description:
    'Writes random undecided positions of an oracle, or of a dataset, with their values and those of all moves: a small file by which ' +
    'heuristics are graded where the oracle is not. Without --oracle the positions of the dataset are solved by themselves, ' +
    'those left out that are too early for it.',
  examples: [
    'oracle sample --oracle oracles/betsy-4 --positions 2000 --out datasets/betsy-4-truth.csv',
    'oracle sample --of datasets/betsy-sample --least 34 --positions 300 --out late.csv',
  ],
  arguments: {},
  options: {
    oracle: optional(z.string(), 'DIR', 'the oracle of the board'),
    of: optional(z.string(), 'DATASET', 'choose among the positions of a dataset whose move was searched'),
    positions: setting(whole(1, 1e6).default(1000), 'K', 'how many, or all where there are fewer'),
    least: optional(whole(1, 400), 'K', 'only boards with at least so many pieces'),
    seed: seedSetting('another seed chooses others'),
    out: setting(z.string().min(1), 'FILE', 'the new CSV file'),
    json: jsonOption,
  },
});

export const truthForm = commandForm({
  name: 'oracle dataset',
  summary: 'a dataset whose results are the truth',
  description:
    'Writes a dataset of positions whose results are their exact values: 1 won, 0.5 drawn, 0 lost. Without ' +
    '--positions or --of it holds every undecided position, once up to symmetry.',
  examples: ['oracle dataset --oracle oracles/betsy-3 --positions 50000 --out datasets/betsy-3-truth'],
  arguments: {},
  options: {
    oracle: oracleOption,
    out: outOption('the new dataset'),
    positions: setting(whole(1, 1e9).nullable().default(null), 'K', 'choose so many at random'),
    of: setting(
      z.string().nullable().default(null),
      'DATASET',
      'those of another dataset whose move was searched, each as often as it is there',
    ),
    seed: seedSetting('another seed chooses others'),
    json: jsonOption,
  },
});
