import { games } from '../../engine/games/index.ts';
import { Html, html } from '../report/html.ts';
import { framed } from './frame.ts';
import type { SiteRun } from './site.ts';

/** The page that lists the runs, which come in their order, game by game. */
export function indexPage(runs: readonly SiteRun[]): string {
  const gameNames = [...new Set(runs.map(({ report }) => report.game))];
  const body = html`<main class="index">
    <h1>Runs</h1>
    <p class="lede">What was played, fitted and proved. Every figure is read from the files of its run.</p>
    <a class="call" href="play.html"
      ><b>Play</b>
      <span
        >${games.map(({ name }) => title(name)).join(', ')} against the engine, in this browser, with any
        weights</span
      ></a
    >
    ${runs.length === 0 ? html`<p class="note">There are no runs yet; <code>npm run quickstart</code> makes some.</p>` : null}
    ${gameNames.map((game) =>
      groupHtml(
        game,
        runs.filter(({ report }) => report.game === game),
      ),
    )}
  </main>`;
  return framed({
    title: 'evalsmith: runs',
    description: 'Runs of evalsmith, and a page to play on.',
    here: 'Runs',
    body,
  });
}

function groupHtml(game: string | undefined, runs: readonly SiteRun[]): Html {
  const id = `game-${game ?? 'several'}`;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${game === undefined ? 'More than one game' : title(game)}</h2>
    <ul class="cards">
      ${runs.map(cardHtml)}
    </ul>
  </section> `;
}

function cardHtml({ name, report }: SiteRun): Html {
  return html`<li class="card">
    <div class="thumbnail" aria-hidden="true">${new Html(report.thumbnail)}</div>
    <p class="kind">${report.kind} · ${name}</p>
    <h3><a href="runs/${encodeURIComponent(name)}.html">${report.title}</a></h3>
    <p class="summary">${report.summary}</p>
  </li> `;
}

function title(game: string): string {
  return `${game.charAt(0).toUpperCase()}${game.slice(1)}`;
}
