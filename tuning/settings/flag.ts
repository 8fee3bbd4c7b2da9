// The text of a setting on a command line, both ways, from its schema alone.
import { z } from 'zod';
import { quoted } from '../../engine/text/arguments.ts';
import { InputError } from '../../engine/input-error.ts';

/** As much of JSON Schema as settings use. */
interface Form {
  type?: string | string[];
  enum?: string[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  items?: Form;
  properties?: Record<string, Form>;
  anyOf?: Form[];
}

/** The form of the values of a setting that can be typed: null is said by saying nothing. */
function formOf(schema: z.ZodType): Form {
  const { anyOf, type, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as Form;
  if (anyOf !== undefined) return anyOf.find((form) => form.type !== 'null')!;
  return { ...rest, type: Array.isArray(type) ? type.find((name) => name !== 'null') : type };
}

/** Whether a setting is a word without a value. */
export function isToggle(schema: z.ZodType): boolean {
  return schema.meta()?.value === undefined;
}

/** The words that a setting may be, where it is one of a few. */
export function choicesOf(schema: z.ZodType): string[] | undefined {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return choicesOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : undefined;
}

/** The option of a setting: --opening-bound for openingBound. */
export function flagName(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Reads what a person typed; throws an InputError that says what was expected. */
export function parseFlag(flag: string, schema: z.ZodType, text: string): unknown {
  const form = formOf(schema);
  const value = valueOf(form, text);
  const read = schema.safeParse(value);
  // A text without the form of a value is not the absence of one, for which there may be a default.
  if (read.success && value !== undefined) return read.data;
  const own = read.error?.issues.find(({ code }) => code === 'custom')?.message.replace(/^expected /, '');
  throw new InputError(
    `${flag} is ${quoted(text)}; expected ${own ?? expectation(form, schema.meta()?.value ?? '')}`,
  );
}

/** What a person types for a value. */
export function flagText(schema: z.ZodType, value: unknown): string {
  return textOf(z.encode(schema, value));
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(',');
  return String(value);
}

const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/;

/** The value that a text stands for, to be checked by the schema; undefined where it has not the form. */
function valueOf({ type, items, properties }: Form, text: string): unknown {
  const parts = text === '' ? [] : text.split(',');
  switch (type) {
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : undefined;
    case 'number':
      return NUMBER.test(text) ? Number(text) : undefined;
    case 'boolean':
      return text === 'on' || text === 'off' ? text === 'on' : undefined;
    case 'array':
      return parts.map((part) => valueOf(items!, part));
    case 'object': {
      const fields = Object.entries(properties!);
      if (parts.length !== fields.length) return undefined;
      return Object.fromEntries(fields.map(([name, form], i) => [name, valueOf(form, parts[i])]));
    }
    default:
      return text;
  }
}

/** What may be typed, in words. */
function expectation(form: Form, value: string): string {
  const { type, enum: words, items, properties, minimum, exclusiveMinimum, maximum, multipleOf } = form;
  if (words !== undefined) return listed(words);
  switch (type) {
    case 'integer':
    case 'number': {
      const kind = type === 'number' ? 'a' : multipleOf === 2 ? 'an even' : 'a whole';
      const step = (multipleOf ?? 2) === 2 ? '' : `, a multiple of ${multipleOf}`;
      const from = exclusiveMinimum === undefined ? `from ${minimum}` : `above ${exclusiveMinimum}`;
      const to =
        maximum === undefined
          ? ''
          : exclusiveMinimum === undefined
            ? ` to ${maximum}`
            : `, at most ${maximum}`;
      return `${kind} number ${from}${to}${step}`;
    }
    case 'boolean':
      return 'on or off';
    case 'array':
      return `${value}, each ${expectation(items!, '')}`;
    case 'object':
      return `${value}: ${Object.values(properties!)
        .map((part) => expectation(part, ''))
        .join(', then ')}`;
    default:
      return 'a text that is not empty';
  }
}

function listed(words: readonly string[]): string {
  return words.length === 1 ? words[0] : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
