import * as Plot from '@observablehq/plot';
import type { MatchPrograms, MatchResult } from '../store/runs.ts';
import { figure, INK, seriesColour } from '../page/chart.ts';
import { counted, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Section } from '../page/page.ts';

/** How the programs of a match did their work: how long their moves took, and how they lost games without a move. */
export function programSections({ programs, first, second }: MatchResult): Section[] {
  if (programs === undefined) return [];
  const names = [first, second];
  return [
    { id: 'times', title: 'Time a move', body: timesFigures(programs, names) },
    { id: 'failures', title: 'Games lost without a move', body: failureList(programs, names) },
  ];
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

function timesFigures({ times }: MatchPrograms, names: readonly string[]): Html {
  return html`${times.map((time, seat) => {
    if (time === null) return null;
    const { moves, median, percentile99, longest, bands } = time;
    const rows = bands.map(({ from, to, moves: count }) => ({ from: from / 1000, to: to / 1000, count }));
    return figure({
      label: `Seconds a move of ${names[seat]}: median ${seconds(median)}, longest ${seconds(longest)}`,
      caption: `${names[seat]} took ${seconds(median)} for half of ${counted(moves, 'move')}, ${seconds(percentile99)} or less for 99 of 100, and ${seconds(longest)} at most, its start included.`,
      draw: () => ({
        height: 200,
        x: { label: 'seconds', labelAnchor: 'center' },
        y: { label: 'moves', tickFormat: (count: number) => whole(count), grid: true, ticks: 4 },
        marks: [
          Plot.rectY(rows, { x1: 'from', x2: 'to', y: 'count', fill: seriesColour(seat), inset: 0.5 }),
          Plot.ruleY([0], { stroke: INK }),
        ],
      }),
    });
  })}`;
}

function failureList({ failures }: MatchPrograms, names: readonly string[]): Html | null {
  if (failures.length === 0) return null;
  return html`<p class="note">
      ${counted(failures.length, 'game')} with the last line of the program, and what it wrote to stderr.
      <code>evalsmith dataset replay RUN/games --game I</code> draws one.
    </p>
    ${failures.map(
      ({ game, ply, seat, end, answer, stderr, exit, milliseconds, expected, legal }) =>
        html`<details>
          <summary>Game ${game}, ply ${ply}: ${names[seat]} ${end}</summary>
          <dl class="settings">
            <dt>ended</dt>
            <dd>
              ${exit === null ? 'its time was up' : typeof exit === 'number' ? `exit code ${exit}` : exit},
              after ${seconds(milliseconds)}
            </dd>
            <dt>last line</dt>
            <dd>${answer === '' ? 'none' : html`<code>${answer}</code>`}</dd>
            ${
              end === 'illegal'
                ? html`<dt>legal</dt>
                    <dd>
                      ${expected.map((line) => html`<code>${line}</code> `)}${legal > expected.length ? ` and ${legal - expected.length} more` : ''}
                    </dd>`
                : null
            }
          </dl>
          ${stderr === '' ? html`<p class="note">Nothing on stderr.</p>` : html`<pre>${stderr}</pre>`}
        </details> `,
    )}`;
}
