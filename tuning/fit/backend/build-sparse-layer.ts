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

const options = ['--runtime', 'stub', '-O3', '--noAssert', '--enable', 'simd', '--memoryBase', '64'];
for (const name of ['sparse-layer', 'weighted-sums']) {
  const source = join('tuning', 'fit', 'backend', 'assembly', `${name}-kernel.ts`);
  const outFile = `${name}.wasm`;
  let bytes: Uint8Array | undefined;
  const { error, stderr } = await main(
    [source, ...options, '--baseDir', packageFolder(), '--outFile', outFile],
    {
      writeFile: (file, contents) => {
        if (file === outFile && typeof contents !== 'string') bytes = contents;
      },
    },
  );
  if (error !== null || bytes === undefined) {
    console.error(`${source} does not compile: ${stderr.toString()}`);
    process.exit(1);
  }
  writeFileSync(
    join(import.meta.dirname, `${name}-code.js`),
    `export const code = '${Buffer.from(bytes).toString('base64')}';\n`,
  );
}
