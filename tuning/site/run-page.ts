/** A run's page with the way back to the others; the page itself is whole without it. */
export function runPage(page: string): string {
  const links =
    '<p class="kind"><a href="../index.html">All runs</a> · <a href="../play.html">Play</a></p>\n';
  return page.replace('<header>\n', (header) => header + links);
}
