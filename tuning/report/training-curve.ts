import * as Plot from '@observablehq/plot';
import { BLUE, figure, GREY, INK } from '../page/chart.ts';
import { decimal, roundStep } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import type { FitResult } from '../store/runs.ts';

/** How the loss fell by a unit of steps. */
export function trainingBody(
  steps: NonNullable<FitResult['steps']>,
  unit: string,
  exportsBest: boolean,
): Html {
  if (steps.length < 2)
    return html`<p class="note">There is no record of the steps in the result of this fit.</p>`;
  const [first, last] = [steps[0], steps.at(-1)!];
  const best = steps.reduce((least, step) => (step.heldOutLoss < least.heldOutLoss ? step : least));
  return figure({
    label: `Loss by ${unit}, held out from ${decimal(first.heldOutLoss, 4)} to ${decimal(last.heldOutLoss, 4)}`,
    caption: `Loss after each ${unit}. On held-out games it went from ${decimal(first.heldOutLoss, 4)} to ${decimal(last.heldOutLoss, 4)} and was lowest, ${decimal(best.heldOutLoss, 4)}, after ${unit} ${best.iteration}${exportsBest ? ', which is the one exported' : ''}. Where the held-out line rises while the other falls, games are learned by heart.`,
    legend: [
      { name: 'held-out games', colour: BLUE, shape: 'line' },
      { name: 'games learned from', colour: GREY, shape: 'dashes' },
    ],
    draw: ({ isNarrow }) => ({
      height: 260,
      marginLeft: 56,
      marginRight: 16,
      x: {
        label: `${unit} →`,
        ticks: wholeTicks(first.iteration, last.iteration, isNarrow ? 6 : 12),
        tickFormat: String,
      },
      y: { label: 'loss', grid: true, nice: true },
      marks: [
        Plot.lineY(steps, {
          x: 'iteration',
          y: 'trainLoss',
          stroke: GREY,
          strokeWidth: 2,
          strokeDasharray: '5,4',
        }),
        Plot.lineY(steps, { x: 'iteration', y: 'heldOutLoss', stroke: BLUE, strokeWidth: 2 }),
        Plot.dot([best], { x: 'iteration', y: 'heldOutLoss', fill: BLUE, r: 5, stroke: INK }),
      ],
    }),
  });
}

function wholeTicks(from: number, to: number, most: number): number[] {
  const by = roundStep(to - from, most);
  return Array.from(
    { length: Math.max(0, Math.floor(to / by) - Math.ceil(from / by) + 1) },
    (_, i) => (Math.ceil(from / by) + i) * by,
  );
}
