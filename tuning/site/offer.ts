import type { ChosenParameters } from '../../engine/parameters.ts';

/** What comes with the page to play one game with. */
export interface Offer {
  /** For each board size, the name of those that the player takes by default. */
  usual: Record<number, string>;
  /** The text of each file by its name. */
  texts: Record<string, string>;
  /** Of the search. */
  parameters: ChosenParameters;
}
