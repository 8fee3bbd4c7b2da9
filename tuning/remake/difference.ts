import type { Weights } from '../../engine/weights.ts';

/**
 * The first thing in which two weights differ, in the order of their files: their evidence apart, whatever code made them,
 * and with the datasets by what they hold.
 */
export function weightsDifference(recorded: Weights, made: Weights): string | undefined {
  return firstDifference(compared(recorded), compared(made), '');
}

function compared(weights: Weights): unknown {
  const provenance: Record<string, unknown> = { ...weights.provenance, codeVersion: undefined };
  provenance['datasets'] = (provenance['datasets'] as { sha256: string }[]).map(({ sha256 }) => sha256);
  return { ...weights, provenance, evidence: undefined, evidenceSha256: undefined, sha256: undefined };
}

function firstDifference(recorded: unknown, made: unknown, path: string): string | undefined {
  if (JSON.stringify(recorded) === JSON.stringify(made)) return undefined;
  if (!isObject(recorded) || !isObject(made))
    return `${path}, which was ${shown(recorded)} and is ${shown(made)}`;
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(made)])) {
    const difference = firstDifference(recorded[key], made[key], path === '' ? key : `${path}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'not there';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
