import * as Plot from '@observablehq/plot';
import { figure, INK } from '../page/chart.ts';
import { counted, percent } from '../page/figures.ts';
import type { Html } from '../page/html.ts';

const SQUARE = 440;

interface Bin {
  predicted: number;
  result: number;
  rows: number;
}

export interface CalibrationSeries {
  name: string;
  colour: string;
  bins: readonly Bin[];
}

/** Win probability against what came of it: a model that means what it says lies on the diagonal. */
export function calibrationFigure(of: string, series: readonly CalibrationSeries[]): Html {
  const bins = series.flatMap(({ bins: its, colour }) => its.map((bin) => ({ ...bin, colour })));
  const rows = series[0].bins.reduce((sum, bin) => sum + bin.rows, 0);
  const most = Math.max(...bins.map((bin) => bin.rows));
  return figure({
    label: `Calibration of ${series.map(({ name }) => name).join(', ')}`,
    caption: `Predicted win probability against the result, for ${counted(rows, 'position')} ${of}; the area of a dot is its number of positions. Dots on the diagonal mean what they say. ${series.map(errorText).join(' ')}`,
    legend: series.length < 2 ? undefined : series.map(({ name, colour }) => ({ name, colour })),
    width: SQUARE,
    draw: ({ width, isNarrow }) => ({
      // Margins of equal sums make it square, so that the diagonal is one.
      height: width,
      marginLeft: 52,
      marginRight: 16,
      marginTop: 28,
      marginBottom: 40,
      x: {
        label: 'predicted →',
        labelArrow: 'none',
        domain: [0, 1],
        grid: true,
        ticks: 5,
        tickFormat: (share: number) => percent(share, 0),
      },
      y: {
        label: 'result',
        domain: [0, 1],
        grid: true,
        ticks: 5,
        tickFormat: (share: number) => percent(share, 0),
      },
      r: { type: 'sqrt', domain: [0, most], range: [0, isNarrow ? 12 : 15] },
      color: { type: 'identity' },
      marks: [
        Plot.line(
          [
            [0, 0],
            [1, 1],
          ],
          { stroke: INK, strokeDasharray: '3,3' },
        ),
        Plot.line(bins, { x: 'predicted', y: 'result', z: 'colour', stroke: 'colour', strokeOpacity: 0.4 }),
        Plot.dot(bins, { x: 'predicted', y: 'result', r: 'rows', fill: 'colour', fillOpacity: 0.75 }),
      ],
    }),
  });
}

/** How far a series is from the diagonal on average. */
function errorText({ name, bins }: CalibrationSeries): string {
  const rows = bins.reduce((sum, bin) => sum + bin.rows, 0);
  const error = bins.reduce((sum, bin) => sum + bin.rows * Math.abs(bin.predicted - bin.result), 0) / rows;
  return `${name} is off by ${percent(error)} on average.`;
}
