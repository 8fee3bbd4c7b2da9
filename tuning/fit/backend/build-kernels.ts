// Part of the build: compiles our kernels and embeds their bytes in modules that lie beside who uses them, among the sources and
// in what is built, so that both find them and the hash of the code has them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Compiler {
  main: (
    words: string[],
    files: { writeFile(name: string, contents: string | Uint8Array): void },
  ) => Promise<{ error: Error | null; stderr: { toString(): string } }>;
}

// Not by its own types: they bring the global types of AssemblyScript with them, which are not those of JavaScript.
const compiler: string = 'assemblyscript/asc';
const { main } = ((await import(compiler)) as { default: Compiler }).default;

const COMMON = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--memoryBase', '64'];
// Memory that is given by who makes the instance, as large as it must be.
const GIVEN = ['--importMemory'];
// Memory that several threads share.
const SHARED = [...GIVEN, '--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'];

// The modules that would tell it import what is made here.
const packageFolder = join(import.meta.dirname, '..', '..', '..', '..');

const ENGINE = join('engine', 'models', 'network');
const BACKEND = join('tuning', 'fit', 'backend');

/** What is made of each source in the folder `assembly` of a folder. */
const KERNELS = [
  { folder: ENGINE, name: 'network-sums', source: 'network-sums.ts', options: [...COMMON, ...GIVEN] },
  {
    folder: BACKEND,
    name: 'network-kernel',
    source: 'network-operations.ts',
    options: [...COMMON, ...SHARED],
  },
  { folder: BACKEND, name: 'weighted-sums', source: 'weighted-sums-kernel.ts', options: COMMON },
];

for (const { folder, name, source, options } of KERNELS) {
  const file = join(folder, 'assembly', source);
  const outFile = `${name}.wasm`;
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await main([file, ...options, '--baseDir', packageFolder, '--outFile', outFile], {
    writeFile: (written, contents) => {
      if (written === outFile && typeof contents !== 'string') bytes = contents;
    },
  });
  if (error !== null || bytes === undefined) {
    console.error(`${file} does not compile: ${stderr.toString()}`);
    process.exit(1);
  }
  const code = `export const code = '${Buffer.from(bytes).toString('base64')}';\n`;
  for (const place of ['', 'dist'])
    writeFileSync(join(packageFolder, place, folder, `${name}-code.js`), code);
}
