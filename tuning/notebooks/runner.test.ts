import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { plainPaint } from '../../engine/node/terminal.ts';
import { packageFolder } from '../store/identity.ts';
import { runNotebooks } from './runner.ts';

const folder = mkdtempSync(join(tmpdir(), 'evalsmith-notebooks-'));
afterAll(() => rmSync(folder, { recursive: true }));

// A notebook reaches the project's files and packages from its own folder.
const root = packageFolder();

type Source = string | { source: string; tags?: string[]; type?: 'markdown' };

function notebook(name: string, ...sources: Source[]): string {
  const cells = sources.map((one, i) => {
    const { source, tags, type = 'code' } = typeof one === 'string' ? { source: one } : one;
    const outputs = type === 'code' ? { outputs: [], execution_count: null } : {};
    return {
      id: `cell-${i}`,
      cell_type: type,
      metadata: tags === undefined ? {} : { tags },
      source: source.split(/(?<=\n)/),
      ...outputs,
    };
  });
  const file = join(folder, `${name}.ipynb`);
  writeFileSync(file, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { by: 'a test' }, cells }));
  return file;
}

interface Written {
  metadata: object;
  cells: { outputs?: { output_type: string; text?: string[]; data?: Record<string, string[]> }[] }[];
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Written;

async function run(...words: string[]) {
  const out: string[] = [];
  const notes: string[] = [];
  const terminal = {
    out: (line: string) => void out.push(line),
    note: (line: string) => void notes.push(line),
    input: () => '',
    paint: plainPaint,
  };
  return { code: await runNotebooks(words, terminal), out, notes };
}

/** Runs a notebook of these cells and returns the outputs of each of its cells. */
async function outputsOf(name: string, ...sources: Source[]) {
  const file = notebook(name, ...sources);
  const { code, notes } = await run(file);
  expect([code, notes]).toEqual([0, []]);
  return read(file).cells.map(({ outputs }) => outputs);
}

const printed = (text: string) => [{ name: 'stdout', output_type: 'stream', text: [text] }];

describe('a notebook', () => {
  test('gets what its cells print and the value of their last expressions; its text and metadata stay', async () => {
    const file = notebook(
      'outputs',
      { source: '# A title', type: 'markdown' },
      'console.log("one");\nconsole.log("two");\nconsole.error("aside");\n1 + 1;',
      'const silent = 3;',
    );
    expect(await run(file)).toMatchObject({ code: 0, notes: [] });
    const { cells, metadata } = read(file);
    expect(metadata).toEqual({ by: 'a test' });
    expect(cells[0]).toMatchObject({ cell_type: 'markdown', source: ['# A title'] });
    expect(cells[1].outputs).toEqual([
      { name: 'stdout', output_type: 'stream', text: ['one\n', 'two\n'] },
      { name: 'stderr', output_type: 'stream', text: ['aside\n'] },
      { data: { 'text/plain': ['2'] }, execution_count: 1, metadata: {}, output_type: 'execute_result' },
    ]);
    expect(cells[2].outputs).toEqual([]);
  });

  test('does not see the password of a queue', async () => {
    vi.stubEnv('EVALSMITH_QUEUE', 'redis://:canary@host');
    const [output] = await outputsOf('secret', 'console.log(process.env.EVALSMITH_QUEUE);');
    vi.unstubAllEnvs();
    expect(output).toEqual(printed('undefined\n'));
  });

  test('has one scope for all cells, types, and await at the top', async () => {
    const [, second, third] = await outputsOf(
      'scope',
      'interface Pair { a: number; b: number }\nlet pair: Pair = { a: 1, b: 2 };\nconst sum = ({ a, b }: Pair) => a + b;',
      'pair = await Promise.resolve({ a: 3, b: 4 });\nconsole.log(sum(pair));',
      'sum(pair) as number // with a remark',
    );
    expect(second).toEqual(printed('7\n'));
    expect(third).toMatchObject([{ data: { 'text/plain': ['7'] } }]);
  });

  test('imports the sources of this project, packages, and files beside it, and runs in its folder', async () => {
    writeFileSync(join(folder, 'beside.ts'), 'export const beside: number = 12;\n');
    mkdirSync(join(folder, 'data'));
    const little = join(folder, 'node_modules', 'little');
    mkdirSync(little, { recursive: true });
    writeFileSync(
      join(little, 'package.json'),
      JSON.stringify({ name: 'little', type: 'module', exports: './little.js' }),
    );
    writeFileSync(join(little, 'little.js'), "export default 'a package';\n");
    writeFileSync(join(folder, 'data', 'note.txt'), 'found');
    const engine = join(root, 'engine', 'index.ts');
    const cells = await outputsOf(
      'imports',
      `import { games } from '${engine}';\nconsole.log(games.length);`,
      "import { beside } from './beside.ts';\nimport { readFileSync } from 'node:fs';\nimport little from 'little';",
      "console.log(beside, readFileSync('data/note.txt', 'utf8'), little);",
    );
    expect([cells[0], cells[2]]).toEqual([printed('3\n'), printed('12 found a package\n')]);
  });

  test('shows what objects say of themselves, elements by their markup, and what is displayed on the way', async () => {
    const [own, svg, html, explicit] = await outputsOf(
      'display',
      "({ [Symbol.for('Jupyter.display')]: async () => ({ 'text/html': '<b>x</b>\\n<i>y</i>' }) })",
      "({ outerHTML: '<svg></svg>' })",
      'Deno.jupyter.html`<p>${1 + 1}</p>`',
      "await Deno.jupyter.display({ 'text/plain': 'raw' }, { raw: true });\nconst last = 1;",
    );
    expect(own).toMatchObject([{ data: { 'text/html': ['<b>x</b>\n', '<i>y</i>'] } }]);
    expect(svg).toMatchObject([{ data: { 'image/svg+xml': ['<svg></svg>'] } }]);
    expect(html).toMatchObject([{ data: { 'text/html': ['<p>2</p>'] } }]);
    expect(explicit).toEqual([
      { data: { 'text/plain': ['raw'] }, metadata: {}, output_type: 'display_data' },
    ]);
  });

  test('gives the same bytes each time', async () => {
    const file = notebook('stable', 'console.log(Math.sqrt(2));', '({ b: 1, a: [1, 2, 3] })');
    expect((await run(file)).out[0]).toMatch(/^stable\.ipynb: outputs written/);
    const bytes = readFileSync(file, 'utf8');
    expect((await run(file)).out[0]).toMatch(/^stable\.ipynb: unchanged/);
    expect(readFileSync(file, 'utf8')).toBe(bytes);
    expect(bytes).not.toContain(folder);
  });
});

describe('a cell that fails', () => {
  test.each<[string, string, string]>([
    [
      'throws',
      'const fail = () => {\n  throw new TypeError("no such board");\n};\nfail();',
      'line 2: no such board',
    ],
    [
      'throws late',
      'await new Promise((_, reject) => setTimeout(() => reject(new Error("late")), 20));',
      'line 1: late',
    ],
    ['throws no error', 'throw "a text";', ' a text'],
    ['is no TypeScript', 'const a = 1;\nconst = 2;', 'line 2: '],
    ['imports what is not there', "import { x } from './nowhere.ts';", 'line 1: Could not resolve'],
    [
      'imports a package that is not there',
      "import x from 'no-such-package';",
      'line 1: there is no package no-such-package',
    ],
    ['ends its process', 'process.exit(3);', ' its process ended with code 3'],
  ])('is named with its line and the message when it %s', async (name, source, message) => {
    const file = notebook(
      name.replaceAll(' ', '-'),
      { source: 'A text', type: 'markdown' },
      '1 + 1',
      source,
      '2 + 2',
    );
    const before = readFileSync(file, 'utf8');
    const { code, notes } = await run(file);
    expect(code).toBe(1);
    expect(notes[0]).toContain(`${name.replaceAll(' ', '-')}.ipynb, cell 2`);
    expect(notes[0]).toContain(message);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('--check', () => {
  test('accepts what was written, and names the first cell that differs', async () => {
    const file = notebook('check', 'console.log(41);', '40 + 2', '43');
    await run(file);
    expect(await run('--check', file)).toMatchObject({ code: 0, notes: [] });
    const text = readFileSync(file, 'utf8').replace('"42"', '"24"').replace('"43"', '"34"');
    writeFileSync(file, text);
    const { code, notes } = await run('--check', file);
    expect([code, notes]).toEqual([
      1,
      ['notebooks: check.ipynb, cell 2 gives another output than the one in the file: "42" instead of "24"'],
    ]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('leaves out cells that may vary, but not their errors', async () => {
    const file = notebook('varies', { source: 'performance.now()', tags: ['varies'] }, '1');
    await run(file);
    expect(await run('--check', file)).toMatchObject({ code: 0, notes: [] });
    const broken = notebook('varies', { source: 'throw new Error("still");', tags: ['varies'] });
    expect((await run('--check', broken)).notes).toEqual(['notebooks: varies.ipynb, cell 1, line 1: still']);
  });
});

describe('the backend of a notebook', () => {
  const cell = 'process.env.EVALSMITH_BACKEND';

  test('is wasm, whatever the environment says, until another is asked for, which is recorded and checked with', async () => {
    const file = notebook('backend', cell);
    expect((await run(file)).out[0]).toMatch(/^backend\.ipynb: outputs written \(wasm, /);
    expect(read(file)).toMatchObject({ metadata: { by: 'a test' } });
    expect((await run('--backend', 'native', file)).out[0]).toMatch(/outputs written \(native, /);
    expect(read(file).metadata).toEqual({ by: 'a test', backend: 'native' });
    expect(read(file).cells[0].outputs).toMatchObject([
      { data: { 'text/plain': [expect.stringContaining('native')] } },
    ]);
    expect((await run('--check', file)).out[0]).toMatch(/the same outputs \(native, /);
    expect((await run(file)).out[0]).toMatch(/unchanged \(native, /);
    expect(await run('--check', '--backend', 'wasm', file)).toMatchObject({
      code: 2,
      notes: [
        'notebooks: --backend is "wasm" and backend.ipynb has the outputs of native; expected auto or native',
      ],
    });
    await run('--backend', 'wasm', file);
    expect(read(file).metadata).toEqual({ by: 'a test' });
  });
});

test('Ctrl-C ends the run and the notebook, and leaves nothing behind', async () => {
  const scratch = join(root, 'tuning', 'notebooks', 'scratch.ts');
  const file = notebook(
    'endless',
    `import { scratchFolder } from '${scratch}';\nimport { writeFileSync } from 'node:fs';`,
    `writeFileSync('pid.txt', \`\${process.pid} \${scratchFolder()}\`);\nawait new Promise((done) => setTimeout(done, 1e8));`,
  );
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const main = join(root, 'dist', 'tuning', 'notebooks', 'main.js');
  const child = spawn(process.execPath, [main, file], { env: { ...process.env, TMPDIR: temporary } });
  const pidFile = join(folder, 'pid.txt');
  while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '') await setTimeout(20);
  const pid = Number(readFileSync(pidFile, 'utf8').split(' ')[0]);
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(130);
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each([
  [['no-such.ipynb'], '"no-such.ipynb" is no notebook; expected --check, --backend or files *.ipynb'],
  [['--backend', 'abacus'], '--backend is "abacus"; expected auto, wasm or native'],
  [['--backend'], '--backend is ""; expected auto, wasm or native'],
  [['--chekc'], '"--chekc" is no notebook; expected --check, --backend or files *.ipynb'],
])('wrong words %j get one line', async (words, line) => {
  expect(await run(...words)).toEqual({ code: 2, out: [], notes: [`notebooks: ${line}`] });
});

test('what is no notebook is refused', async () => {
  const file = join(folder, 'wrong.ipynb');
  writeFileSync(file, '{');
  expect((await run(file)).notes[0]).toContain('wrong.ipynb is not JSON');
  writeFileSync(file, '{"nbformat": 3, "worksheets": []}');
  expect((await run(file)).notes[0]).toContain('wrong.ipynb is no notebook of version 4');
});
