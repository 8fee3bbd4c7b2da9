import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const main = join(import.meta.dirname, '..', '..', 'dist', 'tuning', 'cli', 'main.js');
const hasTerminals = spawnSync('script', ['--version']).stdout?.includes('util-linux');

// Level 10 thinks for many seconds on any machine; only the interrupt can end this in the time that a test has.
test.skipIf(!hasTerminals)(
  'a long thought shows how far it is; Ctrl-C lets the engine move at once, what was typed meanwhile is heard, and at the prompt it quits',
  async () => {
    const command = `"${process.execPath}" "${main}" play conga --as b --level 10`;
    const child = spawn('script', ['-qec', command, '/dev/null']);
    let shown = '';
    const keys = [
      [/thinking: \d+ %, at most \d+ s left; Ctrl-C lets it move now/, 'mov'],
      [/thinking: .*thinking: /s, '\u0003'],
      [/a plays [^]*mov/, 'es\r'],
      [/a plays [^]*4\.4-\w+ 4\.4-/, '\u0003'],
    ] as const;
    let next = 0;
    child.stdout.on('data', (text: Buffer) => {
      shown += String(text);
      if (next < keys.length && keys[next][0].test(shown)) child.stdin.write(keys[next++][1]);
    });
    await once(child, 'exit');
    expect(shown).toMatch(/a plays /);
    expect(next, shown).toBe(keys.length);
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
