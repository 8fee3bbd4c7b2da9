import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from './node/sha256.ts';
import { loadWeights } from './node/named-weights.ts';
import { namedWeightsFile, usualWeightsFile } from './node/weights-folder.ts';
import type { Game } from './game.ts';
import { games } from './games/index.ts';
import { InputError } from './input-error.ts';
import { Player } from './player.ts';
import { otherSide, winnerOf } from './position.ts';
import { sealedWeights } from './seal.ts';
import { playRandomly } from './testing.ts';
import { sealedRandomNetwork } from './models/network/random-network.ts';
import { linearParts, type LinearWeights } from './models/linear/linear-weights.ts';
import type { NetworkWeights } from './models/network/network-weights.ts';
import { evaluatorOf, hashedText, readWeights } from './weights.ts';

const [betsy, raichu] = games;
const text = readFileSync(namedWeightsFile(betsy, 5, 'baseline:hand'), 'utf8');

function changed(change: (weights: Record<string, unknown> & LinearWeights) => void, seal = true): string {
  const weights = JSON.parse(text) as Record<string, unknown> & LinearWeights;
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
      'a weight taken out',
      changed((w) => delete w.weights['lines lacking 1']),
      betsy,
      5,
      'but this program gives',
    ],
    ['an unknown feature', changed((w) => (w.weights['luck'] = 1)), betsy, 5, 'a weight for "luck"'],
    [
      'not a number',
      changed((w) => (w.weights['parity of empty squares'] = Number.NaN)),
      betsy,
      5,
      '"parity of empty squares" is not a whole number',
    ],
    [
      'half a number',
      changed((w) => (w.weights['parity of empty squares'] = 0.5)),
      betsy,
      5,
      '"parity of empty squares" is not a whole number',
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
    ['another kind', text.replace('"linear"', '"magic"'), betsy, 5, 'its kind is "magic"'],
    ['no scale', changed((w) => (w.scale = 0)), betsy, 5, 'its scale'],
    ['a key of no such file', changed((w) => Object.assign(w, { remark: 1 })), betsy, 5, 'the key "remark"'],
    [
      'evidence under a damaged name',
      changed((w) => Object.assign(w, { evidencd: { elo: 12 } }), false),
      betsy,
      5,
      'the key "evidencd"',
    ],
    [
      'changed evidence',
      changed((w) => Object.assign(w, { evidence: { elo: 12 }, evidenceSha256: sha256('{"elo":1}') }), false),
      betsy,
      5,
      'its evidenceSha256 does not match',
    ],
    [
      'lost evidence',
      changed((w) => (w.evidenceSha256 = sha256('{"elo":1}')), false),
      betsy,
      5,
      'its evidenceSha256 does not match',
    ],
    ['half a file', text.slice(0, 100), betsy, 5, 'it is not JSON'],
    ['a list', '[]', betsy, 5, 'it is not a JSON object'],
    ['nothing', '', betsy, 5, 'it is not JSON'],
  ])('%s', (_, file, game, size, reason) => {
    expect(() => readWeights(file, game, size, sha256)).toThrow(InputError);
    expect(() => readWeights(file, game, size, sha256)).toThrow(reason);
  });

  test.each<[string, string | undefined]>([
    ['a hash of its own', sha256('{"elo":12}')],
    ['none, as in older files', undefined],
  ])('evidence may be added without breaking the hash, with %s', (_, evidenceSha256) => {
    const file = changed((w) => Object.assign(w, { evidence: { elo: 12 }, evidenceSha256 }), false);
    expect(readWeights(file, betsy, 5, sha256).evidence).toEqual({ elo: 12 });
  });
});

describe('a network', () => {
  const text = JSON.stringify(sealedRandomNetwork(raichu, 8, 16, sha256));

  function changedNetwork(change: (weights: NetworkWeights) => void): string {
    const weights = JSON.parse(text) as NetworkWeights;
    change(weights);
    weights.sha256 = sha256(hashedText(weights));
    return JSON.stringify(weights);
  }

  test('is read back and gives the evaluator that its vectors were made with', () => {
    for (const game of games) {
      const weights = sealedRandomNetwork(game, game.usualSize, 8, sha256);
      expect(readWeights(JSON.stringify(weights), game, game.usualSize, sha256)).toEqual(weights);
    }
  });

  test('of 32 hidden units for Raichu 8 leaves a one-file player its room', () => {
    expect(JSON.stringify(sealedRandomNetwork(raichu, 8, 32, sha256)).length).toBeLessThan(40_000);
  });

  const changedCharacter = text.replace(
    /("input":".{100})(.)/,
    (_, before, char) => before + (char === 'A' ? 'B' : 'A'),
  );
  test.each<[string, string, Game, number, string]>([
    ['one character changed', changedCharacter, raichu, 8, 'its sha256 does not match'],
    [
      'one digit changed',
      text.replace(/"hidden":16/, '"hidden":24'),
      raichu,
      8,
      'expected 9216, 24 for each',
    ],
    ['another game', text, betsy, 8, 'it is for the game "raichu"; expected "betsy"'],
    ['another size', text, raichu, 10, 'it is for size 8; expected 10 or "any"'],
    [
      'any size with inputs for one',
      changedNetwork((w) => Object.assign(w, { size: 'any' })),
      raichu,
      8,
      'it looks at the inputs "raichu-1"; this program has "features of raichu-2" for this size',
    ],
    [
      'three outputs',
      changedNetwork((w) => (w.weights.outputBias = [1, 2, 3])),
      raichu,
      8,
      'it has 3 output biases; expected 1, 2, 4, 8',
    ],
    [
      'two outputs with the weights of one',
      changedNetwork((w) => (w.weights.outputBias = [1, 2])),
      raichu,
      8,
      'it has 32 output weights; expected 64',
    ],
    ['other inputs', changedNetwork((w) => (w.inputs = 'raichu-0')), raichu, 8, 'it looks at the inputs'],
    ['no hidden units', changedNetwork((w) => (w.hidden = 0)), raichu, 8, 'it has 0 hidden units'],
    ['odd hidden units', changedNetwork((w) => (w.hidden = 12)), raichu, 8, 'it has 12 hidden units'],
    ['too many', changedNetwork((w) => (w.hidden = 520)), raichu, 8, 'expected a multiple of 8 up to 512'],
    [
      'too many fraction bits',
      changedNetwork((w) => (w.fractionBits = 11)),
      raichu,
      8,
      'it has 11 fraction bits; expected a whole number from 6 to 10',
    ],
    [
      'fraction bits as text',
      changedNetwork((w) => Object.assign(w, { fractionBits: '8' })),
      raichu,
      8,
      'it has "8" fraction bits; expected a whole number from 6 to 10',
    ],
    [
      'an unknown activation',
      changedNetwork((w) => Object.assign(w, { activation: 'tanh' })),
      raichu,
      8,
      'its activation is "tanh"; expected "clipped" or "squared"',
    ],
    [
      'no weights',
      changedNetwork((w) => Object.assign(w, { weights: null })),
      raichu,
      8,
      'it has no weights',
    ],
    [
      'no scale',
      changedNetwork((w) => (w.scale = Number.NaN)),
      raichu,
      8,
      'its scale is not a number above 0',
    ],
    [
      'input weights missing',
      changedNetwork((w) => (w.weights.input = w.weights.input.slice(0, -8))),
      raichu,
      8,
      'it has 6141 input weights; expected 6144, 16 for each of 384 inputs',
    ],
    [
      'input weights that are no numbers',
      changedNetwork((w) => (w.weights.input = `*${w.weights.input.slice(1)}`)),
      raichu,
      8,
      'its input weights are not base64 text of int16 numbers',
    ],
    [
      'half an input weight',
      changedNetwork((w) => (w.weights.input = 'AAAA')),
      raichu,
      8,
      'its input weights are not base64',
    ],
    [
      'a list of input weights',
      changedNetwork((w) => Object.assign(w.weights, { input: [1] })),
      raichu,
      8,
      'its input weights are not base64',
    ],
    [
      'a bias missing',
      changedNetwork((w) => w.weights.hiddenBias.pop()),
      raichu,
      8,
      'it has 15 hidden biases',
    ],
    [
      'not a number',
      changedNetwork((w) => (w.weights.hiddenBias[3] = Number.NaN)),
      raichu,
      8,
      'one of its hidden biases is null, which is not a whole number',
    ],
    [
      'half a number',
      changedNetwork((w) => (w.weights.output[3] = 0.5)),
      raichu,
      8,
      'one of its output weights is 0.5, which is not a whole number',
    ],
    [
      'a number that is too large',
      changedNetwork((w) => (w.weights.output[3] = 32_768)),
      raichu,
      8,
      'one of its output weights is 32768, which is no int16 number',
    ],
    [
      'an output missing',
      changedNetwork((w) => w.weights.output.pop()),
      raichu,
      8,
      'it has 31 output weights',
    ],
    [
      'half an output bias',
      changedNetwork((w) => (w.weights.outputBias = 0.5)),
      raichu,
      8,
      'its output bias is not a whole number',
    ],
    [
      'a sum that could overflow',
      changedNetwork((w) => (w.weights.outputBias = 2 ** 31 - 1)),
      raichu,
      8,
      'could overflow 32 bits',
    ],
    ['a wrong vector', changedNetwork((w) => (w.vectors[0].score += 1)), raichu, 8, 'but this program gives'],
    ['a vector of another size', changedNetwork((w) => (w.vectors[0].size = 10)), raichu, 8, 'of size 10'],
    ['no vectors', changedNetwork((w) => (w.vectors = [])), raichu, 8, 'it has no vectors'],
  ])('is refused with the reason: %s', (_, file, game, size, reason) => {
    expect(() => readWeights(file, game, size, sha256)).toThrow(InputError);
    expect(() => readWeights(file, game, size, sha256)).toThrow(reason);
  });
});

describe.each(games.map((game) => ({ game, name: game.name })))('$name with one more feature', ({ game }) => {
  const { id, names } = game.features;
  const at = Math.floor(names.length / 2);
  const values = new Float64Array(names.length);
  const grown: Game = {
    ...game,
    features: {
      id,
      names: names.toSpliced(at, 0, 'luck'),
      extract(position, all) {
        game.features.extract(position, values);
        all.set([...values].toSpliced(at, 0, 7));
      },
    },
  };
  const size = game.usualSize;

  test.each(['any', size] as const)('plays with its tuned file for size %s as before', (tunedFor) => {
    const file = usualWeightsFile(
      game,
      tunedFor === size ? size : game.sizes.find((other) => other !== size)!,
    );
    const tuned = loadWeights(grown, size, file);
    expect(tuned).toEqual(loadWeights(game, size, file));
    const [before, now] = [evaluatorOf(tuned, game), evaluatorOf(tuned, grown)];
    for (let seed = 0; seed < 50; seed++) {
      const position = playRandomly(game, size, seed, 2 * seed);
      if (winnerOf(position) === -1) expect(now.evaluate(position)).toBe(before.evaluate(position));
    }
    const limits = { nodes: 2000 };
    const [first, second] = [before, now].map((evaluator) => new Player(game, evaluator));
    expect(second.choose(game.start(size), limits)).toEqual(first.choose(game.start(size), limits));
  });

  test('has weights that the game without it refuses, even at 0', () => {
    const hand = loadWeights(game, size, 'baseline:hand') as LinearWeights;
    const sealed = sealedWeights(grown, linearParts(grown, hand), [size], sha256);
    const none = Object.fromEntries(grown.features.names.map((name) => [name, 0]));
    expect(sealed.weights).toEqual({ ...none, ...hand.weights });
    const sealedText = JSON.stringify(sealed);
    expect(() => readWeights(sealedText, game, size, sha256)).toThrow('a weight for "luck"');
    expect(readWeights(sealedText, grown, size, sha256)).toEqual(sealed);
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

test('of a file without end no more is read than a weights file may have', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'evalsmith-')), 'endless.json');
  writeFileSync(file, '{');
  // No string can be so long, let alone this one's object.
  truncateSync(file, 2 ** 33);
  expect(() => loadWeights(betsy, 5, file)).toThrow('which is larger than 16777216 bytes');
  rmSync(file);
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
