import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { childEnvironment } from '../process/child-environment.ts';
import { BACKEND_VARIABLE, type BackendKind } from '../fit/backend/backend.ts';
import { workerFile } from '../process/pool.ts';
import { cellFailure, type CellPlace, type CellsModule, cellsModule } from './cells-module.ts';
import { codeCells, linesOf, type Notebook, type Output, sourceOf } from './notebook.ts';
import type { NotebookMessage } from './notebook-process.ts';

/** Runs a notebook in a process of its own, in its folder, its fits with a backend; throws a Failure where a cell fails. */
export async function execute(file: string, notebook: Notebook, backend: BackendKind): Promise<Output[][]> {
  const name = basename(file);
  const folder = dirname(resolve(file));
  const sources = codeCells(notebook).map(sourceOf);
  const module = await cellsModule(name, folder, sources);
  const temporary = mkdtempSync(join(tmpdir(), 'evalsmith-notebook-'));
  const remove = () => rmSync(temporary, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const code = join(temporary, 'cells.mjs');
    writeFileSync(code, module.code);
    const child = start(folder, pathToFileURL(code).href, backend);
    return await run(name, child, pathToFileURL(code).href, module, sources.length);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function run(
  name: string,
  child: ChildProcess,
  code: string,
  module: CellsModule,
  cells: number,
): Promise<Output[][]> {
  const outputs = Array.from({ length: cells }, (): Output[] => []);
  // What is thrown before the first cell begins is thrown by an import.
  let cell = 1;
  return new Promise((done, failed) => {
    let last: NotebookMessage | undefined;
    child.on('message', (message: NotebookMessage) => {
      last = message;
      if (message.kind === 'begin') ({ cell } = message);
      else add(outputs[cell - 1], message, cell);
    });
    child.on('error', failed);
    child.on('exit', (exitCode, signal) => {
      if (last?.kind === 'done') return done(outputs);
      if (last?.kind === 'thrown')
        failed(cellFailure(name, placeOf(last.stack, code, module) ?? { cell }, last.message));
      else failed(cellFailure(name, { cell }, `its process ended with ${signal ?? `code ${exitCode}`}`));
    });
  });
}

function start(folder: string, code: string, backend: BackendKind): ChildProcess {
  const child = fork(fileURLToPath(workerFile('notebooks/notebook-process.js')), [code], {
    cwd: folder,
    env: { ...childEnvironment(), [BACKEND_VARIABLE]: backend },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const kill = () => child.kill();
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return child;
}

/** Adds to a cell's outputs what its process told; what is printed in a row is one output. */
function add(outputs: Output[], message: NotebookMessage, cell: number): void {
  if (message.kind === 'stream') {
    const last = outputs.at(-1);
    const isMore = last?.output_type === 'stream' && last.name === message.name;
    const text = linesOf((isMore ? last.text.join('') : '') + message.text);
    if (isMore) last.text = text;
    else outputs.push({ name: message.name, output_type: 'stream', text });
  } else if (message.kind === 'display' || message.kind === 'result') {
    const data = Object.fromEntries(
      Object.entries(message.media).map(([type, text]) => [type, linesOf(text)]),
    );
    outputs.push(
      message.kind === 'display'
        ? { data, metadata: {}, output_type: 'display_data' }
        : { data, execution_count: cell, metadata: {}, output_type: 'execute_result' },
    );
  }
}

/** Where in the cells an error was thrown: the first place of its stack that is in them. */
function placeOf(stack: string, code: string, module: CellsModule): CellPlace | undefined {
  for (const [, file, line, column] of stack.matchAll(/(file:\S+):(\d+):(\d+)/g)) {
    const place = file === code ? module.origin(Number(line), Number(column)) : undefined;
    if (place !== undefined) return place;
  }
  return undefined;
}
