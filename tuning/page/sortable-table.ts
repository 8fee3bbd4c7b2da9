import { Html, html } from './html.ts';

/** A cell: text, or what is shown with the number to sort by. */
export type Cell = string | Html | { shown: string | Html; value: number | null };

/** A table that can be sorted by each column; the first column names the rows, and a wide one scrolls in its box. */
export function sortableTable<Row>(
  label: string,
  listed: readonly Row[],
  columns: Readonly<Record<string, (row: Row, index: number) => Cell>>,
): Html {
  const names = Object.keys(columns);
  const rows = listed.map((row, index) => names.map((name) => columns[name](row, index)));
  const isNumber = names.map((_, i) => i > 0 && rows.length > 0 && rows.every((row) => hasValue(row[i])));
  const kind = (i: number) => (isNumber[i] ? html` class="number"` : null);
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">
    <table>
      <thead>
        <tr>
          ${names.map(
            (name, i) =>
              html`<th scope="col" aria-sort="none" ${kind(i)}><button type="button">${name}</button></th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, i) => {
                const shown = hasValue(cell) ? cell.shown : cell;
                const value = hasValue(cell) ? html` data-value="${cell.value ?? ''}"` : null;
                return i === 0
                  ? html`<th scope="row" ${kind(i)}${value}>${shown}</th>`
                  : html`<td${kind(i)}${value}>${shown}</td>`;
              })}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;
}

function hasValue(cell: Cell): cell is { shown: string | Html; value: number | null } {
  return typeof cell === 'object' && !(cell instanceof Html);
}

/** A cell of a number as it is written, by a writer that may be told of digits. */
export function numberCell<Value extends number | null | undefined, Digits extends unknown[]>(
  value: Value,
  write: (value: Value, ...digits: Digits) => string,
  ...digits: Digits
): Cell {
  return { shown: write(value, ...digits), value: value ?? null };
}
