import { defineConfig } from 'vitest/config';
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

export default defineConfig({
  test: {
    include: ['{engine,tuning}/**/*.test.ts'],
    reporters: ['default', closingLine],
    testTimeout: 60_000,
  },
});
