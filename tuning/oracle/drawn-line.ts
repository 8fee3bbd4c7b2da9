import type { Position } from '../../engine/position.ts';
import type { Distances, Value } from '../tables/exact-values.ts';
import { type Oracle, type Outcome, outcomeOf, valueText } from '../tables/oracle.ts';

/** A move of a drawn line: who makes it, the board after it, and what every other move would have been worth. */
export interface DrawnStep {
  player: string;
  move: string;
  board: string;
  others: { move: string; outcome: Outcome; value: Value }[];
}

/** A line of drawn positions that ends where one comes again. */
export interface DrawnLine {
  steps: DrawnStep[];
  /** The last board was there after so many steps. */
  repeats: number;
}

/** How two players who make no mistake may play on from a drawn position for ever; moves back to an earlier board come first. */
export function drawnLine(oracle: Oracle, position: Position): DrawnLine {
  const { game } = oracle;
  const steps: DrawnStep[] = [];
  const begin = position.state.ply;
  while (position.state.lastOccurrence() < begin) {
    const moves = oracle.movesOf(position);
    const drawn = moves.filter(({ value }) => value === 0);
    const { move } = drawn.find((one) => comesAgain(position, one.move, begin)) ?? drawn[0];
    const player = game.players[position.turn];
    const text = game.formatMove(position, move);
    const others = moves
      .filter((one) => one.move !== move)
      .map((one) => ({
        move: game.formatMove(position, one.move),
        outcome: outcomeOf(one.value),
        value: one.value,
      }));
    position.make(move);
    steps.push({ player, move: text, board: game.formatBoard(position), others });
  }
  const repeats = position.state.lastOccurrence() - begin;
  for (let i = 0; i < steps.length; i++) position.unmake();
  return { steps, repeats };
}

function comesAgain(position: Position, move: number, begin: number): boolean {
  position.make(move);
  const isThere = position.state.lastOccurrence() >= begin;
  position.unmake();
  return isThere;
}

/** The line for people, a move a line. */
export function drawnLineTexts({ steps, repeats }: DrawnLine, distances: Distances): string[] {
  const texts = steps.map(({ player, move, board, others }, i) => {
    const byValue = new Map<string, string[]>();
    for (const other of others) {
      const text = valueText(other.value, distances);
      byValue.set(text, [...(byValue.get(text) ?? []), other.move]);
    }
    const values = [...byValue].map(([value, moves]) => `${value} ${moves.join(' ')}`);
    return `${i + 1}. ${player} ${move} ${board} (${values.join('; ') || 'no other move'})`;
  });
  const last = repeats === 0 ? 'the position asked for' : `that after move ${repeats}`;
  return ['a drawn line, and what the other moves are worth:', ...texts, `this is ${last} again`];
}
