import { expect, test } from 'vitest';
import { games } from './games/index.ts';
import { loadWeights } from './node/named-weights.ts';
import { sha256 } from './node/sha256.ts';
import { openOpponent } from './opponent.ts';
import { Player } from './player.ts';
import { legalMoves } from './position.ts';
import { weightsText } from './seal.ts';
import { evaluatorOf } from './weights.ts';

test.each(games)('an opponent answers in $name as the player does, game after game', (game) => {
  const size = game.usualSize;
  const weights = loadWeights(game, size, 'baseline:hand');
  const opponent = openOpponent(game.name, size, weightsText(weights), sha256, 1);
  expect(opponent.weights).toBe(weights.sha256);
  const position = game.start(size);
  const played: string[] = [];
  for (let ply = 0; ply < 3; ply++) {
    const [move] = legalMoves(position);
    played.push(game.formatMove(position, move));
    position.make(move);
  }
  const { move, score, nodes } = new Player(game, evaluatorOf(weights, game)).choose(position, {
    nodes: 300,
  });
  const expected = { move: game.formatMove(position, move), score, nodes };
  for (let again = 0; again < 2; again++) {
    opponent.begin();
    expect(opponent.answer(played, { nodes: 300 })).toEqual(expected);
  }
  opponent.begin();
  expect(opponent.answer(['no move'], { nodes: 300 })).toBeNull();
});

test('a game or a board that is not played here is refused', () => {
  expect(() => openOpponent('chess', 8, '{}', sha256, 1)).toThrow('chess 8 is not played here');
  expect(() => openOpponent('betsy', 99, '{}', sha256, 1)).toThrow('betsy 99 is not played here');
});
