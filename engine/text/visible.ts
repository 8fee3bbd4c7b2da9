// The only codes for a terminal that our texts have: colours of sides, and of what is of neither.
export const COLOURS = ['\u001b[94m', '\u001b[91m'];
export const FAINT = '\u001b[90m';
export const RESET = '\u001b[39m';

// Whatever may move the cursor, colour, hide or turn round text, but for line ends, tabs and our own colours.
const UNSEEN = new RegExp(
  `(${[...COLOURS, FAINT, RESET].map((code) => code.replace('[', '\\[')).join('|')}|[\\n\\t])|[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]`,
  'gu',
);

/** A text with its control characters as JSON escapes them, so that words of strangers are seen and not obeyed. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (found, own?: string) => own ?? escaped(found));
}

function escaped(text: string): string {
  return Array.from(
    { length: text.length },
    (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}
