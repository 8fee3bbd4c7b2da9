import type { SearchParameters } from './parameters.ts';
import type { Move, Position, Side } from './position.ts';

const HISTORY_BITS = 14;

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
  private readonly history = new Int32Array(2 << HISTORY_BITS);
  private readonly mostBonus: number;
  private readonly limitBits: number;
  private readonly decayBits: number;

  constructor(moves: Int32Array, plies: number, parameters: SearchParameters) {
    this.moves = moves;
    this.orders = new Int32Array(moves.length);
    this.killers = new Int32Array(2 * (plies + 2));
    this.mostBonus = parameters.historyBonus;
    this.limitBits = parameters.historyLimit;
    this.decayBits = parameters.historyDecay;
  }

  forget(): void {
    this.history.fill(0);
  }

  /** Forgets most of what was learnt, for a new search. */
  begin(): void {
    this.killers.fill(0);
    for (let i = 0; i < this.history.length; i++) this.history[i] >>= this.decayBits;
  }

  /** Gives each move the score by which `pick` takes it: the table's, then gains, then killers, then what has worked. */
  order(position: Position, start: number, end: number, ply: number, tableMove: Move): void {
    const side = position.turn << HISTORY_BITS;
    for (let i = start; i < end; i++) {
      const move = this.moves[i];
      const gain = position.gain(move);
      if (move === tableMove) this.orders[i] = FIRST + (gain > 0 ? LOUD : 0);
      else if (gain > 0) this.orders[i] = LOUD + gain;
      else if (move === this.killers[2 * ply]) this.orders[i] = LOUD - 1;
      else if (move === this.killers[2 * ply + 1]) this.orders[i] = LOUD - 2;
      else this.orders[i] = this.history[side | historySlot(move)];
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
  reward(side: Side, start: number, found: number, depth: number, ply: number): void {
    const killers = this.killers;
    const move = this.moves[found];
    if (killers[2 * ply] !== move) {
      killers[2 * ply + 1] = killers[2 * ply];
      killers[2 * ply] = move;
    }
    const bonus = Math.min(depth * depth, this.mostBonus);
    this.adjust((side << HISTORY_BITS) | historySlot(move), bonus);
    for (let i = start; i < found; i++) {
      if (this.isQuiet(i)) this.adjust((side << HISTORY_BITS) | historySlot(this.moves[i]), -bonus);
    }
  }

  private adjust(slot: number, bonus: number): void {
    const old = this.history[slot];
    this.history[slot] = old + bonus - ((old * Math.abs(bonus)) >> this.limitBits);
  }
}

function historySlot(move: Move): number {
  return Math.imul(move, 0x9e3779b1) >>> (32 - HISTORY_BITS);
}
