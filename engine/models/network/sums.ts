import type { Side } from '../../position.ts';

/** What a list of steps has of each before its changes: the slot that is made, the slot that it is made from, how many parts change. */
export const STEP_HEADING = 3;

/** And of each change: the part that goes and the part that comes as side 0 sees them, then as side 1 does. */
export const CHANGE_WORDS = 4;

/** What computes sums: WebAssembly with SIMD, in 16 or 32 bits, or JavaScript. */
export type Computing = 'wasm 16' | 'wasm 32' | 'javascript';

/**
 * The sums of a network's first layer, for both sides, in numbered slots, and the output that they give. Two slots more than were
 * asked for are there from the beginning: `biases` has the hidden biases alone; a part more, `nothing`, turns on no input.
 *
 * Steps are written into a list, and made and judged in one call: calls from JavaScript to WebAssembly are not free.
 */
export interface Sums {
  readonly computing: Computing;
  /** To be filled with steps. */
  readonly steps: Int32Array;
  /** The slot of a board without parts. */
  readonly biases: number;
  /** A part that turns on no input. */
  readonly nothing: number;
  /** Takes in the inputs that a part turns on; before a step has the part, and once. */
  learn(part: number, active: Int32Array, count: number): void;
  /** Makes the steps that end before index `end`, and returns the sum of the output of a bucket, of a slot for the side to move. */
  run(end: number, slot: number, turn: Side, bucket: number): number;
  /** The sums of a slot as a side sees them, for tests. */
  of(slot: number, side: Side): Int32Array;
}

/** How much room sums need: of slots, of parts and of steps. */
export interface SumsRoom {
  slots: number;
  parts: number;
  /** Words of the longest list. */
  words: number;
}
