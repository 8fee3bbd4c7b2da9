import { createHash } from 'node:crypto';

/** The page to play on. */
export const PLAY_PAGE = 'play.html';

/** The page that plays through exact values. */
export const EXPLORER_PAGE = 'explorer.html';

/** The page that shows positions of datasets. */
export const DATA_PAGE = 'data.html';

/** README.md, from which the other documents are reached. */
export const DOCUMENTS_PAGE = 'documents.html';

const COMPILING = "'wasm-unsafe-eval'";

/** What the scripts of a page may do beyond running; none of it reaches elsewhere. */
export interface PageRights {
  /** They, and the worker, compile WebAssembly: networks are computed by it. */
  readonly compiles?: boolean;
  /** They ask the server that the page is from. */
  readonly asks?: boolean;
}

/** The pages whose scripts may do more. */
export const PAGE_RIGHTS: Readonly<Record<string, PageRights>> = {
  [PLAY_PAGE]: { compiles: true },
  [EXPLORER_PAGE]: { compiles: true, asks: true },
  [DATA_PAGE]: { asks: true },
};

/**
 * What a page or a worker may load: files beside it and its own inline styles and scripts, each by its hash; nothing from
 * elsewhere, and nothing that text in the page could bring in.
 */
export function contentPolicy(page: string, { compiles = false, asks = false }: PageRights = {}): string {
  return [
    "default-src 'none'",
    ...(asks ? ["connect-src 'self'"] : []),
    `script-src ${["'self'", ...hashesOf(page, 'script'), ...(compiles ? [COMPILING] : [])].join(' ')}`,
    "worker-src 'self'",
    `style-src ${["'self'", ...hashesOf(page, 'style')].join(' ')}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashesOf(page: string, element: 'script' | 'style'): string[] {
  const inline = page.matchAll(new RegExp(`<${element}(?:\\s[^>]*)?>([^]*?)</${element}>`, 'g'));
  const texts = new Set(Array.from(inline, ([, text]) => text).filter((text) => text !== ''));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
