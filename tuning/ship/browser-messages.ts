import type { Choice } from '../../engine/text/choice.ts';

export type { Choice };

/** How long to search: one of them, or one second. */
export interface SearchLimit {
  seconds?: number;
  nodes?: number;
  depth?: number;
}

/** What a page asks the worker, and the number by which it will know the reply. */
export interface PlayerRequest extends SearchLimit {
  id: number;
  ask: 'choice' | 'moves';
  size: number;
  player: string;
  board: string;
  /** Moves made since that board, so that the player knows what has occurred before; none unless given. */
  moves?: string[];
}

export interface LegalMove {
  move: string;
  /** The board after it. */
  board: string;
  /** Who has won by it, if anyone; `drawn` where it draws. */
  winner: string | null;
}

/** What the worker says: any number of better moves, then one of the rest. */
export type Reply = { id: number } & (
  | { better: Choice }
  | { choice: Choice }
  | { moves: LegalMove[] }
  | { error: string }
);
