/** The files of engine/weights that may be played by default on a board, the best first: for its size, for any, by hand. */
export function usualWeights(game: string, size: number): string[] {
  return [`${game}-${size}.json`, `${game}.json`, `baselines/${game}/hand.json`];
}
