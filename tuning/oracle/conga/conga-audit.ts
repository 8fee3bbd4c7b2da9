import { bitCount } from '../../../engine/bits.ts';
import type { Game } from '../../../engine/game.ts';
import { CongaNumbering } from '../../../engine/games/conga/numbering.ts';
import { TURNS } from '../../../engine/games/conga/arrangements.ts';
import { occupied } from '../../../engine/games/conga/position.ts';
import { Audit, type SpecialAudit } from '../audit.ts';
import type { NumberedValues } from '../../tables/oracle.ts';

// Values of two bits as they are stored, and what a position with replies of each kind has seen of them.
const WON = 1;
const LOST = 2;
const DRAWN = 3;
const SEEN_NONE = 1;
const SEEN_LOST = 1 << LOST;
const SEEN_DRAWN = 1 << DRAWN;

// Of so many groups one is checked number by number.
const EVERY = 256;

/**
 * Audits Conga a group of numbers at a time. How the mover's stones move depends on where the enemy's are, not on how many are on each square, so
 * positions with the same stones of the mover on the same pattern have the same moves: these are made once, by the game's own position.
 * Groups in which something is wrong are checked number by number, which names it; so are those of symmetrical patterns and, to test the
 * grouping itself, one in so many of the others.
 */
export class CongaAudit extends Audit {
  private readonly numbering: CongaNumbering;
  private readonly bytes: Uint8Array;
  private readonly itsMoves: Int32Array;
  /** For each way to share out the enemy's stones, which kinds of replies there are: a bit 1 << kind. */
  private readonly seen: Uint8Array;
  /** The ranks of these ways on the board as it is turned for the reply, by turn; and the squares that they are of. */
  private readonly ranks: Int32Array;
  private readonly rankedSquares = new Int32Array(TURNS);
  private groups = 0;

  /** The bytes are the values, of two bits. */
  constructor(game: Game, values: NumberedValues, numbering: CongaNumbering, bytes: Uint8Array) {
    super(game, values);
    this.numbering = numbering;
    this.bytes = bytes;
    this.itsMoves = new Int32Array(numbering.position.moveLimit);
    this.seen = new Uint8Array(numbering.mostSharings);
    this.ranks = new Int32Array(TURNS * numbering.mostSharings);
  }

  protected override checkRange(from: number, to: number): void {
    const { numbering } = this;
    for (let number = from; number < to && this.wrong === undefined;) {
      numbering.unpack(number);
      const sharings = numbering.sharings(bitCount(numbering.enemySquares));
      const group = number - ((number - numbering.first) % sharings);
      const end = Math.min(to, group + sharings);
      const isAlone = numbering.symmetry !== 1 || ++this.groups % EVERY === 0;
      if (isAlone || !this.checkGroup(group, number, end)) super.checkRange(number, end);
      number = end;
    }
  }

  /** Checks part of a group, of a pattern without symmetry; false, and nothing noted, where something is wrong. */
  private checkGroup(group: number, from: number, to: number): boolean {
    const { numbering, seen } = this;
    if (numbering.place(group) === 0) return this.areNone(from, to);
    if (numbering.numberOf(numbering.position) !== group) return false;
    seen.fill(0, from - group, to - group);
    this.look(from - group, to - group);
    for (let number = from; number < to; number++) {
      const kinds = seen[number - group];
      const best = (kinds & SEEN_LOST) !== 0 ? WON : (kinds & SEEN_DRAWN) !== 0 ? DRAWN : LOST;
      if ((kinds & SEEN_NONE) !== 0 || best !== this.kindOf(number)) return false;
    }
    for (let number = from; number < to; number++) {
      const kind = this.kindOf(number);
      this.note(number, kind === DRAWN ? 0 : kind === WON ? 1 : -1, 8);
    }
    return true;
  }

  private areNone(from: number, to: number): boolean {
    for (let number = from; number < to; number++) if (this.kindOf(number) !== 0) return false;
    return true;
  }

  /** Makes the moves of the position that is placed, and sees the replies for some ways to share out the enemy's stones. */
  private look(from: number, to: number): void {
    const { numbering, itsMoves, seen } = this;
    const { position, enemySquares } = numbering;
    const end = position.generate(itsMoves, 0);
    for (let i = 0; i < end; i++) {
      position.make(itsMoves[i]);
      if (!position.hasMove()) for (let way = from; way < to; way++) seen[way] |= SEEN_LOST;
      else this.seeReplies(enemySquares, position.state.word1, position.state.word2, from, to);
      position.unmake();
    }
  }

  /** Sees what a move, after which the mover's stones are these, leads to. */
  private seeReplies(squares: number, word1: number, word2: number, from: number, to: number): void {
    const { numbering, seen, bytes, ranks } = this;
    const moved = occupied(word1, word2);
    const turn = numbering.turnOf(squares, moved);
    if (turn === -1) {
      // A symmetrical pattern: the turn depends on the stones.
      for (let way = from; way < to; way++) {
        numbering.shareOut(squares, way);
        const reply = numbering.numberOfWords(numbering.shared1, numbering.shared2, word1, word2);
        seen[way] |= 1 << this.kindOf(reply);
      }
      return;
    }
    const factor = numbering.sharings(bitCount(moved));
    const base = numbering.firstOf(turn, squares, moved) + numbering.rankOf(turn, moved, word1, word2);
    const row = turn * numbering.mostSharings;
    if (this.rankedSquares[turn] !== squares) this.noteRanks(turn, squares);
    for (let way = from; way < to; way++) {
      const number = base + ranks[row + way] * factor;
      seen[way] |= 1 << ((bytes[number >>> 2] >> ((number & 3) << 1)) & 3);
    }
  }

  private noteRanks(turn: number, squares: number): void {
    const { numbering, ranks } = this;
    this.rankedSquares[turn] = squares;
    const row = turn * numbering.mostSharings;
    const ways = numbering.sharings(bitCount(squares));
    for (let way = 0; way < ways; way++) {
      numbering.shareOut(squares, way);
      ranks[row + way] = numbering.rankOf(turn, squares, numbering.shared1, numbering.shared2);
    }
  }

  private kindOf(number: number): number {
    return (this.bytes[number >>> 2] >> ((number & 3) << 1)) & 3;
  }
}

/** Audits Conga's tables of two bits; the general audit is for others. */
export const congaAudit: SpecialAudit = (game, values, bytes, bits) =>
  values.numbering instanceof CongaNumbering && bits === 2
    ? new CongaAudit(game, values, values.numbering, bytes)
    : undefined;
