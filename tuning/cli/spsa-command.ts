import { spsaForm } from '../prove/spsa/spsa-form.ts';
import { INTERRUPTED } from '../process/interrupt.ts';
import { workerCount } from '../settings/common-options.ts';
import { aside } from './aside.ts';
import { cliCommand } from './command.ts';
import { parseQueue } from './queue-option.ts';

export const commands = [
  cliCommand(spsaForm, async ({ config, out, workers, queue, audit, parametersFolder, json }, terminal) => {
    const fleet = parseQueue({ queue, audit }, terminal);
    const { runSpsa, spsaLines } = await import('../prove/spsa/spsa.ts');
    const place = { folder: out, workers: workerCount(workers), fleet, parametersFolder };
    const result = await runSpsa(config, place, json ? aside(terminal) : terminal);
    if (json) terminal.out(JSON.stringify(result));
    else for (const line of spsaLines(result)) terminal.out(line);
    if (result.verdict !== null) return result.verdict === 'accepted' ? 0 : 1;
    terminal.note('stopped; the same command resumes from here');
    return INTERRUPTED;
  }),
];
