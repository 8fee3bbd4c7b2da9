import type { Game } from '../../engine/game.ts';
import { moduleOf } from '../../engine/games/index.ts';
import { STYLESHEET } from '../page/style.ts';
import { DATA_STYLES } from './data-style.ts';
import { EXPLORER_STYLES } from './explorer-style.ts';
import { PLAY_STYLES } from './play-style.ts';

/** What the index and the pages of games have beyond what every report has. */
const SITE_STYLES = `
.unseen { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0; }
[hidden] { display: none !important; }
.masthead { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.3rem 1.75rem; margin: 0; padding: 0.8rem max(1.25rem, calc((100% - 73rem) / 2 + 1.25rem)); border-bottom: 1px solid var(--line); }
.masthead .name { font: 600 1.125rem/1.2 var(--serif); color: var(--ink); text-decoration: none; letter-spacing: -0.01em; }
.masthead nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem; font-size: 0.9375rem; }
.masthead nav a { color: var(--soft); text-decoration: none; padding: 0.15rem 0; border-bottom: 2px solid transparent; }
.masthead nav a:hover { color: var(--ink); }
.masthead nav a[aria-current] { color: var(--ink); border-color: var(--first); }
.small { color: var(--soft); font-size: 0.875rem; line-height: 1.45; }
.index { display: block; max-width: 73rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.call { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 2rem; margin: 1.75rem 0 2.25rem; padding: 1.1rem 1.35rem; border-radius: 8px; background: var(--raised); color: var(--soft); text-decoration: none; }
.call p { flex: 1 1 18rem; margin: 0; }
.call b { display: block; color: var(--ink); font: 600 1.375rem/1.3 var(--serif); }
.call:hover b { text-decoration: underline; text-underline-offset: 0.15em; }
.call .boards { display: flex; gap: 0.9rem; }
.call svg { display: block; height: 5.5rem; width: auto; }
.cards { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 16.5rem), 1fr)); gap: 1.25rem; }
.card { position: relative; display: flex; flex-direction: column; padding: 1rem 1.1rem 1.1rem; border: 1px solid var(--line); border-radius: 8px; min-width: 0; }
.card:hover, .card:focus-within { border-color: var(--soft); }
.card .thumbnail { margin: -0.25rem 0 0.75rem; }
.card .thumbnail svg { display: block; width: 100%; max-width: 15rem; height: auto; margin: 0 auto; }
.card .kind { overflow-wrap: anywhere; }
.card h2 { margin: 0.15rem 0 0.35rem; font: 600 1.0625rem/1.3 var(--serif); overflow-wrap: anywhere; }
.card h2 a { color: var(--ink); text-decoration: none; }
.card h2 a::after { content: ""; position: absolute; inset: 0; border-radius: 8px; }
.card h2 a:focus-visible { outline: none; }
.card h2 a:focus-visible::after { outline: 2px solid var(--link); outline-offset: 2px; }
.filters { display: flex; flex-wrap: wrap; gap: 0.6rem 1rem; align-items: end; margin: 0 0 1.5rem; font-size: 0.875rem; color: var(--soft); }
.filters label { display: grid; gap: 0.15rem; min-width: 0; }
.filters .search { flex: 1 1 14rem; }
.filters input, .filters select, .filters button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--muted); border-radius: 6px; padding: 0.35rem 0.55rem; max-width: 100%; }
.filters #count { flex: 1 0 100%; margin: 0; }
#runs section { border: 0; padding: 0; margin: 0 0 2rem; }
#runs section > h2 { margin: 0 0 0.9rem; }
.card .when { margin: auto 0 0; padding-top: 0.6rem; color: var(--soft); font-size: 0.8125rem; }
.card { content-visibility: auto; contain-intrinsic-size: auto 19rem; }
.card .summary { margin: 0; color: var(--soft); font-size: 0.9375rem; line-height: 1.45; overflow-wrap: anywhere; }
main.document { display: block; max-width: 54rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; line-height: 1.55; }
main.document h2, main.document h3 { margin: 2rem 0 0.6rem; }
main.document p, main.document ul, main.document ol { margin: 0.7rem 0; }
main.document img { max-width: 100%; height: auto; }
main.document td, main.document th { vertical-align: top; text-align: left; }
main.document .scroll { overflow-x: auto; margin: 0.9rem 0; }
.documents summary { cursor: pointer; color: var(--soft); font-size: 0.9375rem; }
.documents ul { columns: 16rem; font-size: 0.9375rem; }
@media (prefers-reduced-motion: reduce) {
  html { scroll-behavior: auto; }
  *, ::before, ::after { transition: none !important; animation: none !important; }
}
`;

/** One stylesheet with that of the reports, so that all pages are one family, and with what games add to it. */
export function siteStylesheet(games: readonly Game[]): string {
  const ofGames = games.map((game) => moduleOf(game).drawing?.style ?? '').join('');
  return `${STYLESHEET}${SITE_STYLES}${PLAY_STYLES}${EXPLORER_STYLES}${DATA_STYLES}${ofGames}\n`;
}

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d2126"/><circle cx="11" cy="11" r="5" fill="#6aaaf0"/><circle cx="21" cy="21" r="5" fill="#6aaaf0"/><circle cx="21" cy="11" r="3.4" fill="none" stroke="#f0935a" stroke-width="3"/><circle cx="11" cy="21" r="3.4" fill="none" stroke="#f0935a" stroke-width="3"/></svg>
`;
