import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { writeAll } from './atomic-file.ts';
import { checkedLine, textOfLine } from './checked-line.ts';
import { needLocks } from './lock.ts';

/**
 * A file that grows by lines of JSON, each with its checksum. A last line that a kill cut short is left out, and cut off
 * before the next is written; any other line that is not what was written is damage.
 */
export class JsonLines<Entry> {
  /** The whole lines that were there when the file was opened. */
  readonly before: Entry[] = [];
  /** The numbers, from 1, of the lines that are damaged. */
  readonly damaged: number[] = [];
  private readonly file: string;
  // How much of the file is whole lines; undefined where all of it is.
  private wholeBytes: number | undefined;

  constructor(file: string, schema: z.ZodType<Entry>) {
    this.file = file;
    const bytes = bytesOf(file);
    const end = bytes.lastIndexOf('\n') + 1;
    if (end < bytes.length) this.wholeBytes = end;
    const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
    for (const [i, line] of lines.entries()) {
      const entry = parse(line, schema);
      if (entry === undefined) this.damaged.push(i + 1);
      else this.before.push(entry);
    }
  }

  /** Where it is safe it outlives a loss of power, and takes as long as the disk does. */
  append(entry: Entry, isSafe = false): void {
    needLocks(this.file);
    const descriptor = openSync(this.file, 'a');
    try {
      if (this.wholeBytes === undefined) this.wholeBytes = fstatSync(descriptor).size;
      else ftruncateSync(descriptor, this.wholeBytes);
      writeAll(descriptor, checkedLine(JSON.stringify(entry)));
      if (isSafe) fsyncSync(descriptor);
      this.wholeBytes = undefined;
    } finally {
      closeSync(descriptor);
    }
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

function parse<Entry>(line: string, schema: z.ZodType<Entry>): Entry | undefined {
  const text = textOfLine(line);
  if (text === undefined) return undefined;
  try {
    const entry = schema.safeParse(JSON.parse(text));
    return entry.success ? entry.data : undefined;
  } catch {
    return undefined;
  }
}
