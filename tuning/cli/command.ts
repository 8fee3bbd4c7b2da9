import type { Terminal } from '../../engine/node/terminal.ts';
import type { CommandForm } from '../settings/command-form.ts';
import type { Settings, Values } from '../settings/setting.ts';

/** A command: how it is declared and what it does. It returns its exit code, or nothing where that is 0. */
export interface CliCommand {
  readonly form: CommandForm;
  readonly act: (values: never, terminal: Terminal) => Promise<number | void> | number | void;
}

/** What a command needs beyond its form is loaded when it acts: help and wrong input come without it. */
export function cliCommand<Arguments extends Settings, Options extends Settings>(
  form: CommandForm<Arguments, Options>,
  act: (values: Values<Arguments & Options>, terminal: Terminal) => ReturnType<CliCommand['act']>,
): CliCommand {
  return { form, act };
}
