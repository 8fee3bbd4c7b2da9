import * as Plot from '@observablehq/plot';
import type { FitLoss } from '../store/runs.ts';
import { BLUE, figure, GREY, INK, ORANGE, thumbnail } from '../page/chart.ts';
import { decimal, percent } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { namedRows } from '../page/named-rows.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

const MEANING: Readonly<Record<string, string>> = {
  zero: 'weights of 0: every game is even',
  hand: 'the hand-made weights',
  'hand rescaled': 'the same on the scale that suits them best',
  fit: 'this fit',
  exported: 'this fit as whole numbers in its file',
};

const PAPER = 'var(--paper, white)';
const trainLoss = ({ train }: FitLoss) => train.loss;
// Where no game was held out, what is measured is what was learned from.
const measuredLoss = ({ train, heldOut }: FitLoss) => (heldOut ?? train).loss;

/** A fit beside the models that it should be better than, those of its kind alone explained by `beside`. */
export function lossesBody(losses: readonly FitLoss[], beside: Readonly<Record<string, string>>): Html {
  const names = losses.map(({ name }) => name);
  const isHeldOut = losses.every(({ heldOut }) => heldOut !== null);
  const title = isHeldOut ? 'Held-out loss' : 'Training loss';
  const near = nearLosses(losses);
  const far = losses.filter((loss) => !near.includes(loss));
  const beyond = far.map(
    (loss) => ` ${loss.name} is beyond the right edge, at ${decimal(measuredLoss(loss), 4)}.`,
  );
  return html`${figure({
      label: `${title} by model: ${losses.map((loss) => `${loss.name} ${decimal(measuredLoss(loss), 4)}`).join(', ')}`,
      caption: `Cross-entropy against the target, in nats; left is better. ${isHeldOut ? 'A gap between the two dots is what was learned by heart.' : 'No game was held out, so that what was learned by heart does not show.'}${verdict(losses)}${beyond.join('')}`,
      legend: [
        ...(isHeldOut ? [{ name: 'held-out games', colour: BLUE }] : []),
        { name: 'games learned from', colour: GREY, shape: 'ring' },
      ],
      draw: ({ isNarrow }) => ({
        ...namedRows(names, 34, 104),
        height: 34 * losses.length + 48,
        marginRight: isNarrow ? 16 : 64,
        x: { label: 'loss →', grid: true, nice: true, ticks: isNarrow ? 3 : 6, inset: 10 },
        marks: [
          Plot.ruleY(near, { y: 'name', x1: trainLoss, x2: measuredLoss, stroke: GREY }),
          Plot.dot(near, { x: trainLoss, y: 'name', stroke: GREY, strokeWidth: 2, r: 5, fill: PAPER }),
          ...(isHeldOut ? [Plot.dot(near, { x: measuredLoss, y: 'name', fill: BLUE, r: 6 })] : []),
          Plot.text(far, {
            y: 'name',
            text: (loss) => `${decimal(measuredLoss(loss), 4)} →`,
            frameAnchor: 'right',
            fill: INK,
          }),
        ],
      }),
    })}
    ${sortableTable('Losses of all models', losses, {
      Model: ({ name }) => name,
      'Held-out loss': ({ heldOut }) => numberCell(heldOut?.loss, decimal, 5),
      'On results': ({ heldOut }) => numberCell(heldOut?.resultLoss, decimal, 5),
      'Winners told': ({ heldOut }) => numberCell(heldOut?.accuracy, percent),
      'Training loss': ({ train }) => numberCell(train.loss, decimal, 5),
    })}
    <p class="note">
      ${losses.map(({ name }) => html`<b>${name}</b>: ${{ ...MEANING, ...beside }[name]}. `)}
    </p>`;
}

/** All but hand-made weights whose scale is so wrong that they would press the others into one dot. */
function nearLosses(losses: readonly FitLoss[]): FitLoss[] {
  const others = losses
    .filter(({ name }) => name !== 'hand')
    .flatMap((loss) => [trainLoss(loss), measuredLoss(loss)]);
  const [least, most] = [Math.min(...others), Math.max(...others)];
  return losses.filter(
    (loss) =>
      loss.name !== 'hand' || Math.max(trainLoss(loss), measuredLoss(loss)) < most + 2 * (most - least),
  );
}

/** How the file stands to the best of the models that were not fitted here. */
function verdict(losses: readonly FitLoss[]): string {
  const exported = losses.find(({ name }) => name === 'exported');
  const others = losses.filter(({ name }) => name !== 'fit' && name !== 'exported');
  const best = others.toSorted((a, b) => measuredLoss(a) - measuredLoss(b))[0];
  if (exported === undefined || others.length === 0) return '';
  const difference = measuredLoss(best) - measuredLoss(exported);
  return ` The exported file is ${decimal(Math.abs(difference), 4)} nats ${difference > 0 ? 'better' : 'worse'} than ${best.name}, the best of the others.`;
}

export function lossesThumbnail(losses: readonly FitLoss[]): Html {
  return thumbnail(
    `${losses.every(({ heldOut }) => heldOut !== null) ? 'Held-out' : 'Training'} loss by model`,
    {
      marginLeft: 12,
      marginRight: 12,
      y: { domain: losses.map(({ name }) => name) },
      x: { inset: 8 },
      marks: [
        Plot.ruleY(losses, { y: 'name', stroke: GREY, strokeOpacity: 0.4 }),
        Plot.dot(nearLosses(losses), {
          y: 'name',
          x: measuredLoss,
          r: 6,
          fill: ({ name }) => (name === 'fit' || name === 'exported' ? BLUE : ORANGE),
        }),
      ],
    },
  );
}
