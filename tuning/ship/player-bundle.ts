import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import type { Game } from '../../engine/game.ts';
import { loadEsbuild } from '../../engine/node/optional-package.ts';
import { outsideGame } from '../../engine/node/outside-games.ts';
import { packageFolder } from '../store/identity.ts';
import type { Shipment } from './shipped-weights.ts';

/** Bundles the player of one game, which finds its weights in this package, into one file. */
export function bundlePlayer(game: Game, outfile: string): void {
  bundleProgram(
    game,
    outfile,
    `${importOf(game)}
     import { playerMain } from './engine/cli/player-program.js';
     import { filedParameters, filedWeights } from './engine/cli/player-weights.js';
     ${exactLineOf(game)}
     playerMain({ game, file: __filename, weights: filedWeights(game), parameters: filedParameters(game), version: ${packageVersion()}, exactLine, exactEndings });`,
  );
}

/** The version of this package as a literal of the code. */
function packageVersion(): string {
  const file = join(packageFolder(), 'package.json');
  return JSON.stringify((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version);
}

/** The lines that give the player of a game that can be solved its way to play by an oracle. */
function exactLineOf({ name }: Game): string {
  return `import { exactEndings as exactEndingsOf, exactLine as exactLineOf } from './tuning/tables/exact-line.js';
     import * as module from './engine/games/${name}/index.js';
     const exactLine = exactLineOf(module.solvable);
     const exactEndings = exactEndingsOf(module);`;
}

/** Bundles the player of one game with its weights and search parameters into one file that needs Node alone. */
export function bundleShippedPlayer({ game, shipped, parameters }: Shipment, outfile: string): void {
  bundleProgram(
    game,
    outfile,
    `${importOf(game)}
     import { shippedMain } from './tuning/ship/shipped-player.js';
     shippedMain(game, __filename, ${JSON.stringify(shipped)}, ${JSON.stringify(parameters)}, ${packageVersion()});`,
  );
}

/** Bundles the module that programs of Node import, GAME.js; it thinks by the worker of browsers. */
export function bundleNodeModule({ game }: Shipment, folder: string): void {
  bundle(
    game,
    join(folder, `${game.name}.js`),
    `import { connect } from './tuning/ship/browser-player.js';
     import { threadWorker } from './tuning/ship/thread-worker.js';
     export function createPlayer() {
       return connect(threadWorker(new URL('../browser/worker.js', import.meta.url)));
     }`,
    { platform: 'node', format: 'esm', target: 'node20' },
  );
}

/** Bundles the module that a web page imports, GAME.js, and the worker that the module starts, which must lie beside it. */
export function bundleBrowserPlayer({ game, shipped, parameters }: Shipment, folder: string): void {
  const options: BuildOptions = { platform: 'browser', format: 'esm', target: 'es2022' };
  bundle(
    game,
    join(folder, `${game.name}.js`),
    `import { connect } from './tuning/ship/browser-player.js';
     export function createPlayer() {
       return connect(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
     }`,
    options,
  );
  bundle(
    game,
    join(folder, 'worker.js'),
    `${importOf(game)}
     import { serve } from './tuning/ship/browser-worker.js';
     serve(game, ${JSON.stringify(shipped)}, ${JSON.stringify(parameters)}, self);`,
    options,
  );
}

// What the module of a game from outside is imported as.
const OUTSIDE = 'evalsmith-outside-game';

function importOf(game: Game): string {
  return outsideGame(game) === undefined
    ? `import { ${game.name} as game } from './engine/games/${game.name}/game.js';`
    : `import game from '${OUTSIDE}';`;
}

function bundleProgram(game: Game, outfile: string, contents: string): void {
  bundle(game, outfile, contents, {
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    define: { 'import.meta.dirname': '__dirname' },
  });
  chmodSync(outfile, 0o755);
}

/** Always from the built files, so that the sources and the package make the same bytes; a game from outside as it was loaded. */
function bundle(game: Game, outfile: string, contents: string, options: BuildOptions): void {
  const built = join(packageFolder(), 'dist');
  const stdin = { contents, resolveDir: built };
  const how = { bundle: true, minify: true, charset: 'utf8', logLevel: 'silent' } as const;
  const outside = outsideGame(game);
  const folder = outside && mkdtempSync(join(tmpdir(), 'evalsmith-ship-'));
  try {
    const file = folder && join(folder, 'game.js');
    if (file) writeFileSync(file, outside.module);
    const engine = join(built, 'engine', 'index.js');
    const alias: Record<string, string> = file ? { [OUTSIDE]: file, 'evalsmith/engine': engine } : {};
    const { outputFiles } = loadEsbuild('shipped players').buildSync({
      ...options,
      ...how,
      alias,
      stdin,
      outfile,
      write: false,
    });
    mkdirSync(dirname(outfile), { recursive: true });
    // Written here: where there is no room, esbuild would not say so with a code.
    writeFileSync(outfile, outputFiles[0].contents);
  } finally {
    if (folder) rmSync(folder, { recursive: true });
  }
}
