import { expect, test } from 'vitest';
import { Deadline } from './deadline.ts';

// Both the start of the process and the clock are given, so that nothing here depends on this machine.
const CALM = { clocked: 20, unseen: 0, worked: 25 };

/** When a search stops that is held up by these pauses, each after five looks at the clock, and then asks every millisecond. */
function stopsAt(seconds: number, start = CALM, pauses: readonly number[] = []): number {
  const deadline = new Deadline(seconds, start);
  let now = start.clocked + 10;
  for (const pause of pauses) {
    for (let looks = 0; looks < 5; looks++) deadline.isOver((now += 1));
    deadline.isOver((now += pause));
  }
  while (!deadline.isOver(now)) now += 1;
  return now;
}

test('on a calm machine 5 %, 40 ms and a start and a fifth are kept free', () => {
  expect(stopsAt(1)).toBe(950 - 40 - 24);
  expect(stopsAt(10)).toBe(9500 - 40 - 24);
  expect(stopsAt(1, CALM, [8, 11, 12])).toBe(stopsAt(1));
});

test('a search that was once held up keeps more than twice that free, and a shorter pause changes nothing', () => {
  const calm = stopsAt(10);
  expect(stopsAt(10, CALM, [100])).toBe(calm - 220);
  expect(stopsAt(10, CALM, [100, ...Array<number>(1000).fill(1), 90])).toBe(calm - 220);
  expect(stopsAt(10, CALM, [100, ...Array<number>(1000).fill(1), 120])).toBe(calm - 270);
});

test('a search that is held up for a fifth of its time keeps a share of the time free', () => {
  const calm = stopsAt(1);
  expect(stopsAt(1, CALM, [14])).toBe(calm - 5);
  expect(stopsAt(1, CALM, Array<number>(20).fill(14))).toBe(calm - 150);
  expect(stopsAt(100, CALM, Array<number>(20).fill(14))).toBe(stopsAt(100) - 500);
});

test('a start that waited for a processor, or began before the clock, makes the end earlier', () => {
  const slow = { clocked: 120, unseen: 0, worked: 20 };
  expect(stopsAt(1, slow)).toBe(950 - 40 - 144 - 50);
  expect(stopsAt(1, { ...slow, unseen: 30 })).toBe(950 - 30 - 40 - 180 - 65);
});

test('a process that has spent half of its time on its start does not begin to search', () => {
  const slow = { clocked: 490, unseen: 20, worked: 500 };
  expect(new Deadline(2, slow).isMissed(500)).toBe(false);
  expect(new Deadline(2, slow).isMissed(990)).toBe(true);
  expect(new Deadline(0.1, CALM).isMissed(40)).toBe(true);
});
