import { readFileSync } from 'node:fs';
import type { Paint } from '../game.ts';
import { reasonOf } from './output.ts';

/** Where a command reads and writes: results on `out`, progress and notes on `note`. */
export interface Terminal {
  out(line: string): void;
  note(line: string): void;
  input(): string;
  readonly paint: Paint;
}

const COLOURS = ['\u001b[94m', '\u001b[91m'];
const FAINT = '\u001b[90m';
const RESET = '\u001b[39m';

export const colourPaint: Paint = (text, side) => `${side === -1 ? FAINT : COLOURS[side]}${text}${RESET}`;
export const plainPaint: Paint = (text) => text;

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

/** The terminal of this process. Colours only for people: on a TTY, and unless NO_COLOR is set. */
export function processTerminal(): Terminal {
  const colours = process.stdout.isTTY && !process.env['NO_COLOR'];
  // A reader that has seen enough, such as head, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`evalsmith: ${reasonOf(error)}\n`);
    process.exit(1);
  });
  // Notes that cannot be written end no work.
  process.stderr.on('error', () => {});
  return {
    out: (line) => process.stdout.write(`${visible(line)}\n`),
    note: (line) => process.stderr.write(`${visible(line)}\n`),
    input: () => readFileSync(0, 'utf8'),
    paint: colours ? colourPaint : plainPaint,
  };
}
