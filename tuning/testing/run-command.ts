import { plainPaint } from '../../engine/node/terminal.ts';
import { run } from '../cli/program.ts';

export interface Outcome {
  code: number;
  out: string[];
  notes: string[];
}

/** Runs a command line in this process, for tests. */
export async function evalsmith(args: readonly string[], input = ''): Promise<Outcome> {
  const out: string[] = [];
  const notes: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    note: (line: string) => void notes.push(line),
    input: () => input,
    paint: plainPaint,
  };
  return { code: await run(args, terminal, '0.0.0'), out, notes };
}
