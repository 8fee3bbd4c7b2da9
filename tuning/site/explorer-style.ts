/** What the Explorer has beyond the page to play on. */
export const EXPLORER_STYLES = `
.explorer .lists { display: grid; gap: 1.5rem; min-width: 0; }
@media (min-width: 46rem) {
  .explorer { grid-template: auto auto auto / minmax(0, 1fr) 21rem; }
  .explorer .setup { grid-area: 1 / 1; }
  .explorer .table { grid-area: 2 / 1; }
  .explorer .side { grid-area: 1 / 2 / 3 / 3; }
  .explorer .lists { grid-area: 3 / 1 / 4 / 3; }
}
@media (min-width: 68rem) {
  .explorer { grid-template: auto auto / 13.5rem minmax(0, 1fr) 24rem; }
  .explorer .setup { grid-area: 1 / 1; }
  .explorer .table { grid-area: 1 / 2; }
  .explorer .side { grid-area: 1 / 3; }
  .explorer .lists { grid-area: 2 / 1 / 3 / 4; }
}
.explorer .exchange { grid-area: auto !important; }
.explorer .board-and-bar { max-width: min(26rem, calc((100vh - 13rem) * var(--columns, 1) / var(--rows, 1))); }
.explorer #place-note { margin-top: 0.35rem; }
.explorer .score { min-height: 1.6em; font-size: 1.0625rem; }
.explorer .line { height: auto; }
.explorer .values { position: relative; max-height: 27rem; overflow-y: auto; border-bottom: 1px solid var(--line); margin-bottom: 0.5rem; }
.explorer #values thead th { position: sticky; top: 0; z-index: 1; background: var(--paper); }
.explorer #values { margin: 0; }
.explorer #values[aria-busy] { opacity: 0.5; }
.explorer #values th, .explorer #values td { min-width: 0; padding: 0.25rem 0.6rem 0.25rem 0; }
.explorer #values button::after { content: none; }
.explorer #values .move { font: 0.8125rem/1.3 var(--mono); padding: 0.2rem 0.5rem; white-space: nowrap; }
.explorer .legend-line { margin: 0.9rem 0 0; text-align: center; }
.explorer .panel > .note { margin: 0; }
.value { display: inline-block; min-width: 2.1em; padding: 0 0.35em; border-radius: 4px; color: var(--paper); background: var(--soft); font-weight: 700; text-align: center; white-space: nowrap; }
.value.won { background: var(--good); }
.value.lost { background: var(--bad); }
.errs { color: var(--bad); font-weight: 600; white-space: nowrap; }
.keeps { color: var(--good); font-weight: 600; white-space: nowrap; }
.thumbnails { list-style: none; margin: 0.5rem 0 0; padding: 0; display: grid; gap: 0.6rem; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); }
.thumbnails:empty { display: none; }
.play .thumbnails button { display: grid; gap: 0.1rem; width: 100%; height: 100%; align-content: start; justify-items: center; padding: 0.5rem 0.3rem; font-size: 0.75rem; overflow-wrap: anywhere; }
.thumbnails .thumbnail svg { display: block; height: 5.5rem; width: auto; max-width: 100%; margin-bottom: 0.3rem; }
.play .by-column > .row button.marked { background: var(--soft); color: var(--paper); border-color: transparent; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 0.25rem; padding: 0.15rem 0; height: 2.9rem; }
.play .by-column > .row button.marked::before { color: inherit; margin: 0; }
.play .by-column > .row button.marked::after { content: attr(data-value); flex: none; width: 100%; font-weight: 700; font-size: 0.9375rem; }
.play .by-column > .row button.marked.won, .play .choice.marked.won { background: var(--good); }
.play .by-column > .row button.marked.lost, .play .choice.marked.lost { background: var(--bad); }
.play .by-column > .row button.marked:hover:not([aria-disabled]) { background: var(--ink); }
.play .choice.marked { background: var(--soft); color: var(--paper); }
.play .choice.marked::after { content: " " attr(data-value); font-weight: 700; }
.play .overlay button.marked::before { content: attr(data-value); position: absolute; z-index: 1; top: 4%; left: 4%; padding: 0 0.3em; border-radius: 4px; background: var(--soft); color: var(--paper); font: 700 clamp(0.6875rem, 1.7vw, 0.9375rem)/1.4 var(--sans); }
.play .overlay button.marked.won::before { background: var(--good); }
.play .overlay button.marked.lost::before { background: var(--bad); }
@media print { .explorer .jumps { display: none !important; } }
`;
