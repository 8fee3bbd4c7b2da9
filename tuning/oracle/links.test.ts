import { expect, test } from 'vitest';
import { Links, type LinkParts, proveLinks } from './links.ts';

interface Known {
  number: number;
  isWon: boolean;
  winsAtOnce?: boolean;
  targets: number[];
}

function partOf(...all: Known[]): LinkParts {
  const links = new Links();
  for (const { number, isWon, winsAtOnce, targets } of all) {
    links.begin(number, isWon);
    if (winsAtOnce === true) links.endsAtOnce();
    for (const target of targets) links.add(target);
  }
  return links.parts();
}

test('wins and losses are proved back from the ends of games, in the plies of best play', () => {
  // 3 wins at once; 5 loses to it, 7 wins by 5; 8 has two replies, the longer of which counts; 9 may take either way.
  const late = partOf(
    { number: 7, isWon: true, targets: [5] },
    { number: 8, isWon: false, targets: [3, 7] },
    { number: 9, isWon: true, targets: [8, 5] },
    { number: 11, isWon: true, targets: [8] },
  );
  const early = partOf(
    { number: 3, isWon: true, winsAtOnce: true, targets: [] },
    { number: 5, isWon: false, targets: [3, 3] },
  );
  expect(proveLinks([late, early])).toEqual({ count: 6, longestWin: 5, longestLoss: 4, unproved: -1 });
});

test('positions that hold one another up are not proved', () => {
  const part = partOf(
    { number: 1, isWon: true, winsAtOnce: true, targets: [] },
    { number: 4, isWon: true, targets: [6] },
    { number: 6, isWon: false, targets: [1, 4] },
  );
  expect(proveLinks([part])).toMatchObject({ count: 3, unproved: 4 });
});

test('a position all of whose moves lose at once is lost in one ply', () => {
  const part = partOf({ number: 2, isWon: false, targets: [] });
  expect(proveLinks([part])).toEqual({ count: 1, longestWin: 0, longestLoss: 1, unproved: -1 });
});

test('without won and lost positions there is nothing to prove', () => {
  expect(proveLinks([partOf()])).toEqual({ count: 0, longestWin: 0, longestLoss: 0, unproved: -1 });
});
