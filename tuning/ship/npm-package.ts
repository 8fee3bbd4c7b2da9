import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../process/failure.ts';
import { packageFolder } from '../store/identity.ts';
import { temporaryFolder } from '../store/temporary-name.ts';
import { DECLARATIONS } from './player-declarations.ts';
import type { ShipManifest } from './ship-manifest.ts';
import { pureSha256 } from './pure-sha256.ts';
import { runProgram } from './run-program.ts';
import type { Shipment } from './shipped-weights.ts';

/** The package.json of what a manifest lists. Other contents make another version, so that a version is one thing only. */
export function packageJsonText({ game }: Shipment, manifest: ShipManifest): string {
  const { version } = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8')) as {
    version: string;
  };
  const contents = pureSha256(JSON.stringify(manifest));
  const description = {
    name: packageName(game.name),
    version: `${version}-w${contents.slice(0, 12)}`,
    description: `A player of the board game ${game.name}, its weights inside, for the command line and for browsers`,
    license: 'MIT',
    type: 'module',
    bin: { [game.name]: `${game.name}.cjs` },
    exports: {
      '.': {
        types: `./${DECLARATIONS}`,
        node: `./node/${game.name}.js`,
        default: `./browser/${game.name}.js`,
      },
      './worker': './browser/worker.js',
      './manifest.json': './manifest.json',
      './package.json': './package.json',
    },
    engines: { node: '>=20.19' },
  };
  return `${JSON.stringify(description, undefined, 2)}\n`;
}

export function packageName(game: string): string {
  return `evalsmith-${game}`;
}

/** Packs these files of a folder with npm, into the folder; returns the name of the package's file. */
export async function packPlayer(
  folder: string,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const room = temporaryFolder('evalsmith-pack');
  try {
    const contents = join(room, 'package');
    for (const file of files) {
      mkdirSync(dirname(join(contents, file)), { recursive: true });
      cpSync(join(folder, file), join(contents, file));
    }
    const report = await runNpm(['pack', '--json'], contents, room, signal);
    const [packed] = JSON.parse(report) as { filename: string }[];
    const name = basename(packed.filename);
    cpSync(join(contents, name), join(folder, name));
    return name;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

/** Runs npm offline and without any settings of the person or the machine; `room` is for its own files. */
export async function runNpm(
  args: readonly string[],
  folder: string,
  room: string,
  signal?: AbortSignal,
): Promise<string> {
  const env = {
    PATH: process.env.PATH,
    HOME: room,
    npm_config_cache: join(room, 'cache'),
    npm_config_userconfig: join(room, 'none'),
    npm_config_globalconfig: join(room, 'none either'),
    npm_config_update_notifier: 'false',
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_ignore_scripts: 'true',
  };
  const run = runProgram('npm', args, { folder, env, signal }).catch((error: Error) => {
    throw new Failure(`npm cannot be run: ${error.message}`, { cause: error });
  });
  const { status, stdout, stderr } = await run;
  if (status !== 0) throw new Failure(`npm ${args[0]} failed: ${stderr.trim().split('\n')[0]}`);
  return stdout;
}
