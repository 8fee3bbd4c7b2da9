import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isAlive, placeOfProcesses } from './process-identity.ts';

const NAME = /^(.+)\.([0-9a-f]{12})\.(\d+)\.[0-9a-f]{16}\.tmp$/;

/** A name beside a path that nobody can foretell, for what is not whole yet; it tells whose it is and ends in `.tmp`. */
export function temporaryName(path: string): string {
  const random = randomBytes(8).toString('hex');
  return `${withoutSlash(path)}.${placeOfProcesses()}.${process.pid}.${random}.tmp`;
}

/** Removes what killed processes of this place have left beside a path under temporary names of it. */
export function clearLeftovers(path: string): void {
  const folder = dirname(withoutSlash(path));
  for (const name of readdirSync(folder)) {
    const [, of, place, pid] = NAME.exec(name) ?? [];
    if (of === basename(path) && place === placeOfProcesses() && !isAlive(Number(pid)))
      rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function withoutSlash(path: string): string {
  return path.replace(/(?<=.)[/\\]+$/, '');
}
