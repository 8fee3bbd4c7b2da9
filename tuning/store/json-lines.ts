import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { parseBounded } from '../../engine/json-text.ts';
import { fillFileAtomically, writeAll } from './atomic-file.ts';
import { checkedLine, textOfLine } from './checked-line.ts';
import { needLocks } from './lock.ts';

/** What the checksums of a file's lines tell apart. */
export interface LinesPlace {
  /** A name that no other such file has; a line of another file is damage. */
  name: string;
  /** Whether a line belongs behind the one before it, so that one out of its order, or there twice, is damage too. */
  isOrdered: boolean;
}

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
  private readonly place: LinesPlace;
  private last = '';
  // How much of the file is whole lines; undefined where all of it is.
  private wholeBytes: number | undefined;

  constructor(file: string, schema: z.ZodType<Entry>, place: LinesPlace) {
    this.file = file;
    this.place = place;
    const bytes = bytesOf(file);
    const end = bytes.lastIndexOf('\n') + 1;
    if (end < bytes.length) this.wholeBytes = end;
    const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1);
    for (const [i, line] of lines.entries()) {
      const entry = parse(textOfLine(line, this.placeOfNext), schema);
      if (entry === undefined) this.damaged.push(i + 1);
      else this.before.push(entry);
      this.last = line;
    }
  }

  /** Where it is safe it outlives a loss of power, and takes as long as the disk does. */
  append(entry: Entry, isSafe = false): void {
    needLocks(this.file);
    const descriptor = openSync(this.file, 'a');
    try {
      if (this.wholeBytes === undefined) this.wholeBytes = fstatSync(descriptor).size;
      else ftruncateSync(descriptor, this.wholeBytes);
      const line = checkedLine(JSON.stringify(entry), this.placeOfNext);
      writeAll(descriptor, line);
      if (isSafe) fsyncSync(descriptor);
      this.last = line.trimEnd();
      this.wholeBytes = undefined;
    } finally {
      closeSync(descriptor);
    }
  }

  /** Writes the file anew with these lines alone. */
  replace(entries: Iterable<Entry>): void {
    needLocks(this.file);
    this.last = '';
    this.wholeBytes = undefined;
    fillFileAtomically(this.file, (write) => {
      for (const entry of entries) {
        const line = checkedLine(JSON.stringify(entry), this.placeOfNext);
        write(line);
        this.last = line.trimEnd();
      }
    });
  }

  /** The checksum of a line of an ordered file is also over that of the line before. */
  private get placeOfNext(): string {
    const { name, isOrdered } = this.place;
    return isOrdered ? `${name} ${this.last.slice(this.last.lastIndexOf(' ') + 1)} ` : `${name} `;
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

function parse<Entry>(text: string | undefined, schema: z.ZodType<Entry>): Entry | undefined {
  if (text === undefined) return undefined;
  try {
    const entry = schema.safeParse(parseBounded(text));
    return entry.success ? entry.data : undefined;
  } catch {
    return undefined;
  }
}
