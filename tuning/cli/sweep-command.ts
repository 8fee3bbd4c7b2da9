import { sweepForm } from '../sweep/sweep-form.ts';
import { INTERRUPTED } from '../process/interrupt.ts';
import { workerCount } from '../settings/common-options.ts';
import { aside } from './aside.ts';
import { InputError } from '../../engine/input-error.ts';
import { cliCommand } from './command.ts';
import { parseFleets } from './queue-option.ts';

export const commands = [
  cliCommand(sweepForm, async ({ config, out, backend, workers, json, ...where }, terminal) => {
    const { runSweep } = await import('../sweep/sweep.ts');
    if (where.queue !== null && where.store === null)
      throw new InputError(
        '--queue is given without --store, the folder through which datasets travel; expected both',
      );
    const { fitFleet } = parseFleets(where, terminal);
    const told = json ? aside(terminal) : terminal;
    const code = await runSweep(config, out, backend, workerCount(workers), told, fitFleet);
    const { hasResult, readResult } = await import('../store/run-folder.ts');
    // One that was stopped has none yet.
    if (json && code !== INTERRUPTED && hasResult(out))
      terminal.out(JSON.stringify(readResult(out, 'sweep')));
    return code;
  }),
];
