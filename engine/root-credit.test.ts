import fc from 'fast-check';
import { expect, test } from 'vitest';
import { raichu } from './games/raichu/game.ts';
import { defaultParameters } from './parameters.ts';
import { RootCredit } from './root-credit.ts';
import { DECISIVE, WIN } from './score.ts';

const credit = new RootCredit({ won: 1000, scale: 400 }, { ...defaultParameters, progressCredit: 0.15 });

test('a score with its credit is above a bound exactly where the score is above what it needs', () => {
  const score = fc.integer({ min: -WIN, max: WIN });
  fc.assert(
    fc.property(score, score, fc.integer({ min: 0, max: 400 }), (found, bound, points) => {
      const isAbove = credit.credited(found, points) > bound;
      // A bound within the last points below DECISIVE no score with a credit can tell from DECISIVE.
      if (bound <= DECISIVE - points || bound > DECISIVE)
        expect(found > credit.needed(bound, points)).toBe(isAbove);
    }),
    { numRuns: 5000, seed: 1 },
  );
});

test('only a game as good as won has a credit, and none that is decided', () => {
  expect([1000, 1001, -1001, DECISIVE, WIN - 3].map((score) => credit.credited(score, 60))).toEqual([
    1000,
    1061,
    -1001,
    DECISIVE,
    WIN - 3,
  ]);
});

test('captures and promotions are progress, and after 32 quiet plies worth twice as much', () => {
  const position = raichu.parseBoard(8, 0, `${'.'.repeat(48)}w.......${'.'.repeat(7)}$`);
  const points = () => {
    const moves = new Int32Array(position.moveLimit);
    position.generate(moves, 0);
    position.make(moves[0]);
    const found = credit.pointsFor(position.state);
    position.unmake();
    return found;
  };
  expect(points()).toBe(60);
  for (let ply = 0; ply < 32; ply++) position.pass();
  expect(points()).toBe(120);
  position.pass();
  expect(points()).toBe(0);
});

test('without a bound from which a game is won nothing has a credit', () => {
  const none = new RootCredit({ scale: 400 }, defaultParameters);
  expect(none.pointsFor({ ply: 3, progress: 3, previous: { ply: 2, progress: 0 } } as never)).toBe(0);
});
