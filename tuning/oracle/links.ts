// Values without distances might hold one another up in a circle: a win by a move to a position that is lost only because that one is
// won. So it is proved that each win and each loss leads to an end of the game, however the side that is to lose plays.

/** Links of some positions, in the order of their numbers. */
export interface LinkParts {
  /** The numbers of won and lost positions. */
  numbers: Float64Array;
  /** For each 1 where it is won, else 0; and 2 more where one of its moves wins at once. */
  kinds: Uint8Array;
  /** For each how many links it has. */
  counts: Uint16Array;
  /** The numbers that they lead to, one position's after the other's. */
  targets: Float64Array;
}

const IS_WON = 1;
const WINS_AT_ONCE = 2;

/** Gathers links: of each won position to the lost ones after its moves, of each lost one to the won ones. */
export class Links {
  private readonly numbers: number[] = [];
  private readonly kinds: number[] = [];
  private readonly counts: number[] = [];
  private readonly targets: number[] = [];

  /** The next position. */
  begin(number: number, isWon: boolean): void {
    this.numbers.push(number);
    this.kinds.push(isWon ? IS_WON : 0);
    this.counts.push(0);
  }

  endsAtOnce(): void {
    this.kinds[this.kinds.length - 1] |= WINS_AT_ONCE;
  }

  add(target: number): void {
    this.counts[this.counts.length - 1]++;
    this.targets.push(target);
  }

  parts(): LinkParts {
    return {
      numbers: Float64Array.from(this.numbers),
      kinds: Uint8Array.from(this.kinds),
      counts: Uint16Array.from(this.counts),
      targets: Float64Array.from(this.targets),
    };
  }
}

/** What a proof of links has found. */
export interface Proof {
  /** Won and lost positions. */
  count: number;
  longestWin: number;
  longestLoss: number;
  /** The number of one that leads to no end; -1 where all do. */
  unproved: number;
}

/**
 * Goes back from the ends of games over the links: a won position is proved by one lost one that is, a lost one by all its links. The
 * parts have to hold every won and every lost position, none twice.
 */
export function proveLinks(parts: readonly LinkParts[]): Proof {
  const ordered = parts
    .filter(({ numbers }) => numbers.length > 0)
    .toSorted((a, b) => a.numbers[0] - b.numbers[0]);
  const count = ordered.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const numbers = new Float64Array(count);
  const kinds = new Uint8Array(count);
  // Links of a lost position that are not proved.
  const open = new Uint16Array(count);
  let end = 0;
  for (const part of ordered) {
    numbers.set(part.numbers, end);
    kinds.set(part.kinds, end);
    open.set(part.counts, end);
    end += part.numbers.length;
  }
  const { ends, before } = turnedRound(ordered, numbers);
  const plies = new Uint16Array(count);
  const proved = new Uint32Array(count);
  let provedCount = 0;
  const settle = (index: number, its: number) => {
    plies[index] = its;
    proved[provedCount++] = index;
  };
  for (let index = 0; index < count; index++)
    if (kinds[index] === 0 ? open[index] === 0 : (kinds[index] & WINS_AT_ONCE) !== 0) settle(index, 1);
  for (let at = 0; at < provedCount; at++) {
    const index = proved[at];
    const isWon = (kinds[index] & IS_WON) !== 0;
    for (let i = index === 0 ? 0 : ends[index - 1]; i < ends[index]; i++) {
      const previous = before[i];
      if (plies[previous] !== 0) continue;
      if (!isWon || --open[previous] === 0) settle(previous, plies[index] + 1);
    }
  }
  const proof: Proof = { count, longestWin: 0, longestLoss: 0, unproved: -1 };
  for (let index = 0; index < count; index++) {
    if (plies[index] === 0 && proof.unproved === -1) proof.unproved = numbers[index];
    if ((kinds[index] & IS_WON) !== 0) proof.longestWin = Math.max(proof.longestWin, plies[index]);
    else proof.longestLoss = Math.max(proof.longestLoss, plies[index]);
  }
  return proof;
}

/** For each position those that have links to it, and where the list of each ends. */
function turnedRound(
  parts: readonly LinkParts[],
  numbers: Float64Array,
): { ends: Uint32Array; before: Uint32Array } {
  const links = parts.reduce((sum, { targets }) => sum + targets.length, 0);
  const targets = new Uint32Array(links);
  const ends = new Uint32Array(numbers.length + 1);
  let end = 0;
  for (const part of parts)
    for (const target of part.targets) {
      const index = indexOf(numbers, target);
      targets[end++] = index;
      ends[index + 1]++;
    }
  for (let index = 0; index < numbers.length; index++) ends[index + 1] += ends[index];
  const before = new Uint32Array(links);
  let index = 0;
  let at = 0;
  for (const { counts } of parts)
    for (const count of counts) {
      // Each list is filled from its start, so that in the end `ends` holds where it stops.
      for (let i = 0; i < count; i++) before[ends[targets[at++]]++] = index;
      index++;
    }
  return { ends, before };
}

/** The place of a number, which has one, among numbers in order. */
function indexOf(numbers: Float64Array, number: number): number {
  let low = 0;
  for (let high = numbers.length; high - low > 1;) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] <= number) low = middle;
    else high = middle;
  }
  return low;
}
