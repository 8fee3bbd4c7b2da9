import { DRAWN, type Move, type Outcome, type Side, State } from './history.ts';

export { DRAWN };
export type { Move, Outcome, Side };

// What the second player to move adds to the hash of a board.
const TURN_LOW = 0x5bd1e995;
const TURN_HIGH = 0x1b873593;

/**
 * A position that is changed in place. `winner` tells who has won, or that the game is drawn, by any rule but having no legal move,
 * and `blocked` what that means. A position that is decided has no moves.
 */
export abstract class Position {
  readonly size: number;
  /** No position of this size has more moves than this. */
  readonly moveLimit: number;
  state: State;

  constructor(size: number, moveLimit: number, turn: Side) {
    this.size = size;
    this.moveLimit = moveLimit;
    this.state = new State(turn, new State(otherSide(turn)));
  }

  get turn(): Side {
    return this.state.turn;
  }

  get winner(): Outcome {
    return this.state.winner;
  }

  /** How a game ends whose player to move has no legal move: lost for that player, unless the game says otherwise. */
  get blocked(): Side | typeof DRAWN {
    return otherSide(this.turn);
  }

  /** With keyHigh a 64-bit hash of the board and the turn. */
  get keyLow(): number {
    return this.state.keyLow ^ (-this.state.turn & TURN_LOW);
  }

  get keyHigh(): number {
    return this.state.keyHigh ^ (-this.state.turn & TURN_HIGH);
  }

  /** Writes the legal moves from index `start` on and returns the index after the last. */
  abstract generate(moves: Int32Array, start: number): number;

  /** Plays a move that `generate` gave. */
  abstract make(move: Move): void;

  /** Takes back the last move made. */
  abstract unmake(): void;

  /** Whether an undecided position has a legal move. */
  abstract hasMove(): boolean;

  // What a search would like to know of a game, with the answers of a game that has no such thing.

  /** A move that wins at once, where that is cheap to see, or 0. */
  winningMove(): Move {
    return 0;
  }

  /** Whether the other player could win at once if it were their turn, where that is cheap to see. */
  isThreatened(): boolean {
    return false;
  }

  /** The moves after which a position is not quiet, written as `generate` writes them: captures and promotions. */
  generateLoud(_moves: Int32Array, start: number): number {
    return start;
  }

  /** How much a move gains at once, in any unit; 0 for a quiet one. */
  gain(_move: Move): number {
    return 0;
  }

  /** A hash of what lasts in a position, the high bits mixed best: positions alike in it are misjudged alike. */
  structure(): number {
    return 0;
  }

  /** Whether passing is sure not to help, so that a search may try it to see how good a position is. */
  mayPass(): boolean {
    return false;
  }

  pass(): void {}

  /** Takes back a pass. */
  unpass(): void {}
}

/** The legal moves as an array of their own, for code outside the search. */
export function legalMoves(position: Position): Int32Array {
  const moves = new Int32Array(position.moveLimit);
  return moves.subarray(0, position.generate(moves, 0));
}

/** How this position is decided by any rule; -1 when it is not. */
export function winnerOf(position: Position): Outcome {
  if (position.winner !== -1 || legalMoves(position).length > 0) return position.winner;
  return position.blocked;
}

/** The opponent of a side. */
export function otherSide(side: Side): Side {
  return (side ^ 1) as Side;
}
