import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { boardSvg } from '../page/board-drawing.ts';
import { titled } from '../page/figures.ts';
import { Html, html } from '../page/html.ts';
import type { Report } from '../report/report.ts';
import { framed } from './frame.ts';

/** A run of the site: its page is runs/NAME.html. */
export interface SiteRun {
  name: string;
  report: Report;
}

/** The page that lists the runs, which come in their order, and leads to where these games are played. */
export function indexPage(runs: readonly SiteRun[], games: readonly Game[]): string {
  const names = games.map(({ name }) => titled(name));
  const body = html`<main class="index">
    <h1>Runs</h1>
    <p class="lede">What was played, fitted and proved. Every figure is read from the files of its run.</p>
    <a class="call" href="play.html"
      ><p><b>Play</b> ${names.join(', ')}: against the engine, in this browser, with any weights.</p>
      <div class="boards" aria-hidden="true">${boards(games)}</div></a
    >
    ${runs.length === 0 ? html`<p class="note">There are no runs yet; <code>npm run quickstart</code> makes some.</p>` : null}
    <ul class="cards">
      ${runs.map(cardHtml)}
    </ul>
  </main>`;
  return framed({
    title: 'evalsmith: runs',
    description: 'Runs of evalsmith, and a page to play on.',
    here: 'Runs',
    body,
  });
}

function cardHtml({ name, report }: SiteRun): Html {
  const { game, kind, title: itsTitle, summary, thumbnail } = report;
  return html`<li class="card">
    <div class="thumbnail" aria-hidden="true">${new Html(thumbnail)}</div>
    <p class="kind">${game === undefined ? null : `${titled(game)} · `}${kind} · ${name}</p>
    <h2><a href="runs/${encodeURIComponent(name)}.html">${itsTitle}</a></h2>
    <p class="summary">${summary}</p>
  </li> `;
}

/** A position of each game: of those that its weights are checked by, the one with the most pieces. */
function boards(games: readonly Game[]): Html[] {
  return games.map((game) => {
    const { vectors } = loadWeights(game, game.usualSize);
    const pieces = (board: string) => board.replaceAll('.', '').length;
    const [{ board }] = vectors
      .filter(({ size }) => size === game.usualSize)
      .toSorted((a, b) => pieces(b.board) - pieces(a.board));
    return new Html(boardSvg(game, game.usualSize, board));
  });
}
