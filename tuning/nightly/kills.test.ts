import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { INTERRUPTED } from '../process/interrupt.ts';
import { randomFrom } from '../statistics/random.ts';
import { readResult } from '../store/run-folder.ts';
import type { NightlyResult } from '../store/runs.ts';
import { journalOf, OPEN_GATE, SMALL_PART, startNightly, writeConfig } from '../testing/small-nights.ts';
import { filesBelow } from '../testing/test-process.ts';

const rooms: string[] = [];
afterAll(() => rooms.forEach((room) => rmSync(room, { recursive: true, force: true })));

const PARTS = [
  {
    ...SMALL_PART,
    fits: [{ model: 'linear' }, { model: 'network', settings: { hidden: 8, epochs: 6 } }],
    gate: OPEN_GATE,
  },
  { ...SMALL_PART, size: 2, selfplay: { games: 20, nodes: 30, openings: 5, openingBound: 30_000 } },
];

function newRoom(): string {
  const room = mkdtempSync(join(tmpdir(), 'evalsmith-nightly-kills-'));
  rooms.push(room);
  writeConfig(room, { games: PARTS });
  return room;
}

const KILLS = 15;
const STOPS = KILLS + 1;

// The seconds that a fit took, and what is made of them.
const isTimed = (path: string) =>
  /^site(\/|$)|fit-[^/]*\/(result\.json|metrics\.csv|index\.html)$|journal\.jsonl$/.test(path);

const startsIn = (night: string) => journalOf(night).filter(({ event }) => event === 'start').length;

/** Runs until so many more stages have begun and some time has passed, then kills; false where the night ended before. */
async function runAndKill(
  room: string,
  stages: number,
  milliseconds: number,
  signal: NodeJS.Signals,
): Promise<boolean> {
  const night = join(room, 'out', 'night-0001');
  const wanted = startsIn(night) + stages;
  const nightly = startNightly(room);
  while (nightly.child.exitCode === null && startsIn(night) < wanted) await setTimeout(5);
  await Promise.race([setTimeout(milliseconds), nightly.ended]);
  const code = await nightly.kill(signal);
  if (signal === 'SIGINT' && code !== INTERRUPTED)
    expect([code, nightly.notes]).toEqual([0, expect.anything()]);
  return code !== 0;
}

describe('a night that is killed again and again', () => {
  it('ends as one that was not, with no stage done twice', async () => {
    const calm = newRoom();
    const begin = performance.now();
    const whole = startNightly(calm);
    expect([await whole.ended, whole.notes]).toEqual([0, expect.anything()]);
    // So that on any machine the kills fall all over the night and none comes after its end.
    const longest = Math.ceil((performance.now() - begin) / (1.25 * STOPS));

    const room = newRoom();
    const random = randomFrom(1, 'kills');
    let kills = 0;
    while (kills < STOPS) {
      // Mostly in the first stage that begins, sometimes before it or in the next; after the kills comes a Ctrl-C.
      const stages = [0, 2][random.below(8)] ?? 1;
      const signal = kills === KILLS ? 'SIGINT' : 'SIGKILL';
      if (!(await runAndKill(room, stages, random.below(longest), signal))) break;
      kills++;
    }
    expect(kills).toBe(STOPS);
    const last = startNightly(room);
    expect([await last.ended, last.notes]).toEqual([0, expect.stringContaining('going on with night 1')]);

    const entries = journalOf(join(room, 'out', 'night-0001'));
    const result = readResult(join(room, 'out', 'night-0001'), 'nightly');
    for (const stage of stagesOf(result)) {
      const own = entries.filter((entry) => 'stage' in entry && entry.stage === stage);
      expect([stage, own.filter(({ event }) => event === 'done').length]).toEqual([stage, 1]);
      expect(own.at(-1)!.event).toBe('done');
    }
    expect(entries.filter(({ event }) => event === 'end')).toEqual([{ event: 'end', isComplete: true }]);

    const [same, other] = [calm, room].map((place) => filesBelow(join(place, 'out'), isTimed));
    expect(Object.keys(other)).toEqual(Object.keys(same));
    expect(Object.keys(same).filter((path) => path.includes('selfplay/shard-'))).toHaveLength(3);
    for (const path of Object.keys(same)) expect([path, other[path]]).toEqual([path, same[path]]);
    expect(existsSync(join(room, 'out', 'site', 'index.html'))).toBe(true);
    expect(result.parts[0].champion.number).toBe(2);
  }, 240_000);
});

function stagesOf({ parts }: NightlyResult): string[] {
  return parts.flatMap(({ game, size, stages }) => stages.map(({ name }) => `${game}-${size}/${name}`));
}
