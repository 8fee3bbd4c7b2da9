// The process that runs one notebook's module, named by its URL, and tells its parent all that the cells print and show.
import { BEGIN, DENO, SHOW } from './cell-names.ts';
import { jupyterOf, type MediaBundle, mediaOf } from './display.ts';

export type NotebookMessage =
  | { kind: 'begin'; cell: number }
  | { kind: 'stream'; name: 'stdout' | 'stderr'; text: string }
  | { kind: 'display' | 'result'; media: MediaBundle }
  | { kind: 'thrown'; message: string; stack: string }
  | { kind: 'done' };

function tell(message: NotebookMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send!(message, undefined, undefined, () => resolve());
  });
}

for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    void tell({
      kind: 'stream',
      name,
      text: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString(),
    });
    const written = rest.at(-1);
    if (typeof written === 'function') written();
    return true;
  };
}

Object.assign(globalThis, {
  [BEGIN]: (cell: number) => void tell({ kind: 'begin', cell }),
  [SHOW]: async (value: unknown) => {
    const settled: unknown = await value;
    if (settled !== undefined) void tell({ kind: 'result', media: await mediaOf(settled) });
  },
  [DENO]: { jupyter: jupyterOf((media) => void tell({ kind: 'display', media })) },
});

async function end(message: NotebookMessage): Promise<never> {
  await tell(message);
  process.exit();
}

const fail = (error: unknown) => {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
  return end({ kind: 'thrown', message, stack: stack ?? '' });
};
process.on('uncaughtException', fail);
// By an exit, so that the study's own files are removed; without a parent there is nobody to tell anything.
for (const event of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(event, () => process.exit(1));
try {
  await import(process.argv[2]);
  await end({ kind: 'done' });
} catch (error) {
  await fail(error);
}
