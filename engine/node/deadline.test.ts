import { expect, test } from 'vitest';
import { Deadline } from './deadline.ts';

// The clock is given, so that nothing here depends on how fast this machine is. Time enough for any start of the tests.
const SECONDS = 100_000;

/** The first of these milliseconds at which a search that is asked so often is told to stop. */
function stopsAt(deadline: Deadline, from: number, step: number): number {
  let now = from;
  while (!deadline.isOver(now)) now += step;
  return now;
}

test('a search that is never held up stops at the same time, however often it asks', () => {
  const begin = 1000 * SECONDS * 0.94;
  const often = stopsAt(new Deadline(SECONDS, 0), begin, 1);
  expect(often).toBeLessThanOrEqual(1000 * SECONDS * 0.95 - 40);
  expect(Math.abs(stopsAt(new Deadline(SECONDS, 0), begin, 10) - often)).toBeLessThanOrEqual(10);
});

test('a pause makes it stop earlier by more than the pause, and a shorter one afterwards changes nothing', () => {
  const begin = 1000 * SECONDS * 0.94;
  const calm = stopsAt(new Deadline(SECONDS, 0), begin, 1);
  const [once, twice] = [[100], [100, 90]].map((pauses) => {
    const deadline = new Deadline(SECONDS, 0);
    let now = begin - 1000;
    deadline.isOver(now);
    for (const pause of pauses) deadline.isOver((now += pause));
    return stopsAt(deadline, Math.ceil(now), 1);
  });
  expect(calm - once).toBeGreaterThan(100);
  expect(twice).toBe(once);
});

test('what the process took before its clock began is taken off', () => {
  const begin = 1000 * SECONDS * 0.94;
  const calm = stopsAt(new Deadline(SECONDS, 0), begin, 1);
  expect(calm - stopsAt(new Deadline(SECONDS, 200), begin, 1)).toBeGreaterThan(400);
});

test('a process that has spent half of its time on its start does not begin to search', () => {
  const half = (2 * performance.now()) / 1000;
  expect(new Deadline(half, 0).isMissed()).toBe(true);
  expect(new Deadline(SECONDS, 0).isMissed()).toBe(false);
  // A quarter of an hour, of which all but the last minute went by before the clock began.
  expect(new Deadline(performance.now() / 1000 + 900, 840_000).isMissed()).toBe(true);
});
