// Part of packing: an install has the very versions of package-lock.json, also of what dependencies depend on. A registry and
// `npm ci` take them from npm-shrinkwrap.json; npm looks for none in a file that it installs, so package.json names them too.
// `begin` writes both, `end` leaves the folder as it was.
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { packageFolder } from '../store/identity.ts';

interface Locked {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  os?: unknown;
  cpu?: unknown;
}
type Versions = Record<string, string>;
interface Package extends Locked {
  dependencies: Versions;
  optionalDependencies: Versions;
  devDependencies?: Versions;
}
interface Lock {
  packages: Record<string, Locked>;
}

const place = (...names: string[]) => join(packageFolder(), ...names);
const described = place('package.json');
const shrinkwrap = place('npm-shrinkwrap.json');
const before = place('node_modules', '.package-before-packing.json');

end();
if (process.argv[2] === 'begin') begin();

function begin(): void {
  const lock = JSON.parse(readFileSync(place('package-lock.json'), 'utf8')) as Lock;
  const used = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true);
  const own = pinned(lock.packages[''] as Package, used);
  copyFileSync(described, before);
  write(described, pinned(JSON.parse(readFileSync(before, 'utf8')) as Package, used));
  write(shrinkwrap, { ...lock, packages: { '': own, ...Object.fromEntries(used) } });
}

function end(): void {
  rmSync(shrinkwrap, { force: true });
  if (existsSync(before)) renameSync(before, described);
}

/** With all that lies directly in node_modules, but what is for some machines alone, which others name by its version. */
function pinned(whole: Package, used: readonly [string, Locked][]): Package {
  const { devDependencies: _, ...own } = whole;
  const direct = used.filter(
    ([path, { os, cpu }]) => path.lastIndexOf('node_modules/') === 0 && os === undefined && cpu === undefined,
  );
  const versions = (isOptional: boolean): Versions =>
    Object.fromEntries(
      direct
        .filter(([, { optional, devOptional }]) => (optional ?? devOptional ?? false) === isOptional)
        .map(([path, { version }]) => [path.slice('node_modules/'.length), version!]),
    );
  return {
    ...own,
    dependencies: { ...own.dependencies, ...versions(false) },
    optionalDependencies: { ...own.optionalDependencies, ...versions(true) },
  };
}

function write(file: string, value: object): void {
  writeFileAtomically(file, `${JSON.stringify(value, undefined, 2)}\n`);
}
