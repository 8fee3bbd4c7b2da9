// Charts with a row for each name.
import * as Plot from '@observablehq/plot';
import { clipped } from './player-names.ts';

/** Such a chart without its marks: rows so high, and names in a margin so wide. */
export function namedRows(names: readonly string[], rowHeight: number, margin: number): Plot.PlotOptions {
  return {
    height: rowHeight * names.length + 56,
    marginTop: 8,
    marginLeft: margin,
    y: { label: null, domain: names, tickSize: 0 },
  };
}

/** An axis of names in a margin so wide: long ones go on in another line, and words too long for one lose their beginning. */
export function namesAxis(margin: number, nameOf = (value: string) => value): Plot.CompoundMark {
  const most = Math.floor(margin / 7.2);
  const words = (value: string) =>
    nameOf(value)
      .split(' ')
      .map((word) => clipped(word, most));
  return Plot.axisY({
    label: null,
    tickSize: 0,
    lineWidth: margin / 12 - 1,
    tickFormat: (value: string) => words(value).join(' '),
  });
}

/** What intervals are drawn with: lines of one colour, dots of that or another. */
interface IntervalLook {
  y?: Plot.ChannelValueSpec;
  stroke: Plot.ChannelValueSpec;
  strokeWidth?: number;
  fill?: Plot.ChannelValueSpec;
  r?: number;
}

/** Values with their intervals, from `low` to `high`, each in the row of its name. */
export function intervalMarks<Row extends { low: number; high: number }>(
  rows: readonly Row[],
  value: string & keyof Row,
  { y = 'name', stroke, strokeWidth = 2.5, fill = stroke, r = 6 }: IntervalLook,
): Plot.Markish[] {
  return [
    Plot.ruleY(rows, { y, x1: 'low', x2: 'high', stroke, strokeWidth }),
    Plot.dot(rows, { y, x: value, fill, r }),
  ];
}
