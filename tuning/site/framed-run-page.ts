/**
 * A run's page with the way back to the others; the page itself is whole without it. Links to runs inside its folder go to
 * their pages on the site, which are called by their path, and are plain text where the site has none.
 */
export function runPage(name: string, page: string, names: readonly string[]): string {
  const links =
    '<p class="kind"><a href="../index.html">All runs</a> · <a href="../play.html">Play</a></p>\n';
  return page
    .replaceAll(
      /<a class="run" href="([^"]+)\/index\.html">(.*?)<\/a>/g,
      (_, place: string, text: string) => {
        const run = `${name}-${place.replaceAll('/', '-')}`;
        return names.includes(run) ? `<a class="run" href="${run}.html">${text}</a>` : text;
      },
    )
    .replace('<header>\n', (header) => header + links);
}
