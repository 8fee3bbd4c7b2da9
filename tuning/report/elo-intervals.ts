import * as Plot from '@observablehq/plot';
import { BLUE, DASHED, type Draw, ELO, INK } from '../page/chart.ts';
import { signed } from '../page/figures.ts';
import { intervalMarks, namedRows } from '../page/named-rows.ts';
import type { MatchResult } from '../store/runs.ts';

/** A difference in Elo with its 95 % interval. */
export type Interval = NonNullable<MatchResult['estimate']>['elo'];

export function intervalText({ low, high }: Interval): string {
  if (low === null && high === null) return 'no limits';
  return `${low === null ? 'no limit' : signed(low, 0)} to ${high === null ? 'no limit' : signed(high, 0)}`;
}

interface Row {
  name: string;
  elo: number;
  low: number;
  high: number;
  colour: string;
}

/** A difference as a row to draw; none where it is not known. */
export function eloRow(name: string, elo: Interval | null | undefined, colour: string): Row[] {
  if (elo?.value == null) return [];
  const { value, low, high } = elo;
  return [{ name, elo: value, low: low ?? value, high: high ?? value, colour }];
}

/** Differences in Elo with their intervals, a row each, about the line of no difference. */
export function eloIntervals(rows: readonly Row[]): Draw {
  const names = rows.map(({ name }) => name);
  return ({ isNarrow }) => ({
    ...namedRows(names, 38, 110),
    x: { ...ELO, grid: true, nice: true, zero: true, ticks: isNarrow ? 4 : 8 },
    marks: [Plot.ruleX([0], { stroke: INK }), ...intervalMarks(rows, 'elo', { stroke: 'colour' })],
  });
}

/** One value with its interval, about the line where neither side is better. */
export function oneInterval(
  row: { value: number; low: number; high: number },
  even: number,
  x: Plot.ScaleOptions,
): Plot.PlotOptions {
  const look = { y: 0, stroke: BLUE, strokeWidth: 3 };
  return {
    height: 76,
    marginTop: 8,
    x: { ticks: 6, ...x },
    y: { axis: null },
    marks: [Plot.ruleX([even], DASHED), ...intervalMarks([row], 'value', look)],
  };
}
