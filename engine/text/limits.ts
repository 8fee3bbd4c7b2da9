import { InputError } from '../input-error.ts';
import type { Limits } from '../search.ts';
import { parseWhole, quoted } from './arguments.ts';

export interface LimitOptions {
  seconds?: string;
  nodes?: string;
  depth?: string;
}

/** A decimal number above 0. */
export function parseSeconds(name: string, text: string): number {
  const seconds = Number(text);
  if (!/^(\d+\.?\d*|\.\d+)$/.test(text) || !(seconds > 0)) {
    throw new InputError(`${name} is ${quoted(text)}; expected a decimal number above 0`);
  }
  return seconds;
}

/** The limit that a person chose, or one second. */
export function parseLimits({ seconds, nodes, depth }: LimitOptions): Limits {
  if ([seconds, nodes, depth].filter((option) => option !== undefined).length > 1) {
    throw new InputError('--seconds, --nodes and --depth exclude each other; expected one of them');
  }
  if (nodes !== undefined) return { nodes: parseWhole('--nodes', nodes, 1, Number.MAX_SAFE_INTEGER) };
  if (depth !== undefined) return { depth: parseWhole('--depth', depth, 1, 100) };
  return secondsFromNow(parseSeconds('--seconds', seconds ?? '1'));
}

/** A limit that is reached so many seconds from now. */
export function secondsFromNow(seconds: number): Limits {
  const deadline = performance.now() + 1000 * seconds;
  return { stop: () => performance.now() >= deadline };
}
