import { plainPaint } from '../../engine/node/terminal.ts';
import { run } from './program.ts';
import { Failure } from '../process/failure.ts';

/**
 * Runs an evalsmith command in this process and returns its lines of results: evalsmith`fit linear ${games} --out ${folder}`.
 * A value put in is one word, whatever it holds. Throws a Failure with the command's own note where it does not succeed.
 */
export async function evalsmith(text: TemplateStringsArray, ...values: unknown[]): Promise<string[]> {
  const out: string[] = [];
  const notes: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    note: (line: string) => void notes.push(line),
    input: () => '',
    paint: plainPaint,
  };
  const code = await run(wordsOf(text, values), terminal, '');
  if (code !== 0) throw new Failure(notes.at(-1) ?? out.at(-1) ?? `evalsmith ended with code ${code}`);
  return out;
}

function wordsOf(text: readonly string[], values: readonly unknown[]): string[] {
  const words = [''];
  text.forEach((part, i) => {
    const [first, ...rest] = part.split(/\s+/);
    words[words.length - 1] += first;
    words.push(...rest);
    if (i < values.length) words[words.length - 1] += String(values[i]);
  });
  return words.filter((word) => word !== '');
}
