import type { Evaluator } from '../../../engine/evaluator.ts';
import type { Game } from '../../../engine/game.ts';
import { legalMoves, type Position, winnerOf } from '../../../engine/position.ts';
import { percent, signed } from '../../page/figures.ts';
import { wordsOf } from '../../page/game-words.ts';
import type { Distances } from '../../tables/exact-values.ts';
import { valueText } from '../../tables/oracle.ts';
import type { Explored } from '../exploration.ts';
import { errs, type Judgement, judgementOf, leanText } from '../judgement.ts';
import { byId, make } from './elements.ts';
import { markOf, showMark } from './move-mark.ts';

/** A judgement in figures: −120, 43 %. */
export function judgementText({ score, probability }: Judgement): string {
  return `${signed(score, 0)}, ${percent(probability, 0)}`;
}

/** What an evaluator says of each move, for the player who makes it; nothing of a move that ends the game. */
function judgedMoves(
  game: Game,
  position: Position,
  evaluator: Evaluator,
): Map<string, Judgement | undefined> {
  const judged = new Map<string, Judgement | undefined>();
  for (const move of legalMoves(position)) {
    const text = game.formatMove(position, move);
    position.make(move);
    const isOver = winnerOf(position) !== -1;
    judged.set(text, isOver ? undefined : judgementOf(-evaluator.evaluate(position), evaluator.scale));
    position.unmake();
  }
  return judged;
}

/** Every move with its true value and what the evaluation says of it; each is a button that makes it. */
export class ValueTable {
  private readonly table = byId('values', HTMLTableElement);
  private readonly onMove: (text: string) => void;

  constructor(onMove: (text: string) => void) {
    this.onMove = onMove;
  }

  show(
    base: Game,
    game: Game,
    position: Position,
    evaluator: Evaluator,
    truth: { known: Explored; distances: Distances } | undefined,
  ): void {
    const judged = judgedMoves(game, position, evaluator);
    const words = wordsOf(base);
    const valued = truth?.known.moves ?? Array.from(judged.keys(), (move) => ({ move, value: undefined }));
    const rows = valued.map(({ move, value }) => {
      const button = make('button', { type: 'button', className: 'move' }, move);
      const inWords = words.move(move);
      if (inWords !== move) button.ariaLabel = `${move}, ${inWords}`;
      button.addEventListener('click', () => this.onMove(move));
      const judgement = judged.get(move);
      const isWrong = judgement !== undefined && value !== undefined && errs(judgement, value);
      const said = make('td', {}, judgement === undefined ? 'ends the game' : judgementText(judgement));
      if (isWrong) said.append(' ', make('strong', { className: 'errs' }, `✗ ${leanText(judgement)}`));
      return make(
        'tr',
        {},
        make('th', { scope: 'row' }, button),
        make('td', {}, ...(value === undefined ? ['not known'] : valueParts(value, truth!.distances))),
        said,
      );
    });
    // A person who goes from move to move by keyboard stays in the table.
    const isInside = this.table.contains(document.activeElement);
    this.table.tBodies[0].replaceChildren(...rows);
    if (isInside) this.table.querySelector('button')?.focus();
  }
}

/** The sign of a value, and what it means. */
export function valueParts(value: number, distances: Distances): (Node | string)[] {
  const mark = markOf(value, distances);
  const sign = make('span', { className: 'value', ariaHidden: 'true' }, mark.sign);
  showMark(sign, mark);
  return [sign, ` ${valueText(value, distances)}`];
}
