import type { State } from '../../history.ts';
import { Inputs } from '../../inputs.ts';
import type { Side } from '../../position.ts';
import { fromSquare, jumpedSquare, promotes, type RaichuPosition, squareAt, toSquare } from './position.ts';

// Six kinds of piece on each square: own Pichu, Pikachu and Raichu, then the enemy's. A side sees its own pieces move up the
// board, so white sees the rows in reverse. A part is one piece on one square, and so is an input.

const KINDS = 6;
const PIECE = 7;
const RAICHU = 3;
const SQUARES = 1024;

export class RaichuInputs extends Inputs<RaichuPosition> {
  private readonly size: number;
  /** What a captured piece is replaced by. */
  private readonly nothing: number;
  // The first input of each piece, and what each square adds to it, both by side.
  private readonly kinds = new Int32Array(2 * (PIECE + 1));
  private readonly places = new Int32Array(2 * SQUARES);

  constructor(size: number) {
    const area = size * size;
    super('raichu-1', KINDS * area, area, KINDS * area + 1);
    this.size = size;
    this.nothing = KINDS * area;
    for (const side of [0, 1]) {
      for (let piece = 1; piece <= PIECE; piece++) {
        const enemy = piece >> 2 === side ? 0 : 3;
        this.kinds[side * (PIECE + 1) + piece] = (enemy + (piece & 3) - 1) * area;
      }
      for (let row = 1; row <= size; row++) {
        for (let column = 1; column <= size; column++) {
          this.places[side * SQUARES + squareAt(size, row, column)] =
            (side === 0 ? size - row : row - 1) * size + column - 1;
        }
      }
    }
  }

  partsOf(position: RaichuPosition, parts: Int32Array): number {
    let end = 0;
    for (const side of [0, 1] as const) {
      for (let number = position.firstNumber(side); number < position.lastNumber(side); number++) {
        const square = position.board[number];
        if (square === 0) continue;
        const piece = position.pieceOn(square);
        parts[end++] = this.part(0, piece, square);
        parts[end++] = this.part(1, piece, square);
      }
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    if (part === this.nothing) return start;
    active[start] = part;
    return start + 1;
  }

  changesBy(_position: RaichuPosition, state: State, changes: Int32Array): number {
    const move = state.move;
    const from = fromSquare(move);
    const to = toSquare(move);
    const before = state.word1 & PIECE;
    const after = promotes(move) ? before | RAICHU : before;
    changes[0] = this.part(0, before, from);
    changes[1] = this.part(0, after, to);
    changes[2] = this.part(1, before, from);
    changes[3] = this.part(1, after, to);
    const jumped = jumpedSquare(move);
    if (jumped === 0) return 4;
    const taken = state.word2 & PIECE;
    changes[4] = this.part(0, taken, jumped);
    changes[5] = this.nothing;
    changes[6] = this.part(1, taken, jumped);
    changes[7] = this.nothing;
    return 8;
  }

  // A square has one piece.
  override exclusive(): Uint16Array {
    const area = this.size * this.size;
    return Uint16Array.from({ length: this.count }, (_, input) => input % area);
  }

  symmetries(): Uint16Array[] {
    const { size } = this;
    return [
      Uint16Array.from({ length: this.count }, (_, input) => input),
      Uint16Array.from({ length: this.count }, (_, input) => input + size - 1 - 2 * (input % size)),
    ];
  }

  private part(side: Side, piece: number, square: number): number {
    return this.kinds[(side << 3) | piece] + this.places[(side << 10) | square];
  }
}
