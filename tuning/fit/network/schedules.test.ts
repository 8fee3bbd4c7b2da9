import { expect, test } from 'vitest';
import { rateAt, SCHEDULES } from './schedules.ts';

const ratesOf = (schedule: keyof typeof SCHEDULES, warmUp = 0.05) =>
  Array.from({ length: 1000 }, (_, step) => rateAt(step, 1000, { rate: 0.1, schedule, warmUp }));

test.each(['cosine', 'linear'] as const)(
  'with %s decay the rate rises for the share of the warm-up and then falls to a hundredth',
  (schedule) => {
    const rates = ratesOf(schedule);
    expect(rates[0]).toBeCloseTo(0.002, 10);
    expect(Math.max(...rates)).toBe(0.1);
    expect([49, 50]).toContain(rates.indexOf(0.1));
    for (let step = 51; step < 1000; step++) expect(rates[step]).toBeLessThan(rates[step - 1]);
    expect(rates[999]).toBeCloseTo(0.001, 3);
    expect(rates[525]).toBeCloseTo(0.0505, 10);
  },
);

test('a constant rate stays where the warm-up ends, and without one it begins there', () => {
  expect(new Set(ratesOf('constant').slice(49))).toEqual(new Set([0.1]));
  expect(new Set(ratesOf('constant', 0))).toEqual(new Set([0.1]));
});
