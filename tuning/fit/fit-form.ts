import { z } from 'zod';
import { CACHE_HELP } from '../dataset/column-cache.ts';
import { type CommandForm, commandForm } from '../settings/command-form.ts';
import { jsonOption, outOption } from '../settings/common-options.ts';
import { optional, setting, type Settings, whole } from '../settings/setting.ts';
import type { FitKind } from './data/fit-kind.ts';

const fitArguments = {
  datasets: setting(z.array(z.string()).min(1), 'DATASET', 'folders of datasets, all of one game and size'),
};

const threadsOption = {
  threads: optional(whole(1, 256), 'T', 'threads of the computation, which change no number', 'one a core'),
};

/** The command that makes a fit of a kind. */
export function fitForm(
  kind: FitKind,
): CommandForm<
  typeof fitArguments,
  Settings & typeof threadsOption & { out: z.ZodString; json: typeof jsonOption }
> {
  const out = kind.isResumable ? '; DIR.checkpoint is beside it until it does' : '';
  return commandForm({
    name: `fit ${kind.name}`,
    summary: kind.summary,
    description: `${kind.description} ${CACHE_HELP}`,
    examples: [`fit ${kind.name} datasets/betsy-7 --lambda 0.7 --out reports/betsy-${kind.name}`],
    arguments: fitArguments,
    options: {
      out: outOption(`the run folder, which must not exist${out}`),
      ...threadsOption,
      json: jsonOption,
      ...kind.settings.shape,
    },
  });
}
