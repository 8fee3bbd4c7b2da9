import type { Game } from '../../engine/game.ts';
import { gamesOf } from '../dataset/games.ts';
import type { Manifest } from '../dataset/manifest.ts';
import type { GameRow } from '../dataset/rows.ts';

/** A game of a dataset in short. */
export interface GameInShort {
  /** Its number in the dataset. */
  index: number;
  /** Of the first player to move. */
  result: number;
  end: string;
  plies: number;
}

export interface RecordedGames {
  games: GameInShort[];
  /** The first game of each length, one that was won where there is such. */
  ofLength: Map<number, GameRow[]>;
}

/** Reads what pages tell of single games. */
export function readGames(game: Game, folder: string, manifest: Manifest): RecordedGames {
  const games: GameInShort[] = [];
  const ofLength = new Map<number, GameRow[]>();
  for (const rows of gamesOf(folder, manifest)) {
    const { game: index, player, result, end } = rows[0];
    const plies = rows.length;
    games.push({ index, result: player === game.players[0] ? result : 1 - result, end, plies });
    const known = ofLength.get(plies);
    if (known === undefined || (known[0].result === 0.5 && result !== 0.5)) ofLength.set(plies, rows);
  }
  return { games, ofLength };
}

/** A game of the length that half of the games do not reach: what a usual one looks like. */
export function usualGame({ games, ofLength }: RecordedGames): GameRow[] | undefined {
  const lengths = games.map(({ plies }) => plies).toSorted((a, b) => a - b);
  return ofLength.get(lengths[lengths.length >> 1]);
}

/** The shortest game that was won, or of all where none was. */
export function shortestGame({
  games,
  ofLength,
}: RecordedGames): { rows: GameRow[]; isWon: boolean } | undefined {
  const rows = Array.from(ofLength.values());
  const won = rows.filter(([{ result }]) => result !== 0.5);
  const shortest = (won.length > 0 ? won : rows).toSorted((a, b) => a.length - b.length)[0];
  return games.length === 0 ? undefined : { rows: shortest, isWon: won.length > 0 };
}
