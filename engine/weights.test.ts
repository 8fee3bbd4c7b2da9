import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sha256 } from './cli/sha256.ts';
import { loadWeights, namedWeightsFile, usualWeightsFile } from './cli/weights-files.ts';
import type { Game } from './game.ts';
import { games } from './games/index.ts';
import { InputError } from './input-error.ts';
import { otherSide, winnerOf } from './position.ts';
import { playRandomly } from './testing.ts';
import { hashedText, readWeights, type Weights } from './weights.ts';

const [betsy, raichu] = games;
const text = readFileSync(namedWeightsFile(betsy, 'baseline:hand'), 'utf8');

function changed(change: (weights: Record<string, unknown> & Weights) => void, seal = true): string {
  const weights = JSON.parse(text) as Record<string, unknown> & Weights;
  change(weights);
  if (seal) weights.sha256 = sha256(hashedText(weights));
  return JSON.stringify(weights);
}

describe('a weights file is refused with the reason', () => {
  test.each<[string, string, Game, number, string]>([
    ['one digit changed', text.replace('"tempo": 10', '"tempo": 11'), betsy, 5, 'its sha256 does not match'],
    ['another game', text, raichu, 8, 'it is for the game "betsy"; expected "raichu"'],
    ['another size', changed((w) => (w.size = 4)), betsy, 5, 'it is for size 4; expected 5 or "any"'],
    [
      'a missing feature',
      changed((w) => delete w.weights['supply']),
      betsy,
      5,
      'no weight for the feature "supply"',
    ],
    ['an unknown feature', changed((w) => (w.weights['luck'] = 1)), betsy, 5, 'a weight for "luck"'],
    [
      'not a number',
      changed((w) => (w.weights['supply'] = Number.NaN)),
      betsy,
      5,
      '"supply" is not a whole number',
    ],
    [
      'half a number',
      changed((w) => (w.weights['supply'] = 0.5)),
      betsy,
      5,
      '"supply" is not a whole number',
    ],
    [
      'other features',
      changed((w) => (w.features = 'betsy-0')),
      betsy,
      5,
      'it weighs the features "betsy-0"',
    ],
    ['a wrong vector', changed((w) => (w.vectors[0].score += 1)), betsy, 5, 'but this program gives'],
    ['a broken vector', changed((w) => (w.vectors[0].board = 'x')), betsy, 5, 'BOARD has 1 characters'],
    ['no vectors', changed((w) => (w.vectors = [])), betsy, 5, 'it has no vectors'],
    [
      'a newer format',
      changed((w) => Object.assign(w, { format: 'evalsmith-weights-9' })),
      betsy,
      5,
      'its format is',
    ],
    ['another kind', changed((w) => Object.assign(w, { kind: 'magic' })), betsy, 5, 'its kind is "magic"'],
    ['no scale', changed((w) => (w.scale = 0)), betsy, 5, 'its scale'],
    ['half a file', text.slice(0, 100), betsy, 5, 'it is not JSON'],
    ['a list', '[]', betsy, 5, 'it is not a JSON object'],
    ['nothing', '', betsy, 5, 'it is not JSON'],
  ])('%s', (_, file, game, size, reason) => {
    expect(() => readWeights(file, game, size, sha256)).toThrow(InputError);
    expect(() => readWeights(file, game, size, sha256)).toThrow(reason);
  });

  test('evidence may be added without breaking the hash', () => {
    expect(() =>
      readWeights(
        changed((w) => (w.evidence = { elo: 12 }), false),
        betsy,
        5,
        sha256,
      ),
    ).not.toThrow();
  });
});

test('every game has the baselines that later gains are measured against, for every size', () => {
  const baselines = {
    betsy: ['hand', 'lines'],
    raichu: ['hand', 'material'],
    conga: ['hand', 'moves', 'squares', 'weighted'],
  };
  for (const game of games) {
    for (const name of baselines[game.name as 'betsy']) {
      for (const size of game.sizes) expect(loadWeights(game, size, `baseline:${name}`).game).toBe(game.name);
    }
    expect(usualWeightsFile(game, game.usualSize)).toContain(game.name);
  }
});

test('an unknown baseline and an unreadable file are refused by name', () => {
  expect(() => loadWeights(betsy, 5, 'baseline:nobody')).toThrow(
    'the baselines of betsy are baseline:hand, baseline:lines',
  );
  expect(() => loadWeights(betsy, 5, 'baseline:../conga/hand')).toThrow('the baselines of betsy are');
  expect(() => loadWeights(betsy, 5, 'no/such/file.json')).toThrow('cannot be read (ENOENT)');
});

describe.each(games.map((game) => ({ game, name: game.name })))('the features of $name', ({ game }) => {
  const sizes = [...new Set([game.sizes[0], game.usualSize, game.sizes.at(-1)!])];

  test('are the same after the colours and the turn are exchanged, and after a symmetry of the board', () => {
    for (const size of sizes) {
      for (let seed = 0; seed < 30; seed++) {
        const position = playRandomly(game, size, seed, 3 * seed);
        if (winnerOf(position) !== -1) continue;
        const board = game.formatBoard(position);
        const values = extracted(game, size, position.turn, board);
        expect(extracted(game, size, otherSide(position.turn), game.swapColours(size, board))).toEqual(
          values,
        );
        for (const image of game.symmetricBoards(size, board)) {
          expect(extracted(game, size, position.turn, image)).toEqual(values);
        }
        // What was played move by move gives what was read from text.
        const played = new Float64Array(values.length);
        game.features.extract(position, played);
        expect(Array.from(played, (value) => value + 0)).toEqual(values);
      }
    }
  });

  test('are whole numbers, each with a name of its own, and none is always zero', () => {
    const { names } = game.features;
    expect(new Set(names).size).toBe(names.length);
    const seen = new Set<string>();
    for (let seed = 0; seed < 200; seed++) {
      const position = playRandomly(game, game.usualSize, seed, seed);
      const values = extracted(game, game.usualSize, position.turn, game.formatBoard(position));
      expect(values.every((value) => Number.isSafeInteger(value))).toBe(true);
      values.forEach((value, i) => value !== 0 && seen.add(names[i]));
    }
    expect([...seen].sort()).toEqual([...names].sort());
  });
});

function extracted(game: Game, size: number, turn: 0 | 1, board: string): number[] {
  const values = new Float64Array(game.features.names.length);
  game.features.extract(game.parseBoard(size, turn, board), values);
  return Array.from(values, (value) => value + 0);
}
