// The file format of Jupyter, version 4, as far as a runner needs it; all else in a file is kept as it is.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { InputError } from '../../engine/input-error.ts';
import { type BackendKind, BACKENDS } from '../fit/backend/backend.ts';
import { wrongAt } from '../settings/setting.ts';

/** A text, or its lines each with its line break. */
const textSchema = z.union([z.string(), z.array(z.string())]);

const cellSchema = z.looseObject({
  cell_type: z.enum(['code', 'markdown', 'raw']),
  metadata: z.looseObject({ tags: z.array(z.string()).optional() }),
  source: textSchema,
  outputs: z.array(z.json()).optional(),
});

const notebookSchema = z.looseObject({
  nbformat: z.literal(4),
  cells: z.array(cellSchema),
  /** The backend that its outputs are of, where that is not wasm. */
  metadata: z.looseObject({ backend: z.enum(BACKENDS).optional() }),
});

export type Notebook = z.infer<typeof notebookSchema>;
export type Cell = z.infer<typeof cellSchema>;

/** What a cell gives, as the file has it. */
export type Output =
  | { name: 'stdout' | 'stderr'; output_type: 'stream'; text: string[] }
  | { data: Record<string, string[]>; metadata: object; output_type: 'display_data' }
  | {
      data: Record<string, string[]>;
      execution_count: number;
      metadata: object;
      output_type: 'execute_result';
    };

/** A cell with this tag shows what depends on the clock or the machine; its outputs are not compared. */
export const VARIES = 'varies';

export function readNotebook(file: string): Notebook {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read';
    throw new InputError(`${file} ${reason}; expected a notebook`, { cause: error });
  }
  const read = notebookSchema.safeParse(json);
  if (read.success) return read.data;
  throw new InputError(`${file} is no notebook of version 4: ${wrongAt(read.error)}`);
}

/** The file as Jupyter writes it, keys in the order of the alphabet. */
export function notebookText(notebook: Notebook): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  return `${JSON.stringify(notebook, sorted, 1)}\n`;
}

export function sourceOf({ source }: Cell): string {
  return typeof source === 'string' ? source : source.join('');
}

/** The code cells, in order; a cell's number is its place in this list, from 1. */
export function codeCells({ cells }: Notebook): Cell[] {
  return cells.filter(({ cell_type: type }) => type === 'code');
}

/** A text as the lines that the file has. */
export function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The backend that the outputs of a notebook are of. */
export function backendOf({ metadata }: Notebook): BackendKind {
  return metadata.backend ?? 'wasm';
}

/** The notebook with the outputs of each of its code cells, which were made with a backend. */
export function withOutputs(
  notebook: Notebook,
  outputs: readonly Output[][],
  backend: BackendKind,
): Notebook {
  let number = 0;
  const cells = notebook.cells.map((cell) =>
    cell.cell_type === 'code'
      ? { ...cell, execution_count: number + 1, outputs: outputs[number++] as Cell['outputs'] }
      : cell,
  );
  const { backend: _, ...metadata } = notebook.metadata;
  return { ...notebook, cells, metadata: backend === 'wasm' ? metadata : { ...metadata, backend } };
}
