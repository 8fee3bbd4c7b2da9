/** The weights of one game that come with the page. */
export interface Offer {
  /** For each board size, the name of those that the player takes by default. */
  usual: Record<number, string>;
  /** The text of each file by its name. */
  texts: Record<string, string>;
}
