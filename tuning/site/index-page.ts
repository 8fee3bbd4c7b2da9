import { loadWeights } from '../../engine/node/named-weights.ts';
import type { Game } from '../../engine/game.ts';
import { boardSvg } from '../page/board-drawing.ts';
import { titled } from '../page/figures.ts';
import { Html, html } from '../page/html.ts';
import type { Report } from '../report/report.ts';
import { framed } from './frame.ts';
import type { RunFacts } from './run-facts.ts';

/** A run of the site: its page is runs/NAME.html. */
export interface SiteRun {
  name: string;
  folder: string;
  report: Report;
}

/** A run with what it is found by. */
export interface ListedRun extends SiteRun {
  facts: RunFacts;
}

/** The page that lists the runs, which come in their order, and leads to where these games are played. */
export function indexPage(runs: readonly ListedRun[], games: readonly Game[]): string {
  const names = games.map(({ name }) => titled(name));
  const body = html`<main class="index">
    <h1>Runs</h1>
    <p class="lede">What was played, fitted and proved. Every figure is read from the files of its run.</p>
    <a class="call" href="play.html"
      ><p><b>Play</b> ${names.join(', ')}: against the engine, in this browser, with any weights.</p>
      <div class="boards" aria-hidden="true">${boards(games)}</div></a
    >
    ${runs.length === 0 ? html`<p class="note">There are no runs yet; <code>npm run quickstart</code> makes some.</p>` : null}
    ${runs.length === 0 ? null : filtersHtml(runs)}
    <div id="runs">
      <ul class="cards">
        ${runs.map(cardHtml)}
      </ul>
    </div>
  </main>`;
  return framed({
    title: 'evalsmith: runs',
    description: 'Runs of evalsmith, and a page to play on.',
    here: 'Runs',
    body,
    scripts: html`${runs.length === 0 ? null : html`<script type="module" src="runs.js"></script>`}`,
  });
}

/** Choices that the script of the page acts on; without it all runs are there, in their order. */
function filtersHtml(runs: readonly ListedRun[]): Html {
  const values = (valueOf: (run: ListedRun) => string | number | null | undefined) =>
    [...new Set(runs.map(valueOf).filter((value) => value !== null && value !== undefined))].toSorted(
      (one, other) => String(one).localeCompare(String(other), 'en', { numeric: true }),
    );
  const select = (
    name: string,
    label: string,
    all: string,
    options: readonly (readonly [string, string])[],
  ) =>
    html`<label
      >${label}
      <select name="${name}">
        <option value="">${all}</option>
        ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
      </select></label
    > `;
  const plain = (list: readonly (string | number)[]) =>
    list.map((value) => [String(value), String(value)] as const);
  return html`<form id="filters" class="filters" role="search" aria-label="Runs" hidden>
    <label class="search">Search <input type="search" name="q" autocomplete="off" /></label>
    ${select('game', 'Game', 'all', plain(values(({ report }) => report.game)))}
    ${select('size', 'Size', 'all', plain(values(({ facts }) => facts.size)))}
    ${select('kind', 'Kind', 'all', plain(values(({ report }) => report.kind)))}
    ${select('verdict', 'Verdict', 'all', plain(values(({ facts }) => facts.verdict)))}
    ${select('group', 'Group by', 'nothing', [
      ['group', 'campaign or night'],
      ['game', 'game'],
      ['kind', 'kind'],
      ['day', 'day'],
    ])}
    ${select('order', 'Order', 'newest first', [['name', 'by name']])}
    <button type="reset">Clear</button>
    <p id="count" class="small" aria-live="polite"></p>
  </form>`;
}

function cardHtml({ name, report, facts }: ListedRun): Html {
  const { game, kind, title: itsTitle, summary, thumbnail } = report;
  const { size, verdict, date, group } = facts;
  const day = date.slice(0, 10);
  const about = html`data-name="${name}" data-game="${game ?? ''}" data-kind="${kind}"
  data-size="${size ?? ''}" data-verdict="${verdict ?? ''}" data-date="${date}" data-day="${day}"
  data-group="${group}"`;
  return html`<li class="card" ${about}>
    <div class="thumbnail" aria-hidden="true">${new Html(thumbnail)}</div>
    <p class="kind">${game === undefined ? null : `${titled(game)} · `}${kind} · ${name}</p>
    <h2><a href="runs/${encodeURIComponent(name)}.html">${itsTitle}</a></h2>
    <p class="summary">${summary}</p>
    <p class="when"><time datetime="${date}">${day}</time>${verdict === null ? null : ` · ${verdict}`}</p>
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
