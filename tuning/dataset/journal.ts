import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';

const entrySchema = z.tuple([z.int().min(0), z.string()]);

/**
 * The finished games of a shard that is not finished, so that a kill costs no more than the games under way.
 * A line is one game; a line that a kill cut short does not parse and is left out.
 */
export class Journal {
  readonly games = new Map<number, string>();
  private readonly file: string;
  // Whether the file ends in the middle of a line.
  private isTorn = false;

  constructor(file: string) {
    this.file = file;
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    this.isTorn = text !== '' && !text.endsWith('\n');
    for (const line of text.split('\n')) {
      const entry = parse(line);
      if (entry !== undefined) this.games.set(...entry);
    }
  }

  add(index: number, text: string): void {
    this.games.set(index, text);
    appendFileSync(this.file, `${this.isTorn ? '\n' : ''}${JSON.stringify([index, text])}\n`);
    this.isTorn = false;
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}

function parse(line: string): [number, string] | undefined {
  try {
    const entry = entrySchema.safeParse(JSON.parse(line));
    return entry.success ? entry.data : undefined;
  } catch {
    return undefined;
  }
}
