// Charts and tables for notebooks, shown alike by the Deno kernel and by the runner.
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { displayed } from './display.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

/** A chart as a picture of its own: dark on white, whatever the theme around it is. */
export function chart(options: Plot.PlotOptions): object {
  const svg = Plot.plot({
    document,
    width: 680,
    marginBottom: 42,
    style: { background: 'white', color: '#1b1e23', fontSize: '12px' },
    ...options,
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return displayed({ 'image/svg+xml': svg.outerHTML });
}

type Value = string | number;

/** A table with a line for each row; numbers stand to the right. */
export function table(rows: readonly Record<string, Value>[]): object {
  const names = Object.keys(rows[0]);
  const cell = (tag: string, value: Value, isNumber: boolean) =>
    `<${tag} style="text-align:${isNumber ? 'right' : 'left'}">${escaped(String(value))}</${tag}>`;
  const isNumber = names.map((name) => rows.every((row) => isFigure(row[name])));
  const line = (tag: string, values: readonly Value[]) =>
    `<tr>${values.map((value, i) => cell(tag, value, isNumber[i])).join('')}</tr>`;
  const valuesOf = (row: Record<string, Value>) => names.map((name) => row[name]);
  const lines = rows.map((row) => line('td', valuesOf(row)));
  const html = `<table>\n<thead>${line('th', names)}</thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
  return displayed({ 'text/html': html });
}

/** Whether a value is, or begins as, a number. */
function isFigure(value: Value): boolean {
  return typeof value === 'number' || /^[-+]?[\d.]|^$/.test(value);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
