import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The native move generator to compare with, from where the built module lies. */
const SOURCE = fileURLToPath(new URL('../../../../engine/cli/benchmarks/perft.c', import.meta.url));

/** Builds the native yardstick and returns its path, or undefined with a note on stderr when gcc or its source is missing. */
export function buildNative(): string | undefined {
  const program = join(mkdtempSync(join(tmpdir(), 'evalsmith-')), 'perft');
  if (!existsSync(SOURCE)) {
    console.error(
      'native: left out, its source engine/cli/benchmarks/perft.c is not in an installed package',
    );
    return undefined;
  }
  try {
    execFileSync('gcc', ['-O3', '-march=native', '-o', program, SOURCE], { stdio: 'ignore' });
    return program;
  } catch {
    console.error('native: left out, gcc is not installed');
    return undefined;
  }
}

/** Nodes per second of one native run. */
export function nativeRate(program: string, game: string, size: number, depth: number): number {
  const lines = execFileSync(program, [game, String(size), String(depth)], { encoding: 'utf8' });
  const [, , , nodes, seconds] = lines.trimEnd().split('\n').at(-1)!.split(' ');
  return Number(nodes) / Number.parseFloat(seconds);
}
