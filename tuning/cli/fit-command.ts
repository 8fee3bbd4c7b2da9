import type { FitSettings } from '../fit/data/data-settings.ts';
import { fitSettings } from '../fit/data/fit-kind.ts';
import { fitForm } from '../fit/fit-form.ts';
import { fitKinds } from '../fit/kinds.ts';
import { aside } from './aside.ts';
import { cliCommand } from './command.ts';

type FitValues = FitSettings & { datasets: string[]; out: string; threads: number | null; json: boolean };

export const commands = fitKinds.map((kind) =>
  cliCommand(fitForm(kind), async (values, terminal) => {
    const { datasets, out, threads, json, ...settings } = values as FitValues;
    const { runFit } = await import('../fit/fit-run.ts');
    const told = json ? aside(terminal) : terminal;
    const code = await runFit(kind, datasets, fitSettings(kind, settings, 'fit'), out, told, { threads });
    if (!json || code !== 0) return code;
    const { readResult } = await import('../store/run-folder.ts');
    terminal.out(JSON.stringify(readResult(out, 'fit')));
    return code;
  }),
);
