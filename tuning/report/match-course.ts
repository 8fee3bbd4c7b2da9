import * as Plot from '@observablehq/plot';
import { estimate } from '../statistics/estimate.ts';
import { sprt } from '../statistics/sprt.ts';
import type { MatchResult } from '../store/runs.ts';
import { BLUE, ELO, figure, GREY, INK } from '../page/chart.ts';
import { counted, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';

/** A match as it went, pair after pair. */
type MatchCourse = ReturnType<typeof courseOf>;

// More are hardly told apart, and pages are kept small.
const MOST_POINTS = 120;

/** How a match went, by its pairs in their order. */
export function courseFigures(result: MatchResult): Html {
  if (result.games === 0) return html`<p class="note">No games were played.</p>`;
  if (result.record === null)
    return html`<p class="note">The games of this match were not kept, so its course cannot be shown.</p>`;
  const course = courseOf(result.sprt, result.record.points);
  return html`${result.sprt === null ? null : ratioFigure(result.sprt, course)} ${eloFigure(course)}`;
}

function courseOf(test: MatchResult['sprt'], points: string) {
  const counts = [0, 0, 0, 0, 0];
  const every = Math.ceil(points.length / MOST_POINTS);
  return Array.from(points).flatMap((halves, pair) => {
    counts[Number(halves)]++;
    if (pair % every !== 0 && pair !== points.length - 1) return [];
    const llr = test === null ? null : sprt(counts, test).llr;
    return [{ games: 2 * (pair + 1), llr, ...estimate(counts)!.elo }];
  });
}

function ratioFigure(
  { lower, upper, elo0, elo1, decision, llr, model }: NonNullable<MatchResult['sprt']>,
  course: MatchCourse,
): Html {
  const last = course.at(-1)!;
  const ratios = course.map((point) => point.llr!);
  const outcome = {
    H1: `It crossed the upper bound after ${counted(last.games, 'game')}: a difference of ${elo1} is accepted.`,
    H0: `It crossed the lower bound after ${counted(last.games, 'game')}: a difference of ${elo0} is accepted.`,
    continue: `After ${counted(last.games, 'game')} it stands at ${signed(llr, 2)}, between the bounds: nothing is decided.`,
  }[decision];
  return figure({
    label: `Log-likelihood ratio over games, from 0 to ${signed(llr, 2)}, with bounds ${signed(lower, 2)} and ${signed(upper, 2)}`,
    caption: `The log-likelihood ratio of the sequential test, ${elo0} against ${elo1} in ${model} Elo. ${outcome}`,
    draw: () => ({
      height: 280,
      marginLeft: 44,
      marginRight: 16,
      x: { label: 'games →', domain: [0, last.games], tickFormat: whole },
      y: {
        label: 'LLR',
        grid: true,
        domain: [Math.min(lower, ...ratios) - 0.4, Math.max(upper, ...ratios) + 0.4],
      },
      marks: [
        Plot.ruleY([lower, upper], { stroke: INK, strokeDasharray: '5,4' }),
        // Each on the inner side of its bound, where the curve is not when it begins.
        boundText('H1', upper, { lineAnchor: 'top', dy: 6 }),
        boundText('H0', lower, { lineAnchor: 'bottom', dy: -6 }),
        Plot.ruleY([0], { stroke: GREY }),
        Plot.lineY([{ games: 0, llr: 0 }, ...course], { x: 'games', y: 'llr', stroke: BLUE, strokeWidth: 2 }),
        Plot.dot([last], { x: 'games', y: 'llr', fill: BLUE, r: 4 }),
      ],
    }),
  });
}

function boundText(hypothesis: string, bound: number, place: Plot.TextOptions): Plot.Text {
  const text = `${hypothesis} accepted from ${signed(bound, 2)}`;
  return Plot.text([text], { x: 0, y: bound, textAnchor: 'start', dx: 4, fill: INK, ...place });
}

function eloFigure(course: MatchCourse): Html {
  const known = course.filter((point) => point.value !== null && point.low !== null && point.high !== null);
  if (known.length < 2)
    return html`<p class="note">
      The pairs are all alike or too few, so that they set no limits to the difference in strength.
    </p>`;
  // The first few pairs set limits so wide that they would flatten the rest.
  const settled = known.slice(Math.floor(known.length / 10));
  const bottom = Math.min(0, ...settled.map(({ low }) => low!));
  const top = Math.max(0, ...settled.map(({ high }) => high!));
  const last = known.at(-1)!;
  return figure({
    label: `Elo difference over games, ending at ${signed(last.value, 0)}`,
    caption: `The difference in Elo that the games so far show (line) with its 95 % interval (band). It ends at ${signed(last.value, 0)}, with limits ${signed(last.low, 0)} and ${signed(last.high, 0)}; the interval ${last.low! > 0 ? 'lies above 0' : last.high! < 0 ? 'lies below 0' : 'takes in 0'}.`,
    draw: () => ({
      height: 260,
      marginRight: 16,
      x: { label: 'games →', domain: [0, last.games], tickFormat: whole },
      y: { ...ELO, label: 'Elo', grid: true, domain: [bottom, top], clamp: true },
      marks: [
        Plot.areaY(known, { x: 'games', y1: 'low', y2: 'high', fill: BLUE, fillOpacity: 0.18, clip: true }),
        Plot.ruleY([0], { stroke: INK }),
        Plot.lineY(known, { x: 'games', y: 'value', stroke: BLUE, strokeWidth: 2, clip: true }),
      ],
    }),
  });
}
