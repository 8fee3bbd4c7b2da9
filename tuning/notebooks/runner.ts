import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Terminal } from '../../engine/node/terminal.ts';
import { InputError } from '../../engine/input-error.ts';
import { writeFileAtomically } from '../store/atomic-file.ts';
import { Failure } from '../process/failure.ts';
import { type BackendChoice, type BackendKind } from '../fit/backend/backend.ts';
import { backendSetting } from '../fit/data/data-settings.ts';
import { parseFlag } from '../settings/flag.ts';
import { duration } from '../process/progress.ts';
import { packageFolder } from '../store/identity.ts';
import { compareOutputs } from './output-difference.ts';
import { execute } from './execution.ts';
import { backendOf, type Notebook, notebookText, readNotebook, withOutputs } from './notebook.ts';

const CHECK = '--check';
const BACKEND = '--backend';

/**
 * Runs notebooks, those named or all of the project, and writes or checks their outputs. Fits compute with the backend that
 * the outputs are of, and auto is that one. Returns the exit code.
 */
export async function runNotebooks(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { choice, rest } = backendIn(words);
    const isCheck = rest.includes(CHECK);
    for (const file of filesOf(rest.filter((word) => word !== CHECK))) {
      const begin = performance.now();
      const notebook = readNotebook(file);
      const backend = choice === 'auto' ? backendOf(notebook) : choice;
      const change = await runNotebook(file, notebook, backend, isCheck);
      terminal.out(`${basename(file)}: ${change} (${backend}, ${duration(performance.now() - begin)})`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof InputError || error instanceof Failure)) throw error;
    terminal.note(`notebooks: ${error.message}`);
    return error instanceof InputError ? 2 : 1;
  }
}

/** The value of --backend, and the words without it. */
function backendIn(words: readonly string[]): { choice: BackendChoice; rest: string[] } {
  const at = words.indexOf(BACKEND);
  if (at === -1) return { choice: 'auto', rest: [...words] };
  const choice = parseFlag(BACKEND, backendSetting, words[at + 1] ?? '') as BackendChoice;
  return { choice, rest: words.toSpliced(at, 2) };
}

function filesOf(words: readonly string[]): string[] {
  const wrong = words.find((word) => !word.endsWith('.ipynb') || !existsSync(word));
  if (wrong !== undefined)
    throw new InputError(
      `${JSON.stringify(wrong)} is no notebook; expected ${CHECK}, ${BACKEND} or files *.ipynb`,
    );
  if (words.length > 0) return [...words];
  const folder = join(packageFolder(), 'notebooks');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ipynb'))
    .toSorted()
    .map((name) => join(folder, name));
}

async function runNotebook(
  file: string,
  notebook: Notebook,
  backend: BackendKind,
  isCheck: boolean,
): Promise<string> {
  const recorded = backendOf(notebook);
  if (isCheck && backend !== recorded)
    throw new InputError(
      `${BACKEND} is ${JSON.stringify(backend)} and ${basename(file)} has the outputs of ${recorded}; expected auto or ${recorded}`,
    );
  const outputs = await execute(file, notebook, backend);
  if (isCheck) {
    compareOutputs(basename(file), notebook, outputs);
    return 'the same outputs';
  }
  const text = notebookText(withOutputs(notebook, outputs, backend));
  if (text === readFileSync(file, 'utf8')) return 'unchanged';
  writeFileAtomically(file, text);
  return 'outputs written';
}
