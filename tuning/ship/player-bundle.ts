import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';
import { packageFolder } from '../store/identity.ts';
import type { ShippedWeights } from './shipped-weights.ts';

/** Bundles the player of one game, which finds its weights in this package, into one file. */
export function bundlePlayer(game: string, outfile: string): void {
  bundleProgram(
    outfile,
    `import { ${game} } from './engine/games/${game}/game.js';
     import { playerMain } from './engine/cli/player-program.js';
     import { filedWeights } from './engine/cli/player-weights.js';
     import { exactLine } from './tuning/oracle/exact-line.js';
     playerMain({ game: ${game}, file: __filename, weights: filedWeights(${game}), exactLine });`,
  );
}

/** Bundles the player of one game with its weights into one file that needs Node alone. */
export function bundleShippedPlayer(game: string, shipped: readonly ShippedWeights[], outfile: string): void {
  bundleProgram(
    outfile,
    `import { ${game} } from './engine/games/${game}/game.js';
     import { shippedMain } from './tuning/ship/shipped-player.js';
     shippedMain(${game}, __filename, ${JSON.stringify(shipped)});`,
  );
}

/** Bundles the module that a web page imports, GAME.js, and the worker that the module starts, which must lie beside it. */
export function bundleBrowserPlayer(game: string, shipped: readonly ShippedWeights[], folder: string): void {
  const options: BuildOptions = { platform: 'browser', format: 'esm', target: 'es2022' };
  bundle(
    join(folder, `${game}.js`),
    `import { connect } from './tuning/ship/browser-player.js';
     export function createPlayer() {
       return connect(new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
     }`,
    options,
  );
  bundle(
    join(folder, 'worker.js'),
    `import { ${game} } from './engine/games/${game}/game.js';
     import { serve } from './tuning/ship/browser-worker.js';
     serve(${game}, ${JSON.stringify(shipped)}, self);`,
    options,
  );
}

function bundleProgram(outfile: string, contents: string): void {
  bundle(outfile, contents, {
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node' },
    define: { 'import.meta.dirname': '__dirname' },
  });
  chmodSync(outfile, 0o755);
}

/** Always from the built files, so that the sources and the package make the same bytes. */
function bundle(outfile: string, contents: string, options: BuildOptions): void {
  const stdin = { contents, resolveDir: join(packageFolder(), 'dist') };
  const how = { bundle: true, minify: true, charset: 'utf8', logLevel: 'silent', write: false } as const;
  const { outputFiles } = buildSync({ ...options, ...how, stdin, outfile });
  mkdirSync(dirname(outfile), { recursive: true });
  // Written here: where there is no room, esbuild would not say so with a code.
  writeFileSync(outfile, outputFiles[0].contents);
}
