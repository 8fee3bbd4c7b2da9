import * as Plot from '@observablehq/plot';
import { isDecisive } from '../../engine/score.ts';
import type { DatasetStats } from '../dataset/stats.ts';
import { BLUE, DASHED, figure, SHARES } from '../page/chart.ts';
import { decimal, percent, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

type Band = DatasetStats['scoreBands'][number];

/** How games went on from positions of each score. */
export function scoresBody({ scoreBands, bandWidth }: DatasetStats): Html | null {
  if (scoreBands.length === 0) return null;
  const bands = scoreBands.filter(({ from }) => !isDecisive(from));
  const hasEven = bands.some(({ from }) => from === 0 || from === -bandWidth);
  return html`${hasEven ? scoresFigure(bands, bandWidth) : null}
  ${sortableTable('Positions and results by score', scoreBands, {
    Score: ({ from }) => ({ shown: bandText(from, bands.length, bandWidth), value: from }),
    Positions: ({ positions }) => numberCell(positions, whole),
    'Mean result': ({ result }) => numberCell(result, percent),
  })}`;
}

function scoresFigure(bands: readonly Band[], bandWidth: number): Html {
  const most = Math.max(...bands.map(({ positions }) => positions));
  const middle = ({ from }: Band) => from + bandWidth / 2;
  const range =
    bands.length > 1
      ? `From ${percent(bands[0].result)} at the lowest scores to ${percent(bands.at(-1)!.result)} at the highest; a score that tells results rises from left to right without a break.`
      : '';
  return figure({
    label: `Mean result by score, ${bands.length} bands of ${bandWidth}`,
    caption: `How games went on from positions of each search score, for the player to move; the area of a dot is the number of positions. ${range}`,
    draw: ({ isNarrow }) => ({
      height: 300,
      x: {
        label: 'score for the player to move →',
        tickFormat: (score: number) => decimal(score, 0),
        ticks: isNarrow ? 5 : 9,
      },
      y: { ...SHARES, label: 'mean result', grid: true, domain: [0, 1] },
      r: { type: 'sqrt', domain: [0, most], range: [0, isNarrow ? 9 : 13] },
      marks: [
        Plot.ruleY([0.5], DASHED),
        Plot.ruleX([0], DASHED),
        Plot.lineY(bands, { x: middle, y: 'result', stroke: BLUE, strokeOpacity: 0.5 }),
        Plot.dot(bands, { x: middle, y: 'result', r: 'positions', fill: BLUE, fillOpacity: 0.75 }),
      ],
    }),
  });
}

function bandText(from: number, bands: number, width: number): string {
  if (isDecisive(from)) return from > 0 ? 'sees a win' : 'sees a loss';
  const isOutermost = bands >= 2 && Math.abs(from + width / 2) >= 10.5 * width;
  if (isOutermost) return from < 0 ? `below ${signed(from + width, 0)}` : `${signed(from, 0)} and more`;
  return `${signed(from, 0)} to ${signed(from + width - 1, 0)}`;
}
