import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { needsDisks, SmallDisk } from '../testing/small-disk.ts';
import { evalsmith } from '../testing/run-command.ts';
import { commandIn, roomToWrite, WRITING_COMMANDS } from '../testing/writing-commands.ts';

const disks = needsDisks();

describe.skipIf(disks.isMissing)(`on a disk that is full${disks.note}`, () => {
  let disk: SmallDisk;
  let room: string;

  beforeAll(async () => {
    disk = new SmallDisk(32);
    room = await roomToWrite();
  }, 60_000);

  afterAll(() => {
    disk?.remove();
    if (room !== undefined) rmSync(room, { recursive: true, force: true });
  });

  it.each([...WRITING_COMMANDS, 'report' as const])(
    '%s says so in a line with exit code 1, and does its work when there is room',
    async (name) => {
      const folder = join(disk.folder, name.replace(' ', '-'));
      mkdirSync(folder);
      if (name === 'report') cpSync(join(room, 'fit'), join(folder, 'fit'), { recursive: true });
      const command =
        name === 'report' ? ['report', join(folder, 'fit')] : commandIn(room, name, join(folder, 'out'));
      let failures = 0;
      // Room for nothing, for a few small files, for most, for all.
      for (const left of [0, 8192, 32_768, Infinity]) {
        disk.fill(left);
        const { code, notes } = await evalsmith(command);
        if (code === 0) break;
        failures++;
        expect([code, notes.at(-1)]).toEqual([
          1,
          expect.stringMatching(/^evalsmith: .*the disk is full; what was there before is intact$/),
        ]);
        expect(notes.filter((line) => /^\s+at /.test(line))).toEqual([]);
      }
      expect([1, 2, 3]).toContain(failures);
      disk.empty();
      rmSync(folder, { recursive: true });
    },
    120_000,
  );
});
