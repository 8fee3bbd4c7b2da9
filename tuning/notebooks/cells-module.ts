// One module of all cells of a notebook, so that they share a scope and may await, as in the Deno kernel.
import { existsSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, Plugin } from 'esbuild';
import { loadEsbuild } from '../../engine/node/optional-package.ts';
import { parseSync } from 'vite';
import { Failure } from '../process/failure.ts';
import { packageFolder } from '../store/identity.ts';
import { BEGIN, DENO, SHOW } from './cell-names.ts';

/** A cell's number and a line in it, both from 1. */
export interface CellPlace {
  cell: number;
  line?: number;
}

export interface CellsModule {
  code: string;
  /** Where a line and column of the code, both from 1, come from. */
  origin(line: number, column: number): CellPlace | undefined;
}

/** A cell does not compile, or throws. */
export function cellFailure(notebook: string, { cell, line }: CellPlace, message: string): Failure {
  return new Failure(`${notebook}, cell ${cell}${line === undefined ? '' : `, line ${line}`}: ${message}`);
}

const SOURCE = 'cells.ts';

/** `folder` is the notebook's: relative imports and packages are looked for from there. */
export async function cellsModule(
  notebook: string,
  folder: string,
  sources: readonly string[],
): Promise<CellsModule> {
  const lines = [`const Deno = globalThis.${DENO};`];
  const firstLines: number[] = [];
  sources.forEach((source, i) => {
    lines.push(`globalThis.${BEGIN}(${i + 1});`);
    firstLines.push(lines.length);
    lines.push(...shown(notebook, i + 1, source).split('\n'));
  });
  const placeOf = (line: number) => {
    const index = firstLines.findLastIndex((first) => first <= line);
    return index === -1 ? undefined : { cell: index + 1, line: line - firstLines[index] + 1 };
  };
  const built = await loadEsbuild('notebooks')
    .build({
      stdin: { contents: lines.join('\n'), loader: 'ts', resolveDir: folder, sourcefile: SOURCE },
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      treeShaking: false,
      sourcemap: 'external',
      outfile: 'cells.mjs',
      write: false,
      logLevel: 'silent',
      // An import is made even where nothing of it is used, as in Deno.
      tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
      plugins: [imports(folder)],
    })
    .catch((error: BuildFailure) => {
      const [{ text, location }] = error.errors;
      const place = location === null ? undefined : placeOf(location.line - 1);
      if (place === undefined) throw new Failure(`${notebook}: ${text}`);
      throw cellFailure(notebook, place, text);
    });
  const [code, map] = ['.mjs', '.map'].map(
    (end) => built.outputFiles.find(({ path }) => path.endsWith(end))!.text,
  );
  const sourceMap = new SourceMap(JSON.parse(map));
  return {
    code,
    origin(line, column) {
      const entry = sourceMap.findEntry(line - 1, column - 1);
      return 'originalSource' in entry && entry.originalSource.endsWith(SOURCE)
        ? placeOf(entry.originalLine)
        : undefined;
    },
  };
}

/** A cell's source that shows the value of its last statement where that is an expression; no line changes its number. */
function shown(notebook: string, cell: number, source: string): string {
  const { program, errors } = parseSync('cell.ts', source);
  if (errors.length > 0) {
    const start = errors[0].labels[0]?.start ?? 0;
    throw cellFailure(notebook, { cell, line: source.slice(0, start).split('\n').length }, errors[0].message);
  }
  const last = program.body.at(-1);
  if (last?.type !== 'ExpressionStatement') return source;
  const { start, end } = last.expression;
  return `${source.slice(0, start)}await globalThis.${SHOW}((${source.slice(start, end)}))${source.slice(end)}`;
}

/** Imports as Deno resolves them, but this project's own files as they are built: Node runs no TypeScript. */
function imports(folder: string): Plugin {
  const root = packageFolder();
  return {
    name: 'imports',
    setup(bundling) {
      bundling.onResolve({ filter: /.*/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (path.startsWith('node:') || pluginData === SOURCE || kind === 'entry-point') return undefined;
        if (path.startsWith('.') || isAbsolute(path)) {
          const target = relative(root, resolve(resolveDir, path));
          if (!/^(engine|tuning)[/\\].*\.ts$/.test(target)) return undefined;
          const file = join(root, 'dist', ...target.split(sep)).replace(/\.ts$/, '.js');
          if (!existsSync(file)) return { errors: [{ text: `there is no ${target}` }] };
          return { path: pathToFileURL(file).href, external: true };
        }
        const found = await bundling.resolve(path.replace(/^npm:/, ''), {
          kind,
          resolveDir: folder,
          pluginData: SOURCE,
        });
        if (found.errors.length > 0) return { errors: [{ text: `there is no package ${path}` }] };
        return { path: found.external ? found.path : pathToFileURL(found.path).href, external: true };
      });
    },
  };
}
