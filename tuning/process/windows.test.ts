// There is no Windows here: what is done there is tested as far as it shows elsewhere.
import { expect, test } from 'vitest';
import { killGroup } from './marked-processes.ts';
import { fileNames } from './program-path.ts';

test('on Windows, which has no groups of processes, all that a process has started is ended by taskkill', () => {
  const calls: unknown[] = [];
  killGroup(1234, 'win32', ((...call: unknown[]) => calls.push(call)) as never);
  expect(calls).toEqual([['taskkill', ['/pid', '1234', '/t', '/f'], { stdio: 'ignore' }]]);
});

test('on Windows a program is a file with one of the endings of PATHEXT', () => {
  expect(fileNames('redis-server', 'win32', '.COM;.EXE')).toEqual(['redis-server.COM', 'redis-server.EXE']);
  expect(fileNames('redis-server', 'linux', '.COM;.EXE')).toEqual(['redis-server']);
});
