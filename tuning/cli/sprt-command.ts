import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { eloBounds, sprtRisks } from '../prove/sprt-settings.ts';
import { commandForm } from '../settings/command-form.ts';
import { jsonOption } from '../settings/common-options.ts';
import { optional, setting, whole } from '../settings/setting.ts';
import { estimate } from '../statistics/estimate.ts';
import { fixedPairs, pairVariance, sprtPower } from '../statistics/power.ts';
import { sprt } from '../statistics/sprt.ts';
import { strengthLines, testLines } from '../statistics/strength-text.ts';
import { cliCommand } from './command.ts';

const elo = eloBounds.elo0.unwrap();
const { elo0 } = eloBounds;
const pairs = (value: string, help: string) => setting(whole(0, 1e9), value, help);

const sprtForm = commandForm({
  name: 'sprt',
  isWithoutGame: true,
  summary: 'what the pairs of a match prove',
  description:
    'Estimates the Elo difference from the pairs of games of a match, and decides between the differences ' +
    '--elo0 (H0) and --elo1 (H1) by the sequential probability ratio test. The arguments count the pairs ' +
    'by their two results.',
  examples: ['sprt 50 287 610 387 73 --elo0 0 --elo1 5'],
  arguments: {
    LL: pairs('LL', 'both lost'),
    LD: pairs('LD', 'a loss and a draw'),
    DD: pairs('DD', 'two draws, or a win and a loss'),
    WD: pairs('WD', 'a win and a draw'),
    WW: pairs('WW', 'both won'),
  },
  options: {
    elo0,
    elo1: setting(elo.default(5), 'ELO', 'the difference of H1'),
    ...sprtRisks,
    json: jsonOption,
  },
});

const test = cliCommand(sprtForm, ({ LL, LD, DD, WD, WW, json, ...settings }, terminal) => {
  needOrder(settings);
  const tally = [LL, LD, DD, WD, WW];
  const strength = estimate(tally);
  const result = sprt(tally, settings);
  if (json) terminal.out(JSON.stringify({ pairs: tally, estimate: strength, settings, ...result }));
  else
    for (const line of [...strengthLines(tally, strength), ...testLines(settings, result)])
      terminal.out(line);
});

const powerForm = commandForm({
  name: 'power',
  isWithoutGame: true,
  summary: 'how many games a difference takes',
  description:
    'Tells how many pairs of games it takes to tell a difference of --elo from one of --elo0: in a match of ' +
    'fixed length, and on average in a sequential test of --elo0 against --elo1, for several true differences. ' +
    'Normalized Elo allows for draws by itself: --draws and --variance matter to --model logistic alone.',
  examples: ['power --elo 20 --model logistic --draws 0.1'],
  arguments: {},
  options: {
    elo: setting(elo, 'ELO', 'the difference to detect'),
    elo0,
    elo1: optional(elo, 'ELO', 'the difference of H1', 'that of --elo'),
    ...sprtRisks,
    draws: optional(z.number().min(0).max(0.999), 'P', 'the share of drawn games, between even players', '0'),
    variance: optional(
      z.number().min(0.0001).max(0.25),
      'V',
      'the variance of the score of a pair, as sprt prints it, instead of --draws',
    ),
    json: jsonOption,
  },
});

const power = cliCommand(powerForm, ({ elo: wanted, draws, variance: given, json, ...values }, terminal) => {
  const settings = { ...values, elo1: values.elo1 ?? wanted };
  if (wanted <= settings.elo0)
    throw new InputError(
      `--elo is ${wanted} and --elo0 is ${settings.elo0}; expected --elo to be the higher`,
    );
  needOrder(settings);
  if (draws !== null && given !== null)
    throw new InputError('--draws and --variance exclude each other; both were given');
  const variance = given ?? pairVariance(draws ?? 0);
  const fixed = Math.ceil(fixedPairs(wanted, settings, variance));
  const truths = new Set([settings.elo0, (settings.elo0 + settings.elo1) / 2, settings.elo1, wanted]);
  const sequential = [...truths]
    .toSorted((one, other) => one - other)
    .map((truth) => {
      const { pass, pairs: length } = sprtPower(truth, settings, variance);
      return { elo: truth, pass, pairs: Math.ceil(length) };
    });
  if (json) {
    terminal.out(JSON.stringify({ elo: wanted, settings, variance, fixed: { pairs: fixed }, sequential }));
    return;
  }
  terminal.out(`Fixed length: ${lengthOf(fixed)}`);
  terminal.out(`SPRT [${settings.elo0}, ${settings.elo1}] ${settings.model}, on average where the truth is`);
  for (const { elo: truth, pass, pairs: length } of sequential)
    terminal.out(`  ${truth}: ${lengthOf(length)}, H1 accepted in ${(pass * 100).toFixed(1)} %`);
});

export const commands = [test, power];

function needOrder(settings: { elo0: number; elo1: number }): void {
  if (settings.elo0 >= settings.elo1)
    throw new InputError(
      `--elo0 is ${settings.elo0} and --elo1 is ${settings.elo1}; expected --elo0 to be the lower`,
    );
}

function lengthOf(pairs: number): string {
  return `${pairs} pairs, ${2 * pairs} games`;
}
