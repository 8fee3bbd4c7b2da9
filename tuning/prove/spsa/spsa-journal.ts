import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { InputError } from '../../../engine/input-error.ts';
import { JsonLines } from '../../store/json-lines.ts';
import { json } from '../../store/json-value.ts';

/** What a run is: its first line. */
const beginSchema = z.strictObject({
  codeVersion: z.string(),
  /** Of the weights it begins with. */
  weights: z.string(),
  /** The search parameters it begins with that are not the default. */
  parameters: z.record(z.string(), z.number()),
  settings: z.record(z.string(), json),
});

/** The games of one step, as those of the side of the plus signs. */
const stepSchema = z.strictObject({
  pairs: z.array(z.int().min(0)).length(5),
  drawn: z.int().min(0),
  plies: z.int().min(0),
});

export type SpsaBegin = z.infer<typeof beginSchema>;
export type SpsaStep = z.infer<typeof stepSchema>;

const FILE = 'steps.jsonl';

const NAMES: Readonly<Record<keyof SpsaBegin, string>> = {
  codeVersion: 'code',
  weights: 'weights',
  parameters: 'search parameters',
  settings: 'settings',
};

/** Whether a folder is of such a run, finished or not. */
export function hasSpsaJournal(folder: string): boolean {
  return existsSync(join(folder, FILE));
}

/** How far a run has come: what it is, and a line for each step, from which its estimate follows. */
export class SpsaJournal {
  private readonly lines: JsonLines<SpsaBegin | SpsaStep>;
  private readonly file: string;

  constructor(folder: string) {
    const file = join(folder, FILE);
    this.file = file;
    this.lines = new JsonLines<SpsaBegin | SpsaStep>(file, z.union([beginSchema, stepSchema]), {
      name: 'spsa',
      isOrdered: true,
    });
    const { before } = this.lines;
    const misplaced = before.findIndex((line, i) => (i === 0) !== 'settings' in line);
    const [damaged = misplaced === -1 ? undefined : misplaced + 1] = this.lines.damaged;
    if (damaged !== undefined)
      throw new InputError(`${file} is damaged at line ${damaged}; expected the lines that this run wrote`);
  }

  /** What the run is; undefined where it has not begun. */
  get begin(): SpsaBegin | undefined {
    return this.lines.before[0] as SpsaBegin | undefined;
  }

  /** The steps that were there when the journal was opened. */
  get steps(): SpsaStep[] {
    return this.lines.before.slice(1) as SpsaStep[];
  }

  /** Begins the run, or resumes it; refuses one that is another. */
  open(begin: SpsaBegin): void {
    const there = this.begin;
    if (there === undefined) return this.lines.append(begin, true);
    const isSame = (name: keyof SpsaBegin) => JSON.stringify(there[name]) === JSON.stringify(begin[name]);
    const other = (Object.keys(begin) as (keyof SpsaBegin)[]).find((name) => !isSame(name));
    if (other !== undefined)
      throw new InputError(
        `${this.file} is of another run, with other ${NAMES[other]}; expected the same or a new folder`,
      );
  }

  write(step: SpsaStep): void {
    this.lines.append(step, true);
  }
}

/** Games won less games lost in pairs by their points. */
export function wonOf(pairs: readonly number[]): number {
  return pairs.reduce((sum, count, points) => sum + count * (points - 2), 0);
}
