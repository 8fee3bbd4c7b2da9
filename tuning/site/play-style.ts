/** The page to play on: the board in the middle, what is chosen on its left and what is thought on its right. */
export const PLAY_STYLES = `
.play { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem; max-width: 73rem; margin: 0 auto; padding: 1rem 1rem 3rem; }
.play section { margin: 0; padding: 0; border: 0; min-width: 0; }
.play .side { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
.play h2 { font-size: 1.0625rem; margin: 0 0 0.5rem; }
.play * + h2 { margin-top: 1.25rem; }
.play .small { margin: 0 0 0.5rem; font-size: 0.8125rem; }
@media (min-width: 46rem) {
  .play { grid-template: auto auto 1fr / minmax(0, 1fr) 17rem; padding: 1.5rem 1.25rem 4rem; gap: 1.75rem; }
  .play .setup { grid-area: 1 / 2; }
  .play .table { grid-area: 1 / 1 / 3 / 2; }
  .play .side { grid-area: 2 / 2 / 4 / 3; }
  .play .exchange { grid-area: 3 / 1; }
}
@media (min-width: 68rem) {
  .play { grid-template: auto 1fr / 13.5rem minmax(0, 1fr) 19rem; gap: 2rem 2.25rem; }
  .play .setup { grid-area: 1 / 1 / 3 / 2; }
  .play .table { grid-area: 1 / 2; }
  .play .side { grid-area: 1 / 3 / 3 / 4; }
  .play .exchange { grid-area: 2 / 2; }
}
.play button, .play select, .play input:not([type="radio"], [type="checkbox"]), .play textarea, .play .button { font: inherit; font-size: 0.9375rem; line-height: 1.3; color: var(--ink); background: var(--paper); border: 1px solid var(--control); border-radius: 6px; padding: 0.45rem 0.65rem; min-width: 0; }
:root { --control: #85888a; --board-edge: #8f8a79; }
@media (prefers-color-scheme: dark) { :root { --control: #6f7780; --board-edge: #6a727c; } }
.play select, .play input:not([type="radio"], [type="checkbox"]), .play textarea { width: 100%; }
.play button, .play .button { background: var(--raised); border-color: var(--line); cursor: pointer; text-align: center; }
.play button:hover:not(:disabled, [aria-disabled="true"]), .play .button:hover { border-color: var(--soft); }
.play button:disabled { color: var(--muted); cursor: default; }
.play .file { display: inline-block; position: relative; overflow: hidden; }
.play .file input { position: absolute; inset: 0; opacity: 0; width: 100%; cursor: pointer; }
.play .file:focus-within { outline: 2px solid var(--link); outline-offset: 2px; }
.field-label { display: block; color: var(--soft); font-size: 0.8125rem; line-height: 1.4; }
.field-label select, .field-label .pair { margin-top: 0.2rem; }
.inline-label { display: inline-flex; gap: 0.5rem; align-items: center; color: var(--soft); font-size: 0.875rem; }
.trouble { margin: 0.5rem 0; padding: 0.45rem 0.7rem; border-left: 3px solid var(--bad); background: var(--raised); color: var(--ink); font-size: 0.875rem; line-height: 1.4; overflow-wrap: anywhere; }
.pair { display: flex; gap: 0.5rem; }
.pair > button { flex: none; }

.games { display: grid; grid-template-columns: repeat(3, 1fr); margin: 0 0 1rem; padding: 3px; border: 0; border-radius: 8px; background: var(--raised); }
.games label { position: relative; text-align: center; font-size: 0.9375rem; }
.games input { position: absolute; inset: 0; opacity: 0; cursor: pointer; width: 100%; height: 100%; margin: 0; }
.games span { display: block; padding: 0.35rem 0.25rem; border-radius: 6px; color: var(--soft); }
.games input:checked + span { background: var(--paper); color: var(--ink); font-weight: 600; box-shadow: 0 0 0 1px var(--line); }
.games input:focus-visible + span { outline: 2px solid var(--link); outline-offset: 1px; }
.fields { display: grid; grid-template-columns: 1fr 2fr; gap: 0.75rem; margin-bottom: 0.75rem; }
.more { margin: 0; }
.more > :not(summary) { margin-top: 0.75rem; }
@media (min-width: 46rem) { .more > summary { display: none; } }
@media (min-width: 68rem) { .fields { grid-template-columns: 1fr; } }
.check { display: flex; gap: 0.5rem; align-items: center; margin: 0.85rem 0 0; font-size: 0.9375rem; }
.check input { width: 1.05rem; height: 1.05rem; accent-color: var(--first); margin: 0; }
.weights { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
.weights .small { margin: 0.35rem 0 0.6rem; }

.status-line { display: flex; align-items: center; gap: 0.6rem; margin: 0 0 0.75rem; min-height: 1.6rem; font: 600 1.1875rem/1.35 var(--serif); }
.turn { flex: none; width: 0.95rem; height: 0.95rem; border-radius: 50%; border: 3px solid var(--muted); }
.turn.side-0 { background: var(--side-0, var(--first)); border-color: var(--side-0, var(--first)); }
.turn.side-1 { border-color: var(--side-1, var(--second)); }
.board-and-bar { display: flex; flex-direction: column; gap: 0.6rem; margin: 0 auto; max-width: max(18rem, calc((100vh - 13rem) * var(--columns, 1) / var(--rows, 1) + 2.2rem)); }
.bar { --share: 0.5; position: relative; flex: none; height: 1.15rem; border-radius: 4px; overflow: hidden; background: var(--side-1, var(--second)); border: 1px solid var(--board-edge); }
.bar::before { content: ""; position: absolute; inset: 0; width: calc(var(--share) * 100%); background: var(--side-0, var(--first)); transition: width 0.3s, height 0.3s; }
.bar::after { content: ""; position: absolute; left: 50%; top: 0; bottom: 0; border-left: 1px dashed var(--paper); opacity: 0.7; }
.bar span { position: absolute; z-index: 1; left: 0.4rem; top: 50%; translate: 0 -50%; padding: 0 0.2rem; border-radius: 3px; font-size: 0.6875rem; line-height: 1.3; font-weight: 600; color: var(--paper); }
.bar.behind span { left: auto; right: 0.4rem; }
#board { flex: 1; min-width: 0; }
@media (min-width: 46rem) {
  .board-and-bar { flex-direction: row; }
  .bar { width: 1.6rem; height: auto; }
  .bar::before { width: auto; top: auto; height: calc(var(--share) * 100%); }
  .bar::after { left: 0; right: 0; top: 50%; bottom: auto; border-left: 0; border-top: 1px dashed var(--paper); }
  .bar span { left: 0; right: 0; top: auto; bottom: 0.35rem; translate: none; text-align: center; padding: 0; }
  .bar.behind span { right: 0; bottom: auto; top: 0.35rem; }
}

.board-grid { display: grid; grid-template-columns: minmax(0, 1fr); }
.board-grid.by-column { gap: 0.35rem; }
.board-grid.numbered { grid-template: auto 1fr / 1.1rem minmax(0, 1fr); }
.column-numbers, .row-numbers { display: grid; color: var(--soft); font-size: min(0.6875rem, 60vw / var(--columns)); line-height: 1.4; }
.column-numbers { grid-area: 1 / 2; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); text-align: center; padding: 0 0.5%; }
.row-numbers { grid-area: 2 / 1; grid-template-rows: repeat(var(--rows), 1fr); align-items: center; }
.board-grid.numbered .field { grid-area: 2 / 2; }
.field { position: relative; }
.drawing svg { display: block; width: 100%; height: auto; border-radius: 4px; }
.drawing path[fill="none"] { vector-effect: non-scaling-stroke; stroke-width: 1.5px; }
.overlay { position: absolute; display: grid; }
.row { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); }
.by-column > .row { padding: 0 0.5%; gap: 0; }
.cell { display: grid; min-width: 0; min-height: 0; }
.play .overlay button { all: unset; position: relative; box-sizing: border-box; cursor: pointer; }
.play .overlay button[aria-disabled] { cursor: default; }
.play .overlay button:focus-visible { outline: 3px solid var(--link); outline-offset: -3px; box-shadow: inset 0 0 0 5px var(--paper); z-index: 1; }
.play .overlay .own:hover { box-shadow: inset 0 0 0 3px color-mix(in srgb, var(--mark) 60%, transparent); }
.play .overlay .chosen, .play .overlay .chosen:hover { background: none; box-shadow: inset 0 0 0 4px var(--mark); }
.play .overlay .target::after { content: attr(data-sign); position: absolute; inset: 0; margin: auto; width: 34%; height: 34%; border-radius: 50%; background: color-mix(in srgb, var(--good) 70%, transparent); color: var(--paper); display: grid; place-items: center; font: 600 clamp(0.75rem, 2.2vw, 1.25rem)/1 var(--sans); }
.play .overlay .target:hover { background: color-mix(in srgb, var(--good) 22%, transparent); }
.play .overlay .signed::after { width: 44%; height: 44%; background: var(--good); }
.play .overlay .signed.taken::after { inset: auto 6% 6% auto; width: 34%; height: 34%; }
.play .by-column > .row button { padding: 0; margin: 0 8%; height: 2.5rem; font-size: 0.8125rem; line-height: 1; overflow: hidden; white-space: nowrap; color: var(--soft); container-type: inline-size; }
.play .by-column > .row button::before { content: attr(data-sign); font-size: 1.125rem; color: var(--ink); margin-right: 0.3rem; }
.play .by-column > .row button[aria-disabled]::before { color: inherit; }
.play .by-column > .row button[aria-disabled] { color: var(--muted); background: none; cursor: default; }
.play .by-column > .row button:not([aria-disabled]):hover { background: color-mix(in srgb, var(--mark) 30%, var(--raised)); }
.actions, .choices { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-top: 0.9rem; align-items: center; }
.table .actions, .choices { justify-content: center; }
.choices { max-height: 9rem; overflow-y: auto; }
.play .choice { font: 0.8125rem/1.3 var(--mono); }
.play .aim { margin: 0.9rem auto 0; max-width: 32rem; text-align: center; text-wrap: balance; }

.score { margin: 0; font-size: 0.9375rem; line-height: 1.4; font-weight: 600; min-height: 2.8em; }
#effort { min-height: 1.45em; margin: 0.1rem 0 0.4rem; }
.line { display: flex; flex-wrap: wrap; align-content: start; gap: 0.15rem 0.6rem; list-style: none; margin: 0; padding: 0; font: 0.8125rem/1.5 var(--mono); height: 3em; overflow: hidden; }
.line li:first-child { font-weight: 700; }
.moves { position: relative; list-style: none; margin: 0; padding: 0.25rem; max-height: 13.5rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 6px; font: 0.8125rem/1.5 var(--mono); }
.moves:empty { display: none; }
.moves li { display: grid; grid-template-columns: 2.2rem 1fr 1fr; align-items: baseline; }
.moves .round { color: var(--soft); text-align: right; padding-right: 0.5rem; }
.play .moves .move { font: inherit; text-align: left; background: none; border: 0; border-radius: 4px; padding: 0.1rem 0.4rem; }
.play .moves button.move:hover { background: var(--raised); }
.play .moves .move[aria-current] { background: color-mix(in srgb, var(--mark) 40%, var(--paper)); font-weight: 700; }
.steps { display: grid; grid-template-columns: repeat(4, 1fr); gap: 0.4rem; margin-top: 0.5rem; }
.steps button { padding: 0.35rem 0; }
.explanation table { font-size: 0.8125rem; }
.explanation th, .explanation td { padding: 0.25rem 0.6rem 0.25rem 0; }
.explanation tbody th { min-width: 0; line-height: 1.3; }
.explanation td:nth-child(2) { color: var(--soft); }
.explanation .bars { width: 4.5rem; padding: 0; }
.explanation details { margin: 0.6rem 0 0; }
.explanation summary { font-size: 0.8125rem; }
.explanation details .small { margin: 0.4rem 0 0; }
.term { display: block; height: 0.7rem; width: calc(var(--length) * 50%); min-width: 2px; border-radius: 2px; background: var(--side-1, var(--second)); }
.term.first { background: var(--side-0, var(--first)); }
.term.for { margin-left: 50%; }
.term.against { margin-left: calc(50% - var(--length) * 50%); }
.exchange input, .exchange textarea { font-family: var(--mono) !important; font-size: 0.8125rem !important; }
.exchange .field-label { margin: 0.75rem 0 0.25rem; }
.exchange .pair { flex-wrap: wrap; }
.exchange .pair input { flex: 1 1 12rem; }
@media (max-width: 34rem) { .exchange .pair input { flex-basis: 100%; } }
.exchange #load-note { margin-top: 0.5rem; }
.dropping::after { content: "Drop weights or a game"; position: fixed; inset: 0.75rem; z-index: 9; display: grid; place-items: center; border: 3px dashed var(--first); border-radius: 12px; background: color-mix(in srgb, var(--paper) 85%, transparent); font: 600 1.5rem var(--serif); pointer-events: none; }
@media print { .masthead, .setup, .actions, .exchange, .steps { display: none !important; } }
`;
