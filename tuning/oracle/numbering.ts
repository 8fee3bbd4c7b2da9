import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import type { Position } from '../../engine/position.ts';
import { BetsyNumbering } from './betsy-numbering.ts';
import { CongaNumbering } from './conga-numbering.ts';

/**
 * Numbers for every position of one board. The player to move counts as side 0, and positions that are
 * the same up to a symmetry of the rules share a number.
 */
export interface Numbering {
  /** Numbers run from 0 up to but not including this; some of them name no position. */
  readonly count: number;
  /** What `place` sets up, with side 0 to move. */
  readonly position: Position;
  /** Sets up the position of a number and returns how many boards share it; 0 where it names no undecided one. */
  place(number: number): number;
  /** How many boards share the number of an undecided position. */
  boardsOf(number: number): number;
  numberOf(position: Position): number;
}

// The boards whose values are few enough to be held in memory, by game.
const NUMBERINGS: Record<string, { sizes: readonly number[]; make: (size: number) => Numbering }> = {
  betsy: { sizes: [2, 3, 4], make: (size) => new BetsyNumbering(size) },
  conga: { sizes: [3], make: (size) => new CongaNumbering(size) },
};

/** The numbering of a board; throws an InputError where it has too many positions. */
export function numberingOf(game: Game, size: number): Numbering {
  const numbering = Object.hasOwn(NUMBERINGS, game.name) ? NUMBERINGS[game.name] : undefined;
  if (numbering?.sizes.includes(size)) return numbering.make(size);
  const known = Object.entries(NUMBERINGS).map(([name, { sizes }]) => `${name} ${sizes.join(', ')}`);
  throw new InputError(
    `${game.name} ${size} has too many positions for an oracle; it can be built for ${known.join(' and ')}`,
  );
}
