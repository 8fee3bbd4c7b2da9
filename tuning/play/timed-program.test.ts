import { afterEach, expect, test } from 'vitest';
import { runTimed } from './timed-program.ts';

const SECRETS = ['EVALSMITH_QUEUE', 'NODE_EXTRA_CA_CERTS'];
const before = { ...process.env };
afterEach(() => {
  for (const name of SECRETS) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

test('a time beyond the longest timer of Node is no time at all', async () => {
  for (const seconds of [2_147_484, 1e12, Infinity]) {
    const { output, end } = await runTimed('sh', ['-c', 'sleep 0.2; echo here'], 1000 * seconds);
    expect([output, end], String(seconds)).toEqual(['here\n', 'exited']);
  }
});

test('a program does not see what is none of its business', async () => {
  for (const name of SECRETS) process.env[name] = 'secret';
  const { output } = await runTimed('env', [], 20_000);
  expect(output).toContain('PATH=');
  expect(output).not.toContain('secret');
});

test('all that was written before the exit is read', async () => {
  for (let i = 0; i < 20; i++) {
    const { output } = await runTimed(
      'sh',
      ['-c', 'head -c 60000 /dev/zero | tr "\\0" x; echo; echo end'],
      20_000,
    );
    expect(output.length).toBe(60_005);
    expect(output.endsWith('x\nend\n')).toBe(true);
  }
});
