import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { workerFile } from './pool.ts';

// All that a process starts inherits its environment, in whatever group or session it hides.
const VARIABLE = 'EVALSMITH_PROGRAM';

/** Processes that start others without end are not hunted for ever. */
const MOST_MILLISECONDS = 5000;

/** An environment whose processes `killMarked` finds, besides the marks that it has already. */
export function marked(environment: NodeJS.ProcessEnv, mark: string): NodeJS.ProcessEnv {
  return { ...environment, [VARIABLE]: `${environment[VARIABLE] ?? ''}${mark} ` };
}

/** The numbers of all processes, where the system tells them as Linux does; none elsewhere. */
export function processNumbers(): ReadonlySet<number> {
  try {
    return new Set(readdirSync('/proc').map(Number).filter(Number.isInteger));
  } catch {
    return new Set();
  }
}

/**
 * Kills every process with a mark; those that were there earlier are not looked at. Out of reach are those that have
 * cleared their environment or belong to another user.
 */
export function killMarked(mark: string, earlier: ReadonlySet<number> = new Set()): void {
  const end = performance.now() + MOST_MILLISECONDS;
  const killed = new Set<number>();
  let found: number[];
  do {
    found = [...processNumbers()].filter(
      (pid) => !earlier.has(pid) && !killed.has(pid) && isMarked(pid, mark),
    );
    for (const pid of found) {
      kill(pid);
      killed.add(pid);
    }
    // One that was found may have started another before it was killed.
  } while (found.length > 0 && performance.now() < end);
}

/** Kills a process. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already, or is another user's.
  }
}

/** Kills a process that was started detached, and all of its group; on Windows, which has none, all that it has started. */
export function killGroup(pid: number, platform = process.platform, run: typeof spawnSync = spawnSync): void {
  if (platform === 'win32') run('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
  else kill(-pid);
}

/**
 * Starts a process that kills all with a mark as soon as this one is gone, by whatever signal. What is returned kills
 * them now, and the keeper.
 */
export async function keepMarked(mark: string): Promise<() => Promise<void>> {
  const file = fileURLToPath(workerFile('process/process-keeper.js'));
  // Out of reach of what a terminal sends to the group of this process. It reads until this process no longer writes.
  const keeper: ChildProcess = spawn(process.execPath, [file, mark], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: childEnvironment(),
  });
  await once(keeper, 'spawn');
  const exited = once(keeper, 'exit');
  keeper.unref();
  return async () => {
    killMarked(mark);
    keeper.ref();
    keeper.kill('SIGKILL');
    await exited;
  };
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(mark);
  } catch {
    return false;
  }
}
