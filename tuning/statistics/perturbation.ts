import { type Random, randomFrom } from './random.ts';

/** A number to be tuned. */
export interface TunedNumber {
  readonly start: number;
  readonly least: number;
  readonly most: number;
  /** Whether only whole values are tried. */
  readonly isWhole: boolean;
  /** How far it is moved to either side at the end of the run, and at which rate it follows a won game there. */
  readonly cEnd: number;
  readonly rEnd: number;
}

/** How gains shrink over a run of so many pairs of games. */
export interface GainSettings {
  readonly pairs: number;
  readonly alpha: number;
  readonly gamma: number;
  /** Of the pairs: during the first so many the rate is held back. */
  readonly stability: number;
}

/** The two sides of one step, in the order of the numbers. */
export interface Sides {
  readonly plus: number[];
  readonly minus: number[];
}

const LOTS = 2 ** 30;
// As many as anyone wants to read in a file or a command.
const DIGITS = 6;

/**
 * Simultaneous perturbation stochastic approximation: all numbers are moved to either side at once by a random sign each, both
 * sides play each other, and every number follows its sign by what the games gave. J. C. Spall, Multivariate Stochastic
 * Approximation Using a Simultaneous Perturbation Gradient Approximation, IEEE Trans. Automatic Control 37 (1992); the
 * gains a / (A + k)^alpha and c / k^gamma, with 0.602 and 0.101, are of his Implementation of the Simultaneous Perturbation
 * Algorithm for Stochastic Optimization, IEEE Trans. Aerospace and Electronic Systems 34 (1998). As in fishtest and OpenBench they are given by
 * what they are at the end, c and r = a / c^2, k counts pairs of games, and whole numbers are rounded at random, which both sides share.
 */
export class Perturbation {
  readonly numbers: readonly TunedNumber[];
  /** The estimate so far. */
  readonly values: number[];
  /** The variance that the estimate would have from chance alone, if no number made a difference. */
  readonly variances: number[];
  /** Played so far. */
  pairs = 0;
  private readonly settings: GainSettings;
  private readonly seed: number;

  constructor(numbers: readonly TunedNumber[], settings: GainSettings, seed: number) {
    this.numbers = numbers;
    this.settings = settings;
    this.seed = seed;
    this.values = numbers.map(({ start }) => start);
    this.variances = numbers.map(() => 0);
  }

  /** The sides that the next pairs are played between. */
  sides(): Sides {
    const random = this.lots();
    const moved = this.numbers.map((number, i) => {
      const move = signOf(random) * this.gains(number).c;
      const lot = random.below(LOTS) / LOTS;
      const value = this.values[i];
      return { plus: playable(value + move, number, lot), minus: playable(value - move, number, lot) };
    });
    return { plus: moved.map(({ plus }) => plus), minus: moved.map(({ minus }) => minus) };
  }

  /** Follows what the side of the plus signs won of so many pairs, in games won less games lost. */
  follow(pairs: number, won: number): void {
    const random = this.lots();
    this.numbers.forEach((number, i) => {
      const { c, r } = this.gains(number);
      const step = r * c * won * signOf(random);
      random.below(LOTS);
      this.values[i] = within(this.values[i] + step, number);
      this.variances[i] += step ** 2;
    });
    this.pairs += pairs;
  }

  /** What the estimate is as a value that can be played. */
  rounded(): number[] {
    return this.values.map((value, i) => playable(value, this.numbers[i], 0.5));
  }

  /** Of the pairs that are next; the lots of a step are drawn anew from these alone. */
  private lots(): Random {
    return randomFrom(this.seed, 'perturbation', this.pairs);
  }

  private gains({ cEnd, rEnd, isWhole }: TunedNumber): { c: number; r: number } {
    const { pairs, alpha, gamma, stability } = this.settings;
    const k = this.pairs + 1;
    const c = cEnd * (pairs / k) ** gamma;
    const a = rEnd * cEnd ** 2 * ((stability * pairs + pairs) / (stability * pairs + k)) ** alpha;
    // Sides of a whole number that are less apart would often be the same.
    const moved = isWhole ? Math.max(c, 0.5) : c;
    return { c: moved, r: a / c ** 2 };
  }
}

function signOf(random: Random): 1 | -1 {
  return random.below(2) === 0 ? 1 : -1;
}

function within(value: number, { least, most }: TunedNumber): number {
  return Math.min(Math.max(value, least), most);
}

/** A whole number is rounded up where the lot lies below what is left of it: on average it stays what it was. */
function playable(value: number, number: TunedNumber, lot: number): number {
  const inside = within(value, number);
  return number.isWhole ? within(Math.floor(inside + lot), number) : Number(inside.toPrecision(DIGITS));
}
