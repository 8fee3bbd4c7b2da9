import { relative } from 'node:path';
import { InputError } from '../../engine/input-error.ts';
import { nightlyForm } from '../nightly/nightly-form.ts';
import { commandText } from '../settings/command-form.ts';
import { workerCount } from '../settings/common-options.ts';
import { cliCommand } from './command.ts';
import { parseFleets } from './queue-option.ts';

export const commands = [
  cliCommand(nightlyForm, async (values, terminal) => {
    const { readNightlyConfig } = await import('../nightly/config.ts');
    const config = readNightlyConfig(values.config);
    if (values.for !== null) config.for = values.for;
    if (values.keep !== null) config.keep = keptNights(values.keep, config.games);
    const workers = workerCount(values.workers ?? config.workers);
    const fleets = parseFleets(values, terminal);
    // Time, workers, the queue and what is kept decide nothing of what a night makes.
    const command = commandText(nightlyForm, { config: relative('.', values.config) });
    const { runNightly } = await import('../nightly/nightly.ts');
    const outcome = await runNightly({ config, workers, ...fleets, command }, terminal);
    const { summaryLines } = await import('../nightly/night-summary.ts');
    if (values.json) terminal.out(JSON.stringify(outcome.result));
    else for (const line of summaryLines(outcome.result, outcome.folder)) terminal.out(line);
    for (const problem of outcome.problems) terminal.note(`evalsmith: ${problem}`);
    return outcome.exitCode;
  }),
];

/** The games that the next fits look back on must stay. */
function keptNights(keep: number, parts: readonly { window: number }[]): number {
  const wide = parts.findIndex(({ window }) => keep <= window);
  if (wide !== -1)
    throw new InputError(
      `--keep is ${keep} and games.${wide}.window is ${parts[wide].window}; expected more`,
    );
  return keep;
}
