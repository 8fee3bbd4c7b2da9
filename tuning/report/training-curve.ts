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
  const isHeldOut = steps.every(({ heldOutLoss }) => heldOutLoss !== null);
  const measured = steps.map(({ iteration, trainLoss, heldOutLoss }) => ({
    iteration,
    loss: heldOutLoss ?? trainLoss,
  }));
  const best = measured.reduce((least, step) => (step.loss < least.loss ? step : least));
  const [from, to] = [measured[0], measured.at(-1)!].map(({ loss }) => decimal(loss, 4));
  return figure({
    label: `Loss by ${unit}, ${isHeldOut ? 'held out ' : ''}from ${from} to ${to}`,
    caption: isHeldOut
      ? `Loss after each ${unit}. On held-out games it went from ${from} to ${to} and was lowest, ${decimal(best.loss, 4)}, after ${unit} ${best.iteration}${exportsBest ? ', which is the one exported' : ''}. Where the held-out line rises while the other falls, games are learned by heart.`
      : `Loss after each ${unit}. On the games learned from it went from ${from} to ${to}; none was held out.`,
    legend: [
      ...(isHeldOut ? [{ name: 'held-out games', colour: BLUE, shape: 'line' as const }] : []),
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
        ...(isHeldOut
          ? [
              Plot.lineY(measured, { x: 'iteration', y: 'loss', stroke: BLUE, strokeWidth: 2 }),
              Plot.dot([best], { x: 'iteration', y: 'loss', fill: BLUE, r: 5, stroke: INK }),
            ]
          : []),
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
