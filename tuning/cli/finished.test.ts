import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { filesBelow } from '../testing/test-process.ts';
import { commandIn, roomToWrite, type WritingCommand } from '../testing/writing-commands.ts';

let room: string;
beforeAll(async () => {
  room = await roomToWrite();
}, 60_000);
afterAll(() => rmSync(room, { recursive: true, force: true }));

describe('a command that was killed after its last step', () => {
  test.each<[WritingCommand, string[], string]>([
    ['fit linear', ['--lambda', '0.5'], 'has this fit already'],
    ['fit network', ['--hidden', '16'], 'has this fit already'],
    ['oracle build', ['--size', '3'], 'has this oracle already'],
    ['oracle grade', ['--seed', '9'], 'has these grades already'],
  ])('%s is done when it is called again, and refused with other settings', async (name, others, note) => {
    const out = join(room, name.replace(' ', '-'));
    const command = commandIn(room, name, out);
    const first = await evalsmith(command);
    expect(first.code).toBe(0);
    if (name === 'oracle build') mkdirSync(`${out}.checkpoint`);
    else writeFileSync(`${out}.checkpoint`, 'left behind');
    const files = filesBelow(out);
    const again = await evalsmith(command);
    expect(again).toMatchObject({ code: 0, out: first.out });
    expect(again.notes).toContain(`${out} ${note}`);
    const other = await evalsmith([...command, ...others]);
    expect([other.code, other.notes.at(-1)]).toEqual([
      2,
      `evalsmith: --out ${out} exists already; expected a new folder`,
    ]);
    expect(filesBelow(out)).toEqual(files);
  });

  test('is not done where the folder is damaged', async () => {
    const out = join(room, 'damaged');
    const command = commandIn(room, 'fit linear', out);
    await evalsmith(command);
    rmSync(join(out, 'weights.json'));
    const { code, out: lines, notes } = await evalsmith(command);
    expect([code, lines, notes.at(-1)]).toEqual([2, [], expect.stringContaining(join(out, 'weights.json'))]);
  });
});
