import { mannerOf } from '../spoken.ts';
import type { ViewedGame } from '../viewed-game.ts';
import { byId, make } from './elements.ts';

/** The moves of a game, each a way back to the position after it, and the buttons that step through them. */
export class MoveListView {
  private readonly list = byId('moves');
  private readonly onStep: (ply: number) => void;
  private ply = 0;
  private count = 0;

  constructor(onStep: (ply: number) => void) {
    this.onStep = onStep;
    const step = (id: string, target: () => number) =>
      byId(id).addEventListener('click', () => this.onStep(target()));
    step('first', () => 0);
    step('back', () => this.ply - 1);
    step('next', () => this.ply + 1);
    step('last', () => this.count);
  }

  show({ start, moves, ply }: ViewedGame): void {
    const manner = mannerOf(start.game);
    this.ply = ply;
    this.count = moves.length;
    // The second player may have begun.
    const shift = start.turn;
    const rows = Array.from({ length: Math.ceil((moves.length + shift) / 2) }, (_, row) => {
      const plies = [2 * row, 2 * row + 1].map((at) => at - shift);
      const number = make('span', { className: 'round' }, `${row + 1}.`);
      return make('li', {}, number, ...plies.map((at) => this.entry(moves[at], at, manner.move)));
    });
    this.list.replaceChildren(...rows);
    byId('no-moves').hidden = moves.length > 0;
    for (const id of ['first', 'back']) byId(id, HTMLButtonElement).disabled = ply === 0;
    for (const id of ['next', 'last']) byId(id, HTMLButtonElement).disabled = ply === moves.length;
    const current = this.list.querySelector<HTMLElement>('[aria-current]');
    if (current === null) this.list.scrollTop = 0;
    else this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  private entry(move: string | undefined, at: number, say: (text: string) => string): HTMLElement {
    if (move === undefined) return make('span', { className: 'move' });
    const button = make('button', { type: 'button', className: 'move' }, move);
    button.ariaLabel = `ply ${at + 1}, ${say(move)}`;
    if (at + 1 === this.ply) button.setAttribute('aria-current', 'true');
    button.addEventListener('click', () => this.onStep(at + 1));
    return button;
  }
}
