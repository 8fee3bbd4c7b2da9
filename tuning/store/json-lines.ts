import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { z } from 'zod';

/**
 * A file that grows by lines of JSON. A line that a kill cut short does not parse and is left out; what comes after it begins
 * on a line of its own.
 */
export class JsonLines<Entry> {
  /** The lines that were there when the file was opened. */
  readonly before: Entry[] = [];
  private readonly file: string;
  // Whether the file ends in the middle of a line.
  private isTorn = false;

  constructor(file: string, schema: z.ZodType<Entry>) {
    this.file = file;
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    this.isTorn = text !== '' && !text.endsWith('\n');
    for (const line of text.split('\n')) {
      const entry = parse(line, schema);
      if (entry !== undefined) this.before.push(entry);
    }
  }

  /** Where it is safe it outlives a loss of power, and takes as long as the disk does. */
  append(entry: Entry, isSafe = false): void {
    const descriptor = openSync(this.file, 'a');
    try {
      writeSync(descriptor, `${this.isTorn ? '\n' : ''}${JSON.stringify(entry)}\n`);
      if (isSafe) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    this.isTorn = false;
  }
}

function parse<Entry>(line: string, schema: z.ZodType<Entry>): Entry | undefined {
  try {
    const entry = schema.safeParse(JSON.parse(line));
    return entry.success ? entry.data : undefined;
  } catch {
    return undefined;
  }
}
