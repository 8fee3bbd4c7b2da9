/** Options by name; those without a value are not named. */
type Options = Readonly<Record<string, unknown>>;

/** A command line as a shell reads it, options last: words that mean something to it are quoted. */
export function commandText(words: readonly string[], options: Options): string {
  const named = Object.entries(options).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [`--${name}`, String(value)] : [],
  );
  return [...words, ...named]
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
