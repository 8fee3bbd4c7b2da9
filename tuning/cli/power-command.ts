import type { Command } from 'commander';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { fixedPairs, pairVariance, sprtPower } from '../statistics/power.ts';
import { parseNumber } from './arguments.ts';
import { addSprtOptions, parseElo, parseSprtSettings, type SprtOptions } from './sprt-options.ts';

interface PowerOptions extends Omit<SprtOptions, 'elo1'> {
  elo: string;
  elo1?: string;
  draws?: string;
  variance?: string;
  json?: boolean;
}

export function addPowerCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('power')
    .summary('how many games a difference takes')
    .description(
      'Tells how many pairs of games it takes to tell a difference of --elo from one of --elo0: in a match of ' +
        'fixed length, and on average in a sequential test of --elo0 against --elo1, for several true differences. ' +
        'Normalized Elo allows for draws by itself: --draws and --variance matter to --model logistic alone.',
    )
    .requiredOption('--elo <ELO>', 'the difference to detect');
  addSprtOptions(command)
    .option('--draws <P>', 'the share of drawn games, between even players; 0 unless told otherwise')
    .option('--variance <V>', 'the variance of the score of a pair, as sprt prints it, instead of --draws')
    .option('--json', 'one JSON object')
    .addHelpText('after', '\nExample:\n  evalsmith power --elo 20 --model logistic --draws 0.1')
    .action((options: PowerOptions) => {
      const elo = parseElo('--elo', options.elo);
      const elo0 = parseElo('--elo0', options.elo0);
      if (elo <= elo0)
        throw new InputError(`--elo is ${elo} and --elo0 is ${elo0}; expected --elo to be the higher`);
      const settings = parseSprtSettings({ ...options, elo1: options.elo1 ?? options.elo });
      const variance = parseVariance(options);
      const fixed = Math.ceil(fixedPairs(elo, settings, variance));
      const truths = new Set([elo0, (elo0 + settings.elo1) / 2, settings.elo1, elo]);
      const sequential = [...truths]
        .toSorted((one, other) => one - other)
        .map((truth) => {
          const { pass, pairs } = sprtPower(truth, settings, variance);
          return { elo: truth, pass, pairs: Math.ceil(pairs) };
        });
      if (options.json) {
        terminal.out(JSON.stringify({ elo, settings, variance, fixed: { pairs: fixed }, sequential }));
        return;
      }
      terminal.out(`Fixed length: ${lengthOf(fixed)}`);
      terminal.out(`SPRT [${elo0}, ${settings.elo1}] ${settings.model}, on average where the truth is`);
      for (const { elo: truth, pass, pairs } of sequential)
        terminal.out(`  ${truth}: ${lengthOf(pairs)}, H1 accepted in ${(pass * 100).toFixed(1)} %`);
    });
}

function lengthOf(pairs: number): string {
  return `${pairs} pairs, ${2 * pairs} games`;
}

function parseVariance({ draws, variance }: PowerOptions): number {
  if (draws !== undefined && variance !== undefined)
    throw new InputError('--draws and --variance exclude each other; both were given');
  return variance === undefined
    ? pairVariance(parseNumber('--draws', draws ?? '0', 0, 0.999))
    : parseNumber('--variance', variance, 0.0001, 0.25);
}
