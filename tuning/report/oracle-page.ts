import * as Plot from '@observablehq/plot';
import { InputError } from '../../engine/input-error.ts';
import { figure, thumbnail } from '../page/chart.ts';
import { boardName, counted, percent, shortHash, titled, whole } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { namedRows, namesAxis } from '../page/named-rows.ts';
import type { Content } from '../page/page.ts';
import { type Cell, numberCell, sortableTable } from '../page/sortable-table.ts';
import type { Counts } from '../tables/exact-values.ts';
import { type OracleManifest, readOracleManifest } from '../tables/oracle-file.ts';
import { valueText } from '../tables/oracle.ts';
import { scopeText } from '../tables/solvable-name.ts';
import { sharesFigure, threeShares } from './game-figures.ts';

// As many parts as a figure can name.
const MOST_BARS = 40;

/** The page of an oracle: what is won at all, in all and by part. */
export function oracleContent(folder: string): Content {
  const manifest = readOracleManifest(folder);
  const { game, size, scope, counts, start, distances } = manifest;
  if (typeof counts.won !== 'number') throw new InputError(`${folder} does not tell its counts`);
  const parts = Object.entries(manifest.parts ?? {}).map(([name, its]) => ({ name, ...its }));
  const all = counts.won + counts.drawn + counts.lost;
  return {
    game,
    title: `${boardName(game, size)}${scopeText(scope)}, solved`,
    summary: `Of ${counted(all, 'position')} ${percent(counts.won / all)} are won for the player to move, ${percent(counts.drawn / all)} drawn, ${percent(counts.lost / all)} lost.`,
    facts: [
      ['Positions', whole(all), 'those of both players to move'],
      ['Up to symmetry', whole(counts.distinct), 'and colour'],
      start === null ? null : ['The start', valueText(start, distances)],
      ...(distances === 'none'
        ? []
        : [
            [
              'Longest win',
              `${counts.longestWin} plies`,
              distances === 'conversion' ? 'to the next conversion' : 'to the end',
            ] as const,
          ]),
      ['Values', shortHash(manifest.sha256), 'the sha256 of the file begins so'],
    ],
    sections: [
      { id: 'all', title: 'All positions', body: allFigure(counts, all) },
      { id: 'parts', title: 'By part', body: partsBody(manifest, parts) },
    ],
    thumbnail: thumbnail('Won, drawn and lost', {
      marks: [
        Plot.barX(
          threeShares(['won', 'drawn', 'lost'], [counts.won, counts.drawn, counts.lost]),
          Plot.stackX({ x: 'count', fill: 'colour' }),
        ),
      ],
    }),
  };
}

function allFigure({ won, drawn, lost }: Counts, all: number): Html {
  return sharesFigure(
    `Won ${won}, drawn ${drawn}, lost ${lost}`,
    `What the player to move makes of ${counted(all, 'position')} by best play.`,
    threeShares(['won', 'drawn', 'lost'], [won, drawn, lost]),
  );
}

type Part = { name: string } & Counts;

function shareOf({ won, drawn, lost }: Counts, count: number): number {
  return count / Math.max(1, won + drawn + lost);
}

function partsBody({ distances }: OracleManifest, parts: readonly Part[]): Html | null {
  if (parts.length === 0) return null;
  const plies: Record<string, (part: Part) => Cell> =
    distances === 'none'
      ? {}
      : {
          'Longest win': ({ longestWin }) => numberCell(longestWin, whole),
          'Longest loss': ({ longestLoss }) => numberCell(longestLoss, whole),
        };
  const decided = parts
    .toSorted((a, b) => shareOf(b, b.won + b.lost) - shareOf(a, a.won + a.lost) || b.boards - a.boards)
    .slice(0, MOST_BARS);
  const conversions = parts.filter(({ longestWin, longestLoss }) => Math.max(longestWin, longestLoss) > 100);
  return html`${sortableTable('Parts', parts, {
      Part: ({ name }) => name,
      Boards: ({ boards }) => numberCell(boards, whole),
      Won: (part) => numberCell(shareOf(part, part.won), (share) => percent(share, 2)),
      Drawn: (part) => numberCell(shareOf(part, part.drawn), (share) => percent(share, 2)),
      Lost: (part) => numberCell(shareOf(part, part.lost), (share) => percent(share, 2)),
      ...plies,
    })}
    <p class="note">
      The player to move comes first; shares are of all boards with that player to move.
      ${distances === 'conversion' ? `Plies are counted to the next capture or promotion, or the end; ${conversions.length === 0 ? 'none takes' : `in ${counted(conversions.length, 'part')} some take`} more than 100.` : ''}
    </p>
    ${figure({
      label: `Won, drawn and lost by part: ${decided.map((part) => `${part.name} ${percent(shareOf(part, part.won))}`).join(', ')}`,
      caption: `${titled(counted(decided.length, 'part'))}, those first of which the fewest positions are drawn.`,
      legend: threeShares(['won', 'drawn', 'lost'], [0, 0, 0]).map(({ name, colour }) => ({ name, colour })),
      draw: ({ isNarrow }) => ({
        ...namedRows(
          decided.map(({ name }) => name),
          isNarrow ? 26 : 22,
          isNarrow ? 100 : 130,
        ),
        x: { label: 'share →', percent: true, domain: [0, 100] },
        marks: [
          namesAxis(isNarrow ? 100 : 130),
          Plot.barX(
            decided.flatMap((part) =>
              threeShares(['won', 'drawn', 'lost'], [part.won, part.drawn, part.lost]).map((share) => ({
                label: part.name,
                share: shareOf(part, share.count),
                colour: share.colour,
              })),
            ),
            Plot.stackX({ y: 'label', x: 'share', fill: 'colour', insetTop: 3, insetBottom: 3 }),
          ),
        ],
      }),
    })}`;
}
