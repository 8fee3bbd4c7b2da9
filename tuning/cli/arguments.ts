import { availableParallelism } from 'node:os';
import { parseWhole, quoted } from '../../engine/text/arguments.ts';
import { InputError } from '../../engine/input-error.ts';

/** Reads a decimal number of an option and refuses one out of its range. */
export function parseNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text);
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(text) || number < least || number > most)
    throw new InputError(`${name} is ${quoted(text)}; expected a number from ${least} to ${most}`);
  return number;
}

/** Milliseconds of a time such as 90s, 30m or 8h. */
export function parseDuration(name: string, text: string): number {
  const units: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };
  const [, number, unit] = /^(\d+\.?\d*)([smh])$/.exec(text) ?? [];
  if (unit === undefined || !(Number(number) > 0))
    throw new InputError(`${name} is ${quoted(text)}; expected a time such as 90s, 30m or 8h`);
  return Number(number) * units[unit];
}

/** A share I/N of some work: I from 0 up to but not including N. */
export function parseShare(name: string, text: string): { rest: number; of: number } {
  const [rest, of, ...more] = text.split('/');
  if (of === undefined || more.length > 0)
    throw new InputError(`${name} is ${quoted(text)}; expected I/N such as 0/4`);
  const parts = parseWhole(`${name} N`, of, 1, 100_000);
  return { rest: parseWhole(`${name} I`, rest, 0, parts - 1), of: parts };
}

/** Threads to use: one a core unless told otherwise. */
export function parseWorkers(text: string | undefined): number {
  return text === undefined ? availableParallelism() : parseWhole('--workers', text, 1, 256);
}

/** Whether an option is on. */
export function parseSwitch(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InputError(`${name} is ${quoted(text)}; expected on or off`);
  return text === 'on';
}
