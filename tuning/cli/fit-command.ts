import type { Command } from 'commander';
import { parseWhole, quoted } from '../../engine/text/arguments.ts';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { ACTIVATIONS, HIDDEN_MOST, HIDDEN_STEP } from '../../engine/models/network/network-evaluator.ts';
import type { RowSettings } from '../fit/data/data-settings.ts';
import { type FitKind, fitSettings } from '../fit/data/fit-kind.ts';
import { linearKind } from '../fit/linear/linear-kind.ts';
import type { LinearSettings } from '../fit/linear/linear-settings.ts';
import { networkKind } from '../fit/network/network-kind.ts';
import type { NetworkSettings } from '../fit/network/network-settings.ts';
import { parseNumber } from './arguments.ts';

interface SharedOptions {
  out: string;
  lambda?: string;
  scoreScale?: string;
  fraction?: string;
  heldOut?: string;
  seed?: string;
  keep?: string;
  firstPly?: string;
}

interface LinearOptions extends SharedOptions {
  ridge?: string;
  without?: string;
}

interface NetworkOptions extends SharedOptions {
  hidden?: string;
  activation?: string;
  epochs?: string;
  patience?: string;
  batch?: string;
  rate?: string;
  optimizer?: string;
  weightDecay?: string;
  schedule?: string;
  warmUp?: string;
}

export function addFitCommand(program: Command, terminal: Terminal, fail: (code: number) => void): void {
  const fit = program
    .command('fit')
    .summary('fit weights to datasets')
    .description('Fits a heuristic to recorded games.')
    .addHelpText('after', '\nExample:\n  evalsmith fit linear datasets/betsy-7 --out reports/betsy-linear');
  addLinearCommand(fit, terminal, fail);
  addNetworkCommand(fit, terminal, fail);
}

function addLinearCommand(fit: Command, terminal: Terminal, fail: (code: number) => void): void {
  const command = fit
    .command(linearKind.name)
    .summary(linearKind.summary)
    .description(linearKind.description)
    .argument('<DATASET...>', 'folders of datasets, all of one game and size')
    .requiredOption('--out <DIR>', 'the run folder, which must not exist')
    .option('--ridge <R>', 'how strongly weights are pulled to 0, in rows; 1 by default')
    .option('--without <NAMES>', 'features to leave out, separated by commas');
  addSharedOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith fit linear datasets/betsy-7 --lambda 0.7 --out reports/betsy-linear',
    )
    .action(async (datasets: string[], options: LinearOptions) => {
      fail(await fitAs(linearKind, datasets, linearSettingsOf(options), options.out, terminal));
    });
}

function addNetworkCommand(fit: Command, terminal: Terminal, fail: (code: number) => void): void {
  const command = fit
    .command(networkKind.name)
    .summary(networkKind.summary)
    .description(networkKind.description)
    .argument('<DATASET...>', 'folders of datasets, all of one game and size')
    .requiredOption(
      '--out <DIR>',
      'the run folder, which must not exist; DIR.checkpoint is beside it until it does',
    )
    .option('--hidden <H>', 'hidden units of each side, a multiple of 8 up to 128; 32 by default')
    .option('--activation <NAME>', 'of the hidden units: clipped (by default) or squared')
    .option('--epochs <N>', 'the most passes over the positions; 40 by default')
    .option(
      '--patience <N>',
      'ends after so many epochs without a lower loss on held-out games; 6 by default',
    )
    .option('--batch <N>', 'positions of a step; 2048 by default')
    .option('--rate <R>', 'the rate between warm-up and decay; 0.005 by default')
    .option('--optimizer <NAME>', 'adam (by default) or adamw, which has a weight decay')
    .option('--weight-decay <D>', 'of adamw: how strongly weights are pulled to 0; 0.01 by default')
    .option('--schedule <NAME>', 'of the rate after the warm-up: constant, linear or cosine (by default)')
    .option('--warm-up <F>', 'the share of all steps over which the rate rises; 0.05 by default');
  addSharedOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith fit network datasets/raichu-1 --hidden 32 --lambda 0.7 --out reports/raichu-network',
    )
    .action(async (datasets: string[], options: NetworkOptions) => {
      fail(await fitAs(networkKind, datasets, networkSettingsOf(options), options.out, terminal));
    });
}

/** Fits with the settings that were given; the schema of the kind checks them. */
async function fitAs(
  kind: FitKind,
  datasets: readonly string[],
  given: object,
  out: string,
  terminal: Terminal,
): Promise<number> {
  const { runFit } = await import('../fit/fit-run.ts');
  return runFit(kind, datasets, fitSettings(kind, given, `fit ${kind.name}`), out, terminal);
}

function addSharedOptions(command: Command): Command {
  return command
    .option(
      '--lambda <L>',
      'the target is L * result + (1 - L) * sigmoid(search score / scale); 1 by default',
    )
    .option('--score-scale <S>', 'that scale; fitted to the results unless given')
    .option('--fraction <F>', 'the share of the games to learn from; 1 by default')
    .option('--held-out <F>', 'the share of games kept apart to measure by; 0.1 by default')
    .option('--seed <S>', 'decides which games those are, and all else that is random; 1 by default')
    .option('--keep <KINDS>', 'rows to keep that are left out by default: decided,random,openings,noisy')
    .option('--first-ply <P>', 'leaves out the plies before; 0 by default');
}

// The settings that were given; those that were not get their defaults from the schema.

function linearSettingsOf(options: LinearOptions): Partial<LinearSettings> {
  const settings: Partial<LinearSettings> = sharedSettingsOf(options);
  const { ridge, without } = options;
  if (ridge !== undefined) settings.ridge = parseNumber('--ridge', ridge, 0, 1e9);
  if (without !== undefined) settings.without = without.split(',').map((name) => name.trim());
  return settings;
}

function networkSettingsOf(options: NetworkOptions): Partial<NetworkSettings> {
  const settings: Partial<NetworkSettings> = sharedSettingsOf(options);
  const { hidden, activation, epochs, patience, batch, rate, weightDecay, warmUp } = options;
  if (hidden !== undefined) {
    settings.hidden = parseWhole('--hidden', hidden, HIDDEN_STEP, HIDDEN_MOST);
    if (settings.hidden % HIDDEN_STEP !== 0)
      throw new InputError(`--hidden is ${quoted(hidden)}; expected a multiple of ${HIDDEN_STEP}`);
  }
  if (activation !== undefined) {
    settings.activation = ACTIVATIONS.find((known) => known === activation);
    if (settings.activation === undefined)
      throw new InputError(`--activation is ${quoted(activation)}; expected ${ACTIVATIONS.join(' or ')}`);
  }
  if (epochs !== undefined) settings.epochs = parseWhole('--epochs', epochs, 1, 10_000);
  if (patience !== undefined) settings.patience = parseWhole('--patience', patience, 1, 10_000);
  if (batch !== undefined) settings.batch = parseWhole('--batch', batch, 1, 65_536);
  if (rate !== undefined) settings.rate = parseNumber('--rate', rate, 1e-6, 1);
  if (weightDecay !== undefined) settings.weightDecay = parseNumber('--weight-decay', weightDecay, 0, 1);
  if (warmUp !== undefined) settings.warmUp = parseNumber('--warm-up', warmUp, 0, 1);
  const { optimizer, schedule } = options as Pick<NetworkSettings, 'optimizer' | 'schedule'>;
  return { ...settings, ...(optimizer && { optimizer }), ...(schedule && { schedule }) };
}

function sharedSettingsOf(options: SharedOptions): Partial<LinearSettings & NetworkSettings> {
  const settings: Partial<LinearSettings & NetworkSettings> = keptRows(options.keep);
  const { lambda, scoreScale, fraction, heldOut, seed, firstPly } = options;
  if (lambda !== undefined) settings.lambda = parseNumber('--lambda', lambda, 0, 1);
  if (scoreScale !== undefined) settings.scoreScale = parseNumber('--score-scale', scoreScale, 0.001, 1e6);
  if (fraction !== undefined) settings.fraction = parseNumber('--fraction', fraction, 1e-6, 1);
  if (heldOut !== undefined) settings.heldOut = parseNumber('--held-out', heldOut, 0.01, 0.9);
  if (seed !== undefined) settings.seed = parseWhole('--seed', seed, 0, Number.MAX_SAFE_INTEGER);
  if (firstPly !== undefined) settings.firstPly = parseWhole('--first-ply', firstPly, 0, 10_000);
  return settings;
}

function keptRows(text: string | undefined): Partial<RowSettings> {
  const settings = {
    decided: 'keepDecided',
    random: 'keepRandom',
    openings: 'keepOpenings',
    noisy: 'keepNoisy',
  } as const;
  const kept: Partial<RowSettings> = {};
  for (const kind of text?.split(',') ?? []) {
    if (!Object.hasOwn(settings, kind))
      throw new InputError(
        `--keep names ${JSON.stringify(kind)}; expected some of ${Object.keys(settings).join(', ')}`,
      );
    kept[settings[kind as keyof typeof settings]] = true;
  }
  return kept;
}
