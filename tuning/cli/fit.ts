import type { Command } from 'commander';
import { parseWhole } from '../../engine/cli/arguments.ts';
import type { Terminal } from '../../engine/cli/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import type { LinearSettings } from '../fit/settings.ts';
import { parseNumber } from './arguments.ts';

interface FitLinearOptions {
  out: string;
  lambda?: string;
  scoreScale?: string;
  ridge?: string;
  without?: string;
  fraction?: string;
  heldOut?: string;
  seed?: string;
  keep?: string;
  firstPly?: string;
}

export function addFitCommand(program: Command, terminal: Terminal): void {
  const fit = program
    .command('fit')
    .summary('fit weights to datasets')
    .description('Fits a heuristic to recorded games.')
    .addHelpText('after', '\nExample:\n  evalsmith fit linear datasets/betsy-7 --out reports/betsy-linear');
  addLinearCommand(fit, terminal);
}

function addLinearCommand(fit: Command, terminal: Terminal): void {
  fit
    .command('linear')
    .summary('a weight for each feature')
    .description(
      'Fits a weight to each feature by logistic regression, solved to the end, with 95 % intervals, and writes a run folder: ' +
        'run.json, metrics.csv, weights.json and result.json. The same datasets and settings give the same weights.json.',
    )
    .argument('<DATASET...>', 'folders of datasets, all of one game and size')
    .requiredOption('--out <DIR>', 'the run folder, which must not exist')
    .option(
      '--lambda <L>',
      'the target is L * result + (1 - L) * sigmoid(search score / scale); 1 by default',
    )
    .option('--score-scale <S>', 'that scale; fitted to the results unless given')
    .option('--ridge <R>', 'how strongly weights are pulled to 0, in rows; 1 by default')
    .option('--without <NAMES>', 'features to leave out, separated by commas')
    .option('--fraction <F>', 'the share of the games to learn from; 1 by default')
    .option('--held-out <F>', 'the share of games kept apart to measure by; 0.1 by default')
    .option('--seed <S>', 'decides which games those are; 1 by default')
    .option('--keep <KINDS>', 'rows to keep that are left out by default: decided,random,openings,noisy')
    .option('--first-ply <P>', 'leaves out the plies before; 0 by default')
    .addHelpText(
      'after',
      '\nExample:\n  evalsmith fit linear datasets/betsy-7 --lambda 0.7 --out reports/betsy-linear',
    )
    .action(async (datasets: string[], options: FitLinearOptions) => {
      const { linearSettings } = await import('../fit/settings.ts');
      const settings = linearSettings(settingsOf(options), 'fit linear');
      const { runFitLinear } = await import('../fit/session.ts');
      await runFitLinear(datasets, settings, options.out, terminal);
    });
}

/** The settings that were given; those that were not get their defaults from the schema. */
function settingsOf(options: FitLinearOptions): Partial<LinearSettings> {
  const settings: Partial<LinearSettings> = keptRows(options.keep);
  const { lambda, scoreScale, ridge, without, fraction, heldOut, seed, firstPly } = options;
  if (lambda !== undefined) settings.lambda = parseNumber('--lambda', lambda, 0, 1);
  if (scoreScale !== undefined) settings.scoreScale = parseNumber('--score-scale', scoreScale, 0.001, 1e6);
  if (ridge !== undefined) settings.ridge = parseNumber('--ridge', ridge, 0, 1e9);
  if (without !== undefined) settings.without = without.split(',').map((name) => name.trim());
  if (fraction !== undefined) settings.fraction = parseNumber('--fraction', fraction, 1e-6, 1);
  if (heldOut !== undefined) settings.heldOut = parseNumber('--held-out', heldOut, 0.01, 0.9);
  if (seed !== undefined) settings.seed = parseWhole('--seed', seed, 0, Number.MAX_SAFE_INTEGER);
  if (firstPly !== undefined) settings.firstPly = parseWhole('--first-ply', firstPly, 0, 10_000);
  return settings;
}

function keptRows(text: string | undefined): Partial<LinearSettings> {
  const settings = {
    decided: 'keepDecided',
    random: 'keepRandom',
    openings: 'keepOpenings',
    noisy: 'keepNoisy',
  } as const;
  const kept: Partial<LinearSettings> = {};
  for (const kind of text?.split(',') ?? []) {
    if (!Object.hasOwn(settings, kind))
      throw new InputError(
        `--keep names ${JSON.stringify(kind)}; expected some of ${Object.keys(settings).join(', ')}`,
      );
    kept[settings[kind as keyof typeof settings]] = true;
  }
  return kept;
}
