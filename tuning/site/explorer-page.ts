import { type Html, html } from '../page/html.ts';
import { framed } from './frame.ts';

const setup = html`<section class="setup panel" aria-labelledby="setup-title">
  <h2 id="setup-title" class="unseen">What to explore</h2>
  <label class="field-label"
    >Board
    <select id="place"></select
  ></label>
  <p id="place-note" class="small"></p>
  <details id="more" class="more">
    <summary>Evaluation and search</summary>
    <label class="field-label"
      >Evaluation
      <select id="weights"></select
    ></label>
    <p class="small"><span id="weights-kind"></span><br />sha256 <code id="weights-hash"></code></p>
    <label class="field-label"
      >Search beside it
      <select id="nodes">
        <option value="0">none</option>
        <option value="100">100 nodes</option>
        <option value="1000" selected>1,000 nodes</option>
        <option value="10000">10,000 nodes</option>
        <option value="100000">100,000 nodes</option>
      </select></label
    >
  </details>
  <p class="trouble" id="weights-refusal" role="alert" hidden></p>
</section>`;

const table = html`<section class="table" aria-labelledby="board-title">
  <h2 id="board-title" class="unseen">Board</h2>
  <p class="status-line"><span id="turn" class="turn" aria-hidden="true"></span><span id="status"></span></p>
  <p id="said" class="unseen" role="status" aria-live="polite"></p>
  <div class="board-and-bar"><div id="board"></div></div>
  <div id="choices" class="choices" role="group" aria-label="Moves to choose from" hidden></div>
  <div class="actions">
    <button type="button" id="undo">Undo</button>
    <button type="button" id="go">Best move</button>
    <button type="button" id="new">Beginning</button>
    <button type="button" id="random">Random position</button>
  </div>
  <p class="legend-line small">
    <span class="value won">+7</span> wins in 7 plies <span class="value drawn">=</span> draws
    <span class="value lost">−4</span> loses in 4
  </p>
</section>`;

const truth = html`<section class="truth panel" aria-labelledby="truth-title">
  <h2 id="truth-title">Truth</h2>
  <p class="trouble" id="truth-trouble" role="alert" hidden></p>
  <p id="value" class="score"></p>
  <div id="puzzle" hidden>
    <p id="puzzle-note"></p>
    <div class="actions">
      <button type="button" id="answer">Show the answer</button>
      <button type="button" id="next-puzzle">Next puzzle</button>
    </div>
  </div>
  <div id="known">
    <p id="judged" class="small"></p>
    <p id="searched" class="small"></p>
    <h2 id="line-title">Best play</h2>
    <ol id="line" class="line" aria-labelledby="line-title"></ol>
    <h2 id="values-title">Every move</h2>
    <div class="values">
      <table id="values" aria-labelledby="values-title">
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col">Truth</th>
            <th scope="col">Evaluation</th>
          </tr>
        </thead>
        <tbody></tbody>
      </table>
    </div>
    <p class="small">
      The evaluation of a move is that of the position after it, before any search, for the player who moves.
      It errs where the result it is nearest to is not the true one.
    </p>
  </div>
  <h2>Moves made</h2>
  <ol id="moves" class="moves" aria-label="Moves made" tabindex="0"></ol>
  <p id="no-moves" class="small">None yet.</p>
  <div class="steps" role="group" aria-label="Step through the moves">
    <button type="button" id="first" aria-label="To the beginning">«</button>
    <button type="button" id="back" aria-label="One ply back">‹</button>
    <button type="button" id="next" aria-label="One ply on">›</button>
    <button type="button" id="last" aria-label="To the last move">»</button>
  </div>
</section>`;

const jump = (id: string, title: string, find = ''): Html =>
  html`<section class="jumps panel" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    <p class="small" id="${id}-note"></p>
    ${find === '' ? null : html`<button type="button" id="${id}-find">${find}</button>`}
    <ul id="${id}" class="thumbnails"></ul>
  </section>`;

const lists = html`<div class="lists">
  ${jump('puzzles', 'Puzzles')} ${jump('longest', 'Longest wins', 'Find them')}
  ${jump('errors', 'Where the evaluation errs most', 'Find some')}
  <section class="exchange panel" aria-labelledby="exchange-title">
    <h2 id="exchange-title">Positions and games as text</h2>
    <label class="field-label" for="command">This position on the command line</label>
    <div class="pair">
      <input id="command" readonly /><button type="button" id="copy">Copy</button
      ><button type="button" id="copy-game">Copy game</button>
    </div>
    <label class="field-label" for="text"
      >Load a position of this board (<code>GAME N PLAYER BOARD</code>) or a recorded game</label
    >
    <textarea id="text" rows="2" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
    <div class="actions">
      <button type="button" id="load-position">Load position</button>
      <button type="button" id="load-game">Load game</button>
      <label id="game-number-label" class="inline-label" hidden
        >Game
        <select id="game-number"></select
      ></label>
    </div>
    <p class="trouble" id="load-trouble" role="alert" hidden></p>
    <p class="small" id="load-note" role="status" hidden></p>
  </section>
</div>`;

/** The page on which one plays through exact values; its script fills in what the oracles of the site know. */
export function explorerPage(): string {
  return framed({
    title: 'evalsmith: explorer',
    description: 'Exact values of solved boards, move by move, beside what the engine thinks of them.',
    here: 'Explorer',
    scripts: html`<script src="weights.js" defer></script>
      <script src="oracles.js" defer></script>
      <script src="explorer.js" type="module"></script> `,
    body: html`<main class="play explorer">
      <h1 class="unseen">Explorer</h1>
      <noscript><p class="trouble">This page works by a script, and scripts are off.</p></noscript>
      <p id="none" class="note" hidden>
        There are no oracles or puzzles here yet. For example,
        <code>evalsmith oracle build betsy --size 3 --out oracles/betsy-3</code> makes one;
        <code>evalsmith site --oracle DIR</code> puts it into the site;
        <code>evalsmith serve --oracle DIR</code> answers from one of any size.
      </p>
      ${setup} ${table}
      <div class="side">${truth}</div>
      ${lists}
    </main>`,
  });
}
