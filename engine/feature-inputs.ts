import type { Features } from './features.ts';
import { Inputs } from './inputs.ts';
import type { Position, Side } from './position.ts';

// From each of these on a number has an input more on, so that what was learnt of a small number holds for a larger one, and for one
// that a larger board alone has.
const LEVELS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64];
const LEVEL_COUNT = LEVELS.length;

/** How many levels each number reaches; larger numbers reach all. */
const LEVEL_OF = Uint8Array.from(
  { length: LEVELS.at(-1)! + 1 },
  (_, number) => LEVELS.filter((level) => level <= number).length,
);
const MOST = LEVEL_OF.length - 1;

/** The id of the inputs that are made of features. */
export function featureInputsId({ id }: Pick<Features, 'id'>): string {
  return `features of ${id}`;
}

/**
 * What the features count, of either side, in levels: inputs that mean the same on every board size. A place is a feature, first as one
 * has it, then as the enemy has it; its part is the level.
 */
export class FeatureInputs<P extends Position> extends Inputs<P> {
  private readonly countSide: (position: P, side: Side, counts: Float64Array) => void;
  private readonly features: number;
  private readonly counts: readonly [Float64Array, Float64Array];

  constructor(features: Features<P>) {
    const places = 2 * features.names.length;
    super(
      featureInputsId(features),
      places * LEVEL_COUNT,
      places * LEVEL_COUNT,
      places * (LEVEL_COUNT + 1),
      places,
    );
    if (features.count === undefined) throw new Error(`the features ${features.id} have no counts by side`);
    this.countSide = features.count.bind(features);
    this.features = features.names.length;
    this.counts = [new Float64Array(this.features), new Float64Array(this.features)];
  }

  partsOf(position: P, parts: Int32Array): number {
    const { features, counts } = this;
    const [first, second] = counts;
    this.countSide(position, 0, first);
    this.countSide(position, 1, second);
    let end = 0;
    for (let place = 0; place < features; place++) {
      const own = place * (LEVEL_COUNT + 1);
      const firstLevel = LEVEL_OF[Math.min(first[place], MOST)];
      const secondLevel = LEVEL_OF[Math.min(second[place], MOST)];
      const enemy = own + features * (LEVEL_COUNT + 1);
      parts[end] = own + firstLevel;
      parts[end + 1] = own + secondLevel;
      parts[end + 2] = enemy + secondLevel;
      parts[end + 3] = enemy + firstLevel;
      end += 4;
    }
    return end;
  }

  inputsOf(part: number, active: Int32Array | Uint16Array, start: number): number {
    const place = Math.floor(part / (LEVEL_COUNT + 1));
    const levels = part - place * (LEVEL_COUNT + 1);
    for (let level = 0; level < levels; level++) active[start + level] = place * LEVEL_COUNT + level;
    return start + levels;
  }

  symmetries(): Uint16Array[] {
    return [Uint16Array.from({ length: this.count }, (_, input) => input)];
  }
}
