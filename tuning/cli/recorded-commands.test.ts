import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addCommand, type CommandForm, commandWords } from '../settings/command-form.ts';
import { packageFolder } from '../store/identity.ts';
import { commandsOf } from './program.ts';

const forms = (await commandsOf()).map(({ form }) => form);

/** Values that a setting can have and a person can type. */
function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodDefault) return arbitraryOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodNullable)
    return fc.option(arbitraryOf(schema.unwrap() as z.ZodType), { nil: null });
  return plain(schema).filter((value) => z.safeEncode(schema, value).success);
}

function plain(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodNumber) {
    const [least, most] = [schema.minValue ?? -1e6, schema.maxValue ?? 1e6];
    if (!schema.isInt) return fc.double({ min: least, max: most, noNaN: true }).map((number) => number + 0);
    const step = schema.safeParse(1 + Math.max(least, 0)).success ? 1 : 8;
    return fc
      .integer({ min: Math.ceil(least / step), max: Math.floor(most / step) })
      .map((n) => n * step + 0);
  }
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodString) return fc.stringMatching(/^[^-,][^,\n]{0,20}$/);
  if (schema instanceof z.ZodArray)
    return fc.array(plain(schema.element as z.ZodType), { minLength: 1, maxLength: 4 });
  if (schema instanceof z.ZodObject)
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, part]) => [name, arbitraryOf(part as z.ZodType)]),
      ),
    );
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((option) => plain(option as z.ZodType)));
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodPipe) return fc.integer({ min: 1, max: 1e9 });
  throw new Error(`no values are known of ${schema.def.type}`);
}

async function parsed(form: CommandForm, words: readonly string[]): Promise<unknown> {
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  let values: unknown;
  addCommand(program, form, (given) => (values = given));
  await program.parseAsync(words, { from: 'user' });
  return values;
}

describe.each(forms.map((form) => ({ name: form.name, form })))('evalsmith $name', ({ form }) => {
  test('reads the command that is written for its values as those values', async () => {
    const shape = { ...form.arguments, ...form.options };
    const values = fc.record(
      Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, arbitraryOf(schema)])),
    );
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        expect(await parsed(form, commandWords(form, given))).toEqual(given);
      }),
      { numRuns: 60 },
    );
  });

  test('has an example that it reads', async () => {
    for (const example of form.examples) await parsed(form, wordsOf(example));
  });
});

/** The words of a command as a shell reads it. */
function wordsOf(text: string): string[] {
  return Array.from(text.matchAll(/(?:[^\s']|'[^']*')+/g), ([word]) => word.replaceAll("'", ''));
}

const reports = join(packageFolder(), 'reports');
const published = readdirSync(reports, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /(^|[\\/])run\.json$/.test(file),
);

test.each(published)('the command of %s is read as its settings', async (file) => {
  const run = JSON.parse(readFileSync(join(reports, file), 'utf8')) as {
    command: string;
    settings: Record<string, unknown>;
  };
  const [program, ...words] = wordsOf(run.command);
  expect(program).toBe('evalsmith');
  const form = forms.find(({ name }) => words.join(' ').startsWith(`${name} `))!;
  const values = await parsed(form, words);
  if (!('config' in form.arguments)) return expect(values).toMatchObject(run.settings);
  // What stands in a config is not typed; it is looked at where it is committed too.
  const { config } = values as { config: string };
  expect(config).toMatch(/\.json$/);
  const committed = join(packageFolder(), config);
  if (existsSync(committed))
    expect(run.settings).toMatchObject(JSON.parse(readFileSync(committed, 'utf8')) as object);
});
