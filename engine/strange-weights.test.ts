import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { games } from './games/index.ts';
import { InputError } from './input-error.ts';
import { sealedRandomNetwork } from './models/network/random-network.ts';
import { sha256 } from './node/sha256.ts';
import { namedWeightsFile } from './node/weights-folder.ts';
import { hashedText, readWeights, type Weights, WEIGHTS_MOST_CHARACTERS } from './weights.ts';

// Files of strangers, with a hash that is right: whoever makes a file can make its hash.
const [betsy, raichu] = games;
const linear = readFileSync(namedWeightsFile(betsy, 5, 'baseline:hand'), 'utf8');
const network = JSON.stringify(sealedRandomNetwork(raichu, 8, 16, sha256));

type Changed = Record<string, any>;

function resealed(text: string, change: (weights: Changed) => void): string {
  const weights = JSON.parse(text) as Changed;
  change(weights);
  weights['sha256'] = sha256(hashedText(weights as unknown as Weights));
  return JSON.stringify(weights);
}

/** A file in which a text is replaced that JSON.stringify would not write. */
function rewritten(from: string, to: string): string {
  const text = linear.replace(from, to);
  expect(text).not.toBe(linear);
  const hash = sha256(hashedText(JSON.parse(text) as Weights));
  return text.replace(/"sha256": "\w+"/, `"sha256": "${hash}"`);
}

function refusal(text: string, game = betsy, size = 5): string {
  try {
    readWeights(text, game, size, sha256);
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    return (error as Error).message.replace('the weights file is refused: ', '');
  }
  return 'not refused';
}

const PLAYERS = 'expected "x" or "o"';
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('a resealed weights file is refused by the name of what is wrong in it', () => {
  test.each<[string, (weights: Changed) => void, string]>([
    ['vectors of nothing', (w) => (w['vectors'] = [null]), 'its vector 1 is null; expected an object'],
    ['a list as a vector', (w) => (w['vectors'][2] = []), 'its vector 3 is []; expected an object'],
    [
      'vectors that are no list',
      (w) => (w['vectors'] = { length: 3 }),
      'it has no vectors, but {"length":3}',
    ],
    [
      '100,000 vectors',
      (w) => (w['vectors'] = Array(1e5).fill(w['vectors'][0])),
      'it has 100000 vectors; expected at most 1000',
    ],
    [
      'a negative size',
      (w) => (w['vectors'][0].size = -3),
      'its vector 1 is of size -3; expected one of 2, 3',
    ],
    ['a size of 1e9', (w) => (w['vectors'][1].size = 1e9), 'its vector 2 is of size 1000000000; expected'],
    ['a size in words', (w) => (w['vectors'][0].size = '5'), 'its vector 1 is of size "5"; expected'],
    ['an unknown player', (w) => (w['vectors'][0].player = 'z'), `has the player "z"; ${PLAYERS}`],
    ['no player', (w) => delete w['vectors'][0].player, `has the player missing; ${PLAYERS}`],
    ['a board of null', (w) => (w['vectors'][0].board = null), 'has the board null; expected a text'],
    ['a board of letters', (w) => (w['vectors'][0].board = ['.']), 'has the board ["."]; expected a text'],
    [
      'a board of 10 MB',
      (w) => (w['vectors'][0].board = 'x'.repeat(1e7)),
      'its vector 1 is no position: BOARD',
    ],
    ['half a score', (w) => (w['vectors'][0].score = 0.5), 'the score 0.5; expected a whole number'],
    ['a score of null', (w) => (w['vectors'][0].score = null), 'the score null; expected a whole number'],
    ['a score in words', (w) => (w['vectors'][0].score = '9'), 'the score "9"; expected a whole number'],
    ['a negative board', (w) => (w['size'] = -3), 'it is for size -3; expected 5 or "any"'],
    ['scale 0', (w) => (w['scale'] = 0), 'its scale is not a number above 0, but 0'],
    ['a negative scale', (w) => (w['scale'] = -200), 'its scale is not a number above 0, but -200'],
    ['a scale in words', (w) => (w['scale'] = '200'), 'its scale is not a number above 0, but "200"'],
    ['no weights', (w) => (w['weights'] = null), 'it has no weights, but null; expected an object'],
    ['a list of weights', (w) => (w['weights'] = []), 'it has no weights, but []; expected an object'],
    ['a weight of null', (w) => (w['weights'].tempo = null), '"tempo" is not a whole number, but null'],
    ['no features', (w) => delete w['features'], 'it weighs the features missing; this program has "betsy-'],
    ['a list of features', (w) => (w['features'] = ['x']), 'it weighs the features ["x"]; this program has'],
    ['no provenance', (w) => delete w['provenance'], 'its provenance is missing; expected an object'],
    ['a text as provenance', (w) => (w['provenance'] = 'me'), 'its provenance is "me"; expected an object'],
    ['a key of its own', (w) => (w['luck'] = 1), 'it has the key "luck"; expected format, game, size'],
  ])('%s', (_, change, reason) => {
    expect(refusal(resealed(linear, change))).toContain(reason);
  });

  test.each<[string, (weights: Changed) => void, string]>([
    ['an int16 too far', (w) => (w['weights'].output[3] = 32_768), 'is 32768, which is no int16 number'],
    [
      'nothing for a number',
      (w) => (w['weights'].hiddenBias[3] = null),
      'is null, which is not a whole number',
    ],
    [
      'a bias of null',
      (w) => (w['weights'].outputBias = null),
      'its output bias is not a whole number, but null',
    ],
    [
      'a list of weights',
      (w) => (w['weights'] = []),
      'it has no weights, but []; expected an object of input',
    ],
    ['weights of its own', (w) => (w['weights'].luck = 1), 'its weights have the key "luck"; expected input'],
    ['no inputs', (w) => delete w['inputs'], 'it looks at the inputs missing; this program has "raichu-'],
    ['a vector of size -3', (w) => (w['vectors'][0].size = -3), 'its vector 1 is of size -3'],
    ['units without end', (w) => (w['hidden'] = 1e9), 'it has 1000000000 hidden units'],
  ])('a network with %s', (_, change, reason) => {
    expect(refusal(resealed(network, change), raichu, 8)).toContain(reason);
  });

  test.each<[string, string, string]>([
    ['an infinite scale', rewritten('"scale": 100', '"scale": 1e999'), 'a number above 0, but Infinity'],
    ['two scales', rewritten('"scale"', '"scale": 1, "scale"'), 'it has the key "scale" twice'],
    ['two spellings', rewritten('"scale"', '"sc\\u0061le": 1, "scale"'), 'it has the key "scale" twice'],
    ['two tempi', rewritten('"tempo"', '"tempo": 1, "tempo"'), 'it has the key "tempo" twice'],
    ['a prototype', rewritten('{', '{"__proto__": {"evidence": 1},'), 'it has the key "__proto__"; expected'],
    ['its weights', rewritten('"tempo"', '"__proto__": 1, "tempo"'), 'it has a weight for "__proto__"'],
    ['a deep size', linear.replace('"any"', deep(1e5)), 'it is nested more than 64 deep'],
    ['a deep file', deep(1e5), 'it is nested more than 64 deep'],
    ['an endless depth', '['.repeat(1e6), 'it is nested more than 64 deep'],
    [
      'a deep provenance',
      linear.replace('"origin":', `"deep": ${deep(1e5)}, "origin":`),
      'it is nested more',
    ],
    [
      'too much',
      ' '.repeat(WEIGHTS_MOST_CHARACTERS + 1),
      'it has 16777217 characters; expected at most 16777216',
    ],
  ])('%s', (_, text, reason) => {
    expect(refusal(text)).toContain(reason);
  });
});

test('brackets, quotes and the same words in texts, in lists and in other objects are no fault', () => {
  const provenance = {
    origin: '[[{"a": "\\',
    list: ['origin', 'origin', '"', '\\"'],
    objects: [{ origin: 1 }, { origin: 2 }],
    deep: JSON.parse(deep(50)) as unknown,
  };
  expect(refusal(resealed(linear, (w) => (w['provenance'] = provenance)))).toBe('not refused');
});
