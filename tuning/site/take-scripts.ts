import type { GameModule } from '../../engine/game-module.ts';
import { addGame } from '../../engine/games/index.ts';
import * as engine from '../../engine/index.ts';

/** Each makes the exports of a module, as CommonJS does; `require` knows the engine alone. */
declare const OUTSIDE_GAMES: readonly ((
  module: { exports: object },
  exports: object,
  require: (name: string) => unknown,
) => void)[];

/** For the page and its worker: the games of the script that was written when the site was made. */
export function addOutsideGames(): void {
  for (const script of OUTSIDE_GAMES) {
    const module = { exports: {} };
    script(module, module.exports, () => engine);
    addGame(module.exports as GameModule);
  }
}
