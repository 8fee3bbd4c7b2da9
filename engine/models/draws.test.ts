import { describe, expect, test } from 'vitest';
import { games } from '../games/index.ts';
import { raichu } from '../games/raichu/game.ts';
import { hashedPart, readWeights, evaluatorOf } from '../weights.ts';
import { loadWeights } from '../node/named-weights.ts';
import { sha256 } from '../node/sha256.ts';
import { sealedWeights } from '../seal.ts';
import { legalMoves, type Position, type Side, winnerOf } from '../position.ts';
import { DECISIVE } from '../score.ts';
import { DrawEvaluator, FACTOR_ONE } from './draws.ts';
import type { Draws, Weights } from './model.ts';
import { sealedRandomNetwork } from './network/random-network.ts';

const classes = raichu.drawClasses!;
const draws: Draws = {
  classes: classes.id,
  factors: { 'RRR v R': 0, 'R v RR': 16, 'RR v R': 100 },
  won: 1000,
};

const boardOf = (pieces: string) => pieces.padEnd(64, '.');
const positionOf = (pieces: string, turn: Side) => raichu.parseBoard(8, turn, boardOf(pieces));

/** The evaluator of a fixed score, scaled. */
const scaled = (score: number, by: Draws = draws) =>
  new DrawEvaluator({ scale: 400, evaluate: () => score }, classes, by);

describe('a score', () => {
  test.each([
    ['of a class that is drawn is that of a draw', '@@@....$', 0, 1234, 0],
    ['is multiplied by the factor of its class', '@@.....$', 0, 64, 100],
    ['is that of the player to move, so that the class is another for the other', '@@.....$', 1, -64, -16],
    ['is rounded towards 0', '@@.....$', 0, 1, 1],
    ['is rounded towards 0 below it too', '@@.....$', 0, -1, -1],
    ['of a class without a factor stays', '@......$', 0, 777, 777],
    ['counts an eighth beyond won', '@......$', 0, 1080, 1010],
    ['counts an eighth beyond lost', '@......$', 0, -1080, -1010],
    ['stays within the bounds of scores', '@@.....$', 0, DECISIVE, 1000 + Math.floor((46875 - 1000) / 8)],
  ] as const)('%s', (_, pieces, turn, score, expected) => {
    expect(scaled(score).evaluate(positionOf(pieces, turn))).toBe(expected);
  });

  test('never leaves the bounds without a won', () => {
    const factors = { 'R v R': 4 * FACTOR_ONE };
    for (const score of [DECISIVE, -DECISIVE])
      expect(scaled(score, { classes: classes.id, factors }).evaluate(positionOf('@......$', 0))).toBe(score);
  });
});

/** The same weights with draws, sealed again. */
function withDraws(weights: Weights, its: Draws): Weights {
  const { format: _, game: __, vectors: ___, ...parts } = hashedPart(weights) as unknown as Weights;
  return sealedWeights(raichu, { ...parts, draws: its }, [8], sha256);
}

describe.each([
  ['linear weights', loadWeights(raichu, 8, 'linear')],
  ['a network', sealedRandomNetwork(raichu, 8, 16, sha256)],
])('%s with draws', (_, plain) => {
  const weights = withDraws(plain, draws);
  const read = (changed: unknown) => readWeights(JSON.stringify(changed), raichu, 8, sha256);

  test('are read back, and judge as the plain ones scaled by class', () => {
    const judge = evaluatorOf(plain, raichu);
    const evaluator = evaluatorOf(read(weights), raichu);
    expect(evaluator).toMatchObject({ won: 1000, scale: plain.scale, endings: raichu.endings });
    for (const pieces of ['@@@....$', '@@.....$', '@w.....$', '@@.....$....b...'])
      for (const turn of [0, 1] as const) {
        const position = positionOf(pieces, turn);
        const expected = scaled(judge.evaluate(position)).evaluate(position);
        expect(evaluator.evaluate(position)).toBe(expected);
      }
  });

  test('are under the seal', () => {
    const other = { ...weights, draws: { ...draws, factors: { ...draws.factors, 'RRR v R': 1 } } };
    expect(() => read(other)).toThrow('its sha256 does not match its contents');
    expect(() => read({ ...weights, draws: undefined })).toThrow('its sha256 does not match its contents');
  });

  test.each<[string, unknown, string]>([
    ['no object', 7, 'its draws are 7; expected an object'],
    [
      'other classes',
      { ...draws, classes: 'raichu-0' },
      'are of the classes "raichu-0"; this program has "raichu-1"',
    ],
    ['an unknown class', { ...draws, factors: { 'K v K': 5 } }, '"K v K", which is no class of raichu'],
    [
      'half a factor',
      { ...draws, factors: { 'R v R': 0.5 } },
      '"R v R" is 0.5; expected a whole number up to 256',
    ],
    [
      'a factor too large',
      { ...draws, factors: { 'R v R': 257 } },
      'is 257; expected a whole number up to 256',
    ],
    ['no factors', { classes: draws.classes }, 'the factors of its draws are missing'],
    ['a won of 0', { ...draws, won: 0 }, 'its draws are won at 0'],
    ['a key too many', { ...draws, lost: 3 }, 'its draws have the key "lost"'],
  ])('are refused with %s', (__, wrong, message) => {
    expect(() => read({ ...weights, draws: wrong })).toThrow(message);
  });
});

test('weights of a game without classes have no draws', () => {
  const betsy = games.find(({ name }) => name === 'betsy')!;
  const hand = loadWeights(betsy, 5, 'hand');
  const text = JSON.stringify({ ...hand, draws: { classes: 'any', factors: {} } });
  expect(() => readWeights(text, betsy, 5, sha256)).toThrow(
    'it has draws, and betsy has no classes of draws',
  );
});

test.each(
  games.filter(({ drawClasses }) => drawClasses !== undefined).map((game) => [game.name, game] as const),
)('the classes of %s are the same on symmetric boards and with the colours exchanged', (_, game) => {
  const classesOf = game.drawClasses!;
  const { names } = classesOf;
  expect(new Set(names).size).toBe(names.length);
  const seen = new Set<number>();
  const size = game.usualSize;
  for (let number = 0; number < 30; number++) {
    const position = game.start(size);
    for (let ply = 1; winnerOf(position) === -1 && ply < 300; ply++) {
      const moves = Array.from(legalMoves(position));
      position.make(moves[(ply * (7 + 2 * number) + number) % moves.length]);
      if (winnerOf(position) !== -1) break;
      const index = classesOf.of(position);
      expect(names[index]).toBeDefined();
      if (seen.has(index)) continue;
      seen.add(index);
      const board = game.formatBoard(position);
      const other = game.parseBoard(size, (position.turn ^ 1) as Side, game.swapColours(size, board));
      const same: Position[] = game
        .symmetricBoards(size, board)
        .map((image) => game.parseBoard(size, position.turn, image));
      for (const one of [other, ...same]) expect([board, classesOf.of(one)]).toEqual([board, index]);
    }
  }
  expect(seen.size).toBeGreaterThan(5);
});
