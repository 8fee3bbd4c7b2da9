import { scoreText } from '../../../engine/text/explain.ts';
import type { Ending } from '../../../engine/ending.ts';
import type { Game } from '../../../engine/game.ts';
import type { Choice } from '../../ship/browser-messages.ts';
import type { Place } from '../position-text.ts';
import { sideName } from '../../page/game-words.ts';
import { byId, make } from './elements.ts';

/** What the engine thinks of the position: the bar beside the board, and the numbers with the best line. */
export class EvaluationView {
  private readonly bar = byId('bar');
  private readonly number = byId('bar-number');
  private readonly score = byId('score');
  private readonly effort = byId('effort');
  private readonly line = byId('line');

  /** While nothing is known yet; the bar stays where it was. */
  showNothing(text: string): void {
    this.score.textContent = text;
    this.effort.textContent = '';
    this.line.replaceChildren();
  }

  showChoice({ game, turn }: Place, choice: Choice, scale: number): void {
    const { score, winProbability, depth, nodes } = choice;
    this.setBar(game, turn === 0 ? winProbability : 1 - winProbability);
    this.score.textContent = `${sideName(game, turn)} to move: ${scoreText(score, scale)}`;
    this.effort.textContent = `depth ${depth}, ${nodes.toLocaleString('en-US')} nodes`;
    this.line.replaceChildren(...choice.line.map((move) => make('li', {}, move)));
  }

  showEnding({ game }: Place, { winner }: Ending, text: string): void {
    this.setBar(game, winner === -1 ? 0.5 : winner === 0 ? 1 : 0);
    this.showNothing(text);
  }

  /** Before anything was searched neither side is ahead. */
  reset({ game }: Place): void {
    this.setBar(game, 0.5);
  }

  /** The bar shows how likely the first player wins. */
  private setBar(game: Game, share: number): void {
    const percent = Math.round(100 * share);
    this.bar.className = `bar ${game.name}`;
    this.bar.style.setProperty('--share', String(share));
    this.bar.classList.toggle('behind', share < 0.5);
    this.bar.ariaValueNow = String(percent);
    this.bar.ariaLabel = `Win probability of ${sideName(game, 0)}`;
    this.bar.ariaValueText = `${percent} %`;
    this.number.textContent = `${Math.max(percent, 100 - percent)}`;
  }
}
