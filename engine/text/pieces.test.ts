import { expect, describe, test } from 'vitest';
import type { Evaluator } from '../evaluator.ts';
import { games } from '../games/index.ts';
import { sealedRandomNetwork } from '../models/network/random-network.ts';
import { sha256 } from '../node/sha256.ts';
import { playRandomly } from '../testing.ts';
import { evaluatorOf } from '../weights.ts';
import { pieceChangeLines, pieceChanges } from './pieces.ts';

const OWN: Record<string, string> = { betsy: 'x', raichu: 'wW@', conga: 'abcdefghij' };

describe.each(games.map((game) => ({ name: game.name, game })))('pieces of $name', ({ name, game }) => {
  const size = game.usualSize;
  const position = playRandomly(game, size, 5, 12);
  const board = game.formatBoard(position);

  test('each piece that is taken off is missed by a heuristic that counts them', () => {
    const counting: Evaluator = {
      scale: 100,
      evaluate(at) {
        const pieces = [...game.formatBoard(at)].filter((letter) => letter !== '.');
        const own = pieces.filter((letter) => OWN[name].includes(letter)).length;
        return at.turn === 0 ? 2 * own - pieces.length : pieces.length - 2 * own;
      },
    };
    const changes = pieceChanges(game, position, counting);
    expect(changes.map(({ piece }) => piece).join('')).toBe(board.replaceAll('.', ''));
    for (const { piece, change } of changes)
      expect(change).toBe(OWN[name].includes(piece) === (position.turn === 0) ? -1 : 1);
  });

  test('a network is explained without changing the position, the board drawn with the changes', () => {
    const evaluator = evaluatorOf(sealedRandomNetwork(game, size, 16, sha256), game);
    const score = evaluator.evaluate(position);
    const changes = pieceChanges(game, position, evaluator);
    expect(new Set(changes.map(({ change }) => change)).size).toBeGreaterThan(3);
    expect([game.formatBoard(position), evaluator.evaluate(position)]).toEqual([board, score]);
    const lines = pieceChangeLines(game, position, changes);
    expect(lines.join(' ').replaceAll(/[^.A-Za-z@$]/g, '')).toBe(board);
    const { row, piece, change } = changes[0];
    expect(lines[row - 1]).toContain(`${piece} ${change > 0 ? '+' : ''}${change}`);
  });
});
