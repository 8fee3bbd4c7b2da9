import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import * as Plot from '@observablehq/plot';
import { InputError } from '../../engine/input-error.ts';
import { hasRun, readResult, readRun } from '../store/run-folder.ts';
import type { NightlyResult } from '../store/runs.ts';
import { BLUE, ELO, figure, GREEN, ORANGE, seriesColour, thumbnail } from '../page/chart.ts';
import { eloIntervals, eloRow, intervalText } from './elo-intervals.ts';
import { boardName, counted, decimal, listed, percent, shortHash, signed, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import type { Content, Fact } from '../page/page.ts';
import { runPage } from './run-page.ts';
import { numberCell, sortableTable } from '../page/sortable-table.ts';

type PartResult = NightlyResult['parts'][number];

/** A champion's rating after a night. */
type RatedNight = ReturnType<typeof ratedNights>['history'][number];

export const nightlyPage = runPage('nightly', (result, _, folder): Content => {
  const { night, parts, isComplete } = result;
  const { history, damaged } = ratedNights(folder, night);
  const boards = parts.map(({ game, size }) => boardName(game, size));
  const accepted = parts.flatMap(({ gates }) => gates).filter(({ verdict }) => verdict === 'accepted');
  const games = [...new Set(parts.map(({ game }) => game))];
  return {
    game: games.length === 1 ? games[0] : undefined,
    title: `Night ${night}: ${listed(boards)}`,
    summary:
      `${counted(sum(parts, 'games'), 'game')} played, ${counted(parts.flatMap(({ fits }) => fits).length, 'fit')} made, ` +
      `${whole(accepted.length)} of ${counted(parts.flatMap(({ gates }) => gates).length, 'candidate')} accepted${isComplete ? '' : '; not every stage ran'}.`,
    facts: factsOf(result, accepted.length),
    sections: [
      ...parts.map((part, i) => ({
        id: `${part.game}-${part.size}`,
        title: boards[i],
        body: partBody(part, (place, text) => pageLink(folder, place, text)),
      })),
      { id: 'nights', title: 'Night after night', body: historyBody(history, damaged) },
      { id: 'stages', title: 'Stages', body: stagesTable(parts) },
    ],
    thumbnail: historyThumbnail(history),
  };
});

function sum(parts: readonly PartResult[], count: 'games' | 'positions'): number {
  return parts.reduce((total, { generated }) => total + (generated?.[count] ?? 0), 0);
}

function factsOf({ parts, isComplete, deleted }: NightlyResult, accepted: number): Content['facts'] {
  const stages = parts.flatMap((part) => part.stages);
  const ended = stages.filter(({ status }) => status === 'done').length;
  const bytes = deleted.reduce((total, deletion) => total + deletion.bytes, 0);
  return [
    ['Games', whole(sum(parts, 'games')), counted(sum(parts, 'positions'), 'position')],
    ['Accepted', whole(accepted), 'candidates that became champions'],
    ...parts.map(
      ({ game, size, ladder, champion }): Fact | null =>
        ladder && [
          `${boardName(game, size)}, champion ${champion.number}`,
          `${signed(ladder.elo, 0)} Elo`,
          `± ${whole(ladder.margin)} above ${ladder.anchor}`,
        ],
    ),
    [
      'Stages',
      `${ended} of ${stages.length}`,
      isComplete ? 'every stage ran' : 'some failed or were cut short',
    ],
    deleted.length === 0 ? null : ['Cleared up', `${decimal(bytes / 1e6, 1)} MB`, 'of earlier nights'],
  ];
}

type Link = (place: string, text: string) => Html;

/** The page of a run in a night's folder; its name alone where it has none. The site, where pages lie elsewhere, looks for the class. */
function pageLink(folder: string, place: string, text: string): Html {
  const page = join(place, 'index.html');
  return existsSync(join(folder, page)) ? html`<a class="run" href="${page}">${text}</a>` : html`${text}`;
}

function partBody(part: PartResult, link: Link): Html {
  const { generated, learnedFrom, fits, gates, champion, ladder } = part;
  const learned =
    generated === null || learnedFrom === null
      ? 'No games were played.'
      : `${counted(generated.games, 'game')} with ${counted(generated.positions, 'position')} were played; the fits learned from ` +
        `${counted(learnedFrom.positions, 'position')} of ${counted(learnedFrom.datasets, 'night')}.`;
  const reign =
    champion.number === champion.before
      ? `Champion ${champion.number} is still the champion.`
      : `Champion ${champion.number} has taken the place of champion ${champion.before}${ladder?.gain == null ? '' : `, ${signed(ladder.gain, 0)} Elo by the ladder`}.`;
  return html`<p>
      ${learned} ${reign} ${ladder === null ? null : html`All ratings: ${link(ladder.folder, 'the ladder')}.`}
    </p>
    ${gateFigure(gates)}
    ${
      fits.length === 0
        ? null
        : sortableTable('Fits', fits, {
            Fit: ({ folder }) => link(folder, folder),
            Model: ({ model }) => model,
            'Held-out loss': ({ heldOut }) => numberCell(heldOut?.loss, decimal, 4),
            'Winner told': ({ heldOut }) => numberCell(heldOut?.accuracy, percent),
            Weights: ({ weights }) => shortHash(weights),
          })
    }
    ${
      gates.length === 0
        ? null
        : sortableTable('Gates', gates, {
            Candidate: ({ candidate }) => candidate,
            Champion: (gate) => gate.champion,
            Games: ({ games }) => numberCell(games, whole),
            Elo: ({ elo }) => numberCell(elo?.value, signed, 0),
            '95 %': ({ elo }) => (elo === null ? '–' : intervalText(elo)),
            Verdict: ({ folder, verdict, reason }) =>
              link(folder, reason === null ? verdict : `${verdict}: ${reason}`),
          })
    }
    ${champion.player === null ? null : html`<p class="note">The player with champion ${champion.number}: ${champion.player}</p>`}`;
}

function gateFigure(gates: PartResult['gates']): Html | null {
  const rows = gates.flatMap(({ candidate, elo, verdict }) =>
    eloRow(basename(candidate), elo, verdict === 'accepted' ? GREEN : ORANGE),
  );
  if (rows.length === 0) return null;
  return figure({
    label: `Elo of each candidate: ${rows.map(({ name, elo }) => `${name} ${signed(elo, 0)}`).join(', ')}`,
    caption:
      'Each candidate against the champion of its moment, at fixed nodes, in Elo with 95 % intervals. A test that stops as soon as it is sure finds differences that are a little too large.',
    legend: [
      { name: 'accepted', colour: GREEN },
      { name: 'rejected', colour: ORANGE },
    ],
    draw: eloIntervals(rows),
  });
}

/** The ratings of champions after this night and after those before it that lie beside it, and what is damaged of those. */
function ratedNights(folder: string, last: number) {
  const place = dirname(resolve(folder));
  const damaged: string[] = [];
  const rated = readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^night-\d{4,}$/.test(entry.name))
    .flatMap(({ name }) => {
      try {
        const night = join(place, name);
        return hasRun(night) && readRun(night).kind === 'nightly' ? [readResult(night, 'nightly')] : [];
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        damaged.push(name);
        return [];
      }
    })
    .filter(({ night }) => night <= last)
    .flatMap(({ night, parts }) => parts.flatMap((part) => ratedNight(night, part)));
  const boards = [...new Set(rated.map(({ board }) => board))];
  const history = rated.map((one) => ({ ...one, colour: seriesColour(boards.indexOf(one.board)) }));
  return { history, damaged };
}

function ratedNight(night: number, { game, size, champion: { number }, ladder }: PartResult) {
  if (ladder === null) return [];
  const { elo, margin } = ladder;
  return [{ night, board: boardName(game, size), number, elo, low: elo - margin, high: elo + margin }];
}

function historyBody(history: readonly RatedNight[], damaged: readonly string[]): Html | null {
  const missing =
    damaged.length === 0
      ? null
      : html`<p class="note">Damaged, and not among the ratings: ${listed(damaged)}.</p>`;
  if (history.length === 0) return missing;
  const nights = [...new Set(history.map(({ night }) => night))];
  const latest = [...new Map(history.map((rated) => [rated.board, rated])).values()];
  return html`${figure({
    label: `The champion's rating after each night: ${latest.map(({ board, elo }) => `${board} ${signed(elo, 0)}`).join(', ')}`,
    caption: `The champion's rating after each of ${counted(nights.length, 'night')}, with 95 % intervals. A ladder is fitted anew each night with its anchor at 0, so small steps of the same champion are no change of strength.`,
    legend: latest.map(({ board, colour }) => ({ name: board, colour })),
    draw: ({ isNarrow }) => ({
      height: 260,
      marginTop: 16,
      x: {
        label: 'night →',
        domain: [Math.min(...nights) - 0.5, Math.max(...nights) + 0.5],
        ticks: nights.length <= (isNarrow ? 6 : 15) ? nights : isNarrow ? 4 : 10,
        tickFormat: (night: number) => whole(night),
      },
      y: { ...ELO, label: '↑ Elo', labelArrow: 'none', grid: true, nice: true },
      marks: [
        Plot.ruleX(history, { x: 'night', y1: 'low', y2: 'high', stroke: 'colour', strokeWidth: 1.5 }),
        ...historyMarks(history),
      ],
    }),
  })}
  ${sortableTable('Ratings by night', history, {
    Night: ({ night }) => numberCell(night, whole),
    Board: ({ board }) => board,
    Champion: ({ number }) => numberCell(number, whole),
    Elo: ({ elo }) => numberCell(elo, signed, 0),
    '± 95 %': ({ elo, high }) => numberCell(high - elo, whole),
  })}
  ${missing}`;
}

const historyMarks = (history: readonly RatedNight[]) => [
  Plot.line(history, { x: 'night', y: 'elo', z: 'board', stroke: 'colour', strokeWidth: 2 }),
  Plot.dot(history, { x: 'night', y: 'elo', fill: 'colour', r: 5 }),
];

function stagesTable(parts: readonly PartResult[]): Html {
  const stages = parts.flatMap((part) => part.stages.map((stage) => ({ ...part, ...stage })));
  return sortableTable('Stages of the night', stages, {
    Stage: ({ name }) => name,
    Board: ({ game, size }) => boardName(game, size),
    Status: ({ status }) => status,
    Why: ({ reason }) => reason ?? '',
  });
}

function historyThumbnail(history: readonly RatedNight[]): Html {
  return thumbnail('The ratings of champions by night', {
    x: { inset: 12 },
    y: { inset: 8 },
    marks: [...historyMarks(history), history.length === 0 ? Plot.ruleY([0], { stroke: BLUE }) : null],
  });
}
