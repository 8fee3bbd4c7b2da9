import { createHash } from 'node:crypto';

/** The page to play on, which alone compiles WebAssembly, itself and in its worker: networks are computed by it. */
export const PLAY_PAGE = 'play.html';

const COMPILING = "'wasm-unsafe-eval'";

/**
 * What a page or a worker may load: files beside it and its own inline styles and scripts, each by its hash; nothing from
 * elsewhere, and nothing that text in the page could bring in.
 */
export function contentPolicy(page: string, mayCompile: boolean): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashesOf(page, 'script'), ...(mayCompile ? [COMPILING] : [])].join(' ')}`,
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
