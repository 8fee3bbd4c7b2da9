import { rmSync } from 'node:fs';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { JsonLines } from '../store/json-lines.ts';

const entrySchema = z.tuple([z.int().min(0), z.string()]);

/** The finished games of a shard that is not finished, a line each, so that a kill costs no more than the games under way. */
export class Journal {
  readonly games = new Map<number, string>();
  private readonly file: string;
  private readonly lines: JsonLines<[number, string]>;

  /**
   * Opens a journal under a name that no other has; `check` throws an InputError at a game that cannot have been played,
   * which is dropped and told of.
   */
  constructor(
    file: string,
    name: string,
    check: (index: number, text: string) => void,
    note: (line: string) => void,
  ) {
    this.file = file;
    this.lines = new JsonLines(file, entrySchema, { name, isOrdered: false });
    for (const line of this.lines.damaged) note(`${file} line ${line} is damaged; its game is played again`);
    for (const [index, text] of this.lines.before) {
      try {
        check(index, text);
        this.games.set(index, text);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        note(`${file}: game ${index} is damaged (${error.message}); it is played again`);
      }
    }
  }

  add(index: number, text: string): void {
    this.games.set(index, text);
    this.lines.append([index, text]);
  }

  /** Writes known games into the file too, so that they outlive a loss of power there. */
  secure(first: number, end: number): void {
    for (let index = first; index < end; index++)
      this.lines.append([index, this.games.get(index)!], index === end - 1);
  }

  /** Writes the file anew without some of its games. */
  drop(games: ReadonlySet<number>): void {
    for (const index of games) this.games.delete(index);
    this.lines.replace(this.games.entries());
  }

  remove(): void {
    rmSync(this.file, { force: true });
  }
}
