import type { Game } from '../../engine/game.ts';
import { titled } from '../page/figures.ts';
import { type Html, html } from '../page/html.ts';
import { framed } from './frame.ts';

const table = html`<section class="table" aria-labelledby="board-title">
  <h2 id="board-title" class="unseen">Board</h2>
  <p class="status-line"><span id="turn" class="turn" aria-hidden="true"></span><span id="status"></span></p>
  <p id="said" class="unseen" role="status" aria-live="polite"></p>
  <div class="board-and-bar">
    <div
      id="bar"
      class="bar"
      role="meter"
      aria-label="Win probability"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow="50"
    >
      <span id="bar-number" aria-hidden="true">50</span>
    </div>
    <div id="board"></div>
  </div>
  <div id="choices" class="choices" role="group" aria-label="Moves to choose from" hidden></div>
  <div class="actions">
    <button type="button" id="undo">Undo</button>
    <button type="button" id="go">Engine moves</button>
    <button type="button" id="new">New game</button>
  </div>
  <p id="aim" class="aim small"></p>
</section>`;

const analysis = html`<section class="analysis panel" aria-labelledby="analysis-title">
  <h2 id="analysis-title">Engine</h2>
  <p class="trouble" id="engine-trouble" role="alert" hidden></p>
  <p id="score" class="score"></p>
  <p id="effort" class="small"></p>
  <ol id="line" class="line" aria-label="Best line"></ol>
  <h2>Moves</h2>
  <ol id="moves" class="moves" aria-label="Moves of the game" tabindex="0"></ol>
  <p id="no-moves" class="small">None yet.</p>
  <div class="steps" role="group" aria-label="Step through the game">
    <button type="button" id="first" aria-label="To the beginning">«</button>
    <button type="button" id="back" aria-label="One ply back">‹</button>
    <button type="button" id="next" aria-label="One ply on">›</button>
    <button type="button" id="last" aria-label="To the last move">»</button>
  </div>
</section>`;

const explanation = html`<section id="explanation" class="explanation panel" aria-labelledby="features-title">
  <h2 id="features-title">What each feature adds</h2>
  <p id="features-note" class="small"></p>
  <table id="features">
    <thead class="unseen">
      <tr>
        <th scope="col">Feature</th>
        <th scope="col">Value × weight</th>
        <th scope="col">Adds</th>
        <th scope="col">Drawn</th>
      </tr>
    </thead>
    <tbody></tbody>
  </table>
  <details id="idle">
    <summary id="idle-title"></summary>
    <p id="idle-names" class="small"></p>
  </details>
</section>`;

const exchange = html`<section class="exchange panel" aria-labelledby="exchange-title">
  <h2 id="exchange-title">Positions and games as text</h2>
  <label class="field-label" for="command">This position on the command line</label>
  <div class="pair">
    <input id="command" readonly /><button type="button" id="copy">Copy</button
    ><button type="button" id="copy-game">Copy game</button>
  </div>
  <label class="field-label" for="text"
    >Load a position (<code>GAME N PLAYER BOARD</code>) or a recorded game (moves, boards, or rows of a
    dataset)</label
  >
  <textarea id="text" rows="3" spellcheck="false" autocapitalize="off" autocomplete="off"></textarea>
  <div class="actions">
    <button type="button" id="load-position">Load position</button>
    <button type="button" id="load-game">Load game</button>
    <label class="file button"
      ><input type="file" id="game-file" accept=".txt,.csv,.gz" />Choose a game file…</label
    >
    <label id="game-number-label" class="inline-label" hidden
      >Game
      <select id="game-number"></select
    ></label>
  </div>
  <p class="trouble" id="load-trouble" role="alert" hidden></p>
  <p class="small" id="load-note" role="status" hidden></p>
</section>`;

function setup(games: readonly Game[]): Html {
  const radios = games.map(
    ({ name }, i) =>
      html`<label
        ><input type="radio" name="game" value="${name}" ${i === 0 ? html` checked` : null} /><span
          >${titled(name)}</span
        ></label
      > `,
  );

  return html`<section class="setup panel" aria-labelledby="setup-title">
    <h2 id="setup-title" class="unseen">Game</h2>
    <fieldset class="games">
      <legend class="unseen">Game</legend>
      ${radios}
    </fieldset>
    <div class="fields">
      <label class="field-label"
        >Size
        <select id="size"></select
      ></label>
      <label class="field-label"
        >You play
        <select id="side"></select
      ></label>
    </div>
    <details id="more" class="more">
      <summary>Engine and weights</summary>
      <div class="field-label">
        <label for="strength">Engine’s limit a move</label>
        <span class="pair"
          ><input
            id="strength"
            inputmode="decimal"
            autocomplete="off"
            value="1"
            aria-describedby="strength-trouble"
          /><select id="unit" aria-label="Unit of the limit">
            <option value="seconds">seconds</option>
            <option value="nodes">nodes</option>
          </select></span
        >
      </div>
      <p class="trouble" id="strength-trouble" role="alert" hidden></p>
      <label class="check"><input type="checkbox" id="analyse" checked /> Analyse each position</label>
      <div class="weights">
        <label class="field-label"
          >Weights
          <select id="weights"></select
        ></label>
        <p class="small"><span id="weights-kind"></span><br />sha256 <code id="weights-hash"></code></p>
        <label class="file button"
          ><input type="file" id="weights-file" accept=".json,application/json" />Choose a weights
          file…</label
        >
        <p class="small">or drop one anywhere on the page. It is checked as the player checks it.</p>
      </div>
    </details>
    <p class="trouble" id="weights-refusal" role="alert" hidden></p>
  </section>`;
}

/** The page to play these games on; its script fills in what depends on the game. */
export function playPage(games: readonly Game[]): string {
  const names = games.map(({ name }) => titled(name));
  return framed({
    title: 'evalsmith: play',
    description: `Play ${names.slice(0, -1).join(', ')} or ${names.at(-1)} against the engine, which runs in this browser.`,
    here: 'Play',
    scripts: html`<script src="weights.js" defer></script>
      <script src="play.js" type="module"></script> `,
    body: html`<main class="play">
      <h1 class="unseen">Play</h1>
      <noscript><p class="trouble">This page plays by a script, and scripts are off.</p></noscript>
      ${setup(games)} ${table}
      <div class="side">${analysis} ${explanation}</div>
      ${exchange}
    </main>`,
  });
}
