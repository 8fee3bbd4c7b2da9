import { expect, test } from 'vitest';
import { evalsmith } from './in-process.ts';

test('a command gives its results, and what is put in is one word', async () => {
  const board = '.'.repeat(18);
  expect(await evalsmith`moves betsy ${3} x ${board}`).toHaveLength(3);
  await expect(evalsmith`dataset stats ${'no such folder'}`).rejects.toThrow('no such folder');
});

test('a command that fails throws its own note', async () => {
  await expect(evalsmith`selfplay chess --out x`).rejects.toThrow('"chess"');
});
