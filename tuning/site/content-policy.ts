import { createHash } from 'node:crypto';

/**
 * What a page may load: files beside it and its own inline styles and scripts, each by its hash; nothing from elsewhere,
 * and nothing that text in the page could bring in. One that asks may also have its scripts ask where it comes from.
 */
export function contentPolicy(page = '', asks = false): string {
  return [
    "default-src 'none'",
    ...(asks ? ["connect-src 'self'"] : []),
    `script-src ${["'self'", ...hashesOf(page, 'script')].join(' ')}`,
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
