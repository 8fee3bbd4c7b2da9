/** A command line as a shell reads it: words that mean something to it are quoted. */
export function commandText(words: readonly (string | number)[]): string {
  return words
    .map(String)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
