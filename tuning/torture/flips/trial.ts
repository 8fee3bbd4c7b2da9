import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { InputError } from '../../../engine/input-error.ts';
import { Failure } from '../../process/failure.ts';

/** A file that the toolkit has written, and what reads it again. */
export interface Subject {
  kind: string;
  file: string;
  /** What the toolkit takes from the file, by its real reader. */
  read(): unknown;
  /** Whether the reader has noticed the damage and what it ends with is what it would have ended with. */
  isRepaired?(value: unknown, whole: unknown): boolean;
}

export const OUTCOMES = ['refused', 'repaired', 'without effect', 'sealed in', 'unexpected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Trial {
  outcome: Outcome;
  /** What was read or thrown where it should not have been. */
  detail?: string;
}

/** A subject with its bytes and what is read from them while they are whole. */
export class Specimen {
  readonly subject: Subject;
  readonly bytes: Buffer;
  private readonly whole: unknown;

  constructor(subject: Subject) {
    this.subject = subject;
    this.bytes = readFileSync(subject.file);
    this.whole = subject.read();
    writeFileSync(subject.file, this.bytes);
  }

  /** Reads the file with other bytes; it is whole again afterwards. */
  try(bytes: Buffer): Trial {
    writeFileSync(this.subject.file, bytes);
    try {
      return this.judged(this.subject.read());
    } catch (error) {
      return refusal(error, this.subject.file);
    } finally {
      writeFileSync(this.subject.file, this.bytes);
    }
  }

  private judged(value: unknown): Trial {
    if (isDeepStrictEqual(value, this.whole)) return { outcome: 'without effect' };
    if (this.subject.isRepaired?.(value, this.whole) === true) return { outcome: 'repaired' };
    return { outcome: 'sealed in', detail: JSON.stringify(value)?.slice(0, 300) };
  }
}

/** A refusal is one line that names the file. */
function refusal(error: unknown, file: string): Trial {
  const isExpected = error instanceof InputError || error instanceof Failure;
  if (isExpected && error.message.includes(basename(file)) && !error.message.includes('\n'))
    return { outcome: 'refused' };
  return { outcome: 'unexpected', detail: error instanceof Error ? error.stack : String(error) };
}
