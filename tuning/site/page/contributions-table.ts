import { type Contribution, contributions } from '../../../engine/text/contributions.ts';
import type { Position } from '../../../engine/position.ts';
import { evaluatorOf, type Weights } from '../../../engine/weights.ts';
import type { Place } from '../position-text.ts';
import { sideName } from '../../page/game-words.ts';
import { byId, make } from './elements.ts';

/** Shows what each feature adds to the score of a position before any search, the largest first. */
export function showContributions({ game, turn }: Place, position: Position, weights: Weights): void {
  const note = byId('features-note');
  const table = byId('features', HTMLTableElement);
  const idle = byId('idle');
  table.className = game.name;
  const all = contributions(game, position, weights, 1);
  table.hidden = idle.hidden = all.length === 0;
  const judged = evaluatorOf(weights, game).evaluate(position);
  if (all.length === 0) {
    note.textContent = `A ${weights.kind} has no terms for single features. Before any search it gives this position ${signed(judged)}, for ${sideName(game, turn)} to move.`;
    return;
  }
  note.textContent = `Before any search, for ${sideName(game, turn)} to move: value times weight, in all ${signed(judged)}.`;
  const rows = all
    .filter(({ contribution }) => contribution !== 0)
    .toSorted((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  const most = Math.max(...rows.map(({ contribution }) => Math.abs(contribution)));
  table.tBodies[0].replaceChildren(...rows.map((row) => rowOf(row, most, turn === 0)));
  showIdle(all.filter(({ contribution }) => contribution === 0));
}

/** The features that add nothing here, out of the way. */
function showIdle(rows: readonly Contribution[]): void {
  byId('idle').hidden = rows.length === 0;
  byId('idle-title').textContent =
    `${rows.length} ${rows.length === 1 ? 'feature adds' : 'features add'} nothing here`;
  const texts = rows.map(({ feature, value, weight }) => `${feature} (${value} × ${weight})`);
  byId('idle-names').textContent = texts.join(', ');
}

function rowOf(
  { feature, value, weight, contribution }: Contribution,
  most: number,
  isFirst: boolean,
): HTMLElement {
  const bar = make('span', { className: 'term' });
  bar.style.setProperty('--length', String(Math.abs(contribution) / most));
  bar.classList.add(contribution < 0 ? 'against' : 'for', contribution > 0 === isFirst ? 'first' : 'second');
  return make(
    'tr',
    {},
    make('th', { scope: 'row' }, feature),
    make('td', { className: 'number' }, `${value} × ${weight}`),
    make('td', { className: 'number' }, signed(contribution)),
    make('td', { className: 'bars' }, bar),
  );
}

function signed(number: number): string {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : '0';
}
