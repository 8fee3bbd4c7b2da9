import { expect, test } from 'vitest';
import { crossEntropy, sigmoid } from './cross-entropy.ts';

test('the cross-entropy is that of the definition, and finite where the definition overflows', () => {
  for (const [logit, target] of [
    [0, 1],
    [2, 0.3],
    [-3, 0.9],
  ]) {
    const p = sigmoid(logit);
    expect(crossEntropy(logit, target)).toBeCloseTo(
      -target * Math.log(p) - (1 - target) * Math.log(1 - p),
      12,
    );
  }
  expect(crossEntropy(1000, 0)).toBe(1000);
  expect(crossEntropy(-1000, 0)).toBe(0);
});
