import { type Artefact, type Input, shownPath } from './artefact.ts';

/** An artefact with all that it was made from, as far as that was found. */
export interface Lineage extends Omit<Artefact, 'inputs' | 'command'> {
  command?: string;
  /** Whether it has been told of before, and its inputs with it. */
  isRepeated: boolean;
  inputs: Lineage[];
}

/**
 * Walks the inputs, each once; they are found near the place of what was made from them. `seen` gathers the hashes of all
 * that was reached. Steps deeper than the deepest are left out.
 */
export function lineageOf(
  { command, inputs, ...artefact }: Artefact,
  find: (input: Input, near: string) => Artefact,
  seen = new Set<string>(),
  deepest = Infinity,
  near = '.',
): Lineage {
  const { sha256, name, place = near } = artefact;
  const isRepeated = sha256 !== undefined && seen.has(sha256);
  if (isRepeated || deepest === 0) return { ...artefact, isRepeated, inputs: [] };
  if (sha256 !== undefined) seen.add(sha256);
  const found = inputs.map((input) => {
    const made = find(input, place);
    const named = input.path === undefined ? made : { ...made, name: shownPath(input.path) };
    return lineageOf(named, find, seen, deepest - 1, place);
  });
  const names = found.map((input) => input.name);
  return { ...artefact, command: command?.(name, names), isRepeated, inputs: found };
}
