import { type RingPlaces, ringSize } from './ring-places.ts';
import { LONGEST } from '../../numbering.ts';
import { type BetsyRings, NONE } from './rings.ts';
import { DECIDED, type ValueCodes } from './value-codes.ts';

// While boards are solved, a position has a worth: FAR less the plies to a win, the plies to a loss less FAR, 0 for a draw. The larger, the
// better for the player to move.
const FAR = LONGEST + 2;
const AT_ONCE = FAR - 1;

/**
 * Solves the boards that rotations turn into each other, with either player to move: a rotation shifts a column, so they are the
 * product of the rings of their parts. Drops lead to boards with one pebble more, whose values must be there already.
 */
export class RingSolver {
  private readonly rings: BetsyRings;
  private readonly owned: number;
  private readonly places: RingPlaces;
  private readonly values: Uint8Array;
  private readonly codes: ValueCodes;
  /** The worth of a move by the code of the position after it. */
  private readonly gains = new Int16Array(256);

  // The boards at hand: how many, and how many of each part.
  private count = 0;
  private firsts = 0;
  private seconds = 0;
  private thirds = 0;
  // Of each: whether a line of ones (1) or of zeros (2) has ended the game.
  private ended = new Uint8Array(0);
  // Of each with the player to move whose pebbles are ones, then with the other.
  private worth = new Int16Array(0);
  /** Rotations that are not known to lead to a won position or to an end. */
  private left = new Uint8Array(0);
  private isDone = new Uint8Array(0);
  /** The positions that are decided in the same number of plies are a list; `heads` has the first of each. */
  private link = new Int32Array(0);
  private readonly heads = new Int32Array(FAR + 1).fill(-1);
  private now = new Int32Array(0);
  private next = new Int32Array(0);

  constructor(rings: BetsyRings, owned: number, places: RingPlaces, values: Uint8Array, codes: ValueCodes) {
    this.rings = rings;
    this.owned = owned;
    this.places = places;
    this.values = values;
    this.codes = codes;
  }

  /** Takes note of the values that have been found by other threads. */
  learn(): void {
    this.gains[DECIDED] = AT_ONCE;
    this.codes.values.forEach((value, i) => {
      this.gains[i + 1] = value === 0 ? 0 : value > 0 ? value + 1 - FAR : FAR - 1 + value;
    });
  }

  /** Where the values are of these boards with the colours exchanged. */
  exchangedPlace(larger: number, smaller: number, middle: number): number {
    const [sides] = this.rings.side.ringAfter;
    const [middles] = this.rings.middle.ringAfter;
    return this.placeOf(sides[larger], sides[smaller], middles[middle]);
  }

  /** Solves the boards of these rings, with either player to move. */
  solve(larger: number, smaller: number, middle: number): void {
    const { sides, middles } = this.rings;
    this.firsts = ringSize(sides, larger);
    this.seconds = ringSize(sides, smaller);
    this.thirds = ringSize(middles, middle);
    this.count = this.firsts * this.seconds * this.thirds;
    this.makeRoom();
    const steps = this.rings.stepsOf(larger, smaller, middle);
    this.end(larger, smaller, middle);
    this.begin(steps);
    const [a, b, c] = [sides.kindOf[larger], sides.kindOf[smaller], middles.kindOf[middle]];
    const ones = sides.ones[a] + sides.ones[b] + middles.ones[c];
    const zeros = sides.pebbles[a] + sides.pebbles[b] + middles.pebbles[c] - ones;
    if (ones < this.owned) this.drop(0, larger, smaller, middle);
    if (zeros < this.owned) this.drop(1, larger, smaller, middle);
    this.spread(steps);
    this.keep(larger, smaller, middle);
  }

  private makeRoom(): void {
    const room = 2 * this.count;
    if (this.worth.length >= room) return;
    this.ended = new Uint8Array(this.count);
    this.worth = new Int16Array(room);
    this.left = new Uint8Array(room);
    this.isDone = new Uint8Array(room);
    this.link = new Int32Array(room);
    this.now = new Int32Array(room);
    this.next = new Int32Array(room);
  }

  /** Finds the boards on which the game is over. */
  private end(larger: number, smaller: number, middle: number): void {
    const { ended, firsts, seconds, thirds } = this;
    const { side, middle: centre } = this.rings;
    const first = side.arrangements.rings[larger];
    const second = side.arrangements.rings[smaller];
    const third = centre.arrangements.rings[middle];
    const { lines, mirroredLines, fullColumns } = side;
    let at = 0;
    for (let i = first; i < first + firsts; i++) {
      for (let j = second; j < second + seconds; j++) {
        const shared = lines[i] & mirroredLines[j];
        const columns = fullColumns[i] | fullColumns[j];
        for (let k = third; k < third + thirds; k++) {
          const found = (shared & centre.lines[k]) | columns | centre.fullColumns[k];
          ended[at++] = ((found & 0xffff) !== 0 ? 1 : 0) | (found >>> 16 !== 0 ? 2 : 0);
        }
      }
    }
  }

  /** Begins with the rotations that end the game. */
  private begin(steps: Uint16Array): void {
    const { count, ended, worth, left, isDone } = this;
    const columns = steps.length / count;
    worth.fill(-FAR, 0, 2 * count);
    left.fill(columns, 0, 2 * count);
    for (let i = 0; i < count; i++) {
      const over = ended[i];
      isDone[i] = isDone[count + i] = over;
      if (over === 0) continue;
      // Mover first where there are lines of both.
      const first = (over & 1) !== 0 ? AT_ONCE : -AT_ONCE;
      const second = (over & 2) !== 0 ? AT_ONCE : -AT_ONCE;
      for (let at = i; at < steps.length; at += count) {
        const before = steps[at];
        left[before]--;
        left[count + before]--;
        if (worth[before] < first) worth[before] = first;
        if (worth[count + before] < second) worth[count + before] = second;
      }
    }
  }

  /** Takes the best drop of each position of a player. */
  private drop(player: number, larger: number, smaller: number, middle: number): void {
    const { worth, values, gains, firsts, seconds, thirds } = this;
    const { side, middle: centre } = this.rings;
    const offset = player * this.count;
    const sideStart = side.arrangements.rings;
    const first = sideStart[larger];
    const second = sideStart[smaller];
    const third = centre.arrangements.rings[middle];
    const firstRing = side.ringAfter[player][larger];
    const secondRing = side.ringAfter[player][smaller];
    const thirdRing = centre.ringAfter[player][middle];
    const sideShift = side.shiftAfter[player];
    const centreShift = centre.shiftAfter[player];

    for (const after of side.dropped[player]) {
      for (let i = 0; i < firsts && after[first] !== NONE; i++) {
        const arrangement = after[first + i];
        const ring = side.arrangements.ringOf[arrangement];
        const shift = arrangement - sideStart[ring];
        const isLarger = ring >= secondRing;
        const start = this.placeOf(ring, secondRing, thirdRing) + shift * thirds * (isLarger ? seconds : 1);
        const step = isLarger ? thirds : thirds * (sideStart[ring + 1] - sideStart[ring]);
        let to = offset + i * seconds * thirds;
        for (let j = second; j < second + seconds; j++) {
          const row = start + sideShift[j] * step;
          for (let k = third; k < third + thirds; k++) {
            const gain = gains[values[row + centreShift[k]]];
            if (gain > worth[to]) worth[to] = gain;
            to++;
          }
        }
      }
      for (let j = 0; j < seconds && after[second] !== NONE; j++) {
        const arrangement = after[second + j];
        const ring = side.arrangements.ringOf[arrangement];
        const shift = arrangement - sideStart[ring];
        const isLarger = firstRing >= ring;
        const start = this.placeOf(firstRing, ring, thirdRing) + shift * thirds * (isLarger ? 1 : firsts);
        const step = isLarger ? thirds * (sideStart[ring + 1] - sideStart[ring]) : thirds;
        for (let i = 0; i < firsts; i++) {
          const row = start + sideShift[first + i] * step;
          let to = offset + (i * seconds + j) * thirds;
          for (let k = third; k < third + thirds; k++) {
            const gain = gains[values[row + centreShift[k]]];
            if (gain > worth[to]) worth[to] = gain;
            to++;
          }
        }
      }
    }
    for (const after of centre.dropped[player]) {
      for (let k = 0; k < thirds && after[third] !== NONE; k++) {
        const arrangement = after[third + k];
        const ring = centre.arrangements.ringOf[arrangement];
        const size = ringSize(centre.arrangements, ring);
        const isLarger = firstRing >= secondRing;
        const start =
          this.placeOf(firstRing, secondRing, ring) + arrangement - centre.arrangements.rings[ring];
        const firstStep = isLarger ? seconds * size : size;
        const secondStep = isLarger ? size : firsts * size;
        let to = offset + k;
        for (let i = first; i < first + firsts; i++) {
          const row = start + sideShift[i] * firstStep;
          for (let j = second; j < second + seconds; j++) {
            const gain = gains[values[row + sideShift[j] * secondStep]];
            if (gain > worth[to]) worth[to] = gain;
            to += thirds;
          }
        }
      }
    }
  }

  /** Goes back along rotations from the positions that are decided, a ply at a time; what is never reached is drawn. */
  private spread(steps: Uint16Array): void {
    const { count, worth, left, isDone, link, heads } = this;
    let { now, next } = this;
    let coming = 0;
    let last = 1;
    for (let at = 0; at < 2 * count; at++) {
      if (isDone[at] !== 0) continue;
      const its = worth[at];
      if (its === AT_ONCE) next[coming++] = at;
      else if (its > 0 || (its < 0 && left[at] === 0)) {
        const plies = its > 0 ? FAR - its : FAR + its;
        link[at] = heads[plies];
        heads[plies] = at;
        if (plies > last) last = plies;
      }
    }
    for (let plies = 1; plies <= last || coming > 0; plies++) {
      for (let at = heads[plies]; at >= 0; at = link[at]) next[coming++] = at;
      heads[plies] = -1;
      [now, next] = [next, now];
      const present = coming;
      coming = 0;
      const win = FAR - plies - 1;
      for (let i = 0; i < present; i++) {
        const at = now[i];
        if (isDone[at] !== 0) continue;
        isDone[at] = 1;
        const other = at < count ? count : 0;
        const isLost = worth[at] < 0;
        for (let step = at < count ? at : at - count; step < steps.length; step += count) {
          const before = other + steps[step];
          if (isDone[before] !== 0) continue;
          if (isLost) {
            if (worth[before] >= win) continue;
            worth[before] = win;
            next[coming++] = before;
            continue;
          }
          if (worth[before] < -win) worth[before] = -win;
          const its = worth[before];
          if (--left[before] !== 0 || its >= 0) continue;
          if (its === -win) {
            next[coming++] = before;
            continue;
          }
          // A drop loses later.
          const later = FAR + its;
          link[before] = heads[later];
          heads[later] = before;
          if (later > last) last = later;
        }
      }
    }
    this.now = now;
    this.next = next;
  }

  private keep(larger: number, smaller: number, middle: number): void {
    const { values, count, firsts, seconds, thirds } = this;
    const { side, middle: centre } = this.rings;
    let to = this.placeOf(larger, smaller, middle);
    for (let at = 0; at < count; at++) values[to++] = this.codeAt(at, at);
    const first = side.arrangements.rings[larger];
    const second = side.arrangements.rings[smaller];
    const third = centre.arrangements.rings[middle];
    const place = this.exchangedPlace(larger, smaller, middle);
    const isLarger = side.ringAfter[0][larger] >= side.ringAfter[0][smaller];
    const sideShift = side.shiftAfter[0];
    let at = 0;
    for (let i = first; i < first + firsts; i++)
      for (let j = second; j < second + seconds; j++) {
        const pair = isLarger ? sideShift[i] * seconds + sideShift[j] : sideShift[j] * firsts + sideShift[i];
        const row = place + pair * thirds;
        for (let k = third; k < third + thirds; k++, at++)
          values[row + centre.shiftAfter[0][k]] = this.codeAt(at, count + at);
      }
  }

  private codeAt(board: number, at: number): number {
    if (this.ended[board] !== 0) return DECIDED;
    if (this.isDone[at] === 0) return this.codes.codeOf(0);
    const its = this.worth[at];
    return this.codes.codeOf(its > 0 ? FAR - its : -FAR - its);
  }

  private placeOf(a: number, b: number, middle: number): number {
    return a >= b ? this.places.placeOf(a, b, middle) : this.places.placeOf(b, a, middle);
  }
}
