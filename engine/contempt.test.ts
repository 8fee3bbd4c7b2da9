import { expect, test } from 'vitest';
import { games } from './games/index.ts';
import { defaultParameters } from './parameters.ts';
import { legalMoves, type Move, type Position, winnerOf } from './position.ts';
import { DRAW } from './score.ts';
import { type Line, Search } from './search.ts';
import { Table } from './table.ts';
import { playRandomly } from './testing.ts';
import type { Rigour } from './tree.ts';

const raichu = games.find(({ name }) => name === 'raichu')!;
const SCALE = 100;

/** The start of Raichu after two Pikachus have gone out and back, and the move that brings a board of the game again. */
function shuffled(): { position: Position; again: Move } {
  const position = raichu.start(8);
  const named = (text: string) =>
    legalMoves(position).find((move) => raichu.formatMove(position, move) === text)!;
  for (const text of ['2.1-2.2', '7.2-7.1', '2.2-2.1', '7.1-7.2']) position.make(named(text));
  return { position, again: named('2.1-2.2') };
}

/** The search of a position by one move alone, where every board is worth so much to the player to move. */
function lineBy(position: Position, move: Move, worth: number, contempt: number, rigour?: Rigour): Line {
  const parameters = { ...defaultParameters, contempt };
  const search = new Search(position, { scale: SCALE, evaluate: () => worth }, Table.ofMegabytes(1), {
    parameters,
  });
  const others = Array.from(legalMoves(position)).filter((other) => other !== move);
  return search.deepen({ depth: 1 }, undefined, others, rigour);
}

test.each([
  [0, 0, DRAW],
  [0, 1, -50],
  [SCALE * Math.log(3), 1, -75],
  [-SCALE * Math.log(3), 1, -25],
  [SCALE * Math.log(3), 0.4, -30],
])('where boards are worth %d, contempt of %d makes a repetition worth %d', (worth, contempt, score) => {
  const { position, again } = shuffled();
  expect(lineBy(position, again, worth, contempt).score).toBe(score);
});

test('a proof knows no contempt', () => {
  const { position, again } = shuffled();
  for (const rigour of ['proof', 'plain'] as const)
    expect(lineBy(position, again, 0, 20, rigour).score).toBe(DRAW);
});

test('who is ahead and would repeat finds another move where draws are worth less', () => {
  const { position, again } = shuffled();
  // What is not a repetition looks a little worse than nothing.
  const evaluator = { scale: SCALE, evaluate: () => 5 };
  const choice = (contempt: number) =>
    new Search(position, evaluator, Table.ofMegabytes(1), {
      parameters: { ...defaultParameters, contempt },
    }).deepen({ depth: 1 }).move;
  expect(choice(0)).toBe(again);
  expect(choice(1)).not.toBe(again);
});

test('contempt leaves the scores of won, lost and unrepeated lines as they are', () => {
  for (const game of games)
    for (let seed = 0; seed < 10; seed++) {
      const position = playRandomly(game, game.sizes[0], seed, 6 + seed);
      if (winnerOf(position) !== -1) continue;
      const scoreWith = (contempt: number) =>
        new Search(position, { scale: SCALE, evaluate: () => 0 }, Table.ofMegabytes(1), {
          parameters: { ...defaultParameters, contempt },
        }).deepen({ depth: 1 }).score;
      expect([game.name, seed, scoreWith(20)]).toEqual([game.name, seed, scoreWith(0)]);
    }
});
