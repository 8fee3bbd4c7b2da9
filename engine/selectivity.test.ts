import { expect, test } from 'vitest';
import { defaultParameters } from './parameters.ts';
import { Selectivity } from './selectivity.ts';

test.each([50, 100, 437.5, 1600])('margins mean the same win probability on a scale of %d', (scale) => {
  const selectivity = new Selectivity(scale, defaultParameters);
  const usual = new Selectivity(100, defaultParameters);
  for (let depth = 1; depth <= 8; depth++) {
    for (const logit of [0.05, 0.25, 0.45, 0.75, 1.15, 1.55, 2.5]) {
      expect(selectivity.standsAbove(logit * scale, 0, depth, false)).toBe(
        usual.standsAbove(logit * 100, 0, depth, false),
      );
      expect(selectivity.isFutile(-logit * scale, 0, depth)).toBe(usual.isFutile(-logit * 100, 0, depth));
    }
  }
});

test('the deeper a search still has to go, the less it leaves out', () => {
  const selectivity = new Selectivity(100, defaultParameters);
  for (let depth = 1; depth < 10; depth++) {
    for (let score = 0; score < 300; score += 10) {
      if (selectivity.standsAbove(score, 0, depth + 1, false))
        expect(selectivity.standsAbove(score, 0, depth, false)).toBe(true);
      if (selectivity.isFutile(-score, 0, depth + 1))
        expect(selectivity.isFutile(-score, 0, depth)).toBe(true);
    }
    expect(selectivity.mostMoves(depth + 1)).toBeGreaterThanOrEqual(selectivity.mostMoves(depth));
  }
});

test('the first moves and those near the leaves are not reduced, and no move below its depth', () => {
  const selectivity = new Selectivity(100, defaultParameters);
  for (let depth = 1; depth < 60; depth++) {
    for (let nth = 0; nth < 60; nth++) {
      const reduction = selectivity.reduction(depth, nth, true);
      expect(reduction).toBeLessThan(depth);
      if (nth < 3 || depth < 3) expect(reduction).toBe(0);
    }
  }
});
