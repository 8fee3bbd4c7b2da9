import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chosenBackend, loadBackend } from '../fit/backend/backend.ts';
import { freePort, TestRedis } from '../testing/fleet-processes.ts';
import { needs } from '../testing/installed-program.ts';
import { TestProcess } from '../testing/test-process.ts';
import type { Diagnosis } from './diagnosis.ts';

const empty = mkdtempSync(join(tmpdir(), 'evalsmith-doctor-'));
afterAll(() => rmSync(empty, { recursive: true }));

async function doctor(words: string[], environment: Record<string, string>): Promise<string> {
  const process = new TestProcess(['doctor', ...words], environment);
  expect([await process.ended, process.notes]).toEqual([0, '']);
  return process.output;
}

test('doctor prints what is there and how fast, and the command for each thing that is missing', async () => {
  const lines = (await doctor([], { PATH: empty })).trimEnd().split('\n');
  const shown = (name: string) => lines.find((line) => line.startsWith(name));
  expect(shown('Node')).toContain(process.versions.node);
  expect(shown('disk')).toMatch(/[1-9]\S* GB free here$/);
  expect(shown('queue')).toMatch(/none; EVALSMITH_QUEUE is not set$/);
  const kind = chosenBackend('auto');
  expect(shown(`--backend ${kind}`)).toContain((await loadBackend()).name);
  expect(shown(`--backend ${kind}`)).toMatch(/: [1-9][\d,]* rows a second/);
  expect(lines.at(-1)).toBe('missing: gcc, for the benchmark against native code; apt-get install gcc');
  expect(lines).toContain('missing: chromium, for tests of pages; apt-get install chromium');
});

const redisServer = needs('redis-server');

describe.skipIf(redisServer.isMissing)(`a queue with a password${redisServer.note}`, () => {
  const PASSWORD = 'b3tsy-l0ves-c0nga';

  test('is told with its version, and is told to be away, and its password never', async () => {
    const port = await freePort();
    const redis = new TestRedis(port, ['--port', String(port), '--requirepass', PASSWORD]);
    const environment = { EVALSMITH_QUEUE: `redis://:${PASSWORD}@127.0.0.1:${port}` };
    const name = `127.0.0.1:${port}`;
    try {
      await redis.start();
      const there = await doctor(['--json'], environment);
      const found = JSON.parse(there) as Diagnosis;
      expect(found.queue).toEqual({ name, redis: expect.stringMatching(/^\d+\.\d+/), workers: 0 });
      expect(found.memory.free).toBeLessThanOrEqual(found.memory.total);
      expect(found.packages.map(({ found: version }) => version)).not.toContain(null);
      await redis.kill();
      const away = await doctor(['--json'], environment);
      expect((JSON.parse(away) as Diagnosis).queue).toEqual({
        problem: `the queue at ${name} cannot be used: nothing listens there`,
      });
      expect(there + away).not.toContain(PASSWORD);
    } finally {
      await redis.remove();
    }
  });
});
