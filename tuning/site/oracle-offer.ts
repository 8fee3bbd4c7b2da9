import type { Scope } from '../../engine/numbering.ts';
import type { Counts, Distances, Palette, ValueBits } from '../tables/exact-values.ts';
import { type SolvedBoard, solvableName } from '../tables/solvable-name.ts';
import type { Spot } from './exploration.ts';

/** An oracle that the Explorer may ask. */
export interface OracleOffer {
  /** Its name on the site, for example conga-4-7-stones. */
  id: string;
  game: string;
  size: number;
  scope: Scope;
  distances: Distances;
  counts: Counts;
  bits: ValueBits;
  palette?: Palette;
  bytes: number;
  /** Of its values. */
  sha256: string;
  /** Where one begins to look: the start of the game, or a position of those it knows. */
  first: Spot;
  /** The packed file of its values beside the page; what has none is asked of the server. */
  table?: string;
}

/** The folder of the site that has them. */
export const ORACLES_FOLDER = 'oracles';
/** In it, the list of those that the server answers for; a site that is only files has an empty one. */
export const SERVED_LIST = 'served.json';

/** The name of a board, or of a part or variant of it, as that of a file. */
export function boardId(board: SolvedBoard): string {
  return solvableName(board).replaceAll(/[^\w]+/g, '-');
}
