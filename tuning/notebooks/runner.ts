import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { Failure } from '../process/failure.ts';
import { duration } from '../process/progress.ts';
import { packageFolder } from '../store/identity.ts';
import { compareOutputs } from './output-difference.ts';
import { execute } from './execution.ts';
import { notebookText, readNotebook, withOutputs } from './notebook.ts';

const CHECK = '--check';

/** Runs notebooks, those named or all of the project, and writes or checks their outputs. Returns the exit code. */
export async function runNotebooks(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const isCheck = words.includes(CHECK);
    for (const file of filesOf(words.filter((word) => word !== CHECK))) {
      const begin = performance.now();
      const change = await runNotebook(file, isCheck);
      terminal.out(`${basename(file)}: ${change} (${duration(performance.now() - begin)})`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof InputError || error instanceof Failure)) throw error;
    terminal.note(`notebooks: ${error.message}`);
    return error instanceof InputError ? 2 : 1;
  }
}

function filesOf(words: readonly string[]): string[] {
  const wrong = words.find((word) => !word.endsWith('.ipynb') || !existsSync(word));
  if (wrong !== undefined)
    throw new InputError(`${JSON.stringify(wrong)} is no notebook; expected ${CHECK} or files *.ipynb`);
  if (words.length > 0) return [...words];
  const folder = join(packageFolder(), 'notebooks');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ipynb'))
    .toSorted()
    .map((name) => join(folder, name));
}

async function runNotebook(file: string, isCheck: boolean): Promise<string> {
  const notebook = readNotebook(file);
  const outputs = await execute(file, notebook);
  if (isCheck) {
    compareOutputs(basename(file), notebook, outputs);
    return 'the same outputs';
  }
  const text = notebookText(withOutputs(notebook, outputs));
  if (text === readFileSync(file, 'utf8')) return 'unchanged';
  writeFileAtomically(file, text);
  return 'outputs written';
}
