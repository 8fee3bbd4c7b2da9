import type { Endings } from '../endings.ts';
import type { Game } from '../game.ts';
import type { Position } from '../position.ts';
import type { Line } from '../search.ts';

/** Stands for a folder of exact values where those of the position at hand are to be found by solving it by itself. */
export const CONE = 'cone';

/**
 * Best play from an undecided position, by the exact values in a folder or by its own; why they do not tell, for people, where they
 * do not. Throws an InputError where they are not of its board. A position is given up as soon as `isOver` says so.
 */
export type ExactLine = (
  folder: string,
  game: Game,
  position: Position,
  isOver?: () => boolean,
) => Line | string;

/** What a search may know by the exact values in a folder; undefined where the game has no use for them; refuses as `ExactLine` does. */
export type ExactEndings = (folder: string, game: Game, size: number) => Endings | undefined;
