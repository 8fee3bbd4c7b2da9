import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Numbering } from '../../engine/numbering.ts';
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
import { type Distances, LONGEST, NO_POSITION, type Value } from './exact-values.ts';

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
export function valueText(value: Value, distances: Distances = 'end'): string {
  const plies = Math.abs(value);
  if (value === 0 || distances === 'none') return outcomeOf(value);
  const count = `${plies} ${plies === 1 ? 'ply' : 'plies'}`;
  return `${outcomeOf(value)} in ${count}${distances === 'conversion' ? ' to the next conversion' : ''}`;
}

/** A legal move and what it is worth. */
export interface ValuedMove {
  move: Move;
  /** Of the position before the move if this move is made, for the player who makes it. */
  value: Value;
}

/** Where exact values come from. */
export interface ValueSource {
  readonly distances: Distances;
  /** The value of an undecided position; undefined of one that it does not know. Where it knows one, it knows those after its moves. */
  valueOf(position: Position): Value | undefined;
}

/** Exact values of the undecided positions of one board, or of a part of them. */
export class Oracle {
  readonly game: Game;
  readonly size: number;
  readonly distances: Distances;
  private readonly source: ValueSource;

  constructor(game: Game, size: number, source: ValueSource) {
    this.game = game;
    this.size = size;
    this.distances = source.distances;
    this.source = source;
  }

  knows(position: Position): boolean {
    return this.source.valueOf(position) !== undefined;
  }

  /** Who wins an undecided position that is known; undefined where it is not, or where the game is drawn by rule before the win. */
  endingOf(position: Position): { winner: Side | -1; end: 'adjudicated' } | undefined {
    const value = this.source.valueOf(position);
    if (value === undefined) return undefined;
    const { ply, progress } = position.state;
    const isTooFar =
      this.distances === 'conversion' && ply - progress + Math.abs(value) > (this.game.quietCap ?? Infinity);
    if (value !== 0 && isTooFar) return undefined;
    const { turn } = position;
    return { winner: value === 0 ? -1 : value > 0 ? turn : otherSide(turn), end: 'adjudicated' };
  }

  /** The value of an undecided position; throws an InputError where it is not known. */
  valueOf(position: Position): Value {
    const value = this.source.valueOf(position);
    if (value !== undefined) return value;
    const { game, size } = this;
    const asked = `${game.name} ${size} ${game.players[position.turn]} ${game.formatBoard(position)}`;
    throw new InputError(`${asked} is none of the positions that the oracle knows`);
  }

  /** Every move of an undecided position, best first. */
  movesOf(position: Position): ValuedMove[] {
    const moves = Array.from(legalMoves(position), (move) => ({
      move,
      value: this.valueAfter(position, move),
    }));
    return moves.toSorted((a, b) => worthOf(b.value) - worthOf(a.value));
  }

  /** Best play by both sides to the end of the game, or until a position comes again: in a draw, or where no distances are known. */
  bestLine(position: Position): Move[] {
    const line: Move[] = [];
    while (winnerOf(position) === -1 && position.state.occurrences(1) === 0) {
      const [{ move }] = this.movesOf(position);
      position.make(move);
      line.push(move);
    }
    for (let i = 0; i < line.length; i++) position.unmake();
    return line;
  }

  private valueAfter(position: Position, move: Move): Value {
    const mover = position.turn;
    position.make(move);
    const winner = winnerOf(position);
    const reply = winner === -1 ? this.valueOf(position) : 0;
    const isConversion = position.state.progress === position.state.ply;
    position.unmake();
    if (winner === DRAWN) return 0;
    if (winner !== -1) return winner === otherSide(mover) ? -1 : 1;
    if (reply === 0) return 0;
    const plies =
      this.distances === 'end' || (this.distances === 'conversion' && !isConversion) ? Math.abs(reply) : 0;
    return reply > 0 ? -1 - plies : 1 + plies;
  }
}

/** Positions by their numbers, and the value of each number. */
export interface NumberedValues {
  readonly numbering: Numbering;
  readonly distances: Distances;
  readonly valueAt: (number: number) => number;
  /** How many undecided positions there are, up to symmetry and exchange of colours. */
  readonly distinct: number;
}

/** An oracle whose positions are all numbered. */
export class TableOracle extends Oracle {
  readonly numbering: Numbering;
  readonly distinct: number;
  readonly valueAt: (number: number) => number;

  constructor(game: Game, size: number, { numbering, distances, valueAt, distinct }: NumberedValues) {
    super(game, size, {
      distances,
      valueOf(position) {
        const number = numbering.numberOf(position);
        return number === -1 ? undefined : valueAt(number);
      },
    });
    this.numbering = numbering;
    this.distinct = distinct;
    this.valueAt = valueAt;
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
