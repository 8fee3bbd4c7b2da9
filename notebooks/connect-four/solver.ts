// Exact values of late positions of 7x6, by alpha-beta over bitboards: a bit a square, seven bits a column of six squares and a bit of
// nothing, the bottom lowest. The first four columns are one 28-bit number ("low"), the other three one of 21 bits ("high"). Positions,
// moves and bounds as in Pascal Pons, Solving Connect Four (http://blog.gamesolver.org), where the score of a position is the number of
// own stones that are left over when the game is won.

const ROWS = 6;
const COLUMNS = 7;
const STONES = ROWS * COLUMNS;
const STRIDE = ROWS + 1;
const LOW_COLUMNS = 4;
const LOW_BITS = LOW_COLUMNS * STRIDE;
const LOW = (1 << LOW_BITS) - 1;
const HIGH = (1 << ((COLUMNS - LOW_COLUMNS) * STRIDE)) - 1;
// The lowest square of each column, and all squares.
const BOTTOM_LOW = 1 | (1 << STRIDE) | (1 << (2 * STRIDE)) | (1 << (3 * STRIDE));
const BOTTOM_HIGH = BOTTOM_LOW & HIGH;
const BOARD_LOW = BOTTOM_LOW * ((1 << ROWS) - 1);
const BOARD_HIGH = BOTTOM_HIGH * ((1 << ROWS) - 1);
// From the middle to the edges: good moves first.
const ORDER = [3, 2, 4, 1, 5, 0, 6];

const TABLE_BITS = 20;

// Both halves of a board moved by k bits; a function has one result, so there is one for each half.
const upLow = (low: number, k: number): number => (low << k) & LOW;
const upHigh = (low: number, high: number, k: number): number =>
  ((high << k) | (low >>> (LOW_BITS - k))) & HIGH;
const downLow = (low: number, high: number, k: number): number =>
  (low >>> k) | ((high << (LOW_BITS - k)) & LOW);
const downHigh = (high: number, k: number): number => high >>> k;

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Solves positions of 7x6; what was found in one is used in the next. */
export class Solver {
  /** Positions looked at so far. */
  nodes = 0;
  private readonly keysLow = new Int32Array(1 << TABLE_BITS);
  private readonly keysHigh = new Int32Array(1 << TABLE_BITS);
  /** A bound of the score: 2 * score, plus 1 for a lower bound. */
  private readonly bounds = new Int8Array(1 << TABLE_BITS);
  /** The moves of each ply, each as a bit of one half, best first. */
  private readonly movesLow = new Int32Array((STONES + 1) * COLUMNS);
  private readonly movesHigh = new Int32Array((STONES + 1) * COLUMNS);
  private readonly ranks = new Int32Array(COLUMNS);
  // Where `findWins` leaves the squares that it found.
  private winsLow = 0;
  private winsHigh = 0;

  /**
   * The value of an undecided board, row by row from the top, for the player to move: won in so many plies (above 0), drawn (0), or lost
   * in so many plies (below 0).
   */
  value(board: string): number {
    const { ownLow, ownHigh, allLow, allHigh, stones } = bitsOf(board);
    const score = this.score(ownLow, ownHigh, allLow, allHigh, stones);
    if (score === 0) return 0;
    // So many stones the winner has in the end, and so many now.
    const last = STONES / 2 + 1 - Math.abs(score);
    const now = score > 0 ? stones >> 1 : (stones + 1) >> 1;
    return score > 0 ? 2 * (last - now) - 1 : -2 * (last - now);
  }

  private score(ownLow: number, ownHigh: number, allLow: number, allHigh: number, stones: number): number {
    this.findWins(ownLow, ownHigh, allLow, allHigh);
    const canLow = (allLow + BOTTOM_LOW) & BOARD_LOW;
    const canHigh = (allHigh + BOTTOM_HIGH) & BOARD_HIGH;
    if (((this.winsLow & canLow) | (this.winsHigh & canHigh)) !== 0) return (STONES + 1 - stones) >> 1;
    let [least, most] = [-((STONES - stones) >> 1), (STONES + 1 - stones) >> 1];
    while (least < most) {
      // Near 0 first: whether a position is won is found sooner than when.
      let middle = least + ((most - least) >> 1);
      if (middle <= 0 && Math.trunc(least / 2) < middle) middle = Math.trunc(least / 2);
      else if (middle >= 0 && Math.trunc(most / 2) > middle) middle = Math.trunc(most / 2);
      const found = this.search(ownLow, ownHigh, allLow, allHigh, stones, middle, middle + 1);
      if (found <= middle) most = found;
      else least = found;
    }
    return least;
  }

  /** The score within (alpha, beta), otherwise a bound of it; the player to move cannot win at once. */
  private search(
    ownLow: number,
    ownHigh: number,
    allLow: number,
    allHigh: number,
    stones: number,
    alpha: number,
    beta: number,
  ): number {
    this.nodes++;
    const enemyLow = ownLow ^ allLow;
    const enemyHigh = ownHigh ^ allHigh;
    // Moves that do not lose at once: to the square that the enemy needs, and not below such a square.
    this.findWins(enemyLow, enemyHigh, allLow, allHigh);
    const { winsLow, winsHigh } = this;
    let canLow = (allLow + BOTTOM_LOW) & BOARD_LOW;
    let canHigh = (allHigh + BOTTOM_HIGH) & BOARD_HIGH;
    const mustLow = canLow & winsLow;
    const mustHigh = canHigh & winsHigh;
    if ((mustLow | mustHigh) !== 0) {
      if (bitCount(mustLow) + bitCount(mustHigh) > 1) return -((STONES - stones) >> 1);
      canLow = mustLow;
      canHigh = mustHigh;
    }
    canLow &= ~downLow(winsLow, winsHigh, 1);
    canHigh &= ~downHigh(winsHigh, 1);
    if ((canLow | canHigh) === 0) return -((STONES - stones) >> 1);
    if (stones >= STONES - 2) return 0;

    // Nobody wins with this move or the next one.
    const least = -((STONES - 2 - stones) >> 1);
    if (alpha < least) {
      if (least >= beta) return least;
      alpha = least;
    }
    const keyLow = ownLow + allLow;
    const keyHigh = ownHigh + allHigh;
    const slot = (Math.imul(keyLow, 0x9e3779b1) ^ Math.imul(keyHigh, 0x85ebca6b)) >>> (32 - TABLE_BITS);
    let most = (STONES - 1 - stones) >> 1;
    if (this.keysLow[slot] === keyLow && this.keysHigh[slot] === keyHigh) {
      const bound = this.bounds[slot];
      if ((bound & 1) === 0) most = bound >> 1;
      else if (bound >> 1 > alpha) {
        alpha = bound >> 1;
        if (alpha >= beta) return alpha;
      }
    }
    if (beta > most) {
      beta = most;
      if (alpha >= beta) return beta;
    }

    const first = stones * COLUMNS;
    const end = this.order(first, ownLow, ownHigh, allLow, allHigh, canLow, canHigh);
    for (let i = first; i < end; i++) {
      const low = this.movesLow[i];
      const high = this.movesHigh[i];
      const score = -this.search(
        enemyLow,
        enemyHigh,
        allLow | low,
        allHigh | high,
        stones + 1,
        -beta,
        -alpha,
      );
      if (score >= beta) {
        this.keep(slot, keyLow, keyHigh, 2 * score + 1);
        return score;
      }
      if (score > alpha) alpha = score;
    }
    this.keep(slot, keyLow, keyHigh, 2 * alpha);
    return alpha;
  }

  private keep(slot: number, keyLow: number, keyHigh: number, bound: number): void {
    this.keysLow[slot] = keyLow;
    this.keysHigh[slot] = keyHigh;
    this.bounds[slot] = bound;
  }

  /** Writes the moves, those that make most threats first, and returns the index after the last. */
  private order(
    first: number,
    ownLow: number,
    ownHigh: number,
    allLow: number,
    allHigh: number,
    canLow: number,
    canHigh: number,
  ): number {
    const { movesLow, movesHigh, ranks } = this;
    let count = 0;
    for (let i = 0; i < COLUMNS; i++) {
      const column = ORDER[i];
      const bits = ((1 << STRIDE) - 1) << (STRIDE * (column % LOW_COLUMNS));
      const low = column < LOW_COLUMNS ? canLow & bits : 0;
      const high = column < LOW_COLUMNS ? 0 : canHigh & bits;
      if ((low | high) === 0) continue;
      this.findWins(ownLow | low, ownHigh | high, allLow | low, allHigh | high);
      const rank = bitCount(this.winsLow) + bitCount(this.winsHigh);
      let at = count++;
      for (; at > 0 && ranks[at - 1] < rank; at--) {
        ranks[at] = ranks[at - 1];
        movesLow[first + at] = movesLow[first + at - 1];
        movesHigh[first + at] = movesHigh[first + at - 1];
      }
      ranks[at] = rank;
      movesLow[first + at] = low;
      movesHigh[first + at] = high;
    }
    return first + count;
  }

  /** Finds the empty squares on which a stone more makes four in a row. */
  private findWins(low: number, high: number, allLow: number, allHigh: number): void {
    // A column is done by the bits above its top stones.
    let foundLow = upLow(low, 1) & upLow(low, 2) & upLow(low, 3);
    let foundHigh = upHigh(low, high, 1) & upHigh(low, high, 2) & upHigh(low, high, 3);
    for (let step = STRIDE - 1; step <= STRIDE + 1; step++) {
      const above1Low = upLow(low, step);
      const above1High = upHigh(low, high, step);
      const below1Low = downLow(low, high, step);
      const below1High = downHigh(high, step);
      const above2Low = above1Low & upLow(low, 2 * step);
      const above2High = above1High & upHigh(low, high, 2 * step);
      const below2Low = below1Low & downLow(low, high, 2 * step);
      const below2High = below1High & downHigh(high, 2 * step);
      foundLow |= above2Low & (upLow(low, 3 * step) | below1Low);
      foundHigh |= above2High & (upHigh(low, high, 3 * step) | below1High);
      foundLow |= below2Low & (downLow(low, high, 3 * step) | above1Low);
      foundHigh |= below2High & (downHigh(high, 3 * step) | above1High);
    }
    this.winsLow = foundLow & (BOARD_LOW ^ allLow);
    this.winsHigh = foundHigh & (BOARD_HIGH ^ allHigh);
  }
}

/** A board as bits: the stones of the player to move and all stones. */
function bitsOf(board: string) {
  const count = (letter: string) => board.split(letter).length - 1;
  const [first, second] = [count('x'), count('o')];
  if (
    board.length !== STONES ||
    first + second + count('.') !== STONES ||
    (first !== second && first !== second + 1)
  )
    throw new Error(`the board is ${board}; expected 42 squares with as many x as o, or one more`);
  const own = first === second ? 'x' : 'o';
  const bits = { ownLow: 0, ownHigh: 0, allLow: 0, allHigh: 0, stones: first + second };
  for (let square = 0; square < STONES; square++) {
    if (board[square] === '.') continue;
    const column = square % COLUMNS;
    const bit = 1 << (STRIDE * (column % LOW_COLUMNS) + ROWS - 1 - Math.floor(square / COLUMNS));
    if (column < LOW_COLUMNS) bits.allLow |= bit;
    else bits.allHigh |= bit;
    if (board[square] !== own) continue;
    if (column < LOW_COLUMNS) bits.ownLow |= bit;
    else bits.ownHigh |= bit;
  }
  return bits;
}
