import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { QUEUE_VARIABLE } from './child-environment.ts';
import { Pool, workerFile } from './pool.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-environment-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('threads, which may run the code of another build, do not see the URL of a queue', async () => {
  const file = join(folder, 'thread.mjs');
  writeFileSync(
    file,
    `import { serveTasks } from ${JSON.stringify(workerFile('process/pool.js').href)};
     serveTasks(() => (name) => process.env[name] ?? null);`,
  );
  vi.stubEnv(QUEUE_VARIABLE, 'redis://:canary@host');
  vi.stubEnv('EVALSMITH_OTHER', 'seen');
  const pool = new Pool<string, string | null>(pathToFileURL(file), 1, null);
  vi.unstubAllEnvs();
  try {
    expect([await pool.run(QUEUE_VARIABLE), await pool.run('EVALSMITH_OTHER')]).toEqual([null, 'seen']);
  } finally {
    await pool.close();
  }
});
