/**
 * How a game is spoken of to people, and where on the board its moves are made by hand. Pages ask for it; players never do. Everything
 * has a default. Squares are counted row by row from the top left, from 0.
 */
export interface Words {
  /** What the two players are called at the beginning of a sentence: Player x and Player o, unless given. */
  readonly sides?: readonly [string, string];
  /** How a move is made and what wins, for somebody who does not know the game. */
  readonly aim?: (size: number) => string;
  /** What stands on a square, by its letter on the board; a dot is an empty square. */
  readonly piece?: (letter: string) => string;
  /** A move in words, by its text: drop in column 3. */
  readonly move?: (text: string) => string;
  /**
   * The squares that are clicked one after the other to make a move: one to put a piece there, two to move it from the first to the
   * second. Undefined for a move that is chosen from a list. Found from what each move changes on the board, unless given.
   */
  readonly squares?: (text: string, size: number) => readonly number[] | undefined;
  /** What the last of those clicks does, in a word or two (move here), and a sign to mark its square with. */
  readonly target?: (text: string) => { readonly action: string; readonly sign?: string };
  /** Buttons above and below the columns, for moves that are those of a column; a click on a square of it makes the one above. */
  readonly columns?: { readonly above: ColumnMoves; readonly below?: ColumnMoves };
  /** How a game was won or drawn, by the name of the end: by a line. */
  readonly ends?: Readonly<Record<string, string>>;
}

/** A move for each column, made by a button. */
export interface ColumnMoves {
  /** What the button does, in a word: drop. */
  readonly action: string;
  /** What stands on it before the number of the column. */
  readonly sign: string;
  /** The text of the move in a column, counted from 1. */
  readonly move: (column: number) => string;
}
