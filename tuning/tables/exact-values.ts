/**
 * For each number, for the player to move: the plies to a win, or as a negative number to a loss; 0 is a draw
 * by endless play.
 */
export type Values = Int16Array;

/** The value of a number that names no undecided position. */
export const NO_POSITION = -32_768;

/** No board that can be solved here has longer games. */
export const LONGEST = 900;

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
