import { Option } from 'commander';
import { WEIGHTS_HELP } from '../node/weights-folder.ts';

/** An option whose value, where it is not given, depends on something else, told in words. */
export function optionWithUsual(flags: string, help: string, usual: string): Option {
  return new Option(flags, help).default(undefined, usual);
}

/** Whose judgement a command takes. */
export function weightsOption(help: string): Option {
  return optionWithUsual('--weights <FILE>', `${help}: ${WEIGHTS_HELP}`, 'default');
}
