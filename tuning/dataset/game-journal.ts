import { rmSync } from 'node:fs';
import { z } from 'zod';
import { JsonLines } from '../store/json-lines.ts';

const entrySchema = z.tuple([z.int().min(0), z.string()]);

/** The finished games of a shard that is not finished, a line each, so that a kill costs no more than the games under way. */
export class Journal {
  readonly games: Map<number, string>;
  private readonly file: string;
  private readonly lines: JsonLines<[number, string]>;

  constructor(file: string) {
    this.file = file;
    this.lines = new JsonLines(file, entrySchema);
    this.games = new Map(this.lines.before);
  }

  add(index: number, text: string): void {
    this.games.set(index, text);
    this.lines.append([index, text]);
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}
