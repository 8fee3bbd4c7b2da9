// Part of the build: compiles our kernels and embeds their bytes in modules beside this one, so that the hash of the code has them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../store/identity.ts';

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
// Memory that is given by who makes the instance, so that several threads share it.
const SHARED = ['--enable', 'threads', '--importMemory', '--sharedMemory', '--maximumMemory', '65536'];

/** What is made of each source. */
const KERNELS = [
  { name: 'network-kernel', source: 'network-operations.ts', options: [...COMMON, ...SHARED] },
  { name: 'weighted-sums', source: 'weighted-sums-kernel.ts', options: COMMON },
];

for (const { name, source, options } of KERNELS) {
  const file = join('tuning', 'fit', 'backend', 'assembly', source);
  const outFile = `${name}.wasm`;
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await main(
    [file, ...options, '--baseDir', packageFolder(), '--outFile', outFile],
    {
      writeFile: (written, contents) => {
        if (written === outFile && typeof contents !== 'string') bytes = contents;
      },
    },
  );
  if (error !== null || bytes === undefined) {
    console.error(`${file} does not compile: ${stderr.toString()}`);
    process.exit(1);
  }
  writeFileSync(
    join(import.meta.dirname, `${name}-code.js`),
    `export const code = '${Buffer.from(bytes).toString('base64')}';\n`,
  );
}
