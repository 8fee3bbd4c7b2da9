/** Where the URL of a queue stands, so that neither `ps` nor a shell's history shows its password. */
export const QUEUE_VARIABLE = 'EVALSMITH_QUEUE';

/** What a program, thread or notebook is told of this process's environment: all but the queue's password. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const { [QUEUE_VARIABLE]: _, ...environment } = process.env;
  return environment;
}
