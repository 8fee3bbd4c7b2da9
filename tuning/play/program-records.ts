// What a match keeps of the programs in it, beside its games: the games are the same whoever's time was measured.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { JsonLines } from '../store/json-lines.ts';
import { programFailureSchema } from '../store/runs.ts';
import type { ProgramRecord } from './seat.ts';

export const PROGRAM_RECORDS = 'programs.journal';

const times = z.array(z.int().min(0));
const recordSchema: z.ZodType<ProgramRecord> = z.strictObject({
  game: z.int().min(0),
  milliseconds: z.tuple([times, times]),
  failure: programFailureSchema.nullable(),
});

/** The records of a match's folder, a line a game. A match that resumes adds to them. */
export function openProgramRecords(folder: string): {
  add: (record: ProgramRecord) => void;
  records: () => ProgramRecord[];
} {
  const lines = new JsonLines(join(folder, PROGRAM_RECORDS), recordSchema, {
    name: PROGRAM_RECORDS,
    isOrdered: false,
  });
  const known = new Map(lines.before.map((record) => [record.game, record]));
  return {
    add(record) {
      known.set(record.game, record);
      lines.append(record);
    },
    records: () => [...known.values()].toSorted((one, other) => one.game - other.game),
  };
}

/** How a program failed in a game of a match, where it did and that was kept. */
export function failureIn(matchFolder: string, game: number): ProgramRecord['failure'] {
  if (!existsSync(join(matchFolder, PROGRAM_RECORDS))) return null;
  const { records } = openProgramRecords(matchFolder);
  return records().find((record) => record.game === game)?.failure ?? null;
}

/** A failure in a few lines, for people. */
export function failureLines(failure: NonNullable<ProgramRecord['failure']>): string[] {
  const { end, answer, stderr, exit, milliseconds, expected, legal } = failure;
  const ended = exit === null ? 'its time was up' : typeof exit === 'number' ? `exit code ${exit}` : exit;
  return [
    `the program lost without a move: ${end}, ${ended}, after ${(milliseconds / 1000).toFixed(2)} s`,
    `its last line: ${answer === '' ? '(none)' : answer}`,
    ...(end === 'illegal'
      ? [`legal: ${expected.join(' | ')}${legal > expected.length ? ` … (${legal})` : ''}`]
      : []),
    ...(stderr === '' ? [] : ['its stderr:', ...stderr.split('\n').map((line) => `  ${line}`)]),
  ];
}
