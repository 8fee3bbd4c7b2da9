import type { SearchParameters } from './parameters.ts';
import type { Move, Position } from './position.ts';

const HISTORY_BITS = 14;
/** Bytes of the memory that searches share their histories in. */
export const HISTORY_BYTES = (2 << HISTORY_BITS) * Int32Array.BYTES_PER_ELEMENT;
// A row of the continuation history is the side, how far back the move before was, and that move; a column is the move.
const ROW_BITS = 9;
const COLUMN_BITS = 10;
const BACK_SHIFT = ROW_BITS + COLUMN_BITS;
const SIDE_SHIFT = BACK_SHIFT + 1;
// What 16 bits can hold.
const CONTINUATION_LIMIT = 14;

// Ordering scores of moves that gain something lie from here on, those of quiet ones below; the table's move above all.
const LOUD = 1 << 20;
const FIRST = 1 << 28;

/** Decides in which order a search tries moves, and learns from which of them refuted. */
export class MoveOrdering {
  // The search's stack of moves, and beside it the score of each.
  private readonly moves: Int32Array;
  private readonly orders: Int32Array;
  // Two quiet moves a ply that refuted a sibling, and how well each quiet move has done, by side.
  private readonly killers: Int32Array;
  private readonly history: Int32Array;
  // How well each quiet move has done after the move before it, and after the one before that.
  private readonly continuation = new Int16Array(2 << SIDE_SHIFT);
  private readonly oneBack: number;
  private readonly twoBack: number;
  private readonly followed: boolean;
  private readonly mostBonus: number;
  private readonly limitBits: number;
  private readonly decayBits: number;

  /** Searches that help one another share the memory of their histories; without it there is one of its own. */
  constructor(moves: Int32Array, plies: number, parameters: SearchParameters, memory?: SharedArrayBuffer) {
    this.moves = moves;
    this.history = new Int32Array(memory ?? new ArrayBuffer(HISTORY_BYTES));
    this.orders = new Int32Array(moves.length);
    this.killers = new Int32Array(2 * (plies + 2));
    this.mostBonus = parameters.historyBonus;
    this.limitBits = parameters.historyLimit;
    this.decayBits = parameters.historyDecay;
    this.oneBack = parameters.continuationOne;
    this.twoBack = parameters.continuationTwo;
    this.followed = this.oneBack > 0 || this.twoBack > 0;
  }

  forget(): void {
    this.history.fill(0);
    if (this.followed) this.continuation.fill(0);
  }

  /** Forgets most of what was learnt, for a new search. */
  begin(): void {
    this.killers.fill(0);
    for (let i = 0; i < this.history.length; i++) this.history[i] >>= this.decayBits;
  }

  /** Gives each move the score by which `pick` takes it: the table's, then gains, then killers, then what has worked. */
  order(position: Position, start: number, end: number, ply: number, tableMove: Move): void {
    const side = position.turn << HISTORY_BITS;
    const { followed, continuation } = this;
    const first = followed ? rowOf(position, position.state.move, 0) : 0;
    const second = followed ? rowOf(position, position.state.previous.move, 1) : 0;
    for (let i = start; i < end; i++) {
      const move = this.moves[i];
      const gain = position.gain(move);
      if (move === tableMove) this.orders[i] = FIRST + (gain > 0 ? LOUD : 0);
      else if (gain > 0) this.orders[i] = LOUD + gain;
      else if (move === this.killers[2 * ply]) this.orders[i] = LOUD - 1;
      else if (move === this.killers[2 * ply + 1]) this.orders[i] = LOUD - 2;
      else {
        let order = this.history[side | slotOf(move, HISTORY_BITS)];
        if (followed) {
          const column = slotOf(move, COLUMN_BITS);
          order += this.oneBack * continuation[first | column] + this.twoBack * continuation[second | column];
        }
        this.orders[i] = order;
      }
    }
  }

  orderByGain(position: Position, start: number, end: number): void {
    for (let i = start; i < end; i++) this.orders[i] = position.gain(this.moves[i]);
  }

  /** Brings the best move not yet taken to index `i` and returns it; the others keep their order. */
  pick(i: number, end: number): Move {
    const moves = this.moves;
    const orders = this.orders;
    let best = i;
    for (let j = i + 1; j < end; j++) if (orders[j] > orders[best]) best = j;
    const move = moves[best];
    const order = orders[best];
    for (let j = best; j > i; j--) {
      moves[j] = moves[j - 1];
      orders[j] = orders[j - 1];
    }
    moves[i] = move;
    orders[i] = order;
    return move;
  }

  /** Whether the move picked at this index gained nothing and was not the table's. */
  isQuiet(i: number): boolean {
    return this.orders[i] < LOUD;
  }

  /** Remembers that a quiet move refuted, and that those picked before it did not. */
  reward(position: Position, start: number, found: number, depth: number, ply: number): void {
    const killers = this.killers;
    const move = this.moves[found];
    if (killers[2 * ply] !== move) {
      killers[2 * ply + 1] = killers[2 * ply];
      killers[2 * ply] = move;
    }
    const bonus = Math.min(depth * depth, this.mostBonus);
    this.adjust(position, move, bonus);
    for (let i = start; i < found; i++) if (this.isQuiet(i)) this.adjust(position, this.moves[i], -bonus);
  }

  private adjust(position: Position, move: Move, bonus: number): void {
    const { history, continuation, limitBits } = this;
    const slot = (position.turn << HISTORY_BITS) | slotOf(move, HISTORY_BITS);
    history[slot] = nearer(history[slot], bonus, limitBits);
    if (!this.followed) return;
    const column = slotOf(move, COLUMN_BITS);
    const bits = Math.min(limitBits, CONTINUATION_LIMIT);
    const first = rowOf(position, position.state.move, 0) | column;
    continuation[first] = nearer(continuation[first], bonus, bits);
    const second = rowOf(position, position.state.previous.move, 1) | column;
    continuation[second] = nearer(continuation[second], bonus, bits);
  }
}

/** A history after a bonus, which counts less the larger it is already. */
function nearer(old: number, bonus: number, limitBits: number): number {
  return old + bonus - ((old * Math.abs(bonus)) >> limitBits);
}

function slotOf(move: Move, bits: number): number {
  return Math.imul(move, 0x9e3779b1) >>> (32 - bits);
}

/** The row of moves that come so long after a move. */
function rowOf(position: Position, move: Move, back: 0 | 1): number {
  return (position.turn << SIDE_SHIFT) | (back << BACK_SHIFT) | (slotOf(move, ROW_BITS) << COLUMN_BITS);
}
