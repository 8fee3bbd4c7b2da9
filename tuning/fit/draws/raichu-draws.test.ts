import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadWeights } from '../../../engine/node/named-weights.ts';
import { Player } from '../../../engine/player.ts';
import { isDecisive, winProbability } from '../../../engine/score.ts';
import type { Side } from '../../../engine/position.ts';
import { Table } from '../../../engine/table.ts';
import { evaluatorOf, type Weights } from '../../../engine/weights.ts';
import draws from './fixtures/raichu-8-draws.json' with { type: 'json' };
import { packageFolder } from '../../store/identity.ts';
import { raichu } from '../../../engine/games/raichu/game.ts';

// A network with the factors that `fit draws` gave it; the README of fits tells from what.
const plain = loadWeights(raichu, 8, join(packageFolder(), 'reports', 'raichu-3-network-64', 'weights.json'));
const weights: Weights = { ...plain, draws };

/** Their evaluator, which has to judge small endings by itself. */
function withoutTable() {
  const evaluator = evaluatorOf(weights, raichu);
  evaluator.endings = undefined;
  return evaluator;
}

describe('without the table of small endings', () => {
  test('sixty drawn endings of bare Raichus are judged as drawn, before a search and after 20,000 nodes', () => {
    const drawn = readFileSync(
      join(packageFolder(), 'engine', 'games', 'raichu', 'drawn-endings.txt'),
      'utf8',
    )
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(drawn).toHaveLength(60);
    const evaluator = withoutTable();
    const player = new Player(raichu, evaluator, Table.ofMegabytes(2));
    const far = (score: number) => Math.abs(winProbability(score, weights.scale) - 0.5) > 0.05;
    for (const line of drawn) {
      const [letter, board] = line.split(' ');
      const position = raichu.parseBoard(8, raichu.players.indexOf(letter) as Side, board);
      player.forget();
      const searched = player.choose(position, { nodes: 20_000 }).score;
      expect([line, far(evaluator.evaluate(position)), far(searched)]).toEqual([line, false, false]);
    }
  });

  test.each([5, 50, 300, 2000, 20_000])(
    'a Pichu that wins by promoting does so at once, at %i nodes',
    (nodes) => {
      const board = '.......@....$..........@...............................w.......@';
      const position = raichu.parseBoard(8, 0, board);
      const player = new Player(raichu, withoutTable(), Table.ofMegabytes(2));
      const { move, score } = player.choose(position, { nodes });
      expect(raichu.formatMove(position, move)).toBe('7.8-8.7');
      expect(isDecisive(score) || winProbability(score, weights.scale) > 0.9).toBe(true);
    },
  );

  test('four Raichus against one are judged as won', () => {
    const evaluator = withoutTable();
    for (const [letter, board] of [
      ['w', '@.@.......@...............................@.............$.......'],
      ['b', '...$..........................@...............@.......@.....@...'],
    ]) {
      const own = letter === 'w' ? 0 : 1;
      const position = raichu.parseBoard(8, own, board);
      const winner = position.counts[0] > position.counts[1] ? 0 : 1;
      const score = evaluator.evaluate(position) * (winner === own ? 1 : -1);
      expect(winProbability(score, weights.scale)).toBeGreaterThan(0.93);
    }
  });
});
