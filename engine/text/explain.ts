import type { Game } from '../game.ts';
import type { Move, Position } from '../position.ts';
import { distanceOf, isDecisive, winProbability } from '../score.ts';
import type { Line } from '../search.ts';

/** A score for people: `won in 7 plies`, or a number with its sign and the chance to win. */
export function scoreText(score: number, scale: number): string {
  if (isDecisive(score)) {
    const plies = distanceOf(score);
    return `${score > 0 ? 'won' : 'lost'} in ${plies} ${plies === 1 ? 'ply' : 'plies'}`;
  }
  const percent = (100 * winProbability(score, scale)).toFixed(0);
  return `score ${score > 0 ? '+' : ''}${score}, win probability ${percent} %`;
}

/** The moves of a line in the notation of the game. */
export function lineText(game: Game, position: Position, moves: readonly Move[]): string {
  const texts = moves.map((move) => {
    const text = game.formatMove(position, move);
    position.make(move);
    return text;
  });
  for (let i = 0; i < moves.length; i++) position.unmake();
  return texts.join(' ');
}

/** What a search found, on one line. */
export function findingText(game: Game, position: Position, line: Line, scale: number): string {
  return `depth ${line.depth}, ${line.nodes} nodes, ${scoreText(line.score, scale)}: ${lineText(game, position, line.moves)}`;
}
