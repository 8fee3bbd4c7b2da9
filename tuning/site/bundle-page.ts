// Part of the build: the scripts of the pages Play, Explorer and Data, of their worker, of the index and of the live page.
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { packageFolder } from '../store/identity.ts';

const root = packageFolder();
const shared = {
  outdir: join(root, 'dist', 'site'),
  platform: 'browser',
  format: 'esm',
  target: 'es2022',
  bundle: true,
  minify: true,
  charset: 'utf8',
  logLevel: 'warning',
} as const;
buildSync({
  ...shared,
  entryPoints: {
    runs: join(root, 'tuning', 'site', 'page', 'run-index.ts'),
    live: join(root, 'tuning', 'site', 'page', 'live.ts'),
  },
});
buildSync({
  ...shared,
  entryPoints: {
    play: join(root, 'tuning', 'site', 'page', 'main.ts'),
    explorer: join(root, 'tuning', 'site', 'page', 'explorer.ts'),
    data: join(root, 'tuning', 'site', 'page', 'data.ts'),
    worker: join(root, 'tuning', 'site', 'engine-worker.ts'),
  },
  // Written when a site is made, with the games that are not built in.
  banner: { js: "import './games.js';" },
});
