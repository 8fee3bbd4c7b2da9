import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readResult } from '../store/run-folder.ts';
import { evalsmith } from '../testing/run-command.ts';
import { needsDisks, SmallDisk } from '../testing/small-disk.ts';
import { journalOf, SMALL_PART, writeConfig } from '../testing/small-nights.ts';
import { filesBelow } from '../testing/test-process.ts';

const disks = needsDisks();
const isTimed = (path: string) =>
  /^site(\/|$)|fit-[^/]*\/(result\.json|metrics\.csv|index\.html)$|journal\.jsonl$/.test(path);

describe.skipIf(disks.isMissing)(`a night on a disk that is full${disks.note}`, () => {
  const rooms: string[] = [];
  let disk: SmallDisk | undefined;
  const newRoom = () => {
    rooms.push(mkdtempSync(join(tmpdir(), 'evalsmith-night-')));
    return rooms.at(-1)!;
  };

  beforeAll(() => {
    disk = new SmallDisk(16);
  });
  afterAll(() => {
    disk?.remove();
    rooms.forEach((folder) => rmSync(folder, { recursive: true, force: true }));
  });

  it('is cut short wherever the room ends, resumes when there is room, and ends as any other', async () => {
    const folder = join(disk!.folder, 'nights');
    const room = newRoom();
    const nightly = () => evalsmith(['nightly', writeConfig(room, { games: [SMALL_PART], out: folder })]);
    const night = join(folder, 'night-0001');
    disk!.fill(0);
    const first = await nightly();
    expect([first.code, first.notes.at(-1)]).toEqual([1, expect.stringContaining('the disk is full')]);
    const cut = new Set<string>();
    const nightlyWith = async (left: number) => {
      disk!.fill(left);
      const { code, notes } = await nightly();
      expect(notes.filter((line) => /^\s+at |failed/.test(line))).toEqual([]);
      if (code !== 0) expect(notes.some((line) => line.includes('the disk is full'))).toBe(true);
      for (const line of notes) {
        const stage = /^(\S+\/\S+): cut short, .*the disk is full/.exec(line)?.[1];
        if (stage !== undefined) cut.add(stage);
      }
      return code;
    };
    // A little more room each time, so that another stage finds none.
    for (let left = 16_384; (await nightlyWith(left)) !== 0; left *= 1.3);
    expect(cut.size).toBeGreaterThan(1);
    expect(readResult(night, 'nightly').isComplete).toBe(true);
    const entries = journalOf(night);
    expect(entries.filter(({ event }) => event === 'failed')).toEqual([]);
    expect(entries.filter(({ event }) => event === 'end')).toHaveLength(1);

    const calm = newRoom();
    await evalsmith(['nightly', writeConfig(calm, { games: [SMALL_PART] })]);
    const [same, other] = [join(calm, 'out'), folder].map((place) => filesBelow(place, isTimed));
    expect(Object.keys(other)).toEqual(Object.keys(same));
    const shards = Object.keys(same).filter((path) => path.includes('/shard-'));
    expect(shards.length).toBeGreaterThan(3);
    for (const path of shards) expect([path, other[path]]).toEqual([path, same[path]]);
    expect(existsSync(join(folder, 'site', 'index.html'))).toBe(true);
  }, 240_000);
});
