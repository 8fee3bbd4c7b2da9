import { expect, test } from 'vitest';
import { loadWeights } from '../../engine/node/named-weights.ts';
import { betsy } from '../../engine/games/betsy/game.ts';
import type { PlayerRequest, Reply } from './browser-messages.ts';
import { serve } from './browser-worker.ts';
import { shippedWeightsOf } from './shipped-weights.ts';

/** Asks a player, in the same thread, and returns its last reply. */
function startPlayer(): (request: Partial<PlayerRequest>) => Reply {
  let listener: (event: { data: PlayerRequest }) => void = () => {};
  const replies: Reply[] = [];
  serve(
    betsy,
    [shippedWeightsOf(loadWeights(betsy, 3, 'baseline:hand'))],
    {},
    {
      addEventListener: (_type, listen) => (listener = listen),
      postMessage: (reply) => replies.push(reply),
    },
  );
  const start = { size: 3, player: 'x', board: '.'.repeat(18) };
  return (request) => {
    listener({ data: { id: 1, ask: 'choice', ...start, ...request } });
    return replies.at(-1)!;
  };
}

test('the same nodes find the same, whatever was searched before', () => {
  const ask = startPlayer();
  const first = ask({ nodes: 3000 });
  ask({ nodes: 20_000 });
  ask({ seconds: 0.05 });
  expect(ask({ nodes: 3000 })).toEqual(first);
});

test('moves since the board are made first, and an illegal one is refused', () => {
  const ask = startPlayer();
  const board = '............o..x..';
  const after = ask({ ask: 'moves', player: 'x', board });
  expect(ask({ ask: 'moves', moves: ['1', '1'] })).toEqual(after);
  expect(ask({ ask: 'moves', moves: ['1', '-2'] })).toMatchObject({ error: 'the move "-2" is not legal' });
});

test('a player that is told the past of a position knows what would repeat it', () => {
  const ask = startPlayer();
  // A lone pebble turned round is the same again: x has seen this board with x to move before, and o too.
  const moves = ['1', '-1', '-1', '-1'];
  const told = ask({ moves, depth: 8 });
  const untold = ask({ player: 'x', board: `${'.'.repeat(15)}x..`, depth: 8 });
  expect(told).not.toEqual(untold);
});
