import { wordsOf } from '../../page/game-words.ts';
import type { ViewedGame } from '../viewed-game.ts';
import { byId, make } from './elements.ts';

/** The moves of a game, each a way back to the position after it, and the buttons that step through them; returns what shows a game. */
export function moveListView(onStep: (ply: number) => void): (session: ViewedGame) => void {
  const list = byId('moves');
  let ply = 0;
  let count = 0;
  const step = (id: string, target: () => number) =>
    byId(id).addEventListener('click', () => onStep(target()));
  step('first', () => 0);
  step('back', () => ply - 1);
  step('next', () => ply + 1);
  step('last', () => count);

  const entry = (move: string | undefined, at: number, say: (text: string) => string) => {
    if (move === undefined) return make('span', { className: 'move' });
    const button = make('button', { type: 'button', className: 'move' }, move);
    button.ariaLabel = `ply ${at + 1}, ${say(move)}`;
    if (at + 1 === ply) button.ariaCurrent = 'true';
    button.addEventListener('click', () => onStep(at + 1));
    return button;
  };
  return (session) => {
    const { start, moves } = session;
    const words = wordsOf(start.game);
    ply = session.ply;
    count = moves.length;
    // The second player may have begun.
    const rows = Array.from({ length: Math.ceil((count + start.turn) / 2) }, (_, row) => {
      const plies = [2 * row, 2 * row + 1].map((at) => at - start.turn);
      const number = make('span', { className: 'round' }, `${row + 1}.`);
      return make('li', {}, number, ...plies.map((at) => entry(moves[at], at, words.move)));
    });
    list.replaceChildren(...rows);
    byId('no-moves').hidden = count > 0;
    for (const id of ['first', 'back']) byId(id, HTMLButtonElement).disabled = ply === 0;
    for (const id of ['next', 'last']) byId(id, HTMLButtonElement).disabled = ply === count;
    const current = list.querySelector<HTMLElement>('[aria-current]');
    list.scrollTop = current === null ? 0 : current.offsetTop - list.clientHeight / 2;
  };
}
