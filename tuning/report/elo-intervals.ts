import * as Plot from '@observablehq/plot';
import { type Draw, INK } from '../page/chart.ts';
import { signed } from '../page/figures.ts';

interface Row {
  name: string;
  elo: number;
  low: number;
  high: number;
  colour: string;
}

/** Differences in Elo with their intervals, a row each, about the line of no difference. */
export function eloIntervals(rows: readonly Row[]): Draw {
  return ({ isNarrow }) => ({
    height: 38 * rows.length + 56,
    marginTop: 8,
    marginLeft: 110,
    marginRight: 20,
    marginBottom: 40,
    x: {
      label: 'Elo →',
      labelArrow: 'none',
      grid: true,
      nice: true,
      zero: true,
      ticks: isNarrow ? 4 : 8,
      tickFormat: (elo: number) => signed(elo, 0),
    },
    y: { label: null, domain: rows.map(({ name }) => name), tickSize: 0 },
    color: { type: 'identity' },
    marks: [
      Plot.ruleX([0], { stroke: INK }),
      Plot.ruleY(rows, { y: 'name', x1: 'low', x2: 'high', stroke: 'colour', strokeWidth: 2.5 }),
      Plot.dot(rows, { y: 'name', x: 'elo', fill: 'colour', r: 6 }),
    ],
  });
}
