import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { legalMoves, winnerOf } from '../position.ts';
import { games } from './index.ts';

// The source documents' own games, as PLAYER BOARD -> [MOVE] BOARD under a heading that names game and size.
const text = readFileSync(new URL('recorded-positions.txt', import.meta.url), 'utf8');

interface Step {
  game: string;
  player: string;
  board: string;
  move: string | undefined;
  next: string;
}

function recordedSteps(): Step[] {
  const steps: Step[] = [];
  let game = '';
  for (const line of text.split('\n')) {
    const heading = /^## (\w+)/.exec(line);
    if (heading) game = heading[1].toLowerCase();
    const step = /^(\w) (\S+) -> (?:(-?\d) )?(\S+)/.exec(line);
    if (step) steps.push({ game, player: step[1], board: step[2], move: step[3], next: step[4] });
  }
  return steps;
}

const steps = recordedSteps();

test('all recorded steps are read', () => expect(steps).toHaveLength(5 + 35 + 9));

test.each(steps)(
  '$game $player $board -> $next is a legal step',
  ({ game: name, player, board, move, next }) => {
    const game = games.find((known) => known.name === name)!;
    const size = game.sizes.find((n) => game.formatBoard(game.start(n)).length === board.length)!;
    const position = game.parseBoard(size, game.players.indexOf(player) as 0 | 1, board);
    const reached = Array.from(legalMoves(position), (legal) => {
      const written = game.formatMove(position, legal);
      position.make(legal);
      const after = game.formatBoard(position);
      position.unmake();
      return move === undefined ? after : `${written} ${after}`;
    });
    expect(reached).toContain(move === undefined ? next : `${move} ${next}`);
  },
);

test('red has won the recorded game of Betsy, and b has lost that of Conga', () => {
  const [betsy, , conga] = games;
  const ends = ['betsy', 'conga'].map((name) => steps.filter(({ game }) => game === name).at(-1)!.next);
  expect(winnerOf(betsy.parseBoard(3, 0, ends[0]))).toBe(1);
  expect(winnerOf(conga.parseBoard(4, 1, ends[1]))).toBe(0);
});
