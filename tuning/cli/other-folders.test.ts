import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evalsmith } from '../testing/run-command.ts';
import { SMALL_PART } from '../testing/small-nights.ts';
import { filesBelow } from '../testing/test-process.ts';
import {
  commandIn,
  roomToWrite,
  WRITING_COMMANDS,
  type WritingCommand,
} from '../testing/writing-commands.ts';

// Each leaves a folder of another kind. Games merged with themselves are those of self-play.
const KINDS = WRITING_COMMANDS.filter(
  (name) => !['fit network', 'dataset merge', 'dataset features', 'dataset parquet'].includes(name),
);
let room: string;
const made = (name: WritingCommand) => join(room, 'made', name.replace(' ', '-'));

beforeAll(async () => {
  room = await roomToWrite();
  mkdirSync(join(room, 'made'));
  for (const name of KINDS)
    expect(await evalsmith(commandIn(room, name, made(name)))).toMatchObject({ code: 0 });
  // As a person's own things.
  mkdirSync(join(room, 'made', 'letters'));
  writeFileSync(join(room, 'made', 'letters', 'letter.txt'), 'dear');
}, 120_000);
afterAll(() => rmSync(room, { recursive: true, force: true }));

describe('the folder of anything else', () => {
  test.each(WRITING_COMMANDS)(
    'is refused by %s with exit code 2, and nothing in it is changed',
    async (name) => {
      const others = [...KINDS.filter((kind) => kind !== name).map(made), join(room, 'made', 'letters')];
      for (const other of others) await needRefusal(commandIn(room, name, other), other);
    },
    120_000,
  );

  test('is refused by nightly', async () => {
    for (const other of [...KINDS.map(made), join(room, 'made', 'letters')]) {
      const config = join(room, 'nightly.json');
      writeFileSync(config, JSON.stringify({ out: other, seed: 1, games: [SMALL_PART] }));
      await needRefusal(['nightly', config], other);
    }
  }, 120_000);

  test.each(['ship', 'site', 'dataset split', 'remake'] as const)(
    'is refused by report, where it is of %s',
    (name) => needRefusal(['report', made(name)], made(name)),
  );
});

async function needRefusal(command: readonly string[], folder: string): Promise<void> {
  // Beside it as well: no lock, no checkpoint, nothing half-written.
  const before = filesBelow(join(room, 'made'));
  const { code, out, notes } = await evalsmith(command);
  // A long path is shortened in some lines.
  const shown = expect.stringMatching(new RegExp(`^evalsmith: .*${room}`));
  expect([folder, code, out, notes.at(-1)]).toEqual([folder, 2, [], shown]);
  const after = filesBelow(join(room, 'made'));
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect(after).toEqual(before);
}
