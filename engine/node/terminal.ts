import { readFileSync } from 'node:fs';
import type { Paint } from '../game.ts';
import { COLOURS, FAINT, RESET, visible } from '../text/visible.ts';
import { reasonOf } from './output.ts';

/** Where a command reads and writes: results on `out`, progress and notes on `note`. */
export interface Terminal {
  out(line: string): void;
  note(line: string): void;
  input(): string;
  readonly paint: Paint;
}

export const colourPaint: Paint = (text, side) => `${side === -1 ? FAINT : COLOURS[side]}${text}${RESET}`;
export const plainPaint: Paint = (text) => text;

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
