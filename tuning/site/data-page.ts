import { html } from '../page/html.ts';
import { framed } from './frame.ts';
import { ORDERS } from './row-filter.ts';

const range = (name: string, label: string) =>
  html`<fieldset class="range" data-column="${name}">
    <legend>${label}</legend>
    <input type="number" name="${name}From" aria-label="${label} from" placeholder="from" />
    <input type="number" name="${name}To" aria-label="${label} to" placeholder="to" />
  </fieldset>`;

const choice = (name: string, label: string) =>
  html`<label data-column="${name}"
    >${label}
    <select name="${name}">
      <option value="">all</option>
    </select></label
  >`;

const filters = html`<form id="filters" class="filters" role="search" aria-label="Positions">
  <label
    >Dataset
    <select name="dataset"></select
  ></label>
  <label class="file"
    >Or a Parquet file of this machine <input type="file" id="file" accept=".parquet" /></label
  >${choice('player', 'To move')} ${choice('result', 'Result for who moves')}
  ${choice('end', 'End of the game')} ${choice('source', 'Moves by')}
  <label data-column="game">Game <input type="number" name="game" min="0" /></label>${range('ply', 'Ply')}
  ${range('score', 'Score')}
  <label class="search"
    >Board: ? is any square, * any number of them
    <input name="board" autocomplete="off" autocapitalize="off" spellcheck="false"
  /></label>
  <label
    >Order
    <select name="order">
      <option value="">as recorded</option>
      ${Object.entries(ORDERS).map(
        ([name, { text, column }]) => html`<option value="${name}" data-column="${column}">${text}</option>`,
      )}
    </select></label
  >
  <input type="hidden" name="page" />
  <button type="button" id="clear">Clear</button>
  <p id="count" class="small" role="status"></p>
</form>`;

/** The page that filters and pages through the positions of datasets; its script reads them. */
export function dataPage(): string {
  return framed({
    title: 'evalsmith: data',
    description: 'Positions of datasets, found by what is recorded of them.',
    here: 'Data',
    scripts: html`<script src="datasets.js" defer></script>
      <script src="data.js" type="module"></script> `,
    body: html`<main class="index data">
      <h1>Data</h1>
      <p class="lede" id="about">Positions of datasets, found by what is recorded of them.</p>
      <noscript><p class="trouble">This page works by a script, and scripts are off.</p></noscript>
      ${filters}
      <p class="trouble" id="trouble" role="alert" hidden></p>
      <p id="none" class="note" hidden>
        No dataset is inside this site: <code>evalsmith site --dataset DIR</code> puts one there. A file of
        <code>evalsmith dataset parquet DIR --out FILE</code> can be opened above; nothing of it leaves this
        browser.
      </p>
      <ol id="rows" class="rows"></ol>
      <nav id="pages" class="pages" aria-label="Pages of positions" hidden>
        <button type="button" id="back" aria-label="The page before">‹</button>
        <span id="page-number"></span>
        <button type="button" id="next" aria-label="The next page">›</button>
      </nav>
    </main>`,
  });
}
