import { sweepForm } from '../sweep/sweep-form.ts';
import { cliCommand } from './command.ts';

export const commands = [
  cliCommand(sweepForm, async ({ config, out, backend }, terminal) => {
    const { runSweep } = await import('../sweep/sweep.ts');
    return runSweep(config, out, backend, terminal);
  }),
];
