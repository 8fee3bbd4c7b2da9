import { gameNamed } from '../../../engine/games/index.ts';
import { patchSvg } from '../../page/board-drawing.ts';
import { counted, decimal, signed, whole } from '../../page/figures.ts';
import { Html, html } from '../../page/html.ts';
import { numberCell, sortableTable } from '../../page/sortable-table.ts';
import type { FitKindPage } from '../data/fit-kind.ts';
import type { PatternsFitResult } from './patterns-result.ts';

export const patternsPage: FitKindPage<PatternsFitResult> = {
  title: () => 'fit of patterns',
  fact: ({ tables, iterations }) => [
    'Combinations in the file',
    whole(tables.reduce((sum, { inFile }) => sum + inFile, 0)),
    `of ${whole(tables.reduce((sum, { combinations }) => sum + combinations, 0))} that were seen often enough; ${counted(iterations, 'iteration')}`,
  ],
  sections: (result) => [
    { id: 'patterns', title: 'Patterns', body: tablesBody(result) },
    { id: 'largest', title: 'Largest weights', body: largestBody(result) },
  ],
  exportsBest: false,
  beside: { linear: 'a linear fit of the same rows' },
};

function tablesBody({ tables, features, weights }: PatternsFitResult): Html {
  const used = tables.filter(({ combinations }) => combinations > 0);
  const most = used.toSorted((a, b) => b.effect - a.effect)[0];
  return html`<p class="note">
      ${
        most === undefined
          ? 'No combination was seen often enough to have a weight.'
          : `${most.name} does most: ${decimal(most.effect, 3)} logits in a usual position (root mean square).`
      }
      In the file the weights are whole numbers on a scale of ${whole(weights.scale)}.
    </p>
    ${sortableTable('Patterns by part of the board', used, {
      Pattern: ({ name }) => name,
      Combinations: ({ combinations }) => numberCell(combinations, whole),
      'In the file': ({ inFile }) => numberCell(inFile, whole),
      Effect: ({ effect }) => numberCell(effect, decimal, 4),
    })}
    ${sortableTable('Weights of features', features, {
      Feature: ({ name }) => name,
      Weight: ({ weight }) => numberCell(weight, signed, 4),
      Effect: ({ effect }) => numberCell(effect, signed, 3),
      'In file': ({ rounded }) => numberCell(rounded, signed, 0),
    })}`;
}

// More boards say little and make the page long.
const SHOWN = 12;

function largestBody({ game: name, largest, rows }: PatternsFitResult): Html {
  const game = gameNamed(name);
  return html`<p class="note">
      The combinations that do most, as the player to move sees them when that is the first player: a weight
      in logits, and how often the ${counted(rows.train, 'position')} learned from have it.
    </p>
    <div class="patches">
      ${largest.slice(0, SHOWN).map(
        (one) =>
          html`<figure class="patch">
            ${game === undefined ? one.combination : new Html(patchSvg(game, patchOf(one)))}
            <figcaption>
              <strong>${signed(one.weight, 3)}</strong><br />${one.table}<br />${counted(one.count, 'time')}
            </figcaption>
          </figure>`,
      )}
    </div>`;
}

/** The rows of a combination: what stands on each square of the pattern. */
function patchOf({ squares, combination }: PatternsFitResult['largest'][number]): string[] {
  let next = 0;
  return squares.map((line) =>
    Array.from(line, (sign) => (sign === '#' || sign === '+' ? combination[next++] : ' ')).join(''),
  );
}
