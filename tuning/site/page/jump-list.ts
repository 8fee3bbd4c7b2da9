import type { Game } from '../../../engine/game.ts';
import { boardSvg } from '../../page/board-drawing.ts';
import { make } from './elements.ts';

/** A position to go to. */
export interface Jump {
  board: string;
  /** What there is to see, line by line; all that those hear who do not see the board. */
  captions: readonly string[];
  readonly go: () => void;
}

/** Fills a list with small boards, each a button. */
export function showJumps(list: HTMLElement, game: Game, size: number, jumps: readonly Jump[]): void {
  const items = jumps.map(({ board, captions, go }) => {
    const drawing = make('span', { className: 'thumbnail', ariaHidden: 'true' });
    drawing.innerHTML = boardSvg(game, size, board);
    const lines = captions.map((text) => make('span', { className: 'caption' }, text));
    const button = make('button', { type: 'button' }, drawing, ...lines);
    button.addEventListener('click', go);
    return make('li', {}, button);
  });
  list.replaceChildren(...items);
}
