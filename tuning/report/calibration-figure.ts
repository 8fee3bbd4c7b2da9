import * as Plot from '@observablehq/plot';
import { DASHED, figure, SHARES } from '../page/chart.ts';
import { counted, percent } from '../page/figures.ts';
import type { Html } from '../page/html.ts';

const SQUARE = 440;
const DIAGONAL = [0, 1].map((share): [number, number] => [share, share]);

interface CalibrationSeries {
  name: string;
  colour: string;
  bins: readonly { predicted: number; result: number; rows: number }[];
}

/** Win probability against what came of it: a model that means what it says lies on the diagonal. */
export function calibrationFigure(of: string, series: readonly CalibrationSeries[]): Html {
  const bins = series.flatMap(({ bins: its, colour }) => its.map((bin) => ({ ...bin, colour })));
  const most = Math.max(...bins.map((bin) => bin.rows));
  const axis = { ...SHARES, domain: [0, 1], grid: true, ticks: 5 };
  return figure({
    label: `Calibration of ${series.map(({ name }) => name).join(', ')}`,
    caption: `Predicted win probability against the result, for ${counted(rowsOf(series[0]), 'position')} ${of}; the area of a dot is its number of positions. Dots on the diagonal mean what they say. ${series.map(errorText).join(' ')}`,
    legend: series.length < 2 ? undefined : series.map(({ name, colour }) => ({ name, colour })),
    width: SQUARE,
    draw: ({ width, isNarrow }) => ({
      // Margins of equal sums make it square, so that the diagonal is one.
      height: width,
      marginRight: 16,
      x: { ...axis, label: 'predicted →' },
      y: { ...axis, label: 'result' },
      r: { type: 'sqrt', domain: [0, most], range: [0, isNarrow ? 12 : 15] },
      marks: [
        Plot.line(DIAGONAL, DASHED),
        Plot.line(bins, { x: 'predicted', y: 'result', z: 'colour', stroke: 'colour', strokeOpacity: 0.4 }),
        Plot.dot(bins, { x: 'predicted', y: 'result', r: 'rows', fill: 'colour', fillOpacity: 0.75 }),
      ],
    }),
  });
}

const rowsOf = ({ bins }: CalibrationSeries) => bins.reduce((sum, { rows }) => sum + rows, 0);

/** How far a series is from the diagonal on average. */
function errorText(series: CalibrationSeries): string {
  const errors = series.bins.map(({ rows, predicted, result }) => rows * Math.abs(predicted - result));
  const error = errors.reduce((sum, one) => sum + one, 0) / rowsOf(series);
  return `${series.name} is off by ${percent(error)} on average.`;
}
