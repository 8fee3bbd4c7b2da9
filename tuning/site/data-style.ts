/** What the Data page has beyond the index, whose filters it shares. */
export const DATA_STYLES = `
.data .filters { margin-top: 1.5rem; }
.range { display: grid; grid-template-columns: 5.5rem 5.5rem; gap: 0.15rem 0.35rem; margin: 0; padding: 0; border: 0; min-width: 0; }
.range legend { padding: 0; margin-bottom: 0.15rem; }
.data .filters input[type="number"] { width: 100%; max-width: 6.5rem; }
.data .filters .file input { max-width: 17rem; }
.data .filters .search input { font-family: var(--mono); width: 100%; }
.rows { list-style: none; margin: 0 0 1.5rem; padding: 0; display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr)); }
.rows[aria-busy] { opacity: 0.5; }
.rows svg { display: block; height: 9rem; width: auto; max-width: 100%; margin: 0 0 0.5rem; }
.rows p { margin: 0; font-size: 0.8125rem; line-height: 1.45; color: var(--soft); overflow-wrap: anywhere; }
.rows p:first-of-type { color: var(--ink); font-weight: 600; }
.rows button { all: unset; cursor: pointer; color: var(--link); font-weight: 600; text-decoration: underline; text-underline-offset: 0.15em; }
.rows button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.pages { display: flex; gap: 1rem; align-items: center; justify-content: center; }
.pages button { font: inherit; color: var(--ink); background: var(--raised); border: 1px solid var(--muted); border-radius: 6px; padding: 0.35rem 0.9rem; cursor: pointer; }
.pages button:disabled { color: var(--muted); cursor: default; }
@media (max-width: 30rem) {
  .rows { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem; }
  .rows svg { height: auto; max-height: 9rem; }
}
`;
