import { CommanderError } from 'commander';
import fc from 'fast-check';
import { InputError } from '../../../engine/input-error.ts';
import { Failure } from '../../process/failure.ts';
import { randomFrom } from '../../statistics/random.ts';
import type { BlockCoverage } from './block-coverage.ts';
import type { FuzzedReader } from './fuzzed-reader.ts';
import { mutatedJson, mutatedText, oddJson } from './mutation.ts';

export interface FuzzTally {
  reader: string;
  inputs: number;
  accepted: number;
  refused: number;
  /** Uncaught errors, texts that are not written back the same, and readers that take too long. */
  wrong: number;
  /** The longest that one took of the processor, in milliseconds. */
  slowest: number;
  /** Texts that reached new code. */
  kept: string[];
}

export interface FuzzGoal {
  seed: number;
  inputs: number;
  corpus: readonly string[];
  coverage?: BlockCoverage;
  /** Hears each text before it is read. */
  heard?: (text: string) => void;
  wrong: (problem: string, text: string) => void;
}

const MOST_MILLISECONDS = 2000;
const BATCH = 40;
const ODD_VALUES = 2000;
const MOST_KEPT_LETTERS = 3000;

/** Reads many texts that nobody meant: changed from good ones, and from those that reached code which none had reached. */
export async function fuzz(reader: FuzzedReader, goal: FuzzGoal): Promise<FuzzTally> {
  const random = randomFrom(goal.seed, reader.name);
  const odds = fc.sample(oddJson, { numRuns: ODD_VALUES, seed: goal.seed });
  const odd = () => JSON.parse(odds[random.below(odds.length)]) as unknown;
  const tally: FuzzTally = {
    reader: reader.name,
    inputs: 0,
    accepted: 0,
    refused: 0,
    wrong: 0,
    slowest: 0,
    kept: [],
  };
  const pool = [...reader.seeds, ...goal.corpus];
  const mutated = (): string => {
    const text = pool[random.below(pool.length)];
    const isJson = reader.form === 'json' && !random.chance(0.02);
    const changed = isJson ? mutatedJson(text, random, odd) : mutatedText(text, random);
    return reader.seal !== undefined && !random.chance(0.1) ? sealed(reader, changed) : changed;
  };
  for (const text of pool) await one(text);
  goal.coverage?.fresh();
  while (tally.inputs < goal.inputs) {
    const short: string[] = [];
    for (let i = 0; i < BATCH; i++) {
      const text = mutated();
      if (text.length < MOST_KEPT_LETTERS) short.push(text);
      await one(text);
    }
    if (goal.coverage === undefined || goal.coverage.fresh() === 0) continue;
    // Some of these reached new code. The shortest are tried first and the others left where they bring nothing.
    short.sort((a, b) => a.length - b.length);
    pool.push(...short.slice(0, 3));
    tally.kept.push(...short.slice(0, 1));
  }
  return tally;

  async function one(text: string): Promise<void> {
    goal.heard?.(text);
    tally.inputs++;
    const begin = process.cpuUsage();
    const problem = await problemOf(reader, text, () => tally.accepted++);
    const { user, system } = process.cpuUsage(begin);
    const milliseconds = (user + system) / 1000;
    tally.slowest = Math.max(tally.slowest, milliseconds);
    if (problem === undefined && milliseconds <= MOST_MILLISECONDS) return;
    if (problem === 'refused') tally.refused++;
    else {
      tally.wrong++;
      goal.wrong(problem ?? `took ${Math.round(milliseconds)} ms`, text);
    }
  }
}

/** Sealing walks a value too, and what is nested deep stays without a seal: that takes long or is too much for the stack. */
function sealed(reader: FuzzedReader, text: string): string {
  if (text.includes('['.repeat(1000))) return text;
  try {
    return reader.seal!(text);
  } catch {
    return text;
  }
}

async function problemOf(
  reader: FuzzedReader,
  text: string,
  accepted: () => void,
): Promise<string | undefined> {
  let value: unknown;
  try {
    value = await reader.read(text);
  } catch (error) {
    return isForPeople(error) ? 'refused' : `uncaught: ${traceOf(error)}`;
  }
  accepted();
  try {
    if (reader.write !== undefined) {
      const written = reader.write(value);
      const again = reader.write(await reader.read(written));
      if (again !== written)
        return `not written back the same: ${written.slice(0, 300)} and ${again.slice(0, 300)}`;
    }
    await reader.use?.(value);
  } catch (error) {
    // What is accepted may still not suit what is asked of it.
    return isForPeople(error) ? undefined : `uncaught in use: ${traceOf(error)}`;
  }
  return undefined;
}

function isForPeople(error: unknown): boolean {
  return error instanceof InputError || error instanceof Failure || error instanceof CommanderError;
}

function traceOf(error: unknown): string {
  return error instanceof Error
    ? (error.stack ?? error.message).split('\n').slice(0, 6).join('\n')
    : String(error);
}
