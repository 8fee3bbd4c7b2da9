import type { Game } from '../../engine/game.ts';
import { gamesInShort } from '../dataset/games-in-short.ts';
import type { GameRow } from '../dataset/rows.ts';
import type { ExampleGame, MatchRecord } from '../store/runs.ts';

/** What a match's page needs of its games, which come in their order; of them the pairs count. */
export function matchRecord(game: Game, games: Iterable<GameRow[]>, pairs: number): MatchRecord {
  const results: number[] = [];
  function* counted(): Generator<GameRow[]> {
    for (const rows of games) {
      if (results.length === 2 * pairs) return;
      const [{ player, result }] = rows;
      results.push(player === game.players[0] ? result : 1 - result);
      yield rows;
    }
  }
  const { lengths, examples } = gamesInShort(game, counted());
  // The first participant moves first in games of even number.
  const points = Array.from(
    { length: pairs },
    (_, pair) => 2 * (results[2 * pair] + 1 - results[2 * pair + 1]),
  );
  return { points: points.join(''), lengths, examples: examples.map(exampleOf) };
}

function exampleOf(rows: readonly GameRow[]): ExampleGame {
  const [{ game, result, end }] = rows;
  return {
    game,
    result,
    end,
    moves: rows.map(({ move }) => move).join(' '),
    said: rows.map(({ score, source }) => score ?? source).join(' '),
  };
}
