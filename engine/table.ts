import type { Move } from './position.ts';

/** The bound of a stored score that the true one does not exceed. */
export const UPPER = 1;
/** The bound of a stored score that the true one is not below. */
export const LOWER = 2;
/** The bound of a stored score that is the true one. */
export const EXACT = 3;

// An entry is four words: two checks, the first with the static score in its low half; the move; and score, depth, bound
// and age packed together. The low half of the low key is not checked: the place of the entry tells it.
const CHECK_LOW = 0;
const CHECK_HIGH = 1;
const MOVE = 2;
const PACKED = 3;
const ENTRY_SHIFT = 2;
const BUCKET = 2;

const DEPTH_SHIFT = 16;
const BOUND_SHIFT = 24;
const AGE_SHIFT = 26;
const AGES = 64;

const HIGH_HALF = -1 << 16;
// Spreads the bits of small moves over the half that is checked.
const SPREAD = 0x9e3779b1;

/** The static score of an entry that has none. */
export const NO_SCORE = -32_768;

/**
 * The transposition table: what the search has found out about positions, in a fixed block of memory.
 * Threads share the block without locks: the checks are the key xor the data, so a torn entry is not found.
 */
export class Table {
  private readonly words: Int32Array;
  private readonly mask: number;
  private age = 0;
  // The entry found last.
  private move_ = 0;
  private packed = 0;
  private static_ = 0;

  /** Takes the memory to use; its size is a power of two, a megabyte or more. */
  constructor(memory: ArrayBuffer | SharedArrayBuffer) {
    this.words = new Int32Array(memory);
    this.mask = (this.words.length >> ENTRY_SHIFT) - BUCKET;
  }

  /** A table of this many megabytes, a power of two. */
  static ofMegabytes(megabytes: number): Table {
    return new Table(new ArrayBuffer(megabytes << 20));
  }

  /** Begins a new search: older entries are the first to be replaced. */
  grow(): void {
    this.age = (this.age + 1) % AGES;
  }

  /** Forgets everything. */
  clear(): void {
    this.words.fill(0);
    this.age = 0;
  }

  /** Looks a key up; when it is found, `move`, `score`, `depth` and `bound` tell what is stored. */
  find(keyLow: number, keyHigh: number): boolean {
    const words = this.words;
    const first = (keyLow & this.mask) << ENTRY_SHIFT;
    for (let i = 0; i < BUCKET; i++) {
      const at = first + (i << ENTRY_SHIFT);
      const move = words[at + MOVE];
      const packed = words[at + PACKED];
      const low = words[at + CHECK_LOW] ^ Math.imul(move, SPREAD);
      if (
        ((low ^ keyLow) & HIGH_HALF) === 0 &&
        (words[at + CHECK_HIGH] ^ packed) === keyHigh &&
        packed !== 0
      ) {
        this.move_ = move;
        this.packed = packed;
        this.static_ = low;
        return true;
      }
    }
    return false;
  }

  /** The best move known of the entry found last; 0 for none. */
  get move(): Move {
    return this.move_;
  }

  /** The score of the entry found last, from -32768 to 32767. */
  get score(): number {
    return (this.packed << 16) >> 16;
  }

  /** What the position of the entry found last is judged as it stands, or NO_SCORE. */
  get staticScore(): number {
    return (this.static_ << 16) >> 16;
  }

  /** The depth in plies that the score rests on, from 0 to 255. */
  get depth(): number {
    return (this.packed >> DEPTH_SHIFT) & 255;
  }

  /** What the score is to the true one: UPPER, LOWER or EXACT; 0 where only the move is known. */
  get bound(): number {
    return (this.packed >> BOUND_SHIFT) & 3;
  }

  /** Keeps what was found out about a position, in place of what is worth least. */
  store(
    keyLow: number,
    keyHigh: number,
    move: Move,
    score: number,
    depth: number,
    bound: number,
    staticScore = NO_SCORE,
  ): void {
    const words = this.words;
    const first = (keyLow & this.mask) << ENTRY_SHIFT;
    let at = first;
    let least = 256;
    for (let i = 0; i < BUCKET; i++) {
      const candidate = first + (i << ENTRY_SHIFT);
      const packed = words[candidate + PACKED];
      const low = words[candidate + CHECK_LOW] ^ Math.imul(words[candidate + MOVE], SPREAD);
      const sameKey =
        ((low ^ keyLow) & HIGH_HALF) === 0 && (words[candidate + CHECK_HIGH] ^ packed) === keyHigh;
      // Empty or the same position first, then what is left of older searches, then the shallowest.
      const worth =
        sameKey || packed === 0 ? -2 : packed >>> AGE_SHIFT === this.age ? (packed >> DEPTH_SHIFT) & 255 : -1;
      if (worth < least) {
        least = worth;
        at = candidate;
      }
    }
    const packed =
      (score & 0xffff) | (depth << DEPTH_SHIFT) | (bound << BOUND_SHIFT) | (this.age << AGE_SHIFT);
    words[at + CHECK_LOW] = ((keyLow & HIGH_HALF) | (staticScore & 0xffff)) ^ Math.imul(move, SPREAD);
    words[at + CHECK_HIGH] = keyHigh ^ packed;
    words[at + MOVE] = move;
    words[at + PACKED] = packed;
  }
}
