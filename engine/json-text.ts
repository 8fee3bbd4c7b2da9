/** The value of a JSON text of a stranger; throws a SyntaxError also at what `jsonFault` finds. */
export function parseBounded(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  const fault = jsonFault(text);
  if (fault !== undefined) throw new SyntaxError(fault);
  return JSON.parse(text, reviver) as unknown;
}

/** Deeper than this nothing is nested that we write; code that walks deeper values may run out of stack. */
const DEEPEST = 64;

/**
 * What JSON.parse would accept and nobody can mean: lists and objects within one another without end, and a key that
 * an object has twice, of which one value would be lost. Undefined where there is neither.
 */
export function jsonFault(text: string): string | undefined {
  // The keys of the objects around the place that is read; of a list, none.
  const around: (Set<string> | undefined)[] = [];
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '{' || char === '[') {
      around.push(char === '{' ? new Set() : undefined);
      if (around.length > DEEPEST) return `it is nested more than ${DEEPEST} deep`;
    } else if (char === '}' || char === ']') around.pop();
    else if (char === '"') {
      const end = stringEnd(text, i);
      const keys = around.at(-1);
      if (keys !== undefined && isKey(text, end)) {
        const key = text.slice(i, end);
        const name = key.includes('\\') ? unescaped(key) : key;
        if (keys.has(name))
          return `it has the key ${name.length > 40 ? `${name.slice(0, 40)}…` : name} twice`;
        keys.add(name);
      }
      i = end - 1;
    }
  }
  return undefined;
}

/** The index after the closing quote of the string that begins here. */
function stringEnd(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
  } while (isEscaped(text, end));
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1;
}

function isKey(text: string, after: number): boolean {
  let at = after;
  while (at < text.length && ' \t\r\n'.includes(text[at])) at++;
  return text[at] === ':';
}

/** A key with its escapes resolved, so that two spellings are one; as it stands where it is no JSON. */
function unescaped(key: string): string {
  try {
    return JSON.stringify(JSON.parse(key));
  } catch {
    return key;
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A wrong value for people. */
export function shown(value: unknown): string {
  // JSON has no word for infinity.
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'missing');
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
