// How values are shown, after the rules of the Deno kernel.
import { inspect } from 'node:util';

/** A representation of a value for each media type. */
export type MediaBundle = Record<string, string>;

/** An object with a method of this name says itself how it is shown. */
const DISPLAY = Symbol.for('Jupyter.display');

interface Displayed {
  [DISPLAY](): MediaBundle | Promise<MediaBundle>;
}

export async function mediaOf(value: unknown): Promise<MediaBundle> {
  if (isDisplayed(value)) return value[DISPLAY]();
  const html = (value as { outerHTML?: unknown } | null)?.outerHTML;
  if (typeof html === 'string') return { [html.startsWith('<svg') ? 'image/svg+xml' : 'text/html']: html };
  return { 'text/plain': inspect(value) };
}

function isDisplayed(value: unknown): value is Displayed {
  return typeof (value as Displayed | null)?.[DISPLAY] === 'function';
}

/** An object that is shown by this media bundle. */
export function displayed(media: MediaBundle): Displayed {
  return { [DISPLAY]: () => media };
}

/** The part of Deno.jupyter that a notebook may use; `show` shows what is not the last expression of its cell. */
export function jupyterOf(show: (media: MediaBundle) => void): object {
  const tag =
    (type: string) =>
    (strings: TemplateStringsArray, ...values: unknown[]) =>
      displayed({ [type]: String.raw({ raw: strings }, ...values) });
  return {
    $display: DISPLAY,
    format: mediaOf,
    html: tag('text/html'),
    md: tag('text/markdown'),
    svg: tag('image/svg+xml'),
    async display(value: unknown, options: { raw?: boolean } = {}): Promise<void> {
      show(options.raw ? (value as MediaBundle) : await mediaOf(value));
    },
  };
}
