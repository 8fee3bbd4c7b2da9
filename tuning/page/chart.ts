import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { percent, signed } from './figures.ts';
import { escaped, Html, html } from './html.ts';

// The colours are CSS variables, so that one drawing serves light and dark; a page without our stylesheet has the second.
export const BLUE = 'var(--series-1, #2a6fb8)';
export const ORANGE = 'var(--series-2, #c8591b)';
export const GREEN = 'var(--series-3, #16806a)';
export const GREY = 'var(--muted, #9aa0a6)';
export const INK = 'var(--ink, currentColor)';
const PURPLE = 'var(--series-4, #8451a8)';
const OLIVE = 'var(--series-5, #7d6a00)';
const CRIMSON = 'var(--series-6, #a63a63)';
const SERIES = [BLUE, ORANGE, GREEN, PURPLE, OLIVE, CRIMSON];

/** The colour of the nth of several series. */
export function seriesColour(index: number): string {
  return SERIES[index % SERIES.length];
}

// Two drawings of each chart, so that letters keep their size on a phone.
const WIDE = 736;
const NARROW = 350;
const FONT_SIZE = 12;
// The name of the upright axis stands above it.
const MARGINS = { marginTop: 28, marginRight: 20, marginBottom: 40, marginLeft: 52 };

/** An axis of shares, and one of differences in Elo. */
export const SHARES = { tickFormat: (share: number) => percent(share, 0) };
export const ELO = { label: 'Elo →', tickFormat: (elo: number) => signed(elo, 0) };

/** A line to compare with, such as that of an even game. */
export const DASHED = { stroke: INK, strokeDasharray: '3,3' };

/** Options of a chart for a width; `isNarrow` where a phone will show it. */
export type Draw = (size: { width: number; isNarrow: boolean }) => Plot.PlotOptions;

export interface Figure {
  /** What a reader who sees no picture is told it shows. */
  label: string;
  /** What to see. */
  caption: Html | string;
  /** Of a wide screen; all of it by default. */
  width?: number;
  legend?: { name: string; colour: string; shape?: 'dot' | 'line' | 'dashes' | 'ring' }[];
  draw: Draw;
}

/** A chart with its caption, for screens wide and narrow; colours in channels are taken as they are. */
export function figure({ label, caption, legend, draw, width = WIDE }: Figure): Html {
  return html`<figure>
    <figcaption>${caption}</figcaption>
    ${legend === undefined ? null : legendHtml(legend)}
    <div class="wide">${chart(label, { ...MARGINS, ...draw({ width, isNarrow: false }) }, width)}</div>
    <div class="narrow">
      ${chart(label, { ...MARGINS, ...draw({ width: NARROW, isNarrow: true }) }, NARROW)}
    </div>
  </figure>`;
}

/** A chart without axes for an index of runs. */
export function thumbnail(label: string, options: Plot.PlotOptions): Html {
  return chart(label, { axis: null, margin: 6, height: 120, ...options }, 240, 'thumbnail');
}

function legendHtml(legend: NonNullable<Figure['legend']>): Html {
  const mark = (colour: string, shape: string) => {
    if (shape === 'line') return html`<path d="M1,6H15" stroke="${colour}" stroke-width="2.5" />`;
    if (shape === 'dashes')
      return html`<path d="M1,6H15" stroke="${colour}" stroke-width="2" stroke-dasharray="4,3" />`;
    if (shape === 'ring')
      return html`<circle cx="8" cy="6" r="4.2" fill="none" stroke="${colour}" stroke-width="1.8" />`;
    return html`<circle cx="8" cy="6" r="5" fill="${colour}" />`;
  };
  return html`<ul class="legend">
    ${legend.map(
      ({ name, colour, shape = 'dot' }) =>
        html`<li><svg width="16" height="12" aria-hidden="true">${mark(colour, shape)}</svg>${name}</li>`,
    )}
  </ul>`;
}

function chart(label: string, options: Plot.PlotOptions, width: number, className = 'chart'): Html {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg = Plot.plot({
    color: { type: 'identity' },
    ...options,
    x: { labelArrow: 'none', ...options.x },
    width,
    document,
    className,
  }) as unknown as DrawnElement;
  svg.querySelector('style')?.remove();
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('font-size', String(FONT_SIZE));
  svg.setAttribute('role', 'img');
  for (const part of svg.querySelectorAll('*')) {
    // The picture as a whole has a label; the names of its parts would be read out one by one.
    part.removeAttribute('aria-label');
    part.removeAttribute('aria-hidden');
    for (const { name, value } of Array.from(part.attributes))
      if (/\.\d{2}/.test(value)) part.setAttribute(name, value.replaceAll(/-?\d+\.\d{2,}/g, oneDecimal));
  }
  // Here and not by linkedom, which leaves < and & in attributes as they are.
  return new Html(svg.outerHTML.replace('<svg ', () => `<svg aria-label="${escaped(label)}" `));
}

const oneDecimal = (number: string) => String(Math.round(Number(number) * 10) / 10);

/** What is used here of an element, as the types of a browser are not there. */
interface DrawnElement {
  outerHTML: string;
  attributes: Iterable<{ name: string; value: string }>;
  querySelector(selector: string): DrawnElement | null;
  querySelectorAll(selector: string): Iterable<DrawnElement>;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
}
