import { Failure } from '../process/failure.ts';
import { codeCells, type Notebook, type Output, VARIES } from './notebook.ts';

/** Throws a Failure that names the first cell whose outputs are not those of the file; cells that may vary are left out. */
export function compareOutputs(name: string, notebook: Notebook, outputs: readonly Output[][]): void {
  codeCells(notebook).forEach((cell, i) => {
    if (cell.metadata.tags?.includes(VARIES)) return;
    const [committed, made] = [cell.outputs ?? [], outputs[i]].map((some) =>
      JSON.stringify(some, undefined, 1).split('\n'),
    );
    const at = made.findIndex((line, number) => line !== committed[number]);
    if (at === -1 && made.length === committed.length) return;
    const lineOf = (lines: readonly string[]) => shortened(lines[at === -1 ? made.length : at]);
    throw new Failure(
      `${name}, cell ${i + 1} gives another output than the one in the file: ` +
        `${lineOf(made)} instead of ${lineOf(committed)}`,
    );
  });
}

const MOST = 200;

function shortened(line: string | undefined): string {
  if (line === undefined) return 'nothing';
  const text = line.trim();
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
