import { Inputs } from '../../inputs.ts';
import type { Side } from '../../position.ts';
import { type RaichuPosition, squareAt } from './position.ts';

// Six kinds of piece on each square, as raichu-1 has them, and how many pieces of each kind are attacked, and how many hang. A piece is
// attacked where an enemy could take it now, and hangs where a Pichu or a Pikachu could, which risks little by it.
// A side sees the board or its mirror image: that in which its own pieces, the greater ones counting more, are on the right; where they
// are on neither half, the enemy's; else that whose first square that is not like its mirror image has the greater piece. So a board
// and its mirror image are the same, and what is learnt on one side of the board holds for the other.

export const THREAT_INPUTS = 'raichu-threats-1';

const KINDS = 6;
const KIND = 3;
const BLACK = 4;
const PIECE = 7;
const WALL = 8;
const RAICHU = 3;
const PICHU = 1;
const NUMBER_SHIFT = 4;
const VALUES = [0, 1, 2, 6];
// Own kinds then the enemy's, attacked, and the same hanging.
const THREATS = 2 * KINDS;
const MOST_THREATENED = 3;
/** No side's pieces, counted by what they are worth, are as far to one side as this on the largest board. */
const FAR = 1 << 15;

export class RaichuThreatInputs extends Inputs<RaichuPosition> {
  private readonly area: number;
  private readonly nothing: number;
  /** By piece, 1 where it is attacked by a Raichu and 2 where it hangs; the pieces are numbered from 0. */
  private readonly threats: Uint8Array;
  private readonly threatened = [new Int32Array(THREATS), new Int32Array(THREATS)] as const;

  constructor(size: number) {
    const area = size * size;
    const count = KINDS * area + THREATS * MOST_THREATENED;
    super(THREAT_INPUTS, count, area + THREATS, count + 1, area + THREATS);
    this.area = area;
    this.nothing = count;
    this.threats = new Uint8Array(area);
  }

  partsOf(position: RaichuPosition, parts: Int32Array): number {
    const { area, threats, threatened, nothing } = this;
    const { board, size, width, rows } = position;
    threats.fill(0);
    this.attack(position, 0);
    this.attack(position, 1);
    threatened[0].fill(0);
    threatened[1].fill(0);
    const firstPiece = position.firstNumber(0);
    const last = position.lastNumber(1);
    const [balance, balanceOfOther] = [this.balance(position, 0), this.balance(position, 1)];
    const mirrors = this.isMirrored(position, 0, balance * FAR + balanceOfOther) ? size - 1 : 0;
    const mirrorsOfOther = this.isMirrored(position, 1, balanceOfOther * FAR + balance) ? size - 1 : 0;
    let end = 2 * THREATS;
    for (let number = firstPiece; number < last; number++) {
      const square = board[number];
      if (square === 0) {
        parts[end++] = nothing;
        parts[end++] = nothing;
        continue;
      }
      const piece = board[square] & PIECE;
      const row = rows[square];
      const column = square - row * width - 1;
      const own = (piece & KIND) - 1;
      const asFirst = piece < BLACK ? own : own + KIND;
      const asSecond = piece < BLACK ? own + KIND : own;
      parts[end++] = asFirst * area + (size - row) * size + (mirrors === 0 ? column : mirrors - column);
      parts[end++] =
        asSecond * area + (row - 1) * size + (mirrorsOfOther === 0 ? column : mirrorsOfOther - column);
      const threat = threats[number - firstPiece];
      if (threat === 0) continue;
      threatened[0][asFirst]++;
      threatened[1][asSecond]++;
      if (threat === 1) continue;
      threatened[0][KINDS + asFirst]++;
      threatened[1][KINDS + asSecond]++;
    }
    for (let threat = 0; threat < THREATS; threat++) {
      parts[2 * threat] = this.threatPart(threat, threatened[0][threat]);
      parts[2 * threat + 1] = this.threatPart(threat, threatened[1][threat]);
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    if (part === this.nothing) return start;
    active[start] = part;
    return start + 1;
  }

  // A square has one piece, and each kind is threatened so many times.
  override exclusive(): Uint16Array {
    const { area } = this;
    return Uint16Array.from({ length: this.count }, (_, input) =>
      input < KINDS * area ? input % area : area + Math.floor((input - KINDS * area) / MOST_THREATENED),
    );
  }

  symmetries(): Uint16Array[] {
    return [Uint16Array.from({ length: this.count }, (_, input) => input)];
  }

  private threatPart(threat: number, count: number): number {
    if (count === 0) return this.nothing;
    return KINDS * this.area + threat * MOST_THREATENED + Math.min(count, MOST_THREATENED) - 1;
  }

  private isMirrored(position: RaichuPosition, side: Side, balance: number): boolean {
    return balance === 0 ? this.isMirroredByRows(position, side) : balance < 0;
  }

  /** How far to the right a side's pieces are. */
  private balance(position: RaichuPosition, side: Side): number {
    const { board, size, width, rows } = position;
    const last = position.lastNumber(side);
    let balance = 0;
    for (let number = position.firstNumber(side); number < last; number++) {
      const square = board[number];
      if (square === 0) continue;
      const column = square - rows[square] * width;
      balance += VALUES[board[square] & KIND] * (2 * column - size - 1);
    }
    return balance;
  }

  /** The same by the first two squares, seen by the side from its first row on, that are not alike. */
  private isMirroredByRows({ board, size }: RaichuPosition, side: Side): boolean {
    for (let seen = 1; seen <= size; seen++) {
      const row = side === 0 ? size + 1 - seen : seen;
      for (let column = 1; 2 * column <= size; column++) {
        const left = seenBy(side, board[squareAt(size, row, column)] & PIECE);
        const right = seenBy(side, board[squareAt(size, row, size + 1 - column)] & PIECE);
        if (left !== right) return left > right;
      }
    }
    return false;
  }

  /** Notes which pieces a side could take. */
  private attack(position: RaichuPosition, side: Side): void {
    const { board, width, directions } = position;
    const forward = side === 0 ? width : -width;
    const enemy = (side ^ 1) << 2;
    const last = position.lastNumber(side);
    for (let number = position.firstNumber(side); number < last; number++) {
      const from = board[number];
      if (from === 0) continue;
      const kind = board[from] & KIND;
      if (kind === RAICHU) {
        for (let i = 0; i < 8; i++) {
          const step = directions[i];
          let to = from + step;
          while (board[to] === 0) to += step;
          if ((board[to] & (WALL | BLACK)) === enemy && board[to + step] === 0)
            this.note(position, board[to], 1);
        }
      } else if (kind === PICHU) {
        for (let step = forward - 1; step <= forward + 1; step += 2) {
          const met = board[from + step];
          if ((met & (WALL | PIECE)) === (enemy | PICHU) && board[from + 2 * step] === 0)
            this.note(position, met, 2);
        }
      } else {
        for (let direction = 0; direction < 3; direction++) {
          const step = direction === 0 ? forward : direction === 1 ? -1 : 1;
          let to = from + step;
          if (board[to] === 0) to += step;
          const prey = (board[to] & (WALL | PIECE)) ^ enemy;
          if (prey > 0 && prey < RAICHU && board[to + step] === 0) this.note(position, board[to], 2);
        }
      }
    }
  }

  private note(position: RaichuPosition, cell: number, threat: number): void {
    this.threats[(cell >> NUMBER_SHIFT) - position.firstNumber(0)] |= threat;
  }
}

/** A number for a piece, as the side sees it; 0 for none. */
function seenBy(side: Side, piece: number): number {
  return piece === 0 ? 0 : piece ^ (side << 2);
}
