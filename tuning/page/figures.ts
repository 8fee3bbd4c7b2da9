// How numbers are written in reports.

/** 12,345 */
export function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

/** 56.3 %; a share that only rounds to all of it is said to be more than the last one below. */
export function percent(share: number | null | undefined, digits = 1): string {
  if (share === null || share === undefined) return '–';
  const last = 100 - 10 ** -digits;
  if (share < 1 && 100 * share > last + 0.5 * 10 ** -digits) return `>\u00A0${decimal(last, digits)}\u00A0%`;
  return `${decimal(100 * share, digits)}\u00A0%`;
}

/** A number with so many decimals and a real minus sign; a dash where there is none. */
export function decimal(number: number | null | undefined, digits: number): string {
  if (number === null || number === undefined || Number.isNaN(number)) return '–';
  const text = Math.abs(number).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return number < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** The same with its sign in front, also where that is a plus. */
export function signed(number: number | null | undefined, digits: number): string {
  const text = decimal(number, digits);
  return number !== null && number !== undefined && number > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** "1 game", "2 games". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${whole(count)} ${count === 1 ? noun : plural}`;
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** The first digits of a hash, enough to tell it from others by eye. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}

/** A word at the beginning of a title. */
export function titled(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** The name of a game and its size as a title has them. */
export function boardName(game: string, size: number): string {
  return `${titled(game)} ${size}`;
}

/** The least of 1, 2, 5, 10, 20 and so on of which so many at most make up a range. */
export function roundStep(range: number, most: number): number {
  for (let tens = 1; ; tens *= 10)
    for (const step of [tens, 2 * tens, 5 * tens]) if (!(range / step > most)) return step;
}
