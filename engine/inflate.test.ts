import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inflate } from './inflate.ts';

test.each([0, 1, 6, 9])('what zlib packed at level %i comes back', (level) => {
  // Few letters, so that they repeat.
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 3000, max: 3 }));
  fc.assert(
    fc.property(bytes, (some) => {
      expect(inflate(deflateRawSync(some, { level }), some.length)).toEqual(some);
    }),
    { numRuns: 100, seed: 1 },
  );
});

test('blocks of more than 64 kB come back', () => {
  const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * i) >> 7);
  for (const level of [0, 9]) expect(inflate(deflateRawSync(bytes, { level }), bytes.length)).toEqual(bytes);
});
