import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import type { Game } from '../../engine/game.ts';
import { overText, type Weights, weightsByFeature } from '../../engine/weights.ts';
import { tableLines } from '../process/text-table.ts';
import { commandForm } from '../settings/command-form.ts';
import { setting, toggle } from '../settings/setting.ts';
import { readWeightsFile, readWeightsText } from '../store/read-weights.ts';
import { cliCommand } from './command.ts';

const fileArgument = setting(z.string(), 'FILE', 'a weights file');

const showForm = commandForm({
  name: 'weights show',
  summary: 'what a file is',
  description: 'Prints what a weights file is for, its weights, and how it came about.',
  examples: ['weights show engine/weights/baselines/betsy/hand.json'],
  arguments: { file: fileArgument },
  options: { json: toggle('the checked file as JSON on one line') },
});

const show = cliCommand(showForm, ({ file, json }, terminal) => {
  const { game, weights } = readWeightsFile(file);
  if (json) terminal.out(JSON.stringify(weights));
  else for (const line of weightsLines(weights, game)) terminal.out(line);
});

const checkForm = commandForm({
  name: 'weights check',
  summary: 'would the player take it?',
  description: 'Checks form, hash and vectors as the player does. Exit code 1 where a file is refused.',
  examples: ['weights check engine/weights/baselines/betsy/*.json'],
  arguments: { files: setting(z.array(z.string()).min(1), 'FILE', 'weights files') },
  options: {},
});

const check = cliCommand(checkForm, ({ files }, terminal) => {
  const reasons = files.map(refusal);
  files.forEach((file, i) => terminal.out(`${file}: ${reasons[i] ?? 'good'}`));
  return reasons.every((reason) => reason === undefined) ? 0 : 1;
});

const diffForm = commandForm({
  name: 'weights diff',
  summary: 'compare two files',
  description: 'Compares the weights of two files of one game, in logits, as their scales may differ.',
  examples: ['weights diff reports/betsy-linear/weights.json baseline:hand'],
  arguments: { file: fileArgument, other: setting(z.string(), 'OTHER', 'a weights file or baseline:NAME') },
  options: {},
});

const diff = cliCommand(diffForm, ({ file, other }, terminal) => {
  const { game, weights: first } = readWeightsFile(file);
  const { weights: second } = readWeightsFile(other, game);
  for (const line of differenceLines(first, second, game)) terminal.out(line);
});

export const commands = [show, check, diff];

/** Why a file is refused; undefined where it is not. A file that cannot be read at all is wrong input. */
function refusal(file: string): string | undefined {
  readWeightsText(file);
  try {
    readWeightsFile(file);
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.message.slice(`${file}: `.length);
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
    ...(evidence === undefined ? [] : [`evidence: ${JSON.stringify(evidence, undefined, 2)}`]),
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
  return [...tableLines([['feature', 'weight', 'logits'], ...rows]), ''];
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
  const rows = Object.keys(ofFirst).map((name) => {
    const [one, other] = [ofFirst[name] / first.scale, ofSecond[name] / second.scale];
    return [name, one.toFixed(4), other.toFixed(4), (one - other).toFixed(4)];
  });
  return [heading, ...tableLines([['feature, in logits', 'first', 'second', 'difference'], ...rows])];
}
