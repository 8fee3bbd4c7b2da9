import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import type { TestModule } from 'vitest/node';

// The last line that continuous integration reads.
const closingLine = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state]++;
      if (!module.ok() && [...module.children.allTests('failed')].length === 0) count.failed++;
    }
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  },
};

const NATIVE_ONLY = '{engine,tuning}/**/*.native.test.ts';
const COMMITTED_NOTEBOOKS = 'tuning/notebooks/committed.test.ts';
// Fits of a queue are of wasm alone.
const QUEUED_FITS = 'tuning/fit/fleet/*.test.ts';

// Tested where users get it: in a folder of their own.
const TEMPLATE = 'tuning/game-check/template/**';

// The game of a notebook, which imports the public entries alone.
const OUTSIDE = 'notebooks/connect-four/*.test.ts';

const wasm = {
  name: 'wasm',
  include: ['{engine,tuning}/**/*.test.ts', OUTSIDE],
  alias: { 'evalsmith/engine': join(import.meta.dirname, 'engine', 'index.ts') },
  exclude: [...configDefaults.exclude, NATIVE_ONLY, TEMPLATE],
  env: { EVALSMITH_BACKEND: 'wasm' },
  sequence: { groupOrder: 0 },
};

// After the other: whatever fits, and what it alone can do. The committed outputs of notebooks are of wasm.
const native = {
  name: 'native',
  include: [
    'tuning/{fit,sweep,nightly,remake,notebooks}/**/*.test.ts',
    'tuning/cli/fit-*.test.ts',
    'tuning/doctor/*.test.ts',
    NATIVE_ONLY,
  ],
  exclude: [...configDefaults.exclude, COMMITTED_NOTEBOOKS, QUEUED_FITS],
  env: { EVALSMITH_BACKEND: 'native' },
  sequence: { groupOrder: 1 },
};

// Where this is set, as continuous integration does, nothing is left out, and a missing native backend fails its tests.
const projects = process.env['EVALSMITH_TEST_ALL'] ? [wasm, native] : [wasm];

export default defineConfig({
  test: {
    reporters: ['default', closingLine],
    projects: projects.map((test) => ({ test: { testTimeout: 60_000, hookTimeout: 60_000, ...test } })),
  },
});
