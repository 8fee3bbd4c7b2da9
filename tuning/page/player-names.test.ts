import { expect, test } from 'vitest';
import { shortNames } from './player-names.ts';

test.each([
  ['fits/7/weights.json', '7'],
  ['engine/weights/betsy-5.json', 'betsy-5'],
  ['fits/7/weights.json,futilityDepth=5@800', '7,futilityDepth=5@800'],
  ['baseline:hand@800', 'baseline:hand@800'],
  ['cmd:./a/player.json', 'cmd:./a/player.json'],
])('%s is called %s', (name, short) => {
  expect(shortNames([name, 'random'])).toEqual([short, 'random']);
});

test('two that would be called the same keep their whole names', () => {
  expect(shortNames(['a/x.json', 'b/x.json'])).toEqual(['a/x.json', 'b/x.json']);
});
