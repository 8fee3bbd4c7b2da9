import * as Plot from '@observablehq/plot';
import { BLUE, DASHED, figure, GREY, INK } from '../page/chart.ts';
import { boardName, decimal, percent, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { duration } from '../process/progress.ts';
import type { LiveRun } from './live-run.ts';

/** A run as it stands on the live page. */
export function runCard(run: LiveRun): Html {
  const { name, kind, status, game, size, problem, folder } = run;
  return html`<header>
      <p class="kind">
        ${game === null ? null : `${boardName(game, size!)} · `}${kind} · <code>${folder}</code>
      </p>
      <h2>${name} <span class="state ${status}">${status}</span></h2>
    </header>
    <p>${progressText(run)}</p>
    ${run.goal === null ? null : html`<progress max="${run.goal}" value="${Math.min(run.done, run.goal)}" aria-label="${run.unit} done"></progress>`}
    ${problem === null ? null : html`<p class="warning">${problem}</p>`} ${resultsText(run)} ${llrFigure(run)}
    ${lossFigure(run)} ${stagesList(run)} ${workerText(run)}`;
}

function progressText({ done, goal, unit, rate, secondsLeft, status }: LiveRun): string {
  const of = goal === null ? '' : ` of ${whole(goal)}`;
  const speed = rate === null ? '' : `, ${decimal(rate, rate < 10 ? 1 : 0)} a second`;
  const left =
    secondsLeft === null || status !== 'running' ? '' : `, at most ${duration(1000 * secondsLeft)} left`;
  return `${whole(done)}${of} ${unit}${speed}${left}`;
}

function resultsText({ results, pairs, elo, kind }: LiveRun): Html | null {
  if (results === null) return null;
  const { won, drawn, lost } = results;
  const total = Math.max(1, won + drawn + lost);
  const who = kind === 'match' ? 'The first' : 'The first player';
  return html`<p>
      ${who} won ${whole(won)} (${percent(won / total, 0)}), drew ${whole(drawn)}, lost ${whole(lost)}.
      ${elo === null ? null : `Elo ${signed(elo.value, 0)} (95 %: ${signed(elo.low, 0)} to ${signed(elo.high, 0)}).`}
    </p>
    ${
      pairs === null
        ? null
        : html`<p class="small">Pairs by points of the first, 0 ½ 1 1½ 2: ${pairs.map(whole).join(' · ')}</p>`
    }`;
}

function llrFigure({ llr }: LiveRun): Html | null {
  if (llr === null || llr.course.length < 2) return null;
  const { lower, upper, course } = llr;
  const now = course.at(-1)!.llr;
  return figure({
    label: `Log-likelihood ratio ${signed(now, 2)}, between ${signed(lower, 2)} and ${signed(upper, 2)}`,
    caption: `LLR ${signed(now, 2)}; the test ends at ${signed(lower, 2)} or ${signed(upper, 2)}. Looking changes nothing: a sequential test may be watched after every pair.`,
    draw: () => ({
      height: 160,
      x: { label: 'games', labelAnchor: 'center', ticks: 5 },
      y: { label: 'LLR', domain: [Math.min(lower, now) * 1.1, Math.max(upper, now) * 1.1], ticks: 4 },
      marks: [
        Plot.ruleY([lower, upper], DASHED),
        Plot.ruleY([0], { stroke: GREY }),
        Plot.lineY(course, { x: 'games', y: 'llr', stroke: BLUE, strokeWidth: 2 }),
      ],
    }),
  });
}

function lossFigure({ steps }: LiveRun): Html | null {
  if (steps.length < 2) return null;
  const last = steps.at(-1)!;
  const isHeldOut = steps.every(({ heldOutLoss }) => heldOutLoss !== null);
  return figure({
    label: `Loss after ${steps.length} steps: ${decimal(last.heldOutLoss ?? last.trainLoss, 4)}`,
    caption: `Loss ${decimal(last.trainLoss, 4)} on games learned from${last.heldOutLoss === null ? '' : `, ${decimal(last.heldOutLoss, 4)} on held-out games`}.`,
    legend: [
      ...(isHeldOut ? [{ name: 'held-out games', colour: BLUE, shape: 'line' as const }] : []),
      { name: 'games learned from', colour: GREY, shape: 'dashes' },
    ],
    draw: () => ({
      height: 180,
      marginLeft: 56,
      x: { label: 'step', labelAnchor: 'center', ticks: 5, tickFormat: String },
      y: { label: 'loss', grid: true, nice: true, ticks: 4 },
      marks: [
        Plot.lineY(steps, {
          x: 'iteration',
          y: 'trainLoss',
          stroke: GREY,
          strokeDasharray: '5,4',
          strokeWidth: 2,
        }),
        ...(isHeldOut
          ? [Plot.lineY(steps, { x: 'iteration', y: 'heldOutLoss', stroke: BLUE, strokeWidth: 2 })]
          : []),
        Plot.dot([last], {
          x: 'iteration',
          y: (step: typeof last) => step.heldOutLoss ?? step.trainLoss,
          fill: INK,
          r: 3,
        }),
      ],
    }),
  });
}

function stagesList({ stages }: LiveRun): Html | null {
  if (stages.length === 0) return null;
  return html`<dl class="settings">
    ${stages.map(
      ({ name, status }) =>
        html`<dt>${name}</dt>
          <dd>${status}</dd>`,
    )}
  </dl>`;
}

function workerText({ worker, status }: LiveRun): Html | null {
  if (worker === null) return null;
  const { pid, host, isHere, heardSecondsAgo } = worker;
  const where = isHere ? 'this machine' : (host ?? 'another machine');
  return html`<p class="small">
    ${status === 'killed' ? 'Its process was' : 'Process'} ${pid} of
    ${where}${isHere && status === 'running' ? '' : `, last heard ${heardSecondsAgo} s ago`}${status === 'killed' ? '; the same command resumes it' : ''}.
  </p>`;
}
