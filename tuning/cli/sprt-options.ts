import type { Command } from 'commander';
import { quoted } from '../../engine/text/arguments.ts';
import { InputError } from '../../engine/input-error.ts';
import type { EloModel } from '../statistics/elo.ts';
import type { SprtSettings } from '../statistics/sprt.ts';
import { parseNumber } from './arguments.ts';

/** The options of a sequential test as they are typed. */
export interface SprtOptions {
  elo0: string;
  elo1: string;
  alpha: string;
  beta: string;
  model: string;
}

/** Adds the options of a sequential test; `elo1` says what --elo1 is when it is not given. */
export function addSprtOptions(command: Command, elo1?: string): Command {
  return command
    .option('--elo0 <ELO>', 'the difference of H0', '0')
    .option(
      '--elo1 <ELO>',
      `the difference of H1${elo1 === undefined ? '; that of --elo unless told otherwise' : ''}`,
      elo1,
    )
    .option('--alpha <P>', 'the probability of accepting H1 where H0 is true', '0.05')
    .option('--beta <P>', 'the probability of accepting H0 where H1 is true', '0.05')
    .option(
      '--model <MODEL>',
      'the scale of all Elo given: logistic, or normalized by the spread',
      'normalized',
    );
}

export function parseElo(name: string, text: string): number {
  return parseNumber(name, text, -1000, 1000);
}

export function parseSprtSettings(options: SprtOptions): SprtSettings {
  const elo0 = parseElo('--elo0', options.elo0);
  const elo1 = parseElo('--elo1', options.elo1);
  if (elo0 >= elo1)
    throw new InputError(`--elo0 is ${elo0} and --elo1 is ${elo1}; expected --elo0 to be the lower`);
  return {
    elo0,
    elo1,
    alpha: parseNumber('--alpha', options.alpha, 0.0001, 0.49),
    beta: parseNumber('--beta', options.beta, 0.0001, 0.49),
    model: parseModel(options.model),
  };
}

function parseModel(text: string): EloModel {
  if (text !== 'logistic' && text !== 'normalized')
    throw new InputError(`--model is ${quoted(text)}; expected logistic or normalized`);
  return text;
}
