import { existsSync, readFileSync } from 'node:fs';
import * as Plot from '@observablehq/plot';
import { InputError } from '../../engine/input-error.ts';
import { BLUE, figure, GREY, INK } from '../page/chart.ts';
import { decimal } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';

/** How the loss fell by a unit of steps, from metrics.csv. */
export function trainingBody(file: string, unit: string, exportsBest: boolean): Html {
  const steps = readSteps(file);
  if (steps.length < 2)
    return html`<p class="note">There is no record of the steps in the folder of this fit.</p>`;
  const [first, last] = [steps[0], steps.at(-1)!];
  const best = steps.reduce((least, step) => (step.heldOut < least.heldOut ? step : least));
  return figure({
    label: `Loss by ${unit}, held out from ${decimal(first.heldOut, 4)} to ${decimal(last.heldOut, 4)}`,
    caption: `Loss after each ${unit}. On held-out games it went from ${decimal(first.heldOut, 4)} to ${decimal(last.heldOut, 4)} and was lowest, ${decimal(best.heldOut, 4)}, after ${unit} ${best.step}${exportsBest ? ', which is the one exported' : ''}. Where the held-out line rises while the other falls, games are learned by heart.`,
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
        ticks: wholeTicks(first.step, last.step, isNarrow ? 6 : 12),
        tickFormat: String,
      },
      y: { label: 'loss', grid: true, nice: true },
      marks: [
        Plot.lineY(steps, { x: 'step', y: 'train', stroke: GREY, strokeWidth: 2, strokeDasharray: '5,4' }),
        Plot.lineY(steps, { x: 'step', y: 'heldOut', stroke: BLUE, strokeWidth: 2 }),
        Plot.dot([best], { x: 'step', y: 'heldOut', fill: BLUE, r: 5, stroke: INK }),
      ],
    }),
  });
}

function wholeTicks(from: number, to: number, most: number): number[] {
  const by = [1, 2, 5, 10, 20, 50, 100, 200].find((width) => (to - from) / width <= most) ?? 500;
  return Array.from(
    { length: Math.floor(to / by) - Math.ceil(from / by) + 1 },
    (_, i) => (Math.ceil(from / by) + i) * by,
  );
}

function readSteps(file: string) {
  if (!existsSync(file)) return [];
  const [header, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  const columns = header.split(',');
  const at = (name: string) => columns.indexOf(name);
  const [train, heldOut] = [at('train_loss'), at('held_out_loss')];
  const steps = lines
    .map((line) => line.split(',').map(Number))
    .map((row) => ({ step: row[0], train: row[train], heldOut: row[heldOut] }));
  if (steps.some((step) => !Object.values(step).every(Number.isFinite)))
    throw new InputError(`${file} is not the table of a fit's steps`);
  return steps;
}
