// Part of the build: compiles the kernel of networks and embeds its bytes in a module beside this one, so that the hash of the code has them.
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

const source = join('tuning', 'fit', 'backend', 'assembly', 'network-operations.ts');
const speed = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--enable', 'threads'];
// Given by who makes the instance, so that several share it.
const memory = ['--importMemory', '--sharedMemory', '--maximumMemory', '65536', '--memoryBase', '64'];
const outFile = 'network-kernel.wasm';
let bytes: Uint8Array | undefined;
const { error, stderr } = await main(
  [source, ...speed, ...memory, '--baseDir', packageFolder(), '--outFile', outFile],
  {
    writeFile: (name, contents) => {
      if (name === outFile && typeof contents !== 'string') bytes = contents;
    },
  },
);
if (error !== null || bytes === undefined) {
  console.error(`${source} does not compile: ${stderr.toString()}`);
  process.exit(1);
}
writeFileSync(
  join(import.meta.dirname, 'network-kernel-code.js'),
  `export const code = '${Buffer.from(bytes).toString('base64')}';\n`,
);
