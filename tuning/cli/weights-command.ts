import { z } from 'zod';
import { builtIn } from '../../engine/games/index.ts';
import { baselineNames, loadWeights } from '../../engine/node/named-weights.ts';
import { isWeightsName, WEIGHTS_HELP } from '../../engine/node/weights-folder.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Game } from '../../engine/game.ts';
import { parseSize, quoted } from '../../engine/text/arguments.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { overText, type Weights, weightsByFeature } from '../../engine/weights.ts';
import { tableLines } from '../process/text-table.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption } from '../settings/common-options.ts';
import { optional, setting, toggle } from '../settings/setting.ts';
import { readWeightsFile, readWeightsText } from '../store/read-weights.ts';
import { cliCommand } from './command.ts';

const gameOption = optional(
  z.string(),
  'GAME',
  'whose default, linear, hand or baseline; the module of a game from outside',
  'every game',
);

const showForm = commandForm({
  name: 'weights show',
  summary: 'what a file is',
  description: 'Prints what weights are for, their numbers, and how they came about.',
  examples: ['weights show default --game betsy --size 6', 'weights show reports/betsy-linear/weights.json'],
  arguments: { file: setting(z.string(), 'FILE', WEIGHTS_HELP) },
  options: {
    game: gameOption,
    size: optional(
      z.string(),
      'N',
      'the size of the board whose weights a name stands for',
      'the usual size of the game',
    ),
    json: toggle('the checked file as JSON on one line'),
  },
});

const show = cliCommand(showForm, ({ file, game: gameName, size, json }, terminal) => {
  weightsNamed(file, gameName, size).forEach(({ game, weights }, i) => {
    if (i > 0 && !json) terminal.out('');
    if (json) terminal.out(JSON.stringify(weights));
    else for (const line of weightsLines(weights, game)) terminal.out(line);
  });
});

const checkForm = commandForm({
  name: 'weights check',
  summary: 'would the player take it?',
  description: 'Checks form, hash and vectors as the player does. Exit code 1 where a file is refused.',
  examples: ['weights check engine/weights/baselines/betsy/*.json'],
  arguments: { files: setting(z.array(z.string()).min(1), 'FILE', WEIGHTS_HELP) },
  options: { game: gameOption, json: toggle('a JSON object a line: file, and why it is refused') },
});

const check = cliCommand(checkForm, ({ files, game: gameName, json }, terminal) => {
  const reasons = files.map((file) => refusal(file, gameName));
  files.forEach((file, i) =>
    terminal.out(
      json ? JSON.stringify({ file, refusal: reasons[i] ?? null }) : `${file}: ${reasons[i] ?? 'good'}`,
    ),
  );
  return reasons.every((reason) => reason === undefined) ? 0 : 1;
});

const diffForm = commandForm({
  name: 'weights diff',
  summary: 'compare two files',
  description: 'Compares the weights of two files of one game, in logits, as their scales may differ.',
  examples: ['weights diff reports/betsy-linear/weights.json hand', 'weights diff linear hand --game conga'],
  arguments: {
    file: setting(z.string(), 'FILE', WEIGHTS_HELP),
    other: setting(z.string(), 'OTHER', WEIGHTS_HELP),
  },
  options: { game: gameOption, json: jsonOption },
});

const diff = cliCommand(diffForm, ({ file, other, game: gameName, json }, terminal) => {
  // A file tells whose it is, and a name beside it is of the same game.
  const first = isWeightsName(file) && !isWeightsName(other) ? undefined : oneNamed(file, gameName);
  const second = oneNamed(other, gameName ?? first?.game.name ?? null);
  const { game, weights } = first ?? oneNamed(file, second.game.name);
  if (second.game !== game)
    throw new InputError(`${file} is of ${game.name} and ${other} of ${second.game.name}; expected one game`);
  if (json) terminal.out(JSON.stringify(difference(weights, second.weights, game)));
  else for (const line of differenceLines(weights, second.weights, game)) terminal.out(line);
});

export const commands = [show, check, diff];

interface NamedWeights {
  game: Game;
  weights: Weights;
}

/** The weights of a file, or those that a name stands for: in the game that was named, or in each built-in one that has them. */
function weightsNamed(name: string, gameName: string | null, size: string | null = null): NamedWeights[] {
  const chosen = gameName === null ? undefined : parseGame(gameName);
  if (!isWeightsName(name)) return [readWeightsFile(name, chosen)];
  const sizeOf = (game: Game) => (size === null ? game.usualSize : parseSize(game, size));
  const weightsOf = (game: Game) => ({ game, weights: loadWeights(game, sizeOf(game), name, 'FILE') });
  if (chosen !== undefined) return [weightsOf(chosen)];
  const having = builtIn.filter(
    (game) => !name.startsWith('baseline:') || baselineNames(game).includes(name),
  );
  if (having.length > 0) return having.map(weightsOf);
  const known = builtIn.map((game) => `${game.name}: ${baselineNames(game).join(', ')}`);
  throw new InputError(`FILE is ${quoted(name)}; the baselines of ${known.join('; of ')}`);
}

function oneNamed(name: string, gameName: string | null): NamedWeights {
  if (isWeightsName(name) && gameName === null)
    throw new InputError(`${quoted(name)} is of every game; expected --game with one of them`);
  return weightsNamed(name, gameName)[0];
}

/** Why weights are refused; undefined where they are not. A file that cannot be read at all is wrong input. */
function refusal(file: string, gameName: string | null): string | undefined {
  if (!isWeightsName(file)) readWeightsText(file);
  try {
    weightsNamed(file, gameName);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message.replace(`${file}: `, '');
  }
}

function weightsLines(read: Weights, game: Game): string[] {
  const { size, kind, scale, vectors, provenance, evidence, sha256: hash } = read;
  return [
    `${kind} weights for ${game.name}, size ${size}, over ${overText(read)}`,
    `win probability = sigmoid(score / ${scale}); ${vectors.length} vectors; sha256 ${hash}`,
    '',
    ...featureLines(read, game),
    `provenance: ${JSON.stringify(provenance, undefined, 2)}`,
    ...evidenceLines(evidence),
  ];
}

/** What a gate writes into weights that it accepts, as far as it is shown here. */
const evidenceForm = z.object({
  champion: z.string(),
  matches: z.array(
    z.object({
      stage: z.string(),
      size: z.number(),
      pairs: z.array(z.number()),
      elo: z
        .object({ value: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() })
        .nullable(),
      sprt: z.object({ decision: z.string() }).nullable(),
    }),
  ),
});

/** The matches by which a gate accepted the weights; evidence of another form is shown as it is. */
function evidenceLines(evidence: unknown): string[] {
  if (evidence === undefined) return ['evidence: none; no gate has accepted these weights'];
  const { success, data } = evidenceForm.safeParse(evidence);
  if (!success) return [`evidence: ${JSON.stringify(evidence, undefined, 2)}`];
  const number = (elo: number | null | undefined) =>
    elo === null || elo === undefined ? 'unknown' : elo.toFixed(0);
  const rows = data.matches.map(({ stage, size, pairs, elo, sprt }) => [
    `size ${size}, ${stage}`,
    2 * pairs.reduce((sum, count) => sum + count, 0),
    number(elo?.value),
    number(elo?.low),
    number(elo?.high),
    sprt?.decision ?? '',
  ]);
  return [
    `evidence: accepted by a gate against the champion of then, sha256 ${data.champion}`,
    ...tableLines([['match', 'games', 'Elo', 'from', 'to', 'test'], ...rows]),
  ];
}

function featureLines(read: Weights, game: Game): string[] {
  const byFeature = weightsByFeature(read, game);
  if (byFeature === undefined) return [];
  const rows = Object.entries(byFeature).map(([name, weight]) => [
    name,
    weight,
    (weight / read.scale).toFixed(4),
  ]);
  return [...tableLines([['feature', 'weight', 'logits'], ...largest(rows, 1)]), ...moreLine(rows), ''];
}

// What a person reads; --json has all.
const MOST_SHOWN = 60;

/** The rows, or the largest by a number of theirs where there are too many to read. */
function largest<Row extends readonly (string | number)[]>(rows: readonly Row[], by: number): readonly Row[] {
  if (rows.length <= MOST_SHOWN) return rows;
  const sizeOf = (row: Row) => Math.abs(Number(row[by]));
  return rows.toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, MOST_SHOWN);
}

function moreLine({ length }: readonly unknown[]): string[] {
  return length <= MOST_SHOWN ? [] : [`and ${length - MOST_SHOWN} smaller ones; --json has all`];
}

function differenceLines(first: Weights, second: Weights, game: Game): string[] {
  if (first.sha256 === second.sha256) return ['the files hold the same weights'];
  const heading = `scale ${first.scale} against ${second.scale}, size ${first.size} against ${second.size}`;
  const [ofFirst, ofSecond] = [first, second].map((weights) => weightsByFeature(weights, game));
  if (ofFirst === undefined || ofSecond === undefined)
    return [
      `kind ${first.kind} against ${second.kind}`,
      heading,
      `the weights of a ${(ofFirst === undefined ? first : second).kind} have no names to compare`,
    ];
  const rows = inLogits(first, second, ofFirst, ofSecond).map(({ feature, first: one, second: other }) => [
    feature,
    one.toFixed(4),
    other.toFixed(4),
    (one - other).toFixed(4),
  ]);
  const table = [['feature, in logits', 'first', 'second', 'difference'], ...largest(rows, 3)];
  return [heading, ...tableLines(table), ...moreLine(rows)];
}

type ByFeature = Readonly<Record<string, number>>;

function inLogits(first: Weights, second: Weights, ofFirst: ByFeature, ofSecond: ByFeature) {
  return Object.keys({ ...ofFirst, ...ofSecond }).map((feature) => ({
    feature,
    first: (ofFirst[feature] ?? 0) / first.scale,
    second: (ofSecond[feature] ?? 0) / second.scale,
  }));
}

/** The same as an object: the features are null where one of the two has no weights of features. */
function difference(first: Weights, second: Weights, game: Game) {
  const [ofFirst, ofSecond] = [first, second].map((weights) => weightsByFeature(weights, game));
  const about = ({ kind, size, scale, sha256 }: Weights) => ({ kind, size, scale, sha256 });
  return {
    game: game.name,
    first: about(first),
    second: about(second),
    logits:
      ofFirst === undefined || ofSecond === undefined ? null : inLogits(first, second, ofFirst, ofSecond),
  };
}
