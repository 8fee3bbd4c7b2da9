import { expect, test } from 'vitest';
import { plainPaint } from '../node/terminal.ts';
import { legalMoves, type Position, winnerOf } from '../position.ts';
import type { Game } from '../game.ts';
import { seededBelow } from '../testing.ts';
import { outcomeWord } from '../text/decided.ts';
import { games } from './index.ts';

// One random game a size, written out for people; a change of rules or notation shows as a change of text.
// `npx vitest run -u playthrough` writes the texts anew.

const cases = games.flatMap((game) =>
  [...new Set([game.sizes[0], game.usualSize])].map((size) => ({ game, size, name: game.name })),
);

test.each(cases)('a game of $name $size is played as it was written down', async ({ game, size }) => {
  await expect(playthrough(game, size)).toMatchFileSnapshot(`playthroughs/${game.name}-${size}.txt`);
});

function playthrough(game: Game, size: number): string {
  const below = seededBelow(size);
  const position = game.start(size);
  const lines = [`${game.name} ${size}`, '', describe(game, position)];
  for (let ply = 1; ply <= 40 && winnerOf(position) === -1; ply++) {
    const moves = legalMoves(position);
    const move = moves[below(moves.length)];
    lines.push('', `${ply}. ${game.players[position.turn]} plays ${game.formatMove(position, move)}`);
    position.make(move);
    lines.push(describe(game, position));
  }
  return `${lines.join('\n')}\n`;
}

function describe(game: Game, position: Position): string {
  const winner = winnerOf(position);
  const moves = Array.from(legalMoves(position), (move) => game.formatMove(position, move));
  return [
    game.formatBoard(position),
    game.draw(position, plainPaint),
    winner === -1 ? `moves: ${moves.join(' ')}` : `winner: ${outcomeWord(game, winner)}`,
  ].join('\n');
}
