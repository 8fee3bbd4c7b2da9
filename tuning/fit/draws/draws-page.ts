import { counted, decimal, percent, shortHash, signed, whole } from '../../page/figures.ts';
import { type Html, html } from '../../page/html.ts';
import { numberCell, sortableTable } from '../../page/sortable-table.ts';
import type { FitKindPage } from '../data/fit-kind.ts';
import type { DrawsFitResult } from './draws-result.ts';

export const drawsPage: FitKindPage<DrawsFitResult> = {
  title: () => 'draws by class',
  fact: ({ base, classes }) => [
    'Scaled',
    shortHash(base.sha256),
    `${base.name}, in ${counted(classes.length, 'class', 'classes')}`,
  ],
  sections: (result) => [{ id: 'classes', title: 'Calibration by class', body: classesBody(result) }],
  exportsBest: false,
  beside: { unscaled: 'the weights without factors' },
};

function classesBody({ classes, won, weights }: DrawsFitResult): Html {
  return html`<p class="note">
      What the side that the score favours was expected to get before, is now, and got on held-out games. The
      score is multiplied by the factor of the
      class${won === null ? '' : `; beyond ${whole(won)} on the scale of ${whole(weights.scale)} a point counts an eighth`}.
    </p>
    ${sortableTable('Calibration by class', classes, {
      Class: ({ name }) => name,
      'Learned from': ({ trainRows }) => numberCell(trainRows, whole),
      Factor: ({ factor }) => numberCell(factor, decimal, 3),
      'In file': ({ inFile }) => numberCell(inFile, whole),
      'Held out': ({ heldOut }) => numberCell(heldOut?.rows ?? 0, whole),
      Before: ({ heldOut }) => shareCell(heldOut?.before),
      Now: ({ heldOut }) => shareCell(heldOut?.after),
      Result: ({ heldOut }) => shareCell(heldOut?.result),
      'Result less now': ({ heldOut }) =>
        numberCell(heldOut === null ? undefined : 100 * (heldOut.result - heldOut.after), (points) =>
          points === undefined ? '–' : signed(points, 1),
        ),
    })}`;
}

function shareCell(share: number | undefined) {
  return numberCell(share, (value) => (value === undefined ? '–' : percent(value)));
}
