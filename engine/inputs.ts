import type { State } from './history.ts';
import type { Position, Side } from './position.ts';

/**
 * What a network looks at on boards of one size: inputs that are on or off, seen by either side. Both sides share one numbering,
 * so that a board and the same board with the colours exchanged have the same inputs on, seen by the player who moves.
 *
 * A position is made of parts (a column, a piece, a stack), and a part turns on some inputs. A part has a number as each
 * side sees it; a move replaces a few parts by others. So an evaluator may keep one sum for each part it has met.
 *
 * Inputs of one of two kinds: either `changesBy` tells what a move replaces, or there is no `changesBy`, and each part has a place:
 * what `partsOf` writes of two positions is compared place by place. Then a part may be about the whole board. The fewer places
 * a move changes, the sooner that is done.
 */
export abstract class Inputs<P extends Position = Position> {
  /** Changes whenever the numbering or a meaning does, so that old weights are refused. */
  readonly id: string;
  readonly count: number;
  /** No position has more of them on. */
  readonly mostActive: number;
  /** Parts are numbered from 0 up to here. */
  readonly partCount: number;
  /** `partsOf` writes no more of them: as many as inputs, where each that is listed turns on one. */
  readonly mostParts: number;
  private readonly parts: Int32Array;

  constructor(id: string, count: number, mostActive: number, partCount: number, mostParts = mostActive) {
    this.id = id;
    this.count = count;
    this.mostActive = mostActive;
    this.partCount = partCount;
    this.mostParts = mostParts;
    this.parts = new Int32Array(2 * mostParts);
  }

  /** Writes the inputs that are on as a side sees the position, each once, and returns how many they are. */
  extract(position: P, side: Side, active: Int32Array | Uint16Array, start = 0): number {
    const end = this.partsOf(position, this.parts);
    let last = start;
    for (let i = side; i < end; i += 2) last = this.inputsOf(this.parts[i], active, last);
    return last - start;
  }

  /** Writes the parts of a position, each as side 0 and as side 1 sees it, and returns the index after the last. */
  abstract partsOf(position: P, parts: Int32Array): number;

  /** Writes the inputs that a part turns on from `start` on, and returns the index after the last. */
  abstract inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number;

  /**
   * Writes the parts that the move of a state replaced and returns the index after the last: for each the part before and the part
   * after, as side 0 sees them, then as side 1 does. The state is that of the position or an earlier one, and not a pass.
   */
  changesBy?(position: P, state: State, changes: Int32Array): number;

  /** For each input the number, from 0 on, of a group of which no position has two on; where nothing is known, a group of its own. */
  exclusive(): Uint16Array {
    return Uint16Array.from({ length: this.count }, (_, input) => input);
  }

  /**
   * For each symmetry of the board, in the order of `symmetricBoards`, which input each input becomes; one alone where symmetric boards
   * have the same inputs on.
   */
  abstract symmetries(): Uint16Array[];
}

/** Room for what `changesBy` writes: no game replaces more than 32 parts in a move. */
export const CHANGES_ROOM = 4 * 32;
