import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');

/** Bundles the player of one game into one file that needs Node alone. */
export async function bundlePlayer(game: string, outfile: string): Promise<void> {
  await build({
    stdin: {
      contents: `
        import { ${game} } from './engine/games/${game}/game.js';
        import { playerMain } from './engine/cli/player.js';
        playerMain(${game}, __filename);`,
      resolveDir: ROOT,
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    minify: true,
    banner: { js: '#!/usr/bin/env node' },
    define: { 'import.meta.dirname': '__dirname' },
    outfile,
  });
  chmodSync(outfile, 0o755);
}
