import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../store/identity.ts';

/**
 * Runs a solver in a process of its own and kills it once it has written a checkpoint, ten times; returns what was in the checkpoint
 * after each. `modules` names what the call needs by built modules, and in the call `goal` is the goal of the solver.
 */
export async function killedTenTimes(
  modules: Readonly<Record<string, string>>,
  call: string,
  checkpoint: string,
): Promise<string[][]> {
  const imports = Object.entries(modules).map(([name, module]) => {
    const { href } = pathToFileURL(join(packageFolder(), 'dist', module));
    return `import { ${name} } from ${JSON.stringify(href)};`;
  });
  const script = `
    import { readdirSync } from 'node:fs';
    ${imports.join('\n')}
    const checkpoint = process.argv[2];
    const heard = () => console.log(readdirSync(checkpoint).join());
    const goal = { workers: 1, checkpoint, checkpointMilliseconds: 0, shouldStop: () => false, heard };
    await ${call};`;
  // A file beside the checkpoint: threads do not start from a text.
  const file = `${checkpoint}.mjs`;
  writeFileSync(file, script);
  const kept: string[][] = [];
  for (let kills = 0; kills < 10; kills++) {
    const child = spawn(process.execPath, [file, checkpoint], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    let first: string | undefined;
    for await (const line of createInterface(child.stdout)) {
      first ??= line;
      if (line !== first) child.kill('SIGKILL');
    }
    await exited;
    if (child.signalCode !== 'SIGKILL') throw new Error(`not killed the ${kills + 1}. time: it was done`);
    kept.push(readdirSync(checkpoint).filter((name) => name.endsWith('.bin')));
  }
  return kept;
}
