import { endingOf } from '../../ending.ts';
import type { Game } from '../../game.ts';
import { Player } from '../../player.ts';
import { legalMoves, type Side } from '../../position.ts';
import { evaluatorOf } from '../../weights.ts';
import { seededBelow } from '../../testing.ts';
import { secondsFromNow } from '../../text/limits.ts';
import { loadWeights } from '../../node/named-weights.ts';

export const GAMES = 100;
export const MILLISECONDS = 200;

/** Games against a player that moves at random, sides in turn, at a fifth of a second a move. */
export function benchmarkAgainstRandom(game: Game): string {
  const results = { won: 0, drawn: 0, lost: 0 };
  let plies = 0;
  for (let i = 0; i < GAMES; i++) {
    const { winner, length } = gameAgainstRandom(game, (i % 2) as Side, i);
    plies += length;
    results[winner === -1 ? 'drawn' : winner === i % 2 ? 'won' : 'lost']++;
  }
  const { won, drawn, lost } = results;
  return `${game.name} ${game.usualSize}: ${won} won, ${drawn} drawn, ${lost} lost; ${(plies / GAMES).toFixed(1)} plies a game`;
}

function gameAgainstRandom(game: Game, side: Side, seed: number): { winner: Side | -1; length: number } {
  const size = game.usualSize;
  const below = seededBelow(seed + 1);
  const position = game.start(size);
  const player = new Player(game, evaluatorOf(loadWeights(game, size), game));
  for (;;) {
    const ending = endingOf(game, position);
    if (ending) return { winner: ending.winner, length: position.state.ply };
    const moves = legalMoves(position);
    position.make(
      position.turn === side
        ? player.choose(position, secondsFromNow(MILLISECONDS / 1000)).move
        : moves[below(moves.length)],
    );
  }
}
