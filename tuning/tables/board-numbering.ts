import type { Game } from '../../engine/game.ts';
import { InputError } from '../../engine/input-error.ts';
import { BetsyNumbering } from './betsy/betsy-numbering.ts';
import { CongaNumbering } from './conga/conga-numbering.ts';
import type { Numbering } from './numbering.ts';

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
