import { Command, Option } from 'commander';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { parseGame } from '../../engine/text/position-arguments.ts';
import { choicesOf, flagName, flagText, isToggle, parseFlag } from './flag.ts';
import type { Settings, Values } from './setting.ts';

/** A command as it is declared: from this come its help, its parsing, and the exact text that runs it again. */
export interface CommandForm<Arguments extends Settings = Settings, Options extends Settings = Settings> {
  /** Its words: `fit linear`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly arguments: Arguments;
  /** Those without a default, and not nullable, must be given. */
  readonly options: Options;
  /** Whether it has nothing to do with any game; else one whose form names no game takes --game for those of its files. */
  readonly isWithoutGame?: boolean;
}

export type CommandValues<Form> =
  Form extends CommandForm<infer Arguments, infer Options> ? Values<Arguments & Options> : never;

/** Declares a command; the types of its values come from its settings. */
export function commandForm<const Arguments extends Settings, const Options extends Settings>(
  form: CommandForm<Arguments, Options>,
): CommandForm<Arguments, Options> {
  return form;
}

/** Adds a command to a program, below the groups of its first words; `act` gets its values, checked. */
export function addCommand<Arguments extends Settings, Options extends Settings>(
  program: Command,
  form: CommandForm<Arguments, Options>,
  act: (values: Values<Arguments & Options>) => unknown,
): void {
  const words = form.name.split(' ');
  const group = words.slice(0, -1).reduce((parent, word) => {
    return parent.commands.find((known) => known.name() === word) ?? parent.command(word);
  }, program);
  const command = group
    .command(words.at(-1)!)
    .summary(form.summary)
    .description(form.description)
    .addHelpText(
      'after',
      `\nExample:\n${form.examples.map((example) => `  evalsmith ${example}`).join('\n')}`,
    );
  for (const schema of Object.values(form.arguments)) command.argument(...argumentOf(schema));
  for (const [name, schema] of Object.entries(form.options)) command.addOption(optionOf(name, schema));
  if (takesGames(form))
    command.option(
      '--game <GAME>',
      'the path or package of a game that files are of and evalsmith.json does not list; may be given again',
      (text, before: string[]) => [...before, text],
      [],
    );
  command.action(async (...typed: unknown[]) => {
    const options = typed[command.registeredArguments.length] as Record<string, unknown>;
    const texts = { ...options };
    if (takesGames(form)) (options['game'] as string[]).forEach(parseGame);
    Object.keys(form.arguments).forEach((name, i) => (texts[name] = typed[i]));
    await act(valuesOf(form, texts) as Values<Arguments & Options>);
  });
}

/** Whether the games of a command are those that its files name. */
function takesGames(form: CommandForm): boolean {
  return !form.isWithoutGame && !('game' in form.arguments) && !('game' in form.options);
}

function argumentOf(schema: z.ZodType): [string, string, unknown?] {
  const { value = '', description = '' } = schema.meta() ?? {};
  const isMany =
    schema instanceof z.ZodArray || (schema instanceof z.ZodDefault && Array.isArray(defaultOf(schema)));
  const word = isMany ? `${value}...` : value;
  const usual = defaultOf(schema);
  if (usual === undefined) return [`<${word}>`, description];
  return [`[${word}]`, description, isMany ? undefined : usual];
}

function optionOf(name: string, schema: z.ZodType): Option {
  const { value, description, usual } = schema.meta() ?? {};
  if (value === undefined) return new Option(flagName(name), description);
  const otherwise = defaultOf(schema);
  const about = otherwise === undefined ? `${description} (required)` : description;
  const option = new Option(`${flagName(name)} <${value}>`, about);
  // For the completion in shells; what may be typed is checked by the schema.
  option.argChoices = choicesOf(schema);
  if (otherwise === undefined) return option;
  if (otherwise === null) return usual === undefined ? option : option.default(null, usual);
  const text = flagText(schema, otherwise);
  return text === '' ? option : option.default(text, text);
}

/** What a setting is when it is not given; undefined where it must be. */
function defaultOf(schema: z.ZodType): unknown {
  const read = schema.safeParse(undefined);
  return read.success ? read.data : undefined;
}

function valuesOf(form: CommandForm, texts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(form.arguments))
    values[name] =
      typeof texts[name] === 'string'
        ? parseFlag(schema.meta()!.value!, schema, texts[name])
        : schema.parse(texts[name]);
  for (const [name, schema] of Object.entries(form.options)) {
    const text = texts[name];
    // Not left to commander, which would tell of it before an option that is mistyped.
    if (text === undefined && !isToggle(schema) && defaultOf(schema) === undefined)
      throw new InputError(`expected the option ${flagName(name)} <${schema.meta()?.value}>`);
    values[name] =
      typeof text === 'string' ? parseFlag(flagName(name), schema, text) : schema.parse(text ?? undefined);
  }
  return values;
}

/** The words of the command that has these values, after `evalsmith`; values that are the default are not named. */
export function commandWords<Form extends CommandForm>(
  form: Form,
  values: Partial<CommandValues<Form>>,
): string[] {
  const given = values as Readonly<Record<string, unknown>>;
  const words = [
    ...form.name.split(' '),
    ...Object.keys(form.arguments).flatMap((name) => given[name] as string),
  ];
  for (const [name, schema] of Object.entries(form.options)) {
    const value = given[name];
    if (value === undefined || value === null || JSON.stringify(value) === JSON.stringify(defaultOf(schema)))
      continue;
    words.push(flagName(name), ...(isToggle(schema) ? [] : [flagText(schema, value)]));
  }
  return words;
}

/** The command that has these values, as a shell reads it. */
export function commandText<Form extends CommandForm>(
  form: Form,
  values: Partial<CommandValues<Form>>,
): string {
  return shellText(['evalsmith', ...commandWords(form, values)]);
}

/** Words as a shell reads them: those that mean something to it are quoted. */
function shellText(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
