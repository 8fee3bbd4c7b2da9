import type { Game } from '../../engine/game.ts';
import { outsideGame } from '../../engine/node/outside-games.ts';

/** The script that brings the page, and its worker, those of its games that are not built in. */
export function outsideScripts(games: readonly Game[]): string {
  const scripts = games
    .map((game) => outsideGame(game)?.code)
    .filter((code) => code !== undefined)
    .map((code) => `(module, exports, require) => {${code}}`);
  return `globalThis.OUTSIDE_GAMES = [${scripts.join(',\n')}];\n`;
}
