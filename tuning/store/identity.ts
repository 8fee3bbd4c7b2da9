import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of this package. */
export function packageFolder(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

// What decides a game's moves and a fit's numbers; commands, reports and tests may change without making old data stale.
const DECISIVE_SOURCES = [
  'engine',
  'tuning/play/selfplay',
  'tuning/play/openings',
  'tuning/fit',
  'tuning/statistics',
];

/** The package's version and a hash of the built code that decides results: where it is the same, so are they. */
export function codeVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  const { version } = JSON.parse(text) as { version: string };
  return `${version}+${sourcesHash(DECISIVE_SOURCES)}`;
}

/** A hash of a package's built files whose paths begin so, those of the engine's command line left out. */
export function sourcesHash(beginnings: readonly string[], folder = packageFolder()): string {
  const built = join(folder, 'dist');
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js') && !file.startsWith('engine/cli'))
    .filter((file) => beginnings.some((beginning) => file.startsWith(beginning)))
    .toSorted();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(built, file)));
  return hash.digest('hex').slice(0, 12);
}
