import type { FitSettings } from '../fit/data/data-settings.ts';
import { fitSettings } from '../fit/data/fit-kind.ts';
import { fitForm } from '../fit/fit-form.ts';
import { fitKinds } from '../fit/kinds.ts';
import { cliCommand } from './command.ts';

type FitValues = FitSettings & { datasets: string[]; out: string; threads: number | null };

export const commands = fitKinds.map((kind) =>
  cliCommand(fitForm(kind), async (values, terminal) => {
    const { datasets, out, threads, ...settings } = values as FitValues;
    const { runFit } = await import('../fit/fit-run.ts');
    return runFit(kind, datasets, fitSettings(kind, settings, 'fit'), out, terminal, { threads });
  }),
);
