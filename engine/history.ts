/** The first player (x, white, a) is side 0, the second side 1. */
export type Side = 0 | 1;

/** What a game that ended without a winner has in place of one. */
export const DRAWN = 2 as const;

/** Who has won: a side, nobody because the game is drawn, or nobody yet. */
export type Outcome = Side | typeof DRAWN | -1;

/** A move of one game as one positive integer; 0 is no move. */
export type Move = number;

/**
 * What a position remembers of one ply, linked to the plies before and after it.
 * States are made once and used again: make fills in the next one, unmake goes back to the previous one.
 */
export class State {
  /** Moves made since the history began. */
  readonly ply: number;
  readonly turn: Side;
  readonly previous: State;
  next: State;
  /** The move that led here; 0 at the beginning. */
  move: Move = 0;
  /** With keyHigh a 64-bit hash of the board; the turn follows from the ply. */
  keyLow = 0;
  keyHigh = 0;
  winner: Outcome = -1;
  /** The ply of the last move that no play can reverse: a drop, a capture, a promotion. */
  progress = 0;
  /** Words of the game's own: what the move overwrote, or what it wrote. */
  word1 = 0;
  word2 = 0;

  /** Without a previous state, the one before the beginning. */
  constructor(turn: Side, previous?: State) {
    this.ply = previous === undefined ? -1 : previous.ply + 1;
    this.turn = turn;
    this.previous = previous ?? this;
    this.next = this;
  }

  /** The state after a move, ready for the position to fill in its key and what else has changed. */
  after(move: Move): State {
    const next = this.next === this ? this.grow() : this.next;
    next.move = move;
    next.progress = this.progress;
    return next;
  }

  /** How many earlier states had this one's key; counting stops at `most`. */
  occurrences(most: number): number {
    let count = 0;
    let state: State = this;
    while (state.ply >= this.progress + 2 && count < most) {
      state = state.previous.previous;
      if (state.keyLow === this.keyLow && state.keyHigh === this.keyHigh) count++;
    }
    return count;
  }

  /** The ply of the last earlier state with this one's key, or -1. */
  lastOccurrence(): number {
    let state: State = this;
    while (state.ply >= this.progress + 2) {
      state = state.previous.previous;
      if (state.keyLow === this.keyLow && state.keyHigh === this.keyHigh) return state.ply;
    }
    return -1;
  }

  // Many at a time, so that they lie together and age together: references between old and new objects cost time.
  private grow(): State {
    let last: State = this;
    for (let i = 0; i < 64; i++) {
      last.next = new State((last.turn ^ 1) as Side, last);
      last = last.next;
    }
    return this.next;
  }
}
