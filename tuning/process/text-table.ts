/** Lines of text in columns: numbers to the right, words to the left; the first row is the header. */
export function tableLines(rows: readonly (readonly (string | number)[])[]): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const isNumber = rows[0].map((_, column) =>
    rows.slice(1).every((row) => /^[-+]?(\d[\d.]*)?%?$/.test(String(row[column]))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        isNumber[column] ? String(cell).padStart(widths[column]) : String(cell).padEnd(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** The same of records, at least one, whose keys are the header. */
export function recordLines(records: readonly Readonly<Record<string, string | number>>[]): string[] {
  return tableLines([Object.keys(records[0]), ...records.map((record) => Object.values(record))]);
}
