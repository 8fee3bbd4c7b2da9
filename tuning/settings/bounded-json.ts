const MOST_LEVELS = 100;

/**
 * The value of a JSON text of a stranger. Throws a SyntaxError also where it is nested deeper than any file of ours: whoever walks
 * such a value would run out of stack.
 */
export function parseBounded(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  if (levelsOf(text) > MOST_LEVELS) throw new SyntaxError(`nested deeper than ${MOST_LEVELS} levels`);
  return JSON.parse(text, reviver) as unknown;
}

/** How deep brackets are nested, those in strings apart. */
function levelsOf(text: string): number {
  let level = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') at = endOfString(text, at + 1);
    else if (letter === '[' || letter === '{') deepest = Math.max(deepest, ++level);
    else if (letter === ']' || letter === '}') level--;
  }
  return deepest;
}

/** Where the quote stands that ends a string which begins here. */
function endOfString(text: string, begin: number): number {
  for (let at = begin; ; at++) {
    const end = text.indexOf('"', at);
    if (end === -1) return text.length;
    let slashes = 0;
    while (end - slashes > begin && text[end - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 0) return end;
    at = end;
  }
}
