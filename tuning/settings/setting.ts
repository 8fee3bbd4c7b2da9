import { z } from 'zod';

declare module 'zod' {
  interface GlobalMeta {
    /** The word for the value in help texts; a switch has none. */
    value?: string;
    /** What stands for a value that is not given, where that depends on something else. */
    usual?: string;
  }
}

/** Settings by name. Everything that is known of a setting is in its schema: range, default, help. */
export type Settings = Readonly<Record<string, z.ZodType>>;

export type Values<Shape extends Settings> = z.output<z.ZodObject<Shape>>;

/** Declares a setting: its schema, the word for its value, its help, and in words a default that the schema cannot tell. */
export function setting<Schema extends z.ZodType>(
  schema: Schema,
  value: string,
  help: string,
  usual?: string,
): Schema {
  return schema.meta({ value, description: help, ...(usual !== undefined && { usual }) });
}

/** Declares a setting that is null where it is not given. */
export function optional<Schema extends z.ZodType>(
  schema: Schema,
  ...texts: [value: string, help: string, usual?: string]
): z.ZodDefault<z.ZodNullable<Schema>> {
  const orNull = z.nullable(schema).default(() => null);
  return setting(orNull, ...texts);
}

/** Declares a setting that is on or off by a word alone. */
export function toggle(help: string): z.ZodDefault<z.ZodBoolean> {
  return z.boolean().default(false).meta({ description: help });
}

export const whole = (least: number, most: number) => z.int().min(least).max(most);
export const even = (least: number, most: number) => whole(least, most).multipleOf(2);

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };
const TIME = /^(\d+\.?\d*)([smh])$/;

const millisecondsOf = (text: string) => {
  const [, number = '0', unit = 's'] = TIME.exec(text) ?? [];
  return Math.round(Number(number) * UNITS[unit]);
};

/** A time such as 90s, 30m or 8h; its value is in milliseconds. */
export const time = z.codec(
  z.string().refine((text) => millisecondsOf(text) > 0, 'expected a time such as 90s, 30m or 8h'),
  z.number(),
  { decode: millisecondsOf, encode: (milliseconds) => `${milliseconds / 1000}s` },
);

export const seedSetting = (help: string) => setting(whole(0, Number.MAX_SAFE_INTEGER).default(1), 'S', help);

/** What an artefact is known by: the SHA-256 of its contents. */
export const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The values of some settings, in their order, out of more. */
export function picked<Shape extends Settings>(shape: Shape, values: Values<Shape>): Values<Shape> {
  const all = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.keys(shape).map((name) => [name, all[name]])) as Values<Shape>;
}

/** What is wrong with a value, and where in it: `games.0.size: …`. */
export function wrongAt({ issues }: z.ZodError): string {
  // A key that is misspelt is missing too, and that is not what is wrong.
  const unknown = issues.find(({ code }) => code === 'unrecognized_keys');
  if (unknown?.code === 'unrecognized_keys')
    return `${[...unknown.path, unknown.keys[0]].join('.')}: an unknown key`;
  const [{ path, message }] = issues;
  const missing = /^Invalid input: expected (.*), received undefined$/.exec(message)?.[1];
  return `${path.join('.') || 'the top'}: ${missing === undefined ? message : `missing; expected ${missing}`}`;
}
