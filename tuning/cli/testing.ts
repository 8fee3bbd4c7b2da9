import { plainPaint } from '../../engine/cli/terminal.ts';
import { run } from './program.ts';

export interface Outcome {
  code: number;
  out: string[];
  notes: string[];
}

/** Runs a command line of evalsmith in this process, for tests. */
export async function evalsmith(...args: string[]): Promise<Outcome> {
  const out: string[] = [];
  const notes: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    note: (line: string) => void notes.push(line),
    input: () => '',
    paint: plainPaint,
  };
  return { code: await run(args, terminal, '0.0.0'), out, notes };
}
