import { sweepForm } from '../sweep/sweep-form.ts';
import { INTERRUPTED } from '../process/interrupt.ts';
import { workerCount } from '../settings/common-options.ts';
import { aside } from './aside.ts';
import { cliCommand } from './command.ts';

export const commands = [
  cliCommand(sweepForm, async ({ config, out, backend, workers, json }, terminal) => {
    const { runSweep } = await import('../sweep/sweep.ts');
    const code = await runSweep(
      config,
      out,
      backend,
      workerCount(workers),
      json ? aside(terminal) : terminal,
    );
    const { hasResult, readResult } = await import('../store/run-folder.ts');
    // One that was stopped has none yet.
    if (json && code !== INTERRUPTED && hasResult(out))
      terminal.out(JSON.stringify(readResult(out, 'sweep')));
    return code;
  }),
];
