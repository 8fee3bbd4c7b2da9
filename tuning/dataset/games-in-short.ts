import type { Game } from '../../engine/game.ts';
import type { GameRow } from './rows.ts';

/** How many games of a length the player who moved first won, drew and lost. */
export type LengthCount = [plies: number, won: number, drawn: number, lost: number];

/** What pages tell of single games. */
export interface GamesInShort {
  /** From the shortest on. */
  lengths: LengthCount[];
  /** One of usual length, which half of the games do not reach, and, where it is another, the shortest that was won. */
  examples: GameRow[][];
}

export function gamesInShort(game: Game, games: Iterable<GameRow[]>): GamesInShort {
  const counts = new Map<number, LengthCount>();
  // The first game of each length, one that was won where there is such.
  const ofLength = new Map<number, GameRow[]>();
  for (const rows of games) {
    const [{ player, result }] = rows;
    const count = counts.get(rows.length) ?? [rows.length, 0, 0, 0];
    counts.set(rows.length, count);
    count[result === 0.5 ? 2 : (result === 1) === (player === game.players[0]) ? 1 : 3]++;
    const known = ofLength.get(rows.length);
    if (known === undefined || (known[0].result === 0.5 && result !== 0.5)) ofLength.set(rows.length, rows);
  }
  const lengths = [...counts.values()].toSorted(([a], [b]) => a - b);
  const shown = lengths.map(([plies]) => ofLength.get(plies)!);
  const usual = ofLength.get(medianLength(lengths));
  const shortest = shown.find(([{ result }]) => result !== 0.5) ?? shown[0];
  return { lengths, examples: usual === undefined ? [] : [...new Set([usual, shortest])] };
}

/** The length that half of the games do not reach; 0 where there are none. */
export function medianLength(lengths: readonly LengthCount[]): number {
  const numbers = lengths.map(([, won, drawn, lost]) => won + drawn + lost);
  let left = numbers.reduce((sum, games) => sum + games, 0) >> 1;
  const at = numbers.findIndex((games) => (left -= games) < 0);
  return lengths[at]?.[0] ?? 0;
}
