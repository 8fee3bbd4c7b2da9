import { spawn } from 'node:child_process';

export interface ProgramRun {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** Ends the program when it is aborted. */
  signal?: AbortSignal;
}

interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end; rejects where it cannot be run or is told to stop. */
export function runProgram(
  file: string,
  args: readonly string[],
  { folder, ...options }: ProgramRun,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...options,
      cwd: folder,
      timeout: 300_000,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
