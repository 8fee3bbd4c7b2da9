import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const main = join(import.meta.dirname, '..', '..', 'dist', 'tuning', 'cli', 'main.js');
const hasTerminals = spawnSync('script', ['--version']).stdout?.includes('util-linux');

// Level 10 thinks for many seconds on any machine; only the interrupt can end this in the time that a test has.
test.skipIf(!hasTerminals)(
  'a long thought shows how far it is, and Ctrl-C ends it at once',
  async () => {
    const command = `"${process.execPath}" "${main}" play conga --as b --level 10`;
    const child = spawn('script', ['-qec', command, '/dev/null']);
    let shown = '';
    let isInterrupted = false;
    child.stdout.on('data', (text: Buffer) => {
      shown += String(text);
      if (isInterrupted || !/thinking: \d+ %/.test(shown)) return;
      isInterrupted = true;
      child.stdin.write('\u0003');
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(shown).toMatch(/thinking: \d+ %, at most \d+ s left/);
    expect(shown).not.toContain('a plays');
    expect(code).toBe(130);
  },
  60_000,
);

test('without a terminal a line now and then says that it thinks, and the keyboard is left alone', async () => {
  const child = spawn(process.execPath, [main, 'play', 'conga', '--as', 'b', '--level', '10']);
  const [told] = (await once(child.stderr, 'data')) as [Buffer];
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
  expect(String(told)).toMatch(/^thinking: \d+ %, at most \d+ s left; Ctrl-C quits\n$/);
}, 60_000);
