export { LONGEST } from '../../engine/numbering.ts';

/**
 * What a position is worth to the player to move: the plies to a win, or as a negative number to a loss; 0 is a draw by endless play.
 * What the plies lead to, `Distances` says.
 */
export type Value = number;

/**
 * To what the plies of values are counted: to the end of the game; to the next conversion, a capture or promotion, or the end; or not at
 * all, and then 1 is won and -1 lost.
 */
export type Distances = 'end' | 'conversion' | 'none';

/** For each number its value: the form in which small boards are solved and stored. */
export type Values = Int16Array;

/** The value of a number that names no undecided position. */
export const NO_POSITION = -32_768;

/** How many positions a solution holds, each board once for each player to move, and the longest games. */
export interface Counts {
  boards: number;
  won: number;
  lost: number;
  drawn: number;
  longestWin: number;
  longestLoss: number;
  /** Positions up to symmetry and exchange of colours. */
  distinct: number;
}

/** How many bits a stored value takes. Two tell won, lost and drawn apart; eight hold distances up to 127, or a place in a palette. */
export type ValueBits = 2 | 8 | 16;

/** The values that stored bytes stand for, from 1 on, where they are not the values themselves; 0 stands for no position. */
export type Palette = readonly number[];

/** Values as they are stored, the low byte and the low bits first. */
export interface StoredValues {
  bits: ValueBits;
  bytes: Uint8Array;
  palette?: Palette;
}

// Of two bits.
const NONE = 0;
const WON = 1;
const LOST = 2;

/** The value at an index of stored ones. */
export function storedValue(bytes: Uint8Array, bits: ValueBits, index: number, palette?: Palette): number {
  if (palette !== undefined) return bytes[index] === 0 ? NO_POSITION : palette[bytes[index] - 1];
  if (bits === 16) return ((bytes[2 * index] | (bytes[2 * index + 1] << 8)) << 16) >> 16;
  if (bits === 8) return bytes[index] === 0x80 ? NO_POSITION : (bytes[index] << 24) >> 24;
  const code = (bytes[index >>> 2] >>> (2 * (index & 3))) & 3;
  return code === NONE ? NO_POSITION : code === WON ? 1 : code === LOST ? -1 : 0;
}

/** How many bytes so many values take. */
export function storedBytes(count: number, bits: ValueBits): number {
  return Math.ceil((count * bits) / 8);
}

/** Values of 16 bits as they are stored. */
export function storedOf(values: Values): StoredValues {
  return { bits: 16, bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) };
}
