import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { JsonLines } from '../store/json-lines.ts';

const JOURNAL = 'journal.jsonl';

const entrySchema = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('begin'),
    night: z.int(),
    codeVersion: z.string(),
    settings: z.json(),
    /** The number of each part's champion. */
    champions: z.record(z.string(), z.int()),
  }),
  z.strictObject({ event: z.literal('start'), stage: z.string() }),
  /** The output names what came of it, so that it can be told from anything else in its place. */
  z.strictObject({ event: z.literal('done'), stage: z.string(), output: z.string() }),
  z.strictObject({ event: z.literal('failed'), stage: z.string(), reason: z.string() }),
  /** From OUT. */
  z.strictObject({ event: z.literal('deleted'), path: z.string(), bytes: z.int() }),
  /** Nothing more is done in this night; it was given up where code or config have changed before its end. */
  z.strictObject({ event: z.literal('end'), isComplete: z.boolean() }),
]);

export type NightEntry = z.infer<typeof entrySchema>;
type Begin = Extract<NightEntry, { event: 'begin' }>;
type Ended = Extract<NightEntry, { event: 'done' | 'failed' }>;

/** The lines of a night's journal. */
export function nightLines(night: string): JsonLines<NightEntry> {
  const place = { name: basename(night), isOrdered: true };
  return new JsonLines(join(night, JOURNAL), entrySchema, place);
}

/** What has been done in a night, line by line: each is on the disk before the next thing is done. */
export class NightJournal {
  private readonly lines: JsonLines<NightEntry>;
  private readonly ended = new Map<string, Ended>();
  begin: Begin | undefined;
  readonly deleted: { path: string; bytes: number }[] = [];
  isOver = false;
  // Whether anything but the journal is there.
  private readonly hasOthers: boolean;

  constructor(night: string) {
    this.hasOthers = existsSync(night) && readdirSync(night).some((name) => name !== JOURNAL);
    this.lines = nightLines(night);
    for (const entry of this.lines.before) this.take(entry);
  }

  /** Whether some line is not what was written, or the first is missing of a night that has begun, so that nobody knows what has been done. */
  get isDamaged(): boolean {
    return this.lines.damaged.length > 0 || (this.begin === undefined && this.hasOthers);
  }

  add(entry: NightEntry): void {
    this.lines.append(entry, true);
    this.take(entry);
  }

  /** How a stage ended; undefined where it has not. */
  endOf(stage: string): Ended | undefined {
    return this.ended.get(stage);
  }

  private take(entry: NightEntry): void {
    if (entry.event === 'begin') this.begin ??= entry;
    if (entry.event === 'done' || entry.event === 'failed') this.ended.set(entry.stage, entry);
    if (entry.event === 'deleted') this.deleted.push({ path: entry.path, bytes: entry.bytes });
    if (entry.event === 'end') this.isOver = true;
  }
}
