import type { Game } from '../../engine/game.ts';
import {
  DRAWN,
  legalMoves,
  type Move,
  otherSide,
  type Position,
  type Side,
  winnerOf,
} from '../../engine/position.ts';
import type { Random } from '../statistics/random.ts';
import type { Numbering } from './numbering.ts';
import { LONGEST, NO_POSITION } from './exact-values.ts';

/** Plies to a win of the player to move, or as a negative number to a loss; 0 is a draw by endless play. */
export type Value = number;

// Longer than any game.
const FAR = LONGEST + 1;

/** A number that is the larger the better a value is: a near win best, then far ones, draws, far losses, near ones. */
export function worthOf(value: Value): number {
  if (value === 0) return 0;
  return value > 0 ? FAR - value : -FAR - value;
}

/** 1 won, 0.5 drawn, 0 lost. */
export function resultOf(value: Value): number {
  return value === 0 ? 0.5 : value > 0 ? 1 : 0;
}

export type Outcome = 'won' | 'drawn' | 'lost';

export function outcomeOf(value: Value): Outcome {
  return value === 0 ? 'drawn' : value > 0 ? 'won' : 'lost';
}

/** A value for people: won in 3 plies. */
export function valueText(value: Value): string {
  const plies = Math.abs(value);
  return value === 0 ? 'drawn' : `${outcomeOf(value)} in ${plies} ${plies === 1 ? 'ply' : 'plies'}`;
}

/** A legal move and what it is worth. */
export interface ValuedMove {
  move: Move;
  /** Of the position before the move if this move is made, for the player who makes it. */
  value: Value;
}

/** The exact value of every undecided position of one board. */
export class Oracle {
  readonly game: Game;
  readonly size: number;
  readonly numbering: Numbering;
  /** How many positions it knows, up to symmetry and exchange of colours. */
  readonly distinct: number;
  private readonly valueAt: (number: number) => number;

  constructor(
    game: Game,
    size: number,
    numbering: Numbering,
    valueAt: (number: number) => number,
    distinct: number,
  ) {
    this.game = game;
    this.size = size;
    this.numbering = numbering;
    this.distinct = distinct;
    this.valueAt = valueAt;
  }

  /** The value of an undecided position. */
  valueOf(position: Position): Value {
    return this.valueAt(this.numbering.numberOf(position));
  }

  /** Every move of an undecided position, best first. */
  movesOf(position: Position): ValuedMove[] {
    const moves = Array.from(legalMoves(position), (move) => ({
      move,
      value: this.valueAfter(position, move),
    }));
    return moves.toSorted((a, b) => worthOf(b.value) - worthOf(a.value));
  }

  /** Best play by both sides to the end of the game; in a draw until a position comes again, up to symmetry. */
  bestLine(position: Position): Move[] {
    const line: Move[] = [];
    const seen = new Set<number>();
    while (winnerOf(position) === -1 && !seen.has(this.keyOf(position))) {
      seen.add(this.keyOf(position));
      const [{ move }] = this.movesOf(position);
      position.make(move);
      line.push(move);
    }
    for (let i = 0; i < line.length; i++) position.unmake();
    return line;
  }

  /** Every undecided position up to symmetry: its board with side 0 to move, and its value. */
  *all(): Generator<{ board: string; value: Value }> {
    for (let number = 0; number < this.numbering.count; number++) {
      const value = this.valueAt(number);
      if (value !== NO_POSITION) yield { board: this.boardOf(number), value };
    }
  }

  /** So many positions as `drawn` draws them. */
  sample(count: number, random: Random): Position[] {
    return [...this.drawn(count, random)];
  }

  /** Draws undecided positions at random, none twice, each turned and coloured at random; at most `distinct`. */
  *drawn(count: number, random: Random): Generator<Position> {
    const { game, size } = this;
    let left = count;
    for (const number of inRandomOrder(this.numbering.count, random)) {
      if (left === 0) return;
      if (this.valueAt(number) === NO_POSITION) continue;
      const boards = game.symmetricBoards(size, this.boardOf(number));
      const board = boards[random.below(boards.length)];
      const turn = random.below(2) as Side;
      left--;
      yield game.parseBoard(size, turn, turn === 0 ? board : game.swapColours(size, board));
    }
  }

  private boardOf(number: number): string {
    this.numbering.place(number);
    return this.game.formatBoard(this.numbering.position);
  }

  private valueAfter(position: Position, move: Move): Value {
    const mover = position.turn;
    position.make(move);
    const winner = winnerOf(position);
    const reply = winner === -1 ? this.valueOf(position) : 0;
    position.unmake();
    if (winner === DRAWN) return 0;
    if (winner !== -1) return winner === otherSide(mover) ? -1 : 1;
    if (reply === 0) return 0;
    return reply > 0 ? -1 - reply : 1 - reply;
  }

  private keyOf(position: Position): number {
    return 2 * this.numbering.numberOf(position) + position.turn;
  }
}

/** The numbers below a bound, each once. Only those that have been exchanged with others take memory. */
function* inRandomOrder(bound: number, random: Random): Generator<number> {
  const exchanged = new Map<number, number>();
  for (let i = 0; i < bound; i++) {
    const other = i + random.below(bound - i);
    yield exchanged.get(other) ?? other;
    exchanged.set(other, exchanged.get(i) ?? i);
    exchanged.delete(i);
  }
}
