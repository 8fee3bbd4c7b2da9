// What the Explorer asks of exact values, wherever they are: a table in the page, or one that a server reads.
import type { Position } from '../../engine/position.ts';
import { lineText } from '../../engine/text/explain.ts';
import type { Random } from '../statistics/random.ts';
import type { Value } from '../tables/exact-values.ts';
import type { NumberedValue } from '../tables/longest-wins.ts';
import type { Oracle, TableOracle } from '../tables/oracle.ts';

/** A position without its past, by its texts. */
export interface Spot {
  player: string;
  board: string;
}

export interface ValuedSpot extends Spot {
  value: Value;
}

/** All that is true of a position. */
export interface Explored {
  value: Value;
  /** Every move, best first; values are for the player who makes it. */
  moves: { move: string; value: Value }[];
  /** Best play by both sides. */
  line: string[];
}

/** How many longest wins are looked for, and how many positions may be asked for at once. */
export const MOST_LONGEST = 24;
export const MOST_SAMPLES = 1000;

/** What is true of an undecided position; undefined where the oracle does not know it. */
export function explored(oracle: Oracle, position: Position): Explored | undefined {
  if (!oracle.knows(position)) return undefined;
  const { game } = oracle;
  const line = lineText(game, position, oracle.bestLine(position));
  return {
    value: oracle.valueOf(position),
    moves: oracle
      .movesOf(position)
      .map(({ move, value }) => ({ move: game.formatMove(position, move), value })),
    line: line.split(' '),
  };
}

export function spotOf({ game }: Oracle, position: Position): Spot {
  return { player: game.players[position.turn], board: game.formatBoard(position) };
}

/** Positions by their numbers, with the first player to move. */
export function numberedSpots(oracle: TableOracle, numbers: readonly NumberedValue[]): ValuedSpot[] {
  return numbers.map(({ number, value }) => {
    oracle.numbering.place(number);
    return { ...spotOf(oracle, oracle.numbering.position), value };
  });
}

/** Positions drawn at random, none twice, with their values. */
export function* drawnSpots(oracle: TableOracle, count: number, random: Random): Generator<ValuedSpot> {
  for (const position of oracle.drawn(count, random))
    yield { ...spotOf(oracle, position), value: oracle.valueOf(position) };
}
