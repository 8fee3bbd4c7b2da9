/** The one stylesheet of all pages: no font or picture from elsewhere, light and dark, screen, phone and paper. */
export const STYLESHEET = `
:root {
  color-scheme: light dark;
  --paper: #fdfdfb;
  --raised: #f4f4ef;
  --ink: #1d2126;
  --soft: #565d66;
  --line: #dcdcd4;
  --link: #1f5fa8;
  --series-1: #2a6fb8;
  --series-2: #c8591b;
  --series-3: #16806a;
  --series-4: #8451a8;
  --series-5: #7d6a00;
  --series-6: #a63a63;
  --muted: #9aa0a6;
  --good: #16705d;
  --bad: #b23a1e;
  --board: #efece2;
  --board-dim: #dedacb;
  --board-line: #b9b4a3;
  --first: #2a6fb8;
  --second: #c8591b;
  --piece-light: #ffffff;
  --piece-dark: #2b2f36;
  --piece-edge: #2b2f36;
  --mark: #e3b505;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #15181c;
    --raised: #1e2228;
    --ink: #e8e8e3;
    --soft: #a9b0b8;
    --line: #343a42;
    --link: #82b7f2;
    --series-1: #6aaaf0;
    --series-2: #f0935a;
    --series-3: #4cc2a5;
    --series-4: #c296e4;
    --series-5: #d3bc4e;
    --series-6: #ec88ae;
    --muted: #7a828b;
    --good: #4cc2a5;
    --bad: #f0876a;
    --board: #434a54;
    --board-dim: #363c45;
    --board-line: #5a626d;
    --first: #6aaaf0;
    --second: #f0935a;
    --piece-light: #eeeae0;
    --piece-dark: #0c0e11;
    --piece-edge: #c3c8ce;
    --mark: #e3b505;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-behavior: smooth; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 16px/1.55 var(--sans);
  font-variant-numeric: tabular-nums;
}
a { color: var(--link); text-underline-offset: 0.15em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.page { max-width: 46rem; margin: 0 auto; padding: 3rem 1.25rem 4rem; }
.contents { display: none; }
@media (min-width: 68rem) {
  .page { max-width: 62rem; display: grid; grid-template-columns: minmax(0, 46rem) 11rem; column-gap: 4rem; }
  .page > * { grid-column: 1; }
  .contents { display: block; grid-column: 2; grid-row: 1 / span 2; font-size: 0.875rem; }
  .contents ol { position: sticky; top: 3rem; list-style: none; margin: 0.35rem 0 0; padding: 0 0 0 1rem; border-left: 1px solid var(--line); }
  .contents li { margin: 0 0 0.5rem; line-height: 1.35; }
  .contents a { color: var(--soft); text-decoration: none; }
  .contents a:hover { color: var(--ink); text-decoration: underline; }
}
header { margin-bottom: 2.5rem; }
.kind { margin: 0; color: var(--soft); font-size: 0.875rem; letter-spacing: 0.02em; }
h1 { margin: 0.25rem 0 0.75rem; font: 600 2.25rem/1.15 var(--serif); letter-spacing: -0.01em; overflow-wrap: anywhere; text-wrap: balance; }
h2 { margin: 0 0 0.35rem; font: 600 1.375rem/1.25 var(--serif); }
h3 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
p { margin: 0 0 0.75rem; }
.lede { font: 1.1875rem/1.5 var(--serif); color: var(--ink); margin: 0; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: 1px; margin: 1.75rem 0 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.facts > div { box-shadow: 0 0 0 1px var(--line); padding: 0.8rem 1rem 0.85rem; }
.facts dt { color: var(--soft); font-size: 0.8125rem; line-height: 1.35; }
.facts dd { margin: 0.1rem 0 0; font-size: 1.375rem; line-height: 1.25; font-weight: 600; letter-spacing: -0.01em; overflow-wrap: anywhere; }
.facts dd.words { font-size: 1.0625rem; line-height: 1.45; letter-spacing: 0; overflow-wrap: break-word; }
.facts small { display: block; margin-top: 0.15rem; color: var(--soft); font-size: 0.8125rem; line-height: 1.35; font-weight: 400; letter-spacing: 0; }
section { margin: 0 0 3rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.note { color: var(--soft); font-size: 0.9375rem; }
.warning { border-left: 3px solid var(--bad); padding: 0.5rem 0.9rem; background: var(--raised); }
.good { color: var(--good); }
.bad { color: var(--bad); }
figure { margin: 0 0 1.25rem; }
figcaption { color: var(--soft); font-size: 0.9375rem; max-width: 42rem; margin-bottom: 0.75rem; }
svg.chart { display: block; max-width: 100%; height: auto; margin: 0 auto; overflow: visible; font-family: var(--sans); }
svg.chart text { white-space: pre; }
.narrow { display: none; }
@media (max-width: 34rem) {
  .narrow { display: block; }
  .wide { display: none; }
  .page { padding-top: 1.75rem; }
  h1 { font-size: 1.75rem; }
  .lede { font-size: 1.0625rem; }
  .facts { grid-template-columns: repeat(2, 1fr); }
  .facts dd { font-size: 1.1875rem; }
}
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.1rem; margin: 0 0 0.4rem; padding: 0; list-style: none; font-size: 0.875rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: 0.4rem; overflow-wrap: anywhere; }
.legend svg { flex: none; }
.scroll { overflow-x: auto; margin: 0.5rem 0 0.75rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; line-height: 1.4; }
caption { text-align: left; color: var(--soft); font-size: 0.875rem; padding-bottom: 0.4rem; }
th, td { padding: 0.35rem 0.8rem 0.35rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0.25rem; }
th { font-weight: 600; color: var(--soft); }
thead th { vertical-align: bottom; }
tbody th { color: var(--ink); font-weight: 500; overflow-wrap: break-word; min-width: 7.5rem; }
.number { text-align: right; white-space: nowrap; }
th button { all: unset; cursor: pointer; position: relative; padding-right: 0.85em; }
th button:hover { color: var(--ink); }
th button:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
th button::after { content: "↕"; position: absolute; right: 0; bottom: 0; opacity: 0.45; font-weight: 400; }
th[aria-sort="ascending"] button::after { content: "↑"; opacity: 1; }
th[aria-sort="descending"] button::after { content: "↓"; opacity: 1; }
code, pre, .hash { font-family: var(--mono); font-size: 0.8125rem; }
pre { margin: 0.35rem 0; padding: 0.65rem 0.8rem; background: var(--raised); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.5; }
pre span { display: inline-block; max-width: 100%; }
td:not(.number) { min-width: 7rem; }
td code { white-space: nowrap; }
.hash { color: var(--soft); overflow-wrap: anywhere; }
.lineage, .lineage ul { list-style: none; margin: 0; padding: 0; }
.lineage ul { margin-left: 0.4rem; padding-left: 1.2rem; border-left: 2px solid var(--line); }
.lineage li { margin: 0.9rem 0 0; }
.lineage p { margin: 0; }
.settings { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: 0.2rem 1.25rem; margin: 0.5rem 0 1rem; font-size: 0.875rem; }
.settings dt { color: var(--soft); }
.settings dd { margin: 0; overflow-wrap: anywhere; }
details { margin: 0.75rem 0; }
summary { cursor: pointer; color: var(--soft); font-size: 0.9375rem; }
.plies { list-style: none; display: flex; gap: 0.9rem; margin: 0; padding: 0.5rem 0 0.75rem; }
.plies li { flex: none; width: 7.5rem; font-size: 0.8125rem; line-height: 1.35; color: var(--soft); }
.plies b { display: block; color: var(--ink); font-weight: 600; }
.plies svg { display: block; width: 100%; height: auto; margin-bottom: 0.35rem; }
.parts { position: absolute; }
.plies .gap { align-self: center; width: 6rem; text-align: center; }
.patches { display: grid; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: 1rem; }
.patch { margin: 0; font-size: 0.8125rem; line-height: 1.35; }
.patch svg { display: block; height: 5rem; width: auto; max-width: 100%; margin-bottom: 0.35rem; }
.judged { display: grid; grid-template-columns: minmax(0, 9rem) minmax(0, 1fr); gap: 0 1.5rem; padding: 1rem 0; border-top: 1px solid var(--line); }
.judged h3 { margin-top: 0; }
.judged-board svg { display: block; width: 100%; height: auto; }
.judged pre { font-size: 0.75rem; }
@media (max-width: 34rem) {
  .judged { grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
  .judged-board { max-width: 9rem; }
}
.stepper { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); gap: 1.25rem; align-items: center; margin: 0.5rem 0 1rem; }
.stepper svg { display: block; width: 100%; height: auto; max-height: 18rem; }
.stepper p { margin: 0; }
.stepper .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-bottom: 0.75rem; }
.stepper button { font: inherit; font-size: 0.875rem; color: var(--ink); background: var(--raised); border: 1px solid var(--line); border-radius: 6px; padding: 0.35rem 0.8rem; cursor: pointer; }
.stepper button:disabled { color: var(--soft); cursor: default; }
.stepper .small { color: var(--soft); font-size: 0.875rem; }
@media (max-width: 34rem) {
  .stepper { grid-template-columns: minmax(0, 1fr); }
  .stepper svg { max-height: 15rem; }
}
footer { color: var(--soft); font-size: 0.875rem; border-top: 1px solid var(--line); padding-top: 1rem; }
@media print {
  :root { color-scheme: light; }
  body { font-size: 10.5pt; }
  .page { max-width: none; display: block; padding: 0; }
  .contents, .stepper, th button::after { display: none; }
  section, figure { break-inside: avoid-page; }
  section:has(table), section:has(.plies) { break-inside: auto; }
  .scroll { overflow: visible; }
  .plies { flex-wrap: wrap; }
  .plies li { width: 5.5rem; break-inside: avoid; }
}
`;
