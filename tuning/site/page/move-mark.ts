import { type Distances, type Value } from '../../tables/exact-values.ts';
import { type Outcome, outcomeOf, valueText, worthOf } from '../../tables/oracle.ts';

/** How a move is marked on the board: colour, sign and words say the same. */
export interface MoveMark {
  tone: Outcome;
  /** +7, =, −4. */
  sign: string;
  said: string;
  /** The more, the better the move. */
  worth: number;
}

export function markOf(value: Value, distances: Distances): MoveMark {
  const plies = distances === 'none' ? '' : String(Math.abs(value));
  const tone = outcomeOf(value);
  const sign = tone === 'drawn' ? '=' : `${tone === 'won' ? '+' : '−'}${plies}`;
  return { tone, sign, said: valueText(value, distances), worth: worthOf(value) };
}

export function bestMark(marks: readonly (MoveMark | undefined)[]): MoveMark | undefined {
  let best: MoveMark | undefined;
  for (const mark of marks) if (mark !== undefined && mark.worth > (best?.worth ?? -Infinity)) best = mark;
  return best;
}

/** Marks a button, or takes its mark away, and returns what is to be said of it. */
export function showMark(button: HTMLElement, mark: MoveMark | undefined): string[] {
  for (const tone of ['won', 'drawn', 'lost']) button.classList.toggle(tone, tone === mark?.tone);
  button.classList.toggle('marked', mark !== undefined);
  if (mark === undefined) delete button.dataset['value'];
  else button.dataset['value'] = mark.sign;
  return mark === undefined ? [] : [mark.said];
}
