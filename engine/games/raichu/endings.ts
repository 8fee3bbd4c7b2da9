import { type Endings, KNOWN_WIN, UNKNOWN } from '../../endings.ts';
import type { ExactValues } from '../../numbering.ts';
import { DRAW } from '../../score.ts';
import type { Ending, RaichuNumbering } from './numbering.ts';
import { QUIET_CAP, type RaichuPosition } from './position.ts';

// More than the plies to any capture or promotion.
const CONVERSION = 128;

/**
 * Endings whose values and plies to the next capture or promotion are known. A win counts the more the fewer captures and promotions are
 * left, then the fewer plies there are to the next: so each move that keeps to the distance, and each capture or promotion, is progress.
 */
export class RaichuEndings implements Endings<RaichuPosition> {
  private readonly numbering: RaichuNumbering;
  private readonly valueAt: (number: number) => number;

  constructor({ numbering, valueAt }: ExactValues) {
    this.numbering = numbering as RaichuNumbering;
    this.valueAt = valueAt;
  }

  scoreOf(position: RaichuPosition): number {
    const { numbering } = this;
    const number = numbering.numberOf(position);
    if (number === -1) return UNKNOWN;
    const value = this.valueAt(number);
    if (value === 0) return DRAW;
    const { state } = position;
    const plies = Math.abs(value);
    // The game may be drawn before.
    if (state.ply - state.progress + plies > QUIET_CAP) return UNKNOWN;
    const score =
      KNOWN_WIN - CONVERSION * conversionsLeft(numbering.endings[numbering.placeOf(number)]) - plies;
    return value > 0 ? score : -score;
  }
}

/** Captures and promotions that are left at most. */
function conversionsLeft({ own, enemy }: Ending): number {
  return 2 * (own[0] + own[1] + enemy[0] + enemy[1]) + own[2] + enemy[2];
}

/** How a search uses exact values of this game. */
export const endings = (values: ExactValues): Endings => new RaichuEndings(values);
